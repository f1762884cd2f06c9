#include "twin/quoridor_twin.h"

#include <string.h>

#define FIRST_SQUARE 2
#define LAST_SQUARE 18
#define MIDDLE_SQUARE 10

static const TwinCell DIRECTIONS[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
#define DIRECTION_COUNT 4

static int goal_row(int side) {
    return side == 0 ? LAST_SQUARE : FIRST_SQUARE;
}

static TwinCell cell_add(TwinCell cell, TwinCell direction, int steps) {
    return (TwinCell){cell.row + steps * direction.row, cell.column + steps * direction.column};
}

static bool cells_equal(TwinCell a, TwinCell b) {
    return a.row == b.row && a.column == b.column;
}

static bool is_border(TwinCell cell) {
    return cell.row <= 1 || cell.row >= QUORIDOR_TWIN_CELLS || cell.column <= 1 ||
           cell.column >= QUORIDOR_TWIN_CELLS;
}

static bool is_closed(const QuoridorTwin *twin, TwinCell gap) {
    return is_border(gap) || twin->is_wall[gap.row][gap.column];
}

static bool is_square(TwinCell cell) {
    return cell.row % 2 == 0 && cell.column % 2 == 0;
}

static bool is_horizontal(TwinCell wall) {
    return wall.row % 2 == 1;
}

// The way along which a wall extends from its first gap.
static TwinCell wall_direction(TwinCell wall) {
    return is_horizontal(wall) ? (TwinCell){0, 1} : (TwinCell){1, 0};
}

static void wall_fill(QuoridorTwin *twin, TwinCell wall, bool is_wall) {
    for (int i = 0; i < 3; i++) {
        TwinCell gap = cell_add(wall, wall_direction(wall), i);
        twin->is_wall[gap.row][gap.column] = is_wall;
    }
}

static bool wall_fits(const QuoridorTwin *twin, TwinCell wall) {
    for (int i = 0; i < 3; i++) {
        if (is_closed(twin, cell_add(wall, wall_direction(wall), i))) {
            return false;
        }
    }
    return true;
}

// Walks on from a square, marking where it was, until it stands on the goal row.
static bool walk(const QuoridorTwin *twin, TwinCell at, int row,
    bool seen[QUORIDOR_TWIN_CELLS + 1][QUORIDOR_TWIN_CELLS + 1]) {
    if (at.row == row) {
        return true;
    }
    seen[at.row][at.column] = true;
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        TwinCell next = cell_add(at, DIRECTIONS[i], 2);
        if (!is_closed(twin, cell_add(at, DIRECTIONS[i], 1)) && !seen[next.row][next.column] &&
            walk(twin, next, row, seen)) {
            return true;
        }
    }
    return false;
}

static bool has_path(const QuoridorTwin *twin, int side) {
    bool seen[QUORIDOR_TWIN_CELLS + 1][QUORIDOR_TWIN_CELLS + 1] = {0};
    return walk(twin, twin->pawn[side], goal_row(side), seen);
}

static bool wall_is_legal(const QuoridorTwin *twin, TwinCell wall) {
    if (twin->walls_left[twin->turn] == 0 || !wall_fits(twin, wall)) {
        return false;
    }
    QuoridorTwin after = *twin;
    wall_fill(&after, wall, true);
    return has_path(&after, 0) && has_path(&after, 1);
}

// Whether the pawn may step or jump in a direction, turning aside at the other pawn or not.
static bool pawn_can_go(const QuoridorTwin *twin, TwinCell direction, TwinCell target) {
    TwinCell from = twin->pawn[twin->turn];
    TwinCell other = twin->pawn[!twin->turn];
    if (is_closed(twin, cell_add(from, direction, 1))) {
        return false;
    }
    TwinCell next = cell_add(from, direction, 2);
    if (!cells_equal(next, other)) {
        return cells_equal(next, target);
    }
    TwinCell behind = cell_add(other, direction, 1);
    if (!is_closed(twin, behind)) {
        return cells_equal(cell_add(other, direction, 2), target);
    }
    if (is_border(behind) && !twin->variant->edge_is_barrier) {
        return false;
    }
    TwinCell side = {direction.column, direction.row};
    for (int sign = -1; sign <= 1; sign += 2) {
        if (!is_closed(twin, cell_add(other, side, sign)) &&
            cells_equal(cell_add(other, side, 2 * sign), target)) {
            return true;
        }
    }
    return false;
}

static bool pawn_is_legal(const QuoridorTwin *twin, TwinCell target) {
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        if (pawn_can_go(twin, DIRECTIONS[i], target)) {
            return true;
        }
    }
    return false;
}

