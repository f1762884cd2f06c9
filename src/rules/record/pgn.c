#include "rules/record/pgn.h"

#include <string.h>

#include "rules/record/pgn_comment.h"
#include "rules/record/pgn_tags.h"

// The column at which moves are wrapped; a comment is never broken, for its line breaks are kept.
#define WRAP_COLUMN 100
// PGN's largest numeric annotation glyph.
#define GLYPH_MAX 255

typedef struct PgnReader {
    Cursor cursor;
    size_t line; // of what is being read, for the reason of a refusal
    size_t comment_line;
    bool is_numbered; // the number of the next move was read
    PgnTags tags;
    PgnComment comment; // what was said since the last move
    Record record;
    Record *current;     // the line being read: the record, or a variation in it
    size_t shared_count; // moves that this line shares with the one it leaves
} PgnReader;

static bool read_comment(PgnReader *reader, Error *error) {
    Cursor *cursor = &reader->cursor;
    reader->comment_line = cursor->line;
    if (cursor_accept(cursor, ';')) {
        Slice rest = cursor->rest;
        Slice line = {rest.data, 0};
        slice_next_line(&rest, &line);
        pgn_comment_add_line(&reader->comment, cursor_take(cursor, line.size));
        return true;
    }
    cursor_take(cursor, 1);
    size_t size = pgn_comment_size(cursor->rest);
    if (size == cursor->rest.size) {
        return error_set(error, ERROR_COMMENT_NOT_CLOSED, "a comment has no closing brace");
    }
    pgn_comment_add(&reader->comment, cursor_take(cursor, size));
    cursor_take(cursor, 1);
    return true;
}

// A note is complete when the next move, or the end of the line, comes. What is said before the
// first move of a variation is said of that move, as there is no other note for it.
static bool store_comment(PgnReader *reader, Error *error) {
    Record *record = reader->current;
    if (record->depth > 0 && record->game.count == reader->shared_count) {
        return true;
    }
    if (!pgn_comment_store(&reader->comment, record, record->game.count, error)) {
        reader->line = reader->comment_line;
        return false;
    }
    return true;
}

// `7.` before a move of the first player, `7...` before one of the second. Wrong numbers are
// refused, for they are the trace of a lost or doubled move.
static bool read_number(PgnReader *reader, size_t digits, size_t dots, Error *error) {
    if (reader->is_numbered) {
        return error_set(error, ERROR_STRAY_MOVE_NUMBER, "a move number where a move is due");
    }
    reader->is_numbered = true;
    const Record *record = reader->current;
    Side turn = position_turn(game_position(&record->game));
    size_t due = game_move_number(&record->game, record->game.count);
    Slice number = cursor_take(&reader->cursor, digits);
    cursor_take(&reader->cursor, dots);
    long long value;
    if (!slice_to_long(number, &value) || value != (long long)due ||
        dots != (turn == SIDE_FIRST ? 1 : 3)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_WRONG_MOVE_NUMBER, "the move number %s where %zu%s is due",
            slice_quote((Slice){number.data, digits + dots}, quoted), due,
            turn == SIDE_FIRST ? "." : "...");
    }
    return true;
}

static bool read_move(PgnReader *reader, Slice token, Error *error) {
    Record *record = reader->current;
    size_t digits = 0;
    while (digits < token.size && token.data[digits] >= '0' && token.data[digits] <= '9') {
        digits++;
    }
    size_t dots = 0;
    while (digits + dots < token.size && token.data[digits + dots] == '.') {
        dots++;
    }
    if (digits > 0 && dots > 0) {
        return read_number(reader, digits, dots, error);
    }
    if (!store_comment(reader, error)) {
        return false;
    }
    reader->is_numbered = false;
    cursor_take(&reader->cursor, token.size);
    return record_append_text(record, token, NOTATION_STANDARD, error) ||
           game_refuse_move(&record->game, record->game.count, error);
}

