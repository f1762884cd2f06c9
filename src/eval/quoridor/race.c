#include "eval/quoridor/race.h"

#include <string.h>

#include "eval/quoridor/route.h"
#include "rules/quoridor/pawn.h"

// The solution advances ply by ply. A position is won at ply n if a move leads to one lost at n -
// 1; it is lost at n if every move leads to one won before n. With the other pawn fixed, all places
// of the mover's pawn are one set, and "a move leads to" is one step of that set but for the at
// most four places next to the other pawn:
//
//      side s to move, its pawn on a, the other's on b   a set of a for each b     (before)
//      a moves to t: the other side to move, its pawn b  a set of t for each b     (after)
//
// So what a ply found as sets of the mover's pawn is handed on, one position at a time, as sets of
// the other's pawn to the ply that follows.

typedef struct Sets {
    Bits128 by_pawn[2][QUORIDOR_SQUARES]; // by side to move
} Sets;

typedef struct Solver {
    RaceTable *table;
    Ways open;
    Bits128 beside[QUORIDOR_SQUARES]; // the squares one step away
    Sets unknown;                     // by the other's pawn, sets of own pawns
    Sets won;                         // by own pawn, sets of the other's pawns
    // News of the ply before by own pawn; of `lost` the sets, of `won` whether there are any.
    Sets lost_before;
    Bits128 has_won_before[2];
} Solver;

// The places of a pawn from which, with the other on `other`, a move leads to one of the targets.
static inline Bits128 sources(const Solver *solver, int other, Bits128 targets) {
    targets &= ~bits128_bit(other);
    Bits128 from = ways_step(solver->open, targets) & ~bits128_bit(other);
    for (Bits128 beside = solver->beside[other] & ~from; beside;) {
        int square = bits128_pop(&beside);
        if (pawn_jumps(solver->open, square, other, solver->table->edge_is_barrier) & targets) {
            from |= bits128_bit(square);
        }
    }
    return from;
}

// Positions with the game over are known: lost, at ply 0, to a pawn on its goal row. A side to move
// cannot have arrived before, so such positions are left alone.
static void set_goals(Solver *solver) {
    for (EACH_SIDE(side)) {
        Bits128 going = PATH_BOARD & ~route_goal(side);
        Bits128 arrived = route_goal(side_other(side));
        for (int pawn = 0; pawn < QUORIDOR_SQUARES; pawn++) {
            Bits128 self = bits128_bit(pawn);
            solver->unknown.by_pawn[side][pawn] = arrived & self ? 0 : going & ~self;
            solver->lost_before.by_pawn[side][pawn] = going & self ? arrived & ~self : 0;
            solver->beside[pawn] = ways_step(solver->open, self);
        }
    }
}

// Notes that the positions of a side to move, with the other's pawn on `other`, end after a number
// of plies, and tells the next ply.
static inline void settle(
    Solver *solver, Side side, int other, Bits128 own_pawns, int plies, Sets *after) {
    solver->unknown.by_pawn[side][other] &= ~own_pawns;
    while (own_pawns) {
        int own = bits128_pop(&own_pawns);
        solver->table->plies[side][other][own] = (int16_t)plies;
        after->by_pawn[side][own] |= bits128_bit(other);
    }
}

// One ply: what is won by a move into news of a loss, and what is lost because news of a win took
// the last good move. Returns whether anything was found.
static bool solve_ply(Solver *solver, int ply) {
    Sets won_now = {0};
    Sets lost_now = {0};
    Bits128 changed[2] = {0};
    for (EACH_SIDE(side)) {
        Side reply = side_other(side);
        for (int other = 0; other < QUORIDOR_SQUARES; other++) {
            Bits128 unknown = solver->unknown.by_pawn[side][other];
            Bits128 losses = solver->lost_before.by_pawn[reply][other];
            Bits128 found = losses ? sources(solver, other, losses) & unknown : 0;
            settle(solver, side, other, found, ply, &won_now);
            unknown &= ~found;
            if (!unknown || !(solver->has_won_before[reply] >> other & 1)) {
                continue;
            }
            found =
                unknown & ~sources(solver, other, ~solver->won.by_pawn[reply][other] & PATH_BOARD);
            settle(solver, side, other, found, -ply, &lost_now);
        }
    }
    bool is_found = false;
    for (EACH_SIDE(side)) {
        for (int own = 0; own < QUORIDOR_SQUARES; own++) {
            solver->won.by_pawn[side][own] |= won_now.by_pawn[side][own];
            changed[side] |= won_now.by_pawn[side][own] ? bits128_bit(own) : 0;
            is_found |= (won_now.by_pawn[side][own] | lost_now.by_pawn[side][own]) != 0;
        }
        solver->has_won_before[side] = changed[side];
    }
    solver->lost_before = lost_now;
    return is_found;
}

