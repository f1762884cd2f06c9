#include "eval/quoridor/network_kernel.h"

#include "eval/quoridor/finish.h"
#include "eval/quoridor/network_inputs.h"
#include "eval/quoridor/network_sums.h"
#include "eval/quoridor/trace.h"

// Most moves are walls, and most walls block no brittle way (trace.h): then only their own three
// inputs are new, and a value costs three rows and the output. The others pay for a flood or two
// and for the rows of the squares that enter or leave a corridor.

// This level's prototypes: the libraries of hot files are built without IMMURE_HAS_V3.
QUORIDOR_NETWORK_KERNEL(IMMURE_LEVEL)

// A board as the network is shown it: turned so that the own side walks up like the first player.
// Index 0 is the own side, 1 the other.
typedef struct View {
    bool is_turned;
    Ways ways;
    SplitWays open; // the same
    uint64_t horizontal;
    uint64_t vertical;
    int pawn[2];
    int walls_left[2];
} View;

static inline Bits128 flip_rows(Bits128 set) {
    Bits128 flipped = 0;
    for (int row = 0; row < QUORIDOR_SIZE; row++) {
        Bits128 squares = (set >> row * QUORIDOR_SIZE) & (bits128_bit(QUORIDOR_SIZE) - 1);
        flipped |= squares << (QUORIDOR_SIZE - 1 - row) * QUORIDOR_SIZE;
    }
    return flipped;
}

static inline int view_square(const View *view, int square) {
    return view->is_turned
               ? quoridor_square(quoridor_column(square), QUORIDOR_SIZE - 1 - quoridor_row(square))
               : square;
}

static inline int view_slot(const View *view, int slot) {
    return view->is_turned ? slot ^ (QUORIDOR_SLOTS - QUORIDOR_SLOT_SIZE) : slot;
}

static inline View view_of(const Position *pos, Side own) {
    const QuoridorPosition *board = &pos->quoridor;
    const Side other = side_other(own);
    View view = {
        .is_turned = own == SIDE_SECOND,
        .ways = ways_open(board),
        .horizontal = board->horizontal,
        .vertical = board->vertical,
        .walls_left = {board->walls_left[own], board->walls_left[other]},
    };
    view.pawn[0] = view_square(&view, board->pawn[own]);
    view.pawn[1] = view_square(&view, board->pawn[other]);
    if (view.is_turned) {
        // A way is named by its lower square, which was the upper one.
        view.ways.north = flip_rows(view.ways.north) >> QUORIDOR_SIZE;
        view.ways.east = flip_rows(view.ways.east);
        view.horizontal = __builtin_bswap64(view.horizontal);
        view.vertical = __builtin_bswap64(view.vertical);
    }
    view.open = (SplitWays){split_from(view.ways.north), split_from(view.ways.east)};
    return view;
}

static inline void list_squares(InputList *list, int first, Split squares) {
    for (int colour = 0; colour < 2; colour++) {
        while (squares.of[colour]) {
            list_put(list, first + 2 * bits64_pop(&squares.of[colour]) + colour);
        }
    }
}

static inline void list_corridor(InputList *list, int player, const SplitCorridor *corridor) {
    list_squares(list, player ? INPUT_SHORTEST_OTHER : INPUT_SHORTEST_OWN, corridor->shortest);
    list_squares(list, player ? INPUT_NEAR_OTHER : INPUT_NEAR_OWN, corridor->near);
}

static inline void list_walls(InputList *list, const View *view) {
    for (uint64_t slots = view->horizontal; slots;) {
        list_put(list, input_wall(QUORIDOR_HORIZONTAL, bits64_pop(&slots)));
    }
    for (uint64_t slots = view->vertical; slots;) {
        list_put(list, input_wall(QUORIDOR_VERTICAL, bits64_pop(&slots)));
    }
}

static inline void list_walls_from(InputList *list, const View *view, int first, int pawn) {
    for (uint64_t slots = view->horizontal; slots;) {
        list_put(list, input_wall_from(first, pawn, QUORIDOR_HORIZONTAL, bits64_pop(&slots)));
    }
    for (uint64_t slots = view->vertical; slots;) {
        list_put(list, input_wall_from(first, pawn, QUORIDOR_VERTICAL, bits64_pop(&slots)));
    }
}

