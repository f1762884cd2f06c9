// Moves and positions of Quoridor as text: round trips, the examples of the SJTU document and every
// reason for a refusal.

#include "unit/rules/quoridor_support.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"

#define START "- e1 e9 10 10 1 0"

static void assert_refused_in(const char *variant, const char *from, Notation notation,
    const char *text, const char *reason) {
    Position pos = position(variant, from);
    Error error = {0};
    Move move = MOVE_NONE;
    assert_false(best_rules()->parse(&pos, slice_from(text), notation, &move, &error));
    assert_string_equal(error.text, reason);
    assert_int_equal(move, MOVE_NONE);
}

static void assert_refused(const char *from, const char *text, const char *reason) {
    assert_refused_in("standard", from, NOTATION_STANDARD, text, reason);
}

static void assert_not_read(const char *text, const char *reason) {
    Position pos;
    memset(&pos, 0, sizeof pos);
    Error error = {0};
    assert_false(best_rules()->read(slice_from(text), variant_named("standard"), &pos, &error));
    assert_string_equal(error.text, reason);
    assert_null(pos.variant);
}

typedef struct Names {
    const char *standard;
    const char *sjtu;
    const char *sjtu_2022;
    const char *qtp;
} Names;

// The same move in all notations. The remarks are on the examples of the SJTU document.
static const Names NAMES[] = {
    {"e2", "4 10", "0 7 4", "E8"}, // the first player moves down by one
    {"d1", "2 8", "0 8 3", "D9"},
    {"d8h", "17 8", "2 0 3", "D2 horizontal"},  // in front of the second player, to the left
    {"e8h", "17 10", "2 0 4", "E2 horizontal"}, // and to the right
    {"g7v", "14 15", "1 1 6", "G3 vertical"},   // right of (14, 14) and (16, 14)
    {"e3h", "7 10", "2 5 4", "E7 horizontal"},
    {"e3v", "6 11", "1 5 4", "E7 vertical"},
    {"a1h", "3 2", "2 7 0", "A9 horizontal"},
    {"h8v", "16 17", "1 0 7", "H2 vertical"},
};

static void test_notations_name_the_same_moves(void **state) {
    (void)state;
    Position pos = position("sjtu", START);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const struct {
            Notation notation;
            const char *text;
        } texts[] = {
            {NOTATION_STANDARD, NAMES[i].standard},
            {NOTATION_SJTU, NAMES[i].sjtu},
            {NOTATION_SJTU_2022, NAMES[i].sjtu_2022},
            {NOTATION_QTP, NAMES[i].qtp},
        };
        Move moves[4];
        for (int n = 0; n < 4; n++) {
            char text[MOVE_TEXT_SIZE];
            assert_true(best_rules()->parse(
                &pos, slice_from(texts[n].text), texts[n].notation, &moves[n], NULL));
            assert_int_equal(moves[n], moves[0]);
            size_t length = best_rules()->format(&pos, moves[n], texts[n].notation, text);
            assert_string_equal(text, texts[n].text);
            assert_int_equal(length, strlen(text));
        }
    }
}

// The cells that the document says a wall takes: those between the squares it separates.
static void test_walls_of_the_document_take_its_cells(void **state) {
    (void)state;
    Position pos = position("sjtu", START);
    const struct {
        const char *wall;
        int squares[2][2]; // column and row of the squares left of or below the wall
    } walls[] = {
        {"17 8", {{3, 7}, {4, 7}}},
        {"17 10", {{4, 7}, {5, 7}}},
        {"14 15", {{6, 6}, {6, 7}}},
    };
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        Move move;
        Position after;
        assert_true(
            best_rules()->parse(&pos, slice_from(walls[i].wall), NOTATION_SJTU, &move, NULL));
        best_rules()->apply(&pos, move, &after);
        Bits128 shut = (pos.quoridor.open_north ^ after.quoridor.open_north) |
                       (pos.quoridor.open_east ^ after.quoridor.open_east);
        Bits128 expected = 0;
        for (int n = 0; n < 2; n++) {
            expected |=
                bits128_bit(quoridor_square(walls[i].squares[n][0], walls[i].squares[n][1]));
        }
        assert_true(shut == expected);
    }
}

