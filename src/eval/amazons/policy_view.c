#include "eval/amazons/policy_view.h"

#include <assert.h>
#include <string.h>

#include "eval/amazons/network_inputs.h"
#include "rules/amazons/amazons.h"

#define SIZE_MAX_BOARD 10
#define BITS_MAX 128 // numbers of squares in moves

#define OFFSETS_SIDE (2 * SIZE_MAX_BOARD - 1)
#define OFFSETS (OFFSETS_SIDE * OFFSETS_SIDE)
#define DIRECTIONS 8
#define NEIGHBOURHOODS 256 // a bit for each direction
#define MOBILITIES 36      // at most 35 squares are a queen move away
#define WATCHES 25         // up to four amazons of each side
// How near the other side is to an arrow: its distance, or the square that the amazon has left.
#define NEARNESSES (NETWORK_AMAZONS_DISTANCES + 1)

typedef enum PlaceKind { PLACE_FROM, PLACE_TO, PLACE_ARROW, PLACE_KINDS } PlaceKind;

// The first feature of each kind; all but the last two are of places, once for each PlaceKind.
enum {
    FEATURE_CLASS = 0,
    FEATURE_NEIGHBOURHOOD = FEATURE_CLASS + PLACE_KINDS * NETWORK_AMAZONS_CLASSES,
    FEATURE_MOBILITY = FEATURE_NEIGHBOURHOOD + PLACE_KINDS * NEIGHBOURHOODS,
    FEATURE_WATCH = FEATURE_MOBILITY + PLACE_KINDS * MOBILITIES,
    FEATURE_OTHER = FEATURE_WATCH + PLACE_KINDS * WATCHES,
    FEATURE_STEP = FEATURE_OTHER + PLACE_KINDS * OFFSETS,
    FEATURE_SHOT = FEATURE_STEP + OFFSETS,
    FEATURE_COUNT = FEATURE_SHOT + NEARNESSES * OFFSETS,
};

// A cell of a board with a border around it. Rows are so long that the difference of two cells
// tells by how many columns and rows they differ.
#define CELL(column, row) (((row) + 1) * OFFSETS_SIDE + (column) + 1)
#define CELLS (CELL(SIZE_MAX_BOARD, SIZE_MAX_BOARD) + 1)
#define OFFSET_NONE (OFFSETS / 2) // from a square to itself
#define BORDER NETWORK_AMAZONS_ARROW

static const int DIRECTION_STEPS[DIRECTIONS] = {
    1,
    OFFSETS_SIDE + 1,
    OFFSETS_SIDE,
    OFFSETS_SIDE - 1,
    -1,
    -OFFSETS_SIDE - 1,
    -OFFSETS_SIDE,
    -OFFSETS_SIDE + 1,
};

// A turned board.
typedef struct Board {
    int size;
    uint16_t cells[BITS_MAX]; // of a square of a move
    uint8_t numbers[CELLS];   // without gaps
    uint8_t classes[CELLS];   // as in network_inputs.h
    size_t other_count;
    uint16_t others[AMAZONS_EACH];      // the other side's amazons
    uint16_t shots[CELLS];              // FEATURE_SHOT for an arrow there, from cell 0
    int16_t places[PLACE_KINDS][CELLS]; // in the view; -1 if not there yet
} Board;

// The feature of the shot to a cell, less the cell that it comes from.
static int shot_to(const Board *board, int cell) {
    const int square_class = board->classes[cell];
    const int nearness = square_class < NETWORK_AMAZONS_OWN
                             ? square_class % NETWORK_AMAZONS_DISTANCES
                             : NETWORK_AMAZONS_DISTANCES;
    return FEATURE_SHOT + nearness * OFFSETS + OFFSET_NONE + cell;
}

