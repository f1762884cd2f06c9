#include <stdlib.h>
#include <unistd.h>

#include "jobs/selfplay_job.h"
#include "jobs/worker_kinds.h"
#include "jobs/worker_task.h"
#include "players/portable.h"

static void tell_games(void *context, const SelfplayProgress *progress) {
    Text text;
    text_init(&text);
    text_addf(&text, "{\"games\":%llu}", (unsigned long long)progress->games);
    task_set_progress(context, &text);
    text_release(&text);
}

// Plays the chunk into a file and takes its bytes.
static bool play(WorkerTask *task, SelfplayJob *job, const char *path, Text *bytes, Error *error) {
    SelfplayProgress progress = {0};
    job->settings.thread_count = task->core_count;
    if (!portable_import_text(&job->network, task_find_blob, task, error)) {
        return false;
    }
    job->settings.network = job->network.size > 0 ? job->network.data : NULL;
    if (!selfplay_run(&job->settings, job->rules, job->variant, path, &task->stop, tell_games, task,
            &progress, error)) {
        return false;
    }
    return progress.games == job->settings.games
               ? text_read_file(bytes, path, SELFPLAY_SAMPLES_BYTES, error)
               : error_set(error, ERROR_STOPPED, "the games were broken off");
}

static bool run_selfplay(WorkerTask *task, Text *result, Error *error) {
    SelfplayJob job;
    Text path;
    Text bytes;
    text_init(&path);
    text_init(&bytes);
    text_addf(&path, "%s/samples", task->folder);
    bool done = selfplay_job_read(&job, slice_from(task->payload), error) &&
                play(task, &job, path.data, &bytes, error);
    if (done) {
        text_addf(result, "{\"samples\":\"%s\"}", task_add_output(task, text_slice(&bytes)));
    }
    unlink(path.data);
    selfplay_job_release(&job);
    text_release(&path);
    text_release(&bytes);
    return done;
}

const WorkerKind WORKER_SELFPLAY = {.name = "selfplay", .run = run_selfplay};
