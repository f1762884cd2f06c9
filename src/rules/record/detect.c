#include "rules/record/detect.h"

#include <stdlib.h>
#include <string.h>

// A move, or what stands where one is due, in standard notation or in numbers.
typedef struct Piece {
    size_t start; // in `text`
    size_t size;
    size_t line;
} Piece;

typedef struct Pieces {
    Text text;
    Piece *list;
    size_t count;
    size_t capacity;
    Result result; // as the text says it; RESULT_NONE if it does not
} Pieces;

static void pieces_init(Pieces *pieces) {
    *pieces = (Pieces){.result = RESULT_NONE};
    text_init(&pieces->text);
}

static void pieces_release(Pieces *pieces) {
    text_release(&pieces->text);
    free(pieces->list);
}

// Starts a piece; what is added to the text from now on belongs to it.
static void piece_begin(Pieces *pieces, size_t line) {
    if (pieces->count == pieces->capacity) {
        pieces->capacity = pieces->capacity ? 2 * pieces->capacity : 64;
        pieces->list = realloc(pieces->list, pieces->capacity * sizeof *pieces->list);
        if (!pieces->list) {
            abort();
        }
    }
    pieces->list[pieces->count++] = (Piece){pieces->text.size, 0, line};
}

static void piece_end(Pieces *pieces) {
    Piece *last = &pieces->list[pieces->count - 1];
    last->size = pieces->text.size - last->start;
}

static void add_piece(Pieces *pieces, Slice text, size_t line) {
    piece_begin(pieces, line);
    text_add_slice(&pieces->text, text);
    piece_end(pieces);
}

static Slice piece_text(const Pieces *pieces, size_t index) {
    return (Slice){pieces->text.data + pieces->list[index].start, pieces->list[index].size};
}

static bool is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

static size_t digit_count(Slice text) {
    size_t count = 0;
    while (count < text.size && is_digit(text.data[count])) {
        count++;
    }
    return count;
}

// Moves in letters

// Bytes of a square at the front of a text; 0 if there is none.
static size_t square_size(Slice text) {
    if (text.size == 0 || text.data[0] < 'a' || text.data[0] > 'j') {
        return 0;
    }
    size_t digits = digit_count(slice_skip(text, 1));
    return digits > 0 ? 1 + digits : 0;
}

// Bytes of `12.` or `12...` at the front of a text; 0 if there is none.
static size_t number_size(Slice text) {
    size_t digits = digit_count(text);
    size_t size = digits;
    while (size < text.size && text.data[size] == '.') {
        size++;
    }
    return digits > 0 && size > digits ? size : 0;
}

// Between the squares of a move.
static bool is_separator(char byte) {
    return byte == '-' || byte == '/' || byte == ',';
}

// Squares and the direction of walls, as pieces; a word with anything else in it is one piece.
// Amazons' moves may be spread over several words, so they are put together later.
static void split_word(Slice word, size_t line, Pieces *pieces) {
    size_t count = pieces->count;
    size_t size = pieces->text.size;
    Slice rest = slice_skip(word, number_size(word));
    while (rest.size > 0) {
        size_t taken = square_size(rest);
        if (taken > 0) {
            Slice after = slice_skip(rest, taken);
            // An `h` is a direction unless a digit makes it the file of the next square.
            bool is_wall = after.size > 0 && (after.data[0] == 'v' || after.data[0] == 'h') &&
                           square_size(after) == 0;
            taken += is_wall;
            add_piece(pieces, (Slice){rest.data, taken}, line);
        } else if (is_separator(rest.data[0])) {
            taken = 1;
        } else {
            pieces->count = count;
            pieces->text.size = size;
            add_piece(pieces, word, line);
            return;
        }
        rest = slice_skip(rest, taken);
    }
}

// All words, in small letters.
static void split_text(Cursor cursor, Pieces *pieces) {
    Text lower;
    text_init(&lower);
    for (cursor_skip_blanks(&cursor); cursor.rest.size > 0; cursor_skip_blanks(&cursor)) {
        size_t line = cursor.line;
        Slice word = cursor_take(&cursor, cursor_token(&cursor, "").size);
        word = cursor_without_signs(word);
        if (result_parse(word, &pieces->result)) {
            continue;
        }
        text_clear(&lower);
        for (size_t i = 0; i < word.size; i++) {
            char byte = word.data[i];
            text_add_byte(&lower, byte >= 'A' && byte <= 'Z' ? (char)(byte - 'A' + 'a') : byte);
        }
        split_word(text_slice(&lower), line, pieces);
    }
    text_release(&lower);
}

