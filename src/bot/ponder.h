#pragma once
// Thinking on the opponent's time, in a thread of its own.
//
// The position after the own move is searched until the next word arrives. Nothing is said about
// it: the engine keeps what it finds, and its next answer builds on it. A bot that does not ponder
// (Bot.ponders) makes these calls for nothing.

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

// Ends it, if it is running, within a few milliseconds.
void pondering_stop(Pondering *pondering);

// The same in the calling thread: returns when another one calls engine_stop.
void ponder(Bot *bot, const Game *game);
