#include "arena/steward.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define STEPS_MAX 16
#define TURN_S 1

typedef struct StewardStep {
    const char *name;
    bool (*run)(void *context, Error *error);
    void *context;
} StewardStep;

struct Steward {
    const Log *log;
    StewardStep steps[STEPS_MAX];
    int count;
    bool is_started;
    pthread_t thread;
    pthread_mutex_t mutex; // of what follows
    pthread_cond_t changed;
    bool is_woken;
    bool is_stopped;
};

Steward *steward_new(const Log *log) {
    Steward *steward = calloc(1, sizeof *steward);
    if (!steward) {
        abort();
    }
    steward->log = log;
    pthread_mutex_init(&steward->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&steward->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return steward;
}

void steward_add(
    Steward *steward, const char *name, bool (*step)(void *context, Error *error), void *context) {
    if (steward->count == STEPS_MAX || steward->is_started) {
        abort();
    }
    steward->steps[steward->count++] = (StewardStep){name, step, context};
}

// Whether there is another turn; waits for it.
static bool wait_for_turn(Steward *steward) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += TURN_S;
    pthread_mutex_lock(&steward->mutex);
    int status = 0;
    while (!steward->is_woken && !steward->is_stopped && status == 0) {
        status = pthread_cond_timedwait(&steward->changed, &steward->mutex, &until);
    }
    bool goes_on = !steward->is_stopped;
    steward->is_woken = false;
    pthread_mutex_unlock(&steward->mutex);
    return goes_on;
}

static void *run(void *context) {
    Steward *steward = context;
    do {
        for (int i = 0; i < steward->count; i++) {
            const StewardStep *step = &steward->steps[i];
            Error error;
            if (!step->run(step->context, &error)) {
                log_reason(steward->log, LOG_WARNING, step->name, &error);
            }
        }
    } while (wait_for_turn(steward));
    return NULL;
}

bool steward_start(Steward *steward, Error *error) {
    steward->is_started = pthread_create(&steward->thread, NULL, run, steward) == 0;
    return steward->is_started ||
           error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
}

void steward_wake(Steward *steward) {
    if (steward) {
        pthread_mutex_lock(&steward->mutex);
        steward->is_woken = true;
        pthread_cond_signal(&steward->changed);
        pthread_mutex_unlock(&steward->mutex);
    }
}

void steward_free(Steward *steward) {
    if (!steward) {
        return;
    }
    pthread_mutex_lock(&steward->mutex);
    steward->is_stopped = true;
    pthread_cond_signal(&steward->changed);
    pthread_mutex_unlock(&steward->mutex);
    if (steward->is_started) {
        pthread_join(steward->thread, NULL);
    }
    pthread_cond_destroy(&steward->changed);
    pthread_mutex_destroy(&steward->mutex);
    free(steward);
}
