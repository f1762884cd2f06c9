#include "rules/perft.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"

// The counts below each move, sorted by the move's text.
static void write_divide(
    const Game *game, Notation notation, const PerftRoot *roots, size_t count, Text *out) {
    for (size_t i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(game_position(game), roots[i].move, notation, move);
        text_addf(out, "%s %" PRIu64 "\n", move, roots[i].nodes);
    }
    text_sort_lines(out);
}

static int count_depths(
    const Game *game, Notation notation, int depth, int threads, bool divide, Error *error) {
    PerftRoot *roots = calloc(MOVES_MAX, sizeof *roots);
    if (!roots) {
        abort();
    }
    Text out;
    text_init(&out);
    int status = EXIT_OK;
    for (int d = 1; d <= depth && status == EXIT_OK; d++) {
        int64_t start_ns = clock_now_ns();
        size_t count = perft_divide(game, d, threads, roots);
        int64_t spent_ns = clock_now_ns() - start_ns;
        uint64_t nodes = 0;
        for (size_t i = 0; i < count; i++) {
            nodes += roots[i].nodes;
        }
        text_clear(&out);
        if (d == depth && divide) {
            write_divide(game, notation, roots, count, &out);
        }
        text_addf(&out, "depth %d nodes %" PRIu64 "\n", d, nodes);
        if (d == depth) {
            double seconds = (double)(spent_ns > 0 ? spent_ns : 1) / (double)NS_PER_S;
            text_addf(&out, "nodes %" PRIu64 "\nnps %.0f\n", nodes, (double)nodes / seconds);
        }
        status = output_write(&out, error);
    }
    text_release(&out);
    free(roots);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    int depth = 0;
    int threads = 1;
    if (!arguments_int(arguments, "depth", 1, 99, &depth, error) ||
        !arguments_int(arguments, "threads", 1, PERFT_THREADS_MAX, &threads, error)) {
        return EXIT_BAD_INPUT;
    }
    if (depth == 0) {
        error_set(error, ERROR_OPTION_MISSING, "perft needs --depth");
        return EXIT_BAD_INPUT;
    }
    Game game;
    Notation notation;
    if (!options_game(arguments, &game, &notation, error)) {
        return EXIT_BAD_INPUT;
    }
    int status =
        count_depths(&game, notation, depth, threads, arguments_flag(arguments, "divide"), error);
    game_release(&game);
    return status;
}

static const Option OPTIONS[] = {
    {"depth", "D", "how many plies deep to count", NULL, false},
    OPTION_MOVES,
    OPTION_POSITION,
    {"divide", NULL, "also print the count below each move", NULL, false},
    {"threads", "T", "threads to use (default 1)", NULL, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTION_NOTATION,
    OPTIONS_END,
};

const Command COMMAND_PERFT = {
    .name = "perft",
    .takes_game = true,
    .operands = "GAME --depth D [-]",
    .summary = "count the leaves of the game tree",
    .description =
        "Counts the sequences of legal moves, for each depth up to D on a line `depth d "
        "nodes N`, then `nodes N` and `nps M` (moves a second) of the last one. The last "
        "ply is counted without being played; there is no hash table.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 2,
    .run = run,
};
