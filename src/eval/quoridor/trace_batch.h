#pragma once
// The corridors after many walls at once: four floods side by side, one in each lane of a vector.
//
// As sets of squares are split by colour (split.h), no step carries anything from word to word, and
// four boards that differ in a wall are flooded by the instructions of one. All lanes walk the same
// number of levels; those with shortest paths of the same length find their corridors together.
//
// The vectors are GCC's: AVX2 where the level has it, narrower ones or plain words elsewhere.

#include <string.h>

#include "eval/quoridor/trace.h"

#define BATCH_LANES 4

typedef uint64_t Quad __attribute__((vector_size(8 * BATCH_LANES)));

// As Split and SplitWays, of four boards.
typedef struct QuadSplit {
    Quad of[2];
} QuadSplit;

typedef struct QuadWays {
    QuadSplit north;
    QuadSplit east;
} QuadWays;

INLINE Quad quad_of(uint64_t word) {
    return (Quad){word, word, word, word};
}

// As split_step.
INLINE Quad quad_step(const QuadWays *open, int colour, Quad from) {
    const Quad *north = open->north.of;
    const Quad *east = open->east.of;
    return colour == 0 ? (from & north[0]) << 4 | ((from >> 5) & north[1]) | (from & east[0]) |
                             ((from >> 1) & east[1])
                       : (from & north[1]) << 5 | ((from >> 4) & north[0]) | (from & east[1]) << 1 |
                             (from & east[0]);
}

// The ways that are open after a wall in each lane.
INLINE QuadWays quad_ways_after(const SplitWays *open, const SplitWall walls[BATCH_LANES]) {
    const Quad kinds = {walls[0].kind, walls[1].kind, walls[2].kind, walls[3].kind};
    const Quad is_horizontal = (Quad)(kinds == quad_of(QUORIDOR_HORIZONTAL));
    QuadWays ways;
    for (int colour = 0; colour < 2; colour++) {
        const Quad bits = {
            walls[0].bit[colour], walls[1].bit[colour], walls[2].bit[colour], walls[3].bit[colour]};
        const Quad blocked = quad_of(1) << bits;
        ways.north.of[colour] = quad_of(open->north.of[colour]) & ~(blocked & is_horizontal);
        ways.east.of[colour] = quad_of(open->east.of[colour]) & ~(blocked & ~is_horizontal);
    }
    return ways;
}

// Levels by steps to the goal row, with empty ones below as in TraceLevels.
typedef struct QuadLevels {
    QuadSplit level[TRACE_LEVELS_MAX];
} QuadLevels;

// The next level of a flood.
INLINE QuadSplit quad_next(const QuadWays *open, QuadSplit front, QuadSplit *seen) {
    const QuadSplit next = {{
        quad_step(open, 1, front.of[1]) & ~seen->of[0],
        quad_step(open, 0, front.of[0]) & ~seen->of[1],
    }};
    seen->of[0] |= next.of[0];
    seen->of[1] |= next.of[1];
    return next;
}

// Floods from the goal row up to level `end`; returns the squares that it came to.
INLINE QuadSplit quad_flood(const QuadWays *open, Side side, int end, QuadLevels *out) {
    const Split goal = split_from(route_goal(side));
    QuadSplit seen = {{quad_of(goal.of[0]), quad_of(goal.of[1])}};
    memset(out->level, 0, TRACE_PADDING * sizeof *out->level);
    QuadSplit *level = out->level + TRACE_PADDING;
    level[0] = seen;
    for (int i = 0; i < end; i++) {
        level[i + 1] = quad_next(open, level[i], &seen);
    }
    return seen;
}

typedef struct QuadCorridor {
    QuadSplit shortest;
    QuadSplit near;
} QuadCorridor;

