#pragma once
// Reads the two messages of Botzone's JSON interaction: a whole turn, and the bare request of
// keep-running mode.
//
// It is a strict reader of JSON that keeps nothing but the moves and the data that was stored,
// which is a string: no tree, no memory of its own. So it goes into the one file that a site takes
// (src/submission), where no library is.

#include <stddef.h>

#include "base/error.h"
#include "base/slice.h"
#include "base/text.h"

// More turns than any Amazons game on 10x10 can have.
#define BOTZONE_TURNS_MAX 100

// A move, or six times -1: x0, y0, x1, y1, x2, y2.
typedef struct BotzoneMove {
    bool is_whole[6]; // whether the number is there, and a whole one
    long long number[6];
} BotzoneMove;

typedef struct BotzoneTurn {
    size_t request_count;
    size_t response_count;
    BotzoneMove requests[BOTZONE_TURNS_MAX];
    BotzoneMove responses[BOTZONE_TURNS_MAX];
} BotzoneTurn;

extern const char *const BOTZONE_FIELDS[6];

// Reads a turn. What is no list counts as an empty one, and moves beyond the last turn are counted
// and not kept. A string of data goes to `data`, unless that is null. False with a reason if the
// line is not JSON.
bool botzone_read_turn(Slice line, BotzoneTurn *out, Text *data, Error *error);

// Reads a request alone. False with a reason if the line is not JSON.
bool botzone_read_request(Slice line, BotzoneMove *out, Error *error);
