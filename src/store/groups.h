#pragma once
// Group commit for a database with one writer: a thread that waits for the writing connection gets
// it within the open transaction, and the last such thread commits for all. Each returns to its
// caller only after that commit, so an acknowledged change is on disk, and a disk that syncs 200
// times a second takes some thousand transactions.
//
// The open group belongs to the thread that holds the writing connection.

#include "store/pool.h"

typedef struct Group Group;

typedef struct Groups {
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    Group *open;
} Groups;

void groups_init(Groups *groups);
void groups_release(Groups *groups);

// Ends a part of the group's transaction, which the caller has begun on the connection: kept if
// `fault` is FAULT_NONE, else undone. Gives the connection back to the pool. Returns how the part
// ended, with the reason, after the group was committed if it was kept.
Fault groups_finish(Groups *groups, const Backend *backend, Pool *pool, Connection *connection,
    Fault fault, Error *error);

// The connection is of no use any more, nor is what the open group has done on it: its members have
// to repeat their parts.
void groups_lose(
    Groups *groups, const Backend *backend, Pool *pool, Connection *connection, const Error *error);
