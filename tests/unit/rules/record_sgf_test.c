// Records of Amazons as SGF: the mapping to and from PGN, and the reason of every refusal.

#include "unit/rules/record_support.h"

#define HEAD "(;FF[4]GM[18]CA[UTF-8]\n"
#define START_8 "SZ[8]AB[af][hf][ch][fh]AW[ca][fa][ac][hc]PL[B]"
#define START_10 "SZ[10]AB[ag][jg][dj][gj]AW[da][ga][ad][jd]PL[B]"

static const char CANONICAL[] =
    HEAD "EV[the \"final\"]PB[a\\]b]PW[C:\\\\bot]GC[one\ntwo]RE[B+R]\n"
         "IMTAG[Site:a\nb][Seed:7][Odd:\\:\\]\\\\]" START_8 "AP[X:1]C[before]\n"
         ";B[chcbcg]IMEMT[0.123]BL[59.877]V[0.35]BM[1]LB[aa:x][bb:y\\]]C[a \\] and a \\\\ : }\n"
         "new line]\n"
         ";W[cadbdg]WL[60.000]BL[7]\n"
         ")\n";

static const char CANONICAL_PGN[] = "[Game \"amazons\"]\n"
                                    "[Variant \"8x8\"]\n"
                                    "[Event \"the \\\"final\\\"\"]\n"
                                    "[Site \"a\\nb\"]\n"
                                    "[First \"a]b\"]\n"
                                    "[Second \"C:\\\\bot\"]\n"
                                    "[GameComment \"one\\ntwo\"]\n"
                                    "[Result \"1-0\"]\n"
                                    "[Termination \"resignation\"]\n"
                                    "[Seed \"7\"]\n"
                                    "[Odd \":]\\\\\"]\n"
                                    "\n"
                                    "{[%sgf AP[X:1\\]] before} 1. c1-c7/c2\n"
                                    "{[%emt 0.123] [%clk 0:00:59.877] [%eval 0.35] [%sgf "
                                    "BM[1\\]LB[aa:x\\][bb:y\\\\\\]\\]] a ] and a "
                                    "\\\\ : \\}\n"
                                    "new line} c8-d7/d2 {[%clk 0:01:00.000] [%sgf BL[7\\]]} 1-0\n";

static void assert_converted(
    const char *text, RecordFormat from, const char *expected, RecordFormat to) {
    assert_written_as("amazons", text, from, expected, to);
}

// What is left of a text after a pass through PGN and back.
static void assert_survives_pgn(const char *text, const char *expected) {
    Record record = read_record(text, RECORD_SGF, "amazons");
    Text pgn = write_record(&record, RECORD_PGN);
    assert_converted(pgn.data, RECORD_PGN, expected, RECORD_SGF);
    text_release(&pgn);
    record_release(&record);
    assert_converted(text, RECORD_SGF, expected, RECORD_SGF);
}

static void a_canonical_record_stays_as_it_is(void **state) {
    (void)state;
    assert_converted(CANONICAL, RECORD_SGF, CANONICAL, RECORD_SGF);
}

static void sgf_and_pgn_say_the_same(void **state) {
    (void)state;
    assert_converted(CANONICAL, RECORD_SGF, CANONICAL_PGN, RECORD_PGN);
    assert_converted(CANONICAL_PGN, RECORD_PGN, CANONICAL_PGN, RECORD_PGN);
    Record record = read_record(CANONICAL_PGN, RECORD_PGN, "amazons");
    Text sgf = write_record(&record, RECORD_SGF);
    assert_converted(sgf.data, RECORD_SGF, CANONICAL_PGN, RECORD_PGN);
    text_release(&sgf);
    record_release(&record);
}

// The example of red-bean.com/sgf/amazons.html, on the default board.
static void the_example_of_the_specification_is_read(void **state) {
    (void)state;
    Record record = read_record("(;GM[18];B[djddgd];W[addgad];B[gjehea])", RECORD_SGF, "amazons");
    assert_string_equal(record.game.positions[0].variant->name, "10x10");
    Text moves = write_record(&record, record_list_format(NOTATION_STANDARD));
    assert_string_equal(moves.data, "d1-d7/g7\na7-d4/a7\ng1-e3/e10\n");
    text_release(&moves);
    record_release(&record);
    assert_survives_pgn("(;GM[18];B[djddgd])", HEAD "RE[?]\n" START_10 "\n;B[djddgd]\n)\n");
    assert_survives_pgn("(;GM[18]AB[dj][gj][ag][jg]AW[da][ga][ad][jd];B[djddgd])",
        HEAD "RE[?]\n" START_10 "\n;B[djddgd]\n)\n");
}

