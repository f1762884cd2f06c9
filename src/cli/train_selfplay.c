#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/game_server.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "train/selfplay.h"

static void say_eta(const SelfplayProgress *progress, uint64_t wanted, char out[32]) {
    if (wanted == 0 || progress->new_games == 0) {
        snprintf(out, 32, "until stopped");
        return;
    }
    double left_s = (double)(wanted - progress->games) * (double)progress->elapsed_ns /
                    (double)NS_PER_S / (double)progress->new_games;
    snprintf(out, 32, "%.0f:%02.0f left", left_s / 60, (double)((long long)left_s % 60));
}

static void show_progress(void *context, const SelfplayProgress *progress) {
    const SelfplaySettings *settings = context;
    double seconds = (double)progress->elapsed_ns / (double)NS_PER_S;
    char eta[32];
    say_eta(progress, settings->games, eta);
    fprintf(stderr,
        "%s%" PRIu64 " games, %" PRIu64 " positions, %.1f games/s, %.0f positions/s, %s%s",
        isatty(STDERR_FILENO) ? "\r" : "", progress->games, progress->positions,
        (double)progress->new_games / seconds, (double)progress->new_positions / seconds, eta,
        isatty(STDERR_FILENO) ? "   " : "\n");
}

static int say_result(const SelfplayProgress *progress, Error *error) {
    double seconds = (double)progress->elapsed_ns / (double)NS_PER_S;
    Text out;
    text_init(&out);
    text_addf(&out, "games %" PRIu64 "\npositions %" PRIu64 "\nnew_games %" PRIu64 "\n",
        progress->games, progress->positions, progress->new_games);
    text_addf(
        &out, "first_wins %" PRIu64 "\ndraws %" PRIu64 "\n", progress->first_wins, progress->draws);
    text_addf(&out, "positions_per_second %.0f\n",
        seconds > 0 ? (double)progress->new_positions / seconds : 0.0);
    int status = output_write(&out, error);
    text_release(&out);
    return status;
}

// Before the first game, on this machine or on workers that could only fail.
static bool check_engine(
    const Rules *rules, const Variant *variant, const EngineOptions *options, Error *error) {
    EngineOptions one = *options;
    one.rules = rules;
    one.thread_count = 1;
    return engine_check(slice_from(ENGINE_KINDS[0]->name), &one, error) &&
           thinking_check_network(options->network, rules, variant, error);
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    const Variant *variant;
    SelfplaySettings settings = {
        .nodes = 40, .full_share = 1, .opening_plies = 8, .thread_count = 1, .seed = 1};
    EngineOptions options = {.thread_count = 1, .memory_mb = ENGINE_MEMORY_DEFAULT_MB};
    int games = 0;
    int full_percent = 100;
    const char *path = arguments_value(arguments, "out");
    if (!options_rules(arguments, &rules, error) ||
        !options_variant(arguments, rules, &variant, error) ||
        !thinking_options(arguments, &options, error) ||
        !check_engine(rules, variant, &options, error) ||
        !thinking_nodes(arguments, "nodes", &settings.nodes, error) ||
        !thinking_seed(arguments, &settings.seed, error) ||
        !arguments_int(arguments, "games", 1, INT32_MAX, &games, error) ||
        !arguments_int(arguments, "full", 1, 100, &full_percent, error) ||
        !arguments_int(arguments, "opening-plies", 0, 100, &settings.opening_plies, error)) {
        return EXIT_BAD_INPUT;
    }
    if (!path) {
        error_set(error, ERROR_OPTION_MISSING, "train selfplay needs --out FILE");
        return EXIT_BAD_INPUT;
    }
    settings.network = options.network;
    settings.engine_settings = options.settings;
    settings.thread_count = options.thread_count;
    settings.full_share = full_percent / 100.0;
    settings.games = (uint64_t)games;
    SelfplayProgress progress = {0};
    GameServer server;
    if (!game_server_open(&server, arguments, stopping_flag(), error)) {
        return EXIT_BAD_INPUT;
    }
    SelfplayVenue workers = remote_selfplay_venue(&server.selfplay);
    bool done = server.http ? workers.run(workers.context, &settings, rules, variant, path,
                                  stopping_flag(), show_progress, &settings, &progress, error)
                            : selfplay_run(&settings, rules, variant, path, stopping_flag(),
                                  show_progress, &settings, &progress, error);
    game_server_close(&server);
    if (isatty(STDERR_FILENO)) {
        fputc('\n', stderr);
    }
    return done ? say_result(&progress, error) : EXIT_FAILED;
}

static const Option OPTIONS[] = {
    {"out", "FILE", "where the games go; an existing file is added to", NULL, false},
    {"games", "N", "how many games the file has in the end; without it until stopped", NULL, false},
    {"nodes", "N", "nodes for a move that is learned from (default 40)", NULL, false},
    {"full", "PERCENT",
        "of the moves are searched so (default 100); the others with a fifth of the nodes", NULL,
        false},
    {"opening-plies", "K", "at most so many moves are drawn before play begins (default 8)", NULL,
        false},
    OPTION_THREADS,
    OPTION_NETWORK,
    OPTION_SET,
    OPTION_SEED,
    OPTION_SERVER,
    OPTION_TOKEN,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_SELFPLAY = {
    .name = "train selfplay",
    .takes_game = true,
    .operands = "GAME --out FILE",
    .summary = "let the engine play against itself and keep the games",
    .description =
        "The engine plays against itself; each position with what the search made of it and how "
        "the game ended goes to a file of samples, on which train fit trains a network. It can be "
        "stopped at any time (Ctrl-C) and goes on where it stopped when called again. Files from "
        "several runs or machines, made with different seeds, are used together.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
