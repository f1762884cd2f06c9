#include <stdio.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "search/book_build.h"

#define NODES_DEFAULT 20000

static void show_progress(void *context, const BookProgress *progress) {
    const BookPlan *plan = context;
    Text line;
    text_init(&line);
    book_write_entry(&line, progress->game, progress->answer);
    fprintf(stderr, "%zu of %zu: %s", progress->entries, plan->entries, line.data);
    text_release(&line);
}

static int build(
    const Arguments *arguments, BookPlan *plan, const Rules *rules, uint64_t seed, Error *error) {
    Engine *engine = thinking_engine(arguments, rules, plan->variant, seed, error);
    if (!engine) {
        return EXIT_BAD_INPUT;
    }
    char maker[100];
    snprintf(maker, sizeof maker, "by immure book, engine %s", engine_name(engine));
    size_t entries = 0;
    plan->maker = maker;
    plan->stop = stopping_flag();
    plan->listener = show_progress;
    plan->context = plan;
    bool done = book_build(plan, rules, engine, arguments_value(arguments, "out"), &entries, error);
    engine_free(engine);
    if (!done) {
        return EXIT_FAILED;
    }
    Text out;
    text_init(&out);
    text_addf(&out, "entries %zu\n", entries);
    int status = output_write(&out, error);
    text_release(&out);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    BookPlan plan = {0};
    uint64_t seed = 1;
    int entries = 60;
    if (!options_rules(arguments, &rules, error) ||
        !options_variant(arguments, rules, &plan.variant, error) ||
        !thinking_nodes(arguments, "nodes", &plan.limits.nodes, error) ||
        !thinking_time(arguments, &plan.limits.time_ms, error) ||
        !thinking_seed(arguments, &seed, error) ||
        !arguments_int(arguments, "entries", 1, 100000, &entries, error)) {
        return EXIT_BAD_INPUT;
    }
    if (!arguments_value(arguments, "out")) {
        error_set(error, ERROR_OPTION_MISSING, "book needs --out FILE");
        return EXIT_BAD_INPUT;
    }
    plan.entries = (size_t)entries;
    if (plan.limits.nodes == 0 && plan.limits.time_ms == 0) {
        plan.limits.nodes = NODES_DEFAULT;
    }
    return build(arguments, &plan, rules, seed, error);
}

static const Option OPTIONS[] = {
    {"out", "FILE", "the book; an existing one grows", NULL, false},
    {"entries", "N", "how many positions the book has in the end (default 60)", NULL, false},
    {"nodes", "N", "nodes for each of them (default 20000)", NULL, false},
    {"time", "T", "time for each of them, e.g. 10s, instead of or besides nodes", NULL, false},
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_NETWORK,
    OPTION_SET,
    OPTION_SEED,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_BOOK = {
    .name = "book",
    .takes_game = true,
    .operands = "GAME --out FILE",
    .summary = "build an opening book by a long search",
    .description =
        "Searches the start and what is likely to follow it, for both sides, and keeps the move to "
        "play in each position; bot and play answer from such a book (--book). It can be stopped "
        "at any time (Ctrl-C) and goes on where it stopped when called again. On one thread and "
        "without --time the same call makes the same book.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
