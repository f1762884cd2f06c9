#include "arena/retention.h"

#include <string.h>

#include "base/clock.h"
#include "store/blobs.h"

#define TURN_MS (60 * INT64_C(1000))
// Jobs of a group at a time, and groups.
#define JOBS_MAX 200
#define GROUPS_MAX 256

typedef struct DueGroups {
    int64_t ids[GROUPS_MAX];
    size_t count;
} DueGroups;

static Query *begin_with(StoreTx *tx, const char *name, int64_t id) {
    Query *query = query_begin(tx, name);
    query_bind_int(query, 1, id);
    return query;
}

static bool find_groups(StoreTx *tx, void *context, Error *error) {
    (void)error;
    DueGroups *groups = context;
    groups->count = 0;
    Query *rows = query_begin(tx, "retention_groups");
    while (groups->count < GROUPS_MAX && query_step(rows)) {
        groups->ids[groups->count++] = query_column_int(rows, 0);
    }
    query_end(rows);
    return true;
}

static void release_blob(StoreTx *tx, int64_t group, Slice sha256) {
    Query *release = begin_with(tx, "retention_release_blob", group);
    query_bind_blob(release, 2, sha256);
    if (query_changes(release) > 0) {
        Sha256 hash;
        memcpy(hash.bytes, sha256.data, SHA256_BYTES);
        blob_unref(tx, &hash);
    }
    query_end(release);
}

static void remove_job(StoreTx *tx, int64_t group, int64_t job) {
    Query *blobs = begin_with(tx, "retention_blobs", job);
    query_changes(blobs); // now, before they are forgotten
    query_end(begin_with(tx, "retention_forget_attempts", job));
    query_end(begin_with(tx, "retention_forget_blobs", job));
    query_end(begin_with(tx, "retention_remove", job));
    while (query_step(blobs)) {
        release_blob(tx, group, query_column_blob(blobs, 0));
    }
    query_end(blobs);
}

typedef struct GroupClearing {
    int64_t group;
    int64_t removed; // jobs
} GroupClearing;

static bool clear_group(StoreTx *tx, void *context, Error *error) {
    (void)error;
    GroupClearing *clearing = context;
    int64_t group = clearing->group;
    clearing->removed = 0;
    query_end(begin_with(tx, "groups_lock", group));
    Query *rows = begin_with(tx, "retention_jobs", group);
    query_bind_int(rows, 2, RETENTION_MS);
    query_bind_int(rows, 3, JOBS_MAX);
    while (query_step(rows)) {
        remove_job(tx, group, query_column_int(rows, 0));
        clearing->removed++;
    }
    query_end(rows);
    Query *count = begin_with(tx, "groups_count", group);
    query_bind_int(count, 2, -clearing->removed);
    query_bind_int(count, 3, 0);
    query_end(count);
    return query_end(begin_with(tx, "retention_remove_group", group));
}

bool retention_step(void *context, Error *error) {
    Retention *retention = context;
    DueGroups groups;
    if (clock_now_ms() < retention->next_ms) {
        return true;
    }
    bool has_more = false;
    bool is_good = store_transact(retention->store, STORE_READ, find_groups, &groups, error);
    for (size_t i = 0; is_good && i < groups.count; i++) {
        GroupClearing clearing = {.group = groups.ids[i]};
        is_good = store_transact(retention->store, STORE_WRITE, clear_group, &clearing, error);
        has_more |= clearing.removed == JOBS_MAX;
    }
    retention->next_ms = is_good && has_more ? 0 : clock_now_ms() + TURN_MS;
    return is_good;
}
