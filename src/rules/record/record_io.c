#include "rules/record/record_io.h"

#include <assert.h>

#include "rules/record/pgn.h"
#include "rules/record/sgf.h"

static Notation list_notation(RecordFormat format) {
    return (Notation)((int)format - (int)RECORD_LIST);
}

bool record_format_find(Slice name, RecordFormat *out) {
    Notation notation;
    if (slice_is(name, "pgn")) {
        *out = RECORD_PGN;
        return true;
    }
    if (slice_is(name, "sgf")) {
        *out = RECORD_SGF;
        return true;
    }
    if (notation_find(name, &notation)) {
        *out = record_list_format(notation);
        return true;
    }
    return false;
}

const char *record_format_name(RecordFormat format) {
    switch (format) {
    case RECORD_PGN:
        return "pgn";
    case RECORD_SGF:
        return "sgf";
    default:
        return notation_name(list_notation(format));
    }
}

bool record_format_fits(RecordFormat format, const Rules *rules) {
    switch (format) {
    case RECORD_PGN:
        return true;
    case RECORD_SGF:
        return rules_has_notation(rules, NOTATION_SGF);
    default:
        return rules_has_notation(rules, list_notation(format));
    }
}

static bool check_format(RecordFormat format, const Rules *rules, Error *error) {
    if (!record_format_fits(format, rules)) {
        return error_set(error, ERROR_WRONG_FORMAT, "format %s is not for %s",
            record_format_name(format), rules->name);
    }
    return true;
}

// Reads all that is left at the cursor as moves, one a line.
static bool read_moves(Cursor *cursor, Notation notation, const Rules *rules, const Position *start,
    Record *out, Error *error) {
    Record record;
    record_init_at(&record, rules, start);
    Cursor at = *cursor;
    for (cursor_skip_blanks(&at); at.rest.size > 0; cursor_skip_blanks(&at)) {
        Slice rest = at.rest;
        Slice line;
        slice_next_line(&rest, &line);
        if (!record_append_text(&record, slice_trim(line), notation, error)) {
            game_refuse_move(&record.game, record.game.count, error);
            error_prefix(error, ERROR_AT_LINE, "line %zu", at.line);
            record_release(&record);
            return false;
        }
        cursor_take(&at, line.size);
    }
    record.result = game_outcome(&record.game).result;
    *cursor = at;
    *out = record;
    return true;
}

bool record_read_moves(Slice text, Notation notation, const Rules *rules, const Position *start,
    Record *out, Error *error) {
    Cursor cursor = cursor_at_start(text);
    return check_format(record_list_format(notation), rules, error) &&
           read_moves(&cursor, notation, rules, start, out, error);
}

RecordReader record_reader(Slice text, RecordFormat format, const Rules *rules) {
    // Some editors put a byte order mark before UTF-8.
    Slice bytes = slice_starts(text, "\xef\xbb\xbf") ? slice_skip(text, 3) : text;
    return (RecordReader){cursor_at_start(bytes), format, rules};
}

static bool read_next(RecordReader *reader, Record *out, Error *error) {
    const Rules *rules = reader->rules;
    if (rules && !check_format(reader->format, rules, error)) {
        return false;
    }
    if (reader->format == RECORD_PGN) {
        return pgn_read(&reader->cursor, rules, out, error);
    }
    if (reader->format == RECORD_SGF) {
        const Rules *amazons = rules ? rules : rules_find(slice_from("amazons"));
        return sgf_read(&reader->cursor, amazons, out, error);
    }
    assert(rules);
    Position start;
    rules->start(&start, &rules->variants[0]);
    return read_moves(&reader->cursor, list_notation(reader->format), rules, &start, out, error);
}

RecordNext record_read_next(RecordReader *reader, Record *out, Error *error) {
    cursor_skip_blanks(&reader->cursor);
    if (reader->cursor.rest.size == 0) {
        return RECORD_NEXT_END;
    }
    return read_next(reader, out, error) ? RECORD_NEXT_READ : RECORD_NEXT_REFUSED;
}

bool record_read(Slice text, RecordFormat format, const Rules *rules, Record *out, Error *error) {
    RecordReader reader = record_reader(text, format, rules);
    Record record;
    switch (record_read_next(&reader, &record, error)) {
    case RECORD_NEXT_END:
        return error_set(error, ERROR_RECORD_MISSING, "there is no record");
    case RECORD_NEXT_REFUSED:
        return false;
    case RECORD_NEXT_READ:
        break;
    }
    cursor_skip_blanks(&reader.cursor);
    if (reader.cursor.rest.size > 0) {
        record_release(&record);
        error_set(error, ERROR_RECORD_GOES_ON, "more after the end of the record");
        return error_prefix(error, ERROR_AT_LINE, "line %zu", reader.cursor.line);
    }
    *out = record;
    return true;
}

bool record_write(const Record *record, RecordFormat format, Text *out, Error *error) {
    const Game *game = &record->game;
    if (!check_format(format, game->rules, error)) {
        return false;
    }
    if (format == RECORD_PGN) {
        pgn_write(record, out);
        return true;
    }
    if (format == RECORD_SGF) {
        sgf_write(record, out);
        return true;
    }
    for (size_t i = 0; i < game->count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(&game->positions[i], game->moves[i], list_notation(format), move);
        text_addf(out, "%s\n", move);
    }
    return true;
}
