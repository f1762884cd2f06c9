#pragma once
// Endings of Amazons for tests: positions of random games in which nothing is contested any more,
// or nearly nothing, and which are small enough to be searched to the end.

#include "unit/eval/amazons_eval_support.h"

#include <stdlib.h>
#include <string.h>

#include "twin/amazons_ending_twin.h"

typedef struct EndingsWanted {
    int filling;       // so many of them with nothing contested, of each size
    int contested;     // and so many with something contested
    int open_max;      // empty squares that somebody can reach
    int contested_max; // of these the contested ones
} EndingsWanted;

typedef void VisitEnding(const Position *pos, const AmazonsTwin *twin, bool is_filling);

// Shows positions of random games, each of them not over.
static inline void random_endings(const EndingsWanted *wanted, VisitEnding *visit) {
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, 20000319);
    for (size_t i = 0; i < rules->variant_count; i++) {
        int left[2] = {wanted->contested, wanted->filling};
        while (left[0] > 0 || left[1] > 0) {
            Position pos;
            Move moves[MOVES_MAX];
            size_t count;
            rules->start(&pos, &rules->variants[i]);
            while ((count = rules->moves(&pos, moves)) > 0) {
                AmazonsTwin twin = twin_of(&pos);
                int open = amazons_ending_twin_open(&twin);
                int contested = amazons_ending_twin_contested(&twin);
                bool is_filling = contested == 0;
                if (open <= wanted->open_max && contested <= wanted->contested_max &&
                    left[is_filling] > 0) {
                    left[is_filling]--;
                    visit(&pos, &twin, is_filling);
                }
                rules->apply(&pos, moves[rng_below(&rng, count)], &pos);
            }
        }
    }
}
