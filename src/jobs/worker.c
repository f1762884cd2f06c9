#include "jobs/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "jobs/worker_parts.h"

// Tasks that wait for people: they think now and then, beside what has the cores.
#define IDLE_TASKS_MAX 4
// Between two claims when the server does not say.
#define CLAIM_MS 1000

// ---- Shared with the beats ----

void worker_say(const Worker *worker, const char *what, const char *why) {
    char line[400];
    snprintf(line, sizeof line, "%s: %.300s", what, why);
    worker->options->say(worker->options->context, line);
}

json_t *worker_identify(Worker *worker, json_t *members) {
    pthread_mutex_lock(&worker->lock);
    json_object_set_new(members, "host", json_integer(worker->host));
    json_object_set_new(members, "key", json_string(worker->key));
    pthread_mutex_unlock(&worker->lock);
    return members;
}

void worker_lose_task(WorkerTask *task) {
    atomic_store(&task->is_lost, true);
    atomic_store(&task->stop, true);
}

// ---- Hello ----

static json_t *describe(const WorkerOptions *options) {
    return json_pack("{s:s s:s s:s s:i s:i s:i s:f}", "name", options->name, "version",
        options->version, "bench", options->bench, "cores", options->cores, "memoryMb",
        options->memory_mb, "sandbox", options->sandbox, "speed", options->speed);
}

static bool read_hello(Worker *worker, const json_t *answer) {
    json_int_t host;
    const char *key;
    int beat_ms;
    if (json_unpack((json_t *)answer, "{s:I s:s s:i}", "host", &host, "key", &key, "beatMs",
            &beat_ms) != 0 ||
        beat_ms < 1) {
        return false;
    }
    pthread_mutex_lock(&worker->lock);
    free(worker->key);
    worker->host = host;
    worker->key = strdup(key);
    atomic_store(&worker->beat_ms, beat_ms);
    pthread_mutex_unlock(&worker->lock);
    return true;
}

// Introduces itself until the server listens. False with a reason if it is refused; true also when
// it was stopped.
static bool hello(Worker *worker, const atomic_bool *stop, Error *error) {
    const WorkerOptions *options = worker->options;
    Backoff backoff;
    backoff_init(&backoff, options->retry_ms, options->retry_max_ms);
    while (!atomic_load(stop)) {
        json_t *answer = NULL;
        RemoteStatus status = remote_call(
            options->remote, "POST", "/api/v1/hosts", describe(options), &answer, error);
        bool done = status == REMOTE_DONE && read_hello(worker, answer);
        json_decref(answer);
        if (done) {
            return true;
        }
        if (status == REMOTE_REFUSED) {
            return false;
        }
        worker_say(
            worker, "no server yet", status == REMOTE_DONE ? "a strange answer" : error->text);
        remote_wait(backoff_next_ms(&backoff), stop, NULL);
    }
    return true;
}

// ---- Tasks ----

static int count_free(Worker *worker) {
    pthread_mutex_lock(&worker->lock);
    int count = worker_slots_count_free(&worker->slots);
    pthread_mutex_unlock(&worker->lock);
    return count;
}

static int count_free_idle(Worker *worker) {
    int count = IDLE_TASKS_MAX;
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < WORKER_TASKS_MAX; i++) {
        count -= worker->tasks[i] && worker->tasks[i]->kind->is_idle;
    }
    pthread_mutex_unlock(&worker->lock);
    return count;
}

typedef struct TaskStart {
    Worker *worker;
    WorkerTask *task;
} TaskStart;

static void *live(void *argument) {
    TaskStart start = *(TaskStart *)argument;
    free(argument);
    task_live(start.task);
    pthread_mutex_lock(&start.worker->lock);
    start.task->is_done = true;
    pthread_mutex_unlock(&start.worker->lock);
    atomic_store(&start.worker->is_awake, true);
    return NULL;
}

// Starts a task on free cores. No more are claimed than there are, so one that does not fit is the
// server's mistake, and left to its lease's end.
static void start_task(Worker *worker, const json_t *job) {
    WorkerTask *task = task_new(worker->options, job);
    if (!task) {
        worker_say(worker, "claim", "the server gave a job that this worker does not know");
        return;
    }
    int place = -1;
    pthread_mutex_lock(&worker->lock);
    for (int i = WORKER_TASKS_MAX - 1; i >= 0; i--) {
        WorkerTask *other = worker->tasks[i];
        place = other ? place : i;
        if (other && other->id == task->id) {
            worker_lose_task(other); // or it would not be leased anew
        }
    }
    int slot_count = task->kind->is_idle ? 0 : task->core_count;
    bool fits = place >= 0 && worker_slots_take(&worker->slots, slot_count, task, &task->core);
    if (fits) {
        TaskStart *start = malloc(sizeof *start);
        if (!start) {
            abort();
        }
        *start = (TaskStart){worker, task};
        task->news = &worker->has_news;
        worker->tasks[place] = task;
        fits = pthread_create(&task->thread, NULL, live, start) == 0;
        if (!fits) {
            worker->tasks[place] = NULL;
            worker_slots_give_back(&worker->slots, task);
            free(start);
        }
    }
    pthread_mutex_unlock(&worker->lock);
    if (!fits) {
        worker_say(worker, "claim", "a job cannot be started");
        task_free(task);
    }
}

