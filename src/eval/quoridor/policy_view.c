#include "eval/quoridor/policy_view.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "eval/quoridor/network_inputs.h"
#include "eval/quoridor/turn.h"

#define STEP_SIDE 5 // a jump goes up to two squares each way
#define STEPS (STEP_SIDE * STEP_SIDE)

// The squares of a player's corridors that a network is shown.
enum { SHORTEST_OWN, NEAR_OWN, SHORTEST_OTHER, NEAR_OTHER, CORRIDOR_PARTS };
#define CROSSINGS 81 // none, one or both ways of a wall in each part

#define TOUCHES 6 // no, one or both ends, with and without the middle

// The first feature of each kind.
enum {
    FEATURE_STEP = 0, // and whether it goes to a square on a shortest path, a short one, or neither
    FEATURE_GOAL = FEATURE_STEP + 3 * STEPS,
    FEATURE_FROM_OWN = FEATURE_GOAL + 1,
    FEATURE_FROM_OTHER = FEATURE_FROM_OWN + INPUT_WALLS_FROM,
    FEATURE_CROSSING = FEATURE_FROM_OTHER + INPUT_WALLS_FROM,
    FEATURE_TOUCH = FEATURE_CROSSING + CROSSINGS,
    FEATURE_COUNT = FEATURE_TOUCH + 2 * TOUCHES,
};

// A turned board, as the inputs show it. What a wall is told by stands in sets of slots, one for
// each kind of wall, so that all walls of a position are looked at together.
typedef struct Board {
    int own; // pawns
    int other;
    Bits128 parts[CORRIDOR_PARTS];
    uint64_t walls[2];                      // horizontal, vertical
    uint64_t crosses[2][CORRIDOR_PARTS][2]; // of the two ways that a wall closes, the lower and the
                                            // higher one lies in a part
    uint64_t touches_middle[2];             // a wall across is at its middle,
    uint64_t touches_end[2][2];             // or at an end: a wall or the border
} Board;

#define FILE_FIRST UINT64_C(0x0101010101010101)
#define FILE_LAST (FILE_FIRST << (QUORIDOR_SLOT_SIZE - 1))
#define ROW_FIRST UINT64_C(0xff)
#define ROW_LAST (ROW_FIRST << (QUORIDOR_SLOTS - QUORIDOR_SLOT_SIZE))

// A set of slots, each moved by a column or a row; those that leave the board are gone.
static uint64_t next_column(uint64_t slots) {
    return (slots & ~FILE_LAST) << 1;
}
static uint64_t column_before(uint64_t slots) {
    return (slots & ~FILE_FIRST) >> 1;
}
static uint64_t next_row(uint64_t slots) {
    return slots << QUORIDOR_SLOT_SIZE;
}
static uint64_t row_before(uint64_t slots) {
    return slots >> QUORIDOR_SLOT_SIZE;
}

// The slots whose lower left square is in a set.
static uint64_t slots_at(Bits128 squares) {
    uint64_t slots = 0;
    for (int row = 0; row < QUORIDOR_SLOT_SIZE; row++) {
        const uint64_t bits = (uint64_t)(squares >> row * QUORIDOR_SIZE) & ROW_FIRST;
        slots |= bits << row * QUORIDOR_SLOT_SIZE;
    }
    return slots;
}

static void find_crossings(Board *board) {
    for (int i = 0; i < CORRIDOR_PARTS; i++) {
        const Bits128 part = board->parts[i];
        const Bits128 upwards = part & part >> QUORIDOR_SIZE;
        const Bits128 sideways = part & part >> 1;
        board->crosses[0][i][0] = slots_at(upwards);
        board->crosses[0][i][1] = slots_at(upwards >> 1);
        board->crosses[1][i][0] = slots_at(sideways);
        board->crosses[1][i][1] = slots_at(sideways >> QUORIDOR_SIZE);
    }
}

// A wall is touched at a point by a wall across it, there or with an end there, and at its ends
// also by one that goes on along its line:
//
//      |               the horizontal wall ---+--- is touched at its middle by a vertical one in
//   ---+---   -------  its own slot or the one above or below, and at its right end by a horizontal
//      |               one two slots further
static void find_touches(Board *board) {
    const uint64_t horizontal = board->walls[0];
    const uint64_t vertical = board->walls[1];
    const uint64_t tall = vertical | next_row(vertical) | row_before(vertical);
    const uint64_t wide = horizontal | next_column(horizontal) | column_before(horizontal);
    board->touches_middle[0] = tall;
    board->touches_middle[1] = wide;
    board->touches_end[0][0] = FILE_FIRST | next_column(tall | next_column(horizontal));
    board->touches_end[0][1] = FILE_LAST | column_before(tall | column_before(horizontal));
    board->touches_end[1][0] = ROW_FIRST | next_row(wide | next_row(vertical));
    board->touches_end[1][1] = ROW_LAST | row_before(wide | row_before(vertical));
}