static void test_all_moves_survive_all_notations(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    const char *texts[] = {START, "- e8 e9 10 10 1 0", "c4ve3h e5 e6 9 9 2 2"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        Position pos = position("standard", texts[t]);
        Move moves[MOVES_MAX];
        size_t count = rules->moves(&pos, moves);
        for (int notation = 0; notation < NOTATION_COUNT; notation++) {
            for (size_t i = 0; i < count && rules_has_notation(rules, notation); i++) {
                char text[MOVE_TEXT_SIZE];
                Move move;
                rules->format(&pos, moves[i], (Notation)notation, text);
                assert_true(rules->parse(&pos, slice_from(text), (Notation)notation, &move, NULL));
                assert_int_equal(move, moves[i]);
            }
        }
    }
}

static void test_lenient_spellings(void **state) {
    (void)state;
    Position pos = position("sjtu", START);
    const struct {
        Notation notation;
        const char *text;
    } spellings[] = {
        {NOTATION_SJTU, "7   10"},
        {NOTATION_SJTU_2022, "2  5  4"},
        {NOTATION_QTP, "e7 h"},
        {NOTATION_QTP, "e7 H"},
        {NOTATION_QTP, "E7  HORIZONTAL"},
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        Move move;
        assert_true(best_rules()->parse(
            &pos, slice_from(spellings[i].text), spellings[i].notation, &move, NULL));
        assert_int_equal(move, quoridor_move(QUORIDOR_HORIZONTAL, quoridor_slot(4, 2)));
    }
}

