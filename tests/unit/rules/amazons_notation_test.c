// Amazons as text: moves in four notations, positions as FEN, the drawing, and the reason for
// everything that is refused.

#include "unit/rules/amazons_support.h"

#include <stdio.h>
#include <string.h>

#define START_6 "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w - - 0 1"
#define START_8 "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - - 0 1"
#define START_10 "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const Notation NOTATIONS[] = {
    NOTATION_STANDARD, NOTATION_BOTZONE, NOTATION_FAIRY, NOTATION_SGF};

static Move parse(const Position *pos, const char *text, Notation notation) {
    Move move = MOVE_NONE;
    Error error = {0};
    if (!best_rules()->parse(pos, slice_from(text), notation, &move, &error)) {
        fail_msg("%s: %s", text, error.text);
    }
    return move;
}

static void assert_refused(const char *fen, Slice text, Notation notation, const char *reason) {
    Position pos = position(fen);
    Move move = 12345;
    Error error = {0};
    assert_false(best_rules()->parse(&pos, text, notation, &move, &error));
    assert_string_equal(error.text, reason);
    assert_int_equal(move, 12345);
}

static void one_move_has_four_texts(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        const char *texts[COUNT(NOTATIONS)];
    } CASES[] = {
        {START_8, {"f1-d3/g6", "5 0 3 2 6 5", "f1d3,d3g6", "fhdfgc"}},  // Botzone's page
        {START_10, {"d1-d7/g7", "3 0 3 6 6 6", "d1d7,d7g7", "djddgd"}}, // SGF's specification
        {START_10, {"j4-j6/f10", "9 3 9 5 5 9", "j4j6,j6f10", "jgjefa"}},
        {START_6, {"b1-d3/b1", "1 0 3 2 1 0", "b1d3,d3b1", "bfddbf"}},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Position pos = position(CASES[i].fen);
        Move move = parse(&pos, CASES[i].texts[0], NOTATION_STANDARD);
        for (size_t n = 0; n < COUNT(NOTATIONS); n++) {
            char text[MOVE_TEXT_SIZE];
            assert_int_equal(parse(&pos, CASES[i].texts[n], NOTATIONS[n]), move);
            size_t length = best_rules()->format(&pos, move, NOTATIONS[n], text);
            assert_string_equal(text, CASES[i].texts[n]);
            assert_int_equal(length, strlen(text));
        }
    }
}

static void round_trip_moves(const Position *pos, const Move *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t n = 0; n < COUNT(NOTATIONS); n++) {
            char text[MOVE_TEXT_SIZE];
            best_rules()->format(pos, moves[i], NOTATIONS[n], text);
            assert_int_equal(parse(pos, text, NOTATIONS[n]), moves[i]);
        }
    }
}

static void every_move_can_be_read_back(void **state) {
    (void)state;
    random_games(2, round_trip_moves);
}

// With the round trip above: of all triples of squares exactly the legal moves are accepted.
static void try_all_triples(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    int size = pos->variant->size;
    int squares = size * size;
    if (size > 6) {
        return;
    }
    size_t accepted = 0;
    for (int triple = 0; triple < squares * squares * squares; triple++) {
        int from = triple / squares / squares;
        int to = triple / squares % squares;
        int arrow = triple % squares;
        char text[80];
        Move move;
        snprintf(text, sizeof text, "%d %d %d %d %d %d", from % size, from / size, to % size,
            to / size, arrow % size, arrow / size);
        accepted += best_rules()->parse(pos, slice_from(text), NOTATION_BOTZONE, &move, NULL);
    }
    assert_int_equal(accepted, count);
}

static void nothing_but_legal_moves_is_accepted(void **state) {
    (void)state;
    random_games(1, try_all_triples);
}

static void botzone_numbers_may_be_spaced(void **state) {
    (void)state;
    Position pos = position(START_8);
    assert_int_equal(parse(&pos, "  5 0  3 2 6   5 ", NOTATION_BOTZONE),
        parse(&pos, "f1-d3/g6", NOTATION_STANDARD));
}

