// Pairs of games as values: what goes to another machine and what comes back.

#include <dirent.h>
#include <libgen.h>
#include <unistd.h>

#include "base/clock.h"
#include "unit/match/pair_fixture.h"

static void test_a_pair_survives_json(void **state) {
    (void)state;
    static const char *const PAYLOADS[] = {
        PAYLOAD(RANDOM, OPENING),
        PAYLOAD(RANDOM, ""),
        LOGGED(RANDOM),
        PAYLOAD("\"name=阻 \\\"x\\\",cmd=./bot,protocol=botzone,time=1s\",\"engine=greedy\"", ""),
    };
    for (size_t i = 0; i < sizeof PAYLOADS / sizeof *PAYLOADS; i++) {
        PairInput input;
        read_pair(&input, PAYLOADS[i]);
        Text text;
        text_init(&text);
        assert_true(pair_write(&input.pair, &text, NULL));
        assert_string_equal(text.data, PAYLOADS[i]);
        text_release(&text);
        pair_input_release(&input);
    }
}

static void test_bad_pairs_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *json;
        const char *reason;
    } CASES[] = {
        {"", "this is no JSON"},
        {"[]", "a pair has a game, a variant, two players, an opening and four seeds"},
        {"{\"game\":\"amazons\"}",
            "a pair has a game, a variant, two players, an opening and four seeds"},
        {"{\"game\":\"chess\",\"variant\":\"6x6\",\"players\":[" RANDOM
         "],\"opening\":[],\"seeds\":[[1,2],[3,4]]}",
            "unknown game 'chess'"},
        {"{\"game\":\"amazons\",\"variant\":\"7x7\",\"players\":[" RANDOM
         "],\"opening\":[],\"seeds\":[[1,2],[3,4]]}",
            "unknown variant '7x7' of amazons"},
        {"{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" RANDOM
         "],\"opening\":[],\"seeds\":[[1,2],[3,-4]]}",
            "a pair has a game, a variant, two players, an opening and four seeds"},
        {"{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" RANDOM
         "],\"opening\":{},\"seeds\":[[1,2],[3,4]]}",
            "a pair has a game, a variant, two players, an opening and four seeds"},
        {"{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" RANDOM
         "],\"opening\":[],\"seeds\":[[1,2],[3,4]],\"more\":1}",
            "a pair has a game, a variant, two players, an opening and four seeds"},
        {PAYLOAD("\"engine=random\",\"\"", ""),
            "player: a player is either cmd=COMMAND or engine=NAME"},
        {PAYLOAD("\"engine=random,color=red\",\"engine=random\"", ""),
            "player: unknown key 'color': choose name, cmd, engine, protocol, time, first-time, "
            "start-time, margin, memory, nodes, depth, level, threads, seed, network, set, book, "
            "dir, "
            "sandbox"},
        {PAYLOAD("\"cmd=./bot,dir=/etc\",\"engine=random\"", ""),
            "a folder (dir=) is on one machine only"},
        {PAYLOAD("\"name=\\u0007,engine=random\",\"engine=random\"", ""), NULL},
        {PAYLOAD(RANDOM, "1"), "opening: move 1 is not a string"},
        {PAYLOAD(RANDOM, "\"a2-d5/b3\",\"a2-d5/b3\""), NULL},
        {"{\"game\":\"quoridor\",\"variant\":\"sjtu\",\"players\":[\"cmd=./bot\","
         "\"engine=random\"],\"opening\":[\"e2\"],\"seeds\":[[1,2],[3,4]]}",
            "opening: a player's protocol cannot be told of an opening"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        PairInput input;
        Error error = {0};
        if (pair_read(&input, slice_from(CASES[i].json), &error)) {
            fail_msg("%s", CASES[i].json);
        }
        if (CASES[i].reason) {
            assert_string_equal(error.text, CASES[i].reason);
        }
        assert_true(error.text[0] != '\0');
    }
}

