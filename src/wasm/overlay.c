#include "wasm/overlay.h"

#include <string.h>

#include "eval/quoridor/route.h"
#include "rules/amazons/board.h"
#include "rules/quoridor/legality.h"

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
static void put_queen_distances(JsonWriter *json, const Position *pos, Side side) {
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
    json_open_list(json, side_name(side));
    for (int i = 0; i < size * size; i++) {
        json_put_integer(json, NULL, distance[amazons_square(size, i % size, i / size)]);
    }
    json_close_list(json);
}

static void put_amazons(JsonWriter *json, const Position *pos) {
    json_open_object(json, "amazons");
    for (EACH_SIDE(side)) {
        put_queen_distances(json, pos, side);
    }
    json_close_object(json);
}

static void put_square(JsonWriter *json, int square) {
    char name[QUORIDOR_NAME_SIZE];
    quoridor_name(quoridor_move(QUORIDOR_PAWN, square), name);
    json_put_text(json, NULL, name);
}

// A shortest path, the same one each time: of the next squares the lowest.
static void put_path(JsonWriter *json, const QuoridorPosition *board, Side side) {
    Bits128 levels[ROUTE_LEVELS_MAX];
    Ways open = ways_open(board);
    int square = board->pawn[side];
    int length = route_levels(open, side, square, levels);
    json_open_list(json, NULL);
    put_square(json, square);
    while (length-- > 0) {
        square = bits128_first(ways_step(open, bits128_bit(square)) & levels[length]);
        put_square(json, square);
    }
    json_close_list(json);
}

static void put_wall_effects(JsonWriter *json, const Game *game, const int distances[2]) {
    const QuoridorPosition *board = &game_position(game)->quoridor;
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    json_open_object(json, "wallEffects");
    for (size_t i = 0; i < count; i++) {
        QuoridorKind kind = quoridor_move_kind(moves[i]);
        if (kind == QUORIDOR_PAWN) {
            continue;
        }
        Ways wall = ways_of_wall(kind, quoridor_move_where(moves[i]));
        Ways open = ways_without(ways_open(board), wall);
        char name[QUORIDOR_NAME_SIZE];
        quoridor_name(moves[i], name);
        json_open_list(json, name);
        for (EACH_SIDE(side)) {
            json_put_integer(
                json, NULL, route_length(open, side, board->pawn[side]) - distances[side]);
        }
        json_close_list(json);
    }
    json_close_object(json);
}

static void put_quoridor(JsonWriter *json, const Game *game) {
    const QuoridorPosition *board = &game_position(game)->quoridor;
    int distances[2];
    json_open_object(json, "quoridor");
    json_open_list(json, "distances");
    for (EACH_SIDE(side)) {
        distances[side] = route_length(ways_open(board), side, board->pawn[side]);
        json_put_integer(json, NULL, distances[side]);
    }
    json_close_list(json);
    json_open_list(json, "paths");
    for (EACH_SIDE(side)) {
        put_path(json, board, side);
    }
    json_close_list(json);
    put_wall_effects(json, game, distances);
    json_close_object(json);
}

void overlay_write(const Game *game, JsonWriter *json) {
    json_open_object(json, NULL);
    if (strcmp(game->rules->name, "amazons") == 0) {
        put_amazons(json, game_position(game));
    } else {
        put_quoridor(json, game);
    }
    json_close_object(json);
}
