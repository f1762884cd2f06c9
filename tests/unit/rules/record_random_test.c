// Random records with nasty texts: everything survives every format, and broken files are refused
// without harm.

#include "base/rng.h"
#include "unit/rules/record_support.h"

#define RECORDS 200
#define MOVES 60
// Damaged records of each game and format, from this many whole ones.
#define DAMAGED 2000
#define DAMAGED_FROM 20

// Whatever has a meaning in one of the formats, and some bytes that have none.
static const char *const PIECES[] = {"\"", "{", "}", "[", "]", "(", ")", "\\", ":", ";", "%", "$1",
    "\n", "\t", " ", "  ", "a", "n", "word", "\\n", "\\}", "\\]", "\\\\", "[%emt 1.5]",
    "[%clk 1:00]", "[%eval 0.5]", "[%sgf BM[1\\]]", "[%sgf ", "[%eval #3]", "\\[%emt 2]", "B[aa]",
    "C[x]", "1-0", "*", "1.", "e2", "(;GM[18]", "\xc3\xa9", "\xe6\xbc\xa2", "\xff", "\x7f"};
#define PIECE_COUNT (sizeof PIECES / sizeof *PIECES)

static const char *const TAGS[] = {
    "Event", "First", "Second", "Termination", "GameComment", "Seed", "X_1", "Opening", "SGF", "Z"};
#define TAG_COUNT (sizeof TAGS / sizeof *TAGS)

static const char *const TERMINATIONS[] = {
    "resignation", "time forfeit", "forfeit", "void", "3.5", "+3", "", "R", "no legal move"};

static bool chance(Rng *rng, unsigned percent) {
    return rng_below(rng, 100) < percent;
}

// A text of up to `pieces_max` pieces; valid until the Text is used again.
static Slice random_text(Rng *rng, size_t pieces_max, Text *out) {
    text_clear(out);
    for (size_t left = rng_below(rng, pieces_max + 1); left > 0; left--) {
        text_add(out, PIECES[rng_below(rng, PIECE_COUNT)]);
    }
    return text_slice(out);
}

static Slice random_properties(Rng *rng, Text *out) {
    static const char *const PROPERTIES[] = {"BM[1]", "N[a\\]b]", "LB[aa:1][bb:2]", "BL[5]",
        "WL[5]", "PB[x]", "AP[y:1]", "N[a\\\nb]", "C[x]"};
    text_clear(out);
    for (size_t left = rng_below(rng, 4); left > 0; left--) {
        text_add(out, PROPERTIES[rng_below(rng, sizeof PROPERTIES / sizeof *PROPERTIES)]);
    }
    return chance(rng, 20) ? random_text(rng, 5, out) : text_slice(out);
}

static void random_note(Rng *rng, Record *record, size_t index, Text *scratch) {
    Error error;
    assert_true(record_set_comment(record, index, random_text(rng, 8, scratch), &error));
    assert_true(record_set_sgf(record, index, random_properties(rng, scratch), &error));
    if (chance(rng, 50)) {
        record_set_elapsed(record, index, (int64_t)rng_below(rng, 100000));
    }
    if (chance(rng, 50)) {
        record_set_clock(record, index, (int64_t)rng_below(rng, RECORD_TIME_MAX_MS + 1));
    }
    if (chance(rng, 30)) {
        record_set_eval(record, index, rng_unit(rng) * 20 - 10);
    } else if (chance(rng, 30)) {
        assert_true(record_set_eval_text(record, index, slice_from("+007.500"), &error));
    }
}

static Move random_move(Rng *rng, const Game *game) {
    static Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    return count ? moves[rng_below(rng, count)] : MOVE_NONE;
}

// The position after a few random moves, so that some records start in the middle of a game.
static Position random_start(Rng *rng, const Rules *rules, const Variant *variant) {
    Game game;
    game_init(&game, rules, variant);
    for (size_t left = chance(rng, 50) ? rng_below(rng, 20) : 0; left > 0; left--) {
        Move move = random_move(rng, &game);
        if (move == MOVE_NONE) {
            break;
        }
        game_play(&game, move);
    }
    Position pos = *game_position(&game);
    game_release(&game);
    return pos;
}

static Record random_record(Rng *rng, const Rules *rules, size_t moves_max) {
    Record record;
    Text scratch;
    Error error;
    text_init(&scratch);
    Position start =
        random_start(rng, rules, &rules->variants[rng_below(rng, rules->variant_count)]);
    record_init_at(&record, rules, &start);
    for (size_t left = rng_below(rng, 6); left > 0; left--) {
        Slice name = slice_from(TAGS[rng_below(rng, TAG_COUNT)]);
        Slice value =
            slice_is(name, "Termination")
                ? slice_from(
                      TERMINATIONS[rng_below(rng, sizeof TERMINATIONS / sizeof *TERMINATIONS)])
                : random_text(rng, 6, &scratch);
        assert_true(record_set_tag(&record, name, value, &error));
    }
    random_note(rng, &record, 0, &scratch);
    for (size_t left = rng_below(rng, moves_max + 1); left > 0; left--) {
        Move move = random_move(rng, &record.game);
        if (move == MOVE_NONE) {
            break;
        }
        assert_true(record_append(&record, move));
        random_note(rng, &record, record.game.count, &scratch);
    }
    record.result = game_outcome(&record.game).result;
    if (record.result == RESULT_NONE) {
        record.result = (Result)rng_below(rng, 4);
    }
    text_release(&scratch);
    return record;
}

static void assert_same_slice(Slice a, Slice b) {
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
}

static void assert_same_text(const Record *a, RecordText x, const Record *b, RecordText y) {
    assert_same_slice(record_text(a, x), record_text(b, y));
}

