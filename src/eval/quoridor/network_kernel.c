// Where one value comes from, in reading order:
//
//  1. network_inputs.h        what a position shows to the network
//  2. route.h, corridor.h     distances and corridors, as sets of squares
//  3. split.h, trace.h        the same in words of one colour, and what a wall changes of them
//  4. trace_batch.h           several walls at a time, one in each lane of a vector
//  5. eval/net/accumulator.h  the hidden layer, updated row by row
//  6. network_view.h          the board turned to the own side, and its inputs as rows
//  7. this file               the values of a position and of all its moves
//
// Three accumulators are shared by the positions after the moves of a node. Each holds the one
// above it, and a move adds what is its own:
//
//      own     own pawn and corridor, standing walls    + step: other pawn and corridor, race
//      bare    + other pawn and corridor, stocks        + wall that makes a path longer: race, its
//                                                         three rows, changed corridors
//      still   + race                                   + any other wall: its three rows, and the
//                                                         corridors if it changes them
//
// Most moves are walls, and half of the walls block no way that a corridor depends on (trace.h):
// then only their own three inputs are new, and a value costs three rows and the output. The others
// pay for their floods, several walls at a time (trace_batch.h), and for a row of weights for each
// square that enters or leaves a part of a corridor. By random positions with 1 and 10 walls:
//
//      walls that fit                                        124   91
//      ... on ways that a corridor depends on                 57   49
//      ... and make a path longer                             18   13
//      rows of a corridor changed by such a wall              15   15
//
// Little of this can be guessed by a CPU, so loops are written to be without branches where they
// can, and to end seldom.

#include "eval/quoridor/network_kernel.h"

#include "eval/quoridor/finish.h"
#include "eval/quoridor/network_view.h"
#include "eval/quoridor/trace_batch.h"

// This level's prototypes: hot files are not told which levels are built in.
QUORIDOR_NETWORK_KERNEL(IMMURE_LEVEL)

// One more than there are places, for the list that a wall is not kept in.
#define WALLS_MAX (2 * QUORIDOR_SLOTS + 1)

