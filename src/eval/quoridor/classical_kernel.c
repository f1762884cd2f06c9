#include "eval/quoridor/classical_kernel.h"

#include "eval/quoridor/classical_weights.h"
#include "eval/quoridor/finish.h"
#include "eval/quoridor/route.h"

// This level's prototypes: hot files are not told which levels are built in.
CLASSICAL_KERNEL(IMMURE_LEVEL)

// Beyond what a lead can be worth: proven results are the search's to say.
#define VALUE_BOUND 8000

// A position, as far as the terms see it, without the need to build it.
typedef struct Scene {
    Ways open;
    Side turn;
    int plies_left;
    int pawn[2];       // by Side, like all below
    int walls_left[2]; //
    int length[2];     // of the shortest paths
} Scene;

static inline int clamp(int number, int bound) {
    return number > bound ? bound : number < -bound ? -bound : number;
}

// The lengths are left to the caller.
static inline Scene scene_of(const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    return (Scene){
        .open = ways_open(board),
        .turn = position_turn(pos),
        .plies_left = finish_plies_left(pos),
        .pawn = {board->pawn[0], board->pawn[1]},
        .walls_left = {board->walls_left[0], board->walls_left[1]},
    };
}

static inline ClassicalTerms scene_terms(const Scene *scene) {
    Side own = scene->turn;
    Side other = side_other(own);
    int rows = (scene->pawn[SIDE_SECOND] - scene->pawn[SIDE_FIRST]) / QUORIDOR_SIZE;
    int facing = 0;
    if (route_is_facing(scene->open, scene->pawn[SIDE_FIRST], scene->pawn[SIDE_SECOND])) {
        facing = rows % 2 != 0 ? 1 : -1;
    }
    return (ClassicalTerms){
        .distance = {scene->length[own], scene->length[other]},
        .walls = {scene->walls_left[own], scene->walls_left[other]},
        .facing = facing,
    };
}

static inline int scene_value(const Scene *scene) {
    ClassicalTerms terms = scene_terms(scene);
    int value = clamp(classical_weigh(&terms), VALUE_BOUND);
    return finish_fade(value, terms.distance[0], terms.distance[1], scene->plies_left);
}

static inline void measure_lengths(Scene *scene) {
    for (EACH_SIDE(side)) {
        scene->length[side] = route_length(scene->open, side, scene->pawn[side]);
    }
}

void LEVEL_NAME(classical_terms)(const Position *pos, ClassicalTerms *out) {
    Scene scene = scene_of(pos);
    measure_lengths(&scene);
    *out = scene_terms(&scene);
}

int LEVEL_NAME(classical_value)(const Evaluator *self, const Position *pos) {
    (void)self;
    Scene scene = scene_of(pos);
    measure_lengths(&scene);
    return scene_value(&scene);
}

// What is common to all moves of a position.
typedef struct Moves {
    const Position *pos;
    Side mover;
    Scene still;                      // the position as it is, with the other side to move
    Ways ways[2];                     // by Side: a wall on none of them leaves the length
    Bits128 levels[ROUTE_LEVELS_MAX]; // the mover's, two above its pawn
} Moves;

static inline void moves_init(Moves *moves, const Position *pos) {
    moves->pos = pos;
    moves->mover = position_turn(pos);
    moves->still = scene_of(pos);
    Scene *scene = &moves->still;
    // The mover's last, so that its levels stay.
    for (int i = 1; i >= 0; i--) {
        Side side = i ? side_other(moves->mover) : moves->mover;
        int pawn = scene->pawn[side];
        scene->length[side] = route_levels(scene->open, side, pawn, moves->levels);
        moves->ways[side] = route_ways(scene->open, pawn, moves->levels, scene->length[side]);
    }
    route_extend(scene->open, moves->levels, scene->length[moves->mover]);
    scene->turn = side_other(moves->mover);
    scene->plies_left--;
}

static inline void put_pawn(const Moves *moves, int target, Scene *after) {
    int *length = &after->length[moves->mover];
    // A jump leads at most two steps nearer.
    *length = *length > 2 ? *length - 2 : 0;
    while (!(moves->levels[*length] >> target & 1)) {
        ++*length;
    }
    after->pawn[moves->mover] = target;
}

static inline void put_wall(const Moves *moves, QuoridorKind kind, int slot, Scene *after) {
    Ways wall = ways_of_wall(kind, slot);
    after->open = ways_without(after->open, wall);
    after->walls_left[moves->mover]--;
    for (EACH_SIDE(side)) {
        if (ways_meet(moves->ways[side], wall)) {
            after->length[side] = route_length(after->open, side, after->pawn[side]);
        }
    }
}

static inline int move_value(const Moves *moves, Move move) {
    int value;
    if (finish_is_end(moves->pos, move, &value)) {
        return value;
    }
    Scene after = moves->still;
    QuoridorKind kind = quoridor_move_kind(move);
    if (kind == QUORIDOR_PAWN) {
        put_pawn(moves, quoridor_move_where(move), &after);
    } else {
        put_wall(moves, kind, quoridor_move_where(move), &after);
    }
    return -scene_value(&after);
}

void LEVEL_NAME(classical_move_values)(
    const Evaluator *self, const Position *pos, const Move *list, size_t count, int *values) {
    (void)self;
    Moves moves;
    moves_init(&moves, pos);
    for (size_t i = 0; i < count; i++) {
        values[i] = move_value(&moves, list[i]);
    }
}
