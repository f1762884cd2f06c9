#pragma once
// Files that are part of the program (tools/embed.py).

#include "base/slice.h"

// An entry of a table of files, which ends with one without a name.
typedef struct EmbeddedFile {
    const char *name; // without the ending
    Slice bytes;
} EmbeddedFile;
