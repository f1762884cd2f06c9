// Records as PGN: what is read and written, byte for byte, and the reason of every refusal.

#include "unit/rules/record_support.h"

#include "rules/record/pgn_tags.h"

static const char CANONICAL[] = "[Game \"quoridor\"]\n"
                                "[Variant \"sjtu\"]\n"
                                "[Event \"the \\\"final\\\"\"]\n"
                                "[First \"C:\\\\bot\"]\n"
                                "[Second \"two\\nlines\"]\n"
                                "[Result \"1-0\"]\n"
                                "[Termination \"time forfeit\"]\n"
                                "[Seed \"7\"]\n"
                                "\n"
                                "{before the first move} 1. e2 {[%emt 0.123] [%clk 0:00:01.000] "
                                "[%eval 0.35] free comment} e8\n"
                                "{[%sgf BM[1\\]] a \\} and a \\\\, \\[%eval 1] [%csl x]\n"
                                "new line} 2. e3h a8v {[%eval -0.50]} 1-0\n";

static void assert_rewritten(const char *text, const char *expected) {
    assert_written_as("quoridor", text, RECORD_PGN, expected, RECORD_PGN);
}

// The moves with the usual tags around them.
static void assert_moves_rewritten(const char *moves, const char *expected) {
    char head[128];
    char text[1024];
    const char *result = strrchr(expected, ' ');
    snprintf(head, sizeof head, "[Game \"quoridor\"]\n[Variant \"standard\"]\n[Result \"%s\"]\n\n",
        result ? result + 1 : expected);
    snprintf(text, sizeof text, "%s%s\n", head, expected);
    assert_rewritten(moves, text);
}

static void a_canonical_record_stays_as_it_is(void **state) {
    (void)state;
    assert_rewritten(CANONICAL, CANONICAL);
}

static void everything_in_a_record_is_read(void **state) {
    (void)state;
    Record record = read_record(CANONICAL, RECORD_PGN, "quoridor");
    assert_string_equal(record.game.positions[0].variant->name, "sjtu");
    assert_slice(tag_of(&record, "Event"), "the \"final\"");
    assert_slice(tag_of(&record, "First"), "C:\\bot");
    assert_slice(tag_of(&record, "Second"), "two\nlines");
    assert_slice(tag_of(&record, "Seed"), "7");
    assert_null(tag_of(&record, "Result").data);
    assert_int_equal(record.result, RESULT_FIRST_WINS);
    assert_int_equal(record.game.count, 4);
    assert_slice(comment_of(&record, 0), "before the first move");
    assert_slice(comment_of(&record, 1), "free comment");
    assert_int_equal(record.notes[1].elapsed_ms, 123);
    assert_int_equal(record.notes[1].clock_ms, 1000);
    assert_float_equal(record.notes[1].eval, 0.35, 0);
    assert_slice(comment_of(&record, 2), "a } and a \\, [%eval 1] [%csl x]\nnew line");
    assert_slice(record_text(&record, record.notes[2].sgf), "BM[1]");
    assert_slice(record_text(&record, record.notes[4].eval_text), "-0.50");
    record_release(&record);
}

static void other_programs_write_it_differently(void **state) {
    (void)state;
    assert_moves_rewritten("e2 e8 *", "1. e2 e8 *");
    assert_moves_rewritten("1.e2 1...e8 2.\r\ne3 *", "1. e2 e8 2. e3 *");
    assert_moves_rewritten("\xef\xbb\xbf 1. e2 *", "1. e2 *");
    assert_moves_rewritten("[ Result\t\"*\" ]{one}{two};three\n*", "{one\ntwo\nthree} *");
    assert_moves_rewritten("{}e2{}{}*", "1. e2 *");
    assert_moves_rewritten(";\r\n; a \\} {\r\n*", "{ a \\\\\\} {} *");
    assert_moves_rewritten("{a\r\nb\rc\nd} *", "{a\nb\nc\nd} *");
}

static void commands_are_known_anywhere_in_a_comment(void **state) {
    (void)state;
    // As lichess writes them, with blanks all around.
    assert_moves_rewritten(
        "e2 { [%eval 0.17] [%clk 0:00:30] } *", "1. e2 {[%clk 0:00:30.000] [%eval 0.17]} *");
    assert_moves_rewritten("e2 {a  [%clk 1:00:30.5] b} *", "1. e2 {[%clk 1:00:30.500] a b} *");
    assert_moves_rewritten("e2 {a\n[%emt 2]} *", "1. e2 {[%emt 2.000] a} *");
    assert_moves_rewritten("e2 {[%emt 2]\r\na} *", "1. e2 {[%emt 2.000] a} *");
    assert_moves_rewritten("e2 {[%emt 2]   a } *", "1. e2 {[%emt 2.000]   a } *");
    assert_moves_rewritten("e2 {[%emt 61.23456]} *", "1. e2 {[%emt 61.234]} *");
    assert_moves_rewritten("{[%emt 1:2:03.04]} *", "{[%emt 3723.040]} *");
}

