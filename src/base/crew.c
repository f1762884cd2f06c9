#include "base/crew.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef __wasm__

struct Crew {
    char unused;
};

Crew *crew_new(int size) {
    (void)size;
    return calloc(1, sizeof(Crew));
}

void crew_free(Crew *crew) {
    free(crew);
}

int crew_size(const Crew *crew) {
    (void)crew;
    return 1;
}

void crew_run(Crew *crew, CrewWork work, void *context) {
    (void)crew;
    work(context, 0);
}

#else

#include <pthread.h>

typedef struct Hand {
    Crew *crew;
    int index;
    pthread_t thread;
} Hand;

struct Crew {
    int size;
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t called;
    pthread_cond_t done;
    unsigned runs; // so far; a hand that has done fewer has work to do
    int busy;      // hands still at it
    bool is_dismissed;
    CrewWork work;
    void *context;
    Hand hands[]; // of all but the caller
};

static void *stand_by(void *argument) {
    const Hand *hand = (const Hand *)argument;
    Crew *crew = hand->crew;
    unsigned runs = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->runs == runs && !crew->is_dismissed) {
            pthread_cond_wait(&crew->called, &crew->lock);
        }
        if (crew->is_dismissed) {
            break;
        }
        runs = crew->runs;
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->context, hand->index);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0) {
            pthread_cond_signal(&crew->done);
        }
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

Crew *crew_new(int size) {
    Crew *crew = (Crew *)calloc(1, sizeof *crew + (size_t)size * sizeof *crew->hands);
    if (!crew) {
        return NULL;
    }
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->called, NULL);
    pthread_cond_init(&crew->done, NULL);
    crew->size = 1;
    while (crew->size < size) {
        Hand *hand = &crew->hands[crew->size - 1];
        *hand = (Hand){.crew = crew, .index = crew->size};
        if (pthread_create(&hand->thread, NULL, stand_by, hand) != 0) {
            break;
        }
        crew->size++;
    }
    return crew;
}

void crew_free(Crew *crew) {
    if (!crew) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->is_dismissed = true;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->size - 1; i++) {
        pthread_join(crew->hands[i].thread, NULL);
    }
    pthread_cond_destroy(&crew->called);
    pthread_cond_destroy(&crew->done);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

int crew_size(const Crew *crew) {
    return crew->size;
}

void crew_run(Crew *crew, CrewWork work, void *context) {
    if (crew->size > 1) {
        pthread_mutex_lock(&crew->lock);
        crew->work = work;
        crew->context = context;
        crew->busy = crew->size - 1;
        crew->runs++;
        pthread_cond_broadcast(&crew->called);
        pthread_mutex_unlock(&crew->lock);
    }
    work(context, 0);
    if (crew->size > 1) {
        pthread_mutex_lock(&crew->lock);
        while (crew->busy > 0) {
            pthread_cond_wait(&crew->done, &crew->lock);
        }
        pthread_mutex_unlock(&crew->lock);
    }
}

#endif

typedef struct Sharing {
    CrewWork work;
    void *context;
    int part_count;
    atomic_int next_part;
} Sharing;

static void take_parts(void *context, int index) {
    (void)index;
    Sharing *sharing = (Sharing *)context;
    int part;
    while ((part = atomic_fetch_add(&sharing->next_part, 1)) < sharing->part_count) {
        sharing->work(sharing->context, part);
    }
}

void crew_share(Crew *crew, int part_count, CrewWork work, void *context) {
    Sharing sharing = {.work = work, .context = context, .part_count = part_count};
    crew_run(crew, take_parts, &sharing);
}
