#include "rules/record/sgf_setup.h"

#include "rules/amazons/amazons.h"
#include "rules/record/sgf_map.h"
#include "rules/record/sgf_syntax.h"

// What SGF says when it says nothing.
#define DEFAULT_SIZE 10

static bool read_size(Slice node, const Variant **variant, Error *error) {
    Slice text;
    int size = DEFAULT_SIZE;
    if (!sgf_find_value(node, "SZ", &text, error)) {
        return false;
    }
    bool is_number = !text.data || slice_to_int(slice_trim(text), &size);
    *variant = amazons_variant(size);
    if (!is_number || !*variant) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_PROPERTY, "%s: there is no board of size %s", "SZ",
            slice_quote(text, quoted));
    }
    return true;
}

// A point is two letters: the column from the left, the row from the top.
static bool read_point(Slice text, int size, int *column, int *row) {
    if (text.size != 2) {
        return false;
    }
    *column = text.data[0] - 'a';
    *row = size - 1 - (text.data[1] - 'a');
    return *column >= 0 && *column < size && *row >= 0 && *row < size;
}

// A value is a point or a rectangle between two corners, `aa:cc`, as SGF compresses lists.
static bool read_points(Slice value, int size, Bits128 *squares) {
    Slice first = value;
    Slice last = value;
    int left, top, right, bottom;
    sgf_split(value, &first, &last);
    if (!read_point(slice_trim(first), size, &left, &top) ||
        !read_point(slice_trim(last), size, &right, &bottom)) {
        return false;
    }
    for (int row = bottom; row <= top; row++) {
        for (int column = left; column <= right; column++) {
            *squares |= bits128_bit(amazons_square(size, column, row));
        }
    }
    return left <= right && bottom <= top;
}

typedef struct Setup {
    Slice node;
    int size;
    Bits128 named; // squares that a property has set so far
    bool is_empty; // no property has set any
} Setup;

// Reads the squares of one property. A square may be set by one property only.
static bool read_squares(Setup *setup, const char *name, Bits128 *squares, Error *error) {
    SgfProperty property;
    if (!sgf_find(setup->node, name, &property, error)) {
        return false;
    }
    *squares = 0;
    Slice value;
    while (sgf_next_value(&property.values, &value)) {
        char quoted[SLICE_QUOTE_SIZE];
        setup->is_empty = false;
        if (!read_points(value, setup->size, squares)) {
            return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not a point of the board", name,
                slice_quote(value, quoted));
        }
        if (*squares & setup->named) {
            return error_set(error, ERROR_POINT_SET_TWICE, "%s: another property sets %s", name,
                slice_quote(value, quoted));
        }
    }
    setup->named |= *squares;
    return true;
}

static bool read_turn(Slice node, Position *pos, Error *error) {
    Slice player;
    Slice ply;
    if (!sgf_find_value(node, "PL", &player, error) ||
        !sgf_find_value(node, SGF_PLY, &ply, error)) {
        return false;
    }
    if (player.data && !slice_is(player, "B") && !slice_is(player, "W")) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(
            error, ERROR_BAD_PROPERTY, "%s: %s is not B or W", "PL", slice_quote(player, quoted));
    }
    int value = 0;
    if (ply.data && (!slice_to_int(ply, &value) || value < 0 || value > UINT16_MAX)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not a number of plies", SGF_PLY,
            slice_quote(ply, quoted));
    }
    pos->turn = slice_is(player, "W") ? SIDE_SECOND : SIDE_FIRST;
    pos->ply = (uint16_t)value;
    return true;
}

bool sgf_read_setup(Slice node, const Rules *rules, Position *out, Error *error) {
    const Variant *variant;
    if (!read_size(node, &variant, error)) {
        return false;
    }
    Position pos;
    rules->start(&pos, variant);
    Setup setup = {.node = node, .size = variant->size, .is_empty = true};
    AmazonsPosition board;
    Bits128 erased;
    if (!read_squares(&setup, "AB", &board.amazons[SIDE_FIRST], error) ||
        !read_squares(&setup, "AW", &board.amazons[SIDE_SECOND], error) ||
        !read_squares(&setup, "AA", &board.arrows, error) ||
        !read_squares(&setup, "AE", &erased, error) || !read_turn(node, &pos, error)) {
        return false;
    }
    if (!setup.is_empty) {
        pos.amazons = board;
    }
    // The rules say which positions there are, when they read one as text.
    char text[POSITION_TEXT_SIZE];
    rules->write(&pos, text);
    Position checked;
    if (!rules->read(slice_from(text), variant, &checked, error)) {
        return false;
    }
    if (pos.ply != 0 && pos.ply != checked.ply) {
        return error_set(error, ERROR_PLY_NOT_OF_TURN,
            SGF_PLY ": after %d plies it is not %s's turn", pos.ply,
            sgf_colour(position_turn(&pos)));
    }
    *out = checked;
    return true;
}

static void write_squares(Text *out, const char *name, int size, Bits128 squares) {
    if (!squares) {
        return;
    }
    text_add(out, name);
    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            if (squares & bits128_bit(amazons_square(size, column, row))) {
                text_addf(out, "[%c%c]", 'a' + column, 'a' + (size - 1 - row));
            }
        }
    }
}

void sgf_write_setup(const Position *pos, Text *out) {
    int size = pos->variant->size;
    text_addf(out, "SZ[%d]", size);
    write_squares(out, "AB", size, pos->amazons.amazons[SIDE_FIRST]);
    write_squares(out, "AW", size, pos->amazons.amazons[SIDE_SECOND]);
    write_squares(out, "AA", size, pos->amazons.arrows);
    text_addf(out, "PL[%s]", sgf_colour(position_turn(pos)));
    if (pos->ply != 0) {
        text_addf(out, SGF_PLY "[%d]", pos->ply);
    }
}
