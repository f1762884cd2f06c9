#include "arena/pairing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "match/ratings.h"

#define BOTS_MAX 128
#define OPEN_PAIRS_MAX 32
#define LADDERS 16

// A ladder whose true strengths are known. Pairs are played in any order and rated by fives.
typedef struct Ladder {
    PairingBot bots[BOTS_MAX];
    double truth[BOTS_MAX];
    size_t bot_count;
    Ratings *ratings;
    PairingChoice open[OPEN_PAIRS_MAX];
    size_t open_count;
    int64_t number; // of the next pair
    int64_t played_count;
    int64_t wait_max; // the most pairs that were made between two of one bot
    Rng rng;
} Ladder;

static void ladder_init(Ladder *ladder) {
    *ladder = (Ladder){.ratings = ratings_new(0), .number = 1};
    rng_init(&ladder->rng, 1);
}

static void read_ratings(Ladder *ladder) {
    for (size_t i = 0; i < ladder->bot_count; i++) {
        Rating rating = ratings_get(ladder->ratings, i);
        ladder->bots[i].elo = rating.elo;
        ladder->bots[i].error = rating.error;
    }
}

static void ladder_join(Ladder *ladder, int64_t owner_id, double truth, bool is_anchor) {
    size_t index = ratings_add_player(ladder->ratings);
    assert_int_equal(index, ladder->bot_count);
    ladder->truth[index] = truth;
    ladder->bots[index] = (PairingBot){.owner_id = owner_id, .is_anchor = is_anchor};
    ladder->bot_count++;
    if (is_anchor) {
        ratings_anchor(ladder->ratings, index, truth);
    }
    ratings_refit(ladder->ratings, true);
    read_ratings(ladder);
}

static void check_choice(const Ladder *ladder, PairingChoice choice) {
    const PairingBot *a = &ladder->bots[choice.first];
    const PairingBot *b = &ladder->bots[choice.second];
    assert_true(choice.first != choice.second);
    assert_true(a->owner_id != b->owner_id);
    assert_true(a->is_anchor || a->open_count <= PAIRING_OPEN_MAX);
    assert_true(b->is_anchor || b->open_count <= PAIRING_OPEN_MAX);
}

static size_t ladder_pair(Ladder *ladder, size_t wanted) {
    int64_t before[BOTS_MAX];
    PairingChoice *out = &ladder->open[ladder->open_count];
    for (size_t i = 0; i < ladder->bot_count; i++) {
        before[i] = ladder->bots[i].last_pair;
    }
    size_t made = pairing_choose(ladder->bots, ladder->bot_count, ladder->number, wanted, out);
    for (size_t i = 0; i < made; i++) {
        check_choice(ladder, out[i]);
    }
    ladder->number += (int64_t)made;
    ladder->open_count += made;
    for (size_t i = 0; i < ladder->bot_count; i++) {
        int64_t now = ladder->bots[i].last_pair;
        if (!ladder->bots[i].is_anchor && now != before[i] && before[i] > 0) {
            ladder->wait_max =
                now - before[i] > ladder->wait_max ? now - before[i] : ladder->wait_max;
        }
    }
    return made;
}

// Plays one of the open pairs, any.
static void ladder_play(Ladder *ladder) {
    size_t index = rng_below(&ladder->rng, ladder->open_count);
    PairingChoice pair = ladder->open[index];
    ladder->open[index] = ladder->open[--ladder->open_count];
    Tally tally = {.unit = TALLY_TRINOMIAL};
    double score = stats_score(ladder->truth[pair.first] - ladder->truth[pair.second]);
    for (int game = 0; game < 2; game++) {
        tally_add(&tally, rng_unit(&ladder->rng) < score ? 2 : 0);
    }
    ladder->bots[pair.first].open_count--;
    ladder->bots[pair.second].open_count--;
    ratings_add(ladder->ratings, pair.first, pair.second, &tally);
    if (++ladder->played_count % 5 == 0) {
        ratings_refit(ladder->ratings, true);
        read_ratings(ladder);
    }
}