static void test_a_result_survives_json(void **state) {
    (void)state;
    Played played;
    play(&played, PAYLOAD(RANDOM, OPENING));
    Text text;
    text_init(&text);
    assert_true(pair_result_write(played.games, &text, NULL));
    Played again = {.input = played.input};
    assert_true(pair_result_read(again.games, text_slice(&text), NULL));
    assert_believed(&again);
    Text second;
    text_init(&second);
    assert_true(pair_result_write(again.games, &second, NULL));
    assert_string_equal(second.data, text.data);
    text_release(&second);
    text_release(&text);
    game_result_release(&again.games[0]);
    game_result_release(&again.games[1]);
    release(&played);
}

static void test_what_is_no_result(void **state) {
    (void)state;
    static const char *const CASES[] = {"", "{}", "{\"games\":[]}", "{\"games\":[{},{}]}",
        "{\"games\":[{\"result\":\"1-0\",\"verdict\":\"win\",\"plies\":1,\"ms\":1,\"detail\":\"\","
        "\"record\":\"\"},{}]}"};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        MatchGame games[2];
        Error error = {0};
        assert_false(pair_result_read(games, slice_from(CASES[i]), &error));
        assert_string_equal(error.text, i ? "this is no result of two games" : "this is no JSON");
    }
}

static void test_a_game_is_broken_off(void **state) {
    (void)state;
    atomic_bool stop = true;
    PairSetting setting = {.self = getenv("IMMURE"), .core = -1, .stop = &stop};
    PairInput input;
    read_pair(&input,
        PAYLOAD("\"name=A,cmd=sleep 86400,first-time=1440m\",\"name=B,engine=random\"", ""));
    MatchGame game = {0};
    Error error = {0};
    assert_false(pair_play(&input.pair, 0, &setting, &game, &error));
    assert_int_equal(error.reason.code, ERROR_STOPPED);
    assert_null(game.record);
    pair_input_release(&input);
}

// How many programs we have that are not stopped.
static int count_running(void) {
    int count = 0;
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    while ((entry = readdir(folder))) {
        char path[300];
        char run;
        int parent;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (file) {
            if (fscanf(file, "%*d (%*[^)]) %c %d", &run, &parent) == 2 && parent == getpid()) {
                count += run != 'T';
            }
            fclose(file);
        }
    }
    closedir(folder);
    return count;
}

static void wait_for_rest(void *context, const Game *game) {
    (void)game;
    int64_t deadline_ns = clock_now_ns() + 60 * NS_PER_S;
    while (count_running() > 0) { // the signal is on its way
        assert_true(clock_now_ns() < deadline_ns);
    }
    ++*(int *)context;
}

// Neither takes the other's time, though both burn CPU after their first answer.
static void test_strangers_rest_between_their_turns(void **state) {
    (void)state;
    char path[1024];
    snprintf(path, sizeof path, "%s", getenv("IMMURE_HOSTILE"));
    const char *folder = dirname(path);
    PairInput input;
    read_pair(&input,
        "{\"game\":\"quoridor\",\"variant\":\"sjtu-2022\",\"players\":["
        "\"name=A,cmd=./hostile busy --at 2 --answer A --answer '0 7 4' --answer '0 6 4'"
        ",protocol=sjtu-2022,time=1m,start-time=1m,sandbox=on\","
        "\"name=B,cmd=./hostile busy --at 2 --answer B --answer '0 1 4' --answer 'no move'"
        ",protocol=sjtu-2022,time=1m,start-time=1m,sandbox=on\""
        "],\"opening\":[],\"seeds\":[[1,2],[3,4]]}");
    for (int i = 0; i < 2; i++) {
        text_add(&input.contestants[i].directory, folder);
    }
    int looks = 0;
    PairSetting setting = {.core = -1, .context = &looks, .on_move = wait_for_rest};
    MatchGame game = {0};
    Error error = {0};
    if (!pair_play(&input.pair, 0, &setting, &game, &error)) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(game.verdict, VERDICT_MALFORMED);
    assert_int_equal(looks, 4); // at the beginning, and after three moves
    game_result_release(&game);
    pair_input_release(&input);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_survives_json),
        cmocka_unit_test(test_bad_pairs_are_refused),
        cmocka_unit_test(test_a_result_survives_json),
        cmocka_unit_test(test_what_is_no_result),
        cmocka_unit_test(test_a_game_is_broken_off),
        cmocka_unit_test(test_strangers_rest_between_their_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
