#pragma once
// An engine behind a protocol: the program that another judge, runner or page talks to.
//
// A protocol is a function that reads one stream and writes another until the conversation is over.
// Choosing moves and keeping time is the same for all (bot_choose).
// docs/protocols.md describes every protocol as its real judge behaves.

#include <stdio.h>

#include "search/book.h"
#include "search/engine.h"
#include "search/level.h"

typedef struct Bot {
    const Rules *rules;
    const Variant *variant;
    Engine *engine;
    EngineOptions options; // what the engine was made with
    const Book *book;      // answers at once where it can; null for none
    const Level *level;    // strength; only full strength uses the book
    Rng rng;               // for the random moves of a level
    FILE *in;
    FILE *out;
    int time_ms;        // thinking time for a move; 0 = what the protocol allows, less a margin
    int spent_ms;       // of the time for the answer, before thinking begins (bot_time_left)
    bool keep_running;  // Botzone: ask to stay alive between turns
    bool is_asked_once; // the program ends with its answer and stores nothing: time may be saved
    bool ponders;       // text, sjtu: think on the opponent's time
} Bot;

typedef struct BotProtocol {
    const char *name;
    const char *game;    // the only game it is for; null for any
    const char *variant; // the only variant it is for; null for any
    int time_ms;         // safe thinking time under its judge; 0 if the protocol itself says
    // Talks until the input ends or the protocol is done. False with a reason when the other side
    // breaks the protocol.
    bool (*run)(Bot *bot, Error *error);
} BotProtocol;

// All protocols, ended by null.
extern const BotProtocol *const BOT_PROTOCOLS[];

extern const BotProtocol BOT_BOTZONE;
extern const BotProtocol BOT_BOTZONE_JSON;
extern const BotProtocol BOT_SJTU;
extern const BotProtocol BOT_SJTU_2022;
extern const BotProtocol BOT_TEXT;
extern const BotProtocol BOT_UCI;
extern const BotProtocol BOT_QTP;

// Longest line taken from a judge: a Botzone turn with 100 kB each of data and globaldata.
#define BOT_LINE_LIMIT_BYTES (1u << 20)

// Reads one line; false at the end of input, or with a reason when the line is too long. At the end
// of input the reason is the empty string.
bool bot_read_line(Bot *bot, Text *line, Error *error);

// What is left of the time for an answer: Botzone charges a program's start to its first one, and
// pondering may take a while to end. At least half of it.
int bot_time_left(const Bot *bot, int time_ms);

// What the bot plays in a game that is not over, after at most `time_ms`: the book's move, what the
// engine finds, or what its level makes of either.
Move bot_choose(Bot *bot, const Game *game, int time_ms);
