#pragma once
// A player's corridor (corridor.h), found fast and kept in a form that tells which walls change it.
//
// Steps from the pawn and steps to the goal row sort the squares into levels. A wall takes at most
// one way from any square, so a square that is reached from two squares of the level before stays
// in its level. What a wall must block to change the corridor is a brittle way: the only one from
// the level before to a square of the corridor.
//
//      2 3 4 5        Steps from the pawn on 0. A wall that blocks the way from 2 to the 3 above it
//      1 2 3 4        changes nothing, as there is another 2 beside that 3. Ways along the sides
//      0 1 2 3        that 0 is on are brittle: there is only one way to each square.
//
// Squares outside the corridor do not matter: walls only add steps, so nothing comes into the
// corridor while the shortest path keeps its length, and a longer one means a brittle way was cut.

#include <string.h>

#include "base/cpu.h"
#include "eval/quoridor/corridor.h"
#include "eval/quoridor/split.h"

// Empty levels below the first, so that a walk down the levels may go on past it.
#define TRACE_PADDING 3
// Levels to the goal row above the pawn's: two that a jump may lead away, and one of slack there.
#define TRACE_EXTRA 3
#define TRACE_LEVELS_MAX (TRACE_PADDING + QUORIDOR_SQUARES + TRACE_EXTRA)

// As Corridor.
typedef struct SplitCorridor {
    int length;
    Split shortest;
    Split near;
} SplitCorridor;

// Squares by steps to the goal row. The first is level[TRACE_PADDING].
typedef struct TraceLevels {
    Split level[TRACE_LEVELS_MAX];
} TraceLevels;

typedef struct Trace {
    Side side;
    int pawn;
    TraceLevels levels; // up to TRACE_EXTRA above the pawn's
    SplitCorridor corridor;
    SplitWays brittle;
} Trace;

// The level after `front`; adds it to `seen`.
static inline Split trace_next(const SplitWays *open, Split front, Split *seen) {
    Split next = {{
        split_step(open, 1, front.of[1]) & ~seen->of[0],
        split_step(open, 0, front.of[0]) & ~seen->of[1],
    }};
    *seen = split_or(*seen, next);
    return next;
}

// Floods from the goal row up to TRACE_EXTRA levels above the pawn's; returns the pawn's level.
static inline int trace_flood(const SplitWays *open, Side side, int pawn, TraceLevels *out) {
    Split *levels = out->level + TRACE_PADDING;
    Split front = split_from(route_goal(side));
    Split seen = front;
    int length = 0;
    memset(out->level, 0, TRACE_PADDING * sizeof *out->level);
    levels[0] = front;
    while (!split_has(front, pawn)) {
        front = trace_next(open, front, &seen);
        assert(front.of[0] | front.of[1]);
        levels[++length] = front;
    }
    for (int i = 1; i <= TRACE_EXTRA; i++) {
        front = trace_next(open, front, &seen);
        levels[length + i] = front;
    }
    return length;
}

// The corridor by a flood from the pawn, on a square of a known colour, against the levels of the
// flood to the goal row. It walks two levels a turn, as their colours alternate.
INLINE SplitCorridor trace_meet_from(
    const SplitWays *open, int colour, int pawn, const TraceLevels *levels, int length) {
    uint64_t here = split_bit(pawn);
    uint64_t there = 0;
    uint64_t shortest[2] = {here, 0}; // of the pawn's colour and of the other
    uint64_t near[2] = {0};
    const Split *level = levels->level + TRACE_PADDING + length;
    for (int steps = 1; steps <= length + CORRIDOR_SLACK; steps += 2) {
        level -= 2;
        there = split_step(open, colour, here) & ~there;
        shortest[1] |= there & level[1].of[!colour];
        near[1] |= there & (level[2].of[!colour] | level[3].of[!colour]);
        here = split_step(open, !colour, there) & ~here;
        shortest[0] |= here & level[0].of[colour];
        near[0] |= here & (level[1].of[colour] | level[2].of[colour]);
    }
    return (SplitCorridor){
        .length = length,
        .shortest = {{shortest[colour], shortest[!colour]}},
        .near = {{near[colour], near[!colour]}},
    };
}

