#pragma once
// What tests of engines share: every kind, every game, and what is legal.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "search/engine.h"

// Runs a check for every engine and every game that it plays.
static inline void for_each_engine(void (*check)(const EngineKind *kind, const Rules *rules)) {
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        for (size_t i = 0; i < rules_count(); i++) {
            const Rules *rules = rules_at(i);
            if (!(*kind)->game || strcmp((*kind)->game, rules->name) == 0) {
                check(*kind, rules);
            }
        }
    }
}

static inline Engine *make_engine(
    const EngineKind *kind, const Rules *rules, int threads, int memory_mb) {
    EngineOptions options = {
        .rules = rules, .thread_count = threads, .memory_mb = memory_mb, .seed = 5};
    Engine *engine = engine_new(slice_from(kind->name), &options, NULL);
    assert_non_null(engine);
    return engine;
}

static inline bool is_legal(const Game *game, Move move) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i] == move) {
            return true;
        }
    }
    return false;
}

// Thinks about a game that goes on and checks that the whole line is legal.
static inline EngineReport think(Engine *engine, const Game *game, EngineLimits limits) {
    EngineReport report;
    Game line;
    engine_think(engine, game, &limits, NULL, NULL, &report);
    assert_true(report.pv_count > 0);
    game_init_copy(&line, game);
    for (size_t i = 0; i < report.pv_count; i++) {
        assert_true(is_legal(&line, report.pv[i]));
        game_play(&line, report.pv[i]);
    }
    game_release(&line);
    return report;
}

// The largest board of a game: the most moves.
static inline const Variant *largest_variant(const Rules *rules) {
    const Variant *largest = &rules->variants[0];
    for (size_t i = 1; i < rules->variant_count; i++) {
        largest = rules->variants[i].size > largest->size ? &rules->variants[i] : largest;
    }
    return largest;
}

// Plays some moves of a game and checks that each root, the fresh one and those of the kept tree,
// has all of its moves.
static inline void check_roots_have_all_moves(
    Engine *engine, const Rules *rules, int plies, uint64_t nodes) {
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    for (int ply = 0; ply < plies; ply++) {
        Move moves[MOVES_MAX];
        EngineReport lines[ENGINE_LINES_MAX];
        Move move = think(engine, &game, (EngineLimits){.nodes = nodes}).pv[0];
        size_t count = game_moves(&game, moves);
        assert_int_equal(engine_lines(engine, ENGINE_LINES_MAX, lines),
            count < ENGINE_LINES_MAX ? count : ENGINE_LINES_MAX);
        game_play(&game, move);
    }
    game_release(&game);
}
