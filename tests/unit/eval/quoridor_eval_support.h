#pragma once
// What the tests of evaluations of Quoridor share: positions of random games, and mirrored boards.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/rng.h"
#include "rules/quoridor/path.h"

#define RANDOM_GAMES_DEFAULT 20

static inline const Rules *best_rules(void) {
    return quoridor_rules(cpu_level());
}

// IMMURE_RANDOM_GAMES sets the number of random games of each variant.
static inline uint64_t random_games(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? strtoull(wish, NULL, 10) : RANDOM_GAMES_DEFAULT;
}

// Calls `check` with every position, before its end, of random games in all variants. Half of the
// games are played with few walls in hand, so that pawns meet.
static inline void each_position(uint64_t seed, uint64_t games, void (*check)(const Position *)) {
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, seed);
    for (uint64_t i = 0; i < games * rules->variant_count; i++) {
        Position pos;
        rules->start(&pos, &rules->variants[i % rules->variant_count]);
        if (rng_below(&rng, 2)) {
            pos.quoridor.walls_left[SIDE_FIRST] = (uint8_t)rng_below(&rng, QUORIDOR_WALLS + 1);
            pos.quoridor.walls_left[SIDE_SECOND] = (uint8_t)rng_below(&rng, QUORIDOR_WALLS + 1);
        }
        while (rules->outcome(&pos).result == RESULT_NONE) {
            Move moves[MOVES_MAX];
            size_t count = rules->moves(&pos, moves);
            check(&pos);
            // Pawn moves come first: half of the time one of the first few.
            size_t few = count < 3 ? count : 3;
            rules->apply(&pos, moves[rng_below(&rng, rng_below(&rng, 2) ? few : count)], &pos);
        }
    }
}

static inline int reflect(int place, int size, bool flip_columns, bool flip_rows) {
    int column = place % size;
    int row = place / size;
    return (flip_rows ? size - 1 - row : row) * size + (flip_columns ? size - 1 - column : column);
}

// The position in a mirror; with rows flipped the players change sides too.
static inline Position reflected(const Position *pos, bool flip_columns, bool flip_rows) {
    Position out;
    best_rules()->start(&out, pos->variant);
    out.ply = pos->ply;
    out.turn = pos->turn ^ flip_rows;
    for (int slot = 0; slot < QUORIDOR_SLOTS; slot++) {
        int place = reflect(slot, QUORIDOR_SLOT_SIZE, flip_columns, flip_rows);
        if (pos->quoridor.horizontal >> slot & 1) {
            ways_put_wall(&out.quoridor, QUORIDOR_HORIZONTAL, place);
        }
        if (pos->quoridor.vertical >> slot & 1) {
            ways_put_wall(&out.quoridor, QUORIDOR_VERTICAL, place);
        }
    }
    for (int side = 0; side < 2; side++) {
        int from = side ^ flip_rows;
        out.quoridor.pawn[side] =
            (uint8_t)reflect(pos->quoridor.pawn[from], QUORIDOR_SIZE, flip_columns, flip_rows);
        out.quoridor.walls_left[side] = pos->quoridor.walls_left[from];
    }
    return out;
}