// What a move of the other side leaves as it is.
static inline void list_own(InputList *list, const View *view, const SplitCorridor *corridor) {
    list_put(list, INPUT_PAWN_OWN + view->pawn[0]);
    list_walls(list, view);
    list_walls_from(list, view, INPUT_WALL_FROM_OWN, view->pawn[0]);
    list_corridor(list, 0, corridor);
}

// What its pawn takes along.
static inline void list_other(
    InputList *list, const View *view, int pawn, const SplitCorridor *corridor) {
    list_put(list, INPUT_PAWN_OTHER + pawn);
    list_put(list, input_pawn_offset(view->pawn[0], pawn));
    list_walls_from(list, view, INPUT_WALL_FROM_OTHER, pawn);
    list_corridor(list, 1, corridor);
}

// The stocks of both players, and what depends on nothing else.
typedef struct Stocks {
    int walls[2];
    int bucket;
} Stocks;

static inline Stocks stocks_of(int own, int other) {
    return (Stocks){{own, other}, input_bucket(own, other)};
}

static inline void list_race(InputList *list, const Stocks *stocks, int own, int other) {
    list_put(list, input_distance(INPUT_DISTANCE_OWN, own));
    list_put(list, input_distance(INPUT_DISTANCE_OTHER, other));
    list_put(list, input_threat(INPUT_THREAT_OWN, own, stocks->walls[1]));
    list_put(list, input_threat(INPUT_THREAT_OTHER, other, stocks->walls[0]));
    list_put(list, input_lead(own, other, stocks->bucket));
}

static inline void list_facing(InputList *list, const View *view, int pawn) {
    if (route_is_facing(view->ways, view->pawn[0], pawn)) {
        list_put(list, input_facing(quoridor_row(pawn) - quoridor_row(view->pawn[0])));
    }
}

static inline int64_t linear_sum(
    const Network *network, const Stocks *stocks, const SplitCorridor corridor[2]) {
    const int32_t *weights = network->linear + stocks->bucket * LINEAR_COUNT;
    const int terms[LINEAR_COUNT] = {
        [LINEAR_LEAD] = corridor[1].length - corridor[0].length,
        [LINEAR_STOCK_LEAD] = stocks->walls[0] - stocks->walls[1],
        [LINEAR_DISTANCE_OWN] = corridor[0].length,
        [LINEAR_DISTANCE_OTHER] = corridor[1].length,
        [LINEAR_WIDTH_OWN] = split_count(corridor[0].shortest),
        [LINEAR_WIDTH_OTHER] = split_count(corridor[1].shortest),
        [LINEAR_ONE] = 1,
    };
    int64_t sum = 0;
    for (int i = 0; i < LINEAR_COUNT; i++) {
        sum += (int64_t)weights[i] * terms[i];
    }
    return sum;
}

// A position and what is common to the positions after its moves. All is seen by the side that
// will be to move, so the moves are the other side's.
typedef struct Node {
    const Network *network;
    const Position *pos;
    int plies_left; // after the move
    View view;
    Trace trace[2];
    SplitCorridor corridor[2]; // as they are
    Stocks after_step;
    Stocks after_wall;
    int64_t still_linear; // after a wall that leaves the corridors as they are
    SplitWays facing;     // the ways between pawns that face: a wall there comes between them
    SplitWays touchy;     // a wall on none of these changes nothing but its own inputs
    Sums own;             // whatever the move: the own pawn and corridor, the walls that stand
    Sums bare;            // whatever the wall: these, the other pawn and corridor, and stocks
    Sums still;           // these and the race, for walls that leave the lengths as they are
} Node;

static inline SplitWays facing_ways(const View *view) {
    if (!route_is_facing(view->ways, view->pawn[0], view->pawn[1])) {
        return (SplitWays){0};
    }
    Bits128 file = PATH_FILE_A << quoridor_column(view->pawn[0]);
    return (SplitWays){
        .north = split_from(file & (bits128_bit(view->pawn[1]) - bits128_bit(view->pawn[0]))),
    };
}

