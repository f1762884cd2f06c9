#include "match/runner.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "referee/referee.h"
#include "rules/record/record_io.h"

#define WORKERS_MAX 256
// How often a game that the referee spoils is played before the match gives up.
#define TRIES_MAX 3

typedef struct Runner {
    Match *match;
    Journal *journal;
    const MatchListener *listener;
    const atomic_bool *stop;
    pthread_mutex_t lock; // guards all that follows, the match and the journal
    Encounter *encounters;
    size_t encounter_count; // of the rounds known so far
    size_t round_start;     // the first encounter of the current round
    int next;               // the next game to hand out, counted within the round
    bool has_failed;
    Error error;
} Runner;

typedef struct Worker {
    Runner *runner;
    pthread_t thread;
    int core; // -1: not pinned
} Worker;

// The k-th game of the current round: pair by pair, and within a pair's turn encounter by
// encounter.
static bool round_game(const Runner *runner, int k, MatchGame *game) {
    int encounters = (int)(runner->encounter_count - runner->round_start);
    int games = runner->match->options->games;
    if (encounters == 0 || k >= encounters * games) {
        return false;
    }
    int pair = k / (2 * encounters);
    int index = k % (2 * encounters) / 2;
    const Encounter *encounter = &runner->encounters[runner->round_start + (size_t)index];
    int number = 2 * pair + k % 2;
    *game = (MatchGame){
        .round = encounter->round,
        .encounter = index,
        .number = number,
        .first = number % 2 == 0 ? encounter->a : encounter->b,
        .second = number % 2 == 0 ? encounter->b : encounter->a,
    };
    game->opening = match_opening(runner->match, encounter->round, index, number);
    return true;
}

static bool should_stop(const Runner *runner) {
    return runner->has_failed || runner->match->test.status != SPRT_CONTINUE ||
           atomic_load(runner->stop);
}

// Hands out the next game of the round; false when there is none left.
static bool take_next(Runner *runner, MatchGame *game) {
    pthread_mutex_lock(&runner->lock);
    bool found = false;
    while (!found && !should_stop(runner) && round_game(runner, runner->next, game)) {
        runner->next++;
        // A bye has the same player on both sides.
        found = game->first != game->second &&
                !match_find(runner->match, game->round, game->encounter, game->number);
    }
    pthread_mutex_unlock(&runner->lock);
    return found;
}

// A seed that is the same for the same game of the same match, and different for each player.
static uint64_t game_seed(const MatchOptions *options, const MatchGame *game, Side side) {
    uint64_t seed = options->seed;
    const int parts[] = {game->round, game->encounter, game->number, (int)side};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        seed = (seed ^ (uint64_t)parts[i]) * 0x9e3779b97f4a7c15u;
        seed ^= seed >> 29;
    }
    return seed;
}

// Plays the game and fills in how it went.
static Verdict play_game(const Worker *worker, MatchGame *game) {
    const MatchOptions *options = worker->runner->match->options;
    size_t players[2] = {game->first, game->second};
    ContestantCall calls[2];
    RefereeOptions referee = {.rules = options->rules, .variant = options->variant};
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (worker->core >= 0) {
        CPU_SET(worker->core, &cores);
    }
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        const Contestant *contestant = &options->contestants[players[side]];
        referee.players[side] = contestant_player(contestant, options->self, options->rules->name,
            options->variant, game_seed(options, game, (Side)side), &calls[side]);
        // An engine with several threads needs several cores.
        bool is_pinned = worker->core >= 0 && contestant->threads == 1;
        referee.players[side].cores = is_pinned ? &cores : NULL;
    }
    if (match_uses_openings(options, game->first, game->second)) {
        const Opening *opening = &options->openings->items[game->opening];
        referee.opening = opening->moves;
        referee.opening_count = opening->count;
    }
    Record record;
    int64_t start_ms = clock_now_ms();
    Verdict verdict = referee_play(&referee, &record);
    game->verdict = verdict.kind;
    game->result = verdict.result;
    game->plies = (int)record.game.count;
    game->time_ms = clock_now_ms() - start_ms;
    game->detail = strdup(verdict.detail);
    Text text;
    text_init(&text);
    record_write(&record, RECORD_PGN, &text, NULL);
    game->record = strdup(text.data);
    text_release(&text);
    record_release(&record);
    return verdict;
}