// The corridor of a pawn with so many steps to the goal row.
static inline SplitCorridor trace_meet(
    const SplitWays *open, int pawn, const TraceLevels *levels, int length) {
    return split_colour(pawn) ? trace_meet_from(open, 1, pawn, levels, length)
                              : trace_meet_from(open, 0, pawn, levels, length);
}

// The ways by which squares of one level alone are reached from the level before, for many levels
// at once: `before` and `after` may be unions of levels.
static inline SplitWays trace_only_ways(const SplitWays *open, Split before, Split after) {
    SplitWays only = {0};
    for (int colour = 0; colour < 2; colour++) {
        uint64_t to = after.of[!colour];
        Hops hops = split_hops(open, colour, before.of[colour]);
        uint64_t upright = hops.north ^ hops.south;
        uint64_t across = hops.east ^ hops.west;
        uint64_t twice = (hops.north & hops.south) | (hops.east & hops.west);
        to &= (upright ^ across) & ~twice;
        hops = (Hops){hops.north & to, hops.south & to, hops.east & to, hops.west & to};
        only = split_ways_or(only, split_ways_of_hops(colour, hops));
    }
    return only;
}

// Neighbours are at most one level apart, so levels can be told from each other modulo three, and
// three unions take the place of dozens of levels.
static inline SplitWays trace_brittle(const SplitWays *open, const Split by_third[3]) {
    SplitWays brittle = trace_only_ways(open, by_third[0], by_third[1]);
    brittle = split_ways_or(brittle, trace_only_ways(open, by_third[1], by_third[2]));
    return split_ways_or(brittle, trace_only_ways(open, by_third[2], by_third[0]));
}

static inline SplitWays trace_brittle_to_goal(const Trace *trace, const SplitWays *open) {
    Split corridor = split_or(trace->corridor.shortest, trace->corridor.near);
    Split by_third[3] = {0};
    const Split *level = trace->levels.level + TRACE_PADDING;
    for (int i = 0, third = 0; i <= trace->corridor.length + 1; i++) {
        by_third[third] = split_or(by_third[third], split_and(level[i], corridor));
        third = third == 2 ? 0 : third + 1;
    }
    return trace_brittle(open, by_third);
}

static inline SplitWays trace_brittle_from_pawn(const Trace *trace, const SplitWays *open) {
    Split corridor = split_or(trace->corridor.shortest, trace->corridor.near);
    Split by_third[3] = {0};
    int colour = split_colour(trace->pawn);
    uint64_t here = split_bit(trace->pawn);
    uint64_t before = 0;
    for (int i = 0, third = 0; i <= trace->corridor.length + CORRIDOR_SLACK; i++) {
        by_third[third].of[colour] |= here;
        uint64_t next = split_step(open, colour, here) & ~before & corridor.of[!colour];
        before = here;
        here = next;
        colour = !colour;
        third = third == 2 ? 0 : third + 1;
    }
    return trace_brittle(open, by_third);
}

// All but the brittle ways.
static inline void trace_init(Trace *trace, const SplitWays *open, Side side, int pawn) {
    trace->side = side;
    trace->pawn = pawn;
    int length = trace_flood(open, side, pawn, &trace->levels);
    trace->corridor = trace_meet(open, pawn, &trace->levels, length);
}

static inline void trace_find_brittle(Trace *trace, const SplitWays *open) {
    trace->brittle =
        split_ways_or(trace_brittle_from_pawn(trace, open), trace_brittle_to_goal(trace, open));
}

// The corridor after the pawn went to a square at most two levels away.
static inline SplitCorridor trace_after_step(const Trace *trace, const SplitWays *open, int to) {
    int length = trace->corridor.length > 2 ? trace->corridor.length - 2 : 0;
    while (!split_has(trace->levels.level[TRACE_PADDING + length], to)) {
        length++;
    }
    return trace_meet(open, to, &trace->levels, length);
}
