#include "rules/quoridor/kernel.h"

#include <assert.h>

#include "rules/quoridor/path.h"
#include "rules/quoridor/pawn.h"
#include "rules/quoridor/walls.h"

// Walls are most of the moves, and whether they seal a pawn in is most of the work. Three sieves,
// by random positions with 2, 6, 10 and 18 walls on the board:
//
//      places where a wall fits                              121  106   92   67
//      ... and may close a ring (walls.h)                    0.4  2.0  7.0   18
//      ... and cut a path found for a pawn (path.h)         0.01  0.3  1.8  5.7
//
// Only the last are searched, and that search ends at the first straight run to the goal row.

// This level's prototypes: hot files are not told which levels are built in.
QUORIDOR_KERNEL(IMMURE_LEVEL)

static inline bool wall_seals(Ways open, Ways wall, Ways path, int pawn, Side side) {
    return ways_meet(path, wall) && !path_exists(ways_without(open, wall), pawn, side);
}

// The walls of one kind, out of a set of slots, that would leave a pawn without a path. A wall that
// spares the path found for a pawn needs no search.
static inline uint64_t sealing_slots(
    const QuoridorPosition *board, QuoridorKind kind, uint64_t slots, const Ways path[2]) {
    Ways open = ways_open(board);
    uint64_t sealing = 0;
    while (slots) {
        int slot = bits64_pop(&slots);
        Ways wall = ways_of_wall(kind, slot);
        if (wall_seals(open, wall, path[SIDE_FIRST], board->pawn[SIDE_FIRST], SIDE_FIRST) ||
            wall_seals(open, wall, path[SIDE_SECOND], board->pawn[SIDE_SECOND], SIDE_SECOND)) {
            sealing |= UINT64_C(1) << slot;
        }
    }
    return sealing;
}

// Kept out of line: few positions need it, and the others are faster without its registers.
__attribute__((noinline)) static Walls sealing_walls(const QuoridorPosition *board, Walls closing) {
    Ways open = ways_open(board);
    const Ways path[2] = {
        path_find(open, board->pawn[SIDE_FIRST], SIDE_FIRST),
        path_find(open, board->pawn[SIDE_SECOND], SIDE_SECOND),
    };
    return (Walls){
        .horizontal = sealing_slots(board, QUORIDOR_HORIZONTAL, closing.horizontal, path),
        .vertical = sealing_slots(board, QUORIDOR_VERTICAL, closing.vertical, path),
    };
}

// The places where the side to move may put a wall.
static inline Walls legal_walls(const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    if (board->walls_left[pos->turn] == 0) {
        return (Walls){0};
    }
    Walls legal = walls_free(board);
    Walls closing = walls_closing(board);
    closing.horizontal &= legal.horizontal;
    closing.vertical &= legal.vertical;
    if (closing.horizontal | closing.vertical) {
        Walls sealing = sealing_walls(board, closing);
        legal.horizontal &= ~sealing.horizontal;
        legal.vertical &= ~sealing.vertical;
    }
    return legal;
}

static inline bool goal_is_reached(const QuoridorPosition *board, Side side) {
    return quoridor_is_goal(side, board->pawn[side]);
}

static inline bool cap_is_reached(const Position *pos) {
    return pos->variant->ply_cap && pos->ply >= pos->variant->ply_cap;
}

// Whether the game has ended for any reason but a lack of moves.
static inline bool is_over(const Position *pos) {
    return goal_is_reached(&pos->quoridor, SIDE_FIRST) ||
           goal_is_reached(&pos->quoridor, SIDE_SECOND) || cap_is_reached(pos);
}

static inline bool has_move(const Position *pos) {
    if (pawn_targets(pos)) {
        return true;
    }
    Walls walls = legal_walls(pos);
    return (walls.horizontal | walls.vertical) != 0;
}

size_t LEVEL_NAME(quoridor_moves)(const Position *pos, Move *out) {
    if (is_over(pos)) {
        return 0;
    }
    Move *end = out;
    for (Bits128 targets = pawn_targets(pos); targets;) {
        *end++ = quoridor_move(QUORIDOR_PAWN, bits128_pop(&targets));
    }
    Walls walls = legal_walls(pos);
    while (walls.horizontal) {
        *end++ = quoridor_move(QUORIDOR_HORIZONTAL, bits64_pop(&walls.horizontal));
    }
    while (walls.vertical) {
        *end++ = quoridor_move(QUORIDOR_VERTICAL, bits64_pop(&walls.vertical));
    }
    return (size_t)(end - out);
}

size_t LEVEL_NAME(quoridor_count)(const Position *pos) {
    if (is_over(pos)) {
        return 0;
    }
    Walls walls = legal_walls(pos);
    return (size_t)(bits128_count(pawn_targets(pos)) + bits64_count(walls.horizontal) +
                    bits64_count(walls.vertical));
}

void LEVEL_NAME(quoridor_apply)(const Position *pos, Move move, Position *out) {
    QuoridorKind kind = quoridor_move_kind(move);
    int where = quoridor_move_where(move);
    *out = *pos;
    QuoridorPosition *board = &out->quoridor;
    if (kind == QUORIDOR_PAWN) {
        assert(where < QUORIDOR_SQUARES);
        board->pawn[pos->turn] = (uint8_t)where;
    } else {
        assert(where < QUORIDOR_SLOTS && board->walls_left[pos->turn] > 0);
        ways_put_wall(board, kind, where);
        board->walls_left[pos->turn]--;
    }
    out->turn = !pos->turn;
    out->ply++;
}

Outcome LEVEL_NAME(quoridor_outcome)(const Position *pos) {
    for (EACH_SIDE(side)) {
        if (goal_is_reached(&pos->quoridor, side)) {
            return (Outcome){result_win_for(side), ENDING_GOAL};
        }
    }
    if (cap_is_reached(pos)) {
        return (Outcome){RESULT_DRAW, ENDING_PLY_CAP};
    }
    // Where the edge is a barrier a pawn can always move: both pawns have paths, so whatever stands
    // in front of the other pawn, one way past it or away from it is open.
    if (!pos->variant->edge_is_barrier && !has_move(pos)) {
        return (Outcome){result_win_for(side_other(position_turn(pos))), ENDING_NO_MOVE};
    }
    return (Outcome){RESULT_NONE, ENDING_NONE};
}
