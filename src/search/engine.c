#include "search/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/logit.h"
#include "search/deadline.h"
#include "search/kinds.h"

struct Engine {
    const EngineKind *kind;
    void *state;
    atomic_bool stop;
    Deadline deadline;
};

const EngineKind *engine_kind_find(Slice name) {
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        if (slice_is(name, (*kind)->name)) {
            return *kind;
        }
    }
    return NULL;
}

void *engine_without_memory(const EngineOptions *options, Error *error) {
    error_set(
        error, ERROR_OUT_OF_MEMORY, "the engine cannot have %d MB of memory", options->memory_mb);
    return NULL;
}

bool engine_has_memory(const EngineOptions *options, size_t needed_bytes, Error *error) {
    const size_t needed_mb = (needed_bytes + (1u << 20) - 1) >> 20;
    return (size_t)options->memory_mb >= needed_mb ||
           error_set(error, ERROR_OUT_OF_MEMORY, "%d threads need at least %zu MB of memory",
               options->thread_count, needed_mb);
}

// The kind that the options are for; null with a reason.
static const EngineKind *choose_kind(Slice name, const EngineOptions *options, Error *error) {
    const EngineKind *kind = engine_kind_find(name);
    if (!kind) {
        char quoted[SLICE_QUOTE_SIZE];
        error_set(error, ERROR_UNKNOWN_ENGINE, "unknown engine %s: see immure bot --help",
            slice_quote(name, quoted));
        return NULL;
    }
    if (kind->game && strcmp(kind->game, options->rules->name) != 0) {
        error_set(
            error, ERROR_ENGINE_OTHER_GAME, "engine %s plays only %s", kind->name, kind->game);
        return NULL;
    }
    Slice settings = slice_from(options->settings ? options->settings : "");
    return settings_check(kind->settings, settings, error) ? kind : NULL;
}

bool engine_check(Slice kind_name, const EngineOptions *options, Error *error) {
    const EngineKind *kind = choose_kind(kind_name, options, error);
    return kind && (kind != &ENGINE_IMMURE || immure_check_memory(options, error));
}

Engine *engine_new(Slice kind_name, const EngineOptions *options, Error *error) {
    assert(options->thread_count >= 1 && options->thread_count <= THREADS_MAX);
    const EngineKind *kind = choose_kind(kind_name, options, error);
    if (!kind) {
        return NULL;
    }
    Engine *engine = (Engine *)calloc(1, sizeof *engine);
    if (!engine) {
        abort();
    }
    engine->kind = kind;
    deadline_init(&engine->deadline);
    engine->state = kind->create(options, error);
    if (!engine->state) {
        free(engine);
        return NULL;
    }
    return engine;
}

void engine_free(Engine *engine) {
    if (engine) {
        engine->kind->destroy(engine->state);
        free(engine);
    }
}

const char *engine_name(const Engine *engine) {
    return engine->kind->name;
}

void engine_new_game(Engine *engine) {
    engine->kind->new_game(engine->state);
}

Move engine_think(Engine *engine, const Game *game, const EngineLimits *limits,
    EngineListener listener, void *context, EngineReport *report) {
    assert(game_outcome(game).result == RESULT_NONE);
    EngineReport final = {0};
    deadline_start(&engine->deadline, clock_now_ns(), limits->time_ms);
    Thinking thinking = {
        .game = game,
        .limits = *limits,
        .start_ns = engine->deadline.start_ns,
        .stop_ns = engine->deadline.stop_ns,
        .listener = listener,
        .context = context,
        .stop = &engine->stop,
    };
    engine->kind->think(engine->state, &thinking, &final);
    int64_t end_ns = clock_now_ns();
    deadline_end(&engine->deadline, end_ns);
    final.time_ms = (end_ns - thinking.start_ns) / NS_PER_MS;
    assert(final.pv_count > 0);
    if (listener) {
        listener(context, &final);
    }
    if (report) {
        *report = final;
    }
    return final.pv[0];
}

size_t engine_lines(const Engine *engine, size_t wanted, EngineReport *lines) {
    assert(wanted >= 1 && wanted <= ENGINE_LINES_MAX);
    return engine->kind->lines ? engine->kind->lines(engine->state, wanted, lines) : 0;
}

bool engine_can_save(const Engine *engine) {
    return engine->kind == &ENGINE_IMMURE;
}

size_t engine_save(Engine *engine, const Game *game, Move move, char *out, size_t capacity) {
    return engine_can_save(engine) ? immure_save(engine->state, game, move, out, capacity) : 0;
}

bool engine_restore(Engine *engine, const Game *game, Slice text) {
    return engine_can_save(engine) && immure_restore(engine->state, game, text);
}

void engine_stop(Engine *engine) {
    atomic_store(&engine->stop, true);
}

void engine_clear_stop(Engine *engine) {
    atomic_store(&engine->stop, false);
}

double engine_win_probability(int score) {
    return logit_to_probability(score / 100.0);
}