static void board_init(Board *board, int size, int symmetry, const NetworkInputs *inputs) {
    board->size = size;
    board->other_count = 0;
    memset(board->places, -1, sizeof board->places);
    memset(board->classes, BORDER, sizeof board->classes);
    // Each square has one input that is on.
    for (size_t i = 0; i < inputs->active_count; i++) {
        const int number = inputs->active[i] / NETWORK_AMAZONS_CLASSES;
        const int cell = CELL(number % size, number / size);
        board->numbers[cell] = (uint8_t)number;
        board->classes[cell] = (uint8_t)(inputs->active[i] % NETWORK_AMAZONS_CLASSES);
        board->shots[cell] = (uint16_t)shot_to(board, cell);
        if (board->classes[cell] == NETWORK_AMAZONS_OTHER) {
            assert(board->other_count < AMAZONS_EACH);
            board->others[board->other_count++] = (uint16_t)cell;
        }
    }
    const int first = network_amazons_number(size, 0, 0, symmetry);
    const int column_step = network_amazons_number(size, 1, 0, symmetry) - first;
    const int row_step = network_amazons_number(size, 0, 1, symmetry) - first;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            const int number = first + column * column_step + row * row_step;
            board->cells[amazons_square(size, column, row)] =
                (uint16_t)CELL(number % size, number / size);
        }
    }
}

// What can be seen from a cell.
typedef struct Outlook {
    int neighbourhood; // which neighbours are empty
    int mobility;      // how many squares a queen reaches
    int watch;         // how many amazons of each side are in sight
} Outlook;

static Outlook look_around(const Board *board, int cell) {
    Outlook outlook = {0};
    for (int i = 0; i < DIRECTIONS; i++) {
        const uint8_t *square_class = board->classes + cell + DIRECTION_STEPS[i];
        outlook.neighbourhood |= (*square_class < NETWORK_AMAZONS_OWN) << i;
        for (; *square_class < NETWORK_AMAZONS_OWN; square_class += DIRECTION_STEPS[i]) {
            outlook.mobility++;
        }
        outlook.watch += (*square_class == NETWORK_AMAZONS_OWN) * (AMAZONS_EACH + 1) +
                         (*square_class == NETWORK_AMAZONS_OTHER);
    }
    return outlook;
}

static int find_place(Board *board, PlaceKind kind, int cell, PolicyView *out) {
    int16_t *found = &board->places[kind][cell];
    if (*found < 0) {
        assert(out->place_count < POLICY_PLACES_MAX);
        *found = (int16_t)out->place_count++;
        PolicyPlace *place = &out->places[*found];
        const Outlook outlook = look_around(board, cell);
        place->output = (uint16_t)(kind * board->size * board->size + board->numbers[cell]);
        place->features[0] =
            (uint16_t)(FEATURE_CLASS + kind * NETWORK_AMAZONS_CLASSES + board->classes[cell]);
        place->features[1] =
            (uint16_t)(FEATURE_NEIGHBOURHOOD + kind * NEIGHBOURHOODS + outlook.neighbourhood);
        place->features[2] = (uint16_t)(FEATURE_MOBILITY + kind * MOBILITIES + outlook.mobility);
        place->features[3] = (uint16_t)(FEATURE_WATCH + kind * WATCHES + outlook.watch);
        place->feature_count = 4;
        for (size_t i = 0; i < board->other_count; i++) {
            place->features[place->feature_count++] =
                (uint16_t)(FEATURE_OTHER + kind * OFFSETS + OFFSET_NONE + cell - board->others[i]);
        }
    }
    return *found;
}

static void view(const Position *pos, int symmetry, const NetworkInputs *inputs, const Move *moves,
    size_t count, PolicyView *out) {
    Board board;
    board_init(&board, pos->variant->size, symmetry, inputs);
    out->place_count = 0;
    Move last_step = MOVE_NONE;
    int to = 0;
    PolicyMove step = {0};
    for (size_t i = 0; i < count; i++) {
        const int arrow = board.cells[amazons_move_arrow(moves[i])];
        if (amazons_move_step(moves[i]) != last_step) {
            const int from = board.cells[amazons_move_from(moves[i])];
            to = board.cells[amazons_move_to(moves[i])];
            last_step = amazons_move_step(moves[i]);
            step.places[PLACE_FROM] = (uint16_t)find_place(&board, PLACE_FROM, from, out);
            step.places[PLACE_TO] = (uint16_t)find_place(&board, PLACE_TO, to, out);
            step.features[0] = (uint16_t)(FEATURE_STEP + OFFSET_NONE + to - from);
        }
        out->moves[i] = step;
        out->moves[i].places[PLACE_ARROW] = (uint16_t)find_place(&board, PLACE_ARROW, arrow, out);
        out->moves[i].features[1] = (uint16_t)(board.shots[arrow] - to);
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
