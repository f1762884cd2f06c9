#include "rules/quoridor/notation.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "rules/quoridor/legality.h"
#include "rules/quoridor/quoridor.h"

#define BLANKS " \t"

// By the number that SJTU 2022 gives to a kind of move.
static const QuoridorKind SJTU_2022_KINDS[] = {
    QUORIDOR_PAWN, QUORIDOR_VERTICAL, QUORIDOR_HORIZONTAL};
#define SJTU_2022_KIND_COUNT 3

static bool refuse_form(Slice text, const char *examples, Error *error) {
    char quote[SLICE_QUOTE_SIZE];
    return error_set(error, ERROR_MALFORMED_MOVE, "%s is not a move like %s",
        slice_quote(text, quote), examples);
}

static bool refuse_place(Slice text, Error *error) {
    char quote[SLICE_QUOTE_SIZE];
    return error_set(error, ERROR_NO_SUCH_PLACE, "%s names neither a square nor a place for a wall",
        slice_quote(text, quote));
}

// A move by its kind and the column and row of its square or slot, if they are on the board.
static bool make_move(QuoridorKind kind, int column, int row, Move *out) {
    int size = kind == QUORIDOR_PAWN ? QUORIDOR_SIZE : QUORIDOR_SLOT_SIZE;
    if (column < 0 || column >= size || row < 0 || row >= size) {
        return false;
    }
    *out = quoridor_move(
        kind, kind == QUORIDOR_PAWN ? quoridor_square(column, row) : quoridor_slot(column, row));
    return true;
}

// A letter and a digit as column and row from 0, on the board or not.
static bool split_square(Slice text, int *column, int *row) {
    if (text.size != 2 || !islower((unsigned char)text.data[0]) ||
        !isdigit((unsigned char)text.data[1])) {
        return false;
    }
    *column = text.data[0] - 'a';
    *row = text.data[1] - '1';
    return true;
}

bool quoridor_parse_square(Slice text, int *out) {
    int column, row;
    Move move;
    if (!split_square(text, &column, &row) || !make_move(QUORIDOR_PAWN, column, row, &move)) {
        return false;
    }
    *out = quoridor_move_where(move);
    return true;
}

static bool read_standard(Slice text, Move *out, Error *error) {
    QuoridorKind kind = QUORIDOR_PAWN;
    Slice square = text;
    if (text.size == 3 && (text.data[2] == 'h' || text.data[2] == 'v')) {
        kind = text.data[2] == 'h' ? QUORIDOR_HORIZONTAL : QUORIDOR_VERTICAL;
        square.size = 2;
    }
    int column, row;
    if (!split_square(square, &column, &row)) {
        return refuse_form(text, "e2, e3h", error);
    }
    return make_move(kind, column, row, out) || refuse_place(text, error);
}

bool quoridor_parse_name(Slice text, Move *out) {
    return read_standard(text, out, NULL);
}

// Exactly `count` integers with blanks between them.
static bool read_numbers(Slice text, int count, int *out) {
    Slice word;
    for (int i = 0; i < count; i++) {
        if (!slice_next(&text, BLANKS, &word) || !slice_to_int(word, &out[i])) {
            return false;
        }
    }
    return !slice_next(&text, BLANKS, &word);
}

// Squares are even / even; a horizontal wall starts odd / even, a vertical one even / odd:
//
//      row 6   e3  |  f3         6 10   6 11   6 12
//      row 7   ==  +  ==         7 10   7 11   7 12
//      row 8   e4  |  f4         8 10   8 11   8 12
static bool read_sjtu(Slice text, Move *out, Error *error) {
    int at[2];
    if (!read_numbers(text, 2, at)) {
        return refuse_form(text, "4 10", error);
    }
    bool row_is_gap = at[0] % 2 != 0;
    bool column_is_gap = at[1] % 2 != 0;
    bool is_corner = row_is_gap && column_is_gap;
    QuoridorKind kind = row_is_gap      ? QUORIDOR_HORIZONTAL
                        : column_is_gap ? QUORIDOR_VERTICAL
                                        : QUORIDOR_PAWN;
    return (!is_corner && make_move(kind, at[1] / 2 - 1, at[0] / 2 - 1, out)) ||
           refuse_place(text, error);
}

// SJTU 2022 counts rows from the second player's side. The row of a wall's slot runs one shorter.
static int sjtu_2022_row(QuoridorKind kind, int row) {
    return (kind == QUORIDOR_PAWN ? QUORIDOR_SIZE : QUORIDOR_SLOT_SIZE) - 1 - row;
}

