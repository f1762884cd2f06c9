#pragma once
// The slots of a worker: one for each of its cores. A task has as many as it needs, side by side or
// not.
//
// A slot is pinned to a core of the machine, so that its programs meet no others, unless the worker
// has more slots than there are cores. Workers of one machine share its cores: each takes a name
// for a core, which no other process can take as long as it lives, and a slot for which none is
// left is not pinned. The names are abstract local addresses: no file is left by a worker that is
// killed. Workers in different network namespaces do not see each other's. Callers lock.

#include <stdbool.h>

typedef struct WorkerTask WorkerTask;

typedef struct WorkerSlot {
    const WorkerTask *task; // null: it is free
    int core;               // -1: any
    int name;               // the descriptor that holds the core's name; -1: none
} WorkerSlot;

typedef struct WorkerSlots {
    WorkerSlot *items;
    int count;
} WorkerSlots;

// What the names of cores begin with, for all workers of a machine.
#define WORKER_CORE_NAME "immure-core"

void worker_slots_init(WorkerSlots *slots, int count, const char *name);
void worker_slots_release(WorkerSlots *slots);

int worker_slots_count_free(const WorkerSlots *slots);

// Gives a task so many free slots, and its programs the core of the first. False if there are not
// so many.
bool worker_slots_take(WorkerSlots *slots, int count, const WorkerTask *task, int *core);

void worker_slots_give_back(WorkerSlots *slots, const WorkerTask *task);