static void other_programs_write_it_differently(void **state) {
    (void)state;
    static const char moved[] = HEAD "RE[?]\n" START_8 "\n;B[chcbcg]\n;W[cadbdg]\n)\n";
    assert_survives_pgn("(;GM[18]SZ[8];B[chcbcg];W[cadbdg])", moved);
    assert_survives_pgn(
        "\xef\xbb\xbf ( ; GM [18]\r\nSZ[ 8 ] ( ;B[chcbcg] (;W [cadbdg]) )\n)\n\n", moved);
    // Soft line breaks go, hard ones stay; in names they and tabs are spaces.
    assert_survives_pgn("(;GM[18]SZ[8]PB[a\\\r\nb\nc\td\\:]C[a\\\nb\r\nc\rd\te\\x])",
        HEAD "PB[ab c d:]RE[?]\n" START_8 "C[ab\nc\nd\tex]\n)\n");
    // Squares in rectangles, and squares that are named as empty.
    assert_survives_pgn("(;GM[18]SZ[8]AB[aa:bb]AW[ga:hb]AA[ah:ch][hh]AE[dd]PL[W])", HEAD
        "RE[?]\nSZ[8]AB[aa][ba][ab][bb]AW[ga][ha][gb][hb]AA[ah][bh][ch][hh]PL[W]IMPLY[1]\n)\n");
}

static void properties_without_a_place_are_kept(void **state) {
    (void)state;
    // In the root AB means a position, in a move PB means nothing.
    assert_survives_pgn("(;GM[18]SZ[8]AP[a:1]KM [1] [2];B[chcbcg]PB[x]N[a\\]\\\r\nb])",
        HEAD "RE[?]\n" START_8 "AP[a:1]KM[1][2]\n;B[chcbcg]PB[x]N[a\\]\\\nb]\n)\n");
    // What would mean something where it stands is wrapped.
    static const char wrapped[] =
        HEAD "RE[?]\n" START_8 "\n;B[chcbcg]IMSGF[C[not a comment\\]]\n)\n";
    assert_survives_pgn(wrapped, wrapped);
    static const char unfinished[] = HEAD "RE[?]\n" START_8 "IMSGF[BM[1]\n)\n";
    assert_survives_pgn(unfinished, unfinished);
}

