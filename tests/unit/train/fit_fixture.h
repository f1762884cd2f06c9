#pragma once
// Random games to train on: in memory, and as sample files in a folder of their own.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "train/fit.h"

// A random game to its end. Values are small and by chance; one position in four is not quiet.
static inline void fixture_game(
    const Rules *rules, const Variant *variant, uint64_t seed, SampleGame *game) {
    *game = (SampleGame){.rules = rules, .variant = variant};
    Rng rng;
    rng_init(&rng, seed);
    rules->start(&game->start, variant);
    Position pos = game->start;
    Move moves[MOVES_MAX];
    size_t count;
    while ((count = rules->moves(&pos, moves)) > 0 && game->count < SAMPLE_PLIES_MAX) {
        const Move move = moves[rng_below(&rng, count)];
        game->plies[game->count++] = (SamplePly){.move = move,
            .value = (int16_t)((int)rng_below(&rng, 2001) - 1000),
            .is_quiet = rng_below(&rng, 4) > 0};
        rules->apply(&pos, move, &pos);
    }
    game->result = rules->outcome(&pos).result;
}

static inline const Rules *fixture_rules(const char *game) {
    return rules_find(slice_from(game));
}

static inline const Variant *fixture_6x6(void) {
    return rules_variant(fixture_rules("amazons"), slice_from("6x6"));
}

// Writes games of the seeds from `first` on.
static inline void fixture_write(
    const char *path, const Rules *rules, const Variant *variant, uint64_t first, int count) {
    Error error;
    SampleFile *file = samples_append_to(path, rules, variant, &error);
    assert_non_null(file);
    for (int i = 0; i < count; i++) {
        SampleGame game;
        fixture_game(rules, variant, first + (uint64_t)i, &game);
        assert_true(samples_put(file, &game, &error));
    }
    assert_true(samples_close(file, &error));
}

static char fixture_folder[] = "/tmp/immure-fit-XXXXXX";

// A path in the folder; good until the next but three.
static inline const char *fixture_path(const char *name) {
    static char paths[4][96];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", fixture_folder, name);
    return paths[next];
}

static inline int fixture_setup(void **state) {
    (void)state;
    return mkdtemp(fixture_folder) ? 0 : 1;
}

static inline int fixture_teardown(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", fixture_folder);
    return system(command);
}

// Positions of random games, with targets by chance.
static inline void fixture_positions(const char *game, const char *variant, size_t count,
    Position *positions, float *targets, uint8_t *half_points) {
    const Rules *rules = fixture_rules(game);
    Rng rng;
    rng_init(&rng, 7);
    size_t filled = 0;
    for (uint64_t seed = 1; filled < count; seed++) {
        SampleGame sample;
        fixture_game(rules, rules_variant(rules, slice_from(variant)), seed, &sample);
        Position pos = sample.start;
        for (size_t i = 0; i < sample.count && filled < count; i++) {
            // Early, while no two are the same.
            if (i > 1 && i < 20 && rng_below(&rng, 5) == 0) {
                const bool is_won = rng_below(&rng, 2) == 1;
                positions[filled] = pos;
                targets[filled] = is_won ? 0.9f : 0.1f;
                half_points[filled++] = is_won ? 2 : 0;
            }
            rules->apply(&pos, sample.plies[i].move, &pos);
        }
    }
}
