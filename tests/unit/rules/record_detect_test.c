// Texts that do not say how they are written.

#include "record_support.h"
#include "rules/record/detect.h"

// What a text is found to be: `amazons 8x8: moves`, all games of it on lines of their own.
static void assert_bytes_detected(Slice bytes, const char *expected) {
    RecordReader reader = record_detector(bytes);
    Record record;
    Error error = {0};
    Text found;
    text_init(&found);
    RecordNext next;
    while ((next = record_detect_next(&reader, &record, &error)) == RECORD_NEXT_READ) {
        const Game *game = &record.game;
        text_addf(&found, "%s%s %s:", found.size > 0 ? "\n" : "", game->rules->name,
            game->positions[0].variant->name);
        for (size_t i = 0; i < game->count; i++) {
            char move[MOVE_TEXT_SIZE];
            game->rules->format(&game->positions[i], game->moves[i], NOTATION_STANDARD, move);
            text_addf(&found, " %s", move);
        }
        record_release(&record);
    }
    if (next == RECORD_NEXT_REFUSED) {
        text_addf(&found, "refused: %s", error.text);
    }
    assert_slice(text_slice(&found), expected);
    text_release(&found);
}

static void assert_detected(const char *text, const char *expected) {
    assert_bytes_detected(slice_from(text), expected);
}

static void moves_in_letters(void **state) {
    (void)state;
    static const char AMAZONS[] = "amazons 10x10: d1-d7/g7 a7-b7/b8";
    assert_detected("1. d1-d7/g7 a7-b7/b8", AMAZONS);
    assert_detected("D1-D7/G7\nA7-B7/B8\n", AMAZONS);
    assert_detected("d1d7g7a7b7b8", AMAZONS);
    assert_detected("d1 d7 g7, a7 b7 b8", AMAZONS);
    assert_detected("d1d7,d7g7 a7b7,b7b8", AMAZONS);
    assert_detected("c1c5e5", "amazons 8x8: c1-c5/e5");
    static const char QUORIDOR[] = "quoridor standard: e2 e8 e3h h4v";
    assert_detected("1.e2 e8 2. e3h h4v *", QUORIDOR);
    assert_detected("E2E8E3HH4V", QUORIDOR);
    assert_detected("e2,e8,e3h,h4v", QUORIDOR);
    assert_detected("1. e2! e8?! 2. e3h ?? h4v", QUORIDOR);
}

static void moves_in_numbers(void **state) {
    (void)state;
    static const char AMAZONS[] = "amazons 8x8: c1-c5/e5 c8-c7/d7";
    assert_detected("2 0 2 4 4 4\n2 7 2 6 3 6\n", AMAZONS);
    assert_detected("2\n-1 -1 -1 -1 -1 -1\n2 0 2 4 4 4\n2 7 2 6 3 6", AMAZONS);
    assert_detected("2 0 2 4 4 4 2 7 2 6 3 6", AMAZONS);
    assert_detected("2,0,2,4,4,4\n2,7,2,6,3,6", AMAZONS);
    assert_detected("4 10\n16 10\n7 10\nEND\n", "quoridor sjtu: e2 e8 e3h");
    assert_detected("0\n4 10\n", "quoridor sjtu: e2");
    assert_detected("0 7 4\n0 1 4\n2 5 4", "quoridor sjtu-2022: e2 e8 e3h");
}

static void positions(void **state) {
    (void)state;
    assert_detected("- e4 e5 10 10 1 8", "quoridor standard:");
    assert_detected("- e4 e5 10 10 1 8\ne6 e4", "quoridor standard: e6 e4");
    assert_detected("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", "amazons 10x10:");
    assert_detected("2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1\nc1-c5/e5", "amazons 8x8: c1-c5/e5");
}

static void collections(void **state) {
    (void)state;
    assert_detected("(;GM[18]SZ[8])(;GM[18])\n[Game \"quoridor\"]\n\n1. e2 *",
        "amazons 8x8:\namazons 10x10:\nquoridor standard: e2");
    assert_detected("", "");
    assert_detected("\xef\xbb\xbf"
                    "e2",
        "quoridor standard: e2");
}

static void what_is_wrong_is_named(void **state) {
    (void)state;
    assert_detected("hello", "refused: line 1: move 1 (first): 'hello' is not a move like e2, e3h");
    assert_detected("e2 e8\ne3 e5", "refused: line 2: move 2 (second): e8 to e5 is not a step");
    assert_detected("1. d1-d7/g7\nd10-d8/",
        "refused: line 2: move 1 (second): 'd10-d8' is not a move like "
        "d1-d7/g7");
    assert_detected("2 0 2 4 4 4\n2 7 2",
        "refused: line 2: move 1 (second): '2 7 2' is not a move like "
        "3 0 3 6 6 6");
    assert_detected("你好", "refused: line 1: move 1 (first): '你好' is not a move like e2, e3h");
}

static void a_nul_byte_separates_nothing(void **state) {
    (void)state;
    assert_bytes_detected((Slice){"e2\0e8", 5},
        "refused: line 1: move 1 (first): 'e2\\x00e8' is not a move like e2, e3h");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_in_letters),
        cmocka_unit_test(moves_in_numbers),
        cmocka_unit_test(positions),
        cmocka_unit_test(collections),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(a_nul_byte_separates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
