#pragma once
// What the commands that start programs ask about them before the first move.

#include "cli/arguments.h"
#include "players/contestant.h"

// Whether every engine that is named exists, plays the game, has the settings that are named and
// can do with its memory: otherwise its process would end, and that would be its loss.
bool players_check(const Contestant *contestants, size_t count, const Rules *rules, Error *error);

// The rules to judge by: what was asked for, or what the programs' own judge plays by. Refused if
// their judges differ and nobody has chosen.
bool players_variant(const Arguments *arguments, const Rules *rules, const Contestant *contestants,
    size_t count, const Variant **variant, Error *error);

// Whether the networks that are named are for the board. A player with a folder of its own finds
// them there, and complains itself.
bool players_check_networks(const Contestant *contestants, size_t count, const Rules *rules,
    const Variant *variant, Error *error);

// Whether a sandbox can be had, if one of them wants it.
bool players_check_sandbox(const Contestant *contestants, size_t count, Error *error);