static void commands_that_cannot_be_read_stay_text(void **state) {
    (void)state;
    assert_moves_rewritten("{[%eval #3]} *", "{\\[%eval #3]} *");
    assert_moves_rewritten("{[%eval 1] [%eval 2]} *", "{[%eval 1] \\[%eval 2]} *");
    assert_moves_rewritten("{[%eval 1} *", "{\\[%eval 1} *");
    assert_moves_rewritten("{[%emt 1:60:00] x} *", "{\\[%emt 1:60:00] x} *");
    assert_moves_rewritten("{[%emt 1000001]} *", "{\\[%emt 1000001]} *");
    assert_moves_rewritten("{[%emt 1:2:3:4]} *", "{\\[%emt 1:2:3:4]} *");
    assert_moves_rewritten("{[%emt 1.]} *", "{\\[%emt 1.]} *");
    assert_moves_rewritten("{[%clk ] [%clk 5]} *", "{[%clk 0:00:05.000] \\[%clk ]} *");
    assert_moves_rewritten("{[%sgf ]} *", "{\\[%sgf ]} *");
    assert_moves_rewritten("{[%sgf [%sgf a} *", "{\\[%sgf \\[%sgf a} *");
    assert_moves_rewritten("{[%sgf A[1\\]] [%sgf B[2\\]]} *", "{[%sgf A[1\\]] \\[%sgf B[2]]} *");
    assert_moves_rewritten("{[%csl Ge4]} *", "{[%csl Ge4]} *");
    assert_moves_rewritten("{\\[%emt 1] \\a} *", "{\\[%emt 1] \\\\a} *");
}

static void a_record_may_start_in_the_middle(void **state) {
    (void)state;
    static const char text[] = "[Game \"quoridor\"]\n"
                               "[Variant \"standard\"]\n"
                               "[Result \"*\"]\n"
                               "[Position \"e3h e2 e8 9 10 2 7\"]\n"
                               "\n"
                               "{so far} 4... e7 5. d2 e6 *\n";
    assert_rewritten(text, text);
    Record record = read_record(text, RECORD_PGN, "quoridor");
    assert_int_equal(record.game.positions[0].ply, 7);
    assert_int_equal(game_position(&record.game)->ply, 10);
    record_release(&record);
}

static void moves_are_wrapped_but_comments_are_not(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    static const char *const moves[] = {"e2", "e8", "e1", "e9"};
    for (int i = 0; i < 7; i++) {
        text_addf(&text, "%s ", moves[i % 4]);
    }
    text_add(&text, "{");
    for (int i = 0; i < 40; i++) {
        text_add(&text, "long ");
    }
    text_add(&text, "} a8h c8h e8h g8h a7h c7h e7h a6h c6h e6h a5h c5h e5h a4h c4h e4h a3h c3h *");
    Record record = read_record(text.data, RECORD_PGN, "quoridor");
    Text written = write_record(&record, RECORD_PGN);
    Slice rest = text_slice(&written);
    Slice line;
    size_t long_count = 0;
    while (slice_next_line(&rest, &line)) {
        long_count += line.size > 100;
    }
    assert_int_equal(long_count, 1);
    text_release(&written);
    text_release(&text);
    record_release(&record);
}

static void collections_are_read_one_by_one(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, "[Game \"quoridor\"]\n\n1. e2 *\n\n1. e2 e8 1-0 [Game \"quoridor\"]\n*\n\n");
    RecordReader reader = record_reader(text_slice(&text), RECORD_PGN, NULL);
    reader.rules = game_rules("quoridor");
    Record record;
    Error error;
    size_t counts[] = {1, 2, 0};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_READ);
        assert_int_equal(record.game.count, counts[i]);
        record_release(&record);
    }
    assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_END);

    text_add(&text, "1. e2\n2. e8 *");
    reader = record_reader(text_slice(&text), RECORD_PGN, game_rules("quoridor"));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_READ);
        record_release(&record);
    }
    for (int again = 0; again < 2; again++) {
        assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_REFUSED);
        assert_string_equal(error.text, "line 9: the move number '2.' where 1... is due");
    }
    text_release(&text);
}

