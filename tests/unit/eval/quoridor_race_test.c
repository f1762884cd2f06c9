// The solved race against a plain minimax over every position of random sets of walls, and by hand
// where a position shows something.
//
// IMMURE_RANDOM_GAMES, as for the rules, sets how many: one set of walls for ten games.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "base/rng.h"
#include "eval/quoridor/endgame.h"
#include "twin/quoridor_race_twin.h"

// Each is up to 13,122 positions: with both edge rules well above the 10,000 asked for.
#define RANDOM_GAMES_DEFAULT 500
#define WALLS_MAX 20

static const Rules *best_rules(void) {
    return quoridor_rules(cpu_level());
}

static uint64_t random_game_count(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? strtoull(wish, NULL, 10) : RANDOM_GAMES_DEFAULT;
}

static Position read_position(const char *variant, const char *text) {
    const Rules *rules = best_rules();
    Position pos;
    assert_true(
        rules->read(slice_from(text), rules_variant(rules, slice_from(variant)), &pos, NULL));
    return pos;
}

static RaceResult solved(const Position *pos) {
    static RaceTable table;
    RaceResult result;
    race_solve(&table, pos);
    race_probe(&table, pos, &result);
    return result;
}

static void assert_race(const char *variant, const char *text, int value, int plies) {
    Position pos = read_position(variant, text);
    RaceResult result = solved(&pos);
    assert_int_equal(result.value, value);
    assert_int_equal(result.plies, plies);
}

// Walls as random legal moves put them; no pawn moves.
static void random_walls(Position *pos, const Variant *variant, Rng *rng) {
    const Rules *rules = best_rules();
    rules->start(pos, variant);
    uint64_t wall_count = rng_below(rng, WALLS_MAX + 1);
    for (uint64_t placed = 0; placed < wall_count;) {
        Move moves[MOVES_MAX];
        size_t count = rules->moves(pos, moves);
        Move move = moves[rng_below(rng, count)];
        if (quoridor_move_kind(move) != QUORIDOR_PAWN) {
            rules->apply(pos, move, pos);
            placed++;
        }
        pos->quoridor.walls_left[SIDE_FIRST] = pos->quoridor.walls_left[SIDE_SECOND] = 1;
    }
}

typedef struct Tally {
    uint64_t compared;
    uint64_t drawn;
    uint64_t shut_in; // lost without a move
    uint64_t quick;   // decided by race_quick
} Tally;

// At every ply around the cap, so that a result just fits or just does not.
static void compare_state(
    const RaceTable *table, const RaceTwinState *state, const Position *at_start, Tally *tally) {
    Position pos = *at_start;
    RaceResult result;
    int cap = pos.variant->ply_cap;
    int plies_left[] = {cap, state->plies + 1, state->plies, state->plies - 1};
    for (size_t i = 0; i < sizeof plies_left / sizeof *plies_left; i++) {
        if (plies_left[i] <= 0 || plies_left[i] > cap) {
            continue;
        }
        pos.ply = (uint16_t)(cap - plies_left[i]);
        bool fits = state->value != 0 && state->plies <= plies_left[i];
        race_probe(table, &pos, &result);
        assert_int_equal(result.value, fits ? state->value : 0);
        assert_int_equal(result.plies, fits ? state->plies : 0);
        if (race_quick(&pos, &result)) {
            assert_int_equal(result.value, fits ? state->value : 0);
            assert_true(result.plies >= state->plies);
            tally->quick++;
        }
    }
    tally->compared++;
    tally->drawn += state->value == 0;
    tally->shut_in += state->move_count == 0;
}

static Tally compare_topologies(const char *variant_name, uint64_t seed) {
    static RaceTable table;
    static RaceTwin twin;
    const Variant *variant = rules_variant(best_rules(), slice_from(variant_name));
    Tally tally = {0};
    Rng rng;
    rng_init(&rng, seed);
    for (uint64_t i = 0; i < random_game_count() / 10 + 1; i++) {
        Position walls;
        random_walls(&walls, variant, &rng);
        race_solve(&table, &walls);
        race_twin_solve(&twin, &walls);
        for (int index = 0; index < RACE_TWIN_STATES; index++) {
            if (twin.states[index].kind == RACE_TWIN_GOING) {
                Position pos;
                race_twin_position(&walls, index, &pos);
                compare_state(&table, &twin.states[index], &pos, &tally);
            }
        }
    }
    return tally;
}

static void test_race_is_what_minimax_finds(void **state) {
    (void)state;
    Tally tally = compare_topologies("standard", 1);
    assert_true(tally.compared >= 10000 && tally.quick > 0);
    assert_true(tally.drawn > 0 || random_game_count() < RANDOM_GAMES_DEFAULT);
    assert_int_equal(tally.shut_in, 0);
}