static void drop_game(MatchGame *game) {
    free(game->detail);
    free(game->record);
}

static void warn_if_busy(const Runner *runner, const MatchGame *game) {
    double load;
    int cores = cores_count();
    if (game->verdict != VERDICT_TIMEOUT || getloadavg(&load, 1) != 1 || load < cores + 0.5) {
        return;
    }
    const Contestant *contestants = runner->match->options->contestants;
    size_t loser = game->result == RESULT_FIRST_WINS ? game->second : game->first;
    char text[256];
    snprintf(text, sizeof text,
        "%.100s lost on time while the machine was busy (load %.1f on %d cores): this may not be "
        "its fault",
        contestants[loser].name.data, load, cores);
    runner->listener->on_warning(runner->listener->context, text);
}

// Scores a game that has ended.
static void finish_game(Runner *runner, MatchGame *game) {
    pthread_mutex_lock(&runner->lock);
    bool kept = !runner->journal || journal_add(runner->journal, game, &runner->error);
    if (kept && match_take_game(runner->match, game)) {
        warn_if_busy(runner, game);
        runner->listener->on_game(runner->listener->context, runner->match, game);
    } else {
        drop_game(game);
        runner->has_failed = runner->has_failed || !kept;
    }
    pthread_mutex_unlock(&runner->lock);
}

// Says that a game is played again, so that trouble with the machine does not go unnoticed.
static void warn_of_fault(Runner *runner, const Verdict *verdict) {
    char text[256];
    snprintf(
        text, sizeof text, "the referee failed, the game is played again: %.180s", verdict->detail);
    pthread_mutex_lock(&runner->lock);
    runner->listener->on_warning(runner->listener->context, text);
    pthread_mutex_unlock(&runner->lock);
}

static void *work(void *argument) {
    Worker *worker = argument;
    Runner *runner = worker->runner;
    MatchGame game;
    while (take_next(runner, &game)) {
        Verdict verdict = play_game(worker, &game);
        for (int tries = 1; verdict.kind == VERDICT_FAULT && tries < TRIES_MAX; tries++) {
            warn_of_fault(runner, &verdict);
            drop_game(&game);
            verdict = play_game(worker, &game);
        }
        if (verdict.kind == VERDICT_FAULT) {
            drop_game(&game);
            pthread_mutex_lock(&runner->lock);
            runner->has_failed = true;
            error_set(
                &runner->error, ERROR_REFEREE_FAILED, "the referee failed: %.200s", verdict.detail);
            pthread_mutex_unlock(&runner->lock);
            break;
        }
        finish_game(runner, &game);
    }
    return NULL;
}

// Plays what is left of the current round.
static void play_round(Runner *runner) {
    int wanted = runner->match->options->concurrency;
    int count = wanted < WORKERS_MAX ? wanted : WORKERS_MAX;
    Worker workers[WORKERS_MAX];
    int started = 0;
    for (int i = 0; i < count; i++) {
        bool fits = count <= cores_count();
        workers[started] = (Worker){.runner = runner, .core = fits ? cores_nth(i) : -1};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0) {
            started++;
        }
    }
    if (started == 0) {
        runner->has_failed = true;
        error_set(&runner->error, ERROR_NO_THREADS, "no thread can be started to play games");
    }
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
}

bool match_run(Match *match, Journal *journal, const MatchListener *listener,
    const atomic_bool *stop, Error *error) {
    Runner runner = {
        .match = match,
        .journal = journal,
        .listener = listener,
        .stop = stop,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    runner.encounters = calloc(match_encounters_max(match->options), sizeof *runner.encounters);
    if (!runner.encounters) {
        abort();
    }
    int rounds = schedule_rounds(&match->options->schedule);
    for (int round = 0; round < rounds && !should_stop(&runner); round++) {
        runner.encounter_count = match_encounters(match, runner.encounters);
        runner.round_start = 0;
        while (runner.round_start < runner.encounter_count &&
               runner.encounters[runner.round_start].round < round) {
            runner.round_start++;
        }
        size_t end = runner.round_start;
        while (end < runner.encounter_count && runner.encounters[end].round == round) {
            end++;
        }
        runner.encounter_count = end;
        runner.next = 0;
        play_round(&runner);
    }
    free(runner.encounters);
    if (runner.has_failed) {
        *error = runner.error;
        return false;
    }
    return true;
}