static void malformed_moves_are_refused(void **state) {
    (void)state;
    static const char *const STANDARD[] = {"", "xyz", "d1", "d1-d7", "d1-d7/", "d1-d7-g7",
        "d1/d7/g7", "D1-d7/g7", "d1-D7/g7", "d0-d7/g7", "d01-d7/g7", "d-d7/g7", "1d-d7/g7",
        "d1-d7/g100", "d1-d7/g7x", " d1-d7/g7", "d1-d7/g7 ", "d1 -d7/g7"};
    static const char *const BOTZONE[] = {"", "5 0 3 2 6", "5 0 3 2 6 5 1", "5 0 3 2 6 x",
        "5 0 3 2 6 5.", "5,0,3,2,6,5", "5 0 3 2 6 +5", "5 0 3 2 6 99999999999", "f1-d3/g6"};
    static const char *const FAIRY[] = {"", "d1d7", "d1d7,", "d1d7,d7", "d1d7g7", "d1d7,d6g7",
        "d1d7,e7g7", "d1-d7/g7", "d1d7,d7g7 "};
    static const char *const SGF[] = {"", "djddg", "djddgdd", "DJDDGD", "djddg1", "dj dgd"};
    static const struct {
        Notation notation;
        const char *example;
        const char *const *texts;
        size_t count;
    } CASES[] = {
        {NOTATION_STANDARD, "d1-d7/g7", STANDARD, COUNT(STANDARD)},
        {NOTATION_BOTZONE, "3 0 3 6 6 6", BOTZONE, COUNT(BOTZONE)},
        {NOTATION_FAIRY, "d1d7,d7g7", FAIRY, COUNT(FAIRY)},
        {NOTATION_SGF, "djddgd", SGF, COUNT(SGF)},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        for (size_t j = 0; j < CASES[i].count; j++) {
            const char *text = CASES[i].texts[j];
            char reason[256];
            snprintf(reason, sizeof reason, "'%s' is not a move like %s", text, CASES[i].example);
            assert_refused(START_10, slice_from(text), CASES[i].notation, reason);
        }
    }
}

static void strange_bytes_are_quoted(void **state) {
    (void)state;
    assert_refused(START_10, (Slice){"d1-d7/g7\0", 9}, NOTATION_STANDARD,
        "'d1-d7/g7\\x00' is not a move like d1-d7/g7");
    assert_refused(START_10, slice_from("d1\xe2\x80\x93"), NOTATION_STANDARD,
        "'d1–' is not a move like d1-d7/g7");
}

static void squares_outside_the_board_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        Notation notation;
        const char *text;
        const char *reason;
    } CASES[] = {
        {START_8, NOTATION_STANDARD, "i1-a1/a2", "'i1' lies outside the 8x8 board"},
        {START_8, NOTATION_STANDARD, "c1-c9/c8", "'c9' lies outside the 8x8 board"},
        {START_8, NOTATION_STANDARD, "c1-c2/z99", "'z99' lies outside the 8x8 board"},
        {START_8, NOTATION_BOTZONE, "-1 -1 -1 -1 -1 -1", "'-1 -1' lies outside the 8x8 board"},
        {START_8, NOTATION_BOTZONE, "5 0 8 0 1 1", "'8 0' lies outside the 8x8 board"},
        {START_8, NOTATION_FAIRY, "c1c2,c2c9", "'c9' lies outside the 8x8 board"},
        {START_6, NOTATION_STANDARD, "g1-g2/g3", "'g1' lies outside the 6x6 board"},
        {START_10, NOTATION_STANDARD, "d1-d11/d3", "'d11' lies outside the 10x10 board"},
        {START_10, NOTATION_SGF, "dkddgd", "'dk' lies outside the 10x10 board"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        assert_refused(CASES[i].fen, slice_from(CASES[i].text), CASES[i].notation, CASES[i].reason);
    }
}

