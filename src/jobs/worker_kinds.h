#pragma once
// What a worker can do.

#include "jobs/worker.h"

extern const WorkerKind WORKER_COMPILE;  // a stranger's source to a program (sandbox/compile.h)
extern const WorkerKind WORKER_PAIR;     // two games between two players (match/pair.h)
extern const WorkerKind WORKER_ROOM;     // a bot against a person (arena/rooms.h)
extern const WorkerKind WORKER_SELFPLAY; // a chunk of self-play (jobs/selfplay_job.h)
