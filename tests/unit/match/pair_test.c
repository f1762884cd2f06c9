// Pairs of games as values: what goes to another machine, what comes back, and what is believed.

#include "match/pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/game_result.h"
#include "match/side_log.h"
#include "rules/record/record_io.h"

#define PAYLOAD(players, opening)                                                                  \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" players "],\"opening\":[" opening    \
    "],\"seeds\":[[1,2],[3,4]]}"
#define LOGGED(players)                                                                            \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" players                              \
    "],\"opening\":[],\"seeds\":[[1,2],[3,4]],\"owners\":[\"ann\",\"bob\"],\"logs\":true}"
#define RANDOM "\"name=A,engine=random\",\"name=B,engine=random,seed=7\""
#define OPENING "\"a2-d5/b3\",\"a5-b5/c6\""

static void read_pair(PairInput *input, const char *json) {
    Error error = {0};
    if (!pair_read(input, slice_from(json), &error)) {
        fail_msg("%s", error.text);
    }
}

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
            "player: a player has no 'color', but name, cmd, engine, protocol, time, first-time, "
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

// Two games that really took place.
typedef struct Played {
    PairInput input;
    MatchGame games[2];
} Played;

static void play(Played *played, const char *json) {
    PairSetting setting = {.self = getenv("IMMURE"), .core = -1};
    read_pair(&played->input, json);
    for (int i = 0; i < 2; i++) {
        Error error = {0};
        played->games[i] = (MatchGame){0};
        if (!pair_play(&played->input.pair, i, &setting, &played->games[i], &error)) {
            fail_msg("%s", error.text);
        }
    }
}

static void release(Played *played) {
    game_result_release(&played->games[0]);
    game_result_release(&played->games[1]);
    pair_input_release(&played->input);
}

static void assert_believed(const Played *played) {
    Error error = {0};
    if (!pair_check(&played->input.pair, played->games, &error)) {
        fail_msg("%s", error.text);
    }
}