// A position and what is common to the positions after its moves. All is seen by the side that
// will be to move, so the moves are the other side's.
typedef struct Node {
    const Network *network;
    int plies_left; // after the move
    View view;
    Trace trace[2];
    int length[2]; // of the traces' corridors
    Stocks after_step;
    Stocks after_wall;
    int wall_from_own; // the first input of walls as seen from the own pawn
    int wall_from_other;
    Linear step_linear;
    Linear wall_linear;
    int64_t still_linear; // after a wall that leaves the corridors as they are
    SplitWays facing;     // the ways between pawns that face: a wall there comes between them
    SplitWays touchy;     // a wall across none of these adds its own inputs and changes no other
    AccumulatorRow own;   // whatever the move: the own pawn and corridor, the walls that stand
    AccumulatorRow bare;  // whatever the wall: these, the other pawn and corridor, and stocks
    AccumulatorRow still; // these and the race, for walls that leave the lengths as they are
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

// Everything but the accumulators.
static void node_init(Node *node, const Network *network, const Position *pos) {
    node->network = network;
    node->plies_left = finish_plies_left(pos) - 1;
    node->view = view_of(pos, side_other(position_turn(pos)));
    const View *view = &node->view;
    node->facing = facing_ways(view);
    node->touchy = node->facing;
    for (int i = 0; i < 2; i++) {
        Trace *trace = &node->trace[i];
        trace_init(trace, &view->open, i ? SIDE_SECOND : SIDE_FIRST, view->pawn[i]);
        trace_find_brittle(trace, &view->open);
        node->length[i] = trace->corridor.length;
        node->touchy = split_ways_or(node->touchy, trace->brittle);
    }
    node->wall_from_own = input_walls_from(INPUT_WALL_FROM_OWN, view->pawn[0]);
    node->wall_from_other = input_walls_from(INPUT_WALL_FROM_OTHER, view->pawn[1]);
    node->after_step = stocks_of(view->walls_left[0], view->walls_left[1]);
    node->after_wall = node->after_step;
    if (view->walls_left[1] > 0) {
        node->after_wall = stocks_of(view->walls_left[0], view->walls_left[1] - 1);
    }
    node->step_linear = linear_of(network, &node->after_step);
    node->wall_linear = linear_of(network, &node->after_wall);
    node->still_linear =
        linear_sum(&node->wall_linear, &node->trace[0].corridor, &node->trace[1].corridor);
}

// Wall moves, sorted into those on touchy ways and the others.
typedef struct WallMoves {
    size_t count;
    SplitWall wall[WALLS_MAX]; // turned
    uint16_t move[WALLS_MAX];  // its index among the moves
} WallMoves;

// A player's corridors after walls.
typedef struct Corridors {
    uint8_t place[WALLS_MAX];                            // of each wall's corridor
    SplitCorridor corridor[1 + WALLS_MAX + BATCH_LANES]; // the first is the one without any
} Corridors;

// Indices, with room for one that is written and not kept.
typedef struct Indices {
    size_t count;
    uint8_t at[WALLS_MAX];
} Indices;

// Some walls of a list, from an index on; the last batch is filled up with what it has.
static inline void batch_take(
    const WallMoves *walls, const Indices *indices, size_t from, SplitWall out[BATCH_LANES]) {
    for (size_t i = 0; i < BATCH_LANES; i++) {
        out[i] = walls->wall[indices->at[from + i < indices->count ? from + i : from]];
    }
}

// Finds a player's corridor after each wall: walls that make paths longer are done in a second
// round, as they take longer themselves.
static void corridors_find(const Node *node, int player, const WallMoves *walls, Corridors *out) {
    const Trace *trace = &node->trace[player];
    const SplitWays *open = &node->view.open;
    SplitWall batch[BATCH_LANES];
    SplitCorridor *found = out->corridor + 1;
    Indices brittle; // walls whose corridors are found, in this order
    Indices cutting; // those of them that make the path longer
    brittle.count = cutting.count = 0;
    out->corridor[0] = trace->corridor;
    for (size_t i = 0; i < walls->count; i++) {
        const bool is_brittle = split_wall_meets(walls->wall[i], &trace->brittle);
        brittle.at[brittle.count] = (uint8_t)i;
        brittle.count += is_brittle;
        out->place[i] = (uint8_t)(brittle.count & -(size_t)is_brittle);
    }
    for (size_t i = 0; i < brittle.count; i += BATCH_LANES) {
        batch_take(walls, &brittle, i, batch);
        const unsigned longer = batch_after_walls(trace, open, batch, &found[i]);
        for (size_t j = i; j < i + BATCH_LANES && j < brittle.count; j++) {
            cutting.at[cutting.count] = brittle.at[j];
            cutting.count += longer >> (j - i) & 1;
        }
    }
    for (size_t i = 0; i < cutting.count; i += BATCH_LANES) {
        SplitCorridor longer[BATCH_LANES];
        batch_take(walls, &cutting, i, batch);
        batch_after_cuts(trace, open, batch, longer);
        for (size_t j = i; j < i + BATCH_LANES && j < cutting.count; j++) {
            out->corridor[out->place[cutting.at[j]]] = longer[j - i];
        }
    }
}

// Below, `units` is the number of hidden units: eval/net/accumulator.h.

// The last step for a position with these corridors.
INLINE int finish_value(const Network *network, const Accumulator *accumulator,
    const Stocks *stocks, int64_t linear, int units) {
    return network_finish(
        accumulator_output(accumulator, network->output + stocks->bucket * units, units), linear);
}

INLINE const int16_t *corridor_row(const Network *network, int player, int colour, int units) {
    const int first = player ? INPUT_SHORTEST_OTHER : INPUT_SHORTEST_OWN;
    return network_row(network, units, first + colour);
}

INLINE void accumulator_add_corridor(Accumulator *accumulator, const Network *network, int player,
    const SplitCorridor *corridor, int units) {
    SquareRowsList rows;
    rows.count = 0;
    for (int colour = 0; colour < 2; colour++) {
        const int16_t *row = corridor_row(network, player, colour, units);
        rows_put(&rows, corridor->shortest.of[colour], row);
        rows_put(&rows, corridor->near.of[colour], row + QUORIDOR_SQUARES * units);
    }
    accumulator_change_rows(accumulator, &rows, true, units);
}

// Changes both corridors into others.
INLINE void accumulator_change_corridors(
    Accumulator *accumulator, const Node *node, const SplitCorridor *const after[2], int units) {
    SquareRowsList removed;
    SquareRowsList added;
    removed.count = added.count = 0;
    for (int i = 0; i < 4; i++) {
        const int player = i / 2;
        const int colour = i % 2;
        const uint64_t *shortest_before = node->trace[player].corridor.shortest.of;
        const uint64_t *near_before = node->trace[player].corridor.near.of;
        const uint64_t *shortest = after[player]->shortest.of;
        const uint64_t *near = after[player]->near.of;
        const int16_t *row = corridor_row(node->network, player, colour, units);
        const int16_t *near_row = row + QUORIDOR_SQUARES * units;
        rows_put(&removed, shortest_before[colour] & ~shortest[colour], row);
        rows_put(&removed, near_before[colour] & ~near[colour], near_row);
        rows_put(&added, shortest[colour] & ~shortest_before[colour], row);
        rows_put(&added, near[colour] & ~near_before[colour], near_row);
    }
    accumulator_change_rows(accumulator, &removed, false, units);
    accumulator_change_rows(accumulator, &added, true, units);
}

INLINE void node_accumulate(Node *node, int units) {
    const Network *network = node->network;
    const View *view = &node->view;
    Accumulator accumulator;
    InputList list;
    list.count = 0;
    list_own(&list, view);
    accumulator_load(&accumulator, network->bias, units);
    accumulator_add_list(&accumulator, network, units, &list);
    accumulator_add_corridor(&accumulator, network, 0, &node->trace[0].corridor, units);
    accumulator_store(&accumulator, node->own.unit, units);
    if (view->walls_left[1] == 0) {
        return;
    }
    list.count = 0;
    list_other(&list, view, view->pawn[1]);
    list_facing(&list, view, view->pawn[1]);
    list_put(&list, input_stock_pair(node->after_wall.walls[0], node->after_wall.walls[1]));
    accumulator_add_list(&accumulator, network, units, &list);
    accumulator_add_corridor(&accumulator, network, 1, &node->trace[1].corridor, units);
    accumulator_store(&accumulator, node->bare.unit, units);
    list.count = 0;
    list_race(&list, &node->after_wall, node->length[0], node->length[1]);
    accumulator_add_list(&accumulator, network, units, &list);
    accumulator_store(&accumulator, node->still.unit, units);
}

// The value for the side to move next, after a step.
INLINE int step_value(const Node *node, int pawn, int units) {
    const Network *network = node->network;
    const View *view = &node->view;
    const Stocks *stocks = &node->after_step;
    const SplitCorridor *own = &node->trace[0].corridor;
    const SplitCorridor other = trace_after_step(&node->trace[1], &view->open, pawn);
    InputList list;
    list.count = 0;
    list_other(&list, view, pawn);
    list_facing(&list, view, pawn);
    list_put(&list, input_stock_pair(stocks->walls[0], stocks->walls[1]));
    list_race(&list, stocks, own->length, other.length);
    Accumulator accumulator;
    accumulator_load(&accumulator, node->own.unit, units);
    accumulator_add_list(&accumulator, network, units, &list);
    accumulator_add_corridor(&accumulator, network, 1, &other, units);
    const int64_t linear = linear_sum(&node->step_linear, own, &other);
    const int value = finish_value(network, &accumulator, stocks, linear, units);
    return finish_fade(value, own->length, other.length, node->plies_left);
}

// Adds what a wall itself shows.
INLINE void accumulator_add_wall(
    Accumulator *accumulator, const Node *node, SplitWall wall, int units) {
    const Network *network = node->network;
    const QuoridorKind kind = (QuoridorKind)wall.kind;
    const int place = input_wall_place(kind, wall.slot);
    accumulator_add(accumulator, network_row(network, units, input_wall(kind, wall.slot)), units);
    accumulator_add(accumulator, network_row(network, units, node->wall_from_own + place), units);
    accumulator_add(accumulator, network_row(network, units, node->wall_from_other + place), units);
}

// The value after a wall on no touchy way.
INLINE int still_value(const Node *node, SplitWall wall, int units) {
    Accumulator accumulator;
    accumulator_load(&accumulator, node->still.unit, units);
    accumulator_add_wall(&accumulator, node, wall, units);
    const int value =
        finish_value(node->network, &accumulator, &node->after_wall, node->still_linear, units);
    return finish_fade(value, node->length[0], node->length[1], node->plies_left);
}

// The value after a wall that leaves these corridors.
INLINE int changed_value(
    const Node *node, SplitWall wall, const SplitCorridor *const after[2], int units) {
    const Network *network = node->network;
    const int own = after[0]->length;
    const int other = after[1]->length;
    Accumulator accumulator;
    if (own == node->length[0] && other == node->length[1]) {
        accumulator_load(&accumulator, node->still.unit, units);
    } else {
        InputList race;
        race.count = 0;
        list_race(&race, &node->after_wall, own, other);
        accumulator_load(&accumulator, node->bare.unit, units);
        accumulator_add_list(&accumulator, network, units, &race);
    }
    if (split_wall_meets(wall, &node->facing)) {
        const int rows = quoridor_row(node->view.pawn[1]) - quoridor_row(node->view.pawn[0]);
        accumulator_subtract(&accumulator, network_row(network, units, input_facing(rows)), units);
    }
    accumulator_change_corridors(&accumulator, node, after, units);
    accumulator_add_wall(&accumulator, node, wall, units);
    const int64_t linear = linear_sum(&node->wall_linear, after[0], after[1]);
    const int value = finish_value(network, &accumulator, &node->after_wall, linear, units);
    return finish_fade(value, own, other, node->plies_left);
}

INLINE void wall_values(
    const Node *node, const WallMoves *still, const WallMoves *touching, int *values, int units) {
    for (size_t i = 0; i < still->count; i++) {
        values[still->move[i]] = -still_value(node, still->wall[i], units);
    }
    Corridors own;
    Corridors other;
    corridors_find(node, 0, touching, &own);
    corridors_find(node, 1, touching, &other);
    for (size_t i = 0; i < touching->count; i++) {
        const SplitCorridor *const after[2] = {
            &own.corridor[own.place[i]], &other.corridor[other.place[i]]};
        values[touching->move[i]] = -changed_value(node, touching->wall[i], after, units);
    }
}

INLINE void move_values_with(const Network *network, const Position *pos, const Move *moves,
    size_t count, int *values, int units) {
    Node node;
    node_init(&node, network, pos);
    node_accumulate(&node, units);
    const bool end_is_near = finish_is_near(pos);
    WallMoves still;
    WallMoves touching;
    still.count = touching.count = 0;
    for (size_t i = 0; i < count; i++) {
        const QuoridorKind kind = quoridor_move_kind(moves[i]);
        const int where = quoridor_move_where(moves[i]);
        if ((end_is_near || kind == QUORIDOR_PAWN) && finish_is_end(pos, moves[i], &values[i])) {
            continue;
        }
        if (kind == QUORIDOR_PAWN) {
            values[i] = -step_value(&node, view_square(&node.view, where), units);
            continue;
        }
        // Written to both lists, kept in one: which one cannot be guessed.
        const SplitWall wall = split_wall(kind, view_slot(&node.view, where));
        const bool is_touching = split_wall_meets(wall, &node.touchy);
        assert(still.count + touching.count < WALLS_MAX - 1);
        still.wall[still.count] = touching.wall[touching.count] = wall;
        still.move[still.count] = touching.move[touching.count] = (uint16_t)i;
        still.count += !is_touching;
        touching.count += is_touching;
    }
    wall_values(&node, &still, &touching, values, units);
}

void LEVEL_NAME(quoridor_network_move_values)(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    const Network *network = self->network;
    switch (network->hidden_count) {
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
    const Linear linear = linear_of(network, &stocks);
    Trace own;
    Trace other;
    trace_init(&own, &view.open, SIDE_FIRST, view.pawn[0]);
    trace_init(&other, &view.open, SIDE_SECOND, view.pawn[1]);
    InputList list;
    list.count = 0;
    list_own(&list, &view);
    list_other(&list, &view, view.pawn[1]);
    list_facing(&list, &view, view.pawn[1]);
    list_put(&list, input_stock_pair(stocks.walls[0], stocks.walls[1]));
    list_race(&list, &stocks, own.corridor.length, other.corridor.length);
    Accumulator accumulator;
    accumulator_load(&accumulator, network->bias, units);
    accumulator_add_list(&accumulator, network, units, &list);
    accumulator_add_corridor(&accumulator, network, 0, &own.corridor, units);
    accumulator_add_corridor(&accumulator, network, 1, &other.corridor, units);
    const int value = finish_value(
        network, &accumulator, &stocks, linear_sum(&linear, &own.corridor, &other.corridor), units);
    return finish_fade(value, own.corridor.length, other.corridor.length, finish_plies_left(pos));
}
