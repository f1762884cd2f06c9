// UCT over whole moves with very short playouts, after R. Lorentz, Amazons Discover Monte-Carlo
// (Computers and Games 2008).
//
// The paper's program found that random games to the end tell little about Amazons, and that five
// or six random plies followed by a strong evaluation, of which only the sign counts, tell a lot.
// Thousands of moves would spread the playouts too thinly, so a node starts with the few moves that
// the evaluation likes best and more are admitted as its visits grow (progressive widening).

#include "base/cpu.h"
#include "eval/amazons/lieberum.h"
#include "search/kinds.h"
#include "search/uct.h"

// The numbers are those of a later program of this kind, the winner of a national contest in 2023
// on 10x10; of the paper's own only the length of playouts is known. In 40 games
// each at 20 ms a move on 8x8, exploration 0.15 (22-18) and expand_visits 10 (22-18) were no clear
// gain.
#define MOVES_KEPT 250
#define WIDTH_START 5
#define WIDTH_STEP 5
#define VISITS_PER_STEP 1000

typedef struct RankedMove {
    Move move;
    int value;
} RankedMove;

// The best moves by evaluation, best first. Of equals the earlier stays in front.
static void list_best(UctTools *tools, const Position *pos, Move step, UctPlies *out) {
    (void)step; // moves are whole
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    RankedMove kept[MOVES_KEPT];
    size_t kept_count = 0;
    size_t count = tools->rules->moves(pos, moves);
    tools->evaluator->move_values(tools->evaluator, pos, moves, count, values);
    // Insertion into a short list: most moves fail the first comparison.
    for (size_t i = 0; i < count; i++) {
        if (kept_count == MOVES_KEPT && values[i] <= kept[kept_count - 1].value) {
            continue;
        }
        size_t at = kept_count < MOVES_KEPT ? kept_count++ : kept_count - 1;
        for (; at > 0 && kept[at - 1].value < values[i]; at--) {
            kept[at] = kept[at - 1];
        }
        kept[at] = (RankedMove){.move = moves[i], .value = values[i]};
    }
    for (size_t i = 0; i < kept_count; i++) {
        out->list[i] = (UctPly){.move = kept[i].move, .wins = kept[i].value >= VALUE_MAX};
    }
    out->count = kept_count;
    out->is_complete = kept_count == count;
}

static uint32_t width(uint32_t visits) {
    return WIDTH_START + WIDTH_STEP * (visits / VISITS_PER_STEP);
}

static float sign_as_result(int value) {
    return value > 0 ? 1.0f : value < 0 ? 0.0f : 0.5f;
}

static const UctMethod LORENTZ = {
    .exploration = 0.35f,
    .expand_visits = 40, // expansion costs as much as hundreds of playouts
    .playout_plies = 5,  // the paper: five or six
    .splits_moves = false,
    .list = list_best,
    .width = width,
    .result = sign_as_result,
};

static void *create(const EngineOptions *options, Error *error) {
    Uct *uct = uct_new(&LORENTZ, lieberum_evaluator(cpu_level()), options);
    return uct ? uct : engine_without_memory(options, error);
}

const EngineKind ENGINE_LORENTZ = {
    .name = "lorentz",
    .game = "amazons",
    .summary = "UCT, short playouts, sign of the evaluation (Lorentz 2008)",
    .create = create,
    .destroy = uct_free,
    .new_game = uct_new_game,
    .think = uct_think,
};