// As trace_meet_from.
INLINE QuadCorridor quad_meet_from(
    const QuadWays *open, int colour, int pawn, const QuadLevels *levels, int length) {
    Quad here = quad_of(split_bit(pawn));
    Quad there = {0};
    Quad shortest[2] = {here, there};
    Quad near[2] = {there, there};
    const QuadSplit *level = levels->level + TRACE_PADDING + length;
    for (int steps = 1; steps <= length + CORRIDOR_SLACK; steps += 2) {
        level -= 2;
        there = quad_step(open, colour, here) & ~there;
        shortest[1] |= there & level[1].of[!colour];
        near[1] |= there & (level[2].of[!colour] | level[3].of[!colour]);
        here = quad_step(open, !colour, there) & ~here;
        shortest[0] |= here & level[0].of[colour];
        near[0] |= here & (level[1].of[colour] | level[2].of[colour]);
    }
    return (QuadCorridor){
        .shortest = {{shortest[colour], shortest[!colour]}},
        .near = {{near[colour], near[!colour]}},
    };
}

INLINE QuadCorridor quad_meet(
    const QuadWays *open, int pawn, const QuadLevels *levels, int length) {
    return split_colour(pawn) ? quad_meet_from(open, 1, pawn, levels, length)
                              : quad_meet_from(open, 0, pawn, levels, length);
}

INLINE SplitCorridor quad_lane(const QuadCorridor *corridor, int length, int lane) {
    return (SplitCorridor){
        .length = length,
        .shortest = {{corridor->shortest.of[0][lane], corridor->shortest.of[1][lane]}},
        .near = {{corridor->near.of[0][lane], corridor->near.of[1][lane]}},
    };
}

// Whether a lane's flood came to the pawn.
INLINE bool quad_has(const QuadSplit *set, int pawn, int lane) {
    return set->of[split_colour(pawn)][lane] >> (pawn >> 1) & 1;
}

// The corridors after each of four walls. Returns which lanes, as bits, have a longer path than
// before: what is written for them is worthless.
static inline unsigned batch_after_walls(const Trace *trace, const SplitWays *open,
    const SplitWall walls[BATCH_LANES], SplitCorridor out[BATCH_LANES]) {
    const int length = trace->corridor.length;
    const QuadWays ways = quad_ways_after(open, walls);
    QuadLevels levels;
    quad_flood(&ways, trace->side, length + 1, &levels);
    const QuadCorridor corridor = quad_meet(&ways, trace->pawn, &levels, length);
    unsigned longer = 0;
    for (int i = 0; i < BATCH_LANES; i++) {
        const bool is_same = quad_has(&levels.level[TRACE_PADDING + length], trace->pawn, i);
        longer |= (unsigned)!is_same << i;
        out[i] = quad_lane(&corridor, length, i);
    }
    return longer;
}

// The same for four walls each of which makes the path longer.
static inline void batch_after_cuts(const Trace *trace, const SplitWays *open,
    const SplitWall walls[BATCH_LANES], SplitCorridor out[BATCH_LANES]) {
    const QuadWays ways = quad_ways_after(open, walls);
    const int pawn = trace->pawn;
    int length = trace->corridor.length + 1;
    QuadLevels levels;
    QuadSplit seen = quad_flood(&ways, trace->side, length, &levels);
    for (unsigned missing = (1u << BATCH_LANES) - 1; missing; length++) {
        const QuadSplit *level = levels.level + TRACE_PADDING + length;
        levels.level[TRACE_PADDING + length + 1] = quad_next(&ways, *level, &seen);
        unsigned arrived = 0;
        for (int i = 0; i < BATCH_LANES; i++) {
            arrived |= (unsigned)quad_has(level, pawn, i) << i;
        }
        if (arrived) {
            const QuadCorridor corridor = quad_meet(&ways, pawn, &levels, length);
            for (; arrived; arrived &= arrived - 1) {
                const int lane = __builtin_ctz(arrived);
                missing &= ~(1u << lane);
                out[lane] = quad_lane(&corridor, length, lane);
            }
        }
        assert(length < QUORIDOR_SQUARES);
    }
}
