// The logs of a game's two sides.

#include "match/side_log.h"

#include "unit/match/pair_fixture.h"

static const json_t *log_of(const MatchGame *game, Side side, json_t **held) {
    *held = json_loads(game->logs[side], 0, NULL);
    assert_true(side_log_check(*held));
    return *held;
}

// What both sides said comes with a result if it was asked for, and not otherwise.
static void test_logs_come_with_a_result(void **state) {
    (void)state;
    Played played;
    json_t *held;
    play(&played, LOGGED(RANDOM));
    assert_believed(&played);
    for (EACH_SIDE(side)) {
        const json_t *log = log_of(&played.games[0], side, &held);
        int turns = (played.games[0].plies + (side == SIDE_FIRST)) / 2;
        const json_t *said = json_object_get(log, "conversation");
        assert_int_equal(json_array_size(said), turns + 1); // with its start
        assert_true(side_log_memory_kb(log) > 100);
        const json_t *last = json_array_get(said, turns);
        assert_int_equal(json_integer_value(json_object_get(last, "ply")),
            side == SIDE_FIRST ? 2 * turns - 1 : 2 * turns);
        assert_non_null(strstr(json_string_value(json_object_get(last, "said")), "\ngo "));
        assert_non_null(strstr(json_string_value(json_object_get(last, "answered")), "bestmove "));
        json_decref(held);
    }
    char *log = played.games[0].logs[0];
    played.games[0].logs[0] = NULL;
    assert_false(pair_check(&played.input.pair, played.games, NULL));
    played.games[0].logs[0] = log;
    played.input.pair.has_logs = false;
    assert_false(pair_check(&played.input.pair, played.games, NULL));
    release(&played);
}

// A program that fouls at once and floods what it may write to: the end of it is kept.
static void test_logs_are_bounded(void **state) {
    (void)state;
    Played played;
    json_t *held;
    play(&played,
        LOGGED("\"name=A,protocol=botzone,cmd=head -c 300000 /dev/urandom >&2; echo last words "
               ">&2; echo 1 2 3\",\"name=B,engine=random\""));
    assert_int_equal(played.games[0].verdict, VERDICT_MALFORMED);
    const json_t *log = log_of(&played.games[0], SIDE_FIRST, &held);
    const char *errors = json_string_value(json_object_get(log, "stderr"));
    assert_string_equal(errors + strlen(errors) - strlen("last words\n"), "last words\n");
    const json_t *turn = json_array_get(json_object_get(log, "conversation"), 1);
    assert_string_equal(json_string_value(json_object_get(turn, "answered")), "1 2 3\n");
    json_decref(held);
    Text text;
    text_init(&text);
    assert_true(pair_result_write(played.games, &text, NULL));
    assert_true(text.size < 200000);
    Played again = {.input = played.input};
    assert_true(pair_result_read(again.games, text_slice(&text), NULL));
    assert_believed(&again);
    json_t *other;
    assert_true(json_equal(log_of(&again.games[1], SIDE_SECOND, &other),
        log_of(&played.games[1], SIDE_SECOND, &held)));
    json_decref(other);
    json_decref(held);
    text_release(&text);
    game_result_release(&again.games[0]);
    game_result_release(&again.games[1]);
    release(&played);
}

static void test_what_is_no_log(void **state) {
    (void)state;
#define TURN(numbers)                                                                              \
    "{\"stderr\":\"\",\"conversation\":[{\"said\":\"\",\"answered\":\"\"," numbers "}]}"
    static const char *const CASES[] = {"{}", "[]", TURN(""),
        TURN("\"ply\":1,\"timeMs\":1,\"memoryKb\":-1"),
        TURN("\"ply\":1,\"timeMs\":\"1\",\"memoryKb\":1"),
        TURN("\"ply\":1,\"timeMs\":1,\"memoryKb\":1,\"more\":1"),
        "{\"stderr\":\"\",\"conversation\":{}}"};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        json_t *log = json_loads(CASES[i], 0, NULL);
        assert_false(side_log_check(log));
        json_decref(log);
    }
    static char flood[4 * SIDE_LOG_ERRORS_BYTES];
    memset(flood, 'x', sizeof flood - 1);
    json_t *log = json_pack("{s:[] s:s}", "conversation", "stderr", flood);
    assert_false(side_log_check(log));
    json_decref(log);
    log = json_loads(TURN("\"ply\":1,\"timeMs\":1,\"memoryKb\":7"), 0, NULL);
    assert_true(side_log_check(log));
    assert_int_equal(side_log_memory_kb(log), 7);
    json_decref(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logs_come_with_a_result),
        cmocka_unit_test(test_logs_are_bounded),
        cmocka_unit_test(test_what_is_no_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
