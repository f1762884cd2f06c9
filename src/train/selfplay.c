#include "train/selfplay.h"

#include <pthread.h>
#include <stdlib.h>

#include "eval/evaluators.h"
#include "search/engine.h"
#include "train/selfplay_log.h"
#include "train/starts.h"

#define ENGINE_MEMORY_MB 128
// A cheap move is searched with the full number of nodes divided by this.
#define CHEAP_DIVISOR 5
// In the first moves after the opening, one in so many is drawn by value.
#define DRAWN_PLIES 16
#define DRAWN_ONE_IN 5
#define DRAWN_TEMPERATURE 300.0

// Games are written in the order of their indices, so that a file tells by its length which are in
// it. A game that ends before an earlier one waits; so many for each thread can, before threads do.
#define WAITING_PER_THREAD 16

typedef struct Slot {
    bool is_played;
    SampleGame game;
} Slot;

typedef struct SelfplayRun {
    const SelfplaySettings *settings;
    const Rules *rules;
    const Variant *variant;
    const atomic_bool *stop;
    pthread_mutex_t lock;    // of everything below
    pthread_cond_t has_room; // in the slots, or there is no more to do
    Slot *slots;             // the game of an index is in slots[index % slot_count] until written
    uint64_t slot_count;
    uint64_t next_game; // to be played; log.progress.games is the next one to be written
    SelfplayLog log;
    bool has_failed;
    Error error;
} SelfplayRun;

typedef struct SelfplayThread {
    SelfplayRun *run;
    pthread_t thread;
    Engine *engine;
    Evaluation *evaluation;
} SelfplayThread;

// Notes which moves the last search visited, the most visited first.
static void note_shares(const Engine *engine, SamplePly *ply) {
    EngineReport lines[SAMPLE_SHARES_MAX];
    const size_t count = engine_lines(engine, SAMPLE_SHARES_MAX, lines);
    uint64_t most = 1;
    for (size_t i = 0; i < count; i++) {
        most = lines[i].nodes > most ? lines[i].nodes : most;
    }
    for (size_t i = 0; i < count; i++) {
        const uint64_t share = (lines[i].nodes * SAMPLE_SHARE_ONE + most / 2) / most;
        if (share > 0) {
            ply->shares[ply->share_count++] =
                (SampleShare){.move = lines[i].pv[0], .share = (uint8_t)share};
        }
    }
}

// One move: searches, notes what was found, and plays. Returns whether the result is now proven,
// and then sets it.
static bool play_move(
    SelfplayThread *worker, Game *game, SampleGame *sample, Rng *rng, Result *result) {
    const SelfplaySettings *settings = worker->run->settings;
    bool is_full = rng_unit(rng) < settings->full_share;
    uint64_t cheap = settings->nodes / CHEAP_DIVISOR;
    EngineLimits limits = {.nodes = is_full ? settings->nodes : cheap > 0 ? cheap : 1};
    EngineReport report;
    Side side = position_turn(game_position(game));
    Move move = engine_think(worker->engine, game, &limits, NULL, NULL, &report);
    int value = report.score * 10;
    const size_t plies = sample->count++;
    SamplePly *ply = &sample->plies[plies];
    *ply = (SamplePly){
        .value = (int16_t)(value > VALUE_MAX    ? VALUE_MAX
                           : value < -VALUE_MAX ? -VALUE_MAX
                                                : value),
        .is_quiet = is_full,
    };
    if (report.is_proven) {
        *result = report.score > 0   ? result_win_for(side)
                  : report.score < 0 ? result_win_for(side_other(side))
                                     : RESULT_DRAW;
        return true;
    }
    if (is_full) {
        note_shares(worker->engine, ply);
    }
    if (plies < DRAWN_PLIES && rng_below(rng, DRAWN_ONE_IN) == 0) {
        move = start_draw_move(game, evaluation_table(worker->evaluation), DRAWN_TEMPERATURE, rng);
    }
    ply->move = move;
    game_play(game, move);
    return false;
}

