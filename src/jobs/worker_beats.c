// The beats of a worker: they renew the leases of its tasks, carry their progress, and bring back
// which leases are lost and which jobs are cancelled.

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "jobs/worker_parts.h"

// For all tasks, or for those that have news.
static json_t *list_beats(Worker *worker, bool is_for_all) {
    json_t *list = json_array();
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < WORKER_TASKS_MAX; i++) {
        WorkerTask *task = worker->tasks[i];
        char *news = task && !atomic_load(&task->is_lost) ? task_take_news(task) : NULL;
        if (news || (is_for_all && task && !atomic_load(&task->is_lost))) {
            json_t *beat = json_pack("{s:I s:s}", "id", task->id, "attempt", task->attempt);
            if (news) {
                json_object_set_new(beat, "progress", json_loads(news, 0, NULL));
            }
            json_array_append_new(list, beat);
        }
        free(news);
    }
    pthread_mutex_unlock(&worker->lock);
    return list;
}

static bool has_beat(const json_t *beats, const WorkerTask *task) {
    size_t index;
    json_t *beat;
    json_array_foreach(beats, index, beat) {
        const char *attempt = json_string_value(json_object_get(beat, "attempt"));
        if (strcmp(attempt, task->attempt) == 0) {
            return true;
        }
    }
    return false;
}

// Stops the tasks that a list names, out of those that had a beat: a job that was lost may be here
// again by a new lease.
static void lose(Worker *worker, const json_t *beats, const json_t *list) {
    size_t index;
    json_t *id;
    pthread_mutex_lock(&worker->lock);
    json_array_foreach(list, index, id) {
        for (int i = 0; i < WORKER_TASKS_MAX; i++) {
            WorkerTask *task = worker->tasks[i];
            if (task && task->id == json_integer_value(id) && has_beat(beats, task)) {
                worker_lose_task(task);
            }
        }
    }
    pthread_mutex_unlock(&worker->lock);
}

static void return_news(Worker *worker, const json_t *beats) {
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < WORKER_TASKS_MAX; i++) {
        if (worker->tasks[i] && has_beat(beats, worker->tasks[i])) {
            task_return_news(worker->tasks[i]);
        }
    }
    pthread_mutex_unlock(&worker->lock);
}

static void beat(Worker *worker, bool is_for_all) {
    json_t *beats = list_beats(worker, is_for_all);
    json_t *answer = NULL;
    Error error;
    RemoteStatus status = REMOTE_DONE;
    if (json_array_size(beats) > 0) {
        status = remote_call(worker->options->remote, "POST", "/api/v1/beats",
            worker_identify(worker, json_pack("{s:O}", "jobs", beats)), &answer, &error);
    }
    if (status == REMOTE_DONE) {
        json_int_t news_ms = json_integer_value(json_object_get(answer, "newsMs"));
        atomic_store(
            &worker->news_ms, news_ms > 0 && news_ms < INT_MAX ? (int)news_ms : WORKER_NEWS_MS);
        lose(worker, beats, json_object_get(answer, "lost"));
        lose(worker, beats, json_object_get(answer, "cancelled"));
    } else {
        return_news(worker, beats);
        worker_say(worker, "beat", error.text);
    }
    json_decref(answer);
    json_decref(beats);
}

void *worker_keep_beating(void *argument) {
    Worker *worker = argument;
    int64_t now_ms = clock_now_ms();
    int64_t all_ms = now_ms + atomic_load(&worker->beat_ms);
    int64_t news_ms = now_ms;
    while (!atomic_load(&worker->is_over)) {
        remote_wait((int)(all_ms - now_ms), &worker->is_over, &worker->has_news);
        int64_t next_ms = news_ms < all_ms ? news_ms : all_ms;
        remote_wait((int)(next_ms - clock_now_ms()), &worker->is_over, NULL);
        bool is_for_all = clock_now_ms() >= all_ms;
        atomic_store(&worker->has_news, false);
        beat(worker, is_for_all);
        now_ms = clock_now_ms();
        all_ms = is_for_all ? now_ms + atomic_load(&worker->beat_ms) : all_ms;
        news_ms = now_ms + atomic_load(&worker->news_ms);
    }
    return NULL;
}