static void every_fault_has_its_reason(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"1. e2 e8", "line 1: the record ends without a result"},
        {"1. e2\n[Game \"quoridor\"] *", "line 2: the record ends without a result"},
        {"[Game \"quoridor\"]", "line 1: the record ends without a result"},
        {"e2 {a\nb", "line 1: a comment has no closing brace"},
        {"e2 {a \\} *", "line 1: a comment has no closing brace"},
        {"e2 $ *", "line 1: '$' where a move or the result is due"},
        {"e2 $x *", "line 1: '$' where a move or the result is due"},
        {"e2 $256 *", "line 1: '$' where a move or the result is due"},
        {"e2 $-1 *", "line 1: '$' where a move or the result is due"},
        {"e2 } *", "line 1: '}' where a move or the result is due"},
        {"e2 ) *", "line 1: ')' where a move or the result is due"},
        {"e2!e8 *", "line 1: move 1 (first): 'e2!e8' is not a move like e2, e3h"},
        {"!e2 *", "line 1: move 1 (first): '!e2' is not a move like e2, e3h"},
        {"1. e2\n1... e8\n2. e9 *", "line 3: move 2 (first): e2 to e9 is not a step"},
        {"2. e2 *", "line 1: the move number '2.' where 1. is due"},
        {"1... e2 *", "line 1: the move number '1...' where 1. is due"},
        {"1.. e2 *", "line 1: the move number '1..' where 1. is due"},
        {"99999999999999999999. e2 *",
            "line 1: the move number '99999999999999999999.' where 1. is due"},
        {"1-0 *", "line 1: more after the end of the record"},
        {"*\n\ne2", "line 3: more after the end of the record"},
        {"[Result \"1-0\"]\n0-1", "line 2: the result 0-1 disagrees with the tag Result, '1-0'"},
        {"[Result \"won\"]\n0-1", "line 2: the result 0-1 disagrees with the tag Result, 'won'"},
        {"[Position \"- e8 a5 10 10 1 20\"]\ne9\n\n0-1",
            "line 4: the result 0-1 disagrees with the moves: 1-0 (goal reached)"},
        {"[Position \"- e8 a5 10 10 1 20\"]\ne9 *",
            "line 2: the result * disagrees with the moves: 1-0 (goal reached)"},
        {"[Position \"- e8 a5 10 10 1 20\"] e9 a4 1-0",
            "line 1: move 11 (second): the game is over: 1-0 (goal reached)"},
        {"\n[Game \"chess\"] *", "line 2: there is no game 'chess'"},
        {"[Game \"amazons\"] *", "line 1: a game of amazons where one of quoridor is due"},
        {"[Variant \"tiny\"] *", "line 1: unknown variant 'tiny' of quoridor"},
        {"[A \"1\"]\n[Position \"- e1\"] *",
            "line 2: the tag Position: a position is 7 words like '- e1 e9 10 10 1 0', not 2"},
        {"[A \"1\"]\n[A \"2\"] *", "line 2: the tag 'A' stands twice"},
        {"[A 1] *", "line 1: a tag is written [Name \"value\"]"},
        {"[\"1\"] *", "line 1: a tag is written [Name \"value\"]"},
        {"[A \"1] *", "line 1: the value of tag 'A' has no closing quote"},
        {"[A \"1\n\"] *", "line 1: the value of tag 'A' has no closing quote"},
        {"[A \"1\\\"] *", "line 1: the value of tag 'A' has no closing quote"},
        {"[A \"1\" *", "line 1: the tag 'A' has no closing bracket"},
        {"[A-B \"1\"] *", "line 1: 'A-B' is not a tag name: up to 64 letters, digits and _"},
        {"[A \"\a\"] *", "line 1: a tag value holds the control character 0x07"},
        {"e2 {\x1b[31m} *", "line 1: a comment holds the control character 0x1b"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_refused(cases[i].text, RECORD_PGN, "quoridor", cases[i].reason);
    }
    assert_refused("1. e2 *", RECORD_PGN, NULL, "line 1: the tag Game is missing");
}

static void signs_of_moves_are_passed_over(void **state) {
    (void)state;
    Record record;
    Error error;
    static const char text[] = "1. e2!? $14 $0 {good} e8?? (1... d9 !! $255) 2. e3h$1 ? *";
    assert_true(record_read(
        slice_from(text), RECORD_PGN, rules_find(slice_from("quoridor")), &record, &error));
    Text out;
    text_init(&out);
    assert_true(record_write(&record, RECORD_PGN, &out, &error));
    assert_slice(text_slice(&out), "[Game \"quoridor\"]\n[Variant \"standard\"]\n[Result \"*\"]\n\n"
                                   "1. e2 {good} e8 (1... d9) 2. e3h *\n");
    text_release(&out);
    record_release(&record);
}

