#pragma once
// A conversation in one of the text protocols: what the thread that reads commands (text.c) and the
// one that thinks (text_think.c) share.

#include <pthread.h>

#include "bot/bot.h"

// The words in which the two protocols differ.
typedef struct TextDialect {
    const char *hello;
    const char *hello_end;
    const char *new_game;
    const char *position; // the word before a position text
    Notation notation;
} TextDialect;

typedef struct TextSession {
    Bot *bot;
    const TextDialect *dialect;
    Game game;
    bool game_is_good; // false after a refused position: the answer is `bestmove none`
    // The question: set before the thinker starts.
    EngineLimits limits;
    bool is_infinite; // no limits, and no answer before `stop`
    bool is_ponder;   // no limits before `ponderhit`
    pthread_t thinker;
    bool has_thinker;       // started and not yet joined
    pthread_mutex_t lock;   // guards what follows, and the output
    pthread_cond_t changed; // one of these
    bool is_pondering;      // until `ponderhit` or `stop`
    bool is_stopped;
} TextSession;

// Prints a line, or several, at once. Either thread may call it.
void text_say(TextSession *session, const Text *line);

// Starts the thread that answers the question in `limits`, `is_infinite` and `is_ponder`; there is
// none under way. Where no thread can be started it answers before it returns.
void text_think_start(TextSession *session);

// `ponderhit`: from now on the limits count.
void text_think_hit(TextSession *session);

// Ends the question, if there is one, and waits for its answer.
void text_think_stop(TextSession *session);