static bool is_square(Slice text) {
    return text.size > 0 && square_size(text) == text.size;
}

static bool same_text(Slice a, Slice b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

// Three squares are a move of Amazons; four with the second one twice are it as Fairy-Stockfish
// writes it. What is left over becomes a piece that the rules refuse.
static void join_squares(const Pieces *squares, Pieces *moves) {
    for (size_t i = 0; i < squares->count;) {
        size_t count = 0;
        while (
            count < 4 && i + count < squares->count && is_square(piece_text(squares, i + count))) {
            count++;
        }
        bool is_fairy =
            count == 4 && same_text(piece_text(squares, i + 1), piece_text(squares, i + 2));
        count = count == 0 ? 1 : count > 3 && !is_fairy ? 3 : count;
        piece_begin(moves, squares->list[i].line);
        for (size_t k = 0; k < count; k++) {
            if (!is_fairy || k != 2) {
                text_add(&moves->text, k == 0 ? "" : k == 1 ? "-" : "/");
                text_add_slice(&moves->text, piece_text(squares, i + k));
            }
        }
        piece_end(moves);
        i += count;
    }
    moves->result = squares->result;
}

// Moves in numbers

static bool is_in_numbers(Slice text) {
    bool has_digit = false;
    while (text.size > 0) {
        if (slice_starts(text, "END")) {
            text = slice_skip(text, 3);
            continue;
        }
        char byte = text.data[0];
        if (!is_digit(byte) && !cursor_is_blank((unsigned char)byte) && byte != '-' &&
            byte != ',') {
            return false;
        }
        has_digit |= is_digit(byte);
        text = slice_skip(text, 1);
    }
    return has_digit;
}

// The numbers of a line as pieces, unless the line is none of a move.
static void split_number_line(Slice text, size_t line, Pieces *numbers) {
    size_t count = numbers->count;
    size_t size = numbers->text.size;
    bool has_square = false;
    Slice word;
    while (slice_next(&text, " \t\r,", &word)) {
        if (!slice_is(word, "END")) {
            has_square |= !slice_is(word, "-1");
            add_piece(numbers, word, line);
        }
    }
    if (!has_square || numbers->count - count == 1) {
        numbers->count = count;
        numbers->text.size = size;
    }
}

static void split_numbers(Cursor cursor, Pieces *numbers) {
    Slice line;
    for (size_t number = cursor.line; slice_next_line(&cursor.rest, &line); number++) {
        split_number_line(line, number, numbers);
    }
}

static void join_numbers(const Pieces *numbers, size_t width, Pieces *moves) {
    for (size_t i = 0; i < numbers->count; i += width) {
        piece_begin(moves, numbers->list[i].line);
        for (size_t k = i; k < i + width && k < numbers->count; k++) {
            text_add(&moves->text, k > i ? " " : "");
            text_add_slice(&moves->text, piece_text(numbers, k));
        }
        piece_end(moves);
    }
}

// Finding the board

// The best attempt so far: a record with all moves, or the reason of the one that got farthest.
typedef struct Attempt {
    bool is_done;
    bool has_reason;
    size_t farthest;
    Record record; // once is_done
    Error error;
} Attempt;

static bool play_pieces(Record *record, const Pieces *moves, Notation notation, Error *error) {
    for (size_t i = 0; i < moves->count; i++) {
        if (!record_append_text(record, piece_text(moves, i), notation, error)) {
            game_refuse_move(&record->game, i, error);
            return error_prefix(error, ERROR_AT_LINE, "line %zu", moves->list[i].line);
        }
    }
    record->result =
        moves->result != RESULT_NONE ? moves->result : game_outcome(&record->game).result;
    return record_check_result(record, error);
}

static void attempt(Attempt *best, const Rules *rules, const Position *start, const Pieces *moves,
    Notation notation) {
    if (best->is_done) {
        return;
    }
    Error error;
    record_init_at(&best->record, rules, start);
    best->is_done = play_pieces(&best->record, moves, notation, &error);
    if (best->is_done) {
        return;
    }
    if (!best->has_reason || best->record.game.count > best->farthest) {
        best->has_reason = true;
        best->farthest = best->record.game.count;
        best->error = error;
    }
    record_release(&best->record);
}

// A notation that belongs to a variant is tried with that variant first.
static void attempt_variants(
    Attempt *best, const Rules *rules, const Pieces *moves, Notation notation) {
    Position start;
    const Variant *own = rules_variant(rules, slice_from(notation_name(notation)));
    if (own) {
        rules->start(&start, own);
        attempt(best, rules, &start, moves, notation);
    }
    for (size_t i = 0; i < rules->variant_count; i++) {
        rules->start(&start, &rules->variants[i]);
        attempt(best, rules, &start, moves, notation);
    }
}

static void attempt_numbers(Attempt *best, Cursor cursor) {
    static const struct {
        const char *game;
        Notation notation;
        size_t width;
    } KINDS[] = {
        {"amazons", NOTATION_BOTZONE, 6},
        {"quoridor", NOTATION_SJTU_2022, 3},
        {"quoridor", NOTATION_SJTU, 2},
    };
    Pieces numbers;
    pieces_init(&numbers);
    split_numbers(cursor, &numbers);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        Pieces moves;
        pieces_init(&moves);
        join_numbers(&numbers, KINDS[i].width, &moves);
        attempt_variants(best, rules_find(slice_from(KINDS[i].game)), &moves, KINDS[i].notation);
        pieces_release(&moves);
    }
    pieces_release(&numbers);
}