static void nul_bytes_are_refused_wherever_they_stand(void **state) {
    (void)state;
    static const struct {
        Slice text;
        const char *reason;
    } cases[] = {
        {{"e2 \0 *", 6}, "line 1: a word holds the control character 0x00"},
        {{"e2\0 *", 5}, "line 1: a word holds the control character 0x00"},
        {{"e2 {\0} *", 8}, "line 1: a comment holds the control character 0x00"},
        {{";\0\n*", 4}, "line 1: a comment holds the control character 0x00"},
        {{"[A \"\0\"] *", 9}, "line 1: a tag value holds the control character 0x00"},
        {{"[\0 \"\"] *", 8}, "line 1: '\\x00' is not a tag name: up to 64 letters, digits and _"},
        {{"*\0", 2}, "line 1: a word holds the control character 0x00"},
        {{"* \0", 3}, "line 1: more after the end of the record"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_refused_slice(cases[i].text, RECORD_PGN, "quoridor", cases[i].reason);
    }
}

static void a_record_cut_anywhere_is_refused(void **state) {
    (void)state;
    assert_refused_when_cut(CANONICAL, RECORD_PGN, "quoridor");
    assert_refused_when_cut("[Position \"- e1 e9 10 10 2 1\"]\n; a line\n1... e8 2. e2 1/2-1/2\n\n",
        RECORD_PGN, "quoridor");
}

static void assert_repeated_refused(
    const char *before, const char *piece, size_t count, const char *after, const char *reason) {
    Text text;
    text_init(&text);
    text_add(&text, before);
    for (size_t i = 0; i < count; i++) {
        text_add(&text, piece);
    }
    text_add(&text, after);
    assert_refused_slice(text_slice(&text), RECORD_PGN, "quoridor", reason);
    text_release(&text);
}

static void floods_are_refused_at_once(void **state) {
    (void)state;
    size_t many = 1000000;
    assert_repeated_refused("{", "x", many, "} *", "line 1: a comment is longer than 65536 bytes");
    assert_repeated_refused("", "{x}", many, " *", "line 1: a comment is longer than 65536 bytes");
    assert_repeated_refused(
        "{", "[%sgf ", many, "} *", "line 1: a comment is longer than 65536 bytes");
    assert_repeated_refused(
        "{", "[%eval ", many, "} *", "line 1: a comment is longer than 65536 bytes");
    assert_repeated_refused("{[%sgf ", "x", many, "]} *",
        "line 1: a list of SGF properties is longer than 65536 bytes");
    assert_repeated_refused(
        "[A \"", "x", many, "\"] *", "line 1: a tag value is longer than 65536 bytes");
    assert_repeated_refused("", "1.", many, "", "line 1: a move number where a move is due");
    assert_repeated_refused("", "1. ", many, "", "line 1: a move number where a move is due");
    assert_repeated_refused("", "(", many, "*", "line 1: '(' where a move or the result is due");
    Text tags;
    text_init(&tags);
    for (int i = 0; i < RECORD_TAGS_MAX + 1; i++) {
        text_addf(&tags, "[T%d \"\"]\n", i);
    }
    text_add(&tags, "*");
    assert_refused(tags.data, RECORD_PGN, "quoridor", "line 257: more than 256 tags");
    text_release(&tags);
}

static void a_tag_is_replaced(void **state) {
    (void)state;
    Text text;
    Text expected;
    text_init(&text);
    text_init(&expected);
    const char *second = strstr(CANONICAL, "two\\nlines");
    text_add_slice(&expected, (Slice){CANONICAL, (size_t)(second - CANONICAL)});
    text_addf(&expected, "a \\\"b\\\"%s", second + strlen("two\\nlines"));
    assert_true(pgn_tags_replace(slice_from(CANONICAL), "Second", slice_from("a \"b\""), &text));
    assert_string_equal(text.data, expected.data);
    text_clear(&text);
    assert_false(pgn_tags_replace(slice_from(CANONICAL), "Third", slice_from("x"), &text));
    assert_false(pgn_tags_replace(slice_from("[First \"x"), "First", slice_from("y"), &text));
    assert_false(pgn_tags_replace(slice_from(""), "First", slice_from("y"), &text));
    assert_int_equal(text.size, 0);
    text_release(&expected);
    text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_canonical_record_stays_as_it_is),
        cmocka_unit_test(everything_in_a_record_is_read),
        cmocka_unit_test(other_programs_write_it_differently),
        cmocka_unit_test(commands_are_known_anywhere_in_a_comment),
        cmocka_unit_test(commands_that_cannot_be_read_stay_text),
        cmocka_unit_test(a_record_may_start_in_the_middle),
        cmocka_unit_test(moves_are_wrapped_but_comments_are_not),
        cmocka_unit_test(collections_are_read_one_by_one),
        cmocka_unit_test(every_fault_has_its_reason),
        cmocka_unit_test(signs_of_moves_are_passed_over),
        cmocka_unit_test(nul_bytes_are_refused_wherever_they_stand),
        cmocka_unit_test(a_record_cut_anywhere_is_refused),
        cmocka_unit_test(floods_are_refused_at_once),
        cmocka_unit_test(a_tag_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