static void test_race_is_what_minimax_finds_by_the_edge_rule(void **state) {
    (void)state;
    Tally tally = compare_topologies("sjtu", 2);
    assert_true(tally.compared >= 10000 && tally.drawn > 0 && tally.quick > 0);
    assert_true(tally.shut_in > 0 || random_game_count() < RANDOM_GAMES_DEFAULT);
}

static void test_pawns_apart_race_by_length(void **state) {
    (void)state;
    assert_race("standard", "- a8 i8 0 0 1 0", 1, 1);
    assert_race("standard", "- a8 i8 0 0 2 0", -1, 2);
    assert_race("standard", "- a5 i5 0 0 1 0", 1, 7);
}

// The second player's way is a step shorter, but the first jumps.
static void test_who_jumps_wins(void **state) {
    (void)state;
    assert_race("standard", "- e4 e5 0 0 1 0", 1, 7);
    assert_race("standard", "- e4 e5 0 0 2 0", 1, 5);
}

// With an edge behind it a pawn cannot be passed: it walks along its home row in front of the
// other, which cannot get in, and can never leave.
static void test_perpetual_blocking_is_a_draw(void **state) {
    (void)state;
    assert_race("sjtu", "- e8 e9 0 0 1 0", 0, 0);
    assert_race("standard", "- e8 e9 0 0 1 0", 1, 1);
}

//      6   . . | .        First is on b5. North and south of it are walls, east too, and behind the
//         ===  |          second player's pawn to the west is the edge.
//      5   2 1 | .
//            ===
//      4   . . . .
static void test_pawn_shut_in_has_lost(void **state) {
    (void)state;
    assert_race("sjtu", "a5hb4hb5v b5 a5 0 0 1 0", -1, 1);
    // The cap goes first: the ply that cannot be made would be the last.
    assert_race("sjtu", "a5hb4hb5v b5 a5 0 0 1 99", -1, 1);
    Position pos = read_position("standard", "a5hb4hb5v b5 a5 0 0 1 0");
    assert_true(solved(&pos).plies > 1);
}

static void test_win_beyond_the_cap_is_a_draw(void **state) {
    (void)state;
    assert_race("sjtu", "- a7 i9 0 0 1 97", 1, 3);
    assert_race("sjtu", "- a7 i9 0 0 1 98", 0, 0);
    Position pos = read_position("sjtu", "- a7 i9 0 0 1 98");
    RaceResult result;
    assert_false(race_quick(&pos, &result));
}

static void test_table_answers_for_its_walls_only(void **state) {
    (void)state;
    static RaceTable table;
    Position pos = read_position("standard", "c4ve3h e4 e6 0 0 1 0");
    race_solve(&table, &pos);
    assert_true(race_matches(&table, &pos));
    Position same = read_position("standard", "c4ve3h a4 e7 0 0 2 11");
    assert_true(race_matches(&table, &same));
    Position other = read_position("standard", "c4v e4 e6 0 0 1 0");
    assert_false(race_matches(&table, &other));
    Position edge = read_position("sjtu", "c4ve3h e4 e6 0 0 1 0");
    assert_false(race_matches(&table, &edge));
}

// One memory for races behind many sets of walls, more than it has tables for.
static void test_endgame_margin_is_by_the_solved_race(void **state) {
    (void)state;
    static EndgameMemory memory;
    Rng rng;
    rng_init(&rng, 3);
    for (int i = 0; i < 4 * ENDGAME_TABLES; i++) {
        Position pos;
        Move moves[MOVES_MAX];
        random_walls(&pos, rules_variant(best_rules(), slice_from("standard")), &rng);
        pos.quoridor.walls_left[SIDE_FIRST] = pos.quoridor.walls_left[SIDE_SECOND] = 0;
        while (best_rules()->outcome(&pos).result == RESULT_NONE && pos.ply < 60) {
            RaceResult race = solved(&pos);
            int margin;
            assert_true(endgame_solve(&pos, &memory, &margin));
            assert_int_equal(margin, race.value * (ENDGAME_LATEST - pos.ply - race.plies));
            Move move = moves[rng_below(&rng, best_rules()->moves(&pos, moves))];
            best_rules()->apply(&pos, move, &pos);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_race_is_what_minimax_finds),
        cmocka_unit_test(test_race_is_what_minimax_finds_by_the_edge_rule),
        cmocka_unit_test(test_pawns_apart_race_by_length),
        cmocka_unit_test(test_who_jumps_wins),
        cmocka_unit_test(test_perpetual_blocking_is_a_draw),
        cmocka_unit_test(test_pawn_shut_in_has_lost),
        cmocka_unit_test(test_win_beyond_the_cap_is_a_draw),
        cmocka_unit_test(test_table_answers_for_its_walls_only),
        cmocka_unit_test(test_endgame_margin_is_by_the_solved_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
