#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/thinking.h"
#include "search/bench.h"

// An engine that plays one game only is measured at that one, unless another is asked for.
static bool plays(Slice kind_name, const char *game) {
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        if (slice_is(kind_name, (*kind)->name)) {
            return !(*kind)->game || strcmp((*kind)->game, game) == 0;
        }
    }
    return true; // engine_new says what is wrong
}

static void write_results(const BenchResult *results, size_t count, Text *out) {
    for (size_t i = 0; i < count; i++) {
        text_addf(out, "bench %s %" PRIu32 "\n", results[i].game->name, results[i].signature);
    }
    for (size_t i = 0; i < count; i++) {
        double seconds = (double)(results[i].time_ns + 1) / (double)NS_PER_S;
        text_addf(out, "nodes_per_second_%s %.0f\n", results[i].game->name,
            (double)results[i].nodes / seconds);
    }
}

// The one variant that is asked for, or null for all.
static bool parse_variant(
    const Arguments *arguments, const Rules *wanted, const Variant **only, Error *error) {
    *only = NULL;
    if (!arguments_value(arguments, "variant")) {
        return true;
    }
    if (!wanted) {
        return error_set(
            error, ERROR_OPTIONS_CONFLICT, "--variant is one of a game's: name the game");
    }
    return options_variant(arguments, wanted, only, error);
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *wanted = NULL;
    const Variant *only;
    if ((arguments->operand_count > 0 && !options_rules(arguments, &wanted, error)) ||
        !parse_variant(arguments, wanted, &only, error)) {
        return EXIT_BAD_INPUT;
    }
    Slice kind = thinking_kind(arguments);
    BenchResult results[BENCH_GAMES_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < BENCH_GAMES_COUNT; i++) {
        bool is_wanted = wanted ? strcmp(wanted->name, BENCH_GAMES[i].name) == 0
                                : plays(kind, BENCH_GAMES[i].name);
        if (is_wanted && !bench_measure(&BENCH_GAMES[i], only, kind, &results[count++], error)) {
            return EXIT_BAD_INPUT;
        }
    }
    Text out;
    text_init(&out);
    write_results(results, count, &out);
    int status = output_write(&out, error);
    text_release(&out);
    return status;
}

static const Option OPTIONS[] = {
    OPTION_ENGINE,
    {"variant", "NAME", "only the positions of this board, or of these rules (default all)", NULL,
        false},
    OPTIONS_END,
};

const Command COMMAND_BENCH = {
    .name = "bench",
    .takes_game = true,
    .operands = "[GAME]",
    .summary = "measure the engine on fixed work: a signature and its speed",
    .description = "Searches a few fixed positions of a game, or of both, with one thread and a "
                   "fixed number of nodes, and prints `bench GAME N`, a signature of everything "
                   "that the engine found. It is the same on every machine, and another when "
                   "search or evaluation behave differently. Each board has a network of its own: "
                   "--variant tells whether the engine of one has changed. `nodes_per_second_GAME` "
                   "is the speed.",
    .options = OPTIONS,
    .operand_min = 0,
    .operand_max = 1,
    .run = run,
};
