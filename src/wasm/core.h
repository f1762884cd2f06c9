#pragma once
// The state behind the exported calls, and what they share: reading requests, giving answers.

#include "base/json.h"
#include "base/rng.h"
#include "rules/record/record.h"
#include "search/engine.h"
#include "search/level.h"
#include "wasm/exports.h"

// As much as the program itself reads of a record.
#define CORE_REQUEST_MAX (16u << 20)
// The most lines of an analysis.
#define CORE_LINES_MAX 32

// A search in slices. Its engine is kept from search to search, so that what it has found about a
// game is not lost when the page asks again.
typedef struct CoreSearch {
    Engine *engine; // null until it is first needed; plays game.rules
    Game game;      // meaningful while has_game
    bool has_game;
    bool is_done;
    EngineLimits limits; // of the whole search
    size_t line_count;
    Move careless; // what a low level plays without a look; MOVE_NONE when it thinks
    uint64_t nodes;
    int64_t start_ns;
    int64_t time_ns;
    double nodes_per_ns; // as fast as the last slices were; 0 before the first
} CoreSearch;

struct Core {
    int memory_mb;
    char *request;
    size_t request_size;
    Slice rest; // what of the request has not been read
    Text answer;
    CoreSearch search;
};

void core_search_release(CoreSearch *search);

// Starts reading the request and writing an answer; the first thing that a call does. What is
// written there is the answer.
JsonWriter core_begin(Core *core);

// Puts the reason in the place of the answer and returns false.
bool core_refuse(Core *core, const Error *error);

// The next field of the request; empty when there is none left.
Slice core_field(Core *core);
bool core_field_is_left(const Core *core);

// The rules that the next field names.
bool core_read_rules(Core *core, const Rules **rules, Error *error);

// The rules and the start position of the next three fields, and the game of the next four. On
// success release the game.
bool core_read_start(Core *core, const Rules **rules, Position *start, Error *error);
bool core_read_game(Core *core, Game *game, Error *error);
