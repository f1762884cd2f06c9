// The drop-in for Botzone's judge: the conversations in tests/transcripts/botzone_judge.txt, whole
// random games against the rules, and input that is no log.

#include "base/rng.h"
#include "referee/botzone_judge.h"
#include "rules/game.h"
#include "unit/sandbox/process_fixture.h"
#include "unit/support/transcript.h"

static const Rules *amazons(void) {
    return rules_find(slice_from("amazons"));
}

// What the judge says after the log so far, which is then a part of it. Free with text_release.
static Text judge_next(Text *log) {
    Text input;
    Text output;
    Error error = {0};
    text_init(&input);
    text_init(&output);
    text_add(&input, "{\"log\":[");
    text_add_slice(&input, text_slice(log));
    text_add(&input, "],\"initdata\":\"\"}\n");
    if (!botzone_judge(amazons(), text_slice(&input), &output, &error)) {
        fail_msg("refused: %s", error.text);
    }
    assert_true(output.size > 0 && output.data[output.size - 1] == '\n');
    output.data[--output.size] = '\0';
    text_addf(log, "%s%s", log->size > 0 ? "," : "", output.data);
    text_release(&input);
    return output;
}

static void test_conversation(void **state) {
    const TranscriptCase *found = *state;
    Text log;
    text_init(&log);
    for (size_t i = 0; i < found->line_count; i++) {
        const TranscriptLine *line = &found->lines[i];
        if (line->kind == TRANSCRIPT_TO) {
            text_add_byte(&log, ',');
            transcript_expand(&log, line->text);
            continue;
        }
        Text output = judge_next(&log);
        if (!slice_is(line->text, output.data)) {
            fail_msg("%s:%d: '%s' instead of '%.*s'", found->path, line->number, output.data,
                (int)line->text.size, line->text.data);
        }
        text_release(&output);
    }
    text_release(&log);
}

static size_t count_of(const Game *game, Side side) {
    Position pos = *game_position(game);
    pos.turn = (uint8_t)side;
    return game->rules->count(&pos);
}

// What the judge has to say after the last move of a game.
static Text expected_output(const Game *game, const char *move) {
    Text text;
    text_init(&text);
    Side next = position_turn(game_position(game));
    bool is_over = game_outcome(game).result != RESULT_NONE;
    if (is_over) {
        text_addf(&text, "{\"command\":\"finish\",\"content\":{\"0\":%d,\"1\":%d}",
            next == SIDE_FIRST ? 0 : 2, next == SIDE_SECOND ? 0 : 2);
    } else {
        text_addf(&text, "{\"command\":\"request\",\"content\":{\"%d\":{%s}}", next, move);
    }
    text_addf(&text, ",\"display\":{\"blackCount\":%zu,\"whiteCount\":%zu",
        count_of(game, SIDE_FIRST), count_of(game, SIDE_SECOND));
    if (is_over) {
        text_addf(&text, ",\"winner\":%d", side_other(next));
    }
    text_addf(&text, ",%s", move);
    text_add(&text, "}}");
    return text;
}

// Plays a random move and writes its fields, without the braces.
static void play_random(Game *game, Rng *rng, char fields[128]) {
    Move moves[MOVES_MAX];
    char text[MOVE_TEXT_SIZE];
    int at[6];
    Move move = moves[rng_below(rng, game_moves(game, moves))];
    game->rules->format(game_position(game), move, NOTATION_BOTZONE, text);
    assert_int_equal(
        sscanf(text, "%d %d %d %d %d %d", &at[0], &at[1], &at[2], &at[3], &at[4], &at[5]), 6);
    snprintf(fields, 128, "\"x0\":%d,\"x1\":%d,\"x2\":%d,\"y0\":%d,\"y1\":%d,\"y2\":%d", at[0],
        at[2], at[4], at[1], at[3], at[5]);
    game_play(game, move);
}

static void test_random_games_end_as_the_rules_say(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        Rng rng;
        Game game;
        Text log;
        rng_init(&rng, seed);
        game_init(&game, amazons(), &amazons()->variants[0]);
        text_init(&log);
        Text first = judge_next(&log);
        text_release(&first);
        while (game_outcome(&game).result == RESULT_NONE) {
            char fields[128];
            Side side = position_turn(game_position(&game));
            play_random(&game, &rng, fields);
            text_addf(&log, ",{\"%d\":{\"verdict\":\"OK\",\"response\":{%s}}}", side, fields);
            Text expected = expected_output(&game, fields);
            Text output = judge_next(&log);
            assert_string_equal(output.data, expected.data);
            text_release(&expected);
            text_release(&output);
        }
        assert_int_equal(game_outcome(&game).ending, ENDING_NO_MOVE);
        text_release(&log);
        game_release(&game);
    }
}

static void test_input_that_is_no_log(void **state) {
    (void)state;
    static const char *const INPUTS[] = {
        "", "log", "5", "[]", "{}", "{\"log\":{}}", "{\"log\":null}", "{\"log\":\"[]\"}"};
    for (size_t i = 0; i < sizeof INPUTS / sizeof *INPUTS; i++) {
        Text output;
        Error error;
        text_init(&output);
        assert_false(botzone_judge(amazons(), slice_from(INPUTS[i]), &output, &error));
        assert_string_equal(error.text, "the judge's input has no array named log");
        assert_int_equal(output.size, 0);
    }
}

static void test_the_program_says_the_same(void **state) {
    (void)state;
    const char *self = getenv("IMMURE");
    assert_non_null(self);
    char *argv[] = {(char *)self, "judge", "amazons", "--botzone-judge", NULL};
    Process *process = process_new(&(ProcessOptions){.argv = argv}, NULL);
    assert_true(sends(process, "{\"log\":[]}\n"));
    process_close_input(process);
    Slice output;
    assert_int_equal(process_read_all(process, soon(), &output), PROCESS_OK);
    Text log;
    text_init(&log);
    Text expected = judge_next(&log);
    text_add_byte(&expected, '\n');
    assert_true(slice_is(output, expected.data));
    assert_ended(process, PROCESS_EXITED, 0);
    text_release(&expected);
    text_release(&log);
    finish(process);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games_end_as_the_rules_say),
        cmocka_unit_test(test_input_that_is_no_log),
        cmocka_unit_test(test_the_program_says_the_same),
    };
    return transcripts_run_with(
        "botzone_judge.txt", test_conversation, tests, sizeof tests / sizeof *tests, adopt_orphans);
}
