#pragma once
// What the program knows of itself and its machine: where it lies, and a random number to begin
// with.

#include <stdint.h>

#include "base/error.h"

#define SELF_PATH_SIZE 4096

// The path of this program, so that it can start itself as a player.
bool self_path(char out[SELF_PATH_SIZE], Error *error);

// Different on each run.
uint64_t self_random_seed(void);
