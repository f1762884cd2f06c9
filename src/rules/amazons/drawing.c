#include "rules/amazons/drawing.h"

#include "rules/amazons/board.h"
#include "rules/amazons/legality.h"

#define STYLE_FIRST "\033[1;31m"
#define STYLE_SECOND "\033[1;34m"
#define STYLE_ARROW "\033[33m"
#define STYLE_END "\033[0m"

static const char *piece_style(char piece) {
    switch (piece) {
    case 'Q':
        return STYLE_FIRST;
    case 'q':
        return STYLE_SECOND;
    case '*':
        return STYLE_ARROW;
    default:
        return NULL;
    }
}

static void put_piece(char piece, bool colour, Text *out) {
    const char *style = colour ? piece_style(piece) : NULL;
    if (style) {
        text_addf(out, " %s%c" STYLE_END, style, piece);
    } else {
        text_addf(out, " %c", piece);
    }
}

static void put_files(int size, Text *out) {
    text_add(out, "     ");
    for (int column = 0; column < size; column++) {
        text_addf(out, " %c", 'a' + column);
    }
    text_add(out, "\n");
}

static void put_border(int size, Text *out) {
    text_add(out, "    +");
    for (int column = 0; column < size; column++) {
        text_add(out, "--");
    }
    text_add(out, "-+\n");
}

// Which amazons are whose and who moves, beside the row where a side started.
static void put_side(const Position *pos, Side side, Text *out) {
    text_addf(out, "   %s: %c%s", side_name(side), side == SIDE_FIRST ? 'Q' : 'q',
        position_turn(pos) == side ? ", to move" : "");
}

static void put_row(const Position *pos, int row, bool colour, Text *out) {
    int size = pos->variant->size;
    text_addf(out, " %2d |", row + 1);
    for (int column = 0; column < size; column++) {
        put_piece(amazons_piece(pos, amazons_square(size, column, row)), colour, out);
    }
    text_addf(out, " | %d", row + 1);
    if (row == size - 1) {
        put_side(pos, SIDE_SECOND, out);
    } else if (row == 0) {
        put_side(pos, SIDE_FIRST, out);
    }
    text_add(out, "\n");
}

void amazons_draw(const Position *pos, bool colour, Text *out) {
    int size = pos->variant->size;
    put_files(size, out);
    put_border(size, out);
    for (int row = size - 1; row >= 0; row--) {
        put_row(pos, row, colour, out);
    }
    put_border(size, out);
    put_files(size, out);
}
