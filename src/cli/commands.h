#pragma once
// Every command of the program. Each is one file; the list is in main.c's order of appearance.

#include "cli/arguments.h"

extern const Command COMMAND_PLAY;
extern const Command COMMAND_ANALYSE;
extern const Command COMMAND_SERVE;
extern const Command COMMAND_PERFT;
extern const Command COMMAND_MOVES;
extern const Command COMMAND_SHOW;
extern const Command COMMAND_CONVERT;
extern const Command COMMAND_BOT;
extern const Command COMMAND_SUBMISSION;
extern const Command COMMAND_COMPILE;
extern const Command COMMAND_BOTZONE;
extern const Command COMMAND_JUDGE;
extern const Command COMMAND_MATCH;
extern const Command COMMAND_WORKER;
extern const Command COMMAND_SUBMIT;
extern const Command COMMAND_WATCH;
extern const Command COMMAND_RESULTS;
extern const Command COMMAND_BENCH;
extern const Command COMMAND_OPENINGS;
extern const Command COMMAND_BOOK;
extern const Command COMMAND_PUZZLES;
extern const Command COMMAND_LEVELS;
extern const Command COMMAND_ARENA_RERATE;
extern const Command COMMAND_TRAIN_SELFPLAY;
extern const Command COMMAND_TRAIN_FIT;
extern const Command COMMAND_TRAIN_GATE;
extern const Command COMMAND_TRAIN_LOOP;
extern const Command COMMAND_TRAIN_WEIGHTS;
extern const Command COMMAND_STORE_BACKUP;
extern const Command COMMAND_STORE_RESTORE;
extern const Command COMMAND_STORE_CHECK;
extern const Command COMMAND_STORE_MIGRATE;
extern const Command COMMAND_ACCOUNT_LINK;
extern const Command COMMAND_TOKEN_ADD;
extern const Command COMMAND_TOKEN_LIST;
extern const Command COMMAND_TOKEN_REVOKE;
extern const Command COMMAND_TOKEN_REINSTATE;
extern const Command COMMAND_COMPLETION;
extern const Command COMMAND_MANUAL;

// All of the above, ended by null.
extern const Command *const COMMANDS[];
