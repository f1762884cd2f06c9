#include <math.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "match/stats.h"
#include "search/level.h"

// The last level takes all the time it is given; here it takes this.
#define FULL_NODES 4000
#define OPENING_PLIES 4
#define PLIES_MAX 400

typedef struct LevelPlayer {
    const Level *level;
    Engine *engine;
} LevelPlayer;

static Move choose(const LevelPlayer *player, const Game *game, Rng *rng) {
    Move move = level_begin(player->level, player->engine, game, rng);
    EngineLimits limits = {.nodes = player->level->nodes > 0 ? player->level->nodes : FULL_NODES};
    return move != MOVE_NONE ? move : engine_think(player->engine, game, &limits, NULL, NULL, NULL);
}

static void play_opening(Game *game, Rng *rng) {
    for (int i = 0; i < OPENING_PLIES && game_outcome(game).result == RESULT_NONE; i++) {
        Move moves[MOVES_MAX];
        game_play(game, moves[rng_below(rng, game_moves(game, moves))]);
    }
}

// Half points of the player who moves first from where the game stands.
static int play_on(Game *game, const LevelPlayer *first, const LevelPlayer *second, Rng *rng) {
    Side side = position_turn(game_position(game));
    Outcome outcome;
    for (int i = 0; i < PLIES_MAX && (outcome = game_outcome(game)).result == RESULT_NONE; i++) {
        game_play(game, choose(i % 2 == 0 ? first : second, game, rng));
    }
    outcome = game_outcome(game);
    return outcome.result == RESULT_NONE || outcome.result == RESULT_DRAW ? 1
           : outcome.result == result_win_for(side)                       ? 2
                                                                          : 0;
}

// A pair of games from one random opening, counted for `upper`.
static int play_pair(const Rules *rules, const Variant *variant, const LevelPlayer *upper,
    const LevelPlayer *lower, Rng *rng) {
    Game opening;
    game_init(&opening, rules, variant);
    play_opening(&opening, rng);
    int half_points = 0;
    for (int swapped = 0; swapped < 2; swapped++) {
        Game game;
        game_init_copy(&game, &opening);
        half_points +=
            swapped ? 2 - play_on(&game, lower, upper, rng) : play_on(&game, upper, lower, rng);
        game_release(&game);
    }
    game_release(&opening);
    return half_points;
}

static int measure(
    const Rules *rules, const Variant *variant, int pairs, Engine *engines[2], Error *error) {
    const atomic_bool *stop = stopping_flag();
    Rng rng;
    rng_init(&rng, 1);
    Text out;
    text_init(&out);
    double elo = 0; // above level 1, the sum of the steps so far
    double elo_error = 0;
    text_addf(&out, "level_1_elo 0\n");
    for (int number = 2; number <= LEVELS_COUNT && !atomic_load(stop); number++) {
        LevelPlayer upper = {level_at(number), engines[0]};
        LevelPlayer lower = {level_at(number - 1), engines[1]};
        Tally tally = {.unit = TALLY_PENTANOMIAL};
        for (int i = 0; i < pairs && !atomic_load(stop); i++) {
            engine_new_game(engines[0]);
            engine_new_game(engines[1]);
            tally_add(&tally, play_pair(rules, variant, &upper, &lower, &rng));
        }
        Stats stats = stats_compute(&tally);
        elo += stats.elo;
        elo_error = hypot(elo_error, stats.elo_error); // the steps are independent
        fprintf(stderr, "level %d over %d: %+.0f +- %.0f\n", number, number - 1, stats.elo,
            stats.elo_error);
        text_addf(
            &out, "level_%d_elo %.0f\nlevel_%d_elo_error %.0f\n", number, elo, number, elo_error);
    }
    int status = output_write(&out, error);
    text_release(&out);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    const Variant *variant;
    int games = 200;
    if (!options_rules(arguments, &rules, error) ||
        !options_variant(arguments, rules, &variant, error) ||
        !arguments_int(arguments, "games", 2, 1000000, &games, error)) {
        return EXIT_BAD_INPUT;
    }
    Engine *engines[2] = {NULL, NULL};
    int status = EXIT_BAD_INPUT;
    for (int i = 0; i < 2; i++) {
        engines[i] = thinking_engine(arguments, rules, variant, (uint64_t)i, error);
    }
    if (engines[0] && engines[1]) {
        status = measure(rules, variant, (games + 1) / 2, engines, error);
    }
    engine_free(engines[0]);
    engine_free(engines[1]);
    return status;
}

static const Option OPTIONS[] = {
    {"games", "N", "between each level and the one below (default 200)", NULL, false},
    OPTION_NETWORK,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_LEVELS = {
    .name = "levels",
    .takes_game = true,
    .operands = "GAME",
    .summary = "measure the levels of play in Elo",
    .description =
        "Lets each level play against the one below it, in pairs from random openings, "
        "and adds up the differences. The page and the arena know the levels by what was "
        "measured so (docs/strength/levels.json).",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
