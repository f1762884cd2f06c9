#pragma once
// Hosts: processes that work on jobs. Each says hello once and gets a number and a random key,
// which it shows with every claim and beat: names repeat, keys do not.

#include "jobs/queue.h"

#define HOST_TEXT_BYTES 64

typedef struct HostHello {
    Slice name;
    Slice version;
    Slice bench; // signature of the engines
    int64_t cores;
    int64_t memory_mb;
    int64_t sandbox; // as in JobNeeds
    double speed;    // 1: the reference
} HostHello;

// OTHER_VERSION (than `version`), HOST_ASIDE (a host of that token is), BAD_HELLO.
bool host_add(Store *store, int64_t token_id, const char *version, const HostHello *hello,
    int64_t *host_id, char key[SECRET_SIZE], Error *error);

// What a claim has to know.
typedef struct Host {
    int64_t memory_mb;
    int64_t sandbox;
    char bench[HOST_TEXT_BYTES + 1];
} Host;

// Whether it is a host with that key, and may work. HOST_UNKNOWN, HOST_ASIDE.
bool host_check(StoreTx *tx, const HostProof *proof, Host *out, Error *error);

typedef struct HostRow {
    int64_t id;
    const char *token;
    const char *name;
    const char *version;
    int64_t cores;
    int64_t memory_mb;
    int64_t sandbox;
    double speed;
    const char *state;
    const char *reason;
    int64_t seen_ms;
    int64_t done_count;
    int64_t fault_count;
    int64_t lost_count;
} HostRow;

// Shows up to `limit` hosts with ids above `after`, in their order. A null row comes first, and
// again if the store has to be read again: what was shown before is void then.
typedef void HostVisit(void *context, const HostRow *row);
bool host_list(
    Store *store, int64_t after, int64_t limit, HostVisit *visit, void *context, Error *error);
