#include "cli/server_worker.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/self.h"
#include "cli/worker_folder.h"
#include "jobs/tokens.h"
#include "jobs/worker_host.h"
#include "sandbox/process.h"

#define CACHE_MB 1024

struct ServerWorker {
    const Log *log;
    Text url;
    Text folder;
    int cores;
    char name[TOKEN_NAME_SIZE];
    char token[SECRET_SIZE];
    char self[SELF_PATH_SIZE];
    atomic_bool stop;
    pthread_t thread;
};

static void say(void *context, const char *text) {
    const ServerWorker *worker = context;
    LogLine line;
    if (log_begin(&line, worker->log, LOG_INFO, "worker")) {
        json_put_text(&line.json, "text", text);
        log_end(&line);
    }
}

static void *work(void *context) {
    ServerWorker *worker = context;
    WorkerHostOptions options = {
        .url = worker->url.data,
        .token = worker->token,
        .folder = worker->folder.data,
        .cache_mb = CACHE_MB,
        .cores = worker->cores,
        .retry_ms = WORKER_RETRY_MS,
        .self = worker->self,
        .name = worker->name,
        .context = worker,
        .say = say,
    };
    Error error;
    if (!worker_host_run(&options, &worker->stop, &error)) {
        log_reason(worker->log, LOG_ERROR, "worker-failed", &error);
    }
    return NULL;
}

// A name of the letters that tokens have, for this machine and this port: several servers may share
// a store, and each renews its own token.
static void make_name(char out[TOKEN_NAME_SIZE], const char *url) {
    char machine[48] = "";
    gethostname(machine, sizeof machine - 1);
    snprintf(out, TOKEN_NAME_SIZE, "server-%s-%d", machine, atoi(strrchr(url, ':') + 1));
    for (char *letter = out; *letter; letter++) {
        *letter = (char)(isalnum((unsigned char)*letter) || strchr("-_.", *letter) ? *letter : '-');
    }
}

static void free_worker(ServerWorker *worker) {
    text_release(&worker->url);
    text_release(&worker->folder);
    free(worker);
}

ServerWorker *server_worker_start(
    Store *store, const char *url, int cores, const Log *log, Error *error) {
    ServerWorker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        abort();
    }
    worker->log = log;
    worker->cores = cores;
    text_init(&worker->url);
    text_init(&worker->folder);
    text_add(&worker->url, url);
    worker_folder_default(&worker->folder);
    make_name(worker->name, url);
    bool is_ready = self_path(worker->self, error) && process_adopt_orphans(error) &&
                    token_renew(store, worker->name, SCOPE_WORKER, worker->token, error);
    if (is_ready && pthread_create(&worker->thread, NULL, work, worker) != 0) {
        is_ready = error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
    }
    if (!is_ready) {
        free_worker(worker);
        return NULL;
    }
    return worker;
}

void server_worker_stop(ServerWorker *worker) {
    if (worker) {
        atomic_store(&worker->stop, true);
        pthread_join(worker->thread, NULL);
        free_worker(worker);
    }
}
