#pragma once
// Which layers of a sandbox hold on this host, found out by making one.

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef struct SandboxLayer {
    const char *name;
    bool is_needed; // without it no stranger's program is run
    bool holds;
    char detail[256]; // which kind, or why not and what would help; may be empty
} SandboxLayer;

#define SANDBOX_LAYERS 12

// Takes a few milliseconds.
void sandbox_probe(SandboxLayer layers[SANDBOX_LAYERS]);

// Whether these layers are enough to run strangers' programs; if not, which one is missing.
bool sandbox_holds(const SandboxLayer layers[SANDBOX_LAYERS], Error *error);

// Whether strangers' programs can be run here; if not, what is missing and what to do.
bool sandbox_check(Error *error);
