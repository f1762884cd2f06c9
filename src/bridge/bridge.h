#pragma once
// Plays matches on Botzone with a program at home: turns news into moves, and moves into responses.
//
// A match is a game and a program of its own (referee/player.h), which is started as its judge
// would. Matches that wait are thought about one after another, in the thread that asks, and
// answered together. What became of a poll decides when a response goes out again, so that no
// request is answered twice:
//
//      delivered     a repeated request is old news
//      unsent        it goes with the next poll
//      uncertain     it waits; if the request is repeated, it never arrived, and goes out again
//
// Nothing here knows of HTTP: poll.h does that.

#include "base/error.h"
#include "base/text.h"
#include "referee/player.h"

typedef struct Bridge Bridge;

typedef struct BridgeOptions {
    const Rules *rules;
    const Variant *variant;
    const PlayerOptions *player; // outlives the bridge
    // Tells what happens, a line at a time.
    void (*say)(const char *line);
} BridgeOptions;

typedef enum Delivery { DELIVERED, UNSENT, UNCERTAIN } Delivery;

Bridge *bridge_new(const BridgeOptions *options);
void bridge_free(Bridge *bridge);

// Takes in a poll's answer and finds a response to each new request; returns when all are there.
// False with a reason if the text is no news.
bool bridge_take_news(Bridge *bridge, Slice text, Error *error);

// Visits the responses that go with the next poll.
void bridge_visit_responses(Bridge *bridge,
    void (*visit)(void *context, const char *match, const char *response), void *context);

// What became of the responses of the last visit.
void bridge_sent(Bridge *bridge, Delivery delivery);

// Matches that have ended, aborted ones too.
int bridge_ended_count(const Bridge *bridge);
