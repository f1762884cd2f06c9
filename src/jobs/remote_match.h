#pragma once
// The games of a match on the workers of a server.
//
// The match stays here: its journal, its test, its report. Pairs are submitted some way ahead as
// jobs of one group, and their results are read in the order in which they end. The group is named
// after the match and its journal, and the jobs after their pairs, so a client that was killed and
// resumes finds what was played meanwhile. Whatever the server believes, every game is checked here
// again before it counts.

#include "jobs/remote.h"
#include "match/agenda.h"
#include "players/portable.h"

typedef struct RemoteMatchOptions {
    const Remote *remote;
    const char *bench; // signature of the engines, which workers must have too
    const atomic_bool *stop;
    int poll_ms; // between two looks at the results
    int idle_ms; // without a result at the start, after which a person should know if nobody plays
} RemoteMatchOptions;

typedef struct RemoteMatch RemoteMatch;

// For one match. The options must outlive it.
RemoteMatch *remote_match_new(const RemoteMatchOptions *options);
void remote_match_free(RemoteMatch *remote);

MatchVenue remote_match_venue(RemoteMatch *remote);
