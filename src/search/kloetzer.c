// UCT over split moves, after J. Kloetzer, H. Iida and B. Bouzy, The Monte-Carlo Approach in
// Amazons (Computer Games Workshop 2007).
//
// The tree takes the step of an amazon and its arrow as two plies of the same side: some fifty
// steps with a dozen arrows each are tried sooner than hundreds of moves, and the statistics of a
// step serve all its arrows. Playouts are cut short too, and the result is the win probability of
// the evaluation, not only its sign.

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "rules/amazons/board.h"
#include "search/kinds.h"
#include "search/uct.h"

static void add_steps(const UctTools *tools, const Position *pos, UctPlies *out) {
    Bits128 movers = pos->amazons.amazons[pos->turn];
    Bits128 empty = amazons_empty(pos);
    while (movers) {
        int from = bits128_pop(&movers);
        Bits128 targets = rays_reach(&tools->rays, empty, from);
        while (targets) {
            Move step = amazons_move(from, bits128_pop(&targets), from);
            out->list[out->count++] = (UctPly){.move = step};
        }
    }
}

static void add_arrows(const UctTools *tools, const Position *pos, Move step, UctPlies *out) {
    int from = amazons_move_from(step);
    int to = amazons_move_to(step);
    Bits128 arrows = rays_arrows(&tools->rays, amazons_empty(pos), from, to);
    while (arrows) {
        Position next;
        Move move = amazons_move(from, to, bits128_pop(&arrows));
        tools->rules->apply(pos, move, &next);
        bool wins = tools->rules->outcome(&next).result != RESULT_NONE;
        out->list[out->count++] = (UctPly){.move = move, .wins = wins};
    }
}

// Nothing says which ply is better, so their order is random.
static void shuffle(UctPlies *plies, Rng *rng) {
    for (size_t left = plies->count; left > 1; left--) {
        size_t chosen = (size_t)rng_below(rng, left);
        UctPly swapped = plies->list[left - 1];
        plies->list[left - 1] = plies->list[chosen];
        plies->list[chosen] = swapped;
    }
}

static void list_all(UctTools *tools, const Position *pos, Move step, UctPlies *out) {
    out->count = 0;
    out->is_complete = true;
    if (step == MOVE_NONE) {
        add_steps(tools, pos, out);
    } else {
        add_arrows(tools, pos, step, out);
    }
    shuffle(out, &tools->rng);
}

static uint32_t width(uint32_t visits) {
    (void)visits;
    return MOVES_MAX; // no widening
}

static const UctMethod KLOETZER = {
    .exploration = 0.2f, // 0.35 was even: 21-19 and 14-26 in matches of 40 at 20 ms a move, 8x8
    .expand_visits = 1,
    .playout_plies = 3, // 30-10 against 5 in such a match
    .splits_moves = true,
    .list = list_all,
    .width = width,
    .result = value_to_win_probability,
};

static void *create(const EngineOptions *options, Error *error) {
    Uct *uct = uct_new(&KLOETZER, lieberum_evaluator(cpu_level()), options);
    return uct ? uct : engine_without_memory(options, error);
}

const EngineKind ENGINE_KLOETZER = {
    .name = "kloetzer",
    .game = "amazons",
    .summary = "UCT over split moves, cut playouts (Kloetzer, Iida, Bouzy 2007)",
    .create = create,
    .destroy = uct_free,
    .new_game = uct_new_game,
    .think = uct_think,
};