static void results_have_words_in_sgf(void **state) {
    (void)state;
    static const struct {
        const char *result;
        const char *termination;
        const char *text;
    } cases[] = {
        {"1-0", NULL, "RE[B+]\n"},
        {"0-1", NULL, "RE[W+]\n"},
        {"1/2-1/2", NULL, "RE[0]\n"},
        {"*", NULL, "RE[?]\n"},
        {"0-1", "resignation", "RE[W+R]\n"},
        {"0-1", "time forfeit", "RE[W+T]\n"},
        {"1-0", "forfeit", "RE[B+F]\n"},
        {"1-0", "3.5", "RE[B+3.5]\n"},
        {"*", "void", "RE[Void]\n"},
        {"1-0", "", "RE[B+]\nIMTAG[Termination:]"},
        {"1-0", "R", "RE[B+]\nIMTAG[Termination:R]"},
        {"1-0", "void", "RE[B+]\nIMTAG[Termination:void]"},
        {"*", "resignation", "RE[?]\nIMTAG[Termination:resignation]"},
        {"1/2-1/2", "agreed", "RE[0]\nIMTAG[Termination:agreed]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char tag[64] = "";
        char pgn[256];
        char sgf[256];
        if (cases[i].termination) {
            snprintf(tag, sizeof tag, "[Termination \"%s\"]\n", cases[i].termination);
        }
        snprintf(pgn, sizeof pgn,
            "[Game \"amazons\"]\n[Variant \"8x8\"]\n[Result \"%s\"]\n%s\n%s\n", cases[i].result,
            tag, cases[i].result);
        snprintf(sgf, sizeof sgf, HEAD "%s" START_8 "\n)\n", cases[i].text);
        assert_converted(pgn, RECORD_PGN, sgf, RECORD_SGF);
        assert_converted(sgf, RECORD_SGF, pgn, RECORD_PGN);
    }
    assert_survives_pgn("(;GM[18]SZ[8]RE[B+Resign])", HEAD "RE[B+R]\n" START_8 "\n)\n");
    assert_survives_pgn("(;GM[18]SZ[8]RE[Draw])", HEAD "RE[0]\n" START_8 "\n)\n");
    assert_survives_pgn(
        "(;GM[18]SZ[8]RE[W+luck])", HEAD "RE[W+]\nIMTAG[Termination:luck]" START_8 "\n)\n");
}

// White is walled in, so any move of Black's ends the game.
//
//      6  Q Q . * q q
//      5  Q Q . * q q
//      4  . . . * * *
//      3  . . . . . .        and two more empty ranks
//         a b c d e f
static void a_record_without_a_result_gets_that_of_the_rules(void **state) {
    (void)state;
    static const char position[] = "SZ[6]AB[aa][ba][ab][bb]AW[ea][fa][eb][fb]AA[da:dc][ec:fc]PL[B]";
    char text[256];
    snprintf(text, sizeof text, "(;GM[18]%s;B[bbbcbb])", position);
    Record record = read_record(text, RECORD_SGF, "amazons");
    assert_int_equal(record.result, RESULT_FIRST_WINS);
    record_release(&record);
    snprintf(text, sizeof text, "(;GM[18]RE[?]%s\n;B[bbbcbb])", position);
    assert_refused(text, RECORD_SGF, "amazons",
        "line 2: the result * disagrees with the moves: 1-0 (no legal move)");
}

static void every_fault_has_its_reason(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"hello", "line 1: an SGF record starts with (;"},
        {"(hello", "line 1: an SGF record starts with (;"},
        {"(;)", "line 1: not a game of Amazons: GM[18] is missing"},
        {"(;GM[1])", "line 1: not a game of Amazons: GM[18] is missing"},
        {"(;GM[18]GM[18])", "line 1: GM stands twice in a node"},
        {"(;GM[18]FF[3])", "line 1: FF: '3' is not read, only 4 is"},
        {"(;GM[18]CA[latin-1])", "line 1: CA: 'latin-1' is not read, only UTF-8 is"},
        {"(;GM[18]SZ[9])", "line 1: SZ: there is no board of size '9'"},
        {"(;GM[18]SZ[8][8])", "line 1: SZ has several values"},
        {"(;GM[18]SZ[8]AB[ai])", "line 1: AB: 'ai' is not a point of the board"},
        {"(;GM[18]SZ[8]AB[bb:aa])", "line 1: AB: 'bb:aa' is not a point of the board"},
        {"(;GM[18]SZ[8]AB[aa]AW[ba][aa])", "line 1: AW: another property sets 'aa'"},
        {"(;GM[18]SZ[8]AB[aa:bb]AW[ga:ha])",
            "line 1: the second player has 2 amazons instead of 4"},
        {"(;GM[18]PL[x])", "line 1: PL: 'x' is not B or W"},
        {"(;GM[18]IMPLY[-1])", "line 1: IMPLY: '-1' is not a number of plies"},
        {"(;GM[18]IMPLY[3])", "line 1: IMPLY: after 3 plies it is not B's turn"},
        {"(;GM[18]RE[maybe])", "line 1: RE: 'maybe' is not a result"},
        {"(;GM[18]RE[B+R]IMTAG[Termination:x])", "line 1: the tag 'Termination' is given twice"},
        {"(;GM[18]PB[a]IMTAG[First:x])", "line 1: the tag 'First' is given twice"},
        {"(;GM[18]IMTAG[First])", "line 1: IMTAG: 'First' is not a name:value"},
        {"(;GM[18]IMTAG[Result:1-0])",
            "line 1: the tag 'Result' follows from the game and cannot be set"},
        {"(;GM[18]V[high])", "line 1: V: 'high' is not an evaluation: a number such as 0.35"},
        {"(;GM[18]B[djddgd])", "line 1: a move in the root node"},
        {"(;GM[18]W[djddgd])", "line 1: a move in the root node"},
        {"(;GM[18]C[\x01])", "line 1: a comment holds the control character 0x01"},
        {"(;GM[18]C[a)", "line 1: a value of 'C' has no closing bracket"},
        {"(;GM[18]C[a\\]", "line 1: a value of 'C' has no closing bracket"},
        {"(;GM[18]C)", "line 1: 'C' has no value"},
        {"(;GM[18]Copy[x])", "line 1: 'C' has no value"},
        {"(;GM[18]c[x])", "line 1: 'c' where a node is due"},
        {"(;GM[18]", "line 1: the record ends without its closing ')'"},
        {"(;GM[18]\n;B[djddgd]\n", "line 3: the record ends without its closing ')'"},
        {"(;GM[18]\n;B[djddgd]BL[soon])",
            "line 2: move 1 (first): BL: 'soon' is not a time in seconds"},
        {"(;GM[18]\n;W[addgad])", "line 2: move 1 (first): W moves where B is to move"},
        {"(;GM[18]\n;B[djddgd]W[addgad])", "line 2: move 1 (first): W moves where B is to move"},
        {"(;GM[18]\n;C[only a comment])", "line 2: move 1 (first): a node without a move"},
        {"(;GM[18];B[djddgd];)", "line 1: move 1 (second): a node without a move"},
        {"(;GM[18];B[djddgd]AE[aa])",
            "line 1: move 1 (first): AE after the root, which a record cannot hold"},
        {"(;GM[18](;B[djddgd]);W[addgad])", "line 1: ';' where a node is due"},
        {"(;GM[18]())", "line 1: ')' where a node is due"},
        {"(;GM[18](", "line 1: '' where a node is due"},
        {"(;GM[18])\n(;GM[18])", "line 2: more after the end of the record"},
        {"(;GM[18]))", "line 1: more after the end of the record"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_refused(cases[i].text, RECORD_SGF, "amazons", cases[i].reason);
    }
    assert_refused_slice((Slice){"(;GM[18]C[\0])", 13}, RECORD_SGF, "amazons",
        "line 1: a comment holds the control character 0x00");
    assert_refused_slice((Slice){"(;GM[18]XX[\0])", 14}, RECORD_SGF, "amazons",
        "line 1: a list of SGF properties holds the control character 0x00");
    assert_refused_slice(
        (Slice){"(;GM[18]\0)", 10}, RECORD_SGF, "amazons", "line 1: '\\x00' where a node is due");
}

