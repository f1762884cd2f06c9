// Read endings.h for the theory, then endings_template.inc from top to bottom.

#include "eval/amazons/endings.h"

#include "rules/amazons/board.h"

// This level's prototypes: hot files are not told which levels are built in.
ENDINGS_KERNEL(IMMURE_LEVEL)

// More than any square's number.
#define SQUARES_MAX 128
// Moves of a territory that are looked at. One that has more is far from being filled.
#define FILL_MOVES_MAX 256
// Empty squares next to one and itself, at most; and what comes of it in fill_moves.
#define NEIGHBOURS_MAX 9
#define FILL_RANKS (3 * NEIGHBOURS_MAX + 1)
// Steps of the search, about a microsecond each, that a call may make.
#define STEPS_MAX 1000
// A territory may turn out to be worth less than its squares. By how much, for a call to be worth
// its time: the difference is rarely larger.
#define DEFECT_MAX 2
// Contested parts of this many empty squares are searched.
#define PROOF_SQUARES_MAX 8

typedef struct FillMove {
    uint8_t from;
    uint8_t to;
    uint8_t arrow;
} FillMove;

// A number of which only this is known.
typedef struct Interval {
    int low;
    int high;
} Interval;

typedef struct FillSearch {
    EndingsMemory *memory;
    int steps_left;
} FillSearch;

// What is left to play, the side to move first (EndingsCount).
typedef struct Count {
    Interval fill[2];
    int sealed[2];
    int contested_count;
} Count;

// The inequalities of endings.h: by how many moves the side to move wins, or, negative, loses; 0 if
// neither is certain.
static int count_result(const Count *count) {
    const int room = count->contested_count;
    const int ahead = count->fill[0].low + 2 * count->sealed[0] - room - count->fill[1].high;
    const int behind = count->fill[1].low + 2 * count->sealed[1] - room - count->fill[0].high;
    return ahead > 0 ? ahead : behind >= 0 ? -1 - behind : 0;
}

// 6x6 and 8x8.
#define BOARD_BITS 64
#include "eval/amazons/endings_template.inc"
#undef BOARD_BITS

// 10x10.
#define BOARD_BITS 128
#include "eval/amazons/endings_template.inc"
#undef BOARD_BITS

static Parts_64 parts_64(const Position *pos) {
    const Bits128 *amazons = pos->amazons.amazons;
    return (Parts_64){(uint64_t)amazons_empty(pos), (uint64_t)amazons[pos->turn],
        (uint64_t)amazons[side_other(position_turn(pos))]};
}

static Parts_128 parts_128(const Position *pos) {
    const Bits128 *amazons = pos->amazons.amazons;
    return (Parts_128){
        amazons_empty(pos), amazons[pos->turn], amazons[side_other(position_turn(pos))]};
}

static inline bool is_wide(const Position *pos) {
    return pos->variant->size > 8;
}

static FillSearch search_begin(EndingsMemory *memory) {
    memory->steps_owed -=
        memory->steps_owed < ENDINGS_STEPS_PAID ? memory->steps_owed : ENDINGS_STEPS_PAID;
    const int left = ENDINGS_STEPS_OWED_MAX - memory->steps_owed;
    return (FillSearch){memory, left < STEPS_MAX ? left : STEPS_MAX};
}

bool LEVEL_NAME(endings_solve)(const Position *pos, void *memory, int *result) {
    if (is_wide(pos) ? !is_promising_128(parts_128(pos)) : !is_promising_64(parts_64(pos))) {
        return false;
    }
    FillSearch search = search_begin((EndingsMemory *)memory);
    const int steps = search.steps_left;
    const int found =
        is_wide(pos) ? prove_128(&search, parts_128(pos), 0) : prove_64(&search, parts_64(pos), 0);
    search.memory->steps_owed += steps - search.steps_left;
    if (found != 0) {
        *result = found;
    }
    return found != 0;
}

void LEVEL_NAME(endings_count)(const Position *pos, EndingsMemory *memory, EndingsCount *out) {
    FillSearch search = {memory, ENDINGS_STEPS_OWED_MAX};
    const Count count = is_wide(pos)
                            ? count_128(&search, parts_128(pos), contested_128(parts_128(pos)))
                            : count_64(&search, parts_64(pos), contested_64(parts_64(pos)));
    out->contested_count = count.contested_count;
    for (int i = 0; i < 2; i++) {
        const int side = i ^ pos->turn;
        out->fill_low[side] = count.fill[i].low;
        out->fill_high[side] = count.fill[i].high;
        out->sealed[side] = count.sealed[i];
    }
}
