#pragma once
// The bridge over HTTP: polls the user's address on Botzone until it is told to stop (libcurl).
//
// A poll waits at the site until there is news; the responses go with it as headers. After an error
// it waits, twice as long each time up to a minute, and tries again.

#include <stdatomic.h>

#include "bridge/bridge.h"

typedef struct PollOptions {
    const char *url;              // .../localai
    const char *game;             // as the site calls it
    const char *const *opponents; // bots to be challenged at the start, ended by null
    int retry_ms;                 // the first wait after an error
    int match_count;              // stop after so many matches have ended; 0: never
    const atomic_bool *stop;
    void (*say)(const char *line);
} PollOptions;

// False with a reason if the address makes no sense.
bool poll_run(Bridge *bridge, const PollOptions *options, Error *error);