//       a b c d e f g h
//     8 . . q . . q . .
//     7 . . . . . . . .
//     6 q . . . . . . q
//     5 . . * . . . . .
//     4 . . . . . . . .
//     3 Q . . . . . . Q
//     2 . . . . . . . .
//     1 . . Q . . Q . .
static void illegal_moves_are_refused(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"d4-d5/d6", "no amazon of the first player on d4"},
        {"a6-a5/a4", "no amazon of the first player on a6"},
        {"c5-c4/c3", "no amazon of the first player on c5"},
        {"c1-c1/c2", "c1-c1 is not a queen move"},
        {"c1-d3/d4", "c1-d3 is not a queen move"},
        {"h3-a4/a5", "h3-a4 is not a queen move"},
        {"c1-c7/c6", "c1-c7 is blocked at c5"},
        {"c1-c5/c6", "c1-c5 is blocked at c5"},
        {"a3-a7/a8", "a3-a7 is blocked at a6"},
        {"c1-h1/h2", "c1-h1 is blocked at f1"},
        {"c1-c4/c4", "arrow c4/c4 is not a queen move"},
        {"c1-c4/d6", "arrow c4/d6 is not a queen move"},
        {"c1-c4/c5", "arrow c4/c5 is blocked at c5"},
        {"c1-c4/c7", "arrow c4/c7 is blocked at c5"},
        {"f1-f3/h3", "arrow f3/h3 is blocked at h3"},
    };
    const char *fen = "2q2q2/8/q6q/2*5/8/Q6Q/8/2Q2Q2 w";
    for (size_t i = 0; i < COUNT(CASES); i++) {
        assert_refused(fen, slice_from(CASES[i][0]), NOTATION_STANDARD, CASES[i][1]);
    }
    assert_refused("2q2q2/8/q6q/2*5/8/Q6Q/8/2Q2Q2 b", slice_from("c1-c2/c3"), NOTATION_STANDARD,
        "no amazon of the second player on c1");
    assert_refused(
        START_10, slice_from("3 0 3 9 3 8"), NOTATION_BOTZONE, "d1-d10 is blocked at d10");
}

static void notations_of_other_games_are_refused(void **state) {
    (void)state;
    assert_refused(START_8, slice_from("e2"), NOTATION_SJTU, "notation sjtu is not for amazons");
    assert_false(rules_has_notation(best_rules(), NOTATION_SJTU));
    for (size_t n = 0; n < COUNT(NOTATIONS); n++) {
        assert_true(rules_has_notation(best_rules(), NOTATIONS[n]));
    }
}

static void starts_are_fairy_stockfishs(void **state) {
    (void)state;
    static const struct {
        int size;
        const char *fen;
    } CASES[] = {{6, START_6}, {8, START_8}, {10, START_10}};
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Position pos;
        char fen[POSITION_TEXT_SIZE];
        best_rules()->start(&pos, amazons_variant(CASES[i].size));
        size_t length = best_rules()->write(&pos, fen);
        assert_string_equal(fen, CASES[i].fen);
        assert_int_equal(length, strlen(fen));
    }
}

static void round_trip_position(const Position *pos, const Move *moves, size_t count) {
    (void)moves;
    (void)count;
    char fen[POSITION_TEXT_SIZE];
    best_rules()->write(pos, fen);
    Position again = position(fen);
    assert_ptr_equal(again.variant, pos->variant);
    assert_int_equal(again.turn, pos->turn);
    assert_int_equal(again.ply, pos->ply);
    assert_memory_equal(&again.amazons, &pos->amazons, sizeof pos->amazons);
}

static void every_position_can_be_read_back(void **state) {
    (void)state;
    random_games(20, round_trip_position);
}

static void fen_fields_may_be_missing(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int ply;
    } CASES[] = {
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2", 0},
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b", 1},
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w - -", 0},
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b - - 7 2", 3},
        {" 2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2[Qq]  w - - 0 29 ", 56},
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2[] w - - 0 1", 0},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Position pos = position(CASES[i].fen);
        assert_int_equal(pos.ply, CASES[i].ply);
        assert_int_equal(pos.turn, CASES[i].ply % 2);
        assert_int_equal(best_rules()->count(&pos), 1232);
    }
}