static bool read_sjtu_2022(Slice text, Move *out, Error *error) {
    int numbers[3];
    if (!read_numbers(text, 3, numbers)) {
        return refuse_form(text, "0 7 4", error);
    }
    // The row is looked at before it is turned round, which could overflow.
    if (numbers[0] < 0 || numbers[0] >= SJTU_2022_KIND_COUNT || numbers[1] < 0 ||
        numbers[1] >= QUORIDOR_SIZE) {
        return refuse_place(text, error);
    }
    QuoridorKind kind = SJTU_2022_KINDS[numbers[0]];
    return make_move(kind, numbers[2], sjtu_2022_row(kind, numbers[1]), out) ||
           refuse_place(text, error);
}

static bool word_is(Slice word, const char *text) {
    return word.size == strlen(text) && strncasecmp(word.data, text, word.size) == 0;
}

// What follows a vertex: nothing for a pawn, or the orientation of a wall.
static bool read_qtp_kind(Slice rest, QuoridorKind *out) {
    Slice word;
    if (!slice_next(&rest, BLANKS, &word)) {
        *out = QUORIDOR_PAWN;
        return true;
    }
    bool is_horizontal = word_is(word, "h") || word_is(word, "horizontal");
    bool is_vertical = word_is(word, "v") || word_is(word, "vertical");
    *out = is_horizontal ? QUORIDOR_HORIZONTAL : QUORIDOR_VERTICAL;
    return (is_horizontal || is_vertical) && !slice_next(&rest, BLANKS, &word);
}

static bool read_qtp(Slice text, Move *out, Error *error) {
    Slice rest = text;
    Slice vertex = {"", 0};
    QuoridorKind kind;
    int column, rank;
    slice_next(&rest, BLANKS, &vertex);
    char square[2] = {0};
    if (vertex.size == sizeof square) {
        square[0] = (char)tolower((unsigned char)vertex.data[0]);
        square[1] = vertex.data[1];
    }
    if (!split_square((Slice){square, sizeof square}, &column, &rank) ||
        !read_qtp_kind(rest, &kind)) {
        return refuse_form(text, "E8 or E7 horizontal", error);
    }
    return make_move(kind, column, QUORIDOR_SIZE - 1 - rank, out) || refuse_place(text, error);
}

static bool read_move(Slice text, Notation notation, Move *out, Error *error) {
    switch (notation) {
    case NOTATION_STANDARD:
        return read_standard(text, out, error);
    case NOTATION_SJTU:
        return read_sjtu(text, out, error);
    case NOTATION_SJTU_2022:
        return read_sjtu_2022(text, out, error);
    case NOTATION_QTP:
        return read_qtp(text, out, error);
    default:
        return error_set(error, ERROR_WRONG_NOTATION, "notation %s is not for %s",
            notation_name(notation), "quoridor");
    }
}

bool quoridor_parse(const Position *pos, Slice text, Notation notation, Move *out, Error *error) {
    Move move = MOVE_NONE;
    if (!read_move(text, notation, &move, error) || !quoridor_check(pos, move, error)) {
        return false;
    }
    *out = move;
    return true;
}

static int sjtu_2022_number(QuoridorKind kind) {
    int number = 0;
    while (SJTU_2022_KINDS[number] != kind) {
        number++;
    }
    return number;
}

static const char *qtp_orientation(QuoridorKind kind) {
    switch (kind) {
    case QUORIDOR_HORIZONTAL:
        return " horizontal";
    case QUORIDOR_VERTICAL:
        return " vertical";
    default:
        return "";
    }
}

size_t quoridor_format(const Position *pos, Move move, Notation notation, char *out) {
    (void)pos;
    assert(1u << notation & QUORIDOR_NOTATIONS);
    QuoridorKind kind = quoridor_move_kind(move);
    int where = quoridor_move_where(move);
    int square = kind == QUORIDOR_PAWN ? where : quoridor_slot_square(where);
    int column = quoridor_column(square);
    int row = quoridor_row(square);
    int length = 0;
    switch (notation) {
    case NOTATION_SJTU:
        length = snprintf(out, MOVE_TEXT_SIZE, "%d %d", 2 * row + 2 + (kind == QUORIDOR_HORIZONTAL),
            2 * column + 2 + (kind == QUORIDOR_VERTICAL));
        break;
    case NOTATION_SJTU_2022:
        length = snprintf(out, MOVE_TEXT_SIZE, "%d %d %d", sjtu_2022_number(kind),
            sjtu_2022_row(kind, row), column);
        break;
    case NOTATION_QTP:
        length = snprintf(out, MOVE_TEXT_SIZE, "%c%d%s", 'A' + column, QUORIDOR_SIZE - row,
            qtp_orientation(kind));
        break;
    default:
        return quoridor_name(move, out);
    }
    return (size_t)length;
}
