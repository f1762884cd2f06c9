#pragma once
// The corridors after many walls at once: floods side by side, one in each lane of a vector.
//
// As sets of squares are split by colour (split.h), no step carries anything from word to word, and
// boards that differ in a wall are flooded by the instructions of one. All lanes walk the same
// number of levels; those with shortest paths of the same length find their corridors together.
//
// The vectors are GCC's: eight lanes with AVX-512, four elsewhere, in narrower vectors or plain
// words where the level has no AVX2. Intrinsics of AVX-512 stand in two functions.

#include <stddef.h>
#include <string.h>

#ifdef IMMURE_AVX512
#include <immintrin.h>
#endif

#include "eval/quoridor/trace.h"

#ifdef IMMURE_AVX512
#define BATCH_LANES 8
#else
#define BATCH_LANES 4
#endif

#define BATCH_ALL ((1u << BATCH_LANES) - 1)

typedef uint64_t BatchWord __attribute__((vector_size(8 * BATCH_LANES)));

// As Split and SplitWays, of several boards.
typedef struct BatchSplit {
    BatchWord of[2];
} BatchSplit;

typedef struct BatchWays {
    BatchSplit north;
    BatchSplit east;
} BatchWays;

INLINE BatchWord batch_of(uint64_t word) {
    return (BatchWord){0} + word;
}

// As split_step.
INLINE BatchWord batch_step(const BatchWays *open, int colour, BatchWord from) {
    const BatchWord *north = open->north.of;
    const BatchWord *east = open->east.of;
    return colour == 0 ? (from & north[0]) << 4 | ((from >> 5) & north[1]) | (from & east[0]) |
                             ((from >> 1) & east[1])
                       : (from & north[1]) << 5 | ((from >> 4) & north[0]) | (from & east[1]) << 1 |
                             (from & east[0]);
}

// A wall in each lane: its kind, and the ways that it blocks.
typedef struct BatchWalls {
    BatchWord kind;
    BatchWord bit[2];
} BatchWalls;

INLINE BatchWalls batch_walls(const SplitWall walls[BATCH_LANES]) {
#ifdef IMMURE_AVX512
    // Walls of four bytes: each becomes a word, and a byte of it is taken.
    const BatchWord words =
        (BatchWord)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)walls));
    return (BatchWalls){
        .kind = words >> 8 * offsetof(SplitWall, kind) & 0xff,
        .bit = {words >> 8 * offsetof(SplitWall, bit) & 0xff,
            words >> (8 * offsetof(SplitWall, bit) + 8) & 0xff},
    };
#else
    return (BatchWalls){
        .kind = {walls[0].kind, walls[1].kind, walls[2].kind, walls[3].kind},
        .bit = {{walls[0].bit[0], walls[1].bit[0], walls[2].bit[0], walls[3].bit[0]},
            {walls[0].bit[1], walls[1].bit[1], walls[2].bit[1], walls[3].bit[1]}},
    };
#endif
}

// The ways that are open after a wall in each lane.
INLINE BatchWays batch_ways_after(const SplitWays *open, const SplitWall walls[BATCH_LANES]) {
    const BatchWalls added = batch_walls(walls);
    const BatchWord is_horizontal = (BatchWord)(added.kind == batch_of(QUORIDOR_HORIZONTAL));
    BatchWays ways;
    for (int colour = 0; colour < 2; colour++) {
        const BatchWord blocked = batch_of(1) << added.bit[colour];
        ways.north.of[colour] = batch_of(open->north.of[colour]) & ~(blocked & is_horizontal);
        ways.east.of[colour] = batch_of(open->east.of[colour]) & ~(blocked & ~is_horizontal);
    }
    return ways;
}

// Levels by steps to the goal row, with empty ones below as in TraceLevels.
typedef struct BatchLevels {
    BatchSplit level[TRACE_LEVELS_MAX];
} BatchLevels;

// The next level of a flood.
INLINE BatchSplit batch_next(const BatchWays *open, BatchSplit front, BatchSplit *seen) {
    const BatchSplit next = {{
        batch_step(open, 1, front.of[1]) & ~seen->of[0],
        batch_step(open, 0, front.of[0]) & ~seen->of[1],
    }};
    seen->of[0] |= next.of[0];
    seen->of[1] |= next.of[1];
    return next;
}

// Floods from the goal row up to level `end`; returns the squares that it came to.
INLINE BatchSplit batch_flood(const BatchWays *open, Side side, int end, BatchLevels *out) {
    const Split goal = split_from(route_goal(side));
    BatchSplit seen = {{batch_of(goal.of[0]), batch_of(goal.of[1])}};
    memset(out->level, 0, TRACE_PADDING * sizeof *out->level);
    BatchSplit *level = out->level + TRACE_PADDING;
    level[0] = seen;
    for (int i = 0; i < end; i++) {
        level[i + 1] = batch_next(open, level[i], &seen);
    }
    return seen;
}

