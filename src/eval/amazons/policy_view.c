#include "eval/amazons/policy_view.h"

#include <assert.h>
#include <string.h>

#include "eval/amazons/network_inputs.h"
#include "rules/amazons/amazons.h"

#define SIZE_MAX_BOARD 10
#define SQUARES_MAX (SIZE_MAX_BOARD * SIZE_MAX_BOARD)
#define BITS_MAX 128 // numbers of squares in moves

#define OFFSETS_SIDE (2 * SIZE_MAX_BOARD - 1)
#define OFFSETS (OFFSETS_SIDE * OFFSETS_SIDE)
#define NEIGHBOURS 9
// How near the other side is to an arrow: its distance, or the square that the amazon has left.
#define NEARNESSES (NETWORK_AMAZONS_DISTANCES + 1)

typedef enum PlaceKind { PLACE_FROM, PLACE_TO, PLACE_ARROW, PLACE_KINDS } PlaceKind;

// The first feature of each kind; places have the first three, for each PlaceKind.
enum {
    FEATURE_CLASS = 0,
    FEATURE_NEIGHBOURS = FEATURE_CLASS + PLACE_KINDS * NETWORK_AMAZONS_CLASSES,
    FEATURE_OTHER = FEATURE_NEIGHBOURS + PLACE_KINDS * NEIGHBOURS,
    FEATURE_STEP = FEATURE_OTHER + PLACE_KINDS * OFFSETS,
    FEATURE_SHOT = FEATURE_STEP + OFFSETS,
    FEATURE_COUNT = FEATURE_SHOT + NEARNESSES * OFFSETS,
};

// A turned board; squares by their numbers without gaps.
typedef struct Board {
    int size;
    uint8_t number[BITS_MAX]; // of a square of a move
    uint8_t column[SQUARES_MAX];
    uint8_t row[SQUARES_MAX];
    uint8_t square_class[SQUARES_MAX];
    size_t other_count;
    uint8_t others[AMAZONS_EACH];             // the other side's amazons
    int16_t places[PLACE_KINDS][SQUARES_MAX]; // in the view; -1 if not there yet
} Board;

static void board_init(Board *board, int size, int symmetry, const NetworkInputs *inputs) {
    board->size = size;
    board->other_count = 0;
    memset(board->places, -1, sizeof board->places);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            board->number[amazons_square(size, column, row)] =
                (uint8_t)network_amazons_number(size, column, row, symmetry);
            board->column[row * size + column] = (uint8_t)column;
            board->row[row * size + column] = (uint8_t)row;
        }
    }
    for (size_t i = 0; i < inputs->active_count; i++) {
        const int number = inputs->active[i] / NETWORK_AMAZONS_CLASSES;
        board->square_class[number] = (uint8_t)(inputs->active[i] % NETWORK_AMAZONS_CLASSES);
        if (board->square_class[number] == NETWORK_AMAZONS_OTHER) {
            assert(board->other_count < AMAZONS_EACH);
            board->others[board->other_count++] = (uint8_t)number;
        }
    }
}

static int offset(const Board *board, int from, int to) {
    const int columns = board->column[to] - board->column[from] + SIZE_MAX_BOARD - 1;
    const int rows = board->row[to] - board->row[from] + SIZE_MAX_BOARD - 1;
    return rows * OFFSETS_SIDE + columns;
}

static int empty_neighbours(const Board *board, int number) {
    int count = 0;
    for (int y = board->row[number] - 1; y <= board->row[number] + 1; y++) {
        for (int x = board->column[number] - 1; x <= board->column[number] + 1; x++) {
            const bool is_inside = x >= 0 && x < board->size && y >= 0 && y < board->size;
            count += is_inside && board->square_class[y * board->size + x] < NETWORK_AMAZONS_OWN;
        }
    }
    // An empty square was counted itself; without it there are at most eight.
    return count - (board->square_class[number] < NETWORK_AMAZONS_OWN);
}

static int find_place(Board *board, PlaceKind kind, int number, PolicyView *out) {
    int16_t *found = &board->places[kind][number];
    if (*found < 0) {
        *found = (int16_t)out->place_count++;
        PolicyPlace *place = &out->places[*found];
        place->output = (uint16_t)(kind * board->size * board->size + number);
        place->features[0] = (uint16_t)(FEATURE_CLASS + kind * NETWORK_AMAZONS_CLASSES +
                                        board->square_class[number]);
        place->features[1] =
            (uint16_t)(FEATURE_NEIGHBOURS + kind * NEIGHBOURS + empty_neighbours(board, number));
        place->feature_count = 2;
        for (size_t i = 0; i < board->other_count; i++) {
            place->features[place->feature_count++] =
                (uint16_t)(FEATURE_OTHER + kind * OFFSETS +
                           offset(board, board->others[i], number));
        }
    }
    return *found;
}

static int shot(const Board *board, int to, int arrow) {
    const int square_class = board->square_class[arrow];
    const int nearness = square_class < NETWORK_AMAZONS_OWN
                             ? square_class % NETWORK_AMAZONS_DISTANCES
                             : NETWORK_AMAZONS_DISTANCES;
    return FEATURE_SHOT + nearness * OFFSETS + offset(board, to, arrow);
}

static void view(const Position *pos, int symmetry, const NetworkInputs *inputs, const Move *moves,
    size_t count, PolicyView *out) {
    Board board;
    board_init(&board, pos->variant->size, symmetry, inputs);
    out->place_count = 0;
    Move last_step = MOVE_NONE;
    PolicyMove step = {0};
    for (size_t i = 0; i < count; i++) {
        const int to = board.number[amazons_move_to(moves[i])];
        const int arrow = board.number[amazons_move_arrow(moves[i])];
        if (amazons_move_step(moves[i]) != last_step) {
            const int from = board.number[amazons_move_from(moves[i])];
            last_step = amazons_move_step(moves[i]);
            step.places[PLACE_FROM] = (uint16_t)find_place(&board, PLACE_FROM, from, out);
            step.places[PLACE_TO] = (uint16_t)find_place(&board, PLACE_TO, to, out);
            step.features[0] = (uint16_t)(FEATURE_STEP + offset(&board, from, to));
        }
        out->moves[i] = step;
        out->moves[i].places[PLACE_ARROW] = (uint16_t)find_place(&board, PLACE_ARROW, arrow, out);
        out->moves[i].features[1] = (uint16_t)shot(&board, to, arrow);
    }
}

#define POLICY(size)                                                                               \
    {                                                                                              \
        .output_count = PLACE_KINDS * size * size, .feature_count = FEATURE_COUNT,                 \
        .move_places = PLACE_KINDS, .move_features = 2, .view = view,                              \
    }

const PolicyShape POLICY_AMAZONS_6 = POLICY(6);
const PolicyShape POLICY_AMAZONS_8 = POLICY(8);
const PolicyShape POLICY_AMAZONS_10 = POLICY(10);