static size_t free_places(const Ladder *ladder, size_t limit) {
    return ladder->open_count < limit ? limit - ladder->open_count : 0;
}

// How far the ratings are from the truth, on the average.
static double ladder_distance(const Ladder *ladder) {
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < ladder->bot_count; i++) {
        if (!ladder->bots[i].is_anchor) {
            sum += fabs(ladder->bots[i].elo - ladder->truth[i]);
            count++;
        }
    }
    return sum / count;
}

static void join_anchors(Ladder *ladder) {
    for (int i = 0; i < 4; i++) {
        ladder_join(ladder, 0, 600 + 400 * i, true);
    }
}

// Nobody starves: bots keep coming, which would take all games if only doubt counted, and everybody
// gets a pair within the bound that the header promises. A newcomer's first pair is the next one.
static void test_nobody_starves(void **state) {
    (void)state;
    Ladder *ladder = calloc(1, sizeof *ladder);
    ladder_init(ladder);
    join_anchors(ladder);
    for (int i = 0; i < 30; i++) {
        ladder_join(ladder, 1 + i / 2, 500 + 50 * i, false);
    }
    for (int round = 0; round < 1000; round++) {
        if (round % 25 == 0 && round >= 100) {
            ladder_join(ladder, 100 + round, 500 + 1500 * rng_unit(&ladder->rng), false);
            assert_int_equal(ladder_pair(ladder, 1), 1);
            assert_false(pairing_is_newcomer(&ladder->bots[ladder->bot_count - 1]));
        }
        ladder_pair(ladder, free_places(ladder, 6));
        ladder_play(ladder);
    }
    int64_t bots = (int64_t)ladder->bot_count - 4;
    print_message("# %zu bots, %lld pairs: nobody waited for more than %lld of them\n",
        ladder->bot_count, (long long)ladder->number, (long long)ladder->wait_max);
    assert_true(ladder->wait_max <= 4 * bots);
    ratings_free(ladder->ratings);
    free(ladder);
}

// One who is far above all others plays as well, against those who are nearest.
static void test_leader_plays(void **state) {
    (void)state;
    Ladder *ladder = calloc(1, sizeof *ladder);
    ladder_init(ladder);
    ladder_join(ladder, 0, 1000, true);
    for (int i = 0; i < 20; i++) {
        ladder_join(ladder, 1 + i, 1000 + 10 * i, false);
    }
    ladder_join(ladder, 99, 2500, false);
    for (int round = 0; round < 600; round++) {
        ladder_pair(ladder, free_places(ladder, 4));
        ladder_play(ladder);
    }
    const PairingBot *leader = &ladder->bots[ladder->bot_count - 1];
    for (size_t i = 0; i + 1 < ladder->bot_count; i++) {
        assert_true(ladder->bots[i].elo < leader->elo);
        assert_true(ladder->bots[i].pair_count > 0 || ladder->bots[i].is_anchor);
    }
    assert_true(leader->pair_count >= 20);
    ratings_free(ladder->ratings);
    free(ladder);
}

// Only one owner's bots, or all of the others are busy: nothing to pair, and that ends.
static void test_nobody_to_meet(void **state) {
    (void)state;
    PairingBot bots[] = {{.owner_id = 7, .error = 300}, {.owner_id = 7, .error = 300},
        {.owner_id = 8, .error = 300, .open_count = PAIRING_OPEN_MAX, .pair_count = 2}};
    PairingChoice out[4];
    assert_int_equal(pairing_choose(bots, 0, 1, 4, out), 0);
    assert_int_equal(pairing_choose(bots, 2, 1, 4, out), 0);
    assert_int_equal(pairing_choose(bots, 3, 1, 4, out), 0);
    bots[2].open_count = 1;
    assert_int_equal(pairing_choose(bots, 3, 1, 4, out), 1);
}