// Everything but the sums.
static void node_init(Node *node, const Network *network, const Position *pos) {
    node->network = network;
    node->pos = pos;
    node->plies_left = finish_plies_left(pos) - 1;
    node->view = view_of(pos, side_other(position_turn(pos)));
    const View *view = &node->view;
    node->facing = facing_ways(view);
    node->touchy = node->facing;
    for (int i = 0; i < 2; i++) {
        Trace *trace = &node->trace[i];
        trace_init(trace, &view->open, i ? SIDE_SECOND : SIDE_FIRST, view->pawn[i]);
        trace_find_brittle(trace, &view->open);
        node->corridor[i] = trace->corridor;
        node->touchy = split_ways_or(node->touchy, trace->brittle_from_pawn);
        node->touchy = split_ways_or(node->touchy, trace->brittle_to_goal);
    }
    node->after_step = stocks_of(view->walls_left[0], view->walls_left[1]);
    node->after_wall = node->after_step;
    if (view->walls_left[1] > 0) {
        node->after_wall = stocks_of(view->walls_left[0], view->walls_left[1] - 1);
    }
    node->still_linear = linear_sum(network, &node->after_wall, node->corridor);
}

// What a wall that is on a touchy way changes, but for its own inputs.
typedef struct Change {
    SplitCorridor corridor[2];
    bool is_longer; // a path
    InputList on;
    InputList off;
} Change;

static void change_by_wall(const Node *node, SplitWays wall, Change *out) {
    const SplitWays open = split_ways_without(node->view.open, wall);
    out->on.count = out->off.count = 0;
    for (int i = 0; i < 2; i++) {
        const SplitCorridor *before = &node->corridor[i];
        const SplitCorridor after = trace_after_wall(&node->trace[i], &open, wall);
        const SplitCorridor added = {
            .shortest = split_without(after.shortest, before->shortest),
            .near = split_without(after.near, before->near),
        };
        const SplitCorridor removed = {
            .shortest = split_without(before->shortest, after.shortest),
            .near = split_without(before->near, after.near),
        };
        list_corridor(&out->on, i, &added);
        list_corridor(&out->off, i, &removed);
        out->corridor[i] = after;
    }
    const int own = out->corridor[0].length;
    const int other = out->corridor[1].length;
    out->is_longer = own != node->corridor[0].length || other != node->corridor[1].length;
    if (out->is_longer) {
        list_race(&out->on, &node->after_wall, own, other);
    }
    if (split_ways_meet(node->facing, wall)) {
        list_facing(&out->off, &node->view, node->view.pawn[1]);
    }
}

// Below, `units` is the number of hidden units: sums_*.

SUMS_INLINE int64_t hidden_sum(
    const Network *network, const SumVectors *sums, const Stocks *stocks, int units) {
    return sums_weigh(sums, network->output + stocks->bucket * units, units);
}

SUMS_INLINE void add_list(
    const Network *network, const int16_t *from, const InputList *list, int16_t *to, int units) {
    SumVectors sums;
    sums_load(&sums, from, units);
    sums_change(&sums, network, units, list, NULL);
    sums_store(&sums, units, to);
}

SUMS_INLINE void node_sum(Node *node, int units) {
    const Network *network = node->network;
    const View *view = &node->view;
    InputList list;
    list.count = 0;
    list_own(&list, view, &node->corridor[0]);
    add_list(network, network->bias, &list, node->own.unit, units);
    if (view->walls_left[1] == 0) {
        return;
    }
    list.count = 0;
    list_other(&list, view, view->pawn[1], &node->corridor[1]);
    list_facing(&list, view, view->pawn[1]);
    list_put(&list, input_stock_pair(node->after_wall.walls[0], node->after_wall.walls[1]));
    add_list(network, node->own.unit, &list, node->bare.unit, units);
    list.count = 0;
    list_race(&list, &node->after_wall, node->corridor[0].length, node->corridor[1].length);
    add_list(network, node->bare.unit, &list, node->still.unit, units);
}

// The value for the side to move next.
SUMS_INLINE int step_value(const Node *node, int pawn, int units) {
    const Network *network = node->network;
    const View *view = &node->view;
    const Stocks *stocks = &node->after_step;
    const SplitCorridor corridor[2] = {
        node->corridor[0],
        trace_after_step(&node->trace[1], &view->open, pawn),
    };
    InputList list;
    list.count = 0;
    list_other(&list, view, pawn, &corridor[1]);
    list_facing(&list, view, pawn);
    list_put(&list, input_stock_pair(stocks->walls[0], stocks->walls[1]));
    list_race(&list, stocks, corridor[0].length, corridor[1].length);
    SumVectors sums;
    sums_load(&sums, node->own.unit, units);
    sums_change(&sums, network, units, &list, NULL);
    const int value = network_finish(
        hidden_sum(network, &sums, stocks, units), linear_sum(network, stocks, corridor));
    return finish_fade(value, corridor[0].length, corridor[1].length, node->plies_left);
}

