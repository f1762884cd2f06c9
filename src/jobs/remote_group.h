#pragma once
// A group of jobs as its client sees it: submits jobs with their files, and reads what came of
// them.
//
// Calls last until the server answers: it may be restarted or out of reach for a while, and every
// call can be repeated. They end early, with ERROR_STOPPED, when the client is stopped.

#include "jobs/remote.h"
#include "players/portable.h"

#define GROUP_FILES_MAX 256

typedef struct RemoteGroup {
    const Remote *remote;
    const char *key;
    const char *kind;
    const atomic_bool *stop;
    json_int_t id;    // 0 until it is known
    json_int_t after; // the last result that was read
    const PortableFile *files[GROUP_FILES_MAX];
    size_t file_count;
    Backoff backoff;
    void *context;
    void (*on_warning)(void *context, const char *text); // trouble that is waited out; may be null
} RemoteGroup;

void remote_group_init(RemoteGroup *group, const Remote *remote, const char *key, const char *kind,
    const atomic_bool *stop);

// Files that jobs refer to; they are sent when the server misses them, and must outlive the group.
// False with a reason if they are too many; the same bytes count once.
bool remote_group_add_files(RemoteGroup *group, const PortableFiles *files, Error *error);

// Makes or finds the group and sends the files.
bool remote_group_open(RemoteGroup *group, Error *error);

// Submits a list of jobs, which is given up. Those that are known already change nothing.
bool remote_group_submit(RemoteGroup *group, json_t *jobs, Error *error);

// The jobs that ended since the last call, as a new list, which may be empty.
bool remote_group_results(RemoteGroup *group, json_t **results, Error *error);

// Whether the server says that nobody works on the group now.
bool remote_group_is_idle(const RemoteGroup *group);

// A file that came with a result.
bool remote_group_blob(RemoteGroup *group, const char *hash, Text *bytes, Error *error);

// Cancels what has not ended, if the server is there to hear it.
void remote_group_cancel(RemoteGroup *group);