static void bad_positions_are_refused(void **state) {
    (void)state;
#define RANKS_6_TO_1 "q6q/8/8/Q6Q/8/2Q2Q2"
#define BOARD "2q2q2/8/" RANKS_6_TO_1
    static const char *const CASES[][2] = {
        {"", "the position is empty"},
        {"  ", "the position is empty"},
        {"8/8/8/8/8/8/8", "a board has 6, 8 or 10 ranks, not 7"},
        {"w", "a board has 6, 8 or 10 ranks, not 1"},
        {"2q2q2/9/" RANKS_6_TO_1, "rank 7: 9 squares instead of 8"},
        {"2q2q2/7/" RANKS_6_TO_1, "rank 7: 7 squares instead of 8"},
        {"2q2q2//" RANKS_6_TO_1, "rank 7: 0 squares instead of 8"},
        {"2q2q2/99/" RANKS_6_TO_1, "rank 7: 99 squares instead of 8"},
        {"2q2q2/*********/" RANKS_6_TO_1, "rank 7: 9 squares instead of 8"},
        {"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2Q", "rank 1: 9 squares instead of 8"},
        {"****************************************/9/9/9/9/9/9/9/9/9",
            "rank 10: 40 squares instead of 10"},
        {"2q2q2/x7/" RANKS_6_TO_1, "rank 7: 'x' is none of Q, q, * and a number"},
        {"2q2q2/08/" RANKS_6_TO_1, "rank 7: '0' is none of Q, q, * and a number"},
        {"2q2q2/-8/" RANKS_6_TO_1, "rank 7: '-' is none of Q, q, * and a number"},
        {"2q5/8/" RANKS_6_TO_1, "the second player has 3 amazons instead of 4"},
        {"2q2q2/7Q/" RANKS_6_TO_1, "the first player has 5 amazons instead of 4"},
        {BOARD "[Q", "'[Q' is not a list of pieces in hand like []"},
        {BOARD "[]]", "'[]]' is not a list of pieces in hand like []"},
        {BOARD "[]/8", "'[]/8' is not a list of pieces in hand like []"},
        {BOARD " W", "'W' is not a side to move, w or b"},
        {BOARD " w K", "'K' where - is due, as there is neither castling nor en passant"},
        {BOARD " w - e3", "'e3' where - is due, as there is neither castling nor en passant"},
        {BOARD " w - - x", "'x' is not a number of half moves"},
        {BOARD " w - - -1", "'-1' is not a number of half moves"},
        {BOARD " w - - 0 0", "'0' is not the number of a move on 8x8"},
        {BOARD " w - - 0 30", "'30' is not the number of a move on 8x8"},
        {BOARD " b - - 0 29", "'29' is not the number of a move on 8x8"},
        {BOARD " w - - 0 2147483647", "'2147483647' is not the number of a move on 8x8"},
        {BOARD " w - - 0 1.", "'1.' is not the number of a move on 8x8"},
        {BOARD " w - - 0 1 1", "'1' after the number of the move"},
    };
    for (size_t i = 0; i < COUNT(CASES); i++) {
        Position pos, untouched;
        Error error = {0};
        memset(&pos, 0x55, sizeof pos);
        memset(&untouched, 0x55, sizeof untouched);
        assert_false(best_rules()->read(slice_from(CASES[i][0]), NULL, &pos, &error));
        assert_string_equal(error.text, CASES[i][1]);
        assert_memory_equal(&pos, &untouched, sizeof pos);
    }
}

// Removes the escape sequences that set a colour.
static void strip_colours(char *text) {
    char *end = text;
    for (const char *c = text; *c; c++) {
        if (*c == '\033') {
            c = strchr(c, 'm');
        } else {
            *end++ = *c;
        }
    }
    *end = '\0';
}

static void the_drawing_shows_the_board(void **state) {
    (void)state;
    const char *expected = "      a b c d e f\n"
                           "    +-------------+\n"
                           "  6 | . q . . q . | 6   second: q, to move\n"
                           "  5 | q . . . . q | 5\n"
                           "  4 | . . . . . . | 4\n"
                           "  3 | . . . Q . . | 3\n"
                           "  2 | Q . . . . Q | 2\n"
                           "  1 | . * . . Q . | 1   first: Q\n"
                           "    +-------------+\n"
                           "      a b c d e f\n";
    Position pos = position("1q2q1/q4q/6/3Q2/Q4Q/1*2Q1 b - - 0 1");
    Text plain, coloured;
    text_init(&plain);
    text_init(&coloured);
    best_rules()->draw(&pos, false, &plain);
    best_rules()->draw(&pos, true, &coloured);
    assert_string_equal(plain.data, expected);
    assert_non_null(strstr(coloured.data, "\033[1;31mQ\033[0m"));
    strip_colours(coloured.data);
    assert_string_equal(coloured.data, expected);
    text_release(&plain);
    text_release(&coloured);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_move_has_four_texts),
        cmocka_unit_test(every_move_can_be_read_back),
        cmocka_unit_test(nothing_but_legal_moves_is_accepted),
        cmocka_unit_test(botzone_numbers_may_be_spaced),
        cmocka_unit_test(malformed_moves_are_refused),
        cmocka_unit_test(strange_bytes_are_quoted),
        cmocka_unit_test(squares_outside_the_board_are_refused),
        cmocka_unit_test(illegal_moves_are_refused),
        cmocka_unit_test(notations_of_other_games_are_refused),
        cmocka_unit_test(starts_are_fairy_stockfishs),
        cmocka_unit_test(every_position_can_be_read_back),
        cmocka_unit_test(fen_fields_may_be_missing),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(the_drawing_shows_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
