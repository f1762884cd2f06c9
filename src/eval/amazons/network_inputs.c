#include "eval/amazons/network_inputs.h"

#include "rules/amazons/board.h"

#define QUEEN_LEVELS NETWORK_AMAZONS_FAR
#define KING_LEVELS NETWORK_AMAZONS_KING_STEPS

// The squares and what stands on them, the side to move first.
typedef struct Board {
    int size;
    Bits128 west; // the first column
    Bits128 east; // the last column
    Bits128 empty;
    Bits128 amazons[2];
} Board;

// What one side reaches: entry i within i + 1 moves, the last one at all.
typedef struct Levels {
    Bits128 queen[QUEEN_LEVELS + 1];
    Bits128 king[KING_LEVELS + 1];
} Levels;

static Board board_of(const Position *pos) {
    const int size = pos->variant->size;
    const Side turn = position_turn(pos);
    Board board = {
        .size = size,
        .empty = amazons_empty(pos),
        .amazons = {pos->amazons.amazons[turn], pos->amazons.amazons[side_other(turn)]},
    };
    for (int row = 0; row < size; row++) {
        board.west |= bits128_bit(amazons_square(size, 0, row));
        board.east |= bits128_bit(amazons_square(size, size - 1, row));
    }
    return board;
}

// The empty squares next to a set, in one direction.
static Bits128 stepped(const Board *board, Bits128 set, int x, int y) {
    const int stride = amazons_stride(board->size);
    if (x != 0) {
        set = x > 0 ? (set & ~board->east) << 1 : (set & ~board->west) >> 1;
    }
    if (y != 0) {
        set = y > 0 ? set << stride : set >> stride;
    }
    return set & board->empty;
}

// The empty squares of a set and those one move away, `slide_max` squares at most.
static Bits128 widened(const Board *board, Bits128 set, int slide_max) {
    Bits128 result = set & board->empty;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            Bits128 ray = x == 0 && y == 0 ? 0 : set;
            for (int i = 0; i < slide_max && ray; i++) {
                ray = stepped(board, ray, x, y);
                result |= ray;
            }
        }
    }
    return result;
}

static void fill_levels(const Board *board, Bits128 amazons, Levels *out) {
    Bits128 set = amazons;
    for (int i = 0; i < KING_LEVELS; i++) {
        set = widened(board, set, 1);
        out->king[i] = set;
    }
    set = amazons;
    for (int i = 0; i < QUEEN_LEVELS; i++) {
        set = widened(board, set, board->size);
        out->queen[i] = set;
    }
    Bits128 before;
    do {
        before = set;
        set = widened(board, set, 1);
    } while (set != before);
    out->queen[QUEEN_LEVELS] = set;
    out->king[KING_LEVELS] = set;
}

static int count_difference(Bits128 own, Bits128 other) {
    return bits128_count(own) - bits128_count(other);
}

// Who reaches what first, by levels.
static void compare_levels(
    const Bits128 *own, const Bits128 *other, int level_count, int *nearer_difference, int *equal) {
    Bits128 nearer = 0;
    Bits128 farther = 0;
    for (int i = 0; i < level_count; i++) {
        nearer |= own[i] & ~other[i];
        farther |= other[i] & ~own[i];
    }
    const Bits128 contested = own[level_count - 1] & other[level_count - 1];
    *nearer_difference = count_difference(nearer, farther);
    *equal = bits128_count(contested & ~(nearer | farther));
}

static int lacking_neighbours(const Board *board, Bits128 amazons) {
    int lack = 0;
    while (amazons) {
        const Bits128 amazon = bits128_bit(bits128_pop(&amazons));
        const int count = bits128_count(widened(board, amazon, 1));
        lack += count < NETWORK_AMAZONS_NEIGHBOURS ? NETWORK_AMAZONS_NEIGHBOURS - count : 0;
    }
    return lack;
}