static bool finish(PgnReader *reader, Result result, Error *error) {
    Record *record = &reader->record;
    if (!store_comment(reader, error)) {
        return false;
    }
    record->result = result;
    Slice tag;
    if (pgn_tags_find(&reader->tags, "Result", &tag) && !slice_is(tag, result_text(result))) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_RESULT_NOT_OF_TAG,
            "the result %s disagrees with the tag Result, %s", result_text(result),
            slice_quote(tag, quoted));
    }
    return record_check_result(record, error);
}

static bool refuse_mark(const PgnReader *reader, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    return error_set(error, ERROR_UNEXPECTED_TEXT, "%s where a move or the result is due",
        slice_quote((Slice){reader->cursor.rest.data, 1}, quoted));
}

static bool read_line(PgnReader *reader, Error *error);

// Reads a variation of the last move, brackets included; the line before it goes on afterwards.
static bool read_variation(PgnReader *reader, Error *error) {
    PgnReader before = *reader;
    if (before.current->game.count == before.shared_count) {
        return refuse_mark(reader, error);
    }
    reader->shared_count = before.current->game.count - 1;
    reader->current = record_add_variation(before.current, reader->shared_count, error);
    if (!reader->current) {
        return false;
    }
    cursor_take(&reader->cursor, 1);
    reader->is_numbered = false;
    pgn_comment_init(&reader->comment);
    bool done = read_line(reader, error);
    pgn_comment_release(&reader->comment);
    reader->comment = before.comment;
    reader->comment_line = before.comment_line;
    reader->current = before.current;
    reader->shared_count = before.shared_count;
    reader->is_numbered = false;
    return done;
}

static bool close_variation(PgnReader *reader, Error *error) {
    Record *line = reader->current;
    if (line->depth == 0 || line->game.count == reader->shared_count) {
        return refuse_mark(reader, error);
    }
    cursor_take(&reader->cursor, 1);
    line->result = game_outcome(&line->game).result;
    return store_comment(reader, error);
}

// `$6`: a numeric annotation glyph, which a record does not keep.
static bool skip_glyph(PgnReader *reader, Error *error) {
    Cursor after = reader->cursor;
    cursor_take(&after, 1);
    Slice digits = cursor_token(&after, PGN_MARKS);
    int glyph;
    if (!slice_to_int(digits, &glyph) || glyph < 0 || glyph > GLYPH_MAX) {
        return refuse_mark(reader, error);
    }
    cursor_take(&reader->cursor, 1 + digits.size);
    return true;
}

// A move, or the result, which ends the main line and says nothing in a variation. The signs after
// a move (`!?`) are a word of their own and not kept either.
static bool read_word(PgnReader *reader, bool *is_end, Error *error) {
    Slice word = cursor_token(&reader->cursor, PGN_MARKS);
    Slice token = cursor_without_signs(word);
    if (token.size == 0) {
        cursor_take(&reader->cursor, word.size);
        return true;
    }
    Result result;
    if (memchr(token.data, '\0', token.size)) {
        return error_set(
            error, ERROR_CONTROL_CHARACTER, "%s holds the control character 0x%02x", "a word", 0);
    }
    if (!result_parse(token, &result)) {
        return read_move(reader, token, error);
    }
    cursor_take(&reader->cursor, token.size);
    *is_end = reader->current->depth == 0;
    return !*is_end || finish(reader, result, error);
}

// Reads the main line up to its result, or a variation up to its bracket.
static bool read_line(PgnReader *reader, Error *error) {
    Cursor *cursor = &reader->cursor;
    for (;;) {
        cursor_skip_blanks(cursor);
        reader->line = cursor->line;
        bool done = true;
        bool is_end = false;
        switch (cursor_peek(cursor)) {
        case -1:
        case '[':
            return error_set(error, ERROR_RESULT_MISSING, "the record ends without a result");
        case '{':
        case ';':
            done = read_comment(reader, error);
            break;
        case '(':
            done = read_variation(reader, error);
            break;
        case ')':
            return close_variation(reader, error);
        case '$':
            done = skip_glyph(reader, error);
            break;
        case '}':
        case ']':
        case '"':
            return refuse_mark(reader, error);
        default:
            done = read_word(reader, &is_end, error);
        }
        if (!done || is_end) {
            return done;
        }
    }
}

