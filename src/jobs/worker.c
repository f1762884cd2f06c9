#include "jobs/worker.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "jobs/worker_task.h"

#define TASKS_MAX 1024
// Of these, jobs that wait for people: they think now and then, beside what has the cores.
#define IDLE_TASKS_MAX 4
// Between two claims when the server does not say.
#define CLAIM_MS 1000
// Between two beats with news, likewise.
#define NEWS_MS 1000

typedef struct Worker {
    const WorkerOptions *options;
    json_int_t host; // as the server knows it
    char *key;
    atomic_int beat_ms;
    atomic_int news_ms;   // news do not come more often
    atomic_bool has_news; // of some task
    pthread_t beats;
    atomic_bool is_over;  // no more beats
    atomic_bool is_awake; // something ended: look at once
    pthread_mutex_t lock; // of what follows
    WorkerTask *tasks[TASKS_MAX];
    bool *busy_cores; // one for each
} Worker;

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

static void say(const Worker *worker, const char *what, const char *why) {
    char line[400];
    snprintf(line, sizeof line, "%s: %.300s", what, why);
    worker->options->say(worker->options->context, line);
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
        say(worker, "no server yet", status == REMOTE_DONE ? "a strange answer" : error->text);
        remote_wait(backoff_next_ms(&backoff), stop, NULL);
    }
    return true;
}

// The proof of who asks, with other members.
static json_t *with_proof(Worker *worker, json_t *members) {
    pthread_mutex_lock(&worker->lock);
    json_object_set_new(members, "host", json_integer(worker->host));
    json_object_set_new(members, "key", json_string(worker->key));
    pthread_mutex_unlock(&worker->lock);
    return members;
}

// ---- Beats ----

// For all tasks, or for those that have news.
static json_t *list_beats(Worker *worker, bool is_for_all) {
    json_t *list = json_array();
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < TASKS_MAX; i++) {
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

static void lose_task(WorkerTask *task) {
    atomic_store(&task->is_lost, true);
    atomic_store(&task->stop, true);
}

// Stops the tasks that a list names, out of those that had a beat: a job that was lost may be here
// again by a new lease.
static void lose(Worker *worker, const json_t *beats, const json_t *list) {
    size_t index;
    json_t *id;
    pthread_mutex_lock(&worker->lock);
    json_array_foreach(list, index, id) {
        for (int i = 0; i < TASKS_MAX; i++) {
            WorkerTask *task = worker->tasks[i];
            if (task && task->id == json_integer_value(id) && has_beat(beats, task)) {
                lose_task(task);
            }
        }
    }
    pthread_mutex_unlock(&worker->lock);
}

static void return_news(Worker *worker, const json_t *beats) {
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < TASKS_MAX; i++) {
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
            with_proof(worker, json_pack("{s:O}", "jobs", beats)), &answer, &error);
    }
    if (status == REMOTE_DONE) {
        json_int_t news_ms = json_integer_value(json_object_get(answer, "newsMs"));
        atomic_store(&worker->news_ms, news_ms > 0 && news_ms < INT_MAX ? (int)news_ms : NEWS_MS);
        lose(worker, beats, json_object_get(answer, "lost"));
        lose(worker, beats, json_object_get(answer, "cancelled"));
    } else {
        return_news(worker, beats);
        say(worker, "beat", error.text);
    }
    json_decref(answer);
    json_decref(beats);
}

// A beat for all leases now and then, and between them one with the news whenever there are some,
// but not too soon after the one before.
static void *keep_beating(void *argument) {
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

// ---- Tasks ----

// So many free cores in a row; -1 if there are none. The lock is held.
static int find_cores(const Worker *worker, int count) {
    int free_count = 0;
    for (int i = 0; i < worker->options->cores; i++) {
        free_count = worker->busy_cores[i] ? 0 : free_count + 1;
        if (free_count == count) {
            return i - count + 1;
        }
    }
    return -1;
}

static int count_free(Worker *worker) {
    int count = 0;
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < worker->options->cores; i++) {
        count += !worker->busy_cores[i];
    }
    pthread_mutex_unlock(&worker->lock);
    return count;
}

static int count_free_idle(Worker *worker) {
    int count = IDLE_TASKS_MAX;
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < TASKS_MAX; i++) {
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

static void mark_cores(Worker *worker, const WorkerTask *task, bool is_busy) {
    for (int i = 0; i < task->core_count; i++) {
        worker->busy_cores[task->slot + i] = is_busy;
    }
}

// Starts a task on free cores; one that does not fit is left to its lease's end.
static void start_task(Worker *worker, const json_t *job) {
    WorkerTask *task = task_new(worker->options, job);
    if (!task) {
        say(worker, "claim", "the server gave a job that this worker does not know");
        return;
    }
    int place = -1;
    pthread_mutex_lock(&worker->lock);
    for (int i = TASKS_MAX - 1; i >= 0; i--) {
        WorkerTask *other = worker->tasks[i];
        place = other ? place : i;
        if (other && other->id == task->id) {
            lose_task(other); // or it would not be leased anew
        }
    }
    task->core_count = task->kind->is_idle ? 0 : task->core_count;
    task->slot = task->kind->is_idle ? 0 : find_cores(worker, task->core_count);
    bool fits = task->slot >= 0 && place >= 0;
    if (fits) {
        // Who has not all cores to himself does not know which are free.
        bool has_core = task->core_count > 0 && worker->options->cores == cores_count();
        task->core = has_core ? cores_nth(task->slot) : -1;
        TaskStart *start = malloc(sizeof *start);
        if (!start) {
            abort();
        }
        *start = (TaskStart){worker, task};
        task->news = &worker->has_news;
        worker->tasks[place] = task;
        mark_cores(worker, task, true);
        fits = pthread_create(&task->thread, NULL, live, start) == 0;
        if (!fits) {
            worker->tasks[place] = NULL;
            mark_cores(worker, task, false);
            free(start);
        }
    }
    pthread_mutex_unlock(&worker->lock);
    if (!fits) {
        say(worker, "claim", "a job cannot be started");
        task_free(task);
    }
}

// Frees tasks that are done; returns how many are left.
static int reap_tasks(Worker *worker) {
    int left = 0;
    pthread_mutex_lock(&worker->lock);
    for (int i = 0; i < TASKS_MAX; i++) {
        WorkerTask *task = worker->tasks[i];
        if (task && task->is_done) {
            worker->tasks[i] = NULL;
            mark_cores(worker, task, false);
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
    for (int i = 0; i < TASKS_MAX; i++) {
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
        with_proof(worker, body), &answer, error);
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
            say(worker, "claim", error->text);
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
    Worker worker = {.options = options, .news_ms = NEWS_MS, .lock = PTHREAD_MUTEX_INITIALIZER};
    worker.busy_cores = calloc((size_t)options->cores, sizeof *worker.busy_cores);
    if (!worker.busy_cores) {
        abort();
    }
    bool done = hello(&worker, stop, error);
    if (done && !atomic_load(stop)) {
        if (pthread_create(&worker.beats, NULL, keep_beating, &worker) != 0) {
            done = error_set(error, ERROR_NO_THREADS, "no thread can be started for beats");
        } else {
            done = work(&worker, stop, error);
            stop_tasks(&worker);
            atomic_store(&worker.is_over, true);
            pthread_join(worker.beats, NULL);
        }
    }
    free(worker.busy_cores);
    free(worker.key);
    return done;
}
