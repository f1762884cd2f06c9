#pragma once
// A drop-in for Botzone's own judge program of Amazons.
//
// Botzone starts its judge anew for each turn with one line, `{"log": [...], "initdata": ...}`.
// Even entries of the log are the judge's former outputs, odd ones the players' answers,
// `{"0": {"verdict": ..., "response": ...}}`. The judge replays them and prints either a request to
// the next player or the final scores, 2 for the winner and 0 for the loser.

#include "rules/rules.h"

// Reads the line and appends the answer, with a newline. Refuses what is not such a line.
bool botzone_judge(const Rules *rules, Slice input, Text *output, Error *error);