static void board_init(Board *board, const NetworkInputs *inputs) {
    memset(board, 0, sizeof *board);
    for (size_t i = 0; i < inputs->active_count; i++) {
        const int input = inputs->active[i];
        if (input < INPUT_PAWN_OTHER) {
            board->own = input - INPUT_PAWN_OWN;
        } else if (input < INPUT_PAWN_OFFSET) {
            board->other = input - INPUT_PAWN_OTHER;
        } else if (input >= INPUT_WALL && input < INPUT_WALL_FROM_OWN) {
            const int place = input - INPUT_WALL;
            board->walls[place / QUORIDOR_SLOTS] |= UINT64_C(1) << place % QUORIDOR_SLOTS;
        } else if (input >= INPUT_SHORTEST_OWN && input < INPUT_STOCK_PAIR) {
            const int place = input - INPUT_SHORTEST_OWN;
            board->parts[place / QUORIDOR_SQUARES] |= bits128_bit(place % QUORIDOR_SQUARES);
        }
    }
    find_crossings(board);
    find_touches(board);
}

static void put(PolicyPlace *place, int feature) {
    place->features[place->feature_count++] = (uint16_t)feature;
}

static void put_step(PolicyPlace *place, const Board *board, int square) {
    const int columns = quoridor_column(square) - quoridor_column(board->own) + STEP_SIDE / 2;
    const int rows = quoridor_row(square) - quoridor_row(board->own) + STEP_SIDE / 2;
    const Bits128 bit = bits128_bit(square);
    const int path = board->parts[SHORTEST_OWN] & bit ? 0 : board->parts[NEAR_OWN] & bit ? 1 : 2;
    place->output = (uint16_t)square;
    put(place, FEATURE_STEP + path * STEPS + rows * STEP_SIDE + columns);
    if (quoridor_is_goal(SIDE_FIRST, square)) {
        put(place, FEATURE_GOAL);
    }
}

static int has_slot(uint64_t slots, int slot) {
    return (int)(slots >> slot & 1);
}

static void put_wall(PolicyPlace *place, const Board *board, QuoridorKind kind, int slot) {
    const int is_vertical = kind == QUORIDOR_VERTICAL;
    const int where = input_wall_place(kind, slot);
    int crossing = 0;
    for (int i = 0; i < CORRIDOR_PARTS; i++) {
        const uint64_t *ways = board->crosses[is_vertical][i];
        crossing = 3 * crossing + has_slot(ways[0], slot) + has_slot(ways[1], slot);
    }
    const uint64_t *ends = board->touches_end[is_vertical];
    const int touch = 2 * (has_slot(ends[0], slot) + has_slot(ends[1], slot)) +
                      has_slot(board->touches_middle[is_vertical], slot);
    place->output = (uint16_t)(QUORIDOR_SQUARES + is_vertical * QUORIDOR_SLOTS + slot);
    put(place, input_walls_from(FEATURE_FROM_OWN, board->own) + where);
    put(place, input_walls_from(FEATURE_FROM_OTHER, board->other) + where);
    put(place, FEATURE_CROSSING + crossing);
    put(place, FEATURE_TOUCH + is_vertical * TOUCHES + touch);
}

static void view(const Position *pos, int symmetry, const NetworkInputs *inputs, const Move *moves,
    size_t count, PolicyView *out) {
    const Turn turn = turn_of(pos, symmetry);
    Board board;
    board_init(&board, inputs);
    assert(count <= POLICY_PLACES_MAX);
    out->place_count = count;
    for (size_t i = 0; i < count; i++) {
        const QuoridorKind kind = quoridor_move_kind(moves[i]);
        const int where = quoridor_move_where(moves[i]);
        PolicyPlace *place = &out->places[i];
        place->feature_count = 0;
        out->moves[i].places[0] = (uint16_t)i;
        if (kind == QUORIDOR_PAWN) {
            put_step(place, &board, turned_square(turn, where));
        } else {
            put_wall(place, &board, kind, turned_slot(turn, where));
        }
    }
}

const PolicyShape POLICY_QUORIDOR = {
    .output_count = QUORIDOR_SQUARES + 2 * QUORIDOR_SLOTS,
    .feature_count = FEATURE_COUNT,
    .move_places = 1,
    .view = view,
};
