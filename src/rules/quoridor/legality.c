#include "rules/quoridor/legality.h"

#include <stdlib.h>

#include "rules/quoridor/kernel.h"
#include "rules/quoridor/path.h"
#include "rules/quoridor/pawn.h"

// A name as a value, so that a message can name several things in one expression.
typedef struct Name {
    char text[QUORIDOR_NAME_SIZE];
} Name;

size_t quoridor_name(Move move, char out[QUORIDOR_NAME_SIZE]) {
    QuoridorKind kind = quoridor_move_kind(move);
    int where = quoridor_move_where(move);
    int square = kind == QUORIDOR_PAWN ? where : quoridor_slot_square(where);
    size_t length = 0;
    out[length++] = (char)('a' + quoridor_column(square));
    out[length++] = (char)('1' + quoridor_row(square));
    if (kind != QUORIDOR_PAWN) {
        out[length++] = kind == QUORIDOR_HORIZONTAL ? 'h' : 'v';
    }
    out[length] = '\0';
    return length;
}

static Name name_of(QuoridorKind kind, int where) {
    Name name;
    quoridor_name(quoridor_move(kind, where), name.text);
    return name;
}

static Name square_name(int square) {
    return name_of(QUORIDOR_PAWN, square);
}

static bool are_neighbours(int a, int b) {
    return abs(quoridor_column(a) - quoridor_column(b)) + abs(quoridor_row(a) - quoridor_row(b)) ==
           1;
}

// Whether no wall stands between two neighbours.
static bool check_way(const QuoridorPosition *board, int from, int to, Error *error) {
    if (ways_step(ways_open(board), bits128_bit(from)) >> to & 1) {
        return true;
    }
    return error_set(error, ERROR_WALL_BETWEEN, "a wall blocks %s to %s", square_name(from).text,
        square_name(to).text);
}

// Whether the pawn may go around the one it would jump over instead of straight on.
static bool check_side_jump(const Position *pos, int from, int over, int to, Error *error) {
    bool edge_is_behind = pawn_edge_is_behind(from, over);
    if (edge_is_behind && pos->variant->edge_is_barrier) {
        return true;
    }
    int straight = 2 * over - from;
    if (!edge_is_behind && !check_way(&pos->quoridor, over, straight, NULL)) {
        return true;
    }
    return error_set(error, edge_is_behind ? ERROR_SIDE_JUMP_AT_EDGE : ERROR_SIDE_JUMP_WITHOUT_WALL,
        edge_is_behind ? "%s to %s jumps to the side, but the board edge is behind %s"
                       : "%s to %s jumps to the side, but no wall is behind %s",
        square_name(from).text, square_name(to).text, square_name(over).text);
}

static bool check_pawn(const Position *pos, int to, Error *error) {
    const QuoridorPosition *board = &pos->quoridor;
    int from = board->pawn[pos->turn];
    int other = board->pawn[!pos->turn];
    if (to == other) {
        return error_set(
            error, ERROR_SQUARE_TAKEN, "%s is taken by the other pawn", square_name(to).text);
    }
    if (are_neighbours(from, to)) {
        return check_way(board, from, to, error);
    }
    if (to == from || !are_neighbours(from, other) || !are_neighbours(other, to)) {
        return error_set(error, ERROR_NOT_A_STEP, "%s to %s is not a step", square_name(from).text,
            square_name(to).text);
    }
    bool is_straight = to - other == other - from;
    return check_way(board, from, other, error) &&
           (is_straight || check_side_jump(pos, from, other, to, error)) &&
           check_way(board, other, to, error);
}

static bool has_wall(const QuoridorPosition *board, QuoridorKind kind, int slot) {
    uint64_t walls = kind == QUORIDOR_HORIZONTAL ? board->horizontal : board->vertical;
    return walls >> slot & 1;
}

bool quoridor_check_place(const QuoridorPosition *board, Move wall, Error *error) {
    QuoridorKind kind = quoridor_move_kind(wall);
    QuoridorKind other = kind == QUORIDOR_HORIZONTAL ? QUORIDOR_VERTICAL : QUORIDOR_HORIZONTAL;
    int slot = quoridor_move_where(wall);
    Name name = name_of(kind, slot);
    if (has_wall(board, other, slot)) {
        return error_set(error, ERROR_WALL_CROSSES, "%s crosses a wall at %s", name.text,
            name_of(other, slot).text);
    }
    // A wall is as long as two slots, so it overlaps one that is one slot further along.
    int stride = kind == QUORIDOR_HORIZONTAL ? 1 : QUORIDOR_SLOT_SIZE;
    int along = kind == QUORIDOR_HORIZONTAL ? quoridor_slot_column(slot) : quoridor_slot_row(slot);
    for (int step = -1; step <= 1; step++) {
        bool is_slot = along + step >= 0 && along + step < QUORIDOR_SLOT_SIZE;
        if (is_slot && has_wall(board, kind, slot + step * stride)) {
            return error_set(error, ERROR_WALL_OVERLAPS, "%s overlaps a wall at %s", name.text,
                name_of(kind, slot + step * stride).text);
        }
    }
    return true;
}

static bool check_wall(const Position *pos, Move wall, Error *error) {
    const QuoridorPosition *board = &pos->quoridor;
    QuoridorKind kind = quoridor_move_kind(wall);
    int slot = quoridor_move_where(wall);
    if (board->walls_left[pos->turn] == 0) {
        return error_set(error, ERROR_NO_WALLS_LEFT, "the %s player has no walls left",
            side_name(position_turn(pos)));
    }
    if (!quoridor_check_place(board, wall, error)) {
        return false;
    }
    Ways open = ways_without(ways_open(board), ways_of_wall(kind, slot));
    for (EACH_SIDE(side)) {
        if (!path_exists(open, board->pawn[side], side)) {
            return error_set(error, ERROR_NO_PATH, "%s leaves the %s player no path",
                name_of(kind, slot).text, side_name(side));
        }
    }
    return true;
}

bool quoridor_check(const Position *pos, Move move, Error *error) {
    Outcome outcome = quoridor_outcome_base(pos);
    if (outcome.result != RESULT_NONE) {
        return outcome_refuse(outcome, error);
    }
    if (quoridor_move_kind(move) == QUORIDOR_PAWN) {
        return check_pawn(pos, quoridor_move_where(move), error);
    }
    return check_wall(pos, move, error);
}
