#include "eval/quoridor/policy_view.h"

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

// A turned board, as the inputs show it.
typedef struct Board {
    int own; // pawns
    int other;
    Bits128 parts[CORRIDOR_PARTS];
    uint64_t walls[2]; // horizontal, vertical
} Board;

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

// How many of the two ways that a wall closes lie in a set of squares.
static int ways_within(QuoridorKind kind, int slot, Bits128 squares) {
    const int square = quoridor_slot_square(slot);
    const int across = kind == QUORIDOR_HORIZONTAL ? QUORIDOR_SIZE : 1;
    const int along = QUORIDOR_SIZE + 1 - across;
    const Bits128 both = squares & squares >> across;
    return (int)(both >> square & 1) + (int)(both >> (square + along) & 1);
}

static bool has_wall(const Board *board, int kind, int column, int row) {
    return column >= 0 && column < QUORIDOR_SLOT_SIZE && row >= 0 && row < QUORIDOR_SLOT_SIZE &&
           (board->walls[kind] >> quoridor_slot(column, row) & 1);
}

// Whether a wall or the border is at a point on the line of a wall, `steps` slots from its middle.
static bool is_touched(const Board *board, QuoridorKind kind, int slot, int steps) {
    const bool is_vertical = kind == QUORIDOR_VERTICAL;
    const int column = quoridor_slot_column(slot) + (is_vertical ? 0 : steps);
    const int row = quoridor_slot_row(slot) + (is_vertical ? steps : 0);
    const int along = is_vertical ? row : column;
    bool is_touched = along < 0 || along >= QUORIDOR_SLOT_SIZE;
    for (int side = -1; side <= 1; side++) {
        // Walls across the line; beyond the ends also one that goes on along it.
        is_touched |= has_wall(
            board, !is_vertical, column + (is_vertical ? side : 0), row + (is_vertical ? 0 : side));
    }
    return is_touched ||
           (steps != 0 && has_wall(board, is_vertical, column + (is_vertical ? 0 : steps),
                              row + (is_vertical ? steps : 0)));
}

static void put_wall(PolicyPlace *place, const Board *board, QuoridorKind kind, int slot) {
    const int is_vertical = kind == QUORIDOR_VERTICAL;
    const int where = input_wall_place(kind, slot);
    int crossing = 0;
    for (int i = 0; i < CORRIDOR_PARTS; i++) {
        crossing = 3 * crossing + ways_within(kind, slot, board->parts[i]);
    }
    const int ends = is_touched(board, kind, slot, -1) + is_touched(board, kind, slot, 1);
    const int touch = 2 * ends + is_touched(board, kind, slot, 0);
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