// Frees tasks that are done; returns how many are left.
static int reap_tasks(Worker *worker) {
    int left = 0;
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < WORKER_TASKS_MAX; i++) {
        WorkerTask *task = worker->tasks[i];
        if (task && task->is_done) {
            worker->tasks[i] = NULL;
            worker_slots_give_back(&worker->slots, task);
            pthread_join(task->thread, NULL);
            task_free(task);
        }
        left += worker->tasks[i] != NULL;
    }
    pthread_mutex_unlock(&worker->lock);
    return left;
}

// Tells all tasks to stop, and waits until they have handed back what they had.
static void stop_tasks(Worker *worker) {
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < WORKER_TASKS_MAX; i++) {
        if (worker->tasks[i]) {
            atomic_store(&worker->tasks[i]->stop, true);
        }
    }
    pthread_mutex_unlock(&worker->lock);
    while (reap_tasks(worker) > 0) {
        atomic_store(&worker->is_awake, false);
        remote_wait(CLAIM_MS, &worker->is_awake, NULL);
    }
}

// ---- Claims ----

static json_t *kind_names(const WorkerOptions *options, bool is_idle) {
    json_t *names = json_array();
    for (const WorkerKind *const *kind = options->kinds; *kind; kind++) {
        if ((*kind)->is_idle == is_idle) {
            json_array_append_new(names, json_string((*kind)->name));
        }
    }
    return names;
}

// Claims jobs, idle ones or others, and starts them. Sets how long to wait before the next claim.
static RemoteStatus claim(Worker *worker, bool is_idle, int slots, int *wait_ms, Error *error) {
    json_t *kinds = kind_names(worker->options, is_idle);
    if (slots < 1 || json_array_size(kinds) == 0) {
        json_decref(kinds);
        return REMOTE_DONE;
    }
    json_t *body = json_pack("{s:i s:o}", "slots", slots, "kinds", kinds);
    json_t *answer = NULL;
    RemoteStatus status = remote_call(worker->options->remote, "POST", "/api/v1/claims",
        worker_identify(worker, body), &answer, error);
    if (status != REMOTE_DONE) {
        return status;
    }
    size_t index;
    json_t *job;
    json_array_foreach(json_object_get(answer, "jobs"), index, job) {
        start_task(worker, job);
    }
    json_int_t retry_ms = json_integer_value(json_object_get(answer, "retryMs"));
    *wait_ms = retry_ms > 0 && retry_ms < 3600000 ? (int)retry_ms : CLAIM_MS;
    json_decref(answer);
    return status;
}

// Claims and works until it is stopped. False with a reason if the server wants no more of it.
static bool work(Worker *worker, const atomic_bool *stop, Error *error) {
    Backoff backoff;
    backoff_init(&backoff, worker->options->retry_ms, worker->options->retry_max_ms);
    while (!atomic_load(stop)) {
        atomic_store(&worker->is_awake, false);
        reap_tasks(worker);
        int wait_ms = CLAIM_MS;
        RemoteStatus status = claim(worker, false, count_free(worker), &wait_ms, error);
        if (status == REMOTE_DONE) {
            status = claim(worker, true, count_free_idle(worker), &wait_ms, error);
        }
        if (status == REMOTE_AGAIN) {
            worker_say(worker, "claim", error->text);
            wait_ms = backoff_next_ms(&backoff);
        } else {
            backoff.failures = 0;
        }
        // Perhaps the server does not know this process any more: a new one, or a new database.
        if (status == REMOTE_REFUSED && !hello(worker, stop, error)) {
            return false;
        }
        remote_wait(wait_ms, stop, &worker->is_awake);
    }
    return true;
}

bool worker_run(const WorkerOptions *options, const atomic_bool *stop, Error *error) {
    Worker worker = {
        .options = options, .news_ms = WORKER_NEWS_MS, .lock = PTHREAD_MUTEX_INITIALIZER};
    worker_slots_init(&worker.slots, options->cores, WORKER_CORE_NAME);
    bool done = hello(&worker, stop, error);
    if (done && !atomic_load(stop)) {
        if (pthread_create(&worker.beats, NULL, worker_keep_beating, &worker) != 0) {
            done = error_set(error, ERROR_NO_THREADS, "no thread can be started for beats");
        } else {
            done = work(&worker, stop, error);
            stop_tasks(&worker);
            atomic_store(&worker.is_over, true);
            pthread_join(worker.beats, NULL);
        }
    }
    worker_slots_release(&worker.slots);
    free(worker.key);
    return done;
}
