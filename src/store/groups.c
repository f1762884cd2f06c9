#include "store/groups.h"

#include <stdlib.h>

#include "base/clock.h"

// A group is committed after so many parts or so long, even if more threads wait: the first part
// must not wait for ever.
enum { GROUP_PARTS_MAX = 64, GROUP_TIME_MS = 5 };

struct Group {
    int64_t start_ns;
    int part_count; // that were kept
    int user_count; // that still want to know its end; the last one frees it
    bool is_ended;
    Fault fault;
    Error error;
};

void groups_init(Groups *groups) {
    *groups = (Groups){0};
    pthread_mutex_init(&groups->mutex, NULL);
    pthread_cond_init(&groups->ended, NULL);
}

void groups_release(Groups *groups) {
    pthread_mutex_destroy(&groups->mutex);
    pthread_cond_destroy(&groups->ended);
}

static Group *group_new(void) {
    Group *group = calloc(1, sizeof *group);
    if (!group) {
        abort();
    }
    group->start_ns = clock_now_ns();
    group->user_count = 1; // who holds the connection
    return group;
}

static void leave(Groups *groups, Group *group) {
    pthread_mutex_lock(&groups->mutex);
    bool is_last = --group->user_count == 0;
    pthread_mutex_unlock(&groups->mutex);
    if (is_last) {
        free(group);
    }
}

static void end_group(Groups *groups, Group *group, Fault fault, const Error *error) {
    pthread_mutex_lock(&groups->mutex);
    group->fault = fault;
    if (fault != FAULT_NONE) {
        group->error = *error;
    }
    group->is_ended = true;
    pthread_cond_broadcast(&groups->ended);
    pthread_mutex_unlock(&groups->mutex);
    leave(groups, group);
}

static Fault wait_for_end(Groups *groups, Group *group, Error *error) {
    pthread_mutex_lock(&groups->mutex);
    while (!group->is_ended) {
        pthread_cond_wait(&groups->ended, &groups->mutex);
    }
    Fault fault = group->fault;
    if (fault != FAULT_NONE) {
        error_copy(error, &group->error);
    }
    pthread_mutex_unlock(&groups->mutex);
    leave(groups, group);
    return fault;
}

static void join(Groups *groups, Group *group) {
    pthread_mutex_lock(&groups->mutex);
    group->part_count++;
    group->user_count++;
    pthread_mutex_unlock(&groups->mutex);
}

void groups_lose(Groups *groups, const Backend *backend, Pool *pool, Connection *connection,
    const Error *error) {
    Group *group = groups->open;
    groups->open = NULL;
    backend->disconnect(connection);
    pool_give(pool, NULL);
    if (group) {
        end_group(groups, group, FAULT_REPEAT, error);
    }
}

// Ends the transaction, unless another one goes on with it.
static void commit_or_pass(
    Groups *groups, const Backend *backend, Pool *pool, Connection *connection, Group *group) {
    bool is_full = group->part_count >= GROUP_PARTS_MAX ||
                   clock_now_ns() - group->start_ns > GROUP_TIME_MS * NS_PER_MS;
    if (!is_full && pool_pass(pool, connection)) {
        return;
    }
    Error error;
    Fault fault = backend->commit(connection, &error);
    groups->open = NULL;
    if (fault != FAULT_NONE) {
        backend->disconnect(connection);
        connection = NULL;
    }
    pool_give(pool, connection);
    end_group(groups, group, fault, &error);
}

Fault groups_finish(Groups *groups, const Backend *backend, Pool *pool, Connection *connection,
    Fault fault, Error *error) {
    if (!groups->open) {
        groups->open = group_new();
    }
    Group *group = groups->open;
    Error undo_error;
    if (fault == FAULT_NONE) {
        fault = backend->keep(connection, error);
    }
    bool is_kept = fault == FAULT_NONE;
    if (is_kept) {
        join(groups, group);
    } else {
        if (backend->undo(connection, &undo_error) != FAULT_NONE) {
            groups_lose(groups, backend, pool, connection, &undo_error);
            return fault;
        }
    }
    commit_or_pass(groups, backend, pool, connection, group);
    return is_kept ? wait_for_end(groups, group, error) : fault;
}
