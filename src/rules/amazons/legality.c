#include "rules/amazons/legality.h"

#include <stdio.h>
#include <stdlib.h>

const char *amazons_square_name(int size, int square, char out[AMAZONS_SQUARE_SIZE]) {
    snprintf(out, AMAZONS_SQUARE_SIZE, "%c%d", 'a' + amazons_column(size, square),
        amazons_row(size, square) + 1);
    return out;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

// A move of the amazon or of its arrow.
static bool check_slide(int size, Bits128 blocked, int from, int to, bool is_arrow, Error *error) {
    char names[3][AMAZONS_SQUARE_SIZE];
    amazons_square_name(size, from, names[0]);
    amazons_square_name(size, to, names[1]);
    int columns = amazons_column(size, to) - amazons_column(size, from);
    int rows = amazons_row(size, to) - amazons_row(size, from);
    bool is_straight = columns == 0 || rows == 0 || abs(columns) == abs(rows);
    if (from == to || !is_straight) {
        return error_set(error, is_arrow ? ERROR_ARROW_NOT_STRAIGHT : ERROR_MOVE_NOT_STRAIGHT,
            is_arrow ? "arrow %s/%s is not a queen move" : "%s-%s is not a queen move", names[0],
            names[1]);
    }
    int step = amazons_square(size, sign(columns), sign(rows));
    for (int square = from; square != to;) {
        square += step;
        if (blocked & bits128_bit(square)) {
            return error_set(error, is_arrow ? ERROR_ARROW_BLOCKED : ERROR_MOVE_BLOCKED,
                is_arrow ? "arrow %s/%s is blocked at %s" : "%s-%s is blocked at %s", names[0],
                names[1], amazons_square_name(size, square, names[2]));
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
        char name[AMAZONS_SQUARE_SIZE];
        return error_set(error, ERROR_NO_AMAZON, "no amazon of the %s player on %s",
            side_name(side), amazons_square_name(size, from, name));
    }
    // The amazon's own square blocks neither its move nor its arrow.
    Bits128 blocked = (board->amazons[SIDE_FIRST] | board->amazons[SIDE_SECOND] | board->arrows) &
                      ~bits128_bit(from);
    return check_slide(size, blocked, from, to, false, error) &&
           check_slide(size, blocked, to, amazons_move_arrow(move), true, error);
}
