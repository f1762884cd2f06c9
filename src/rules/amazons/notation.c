#include "rules/amazons/notation.h"

#include <assert.h>
#include <stdio.h>

#include "rules/amazons/amazons.h"
#include "rules/amazons/legality.h"

// A square as it was written, on the board or not.
typedef struct WrittenSquare {
    Slice text;
    int column;
    int row;
} WrittenSquare;

// The squares of a move, in the order in which all notations name them.
enum { PLACE_FROM, PLACE_TO, PLACE_ARROW, PLACE_COUNT };

static bool is_letter(char byte) {
    return byte >= 'a' && byte <= 'z';
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool take_byte(Slice *rest, char byte) {
    if (rest->size == 0 || rest->data[0] != byte) {
        return false;
    }
    *rest = slice_skip(*rest, 1);
    return true;
}

// Cuts a file letter and a rank of one or two digits, not starting with 0, off the front.
static bool take_square(Slice *rest, WrittenSquare *out) {
    size_t size = 1;
    while (size < rest->size && size < 3 && is_digit(rest->data[size])) {
        size++;
    }
    Slice text = {rest->data, size};
    int rank;
    if (rest->size < 2 || !is_letter(text.data[0]) || text.data[1] == '0' ||
        !slice_to_int(slice_skip(text, 1), &rank)) {
        return false;
    }
    *out = (WrittenSquare){.text = text, .column = text.data[0] - 'a', .row = rank - 1};
    *rest = slice_skip(*rest, size);
    return true;
}

static bool read_standard(Slice text, WrittenSquare places[PLACE_COUNT]) {
    return take_square(&text, &places[PLACE_FROM]) && take_byte(&text, '-') &&
           take_square(&text, &places[PLACE_TO]) && take_byte(&text, '/') &&
           take_square(&text, &places[PLACE_ARROW]) && text.size == 0;
}

// The square that the arrow leaves is where the amazon has gone.
static bool read_fairy(Slice text, WrittenSquare places[PLACE_COUNT]) {
    WrittenSquare origin;
    return take_square(&text, &places[PLACE_FROM]) && take_square(&text, &places[PLACE_TO]) &&
           take_byte(&text, ',') && take_square(&text, &origin) &&
           origin.column == places[PLACE_TO].column && origin.row == places[PLACE_TO].row &&
           take_square(&text, &places[PLACE_ARROW]) && text.size == 0;
}

static bool read_botzone(Slice text, WrittenSquare places[PLACE_COUNT]) {
    for (int i = 0; i < PLACE_COUNT; i++) {
        Slice x, y;
        if (!slice_next(&text, " ", &x) || !slice_to_int(x, &places[i].column) ||
            !slice_next(&text, " ", &y) || !slice_to_int(y, &places[i].row)) {
            return false;
        }
        places[i].text = (Slice){x.data, (size_t)(y.data + y.size - x.data)};
    }
    Slice rest;
    return !slice_next(&text, " ", &rest);
}

static bool read_sgf(Slice text, int size, WrittenSquare places[PLACE_COUNT]) {
    if (text.size != 2 * PLACE_COUNT) {
        return false;
    }
    for (int i = 0; i < PLACE_COUNT; i++) {
        Slice point = {text.data + 2 * i, 2};
        if (!is_letter(point.data[0]) || !is_letter(point.data[1])) {
            return false;
        }
        places[i] = (WrittenSquare){
            .text = point,
            .column = point.data[0] - 'a',
            .row = size - 1 - (point.data[1] - 'a'),
        };
    }
    return true;
}

static bool read_places(
    Slice text, Notation notation, int size, WrittenSquare places[PLACE_COUNT], Error *error) {
    bool is_read = false;
    const char *example = NULL;
    switch (notation) {
    case NOTATION_STANDARD:
        is_read = read_standard(text, places);
        example = "d1-d7/g7";
        break;
    case NOTATION_BOTZONE:
        is_read = read_botzone(text, places);
        example = "3 0 3 6 6 6";
        break;
    case NOTATION_FAIRY:
        is_read = read_fairy(text, places);
        example = "d1d7,d7g7";
        break;
    case NOTATION_SGF:
        is_read = read_sgf(text, size, places);
        example = "djddgd";
        break;
    default:
        return error_set(error, ERROR_WRONG_NOTATION, "notation %s is not for %s",
            notation_name(notation), "amazons");
    }
    char quote[SLICE_QUOTE_SIZE];
    return is_read || error_set(error, ERROR_MALFORMED_MOVE, "%s is not a move like %s",
                          slice_quote(text, quote), example);
}

static bool check_inside(const WrittenSquare *place, int size, Error *error) {
    if (place->column < 0 || place->column >= size || place->row < 0 || place->row >= size) {
        char quote[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_OFF_BOARD, "%s lies outside the %dx%d board",
            slice_quote(place->text, quote), size, size);
    }
    return true;
}

bool amazons_parse(const Position *pos, Slice text, Notation notation, Move *out, Error *error) {
    int size = pos->variant->size;
    WrittenSquare places[PLACE_COUNT];
    int squares[PLACE_COUNT];
    if (!read_places(text, notation, size, places, error)) {
        return false;
    }
    for (int i = 0; i < PLACE_COUNT; i++) {
        if (!check_inside(&places[i], size, error)) {
            return false;
        }
        squares[i] = amazons_square(size, places[i].column, places[i].row);
    }
    Move move = amazons_move(squares[PLACE_FROM], squares[PLACE_TO], squares[PLACE_ARROW]);
    if (!amazons_check(pos, move, error)) {
        return false;
    }
    *out = move;
    return true;
}

size_t amazons_format(const Position *pos, Move move, Notation notation, char *out) {
    assert(1u << notation & AMAZONS_NOTATIONS);
    int size = pos->variant->size;
    int squares[] = {amazons_move_from(move), amazons_move_to(move), amazons_move_arrow(move)};
    int column[PLACE_COUNT], row[PLACE_COUNT];
    char file[PLACE_COUNT], sgf_row[PLACE_COUNT];
    for (int i = 0; i < PLACE_COUNT; i++) {
        column[i] = amazons_column(size, squares[i]);
        row[i] = amazons_row(size, squares[i]);
        file[i] = (char)('a' + column[i]);
        sgf_row[i] = (char)('a' + size - 1 - row[i]);
    }
    int length = 0;
    switch (notation) {
    case NOTATION_BOTZONE:
        length = snprintf(out, MOVE_TEXT_SIZE, "%d %d %d %d %d %d", column[0], row[0], column[1],
            row[1], column[2], row[2]);
        break;
    case NOTATION_FAIRY:
        length = snprintf(out, MOVE_TEXT_SIZE, "%c%d%c%d,%c%d%c%d", file[0], row[0] + 1, file[1],
            row[1] + 1, file[1], row[1] + 1, file[2], row[2] + 1);
        break;
    case NOTATION_SGF:
        length = snprintf(out, MOVE_TEXT_SIZE, "%c%c%c%c%c%c", file[0], sgf_row[0], file[1],
            sgf_row[1], file[2], sgf_row[2]);
        break;
    default:
        length = snprintf(out, MOVE_TEXT_SIZE, "%c%d-%c%d/%c%d", file[0], row[0] + 1, file[1],
            row[1] + 1, file[2], row[2] + 1);
        break;
    }
    return (size_t)length;
}