typedef struct BatchCorridor {
    BatchSplit shortest;
    BatchSplit near;
} BatchCorridor;

// As trace_meet_from.
INLINE BatchCorridor batch_meet_from(
    const BatchWays *open, int colour, int pawn, const BatchLevels *levels, int length) {
    BatchWord here = batch_of(split_bit(pawn));
    BatchWord there = {0};
    BatchWord shortest[2] = {here, there};
    BatchWord near[2] = {there, there};
    const BatchSplit *level = levels->level + TRACE_PADDING + length;
    for (int steps = 1; steps <= length + CORRIDOR_SLACK; steps += 2) {
        level -= 2;
        there = batch_step(open, colour, here) & ~there;
        shortest[1] |= there & level[1].of[!colour];
        near[1] |= there & (level[2].of[!colour] | level[3].of[!colour]);
        here = batch_step(open, !colour, there) & ~here;
        shortest[0] |= here & level[0].of[colour];
        near[0] |= here & (level[1].of[colour] | level[2].of[colour]);
    }
    return (BatchCorridor){
        .shortest = {{shortest[colour], shortest[!colour]}},
        .near = {{near[colour], near[!colour]}},
    };
}

INLINE BatchCorridor batch_meet(
    const BatchWays *open, int pawn, const BatchLevels *levels, int length) {
    return split_colour(pawn) ? batch_meet_from(open, 1, pawn, levels, length)
                              : batch_meet_from(open, 0, pawn, levels, length);
}

INLINE SplitCorridor batch_lane(const BatchCorridor *corridor, int length, int lane) {
    return (SplitCorridor){
        .length = length,
        .shortest = {{corridor->shortest.of[0][lane], corridor->shortest.of[1][lane]}},
        .near = {{corridor->near.of[0][lane], corridor->near.of[1][lane]}},
    };
}

// Which lanes, as bits, have the pawn's square.
INLINE unsigned batch_having(const BatchSplit *set, int pawn) {
    const BatchWord squares = set->of[split_colour(pawn)];
#ifdef IMMURE_AVX512
    return _mm512_test_epi64_mask((__m512i)squares, (__m512i)batch_of(split_bit(pawn)));
#else
    unsigned having = 0;
    for (int i = 0; i < BATCH_LANES; i++) {
        having |= (unsigned)(squares[i] >> (pawn >> 1) & 1) << i;
    }
    return having;
#endif
}

// The corridors after each of some walls. Returns which lanes, as bits, have a longer path than
// before: what is written for them is worthless.
static inline unsigned batch_after_walls(const Trace *trace, const SplitWays *open,
    const SplitWall walls[BATCH_LANES], SplitCorridor out[BATCH_LANES]) {
    const int length = trace->corridor.length;
    const BatchWays ways = batch_ways_after(open, walls);
    BatchLevels levels;
    batch_flood(&ways, trace->side, length + 1, &levels);
    const BatchCorridor corridor = batch_meet(&ways, trace->pawn, &levels, length);
    for (int i = 0; i < BATCH_LANES; i++) {
        out[i] = batch_lane(&corridor, length, i);
    }
    return ~batch_having(&levels.level[TRACE_PADDING + length], trace->pawn) & BATCH_ALL;
}

// The same for walls each of which makes the path longer.
static inline void batch_after_cuts(const Trace *trace, const SplitWays *open,
    const SplitWall walls[BATCH_LANES], SplitCorridor out[BATCH_LANES]) {
    const BatchWays ways = batch_ways_after(open, walls);
    const int pawn = trace->pawn;
    int length = trace->corridor.length + 1;
    BatchLevels levels;
    BatchSplit seen = batch_flood(&ways, trace->side, length, &levels);
    for (unsigned missing = BATCH_ALL; missing; length++) {
        const BatchSplit *level = levels.level + TRACE_PADDING + length;
        levels.level[TRACE_PADDING + length + 1] = batch_next(&ways, *level, &seen);
        unsigned arrived = batch_having(level, pawn);
        if (arrived) {
            const BatchCorridor corridor = batch_meet(&ways, pawn, &levels, length);
            for (; arrived; arrived &= arrived - 1) {
                const int lane = __builtin_ctz(arrived);
                missing &= ~(1u << lane);
                out[lane] = batch_lane(&corridor, length, lane);
            }
        }
        assert(length < QUORIDOR_SQUARES);
    }
}