// `rules` and `start` are null where the text does not say them.
static void attempt_letters(
    Attempt *best, Cursor cursor, const Rules *rules, const Position *start) {
    Pieces squares;
    pieces_init(&squares);
    split_text(cursor, &squares);
    // Only moves of Amazons have slashes; where that does not help, the one who gets farther does.
    bool has_slash = memchr(cursor.rest.data, '/', cursor.rest.size) != NULL;
    for (int i = 0; i < 2; i++) {
        bool is_amazons = (i == 0) == has_slash;
        const Rules *tried = rules_find(slice_from(is_amazons ? "amazons" : "quoridor"));
        Pieces moves;
        pieces_init(&moves);
        if (is_amazons) {
            join_squares(&squares, &moves);
        }
        const Pieces *played = is_amazons ? &moves : &squares;
        if (start && tried == rules) {
            attempt(best, rules, start, played, NOTATION_STANDARD);
        } else if (!start) {
            attempt_variants(best, tried, played, NOTATION_STANDARD);
        }
        pieces_release(&moves);
    }
    pieces_release(&squares);
}

// A position on the first line, which the cursor then passes over.
static bool read_position(Cursor *cursor, const Rules **rules, Position *start) {
    Slice rest = cursor->rest;
    Slice line;
    if (!slice_next_line(&rest, &line)) {
        return false;
    }
    for (size_t i = 0; i < rules_count(); i++) {
        *rules = rules_at(i);
        for (size_t k = 0; k < (*rules)->variant_count; k++) {
            if ((*rules)->read(slice_trim(line), &(*rules)->variants[k], start, NULL)) {
                cursor_take(cursor, cursor->rest.size - rest.size);
                return true;
            }
        }
    }
    return false;
}

static bool read_bare(Cursor *cursor, Record *out, Error *error) {
    Cursor at = *cursor;
    const Rules *rules = NULL;
    Position start;
    Attempt best = {0};
    if (read_position(&at, &rules, &start)) {
        attempt_letters(&best, at, rules, &start);
    } else if (is_in_numbers(at.rest)) {
        attempt_numbers(&best, at);
    } else {
        attempt_letters(&best, at, NULL, NULL);
    }
    if (!best.is_done) {
        return error_copy(error, &best.error);
    }
    cursor_take(cursor, cursor->rest.size);
    *out = best.record;
    return true;
}

RecordReader record_detector(Slice text) {
    return record_reader(text, RECORD_PGN, NULL);
}

RecordNext record_detect_next(RecordReader *reader, Record *out, Error *error) {
    cursor_skip_blanks(&reader->cursor);
    int byte = cursor_peek(&reader->cursor);
    if (byte == '[' || byte == '(' || byte == -1) {
        reader->format = byte == '(' ? RECORD_SGF : RECORD_PGN;
        return record_read_next(reader, out, error);
    }
    return read_bare(&reader->cursor, out, error) ? RECORD_NEXT_READ : RECORD_NEXT_REFUSED;
}