static void test_honest_games_are_believed(void **state) {
    (void)state;
    static const char *const PAYLOADS[] = {
        PAYLOAD(RANDOM, OPENING),
        PAYLOAD("\"name=A,cmd=cat,protocol=text,time=1s,start-time=1s\",\"name=B,engine=random\"",
            OPENING),
        PAYLOAD("\"name=A,cmd=false,protocol=botzone\",\"name=B,engine=random\"", ""),
        PAYLOAD("\"name=A,engine=random\",\"name=B,cmd=/nonexistent\"", ""),
        "{\"game\":\"quoridor\",\"variant\":\"sjtu\",\"players\":[" RANDOM
        "],\"opening\":[],\"seeds\":[[1,2],[3,4]]}",
    };
    for (size_t i = 0; i < sizeof PAYLOADS / sizeof *PAYLOADS; i++) {
        Played played;
        play(&played, PAYLOADS[i]);
        assert_believed(&played);
        assert_int_equal(played.games[0].detail[0] != '\0', 1);
        release(&played);
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

static void set_text(char **text, const char *value) {
    free(*text);
    *text = strdup(value);
}

// Replaces the first occurrence.
static void edit(char **text, const char *old, const char *new) {
    const char *found = strstr(*text, old);
    assert_non_null(found);
    Text edited;
    text_init(&edited);
    text_add_slice(&edited, (Slice){*text, (size_t)(found - *text)});
    text_add(&edited, new);
    text_add(&edited, found + strlen(old));
    set_text(text, edited.data);
    text_release(&edited);
}

// Changes the winner everywhere that it is said.
static void flip(MatchGame *game) {
    bool won = game->result == RESULT_FIRST_WINS;
    const char *old = won ? "1-0" : "0-1";
    const char *new = won ? "0-1" : "1-0";
    game->result = won ? RESULT_SECOND_WINS : RESULT_FIRST_WINS;
    edit(&game->record, old, new);
    char *last = game->record;
    for (char *found = last; (found = strstr(found, old)); found++) {
        last = found;
    }
    memcpy(last, new, 3);
}

// Cuts the last moves off, so that the game is not over.
static void cut(MatchGame *game, const Pair *pair, int plies) {
    Record record;
    Record shorter;
    assert_true(record_read(slice_from(game->record), RECORD_PGN, pair->rules, &record, NULL));
    record_init(&shorter, pair->rules, pair->variant);
    for (int i = 0; i < plies; i++) {
        assert_true(record_append(&shorter, record.game.moves[i]));
    }
    for (size_t i = 0; i < record.tag_count; i++) {
        assert_true(record_set_tag(&shorter, record_text(&record, record.tags[i].name),
            record_text(&record, record.tags[i].value), NULL));
    }
    shorter.result = game->result;
    Text text;
    text_init(&text);
    assert_true(record_write(&shorter, RECORD_PGN, &text, NULL));
    set_text(&game->record, text.data);
    game->plies = plies;
    text_release(&text);
    record_release(&shorter);
    record_release(&record);
}

static void forge_foul(MatchGame *game, VerdictKind verdict, Result result, const char *detail) {
    game->verdict = verdict;
    edit(&game->record, "\"no-move\"",
        verdict == VERDICT_TIMEOUT ? "\"timeout\"" : "\"draw-by-plies\"");
    edit(&game->record, game->detail, detail);
    set_text(&game->detail, detail);
    if (game->result != result) {
        flip(game);
    }
}

#define TIMEOUT_OF_FIRST "the first player: no answer within 1.000 s"

#define LIES 12

// Tells a lie about one of the games; returns why it is refused, or null if the reason is the
// reader's.
static const char *tell_lie(Played *played, int lie) {
    MatchGame *game = &played->games[lie % 2];
    const Pair *pair = &played->input.pair;
    MatchGame swapped;
    switch (lie) {
    case 0: // colours that were not swapped
        swapped = played->games[0];
        played->games[0] = played->games[1];
        played->games[1] = swapped;
        return "game 1: the record's First is not the game's";
    case 1:
        game->result = game->result == RESULT_FIRST_WINS ? RESULT_SECOND_WINS : RESULT_FIRST_WINS;
        return "game 2: the record is of another game";
    case 2: // a verdict that the moves do not bear out
        game->verdict = VERDICT_TIMEOUT;
        return "game 1: the record's Verdict is not the game's";
    case 3:
        set_text(&game->detail, "resigned");
        return "game 2: the record's Termination is not the game's";
    case 4:
        game->plies--;
        return "game 1: the record is of another game";
    case 5: // a game that was over when the clock is said to have run out
        forge_foul(game, VERDICT_TIMEOUT, game->result, TIMEOUT_OF_FIRST);
        return "game 2: the moves end the game in another way: no legal move";
    case 6: // the loss of who was not to move
        cut(game, pair, 6);
        forge_foul(game, VERDICT_TIMEOUT, RESULT_FIRST_WINS,
            "the second player: no answer within 1.000 s");
        return "game 1: the game was not over, and could not be lost by this foul";
    case 7: // a draw in the middle of a game
        cut(game, pair, 6);
        forge_foul(game, VERDICT_PLY_CAP, RESULT_SECOND_WINS, "200 plies were played");
        return "game 2: the game was not over, and could not be lost by this foul";
    case 8: // blames one and lets the other lose
        cut(game, pair, 7);
        forge_foul(game, VERDICT_TIMEOUT, RESULT_FIRST_WINS, TIMEOUT_OF_FIRST);
        return "game 1: the detail does not name the player who lost";
    case 9: // another opening
        cut(game, pair, 2);
        forge_foul(game, VERDICT_TIMEOUT, RESULT_SECOND_WINS, TIMEOUT_OF_FIRST);
        edit(&game->record, "a2-d5/b3", "a2-d5/c4");
        return "game 2: the game did not begin with its opening";
    case 10:
        cut(game, pair, 1);
        forge_foul(game, VERDICT_TIMEOUT, RESULT_FIRST_WINS,
            "the second player: no answer within 1.000 s");
        return "game 1: the game did not begin with its opening";
    default: // another board
        edit(&game->record, "6x6", "8x8");
        return NULL;
    }
}

static void test_lies_are_refused(void **state) {
    (void)state;
    Played honest;
    play(&honest, PAYLOAD(RANDOM, OPENING));
    for (int lie = 0; lie < LIES; lie++) {
        Played played = honest;
        for (int i = 0; i < 2; i++) {
            played.games[i].detail = strdup(honest.games[i].detail);
            played.games[i].record = strdup(honest.games[i].record);
            played.games[i].reason = NULL;
        }
        const char *reason = tell_lie(&played, lie);
        Error error = {0};
        assert_false(pair_check(&played.input.pair, played.games, &error));
        assert_string_equal(error.text, reason ? reason : error.text);
        game_result_release(&played.games[0]);
        game_result_release(&played.games[1]);
    }
    assert_believed(&honest);
    release(&honest);
}

// Unfinished games are believed only of fouls, and those only of who was to move.
static void test_possible_fouls_are_believed(void **state) {
    (void)state;
    Played played;
    play(&played, PAYLOAD(RANDOM, OPENING));
    cut(&played.games[0], &played.input.pair, 6);
    forge_foul(&played.games[0], VERDICT_TIMEOUT, RESULT_SECOND_WINS, TIMEOUT_OF_FIRST);
    assert_believed(&played);
    // A program that does not even start, before its first turn.
    cut(&played.games[1], &played.input.pair, 2);
    forge_foul(&played.games[1], VERDICT_TIMEOUT, RESULT_FIRST_WINS,
        "the second player: no answer within 1.000 s");
    assert_believed(&played);
    release(&played);
}

// Whether a result is read and believed with that as the reason of its first game.
static bool is_believed_with(const Played *played, const char *result, const char *reason) {
    json_t *root = json_loads(result, 0, NULL);
    json_t *game = json_array_get(json_object_get(root, "games"), 0);
    assert_int_equal(json_object_set_new(game, "reason", json_loads(reason, 0, NULL)), 0);
    char *text = json_dumps(root, 0);
    MatchGame games[2];
    bool is_read = pair_result_read(games, slice_from(text), NULL);
    bool is_believed = is_read && pair_check(&played->input.pair, games, NULL);
    if (is_read) {
        game_result_release(&games[0]);
        game_result_release(&games[1]);
    }
    free(text);
    json_decref(root);
    return is_believed;
}

#define REASON(code, arguments, side, text)                                                        \
    "{\"code\":\"" code "\",\"arguments\":[" arguments "],\"places\":[{\"code\":\"at-side\","      \
    "\"arguments\":[\"" side "\"]}],\"text\":\"" text "\"}"
#define EXITED "the first player: exited with code 1"

// A foul says why with a code and its arguments, which are those of its detail; the rules' own
// endings say nothing more.
static void test_a_foul_has_a_reason(void **state) {
    (void)state;
    Played played;
    play(&played, PAYLOAD("\"name=A,cmd=false,protocol=botzone\",\"name=B,engine=random\"", ""));
    assert_string_equal(played.games[0].detail, EXITED);
    assert_string_equal(played.games[0].reason, REASON("program-exited", "\"1\"", "first", EXITED));
    Text text;
    text_init(&text);
    assert_true(pair_result_write(played.games, &text, NULL));
    static const struct {
        const char *reason;
        bool is_believed;
    } CASES[] = {
        {REASON("program-exited", "\"1\"", "first", EXITED), true},
        {REASON("answer-late", "\"0.100\"", "first", EXITED), true},
        {REASON("program-exited", "\"1\"", "second", EXITED), false},
        {REASON("program-exited", "\"1\"", "first", "another text"), false},
        {REASON("no-such-code", "", "first", EXITED), false},
        {REASON("program-exited", "1", "first", EXITED), false},
        {REASON("program-exited", "\"1\",\"2\",\"3\",\"4\",\"5\"", "first", EXITED), false},
        {"{\"code\":\"program-exited\",\"arguments\":[],\"places\":[],\"text\":\"" EXITED "\"}",
            false},
        {"{}", false},
        {"[]", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (is_believed_with(&played, text.data, CASES[i].reason) != CASES[i].is_believed) {
            fail_msg("%s", CASES[i].reason);
        }
    }
    release(&played);
    play(&played, PAYLOAD(RANDOM, OPENING));
    assert_null(played.games[0].reason);
    text_clear(&text);
    assert_true(pair_result_write(played.games, &text, NULL));
    char reason[512];
    snprintf(
        reason, sizeof reason, REASON("answer-late", "", "first", "%s"), played.games[0].detail);
    assert_false(is_believed_with(&played, text.data, reason));
    text_release(&text);
    release(&played);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pair_survives_json),
        cmocka_unit_test(test_bad_pairs_are_refused),
        cmocka_unit_test(test_honest_games_are_believed),
        cmocka_unit_test(test_a_result_survives_json),
        cmocka_unit_test(test_logs_come_with_a_result),
        cmocka_unit_test(test_logs_are_bounded),
        cmocka_unit_test(test_what_is_no_log),
        cmocka_unit_test(test_what_is_no_result),
        cmocka_unit_test(test_lies_are_refused),
        cmocka_unit_test(test_possible_fouls_are_believed),
        cmocka_unit_test(test_a_foul_has_a_reason),
        cmocka_unit_test(test_a_game_is_broken_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
