// Thinking on the opponent's time: it ends when told, and the next answer builds on it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/ponder.h"

static Bot make_bot(bool ponders, int memory_mb) {
    Bot bot = {.rules = rules_find(slice_from("quoridor")), .ponders = ponders};
    bot.variant = &bot.rules->variants[0];
    bot.options = (EngineOptions){
        .rules = bot.rules, .thread_count = 1, .memory_mb = memory_mb, .network = "none"};
    bot.engine = engine_new(slice_from("immure"), &bot.options, NULL);
    assert_non_null(bot.engine);
    return bot;
}

static void play(Game *game, const char *moves) {
    assert_true(game_play_list(game, slice_from(moves), NOTATION_STANDARD, NULL));
}

// The length of the line that one simulation finds after the opponent's expected move, when that
// was pondered. However soon it is stopped, pondering makes one simulation, so a thousand times are
// enough on any machine.
static int depth_after(bool ponders) {
    Bot bot = make_bot(ponders, 8);
    Game game;
    EngineReport report;
    EngineLimits one = {.nodes = 1};
    Pondering pondering = {0};
    game_init(&game, bot.rules, bot.variant);
    play(&game, "e2");
    for (int i = 0; i < 1000; i++) {
        pondering_start(&pondering, &bot, &game);
        pondering_stop(&pondering);
    }
    play(&game, "e8");
    engine_think(bot.engine, &game, &one, NULL, NULL, &report);
    game_release(&game);
    engine_free(bot.engine);
    return report.depth;
}

static void the_next_answer_builds_on_it(void **state) {
    (void)state;
    assert_int_equal(depth_after(false), 1);
    assert_true(depth_after(true) > 3);
}

static void it_ends_when_told(void **state) {
    (void)state;
    Bot bot = make_bot(true, 64);
    Game game;
    Pondering pondering = {0};
    game_init(&game, bot.rules, bot.variant);
    for (int i = 0; i < 10; i++) {
        pondering_start(&pondering, &bot, &game);
        assert_true(pondering.is_running);
        pondering_stop(&pondering);
        assert_false(pondering.is_running);
        pondering_stop(&pondering);
    }
    // What ending it took is missing for the answer, of which at least half the time is left.
    bot.spent_ms = 30;
    assert_int_equal(bot_time_left(&bot, 900), 870);
    bot.spent_ms = 700;
    assert_int_equal(bot_time_left(&bot, 900), 450);
    // The stop was for that thinking only.
    EngineReport report;
    EngineLimits limits = {.nodes = 20};
    play(&game, "e2 e8 e3");
    engine_think(bot.engine, &game, &limits, NULL, NULL, &report);
    assert_int_equal(report.nodes, 20);
    game_release(&game);
    engine_free(bot.engine);
}

static void not_without_leave_nor_after_the_end(void **state) {
    (void)state;
    Bot bot = make_bot(false, 1);
    Game game;
    Position pos;
    Pondering pondering = {0};
    game_init(&game, bot.rules, bot.variant);
    pondering_start(&pondering, &bot, &game);
    assert_false(pondering.is_running);
    game_release(&game);

    bot.ponders = true;
    assert_true(bot.rules->read(slice_from("- e8 a5 3 3 1 40"), bot.variant, &pos, NULL));
    game_init_at(&game, bot.rules, &pos);
    play(&game, "e9");
    pondering_start(&pondering, &bot, &game);
    assert_false(pondering.is_running);
    ponder(&bot, &game);
    game_release(&game);
    engine_free(bot.engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_answer_builds_on_it),
        cmocka_unit_test(it_ends_when_told),
        cmocka_unit_test(not_without_leave_nor_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
