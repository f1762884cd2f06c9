// What is believed of the games that a worker sends: honest ones, and none that cannot be true.

#include "unit/match/pair_fixture.h"

#include "rules/record/record_io.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honest_games_are_believed),
        cmocka_unit_test(test_lies_are_refused),
        cmocka_unit_test(test_possible_fouls_are_believed),
        cmocka_unit_test(test_a_foul_has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
