#pragma once
// A thread that keeps the queue in order while a server runs: every few seconds it takes back what
// was lost (queue_sweep), now and then it removes blobs that nobody refers to. Every server has
// one; several at once do no harm. What it finds goes to the log and into the metrics.

#include "base/log.h"
#include "base/metrics.h"
#include "jobs/queue.h"

typedef struct Keeper Keeper;

// Null with a reason. Everything outlives the keeper; the log and the metrics may be null. The
// metrics get a source that asks the store how long the queue is.
Keeper *keeper_new(Queue *queue, const Log *log, Metrics *metrics, Error *error);

// Waits for the sweep that is under way. Null is allowed.
void keeper_free(Keeper *keeper);