static void play_game(SelfplayThread *worker, uint64_t index, SampleGame *sample) {
    SelfplayRun *run = worker->run;
    Rng rng;
    rng_init(&rng, run->settings->seed ^ (index + 1) * 0x9e3779b97f4a7c15u);
    Game game;
    start_game(&game, run->rules, run->variant, evaluation_table(worker->evaluation),
        run->settings->opening_plies, &rng);
    *sample =
        (SampleGame){.rules = run->rules, .variant = run->variant, .start = *game_position(&game)};
    engine_new_game(worker->engine);
    Result result = RESULT_NONE;
    while (!atomic_load(run->stop) && sample->count < SAMPLE_PLIES_MAX &&
           (result = game_outcome(&game).result) == RESULT_NONE &&
           !play_move(worker, &game, sample, &rng, &result)) {
    }
    // A game that goes on for so long is one in which nobody gets anywhere.
    sample->result = result == RESULT_NONE ? RESULT_DRAW : result;
    game_release(&game);
}

static bool is_over(const SelfplayRun *run) {
    return run->has_failed || atomic_load(run->stop) ||
           (run->settings->games > 0 && run->next_game >= run->settings->games);
}

// Of the game that is to be written next.
static Slot *next_slot(const SelfplayRun *run) {
    return &run->slots[run->log.progress.games % run->slot_count];
}

// Hands out the next game to play; false when there is none left.
static bool take_next(SelfplayRun *run, uint64_t *index) {
    pthread_mutex_lock(&run->lock);
    while (!is_over(run) && run->next_game - run->log.progress.games >= run->slot_count) {
        pthread_cond_wait(&run->has_room, &run->lock);
    }
    bool found = !is_over(run);
    *index = run->next_game;
    run->next_game += found;
    pthread_mutex_unlock(&run->lock);
    return found;
}

static void *work(void *argument) {
    SelfplayThread *worker = argument;
    SelfplayRun *run = worker->run;
    uint64_t index;
    while (take_next(run, &index)) {
        Slot *slot = &run->slots[index % run->slot_count];
        play_game(worker, run->settings->first + index, &slot->game);
        pthread_mutex_lock(&run->lock);
        slot->is_played = !atomic_load(run->stop);
        while (!run->has_failed && (slot = next_slot(run))->is_played) {
            slot->is_played = false;
            run->has_failed = !selfplay_log_put(&run->log, &slot->game, &run->error);
        }
        pthread_cond_broadcast(&run->has_room);
        pthread_mutex_unlock(&run->lock);
    }
    return NULL;
}

static bool open_worker(SelfplayThread *worker, SelfplayRun *run, Error *error) {
    const SelfplaySettings *settings = run->settings;
    EngineOptions options = {.rules = run->rules,
        .variant = run->variant,
        .thread_count = 1,
        .memory_mb = ENGINE_MEMORY_MB,
        .network = settings->network,
        .settings = settings->engine_settings};
    worker->run = run;
    worker->engine = engine_new(slice_from("immure"), &options, error);
    worker->evaluation =
        worker->engine ? evaluation_new(run->rules, run->variant, settings->network, error) : NULL;
    return worker->evaluation != NULL;
}

static bool run_workers(SelfplayRun *run, Error *error) {
    int count = run->settings->thread_count;
    SelfplayThread *workers = calloc((size_t)count, sizeof *workers);
    run->slot_count = (uint64_t)count * WAITING_PER_THREAD;
    run->slots = calloc(run->slot_count, sizeof *run->slots);
    if (!workers || !run->slots) {
        abort();
    }
    bool done = true;
    for (int i = 0; i < count && done; i++) {
        done = open_worker(&workers[i], run, error);
    }
    int started = 1;
    while (done && started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0) {
        started++;
    }
    if (done) {
        work(&workers[0]);
    }
    for (int i = 1; done && i < started; i++) {
        pthread_join(workers[i].thread, NULL);
    }
    for (int i = 0; i < count; i++) {
        engine_free(workers[i].engine);
        evaluation_free(workers[i].evaluation);
    }
    free(workers);
    free(run->slots);
    if (done && run->has_failed) {
        *error = run->error;
    }
    return done && !run->has_failed;
}

bool selfplay_run(const SelfplaySettings *settings, const Rules *rules, const Variant *variant,
    const char *path, const atomic_bool *stop, SelfplayListener listener, void *context,
    SelfplayProgress *progress, Error *error) {
    SelfplayRun run = {
        .settings = settings,
        .rules = rules,
        .variant = variant,
        .stop = stop,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .has_room = PTHREAD_COND_INITIALIZER,
    };
    if (!selfplay_log_open(&run.log, rules, variant, path, listener, context, error)) {
        return false;
    }
    run.next_game = run.log.progress.games;
    bool done = run_workers(&run, error);
    bool closed = selfplay_log_close(&run.log, done ? error : NULL);
    *progress = run.log.progress;
    return closed && done;
}