SUMS_INLINE int wall_value(const Node *node, QuoridorKind kind, int slot, int units) {
    const Network *network = node->network;
    const Stocks *stocks = &node->after_wall;
    const SplitWays wall = split_ways_of_wall(kind, slot);
    const SplitCorridor *corridor = node->corridor;
    int64_t linear = node->still_linear;
    SumVectors sums;
    Change change;
    if (split_ways_meet(node->touchy, wall)) {
        change_by_wall(node, wall, &change);
        corridor = change.corridor;
        linear = linear_sum(network, stocks, corridor);
        sums_load(&sums, change.is_longer ? node->bare.unit : node->still.unit, units);
        sums_change(&sums, network, units, &change.on, &change.off);
    } else {
        sums_load(&sums, node->still.unit, units);
    }
    const int places[] = {
        input_wall(kind, slot),
        input_wall_from(INPUT_WALL_FROM_OWN, node->view.pawn[0], kind, slot),
        input_wall_from(INPUT_WALL_FROM_OTHER, node->view.pawn[1], kind, slot),
    };
    for (int i = 0; i < 3; i++) {
        sums_add_row(&sums, sums_row(network, units, places[i]), units);
    }
    const int value = network_finish(hidden_sum(network, &sums, stocks, units), linear);
    return finish_fade(value, corridor[0].length, corridor[1].length, node->plies_left);
}

SUMS_INLINE void move_values_with(const Network *network, const Position *pos, const Move *moves,
    size_t count, int *values, int units) {
    Node node;
    node_init(&node, network, pos);
    node_sum(&node, units);
    for (size_t i = 0; i < count; i++) {
        if (finish_is_end(pos, moves[i], &values[i])) {
            continue;
        }
        const QuoridorKind kind = quoridor_move_kind(moves[i]);
        const int where = quoridor_move_where(moves[i]);
        values[i] = kind == QUORIDOR_PAWN
                        ? -step_value(&node, view_square(&node.view, where), units)
                        : -wall_value(&node, kind, view_slot(&node.view, where), units);
    }
}

void LEVEL_NAME(quoridor_network_move_values)(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Network *network = self->network;
    switch (network->hidden_count) {
    case 32:
        move_values_with(network, pos, moves, count, values, 32);
        break;
    case 64:
        move_values_with(network, pos, moves, count, values, 64);
        break;
    case 128:
        move_values_with(network, pos, moves, count, values, 128);
        break;
    default:
        move_values_with(network, pos, moves, count, values, network->hidden_count);
    }
}

int LEVEL_NAME(quoridor_network_value)(const Evaluator *self, const Position *pos) {
    const Network *network = self->network;
    const int units = network->hidden_count;
    const View view = view_of(pos, position_turn(pos));
    const Stocks stocks = stocks_of(view.walls_left[0], view.walls_left[1]);
    Trace trace;
    SplitCorridor corridor[2];
    for (int i = 0; i < 2; i++) {
        trace_init(&trace, &view.open, i ? SIDE_SECOND : SIDE_FIRST, view.pawn[i]);
        corridor[i] = trace.corridor;
    }
    InputList list;
    list.count = 0;
    list_own(&list, &view, &corridor[0]);
    list_other(&list, &view, view.pawn[1], &corridor[1]);
    list_facing(&list, &view, view.pawn[1]);
    list_put(&list, input_stock_pair(stocks.walls[0], stocks.walls[1]));
    list_race(&list, &stocks, corridor[0].length, corridor[1].length);
    SumVectors sums;
    sums_load(&sums, network->bias, units);
    sums_change(&sums, network, units, &list, NULL);
    const int value = network_finish(
        hidden_sum(network, &sums, &stocks, units), linear_sum(network, &stocks, corridor));
    return finish_fade(value, corridor[0].length, corridor[1].length, finish_plies_left(pos));
}