static void linear_terms(const Board *board, const Levels *own, const Levels *other, int16_t *out) {
    int terms[NETWORK_AMAZONS_TERM_COUNT] = {0};
    for (int i = 0; i <= QUEEN_LEVELS; i++) {
        terms[NETWORK_AMAZONS_WITHIN_1 + i] = count_difference(own->queen[i], other->queen[i]);
    }
    compare_levels(own->queen, other->queen, QUEEN_LEVELS + 1, &terms[NETWORK_AMAZONS_QUEEN_NEARER],
        &terms[NETWORK_AMAZONS_QUEEN_EQUAL]);
    terms[NETWORK_AMAZONS_CONTESTED] =
        bits128_count(own->queen[QUEEN_LEVELS] & other->queen[QUEEN_LEVELS]);
    compare_levels(own->king, other->king, KING_LEVELS + 1, &terms[NETWORK_AMAZONS_KING_NEARER],
        &terms[NETWORK_AMAZONS_KING_EQUAL]);
    for (int i = 0; i < KING_LEVELS; i++) {
        terms[NETWORK_AMAZONS_KING_LEAD] += count_difference(own->king[i], other->king[i]);
    }
    terms[NETWORK_AMAZONS_CONFINEMENT] =
        lacking_neighbours(board, board->amazons[1]) - lacking_neighbours(board, board->amazons[0]);
    terms[NETWORK_AMAZONS_MOVE] = 1;
    for (int i = 0; i < NETWORK_AMAZONS_TERM_COUNT; i++) {
        out[i] = (int16_t)terms[i];
    }
}

// 0, 1, 2 for one to three moves, NETWORK_AMAZONS_FAR, or NETWORK_AMAZONS_NEVER.
static int distance_class(const Levels *levels, Bits128 square) {
    int distance = 0;
    while (distance < NETWORK_AMAZONS_NEVER && !(levels->queen[distance] & square)) {
        distance++;
    }
    return distance;
}

static int square_class(
    const Board *board, const Levels *own, const Levels *other, Bits128 square) {
    if (board->empty & square) {
        return distance_class(own, square) * NETWORK_AMAZONS_DISTANCES +
               distance_class(other, square);
    }
    return board->amazons[0] & square   ? NETWORK_AMAZONS_OWN
           : board->amazons[1] & square ? NETWORK_AMAZONS_OTHER
                                        : NETWORK_AMAZONS_ARROW;
}

// The number of a square without gaps, where a symmetry puts it: bit 0 mirrors the columns, bit 1
// the rows, bit 2 then exchanges columns and rows.
static int turned(int size, int column, int row, int symmetry) {
    const int x = symmetry & 1 ? size - 1 - column : column;
    const int y = symmetry & 2 ? size - 1 - row : row;
    return symmetry & 4 ? x * size + y : y * size + x;
}

static void amazons_inputs(const Position *pos, int symmetry, NetworkInputs *out) {
    const Board board = board_of(pos);
    const int size = board.size;
    Levels own;
    Levels other;
    fill_levels(&board, board.amazons[0], &own);
    fill_levels(&board, board.amazons[1], &other);
    out->bucket = network_amazons_bucket(size, bits128_count(board.empty));
    linear_terms(&board, &own, &other, out->linear);
    out->active_count = 0;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            const Bits128 square = bits128_bit(amazons_square(size, column, row));
            const int number = turned(size, column, row, symmetry);
            out->active[out->active_count++] =
                (uint16_t)(number * NETWORK_AMAZONS_CLASSES +
                           square_class(&board, &own, &other, square));
        }
    }
}

// Root mean squares over games of one ply of Lieberum's evaluation on 8x8, rounded.
static const int16_t LINEAR_UNITS[NETWORK_AMAZONS_TERM_COUNT] = {
    [NETWORK_AMAZONS_WITHIN_1] = 6,
    [NETWORK_AMAZONS_WITHIN_2] = 7,
    [NETWORK_AMAZONS_WITHIN_3] = 8,
    [NETWORK_AMAZONS_REACH] = 8,
    [NETWORK_AMAZONS_QUEEN_NEARER] = 8,
    [NETWORK_AMAZONS_QUEEN_EQUAL] = 15,
    [NETWORK_AMAZONS_CONTESTED] = 32,
    [NETWORK_AMAZONS_KING_NEARER] = 9,
    [NETWORK_AMAZONS_KING_EQUAL] = 8,
    [NETWORK_AMAZONS_KING_LEAD] = 30,
    [NETWORK_AMAZONS_CONFINEMENT] = 2,
    [NETWORK_AMAZONS_MOVE] = 1,
};

#define SHAPE(board_name, size)                                                                    \
    {                                                                                              \
        .name = board_name, .game = "amazons", .board_size = size,                                 \
        .input_count = size * size * NETWORK_AMAZONS_CLASSES,                                      \
        .bucket_count = NETWORK_AMAZONS_BUCKETS, .linear_count = NETWORK_AMAZONS_TERM_COUNT,       \
        .linear_units = LINEAR_UNITS, .symmetry_count = 8, .inputs = amazons_inputs,               \
    }

const NetworkShape NETWORK_AMAZONS_6 = SHAPE("amazons-6x6", 6);
const NetworkShape NETWORK_AMAZONS_8 = SHAPE("amazons-8x8", 8);
const NetworkShape NETWORK_AMAZONS_10 = SHAPE("amazons-10x10", 10);
