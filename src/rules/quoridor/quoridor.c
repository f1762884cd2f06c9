#include "rules/quoridor/quoridor.h"

#include "rules/quoridor/drawing.h"
#include "rules/quoridor/kernel.h"
#include "rules/quoridor/notation.h"
#include "rules/quoridor/path.h"
#include "rules/quoridor/position_text.h"

static const Variant VARIANTS[] = {
    {
        .name = "standard",
        .size = QUORIDOR_SIZE,
        .walls = QUORIDOR_WALLS,
        .edge_is_barrier = true,
        .ply_cap = 400,
        .repetition_limit = 3,
    },
    // The judge of the SJTU course of 2017.
    {
        .name = "sjtu",
        .size = QUORIDOR_SIZE,
        .walls = QUORIDOR_WALLS,
        .edge_is_barrier = false,
        .ply_cap = 100,
    },
    // Its edition of 2022: 100 turns each.
    {
        .name = "sjtu-2022",
        .size = QUORIDOR_SIZE,
        .walls = QUORIDOR_WALLS,
        .edge_is_barrier = true,
        .ply_cap = 200,
    },
};

void quoridor_start(Position *pos, const Variant *variant) {
    const Bits128 top_row = PATH_BOARD & ~(PATH_BOARD >> QUORIDOR_SIZE);
    const Bits128 last_file = PATH_FILE_A << (QUORIDOR_SIZE - 1);
    *pos = (Position){
        .variant = variant,
        .turn = SIDE_FIRST,
        .quoridor =
            {
                .open_north = PATH_BOARD & ~top_row,
                .open_east = PATH_BOARD & ~last_file,
                .pawn =
                    {
                        (uint8_t)quoridor_square(QUORIDOR_SIZE / 2, 0),
                        (uint8_t)quoridor_square(QUORIDOR_SIZE / 2, QUORIDOR_SIZE - 1),
                    },
                .walls_left = {(uint8_t)variant->walls, (uint8_t)variant->walls},
            },
    };
}

static bool same(const Position *a, const Position *b) {
    const QuoridorPosition *x = &a->quoridor;
    const QuoridorPosition *y = &b->quoridor;
    return a->turn == b->turn && x->pawn[0] == y->pawn[0] && x->pawn[1] == y->pawn[1] &&
           x->horizontal == y->horizontal && x->vertical == y->vertical &&
           x->walls_left[0] == y->walls_left[0] && x->walls_left[1] == y->walls_left[1];
}

// A wall stays.
static bool can_recur(const Position *before, const Position *now) {
    return before->quoridor.horizontal == now->quoridor.horizontal &&
           before->quoridor.vertical == now->quoridor.vertical;
}

#define RULES(level)                                                                               \
    {                                                                                              \
        .name = "quoridor", .variants = VARIANTS,                                                  \
        .variant_count = sizeof VARIANTS / sizeof *VARIANTS, .notations = QUORIDOR_NOTATIONS,      \
        .start = quoridor_start, .moves = LEVEL_JOIN(quoridor_moves, level),                       \
        .count = LEVEL_JOIN(quoridor_count, level), .apply = LEVEL_JOIN(quoridor_apply, level),    \
        .outcome = LEVEL_JOIN(quoridor_outcome, level), .same = same, .can_recur = can_recur,      \
        .parse = quoridor_parse, .format = quoridor_format, .read = RULES_TEXT(quoridor_read),     \
        .write = RULES_TEXT(quoridor_write), .draw = RULES_TEXT(quoridor_draw),                    \
    }

static const Rules TABLES[CPU_LEVEL_COUNT] = LEVEL_TABLE(RULES);

const Rules *quoridor_rules(CpuLevel level) {
    return &TABLES[level];
}
