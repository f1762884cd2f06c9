#pragma once
// The generations of a training loop, as a table in a file and as a picture.

#include <stddef.h>

#include "base/error.h"

#define GENERATIONS_MAX 1000

typedef struct Generation {
    int number; // from 1
    long long games;
    long long positions;
    double loss; // on games held out
    bool is_better;
    double elo; // against the network before
    double elo_error;
    double anchor_elo; // against what stays the same for all of them
    double anchor_error;
} Generation;

typedef struct Generations {
    Generation items[GENERATIONS_MAX];
    size_t count;
} Generations;

// Reads the table; a file that is not there is an empty one.
bool generations_read(Generations *generations, const char *path, Error *error);

// Adds a line to the table and replaces the file at once.
bool generations_add(
    Generations *generations, const Generation *generation, const char *path, Error *error);

// Draws the Elo against the anchor, which is named, by generation, as SVG.
bool generations_plot(
    const Generations *generations, const char *anchor, const char *path, Error *error);
