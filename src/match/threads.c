#include "match/threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cores.h"

#define THREADS_LIMIT 256

typedef struct MatchThread {
    Agenda *agenda;
    pthread_t thread;
    int core; // -1: not pinned
} MatchThread;

static void warn_if_busy(Agenda *agenda, const MatchGame *game) {
    double load;
    int cores = cores_count();
    if (game->verdict != VERDICT_TIMEOUT || getloadavg(&load, 1) != 1 || load < cores + 0.5) {
        return;
    }
    const Contestant *contestants = agenda_match(agenda)->options->contestants;
    size_t loser = game->result == RESULT_FIRST_WINS ? game->second : game->first;
    char text[256];
    snprintf(text, sizeof text,
        "%.100s lost on time while the machine was busy (load %.1f on %d cores): this may not be "
        "its fault",
        contestants[loser].name.data, load, cores);
    agenda_warn(agenda, text);
}

static void warn(void *context, const char *text) {
    agenda_warn(context, text);
}

static void *work(void *argument) {
    const MatchThread *thread = argument;
    Agenda *agenda = thread->agenda;
    PairSetting setting = {
        .self = agenda_match(agenda)->options->self,
        .core = thread->core,
        .context = agenda,
        .on_warning = warn,
    };
    MatchGame game;
    while (agenda_take_game(agenda, &game)) {
        Pair pair = pair_make(agenda_match(agenda)->options, &game);
        Error error;
        if (!pair_play(&pair, game.number % 2, &setting, &game, &error)) {
            agenda_fail(agenda, &error);
            break;
        }
        warn_if_busy(agenda, &game);
        agenda_finish(agenda, &game);
    }
    return NULL;
}

static void play(void *context, Agenda *agenda) {
    (void)context;
    int wanted = agenda_match(agenda)->options->concurrency;
    int count = wanted < THREADS_LIMIT ? wanted : THREADS_LIMIT;
    MatchThread threads[THREADS_LIMIT];
    int started = 0;
    for (int i = 0; i < count; i++) {
        bool fits = count <= cores_count();
        threads[started] = (MatchThread){.agenda = agenda, .core = fits ? cores_nth(i) : -1};
        if (pthread_create(&threads[started].thread, NULL, work, &threads[started]) == 0) {
            started++;
        }
    }
    if (started == 0) {
        Error error;
        error_set(&error, ERROR_NO_THREADS, "no thread can be started to play games");
        agenda_fail(agenda, &error);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i].thread, NULL);
    }
}

const MatchVenue MATCH_THREADS = {.play = play};
