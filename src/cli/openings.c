#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "search/engine.h"

// An opening is kept if the search gives either side a win probability of 45 to 55 %: hundredths of
// a logit.
#define SCORE_TOLERANCE 20
// Most openings are far from that, and a look is enough to see it.
#define LOOK_PART 20 // of the nodes
#define LOOK_TOLERANCE 100
// So many rejected candidates for each opening wanted, and no more, before giving up.
#define CANDIDATES_PER_OPENING 200

// A line of play with surprises: each ply is the engine's or, as often, a random one. Random plies
// alone would waste walls and lock amazons in, as nobody does. False if the game ended on the way.
static bool play_line(Engine *engine, Game *game, int plies, Rng *rng) {
    EngineLimits limits = {.depth = 1};
    for (int i = 0; i < plies && game_outcome(game).result == RESULT_NONE; i++) {
        Move moves[MOVES_MAX];
        size_t count = game_moves(game, moves);
        bool is_random = rng_below(rng, 2) == 0;
        game_play(game, is_random ? moves[rng_below(rng, count)]
                                  : engine_think(engine, game, &limits, NULL, NULL, NULL));
    }
    return game_outcome(game).result == RESULT_NONE;
}

static bool is_within(Engine *judge, const Game *game, uint64_t nodes, int tolerance) {
    EngineReport report;
    EngineLimits limits = {.nodes = nodes};
    engine_new_game(judge);
    engine_think(judge, game, &limits, NULL, NULL, &report);
    return !report.is_proven && abs(report.score) <= tolerance;
}

static bool is_balanced(Engine *judge, const Game *game, int nodes) {
    return is_within(judge, game, (uint64_t)nodes / LOOK_PART + 1, LOOK_TOLERANCE) &&
           is_within(judge, game, (uint64_t)nodes, SCORE_TOLERANCE);
}

static void add_opening(Text *out, const Game *game) {
    for (size_t i = 0; i < game->count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(&game->positions[i], game->moves[i], NOTATION_STANDARD, move);
        text_addf(out, "%s%s", i ? " " : "", move);
    }
    text_add_byte(out, '\n');
}

typedef struct OpeningsPlan {
    const Rules *rules;
    const Variant *variant;
    int count;
    int plies;
    int nodes;
    int seed;
} OpeningsPlan;

// `player` plays the lines, `judge` says which are balanced.
static bool make_book(
    const OpeningsPlan *plan, Engine *player, Engine *judge, Text *out, Error *error) {
    int kept = 0;
    Rng rng;
    rng_init(&rng, (uint64_t)plan->seed);
    for (int candidate = 0; kept < plan->count; candidate++) {
        if (candidate > CANDIDATES_PER_OPENING * plan->count) {
            return error_set(
                error, ERROR_NO_OPENINGS, "too few balanced openings of %d plies", plan->plies);
        }
        Game game;
        Text line;
        text_init(&line);
        game_init(&game, plan->rules, plan->variant);
        if (play_line(player, &game, plan->plies, &rng)) {
            add_opening(&line, &game);
            if (!strstr(out->data, line.data) && is_balanced(judge, &game, plan->nodes)) {
                text_add_slice(out, text_slice(&line));
                kept++;
            }
        }
        text_release(&line);
        game_release(&game);
    }
    return true;
}

static int write_book(const OpeningsPlan *plan, Engine *player, Engine *judge, Error *error) {
    Text out;
    text_init(&out);
    text_addf(&out,
        "# %d openings of %s %s, %d plies each, greedy and random ones mixed, after which either "
        "side has a win probability of 45 to 55 %%.\n# Made by: immure openings %s --variant %s "
        "--count %d --plies %d --nodes %d --seed %d\n",
        plan->count, plan->rules->name, plan->variant->name, plan->plies, plan->rules->name,
        plan->variant->name, plan->count, plan->plies, plan->nodes, plan->seed);
    int status =
        make_book(plan, player, judge, &out, error) ? output_write(&out, error) : EXIT_FAILED;
    text_release(&out);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    OpeningsPlan plan = {.count = 100, .plies = 4, .nodes = 5000, .seed = 1};
    if (!options_rules(arguments, &plan.rules, error) ||
        !options_variant(arguments, plan.rules, &plan.variant, error) ||
        !arguments_int(arguments, "count", 1, 100000, &plan.count, error) ||
        !arguments_int(arguments, "plies", 1, 30, &plan.plies, error) ||
        !arguments_int(arguments, "nodes", 1, INT32_MAX, &plan.nodes, error) ||
        !arguments_int(arguments, "seed", 0, INT32_MAX, &plan.seed, error)) {
        return EXIT_BAD_INPUT;
    }
    EngineOptions options = {
        .rules = plan.rules, .thread_count = 1, .memory_mb = 64, .seed = (uint64_t)plan.seed};
    Engine *player = engine_new(slice_from("greedy"), &options, error);
    Engine *judge = player ? engine_new(slice_from("immure"), &options, error) : NULL;
    int status = judge ? write_book(&plan, player, judge, error) : EXIT_FAILED;
    engine_free(judge);
    engine_free(player);
    return status;
}

static const Option OPTIONS[] = {
    {"count", "N", "how many openings (default 100)", NULL, false},
    {"plies", "K", "moves in each (default 4)", NULL, false},
    {"nodes", "N", "how long the engine looks at each (default 5000)", NULL, false},
    {"seed", "S", "the same seed makes the same book (default 1)", NULL, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_OPENINGS = {
    .name = "openings",
    .takes_game = true,
    .operands = "GAME",
    .summary = "make a book of balanced openings",
    .description = "Prints openings, one a line, that are balanced: the strongest engine "
                   "gives either side a win probability of 45 to 55 %.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
