#include "rules/amazons/legality.h"

#include <stdio.h>
#include <stdlib.h>

// Room for a square such as j10, terminator included.
#define SQUARE_TEXT_SIZE 4

const char *amazons_side_name(Side side) {
    return side == SIDE_FIRST ? "first" : "second";
}

static const char *square_text(int size, int square, char out[SQUARE_TEXT_SIZE]) {
    snprintf(out, SQUARE_TEXT_SIZE, "%c%d", 'a' + amazons_column(size, square),
        amazons_row(size, square) + 1);
    return out;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

// A move of the amazon (`what` is "" and `joint` '-') or of its arrow ("arrow " and '/').
static bool check_slide(
    int size, Bits128 blocked, int from, int to, const char *what, char joint, Error *error) {
    char names[3][SQUARE_TEXT_SIZE];
    square_text(size, from, names[0]);
    square_text(size, to, names[1]);
    int columns = amazons_column(size, to) - amazons_column(size, from);
    int rows = amazons_row(size, to) - amazons_row(size, from);
    bool is_straight = columns == 0 || rows == 0 || abs(columns) == abs(rows);
    if (from == to || !is_straight) {
        return error_set(error, "%s%s%c%s is not a queen move", what, names[0], joint, names[1]);
    }
    int step = amazons_square(size, sign(columns), sign(rows));
    for (int square = from; square != to;) {
        square += step;
        if (blocked & bits128_bit(square)) {
            return error_set(error, "%s%s%c%s is blocked at %s", what, names[0], joint, names[1],
                square_text(size, square, names[2]));
        }
    }
    return true;
}

bool amazons_check(const Position *pos, Move move, Error *error) {
    int size = pos->variant->size;
    int from = amazons_move_from(move);
    int to = amazons_move_to(move);
    Side side = position_turn(pos);
    const AmazonsPosition *board = &pos->amazons;
    if (!(board->amazons[side] & bits128_bit(from))) {
        char name[SQUARE_TEXT_SIZE];
        return error_set(error, "no amazon of the %s player on %s", amazons_side_name(side),
            square_text(size, from, name));
    }
    // The amazon's own square blocks neither its move nor its arrow.
    Bits128 blocked = (board->amazons[SIDE_FIRST] | board->amazons[SIDE_SECOND] | board->arrows) &
                      ~bits128_bit(from);
    return check_slide(size, blocked, from, to, "", '-', error) &&
           check_slide(size, blocked, to, amazons_move_arrow(move), "arrow ", '/', error);
}
