#include "jobs/worker_host.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jobs/host_speed.h"
#include "jobs/limits.h"
#include "jobs/remote_http.h"
#include "jobs/worker.h"
#include "jobs/worker_kinds.h"
#include "sandbox/box.h"
#include "sandbox/probe.h"

// The longest wait after trouble.
#define RETRY_MAX_MS (15 * 60000)

// 0: none, 1: a box, 2: one with cgroups. A box that cannot reach the worker's files is none.
static int sandbox_level(const WorkerHostOptions *options) {
    SandboxLayer layers[SANDBOX_LAYERS];
    Error error;
    if (!sandbox_check(NULL)) {
        return 0;
    }
    if (!box_reaches(options->folder, &error)) {
        options->say(options->context, error.text);
        return 0;
    }
    sandbox_probe(layers);
    for (int i = 0; i < SANDBOX_LAYERS; i++) {
        if (strncmp(layers[i].name, "cgroup", 6) == 0 && layers[i].holds) {
            return 2;
        }
    }
    return 1;
}

// As much as a host may say that it has; no job needs more.
static int memory_mb(void) {
    int64_t pages = sysconf(_SC_PHYS_PAGES);
    int64_t memory_mb = pages * sysconf(_SC_PAGESIZE) >> 20;
    return memory_mb < JOB_MEMORY_MB_MAX ? (int)memory_mb : JOB_MEMORY_MB_MAX;
}

static void remove_folder(const char *folder, const char *name) {
    Text path;
    text_init(&path);
    text_addf(&path, "%s/%s", folder, name);
    DIR *entries = opendir(path.data);
    const struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries) {
        closedir(entries);
    }
    rmdir(path.data);
    text_release(&path);
}

// Removes the files of jobs whose worker was killed.
static void remove_leftovers(const char *folder) {
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        int pid;
        if (sscanf(entry->d_name, "job-%d-", &pid) == 1 && kill(pid, 0) != 0 && errno == ESRCH) {
            remove_folder(folder, entry->d_name);
        }
    }
    if (entries) {
        closedir(entries);
    }
}

static bool make_folder(const char *folder, Error *error) {
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be used as a folder: %s",
            folder, strerror(errno));
    }
    remove_leftovers(folder);
    return true;
}

static void introduce(
    const WorkerHostOptions *options, const WorkerOptions *worker, bool has_games) {
    char line[300];
    snprintf(line, sizeof line, "%d cores, %.2f times the reference machine, sandbox level %d%s",
        worker->cores, worker->speed, worker->sandbox,
        has_games ? "" : "; too slow for games with a clock");
    options->say(options->context, line);
}

static bool work(const WorkerHostOptions *options, const Remote *remote, const char *bench,
    double speed, const atomic_bool *stop, Error *error) {
    int sandbox = sandbox_level(options);
    bool has_games = speed >= HOST_SPEED_MIN;
    const WorkerKind *kinds[5] = {&WORKER_SELFPLAY};
    int kind_count = 1;
    if (has_games) {
        kinds[kind_count++] = &WORKER_PAIR;
        kinds[kind_count++] = &WORKER_ROOM;
    }
    if (sandbox > 0) {
        kinds[kind_count++] = &WORKER_COMPILE;
    }
    Text files;
    text_init(&files);
    text_addf(&files, "%s/files", options->folder);
    WorkerOptions worker = {
        .remote = remote,
        .kinds = kinds,
        .self = options->self,
        .name = options->name,
        .version = IMMURE_VERSION,
        .bench = bench,
        .speed = speed,
        .sandbox = sandbox,
        .cores = options->cores,
        .memory_mb = memory_mb(),
        .folder = options->folder,
        .cache = {files.data, (size_t)options->cache_mb << 20},
        .retry_ms = options->retry_ms,
        .retry_max_ms = RETRY_MAX_MS,
        .context = options->context,
        .say = options->say,
    };
    introduce(options, &worker, has_games);
    bool done = worker_run(&worker, stop, error);
    text_release(&files);
    return done;
}

bool worker_host_run(const WorkerHostOptions *options, const atomic_bool *stop, Error *error) {
    RemoteHttp *http = remote_http_new(options->url, options->token, error);
    if (!http) {
        return false;
    }
    Remote remote = remote_http_remote(http);
    Text bench;
    double speed;
    text_init(&bench);
    bool done = make_folder(options->folder, error) && host_measure(&bench, &speed, error) &&
                work(options, &remote, bench.data, speed, stop, error);
    text_release(&bench);
    remote_http_free(http);
    return done;
}
