// Levels: their names, their random moves, and that they gain nothing by older searches.

#include "unit/search/engines_support.h"

#include "search/level.h"

static void levels_have_names(void **state) {
    (void)state;
    for (int number = 1; number <= LEVELS_COUNT; number++) {
        const Level *level = level_at(number);
        assert_ptr_equal(level_find(slice_from(level->name)), level);
        assert_int_equal(level_is_full(level), number == LEVELS_COUNT);
    }
    assert_true(level_is_full(level_find(slice_from("full"))));
    assert_null(level_find(slice_from("9")));
}

static void a_share_of_the_moves_is_random(void **state) {
    (void)state;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Engine *engine = make_engine(ENGINE_KINDS[0], rules, 1, 1);
    Game game;
    Rng rng;
    game_init(&game, rules, &rules->variants[0]);
    rng_init(&rng, 1);
    for (int number = 1; number <= LEVELS_COUNT; number++) {
        const Level *level = level_at(number);
        int count = 0;
        for (int i = 0; i < 1000; i++) {
            Move move = level_begin(level, engine, &game, &rng);
            assert_true(move == MOVE_NONE || is_legal(&game, move));
            count += move != MOVE_NONE;
        }
        // Within three standard deviations, and none where none is due.
        int expected = 10 * level->careless_percent;
        assert_in_range(count, expected > 47 ? expected - 47 : 0, expected ? expected + 47 : 0);
    }
    game_release(&game);
    engine_free(engine);
}

// The length of the line that one more node finds after a search of many.
static int depth_afterwards(const Level *level) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    Engine *engine = make_engine(ENGINE_KINDS[0], rules, 1, 16);
    Game game;
    Rng rng;
    game_init(&game, rules, &rules->variants[0]);
    rng_init(&rng, 1);
    think(engine, &game, (EngineLimits){.nodes = 500});
    assert_int_equal(level_begin(level, engine, &game, &rng), MOVE_NONE);
    int depth = think(engine, &game, (EngineLimits){.nodes = 1}).depth;
    game_release(&game);
    engine_free(engine);
    return depth;
}

static void a_level_with_few_nodes_starts_from_nothing(void **state) {
    (void)state;
    assert_int_equal(depth_afterwards(level_find(slice_from("6"))), 1);
    assert_true(depth_afterwards(level_find(slice_from("full"))) > 1);
}

static void levels_are_measured_in_every_game(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        assert_int_equal(level_elo(1, rules_at(i)), 0);
        for (int number = 2; number <= LEVELS_COUNT; number++) {
            assert_true(level_elo(number, rules_at(i)) > level_elo(number - 1, rules_at(i)));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_names),
        cmocka_unit_test(levels_are_measured_in_every_game),
        cmocka_unit_test(a_share_of_the_moves_is_random),
        cmocka_unit_test(a_level_with_few_nodes_starts_from_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