static void illegal_moves_are_named(void **state) {
    (void)state;
    Record record;
    Error error;
    static const char text[] = "(;GM[18]\n;B[djddgd]\n;W[addgad]\n;B[djddgd])";
    assert_false(record_read(slice_from(text), RECORD_SGF, NULL, &record, &error));
    assert_memory_equal(error.text, "line 4: move 2 (first): ", strlen("line 4: move 2 (first): "));
}

static void collections_are_read_one_by_one(void **state) {
    (void)state;
    RecordReader reader =
        record_reader(slice_from("(;GM[18];B[djddgd])\n(;GM[18]SZ[6])(;GM[17])"), RECORD_SGF, NULL);
    Record record;
    Error error;
    assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_READ);
    assert_int_equal(record.game.count, 1);
    record_release(&record);
    assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_READ);
    assert_int_equal(record.game.positions[0].variant->size, 6);
    record_release(&record);
    assert_int_equal(record_read_next(&reader, &record, &error), RECORD_NEXT_REFUSED);
    assert_string_equal(error.text, "line 2: not a game of Amazons: GM[18] is missing");
}

static void a_record_cut_anywhere_is_refused(void **state) {
    (void)state;
    assert_refused_when_cut(CANONICAL, RECORD_SGF, "amazons");
    assert_refused_when_cut(CANONICAL_PGN, RECORD_PGN, "amazons");
}

static void the_variant_of_a_pgn_must_fit_its_position(void **state) {
    (void)state;
    assert_refused("[Game \"amazons\"]\n[Variant \"6x6\"]\n"
                   "[Position \"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1\"]\n*",
        RECORD_PGN, NULL, "line 3: the tag Position is for 10x10, the tag Variant says 6x6");
    assert_converted("[Position \"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1\"]\n*",
        RECORD_PGN, "[Game \"amazons\"]\n[Variant \"10x10\"]\n[Result \"*\"]\n\n*\n", RECORD_PGN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_canonical_record_stays_as_it_is),
        cmocka_unit_test(sgf_and_pgn_say_the_same),
        cmocka_unit_test(the_example_of_the_specification_is_read),
        cmocka_unit_test(other_programs_write_it_differently),
        cmocka_unit_test(properties_without_a_place_are_kept),
        cmocka_unit_test(results_have_words_in_sgf),
        cmocka_unit_test(a_record_without_a_result_gets_that_of_the_rules),
        cmocka_unit_test(every_fault_has_its_reason),
        cmocka_unit_test(illegal_moves_are_named),
        cmocka_unit_test(collections_are_read_one_by_one),
        cmocka_unit_test(a_record_cut_anywhere_is_refused),
        cmocka_unit_test(the_variant_of_a_pgn_must_fit_its_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
