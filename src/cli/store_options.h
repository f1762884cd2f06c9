#pragma once
// The options by which commands say where the store is.

#include "base/text.h"
#include "cli/arguments.h"

#define OPTION_DATA                                                                                \
    {                                                                                              \
        "data", "DIR", "the folder of the server's data, with the store as an SQLite file", NULL,  \
            false                                                                                  \
    }
#define OPTION_STORE                                                                               \
    { "store", "URL", "the store itself, instead: postgresql://... or a file", NULL, false }

// The SQLite file in a data folder.
#define STORE_FILE "immure.db"

// Appends the location that --data or --store names; nothing if neither was given. A folder that is
// not there yet is made, for its owner alone. False with a reason if both were given.
bool options_store(const Arguments *arguments, Text *location, Error *error);

// The work of a command at a location. Appends what is to be printed; returns the exit status.
typedef int StoreWork(const Arguments *arguments, const char *location, Text *out, Error *error);

// Does the work of a command that needs a store, and prints.
int options_run_at_store(const Arguments *arguments, StoreWork *work, Error *error);
