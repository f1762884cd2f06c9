#pragma once
// What the tests of Amazons share: positions from text and random games.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "rules/amazons/amazons.h"

static inline const Rules *best_rules(void) {
    static const Rules *rules; // asked for at every move, and the level looks into the environment
    if (!rules) {
        rules = amazons_rules(cpu_level());
    }
    return rules;
}

static inline Position position(const char *fen) {
    Position pos;
    Error error = {0};
    if (!best_rules()->read(slice_from(fen), NULL, &pos, &error)) {
        fail_msg("%s: %s", fen, error.text);
    }
    return pos;
}

typedef void VisitPosition(const Position *pos, const Move *moves, size_t count);

// Plays random games of each size to their ends and shows every position, the last included.
static inline void random_games(int games_each, VisitPosition *visit) {
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, 20181114);
    for (size_t i = 0; i < rules->variant_count; i++) {
        for (int game = 0; game < games_each; game++) {
            Position pos;
            rules->start(&pos, &rules->variants[i]);
            for (;;) {
                Move moves[MOVES_MAX];
                size_t count = rules->moves(&pos, moves);
                visit(&pos, moves, count);
                if (count == 0) {
                    break;
                }
                rules->apply(&pos, moves[rng_below(&rng, count)], &pos);
            }
        }
    }
}