void race_solve(RaceTable *table, const Position *pos) {
    memset(table->plies, 0, sizeof table->plies);
    table->horizontal = pos->quoridor.horizontal;
    table->vertical = pos->quoridor.vertical;
    table->edge_is_barrier = pos->variant->edge_is_barrier;
    // The first ply looks at every pawn: one that is shut in has lost without news of any win.
    Solver solver = {
        .table = table,
        .open = ways_open(&pos->quoridor),
        .has_won_before = {PATH_BOARD, PATH_BOARD},
    };
    set_goals(&solver);
    for (int ply = 1; solve_ply(&solver, ply); ply++) {
    }
}

bool race_matches(const RaceTable *table, const Position *pos) {
    return table->horizontal == pos->quoridor.horizontal &&
           table->vertical == pos->quoridor.vertical &&
           table->edge_is_barrier == pos->variant->edge_is_barrier;
}

// Whether so many plies can still be played.
static inline bool fits_cap(const Position *pos, int plies) {
    return pos->variant->ply_cap == 0 || pos->ply + plies <= pos->variant->ply_cap;
}

void race_probe(const RaceTable *table, const Position *pos, RaceResult *out) {
    const QuoridorPosition *board = &pos->quoridor;
    assert(race_matches(table, pos));
    assert(board->walls_left[SIDE_FIRST] == 0 && board->walls_left[SIDE_SECOND] == 0);
    int plies = table->plies[pos->turn][board->pawn[!pos->turn]][board->pawn[pos->turn]];
    int length = plies < 0 ? -plies : plies;
    *out = (RaceResult){0};
    if (length > 0 && fits_cap(pos, length)) {
        *out = (RaceResult){.value = plies > 0 ? 1 : -1, .plies = length};
    }
}

// Whether a runner has a shortest path on which the chaser cannot come next to it. The runner's
// n-th step may be to any square that the chaser cannot reach in `head_start` + n steps; the last
// step wins at once, so there it only must not be blocked.
static bool runs_free(const Position *pos, Side runner, int head_start) {
    const QuoridorPosition *board = &pos->quoridor;
    Ways open = ways_open(board);
    Bits128 danger = bits128_bit(board->pawn[side_other(runner)]);
    for (int i = 0; i < head_start; i++) {
        danger |= ways_step(open, danger);
    }
    Bits128 front = bits128_bit(board->pawn[runner]) & ~danger;
    Bits128 levels[ROUTE_LEVELS_MAX];
    int length = route_levels(open, runner, board->pawn[runner], levels);
    for (int level = length - 1; level >= 0; level--) {
        if (level > 0) {
            danger |= ways_step(open, danger);
        }
        front = ways_step(open, front) & levels[level] & ~danger;
    }
    return front != 0;
}

bool race_quick(const Position *pos, RaceResult *out) {
    const QuoridorPosition *board = &pos->quoridor;
    assert(board->walls_left[SIDE_FIRST] == 0 && board->walls_left[SIDE_SECOND] == 0);
    Ways open = ways_open(board);
    Side mover = position_turn(pos);
    Side other = side_other(mover);
    int own_length = route_length(open, mover, board->pawn[mover]);
    int other_length = route_length(open, other, board->pawn[other]);
    bool mover_leads = own_length <= other_length;
    int plies = mover_leads ? 2 * own_length - 1 : 2 * other_length;
    Side runner = mover_leads ? mover : other;
    if (!fits_cap(pos, plies) || !runs_free(pos, runner, mover_leads ? 0 : 1)) {
        return false;
    }
    *out = (RaceResult){.value = mover_leads ? 1 : -1, .plies = plies};
    return true;
}