static bool is_legal(const QuoridorTwin *twin, TwinCell cell) {
    if (is_square(cell)) {
        return pawn_is_legal(twin, cell);
    }
    bool is_corner = cell.row % 2 == 1 && cell.column % 2 == 1;
    return !is_corner && wall_is_legal(twin, cell);
}

static bool is_won(const QuoridorTwin *twin, int side) {
    return twin->pawn[side].row == goal_row(side);
}

static bool is_drawn(const QuoridorTwin *twin) {
    return twin->variant->ply_cap > 0 && twin->ply >= twin->variant->ply_cap;
}

void quoridor_twin_start(QuoridorTwin *twin, const Variant *variant) {
    *twin = (QuoridorTwin){
        .variant = variant,
        .pawn = {{FIRST_SQUARE, MIDDLE_SQUARE}, {LAST_SQUARE, MIDDLE_SQUARE}},
        .walls_left = {variant->walls, variant->walls},
    };
}

void quoridor_twin_set(QuoridorTwin *twin, const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    *twin = (QuoridorTwin){.variant = pos->variant, .turn = pos->turn, .ply = pos->ply};
    for (int side = 0; side < 2; side++) {
        twin->pawn[side] = (TwinCell){board->pawn[side] / 9 * 2 + 2, board->pawn[side] % 9 * 2 + 2};
        twin->walls_left[side] = board->walls_left[side];
    }
    for (int slot = 0; slot < 64; slot++) {
        TwinCell square = {slot / 8 * 2 + 2, slot % 8 * 2 + 2};
        if (board->horizontal >> slot & 1) {
            wall_fill(twin, (TwinCell){square.row + 1, square.column}, true);
        }
        if (board->vertical >> slot & 1) {
            wall_fill(twin, (TwinCell){square.row, square.column + 1}, true);
        }
    }
}

// Writes the first legal moves, at most `limit` of them.
static size_t find_moves(const QuoridorTwin *twin, size_t limit, TwinCell *out) {
    size_t count = 0;
    for (int row = FIRST_SQUARE; row <= LAST_SQUARE; row++) {
        for (int column = FIRST_SQUARE; column <= LAST_SQUARE && count < limit; column++) {
            TwinCell cell = {row, column};
            if (is_legal(twin, cell)) {
                out[count++] = cell;
            }
        }
    }
    return count;
}

size_t quoridor_twin_moves(const QuoridorTwin *twin, TwinCell out[QUORIDOR_TWIN_MOVES_MAX]) {
    if (is_won(twin, 0) || is_won(twin, 1) || is_drawn(twin)) {
        return 0;
    }
    return find_moves(twin, QUORIDOR_TWIN_MOVES_MAX, out);
}

void quoridor_twin_play(QuoridorTwin *twin, TwinCell move) {
    if (is_square(move)) {
        twin->pawn[twin->turn] = move;
    } else {
        wall_fill(twin, move, true);
        twin->walls_left[twin->turn]--;
    }
    twin->turn = !twin->turn;
    twin->ply++;
}

Outcome quoridor_twin_outcome(const QuoridorTwin *twin) {
    if (is_won(twin, 0)) {
        return (Outcome){RESULT_FIRST_WINS, ENDING_GOAL};
    }
    if (is_won(twin, 1)) {
        return (Outcome){RESULT_SECOND_WINS, ENDING_GOAL};
    }
    if (is_drawn(twin)) {
        return (Outcome){RESULT_DRAW, ENDING_PLY_CAP};
    }
    TwinCell any;
    if (find_moves(twin, 1, &any) == 0) {
        return (Outcome){twin->turn == 0 ? RESULT_SECOND_WINS : RESULT_FIRST_WINS, ENDING_NO_MOVE};
    }
    return (Outcome){RESULT_NONE, ENDING_NONE};
}

bool quoridor_twin_same(const QuoridorTwin *a, const QuoridorTwin *b) {
    return a->turn == b->turn && cells_equal(a->pawn[0], b->pawn[0]) &&
           cells_equal(a->pawn[1], b->pawn[1]) &&
           memcmp(a->walls_left, b->walls_left, sizeof a->walls_left) == 0 &&
           memcmp(a->is_wall, b->is_wall, sizeof a->is_wall) == 0;
}

uint64_t quoridor_twin_perft(const QuoridorTwin *twin, int depth) {
    TwinCell moves[QUORIDOR_TWIN_MOVES_MAX];
    size_t count = quoridor_twin_moves(twin, moves);
    if (depth == 1) {
        return count;
    }
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        QuoridorTwin after = *twin;
        quoridor_twin_play(&after, moves[i]);
        leaves += quoridor_twin_perft(&after, depth - 1);
    }
    return leaves;
}
