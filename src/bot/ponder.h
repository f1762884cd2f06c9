#pragma once
// Pondering: thinking on the opponent's time, in a thread of its own.
//
// The position after the bot's move is searched until the next line of input. Nothing is printed;
// the engine keeps its tree or table for the next search. Without Bot.ponders these calls do
// nothing.

#include <pthread.h>

#include "bot/bot.h"

typedef struct Pondering {
    Bot *bot;
    Game game; // a copy, while it runs
    pthread_t thread;
    bool is_running;
} Pondering;

// Begins, unless the bot does not ponder or the game is over. It must not be running.
void pondering_start(Pondering *pondering, Bot *bot, const Game *game);

// Ends it, if it is running: within a few milliseconds, or some 30 where a tree of 200 MB is being
// compacted and its nodes are on the move. What it took becomes Bot.spent_ms.
void pondering_stop(Pondering *pondering);

// The same in the calling thread: returns when another one calls engine_stop.
void ponder(Bot *bot, const Game *game);
