#include "train/crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct Crew {
    pthread_mutex_t lock;
    pthread_cond_t job_given;
    pthread_cond_t job_done;
    void (*work)(void *context, int part);
    void *context;
    int part_count;
    int next_part;
    int open_count; // parts that are not done
    bool is_ending;
    int helper_count;
    pthread_t helpers[];
};

// Takes parts until none is left. Called and left with the lock held.
static void take_parts(Crew *crew) {
    while (crew->next_part < crew->part_count) {
        const int part = crew->next_part++;
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->context, part);
        pthread_mutex_lock(&crew->lock);
        if (--crew->open_count == 0) {
            pthread_cond_signal(&crew->job_done);
        }
    }
}

static void *help(void *argument) {
    Crew *crew = argument;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_ending) {
        take_parts(crew);
        if (!crew->is_ending) {
            pthread_cond_wait(&crew->job_given, &crew->lock);
        }
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

Crew *crew_new(int thread_count) {
    const size_t helper_count = thread_count > 1 ? (size_t)thread_count - 1 : 0;
    Crew *crew = calloc(1, sizeof *crew + helper_count * sizeof *crew->helpers);
    if (!crew) {
        return NULL;
    }
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->job_given, NULL);
    pthread_cond_init(&crew->job_done, NULL);
    for (size_t i = 0; i < helper_count; i++) {
        if (pthread_create(&crew->helpers[i], NULL, help, crew) != 0) {
            crew_free(crew);
            return NULL;
        }
        crew->helper_count++;
    }
    return crew;
}

void crew_free(Crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->is_ending = true;
    pthread_cond_broadcast(&crew->job_given);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->helper_count; i++) {
        pthread_join(crew->helpers[i], NULL);
    }
    pthread_cond_destroy(&crew->job_done);
    pthread_cond_destroy(&crew->job_given);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

void crew_run(Crew *crew, int part_count, void (*work)(void *context, int part), void *context) {
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->context = context;
    crew->part_count = part_count;
    crew->next_part = 0;
    crew->open_count = part_count;
    pthread_cond_broadcast(&crew->job_given);
    take_parts(crew);
    while (crew->open_count > 0) {
        pthread_cond_wait(&crew->job_done, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}
