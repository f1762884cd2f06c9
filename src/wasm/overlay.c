#include "wasm/overlay.h"

#include <string.h>

#include "eval/quoridor/route.h"
#include "rules/amazons/board.h"
#include "rules/quoridor/legality.h"
#include "wasm/json.h"

// The squares that queens on a set reach in one move over empty squares.
static Bits128 queen_moves(int size, Bits128 from, Bits128 empty) {
    static const int STEPS[AMAZONS_DIRECTIONS][2] = {
        {1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};
    Bits128 reached = 0;
    while (from) {
        int square = bits128_pop(&from);
        for (int i = 0; i < AMAZONS_DIRECTIONS; i++) {
            int column = amazons_column(size, square) + STEPS[i][0];
            int row = amazons_row(size, square) + STEPS[i][1];
            while (column >= 0 && column < size && row >= 0 && row < size) {
                Bits128 bit = bits128_bit(amazons_square(size, column, row));
                if (!(empty & bit)) {
                    break;
                }
                reached |= bit;
                column += STEPS[i][0];
                row += STEPS[i][1];
            }
        }
    }
    return reached;
}

// How many queen moves each square is away from a side, row by row.
static void add_queen_distances(Text *out, const Position *pos, Side side) {
    int size = pos->variant->size;
    Bits128 empty = amazons_empty(pos);
    Bits128 front = pos->amazons.amazons[side];
    int distance[128];
    memset(distance, -1, sizeof distance);
    for (int moves = 0; front; moves++) {
        Bits128 next = queen_moves(size, front, empty);
        empty &= ~next;
        while (front) {
            distance[bits128_pop(&front)] = moves;
        }
        front = next;
    }
    for (int i = 0; i < size * size; i++) {
        int square = amazons_square(size, i % size, i / size);
        text_addf(out, "%s%d", i > 0 ? "," : "", distance[square]);
    }
}

static void write_amazons(const Position *pos, Text *out) {
    text_add(out, "{\"amazons\":{\"first\":[");
    add_queen_distances(out, pos, SIDE_FIRST);
    text_add(out, "],\"second\":[");
    add_queen_distances(out, pos, SIDE_SECOND);
    text_add(out, "]}}");
}

static void add_name(Text *out, Move move) {
    char name[QUORIDOR_NAME_SIZE];
    quoridor_name(move, name);
    text_addf(out, "\"%s\"", name);
}

// A shortest path, the same one each time: of the next squares the lowest.
static void add_path(Text *out, const QuoridorPosition *board, Side side) {
    Bits128 levels[ROUTE_LEVELS_MAX];
    Ways open = ways_open(board);
    int square = board->pawn[side];
    int length = route_levels(open, side, square, levels);
    text_add(out, "[");
    add_name(out, quoridor_move(QUORIDOR_PAWN, square));
    while (length-- > 0) {
        square = bits128_first(ways_step(open, bits128_bit(square)) & levels[length]);
        text_add(out, ",");
        add_name(out, quoridor_move(QUORIDOR_PAWN, square));
    }
    text_add(out, "]");
}

static void add_wall_effects(Text *out, const Game *game, const int distances[2]) {
    const QuoridorPosition *board = &game_position(game)->quoridor;
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    size_t wall_count = 0;
    for (size_t i = 0; i < count; i++) {
        QuoridorKind kind = quoridor_move_kind(moves[i]);
        if (kind == QUORIDOR_PAWN) {
            continue;
        }
        Ways wall = ways_of_wall(kind, quoridor_move_where(moves[i]));
        Ways open = ways_without(ways_open(board), wall);
        json_comma(out, wall_count++);
        add_name(out, moves[i]);
        text_addf(out, ":[%d,%d]",
            route_length(open, SIDE_FIRST, board->pawn[SIDE_FIRST]) - distances[SIDE_FIRST],
            route_length(open, SIDE_SECOND, board->pawn[SIDE_SECOND]) - distances[SIDE_SECOND]);
    }
}

static void write_quoridor(const Game *game, Text *out) {
    const QuoridorPosition *board = &game_position(game)->quoridor;
    int distances[2];
    for (EACH_SIDE(side)) {
        distances[side] = route_length(ways_open(board), side, board->pawn[side]);
    }
    text_addf(out, "{\"quoridor\":{\"distances\":[%d,%d],\"paths\":[", distances[SIDE_FIRST],
        distances[SIDE_SECOND]);
    add_path(out, board, SIDE_FIRST);
    text_add(out, ",");
    add_path(out, board, SIDE_SECOND);
    text_add(out, "],\"wallEffects\":{");
    add_wall_effects(out, game, distances);
    text_add(out, "}}}");
}

void overlay_write(const Game *game, Text *out) {
    if (strcmp(game->rules->name, "amazons") == 0) {
        write_amazons(game_position(game), out);
    } else {
        write_quoridor(game, out);
    }
}
