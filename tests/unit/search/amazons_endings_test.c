// The engines in the endings of Amazons, with next to no time: a won ending is never given away,
// and a lost one lasts as long as it can.

#include "unit/support/amazons_endings.h"

#include "search/engine.h"

enum { POSITIONS_EACH = 70, NODES = 20 };

static AmazonsEndingTwin *search;
static Engine *engine;
static int compared[2]; // positions with something contested, and with nothing

static void check_choice(const Position *pos, const AmazonsTwin *twin, bool is_filling) {
    bool is_found;
    bool is_won = amazons_ending_twin_wins(search, twin, &is_found);
    int fill = amazons_ending_twin_fill(search, twin, &is_found);
    if (!is_found) {
        return;
    }
    const Rules *rules = best_rules();
    EngineLimits limits = {.nodes = NODES};
    EngineReport report;
    Game game;
    Position next;
    game_init_at(&game, rules, pos);
    engine_new_game(engine);
    rules->apply(pos, engine_think(engine, &game, &limits, NULL, NULL, &report), &next);
    game_release(&game);
    compared[is_filling]++;

    AmazonsTwin after = twin_of(&next);
    if (is_won) {
        assert_false(amazons_ending_twin_wins(search, &after, &is_found));
    }
    if (is_filling) {
        assert_true(report.is_proven);
        assert_int_equal(report.score > 0, is_won);
        after.turn = twin->turn;
        assert_int_equal(amazons_ending_twin_fill(search, &after, &is_found), fill - 1);
    }
}

static void check_engine(const char *kind) {
    EngineOptions options = {.rules = best_rules(), .thread_count = 1, .memory_mb = 8, .seed = 5};
    engine = engine_new(slice_from(kind), &options, NULL);
    assert_non_null(engine);
    compared[false] = 0;
    compared[true] = 0;
    EndingsWanted wanted = {.filling = POSITIONS_EACH,
        .contested = POSITIONS_EACH / 2,
        .open_max = 11,
        .contested_max = 8};
    random_endings(&wanted, check_choice);
    engine_free(engine);
    assert_true(compared[true] >= 200);
    assert_true(compared[false] >= 100);
}

static void immure_is_never_wrong(void **state) {
    (void)state;
    check_engine("immure");
}

static void alphabeta_is_never_wrong(void **state) {
    (void)state;
    check_engine("alphabeta");
}

static void lieberum_is_never_wrong(void **state) {
    (void)state;
    check_engine("lieberum");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(immure_is_never_wrong),
        cmocka_unit_test(alphabeta_is_never_wrong),
        cmocka_unit_test(lieberum_is_never_wrong),
    };
    search = amazons_ending_twin_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    amazons_ending_twin_free(search);
    return failed;
}
