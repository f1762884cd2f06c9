#include "search/playouts.h"

#include <assert.h>

#include "rules/amazons/board.h"

// Squares whose rays are empty in directions 0 to 3, and in 4 to 7. Taken as the nearest obstacle
// where there is none, they cut nothing off, so that no branch is needed.
#define FAR_END 127
#define NEAR_END 0

static bool is_on_board(int size, int column, int row) {
    return column >= 0 && column < size && row >= 0 && row < size;
}

void rays_init(Rays *rays, int size) {
    static const int COLUMN_STEP[AMAZONS_DIRECTIONS] = {1, 0, 1, -1, -1, 0, -1, 1};
    static const int ROW_STEP[AMAZONS_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    *rays = (Rays){.size = size};
    for (int square = 0; square < size * amazons_stride(size); square++) {
        int column = amazons_column(size, square);
        int row = amazons_row(size, square);
        for (int d = 0; d < AMAZONS_DIRECTIONS && is_on_board(size, column, row); d++) {
            int x = column + COLUMN_STEP[d];
            int y = row + ROW_STEP[d];
            for (; is_on_board(size, x, y); x += COLUMN_STEP[d], y += ROW_STEP[d]) {
                rays->ray[d][square] |= bits128_bit(amazons_square(size, x, y));
            }
        }
    }
}

static int bits128_last(Bits128 set) {
    uint64_t high = (uint64_t)(set >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)set);
}

Bits128 rays_reach(const Rays *rays, Bits128 empty, int square) {
    Bits128 reached = 0;
    for (int d = 0; d < 4; d++) {
        Bits128 ray = rays->ray[d][square];
        int obstacle = bits128_first((ray & ~empty) | bits128_bit(FAR_END));
        reached |= ray ^ rays->ray[d][obstacle];
    }
    for (int d = 4; d < AMAZONS_DIRECTIONS; d++) {
        Bits128 ray = rays->ray[d][square];
        int obstacle = bits128_last((ray & ~empty) | bits128_bit(NEAR_END));
        reached |= ray ^ rays->ray[d][obstacle];
    }
    // The obstacles themselves are still among them.
    return reached & empty;
}

Bits128 rays_arrows(const Rays *rays, Bits128 empty, int from, int to) {
    return rays_reach(rays, (empty | bits128_bit(from)) & ~bits128_bit(to), to);
}

int playout_random_square(Bits128 set, Rng *rng) {
    uint64_t part = (uint64_t)set;
    int part_count = bits64_count(part);
    int base = 0;
    uint64_t high = (uint64_t)(set >> 64);
    int count = part_count + (high ? bits64_count(high) : 0); // on small boards it is empty
    int index = (int)rng_below(rng, (uint64_t)count);
    if (index >= part_count) {
        index -= part_count;
        base = 64;
        part = high;
    }
    for (; index > 0; index--) {
        part &= part - 1;
    }
    return base + bits64_first(part);
}

// As playout_random_move, with the empty squares known.
static Move draw_move(const Rays *rays, const Position *pos, Bits128 empty, Rng *rng) {
    Bits128 movers = pos->amazons.amazons[pos->turn];
    while (movers) {
        int from = playout_random_square(movers, rng);
        Bits128 targets = rays_reach(rays, empty, from);
        if (targets) {
            int to = playout_random_square(targets, rng);
            // Never empty: the arrow can go back to where the amazon came from.
            Bits128 arrows = rays_arrows(rays, empty, from, to);
            return amazons_move(from, to, playout_random_square(arrows, rng));
        }
        movers ^= bits128_bit(from);
    }
    return MOVE_NONE;
}

static bool can_move(const Rays *rays, Bits128 movers, Bits128 empty) {
    while (movers) {
        if (rays_reach(rays, empty, bits128_pop(&movers))) {
            return true;
        }
    }
    return false;
}

Move playout_random_move(const Rays *rays, const Position *pos, Rng *rng) {
    assert(rays->size == pos->variant->size);
    return draw_move(rays, pos, amazons_empty(pos), rng);
}

bool playout_run(const Rays *rays, Position *pos, int plies, Rng *rng) {
    assert(rays->size == pos->variant->size);
    AmazonsPosition *board = &pos->amazons;
    Bits128 empty = amazons_empty(pos);
    for (int i = 0; i < plies; i++) {
        Move move = draw_move(rays, pos, empty, rng);
        if (move == MOVE_NONE) {
            return false;
        }
        // What Rules.apply does, written out because it is the inner loop.
        Bits128 step = bits128_bit(amazons_move_from(move)) | bits128_bit(amazons_move_to(move));
        Bits128 arrow = bits128_bit(amazons_move_arrow(move));
        board->amazons[pos->turn] ^= step;
        board->arrows |= arrow;
        empty = (empty ^ step) & ~arrow;
        pos->turn ^= 1;
        pos->ply++;
    }
    return can_move(rays, board->amazons[pos->turn], empty);
}
