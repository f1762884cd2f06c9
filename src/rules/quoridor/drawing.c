#include "rules/quoridor/drawing.h"

#include "rules/quoridor/legality.h"
#include "rules/quoridor/quoridor.h"

#define STYLE_FIRST "\033[1;31m"
#define STYLE_SECOND "\033[1;34m"
#define STYLE_WALL "\033[33m"
#define STYLE_END "\033[0m"

typedef struct Drawing {
    const Position *pos;
    bool colour;
    Text *out;
} Drawing;

static void put(const Drawing *drawing, const char *style, const char *text) {
    if (drawing->colour) {
        text_addf(drawing->out, "%s%s" STYLE_END, style, text);
    } else {
        text_add(drawing->out, text);
    }
}

// Whether a slot, or what lies beyond the slots, holds a wall of a set.
static bool has_wall(uint64_t walls, int column, int row) {
    return column >= 0 && column < QUORIDOR_SLOT_SIZE && row >= 0 && row < QUORIDOR_SLOT_SIZE &&
           (walls >> quoridor_slot(column, row) & 1);
}

static void put_files(const Drawing *drawing) {
    text_add(drawing->out, "   ");
    for (int column = 0; column < QUORIDOR_SIZE; column++) {
        text_addf(drawing->out, "   %c", 'a' + column);
    }
    text_add(drawing->out, "\n");
}

static void put_border(const Drawing *drawing) {
    text_add(drawing->out, "    +-----------------------------------+\n");
}

static void put_square(const Drawing *drawing, int square) {
    const uint8_t *pawn = drawing->pos->quoridor.pawn;
    if (square == pawn[SIDE_FIRST]) {
        put(drawing, STYLE_FIRST, "1");
    } else if (square == pawn[SIDE_SECOND]) {
        put(drawing, STYLE_SECOND, "2");
    } else {
        text_add(drawing->out, ".");
    }
}

// What a side has in hand, beside the row where it started.
static void put_stock(const Drawing *drawing, Side side) {
    const Position *pos = drawing->pos;
    text_addf(drawing->out, "   %s: %d walls%s", side_name(side), pos->quoridor.walls_left[side],
        position_turn(pos) == side ? ", to move" : "");
}

// A row of squares with the vertical walls between them.
static void put_row(const Drawing *drawing, int row) {
    uint64_t walls = drawing->pos->quoridor.vertical;
    text_addf(drawing->out, "  %d | ", row + 1);
    for (int column = 0; column < QUORIDOR_SIZE; column++) {
        put_square(drawing, quoridor_square(column, row));
        if (has_wall(walls, column, row) || has_wall(walls, column, row - 1)) {
            text_add(drawing->out, " ");
            put(drawing, STYLE_WALL, "|");
            text_add(drawing->out, " ");
        } else if (column < QUORIDOR_SIZE - 1) {
            text_add(drawing->out, "   ");
        }
    }
    text_addf(drawing->out, " | %d", row + 1);
    if (row == QUORIDOR_SIZE - 1) {
        put_stock(drawing, SIDE_SECOND);
    } else if (row == 0) {
        put_stock(drawing, SIDE_FIRST);
    }
    text_add(drawing->out, "\n");
}

// The gap between a row and the one above it: horizontal walls and the middles of vertical ones.
static void put_gap(const Drawing *drawing, int row) {
    const QuoridorPosition *board = &drawing->pos->quoridor;
    text_add(drawing->out, "    |");
    for (int column = 0; column < QUORIDOR_SIZE; column++) {
        bool starts = has_wall(board->horizontal, column, row);
        if (starts || has_wall(board->horizontal, column - 1, row)) {
            put(drawing, STYLE_WALL, "===");
        } else {
            text_add(drawing->out, "   ");
        }
        if (starts) {
            put(drawing, STYLE_WALL, "=");
        } else if (has_wall(board->vertical, column, row)) {
            put(drawing, STYLE_WALL, "|");
        } else if (column < QUORIDOR_SIZE - 1) {
            text_add(drawing->out, " ");
        }
    }
    text_add(drawing->out, "|\n");
}

void quoridor_draw(const Position *pos, bool colour, Text *out) {
    Drawing drawing = {pos, colour, out};
    put_files(&drawing);
    put_border(&drawing);
    for (int row = QUORIDOR_SIZE - 1; row >= 0; row--) {
        put_row(&drawing, row);
        if (row > 0) {
            put_gap(&drawing, row - 1);
        }
    }
    put_border(&drawing);
    put_files(&drawing);
}
