// How long ratings take, as lines of `name value`, in milliseconds of processor time.
//
//     ratings_bench
//
// 1,000 players and 100,000 games in pairs: of players who are near each other, as a ladder pairs
// them, and of any two. Eight of them are anchors. A full fit starts from nothing, a refit from the
// last solution after two games more.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "cpu_time.h"

#include "base/rng.h"
#include "match/ratings.h"

enum { PLAYERS = 1000, ANCHORS = 8, PAIRS = 50000, REFITS = 20 };

static double strength(size_t player) {
    return 1000 + 1.5 * (double)player;
}

static void play_pair(Ratings *ratings, Rng *rng, size_t distance_max) {
    size_t first = rng_below(rng, PLAYERS);
    size_t second = (first + 1 + rng_below(rng, distance_max)) % PLAYERS;
    Tally tally = {.unit = TALLY_TRINOMIAL};
    for (int game = 0; game < 2; game++) {
        bool wins = rng_unit(rng) < stats_score(strength(first) - strength(second));
        tally_add(&tally, wins ? 2 : 0);
    }
    ratings_add(ratings, first, second, &tally);
}

static double since_ms(double start_s) {
    return 1000 * (cpu_seconds() - start_s);
}

static void measure(const char *name, size_t distance_max) {
    Rng rng;
    rng_init(&rng, 1);
    Ratings *ratings = ratings_new(PLAYERS);
    for (size_t i = 0; i < ANCHORS; i++) {
        size_t player = i * (PLAYERS / ANCHORS);
        ratings_anchor(ratings, player, strength(player));
    }
    for (int i = 0; i < PAIRS; i++) {
        play_pair(ratings, &rng, distance_max);
    }
    double start_s = cpu_seconds();
    ratings_fit(ratings);
    printf("ratings_%s_fit_ms %.0f\n", name, since_ms(start_s));
    double worst_ms = 0;
    for (int i = 0; i < REFITS; i++) {
        play_pair(ratings, &rng, distance_max);
        start_s = cpu_seconds();
        ratings_refit(ratings, false);
        worst_ms = fmax(worst_ms, since_ms(start_s));
    }
    printf("ratings_%s_refit_ms_max %.1f\n", name, worst_ms);
    ratings_free(ratings);
}

int main(void) {
    measure("ladder", 40);
    measure("random", PLAYERS - 1);
    return 0;
}