static void assert_same_record(const Record *a, const Record *b) {
    char first[POSITION_TEXT_SIZE];
    char second[POSITION_TEXT_SIZE];
    a->game.rules->write(&a->game.positions[0], first);
    b->game.rules->write(&b->game.positions[0], second);
    assert_string_equal(first, second);
    assert_ptr_equal(a->game.positions[0].variant, b->game.positions[0].variant);
    assert_int_equal(a->game.count, b->game.count);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->tag_count, b->tag_count);
    for (size_t i = 0; i < a->tag_count; i++) {
        Slice name = record_text(a, a->tags[i].name);
        assert_same_slice(record_tag(a, name), record_tag(b, name));
    }
    for (size_t i = 0; i <= a->game.count; i++) {
        const RecordNote *x = &a->notes[i];
        const RecordNote *y = &b->notes[i];
        assert_true(i == 0 || a->game.moves[i - 1] == b->game.moves[i - 1]);
        assert_same_text(a, x->comment, b, y->comment);
        assert_same_text(a, x->sgf, b, y->sgf);
        assert_same_text(a, x->eval_text, b, y->eval_text);
        assert_int_equal(x->elapsed_ms, y->elapsed_ms);
        assert_int_equal(x->clock_ms, y->clock_ms);
    }
}

// Through a format and back: the same record, and the same bytes when it is written again.
static void assert_survives(const Record *record, RecordFormat format) {
    Text text = write_record(record, format);
    Record again = read_record(text.data, format, record->game.rules->name);
    assert_same_record(record, &again);
    Text text_again = write_record(&again, format);
    assert_string_equal(text.data, text_again.data);
    Text pgn = write_record(record, RECORD_PGN);
    Text pgn_again = write_record(&again, RECORD_PGN);
    assert_string_equal(pgn.data, pgn_again.data);
    text_release(&text);
    text_release(&text_again);
    text_release(&pgn);
    text_release(&pgn_again);
    record_release(&again);
}

static void assert_survives_all(const Record *record) {
    assert_survives(record, RECORD_PGN);
    if (record_format_fits(RECORD_SGF, record->game.rules)) {
        assert_survives(record, RECORD_SGF);
    }
}

static void random_records_survive_every_format(void **state) {
    (void)state;
    for (size_t game = 0; game < rules_count(); game++) {
        for (uint64_t seed = 0; seed < RECORDS; seed++) {
            Rng rng;
            rng_init(&rng, seed);
            Record record = random_record(&rng, rules_at(game), MOVES);
            assert_survives_all(&record);
            record_release(&record);
        }
    }
}

// Changes, drops or adds a byte or a piece somewhere.
static void mutate(Rng *rng, const Text *text, Text *out) {
    size_t at = rng_below(rng, text->size);
    size_t dropped = chance(rng, 50) ? 1 + rng_below(rng, 4) : 0;
    Slice rest = slice_skip(text_slice(text), at + dropped);
    text_clear(out);
    text_add_slice(out, (Slice){text->data, at});
    if (chance(rng, 30)) {
        text_add_byte(out, (char)rng_below(rng, 256));
    } else {
        text_add(out, PIECES[rng_below(rng, PIECE_COUNT)]);
    }
    text_add_slice(out, rest);
}

// Whatever is read from a damaged file is a record like any other.
static void mutate_and_read(Rng *rng, const Record *record, RecordFormat format, size_t count) {
    const Rules *rules = record->game.rules;
    Text text = write_record(record, format);
    Text damaged;
    text_init(&damaged);
    for (size_t i = 0; i < count; i++) {
        Record read;
        Error error = {0};
        mutate(rng, &text, &damaged);
        if (read_exactly(text_slice(&damaged), format, rules, &read, &error)) {
            assert_survives_all(&read);
            record_release(&read);
        } else {
            assert_true(slice_starts(slice_from(error.text), "line ") ||
                        slice_is(slice_from(error.text), "there is no record"));
        }
    }
    text_release(&damaged);
    text_release(&text);
}

static void damaged_records_do_no_harm(void **state) {
    (void)state;
    for (size_t game = 0; game < rules_count(); game++) {
        for (uint64_t seed = 0; seed < DAMAGED_FROM; seed++) {
            Rng rng;
            rng_init(&rng, 1000 + seed);
            Record record = random_record(&rng, rules_at(game), MOVES);
            mutate_and_read(&rng, &record, RECORD_PGN, DAMAGED / DAMAGED_FROM);
            if (record_format_fits(RECORD_SGF, record.game.rules)) {
                mutate_and_read(&rng, &record, RECORD_SGF, DAMAGED / DAMAGED_FROM);
            }
            record_release(&record);
        }
    }
}

static void random_records_cut_anywhere_are_refused(void **state) {
    (void)state;
    for (size_t game = 0; game < rules_count(); game++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            Rng rng;
            rng_init(&rng, 2000 + seed);
            Record record = random_record(&rng, rules_at(game), 6);
            Text pgn = write_record(&record, RECORD_PGN);
            assert_refused_when_cut(pgn.data, RECORD_PGN, rules_at(game)->name);
            text_release(&pgn);
            if (record_format_fits(RECORD_SGF, rules_at(game))) {
                Text sgf = write_record(&record, RECORD_SGF);
                assert_refused_when_cut(sgf.data, RECORD_SGF, rules_at(game)->name);
                text_release(&sgf);
            }
            record_release(&record);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_records_survive_every_format),
        cmocka_unit_test(damaged_records_do_no_harm),
        cmocka_unit_test(random_records_cut_anywhere_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