bool pgn_read(Cursor *cursor, const Rules *rules, Record *out, Error *error) {
    PgnReader reader;
    reader.cursor = *cursor;
    reader.is_numbered = false;
    reader.current = &reader.record;
    reader.shared_count = 0;
    pgn_tags_init(&reader.tags);
    pgn_comment_init(&reader.comment);
    bool done = pgn_tags_read(&reader.tags, &reader.cursor, error) &&
                pgn_tags_start(&reader.tags, rules, &reader.record, error);
    reader.line = reader.tags.line;
    if (done && !read_line(&reader, error)) {
        record_release(&reader.record);
        done = false;
    }
    pgn_comment_release(&reader.comment);
    pgn_tags_release(&reader.tags);
    if (!done) {
        return error_prefix(error, ERROR_AT_LINE, "line %zu", reader.line);
    }
    *cursor = reader.cursor;
    *out = reader.record;
    return true;
}

// Adds a word after a space or, if it would not fit, on a new line.
static void write_word(Text *out, size_t *line_start, Slice word) {
    const char *line_break = memchr(word.data, '\n', word.size);
    size_t width = line_break ? (size_t)(line_break - word.data) : word.size;
    size_t column = out->size - *line_start;
    if (column > 0 && column + 1 + width > WRAP_COLUMN) {
        text_add_byte(out, '\n');
        *line_start = out->size;
    } else if (column > 0) {
        text_add_byte(out, ' ');
    }
    size_t word_start = out->size;
    text_add_slice(out, word);
    const char *last_break = memrchr(word.data, '\n', word.size);
    if (last_break) {
        *line_start = word_start + (size_t)(last_break - word.data) + 1;
    }
}

static void write_comment(
    const Record *record, size_t index, Text *word, Text *out, size_t *line_start) {
    text_clear(word);
    pgn_comment_write(record, index, word);
    if (word->size > 0) {
        write_word(out, line_start, text_slice(word));
    }
}

static void write_line(
    const Record *record, size_t start, const char *opening, Text *out, size_t *line_start) {
    const Game *game = &record->game;
    bool is_numbered = true; // the number of a second player's move is written after anything else
    Text word;
    text_init(&word);
    for (size_t i = start; i < game->count; i++) {
        const Position *pos = &game->positions[i];
        bool is_first = position_turn(pos) == SIDE_FIRST;
        text_clear(&word);
        text_add(&word, i == start ? opening : "");
        if (is_first || is_numbered) {
            text_addf(&word, "%zu%s ", game_move_number(game, i), is_first ? "." : "...");
        }
        char move[MOVE_TEXT_SIZE];
        game->rules->format(pos, game->moves[i], NOTATION_STANDARD, move);
        text_add(&word, move);
        write_word(out, line_start, text_slice(&word));
        write_comment(record, i + 1, &word, out, line_start);
        is_numbered = false;
        for (size_t k = 0; k < record->variation_count; k++) {
            if (record->variations[k].ply == i) {
                write_line(record->variations[k].line, i, "(", out, line_start);
                text_add_byte(out, ')');
                is_numbered = true;
            }
        }
    }
    text_release(&word);
}

void pgn_write(const Record *record, Text *out) {
    pgn_tags_write(record, out);
    text_add_byte(out, '\n');
    size_t line_start = out->size;
    Text word;
    text_init(&word);
    write_comment(record, 0, &word, out, &line_start);
    text_release(&word);
    write_line(record, 0, "", out, &line_start);
    write_word(out, &line_start, slice_from(result_text(record->result)));
    text_add_byte(out, '\n');
}