// The house's anchors do not seek: without anybody else there are no games.
static void test_anchors_alone(void **state) {
    (void)state;
    PairingBot bots[] = {{.is_anchor = true, .elo = 1000}, {.is_anchor = true, .elo = 1100}};
    PairingChoice out[4];
    assert_int_equal(pairing_choose(bots, 2, 1, 4, out), 0);
}

// The same number of games tells more than games of any two do.
static double settle(bool is_random, uint64_t seed) {
    Ladder *ladder = calloc(1, sizeof *ladder);
    ladder_init(ladder);
    rng_init(&ladder->rng, seed);
    join_anchors(ladder);
    for (int i = 0; i < 40; i++) {
        ladder_join(ladder, 1 + i, 500 + 1500 * rng_unit(&ladder->rng), false);
    }
    for (int round = 0; round < 600; round++) {
        if (is_random) {
            size_t first = 4 + rng_below(&ladder->rng, 40);
            size_t second = rng_below(&ladder->rng, first);
            ladder->open[ladder->open_count++] = (PairingChoice){first, second};
        } else {
            ladder_pair(ladder, free_places(ladder, 4));
        }
        ladder_play(ladder);
    }
    ratings_refit(ladder->ratings, true);
    read_ratings(ladder);
    double distance = ladder_distance(ladder);
    ratings_free(ladder->ratings);
    free(ladder);
    return distance;
}

static void test_games_tell_much(void **state) {
    (void)state;
    double chosen = 0;
    double random = 0;
    for (uint64_t seed = 1; seed <= LADDERS; seed++) { // one alone is mostly chance
        chosen += settle(false, seed) / LADDERS;
        random += settle(true, seed) / LADDERS;
    }
    print_message(
        "# after 600 pairs of 40 bots: %.0f Elo from the truth, %.0f with pairs at random\n",
        chosen, random);
    assert_true(chosen < 0.9 * random);
}

// Who is settled seeks nobody, and is found by who is not. Nobody is settled without a bound.
static void test_settled_bots_are_found(void **state) {
    (void)state;
    PairingBot bots[3];
    PairingChoice choice;
    for (int64_t i = 0; i < 3; i++) {
        bots[i] = (PairingBot){
            .owner_id = 1 + i, .elo = 1000, .error = 60, .pair_count = 9, .is_settled = true};
    }
    assert_int_equal(pairing_choose(bots, 3, 1, 1, &choice), 0);
    bots[1].is_settled = false;
    assert_int_equal(pairing_choose(bots, 3, 1, 1, &choice), 1);
    assert_true(choice.first == 1 || choice.second == 1);
    assert_true(pairing_is_settled(50, 10, 50) && !pairing_is_settled(50.1, 10, 50));
    assert_true(pairing_is_settled(900, pairing_games_max(50), 50));
    assert_in_range(pairing_games_max(50), 360, 380);
    assert_false(pairing_is_settled(0.1, 1000000, 0));
}

// The same input, the same pairs.
static void test_pure(void **state) {
    (void)state;
    PairingBot bots[2][BOTS_MAX];
    PairingChoice out[2][OPEN_PAIRS_MAX];
    for (int run = 0; run < 2; run++) {
        for (size_t i = 0; i < BOTS_MAX; i++) {
            bots[run][i] = (PairingBot){.owner_id = 1 + (int64_t)i % 50,
                .elo = 1000 + (double)(i * 37 % 400),
                .error = 50 + (double)(i % 7),
                .pair_count = 1,
                .last_pair = (int64_t)(i * 13 % BOTS_MAX)};
        }
        size_t made = pairing_choose(bots[run], BOTS_MAX, 12, OPEN_PAIRS_MAX, out[run]);
        assert_int_equal(made, OPEN_PAIRS_MAX);
    }
    assert_memory_equal(out[0], out[1], sizeof out[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_starves),
        cmocka_unit_test(test_leader_plays),
        cmocka_unit_test(test_nobody_to_meet),
        cmocka_unit_test(test_anchors_alone),
        cmocka_unit_test(test_games_tell_much),
        cmocka_unit_test(test_settled_bots_are_found),
        cmocka_unit_test(test_pure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
