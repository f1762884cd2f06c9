// Variations: in both formats, beside everything else that a record holds, and bounded.

#include "record_support.h"

static const char PGN[] =
    "[Game \"amazons\"]\n[Variant \"10x10\"]\n[First \"a\"]\n[Result \"*\"]\n\n"
    "{start} 1. d1-d7/g7 {[%emt 1.500] main} (1. d1-d8/g8 {a variation} a7-b7/b8 (1... a7-c7/c8\n"
    "2. a4-a5/a6)) (1. g1-g8/d8) 1... a7-b7/b8 2. a4-a5/a6 (2. j4-j5/j6 {late}) *\n";

static const char SGF[] =
    "(;FF[4]GM[18]CA[UTF-8]\nPB[a]RE[?]\n"
    "SZ[10]AB[ag][jg][dj][gj]AW[da][ga][ad][jd]PL[B]C[start]\n"
    "(;B[djddgd]IMEMT[1.500]C[main]\n;W[adbdbc]\n(;B[agafae]\n)\n(;B[jgjfje]C[late]\n)\n)\n"
    "(;B[djdcgc]C[a variation]\n(;W[adbdbc]\n)\n(;W[adcdcc]\n;B[agafae]\n)\n)\n"
    "(;B[gjgcdc]\n)\n)\n";

static void assert_rewritten(
    const char *text, RecordFormat from, const char *expected, RecordFormat to) {
    Record record = read_record(text, from, "amazons");
    Text written = write_record(&record, to);
    assert_slice(text_slice(&written), expected);
    text_release(&written);
    record_release(&record);
}

static void both_formats_hold_them(void **state) {
    (void)state;
    Record record = read_record(PGN, RECORD_PGN, "amazons");
    assert_int_equal(record.game.count, 3);
    assert_int_equal(record.variation_count, 3);
    const Record *line = record.variations[0].line;
    assert_int_equal(record.variations[0].ply, 0);
    assert_int_equal(line->game.count, 2);
    assert_slice(record_text(line, line->notes[1].comment), "a variation");
    assert_int_equal(line->variation_count, 1);
    assert_int_equal(line->variations[0].ply, 1);
    assert_int_equal(line->variations[0].line->game.count, 3);
    record_release(&record);
    assert_rewritten(PGN, RECORD_PGN, SGF, RECORD_SGF);
    assert_rewritten(SGF, RECORD_SGF, SGF, RECORD_SGF);
    assert_rewritten(SGF, RECORD_SGF, PGN, RECORD_PGN);
    assert_rewritten(PGN, RECORD_PGN, PGN, RECORD_PGN);
}

// A comment before the first move, a result, no numbers.
static void other_programs_write_them_differently(void **state) {
    (void)state;
    Record record = read_record("e2 ({why} d1 e8 0-1) {and} e8 *", RECORD_PGN, "quoridor");
    const Record *line = record.variations[0].line;
    assert_int_equal(line->game.count, 2);
    assert_slice(record_text(line, line->notes[1].comment), "why");
    assert_slice(record_text(&record, record.notes[1].comment), "and");
    record_release(&record);
}

static void a_variation_is_a_line_of_the_rules(void **state) {
    (void)state;
    assert_refused("1. e2 (1. e3) *", RECORD_PGN, "quoridor",
        "line 1: move 1 (first): e1 to e3 is not a step");
    assert_refused(
        "e2 e8 (e9) *", RECORD_PGN, "quoridor", "line 1: move 1 (second): e9 to e9 is not a step");
    assert_refused(
        "(e2) *", RECORD_PGN, "quoridor", "line 1: '(' where a move or the result is due");
    assert_refused(
        "e2 () *", RECORD_PGN, "quoridor", "line 1: ')' where a move or the result is due");
    assert_refused(
        "e2 ((d1) e2) *", RECORD_PGN, "quoridor", "line 1: '(' where a move or the result is due");
    assert_refused("e2 (d1 *", RECORD_PGN, "quoridor", "line 1: the record ends without a result");
}

static void they_are_bounded(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, "e2");
    for (int i = 0; i <= RECORD_DEPTH_MAX; i++) {
        text_add(&text, " (d1");
    }
    assert_refused(
        text.data, RECORD_PGN, "quoridor", "line 1: variations in variations, more than 64 deep");
    text_clear(&text);
    // Each variation has the eight moves of the line, its own one among them.
    text_add(&text, "e2 e8 e3 e7 d3 d7 c3 c7\n");
    for (int i = 0; i < RECORD_LINES_MOVES_MAX / 8; i++) {
        text_add(&text, "(d6)\n");
    }
    assert_refused(
        text.data, RECORD_PGN, "quoridor", "line 25001: a record holds no more than 200000 moves");
    text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_hold_them),
        cmocka_unit_test(other_programs_write_them_differently),
        cmocka_unit_test(a_variation_is_a_line_of_the_rules),
        cmocka_unit_test(they_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