static void test_malformed_moves_are_refused(void **state) {
    (void)state;
    assert_refused(START, "xyz", "'xyz' is not a move like e2, e3h");
    assert_refused(START, "", "'' is not a move like e2, e3h");
    assert_refused(START, "E2", "'E2' is not a move like e2, e3h");
    assert_refused(START, "e3x", "'e3x' is not a move like e2, e3h");
    assert_refused(START, "e10", "'e10' is not a move like e2, e3h");
    assert_refused(START, "e3hh", "'e3hh' is not a move like e2, e3h");
    assert_refused(START, "\x01\xff", "'\\x01\\xff' is not a move like e2, e3h");
    assert_refused(START, "j1", "'j1' names neither a square nor a place for a wall");
    assert_refused(START, "e0", "'e0' names neither a square nor a place for a wall");
    assert_refused(START, "i3h", "'i3h' names neither a square nor a place for a wall");
    assert_refused(START, "a9v", "'a9v' names neither a square nor a place for a wall");

    const struct {
        Notation notation;
        const char *example;
        const char *malformed[4];
        const char *outside[8]; // the last two at the ends of what a number can be
    } cases[] = {
        {NOTATION_SJTU, "4 10", {"4", "4 x", "4 10 1", "4,10"},
            {"3 3", "1 2", "3 18", "18 3", "20 2", "-2 2", "-2147483648 2", "2 2147483647"}},
        {NOTATION_SJTU_2022, "0 7 4", {"0 1", "0 1 x", "0 1 4 0", "0,1,4"},
            {"3 0 0", "-1 0 0", "0 9 0", "1 8 0", "2 0 8", "0 -1 0", "0 -2147483648 4",
                "1 2147483647 0"}},
        {NOTATION_QTP, "E8 or E7 horizontal", {"", "E4 x", "E4 h h", "E44 h"},
            {"J1", "E0", "E1 h", "E1 v", "I4 h", "I4 v", "Z9", "A0 v"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char reason[128];
        for (int n = 0; n < 4; n++) {
            snprintf(reason, sizeof reason, "'%s' is not a move like %s", cases[i].malformed[n],
                cases[i].example);
            assert_refused_in("sjtu", START, cases[i].notation, cases[i].malformed[n], reason);
        }
        for (int n = 0; n < 8; n++) {
            snprintf(reason, sizeof reason, "'%s' names neither a square nor a place for a wall",
                cases[i].outside[n]);
            assert_refused_in("sjtu", START, cases[i].notation, cases[i].outside[n], reason);
        }
    }
    assert_refused_in(
        "sjtu", START, NOTATION_BOTZONE, "0 0 1 1 2 2", "notation botzone is not for quoridor");
}

static void test_illegal_pawn_moves_are_refused(void **state) {
    (void)state;
    assert_refused(START, "e3", "e1 to e3 is not a step");
    assert_refused(START, "d2", "e1 to d2 is not a step");
    assert_refused(START, "e1", "e1 to e1 is not a step");
    assert_refused("- i3 e9 10 10 1 0", "a4", "i3 to a4 is not a step");
    assert_refused("e1h e1 e9 9 10 1 0", "e2", "a wall blocks e1 to e2");
    assert_refused("- e5 e6 10 10 1 0", "e6", "e6 is taken by the other pawn");
    // Jumps over e6.
    assert_refused("e5h e5 e6 9 10 1 0", "e7", "a wall blocks e5 to e6");
    assert_refused("e6h e5 e6 9 10 1 0", "e7", "a wall blocks e6 to e7");
    assert_refused("e5h e5 e6 9 10 1 0", "d6", "a wall blocks e5 to e6");
    assert_refused("d6ve6h e5 e6 9 9 1 0", "d6", "a wall blocks e6 to d6");
    assert_refused(
        "- e5 e6 10 10 1 0", "d6", "e5 to d6 jumps to the side, but no wall is behind e6");
    assert_refused_in("sjtu", "- e8 e9 10 10 1 0", NOTATION_STANDARD, "d9",
        "e8 to d9 jumps to the side, but the board edge is behind e9");
    assert_refused("- a9 e5 10 10 2 0", "e4", "the game is over: 1-0 (goal reached)");
}

static void test_illegal_walls_are_refused(void **state) {
    (void)state;
    assert_refused("e3v e1 e9 9 10 1 0", "e3h", "e3h crosses a wall at e3v");
    assert_refused("f3h e1 e9 9 10 1 0", "e3h", "e3h overlaps a wall at f3h");
    assert_refused("e3v e1 e9 9 10 1 0", "e4v", "e4v overlaps a wall at e3v");
    assert_refused("- e1 e9 0 10 1 0", "e3h", "the first player has no walls left");
    assert_refused("- e1 e9 10 0 2 0", "e3h", "the second player has no walls left");
    assert_refused("d8ve8v e1 e9 8 10 1 0", "e7h", "e7h leaves the second player no path");
    // Reasons are in standard notation, whatever was read.
    assert_refused_in(
        "sjtu", "e3v e1 e9 9 10 1 0", NOTATION_SJTU, "7 10", "e3h crosses a wall at e3v");
}

static void test_position_text_survives_random_games(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, 4);
    Position pos;
    rules->start(&pos, variant_named("standard"));
    Move moves[MOVES_MAX];
    size_t count;
    while ((count = rules->moves(&pos, moves)) > 0) {
        char text[POSITION_TEXT_SIZE], again[POSITION_TEXT_SIZE];
        size_t length = rules->write(&pos, text);
        assert_int_equal(length, strlen(text));
        Position copy = position("standard", text);
        rules->write(&copy, again);
        assert_string_equal(again, text);
        assert_true(rules->same(&pos, &copy));
        assert_int_equal(copy.ply, pos.ply);
        assert_true(copy.quoridor.open_north == pos.quoridor.open_north);
        assert_true(copy.quoridor.open_east == pos.quoridor.open_east);
        rules->apply(&pos, moves[rng_below(&rng, count)], &pos);
    }
}

static void test_position_text_is_normalised(void **state) {
    (void)state;
    char text[POSITION_TEXT_SIZE];
    Position pos = position("standard", "e3hc4vc2h  d5 e9 8\t9 2");
    best_rules()->write(&pos, text);
    assert_string_equal(text, "c2hc4ve3h d5 e9 8 9 2 0");
}

static void test_bad_position_texts_are_refused(void **state) {
    (void)state;
    const char *form = "a position is 7 words like '- e1 e9 10 10 1 0', not ";
    char reason[128];
    const char *texts[] = {"", "- e1 e9 10 10", "- e1 e9 10 10 1 0 0"};
    const int counts[] = {0, 5, 8};
    for (int i = 0; i < 3; i++) {
        snprintf(reason, sizeof reason, "%s%d", form, counts[i]);
        assert_not_read(texts[i], reason);
    }
    assert_not_read("e3 e1 e9 10 10 1", "'e3' is not a wall like e3h");
    assert_not_read("e3he3 e1 e9 10 10 1", "'e3' is not a wall like e3h");
    assert_not_read("e3hi3h e1 e9 9 9 1", "'i3h' is not a wall like e3h");
    assert_not_read("e3he3v e1 e9 9 9 1", "e3v crosses a wall at e3h");
    assert_not_read("e3hf3h e1 e9 9 9 1", "f3h overlaps a wall at e3h");
    assert_not_read("d8ve7he8v e1 e9 8 9 1", "the walls leave the second player no path");
    assert_not_read("- e0 e9 10 10 1", "'e0' is not a square like e1");
    assert_not_read("- e1 e9h 10 10 1", "'e9h' is not a square like e1");
    assert_not_read("- e5 e5 10 10 1", "both pawns stand on e5");
    assert_not_read("- e9 e1 10 10 1", "both pawns have reached their goals");
    assert_not_read("- e1 e9 11 10 1", "'11' is not a number of walls from 0 to 10");
    assert_not_read("- e1 e9 10 -1 1", "'-1' is not a number of walls from 0 to 10");
    assert_not_read(
        "e3h e1 e9 10 10 1", "21 walls on the board and in hand, but there are only 20");
    assert_not_read("- e1 e9 10 10 3", "'3' is not a side to move, 1 or 2");
    assert_not_read("- e1 e9 10 10 1 x", "'x' is not a number of plies from 0 to 65535");
    assert_not_read("- e1 e9 10 10 1 65536", "'65536' is not a number of plies from 0 to 65535");
}

static const char DRAWING[] =
    "      a   b   c   d   e   f   g   h   i\n"
    "    +-----------------------------------+\n"
    "  9 | .   .   .   .   .   .   .   .   . | 9   second: 9 walls, to move\n"
    "    |                                   |\n"
    "  8 | .   .   .   .   2   .   .   .   . | 8\n"
    "    |                                   |\n"
    "  7 | .   .   .   .   .   .   .   .   . | 7\n"
    "    |                                   |\n"
    "  6 | .   .   .   .   .   .   .   .   . | 6\n"
    "    |                                   |\n"
    "  5 | .   .   . | .   .   .   .   .   . | 5\n"
    "    |           |                       |\n"
    "  4 | .   .   . | .   .   .   .   .   . | 4\n"
    "    |                =======            |\n"
    "  3 | .   .   .   .   .   .   .   .   . | 3\n"
    "    |                                   |\n"
    "  2 | .   .   .   .   .   .   .   .   . | 2\n"
    "    |                                   |\n"
    "  1 | .   .   .   .   1   .   .   .   . | 1   first: 9 walls\n"
    "    +-----------------------------------+\n"
    "      a   b   c   d   e   f   g   h   i\n";

static void strip_colours(char *text) {
    char *end = text;
    for (const char *byte = text; *byte; byte++) {
        if (*byte == '\033') {
            byte = strchr(byte, 'm');
            assert_non_null(byte);
        } else {
            *end++ = *byte;
        }
    }
    *end = '\0';
}

static void test_board_is_drawn(void **state) {
    (void)state;
    Position pos = position("standard", "c4ve3h e1 e8 9 9 2 3");
    Text drawing;
    text_init(&drawing);
    best_rules()->draw(&pos, false, &drawing);
    assert_string_equal(drawing.data, DRAWING);
    text_clear(&drawing);
    best_rules()->draw(&pos, true, &drawing);
    assert_string_not_equal(drawing.data, DRAWING);
    strip_colours(drawing.data);
    assert_string_equal(drawing.data, DRAWING);
    text_release(&drawing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations_name_the_same_moves),
        cmocka_unit_test(test_walls_of_the_document_take_its_cells),
        cmocka_unit_test(test_all_moves_survive_all_notations),
        cmocka_unit_test(test_lenient_spellings),
        cmocka_unit_test(test_malformed_moves_are_refused),
        cmocka_unit_test(test_illegal_pawn_moves_are_refused),
        cmocka_unit_test(test_illegal_walls_are_refused),
        cmocka_unit_test(test_position_text_survives_random_games),
        cmocka_unit_test(test_position_text_is_normalised),
        cmocka_unit_test(test_bad_position_texts_are_refused),
        cmocka_unit_test(test_board_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
