#pragma once
// What a bot of the SJTU course does, whoever reads the judge's lines: this program, or the
// course's own main (src/submission).

#include "bot/bot.h"

// Plays a move of the opponent of `side`. Two in a row would be taken for one of ours, and are
// refused.
bool sjtu_play_opponent(Game *game, Side side, Slice line, Notation notation, Error *error);

// Chooses our move, plays it and writes it. Who has no move, or whose game is over, writes its own
// square: something has to be answered, and this is never a legal move.
void sjtu_choose(Bot *bot, Game *game, Notation notation, char *out);
