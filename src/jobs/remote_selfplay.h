#pragma once
// Self-play on the workers of a server (train/selfplay.h): in chunks, whose games are put into the
// file in order. The file is the one that this machine would have written.

#include "jobs/remote.h"
#include "train/selfplay.h"

typedef struct RemoteSelfplay {
    const Remote *remote;
    const char *bench; // signature of the engines, which workers must have too
    int poll_ms;       // between two looks at the results
} RemoteSelfplay;

SelfplayVenue remote_selfplay_venue(RemoteSelfplay *remote);
