#include <stdio.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/game_server.h"
#include "cli/network_matches.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "train/loop.h"

_Static_assert(WORDS_MAX <= LOOP_OTHERS_MAX, "every operand may be a file of samples");

static void tell(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static bool read_numbers(
    const Arguments *arguments, LoopSettings *settings, double *hours, Error *error) {
    int64_t time_ms = settings->time_ms;
    const char *text = arguments_value(arguments, "hours");
    if (text && (!slice_to_double(slice_from(text), hours) || !(*hours > 0 && *hours < 10000))) {
        return error_set(error, ERROR_BAD_OPTION, "--hours takes a positive number");
    }
    bool done =
        thinking_time(arguments, &time_ms, error) &&
        arguments_int(
            arguments, "generations", 1, GENERATIONS_MAX, &settings->generations, error) &&
        arguments_int(arguments, "games", 1, INT32_MAX, &settings->games, error) &&
        arguments_int(arguments, "nodes", 1, INT32_MAX, &settings->nodes, error) &&
        thinking_nodes(arguments, "match-nodes", &settings->match_nodes, error) &&
        arguments_int(arguments, "gate-games", 2, 1000000, &settings->gate_games, error) &&
        arguments_int(arguments, "anchor-games", 2, 1000000, &settings->anchor_games, error) &&
        arguments_int(arguments, "hidden", NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX,
            &settings->hidden, error) &&
        arguments_int(arguments, "threads", 1, THREADS_MAX, &settings->threads, error);
    settings->time_ms = (int)time_ms;
    return done;
}

static int run(const Arguments *arguments, Error *error) {
    LoopSettings settings = loop_settings_default();
    const char *anchor = arguments_value(arguments, "anchor");
    settings.folder = arguments_value(arguments, "dir");
    settings.from = arguments_value(arguments, "from");
    settings.has_policy = arguments_flag(arguments, "policy");
    settings.anchor = anchor ? anchor : settings.anchor;
    settings.others = arguments->operands + 1;
    settings.other_count = arguments->operand_count - 1;
    settings.threads = cores_count() < THREADS_MAX ? cores_count() : THREADS_MAX;
    double hours = 0;
    if (!options_rules(arguments, &settings.rules, error) ||
        !options_variant(arguments, settings.rules, &settings.variant, error) ||
        !read_numbers(arguments, &settings, &hours, error)) {
        return EXIT_BAD_INPUT;
    }
    if (!settings.folder) {
        error_set(
            error, ERROR_OPTION_MISSING, "train loop needs --dir FOLDER to keep everything in");
        return EXIT_BAD_INPUT;
    }
    if (!thinking_check_network(settings.from, settings.rules, settings.variant, error) ||
        !thinking_check_network(settings.anchor, settings.rules, settings.variant, error)) {
        return EXIT_BAD_INPUT;
    }
    const atomic_bool *stop = hours > 0 ? stopping_after(hours * 3600) : stopping_flag();
    GameServer server;
    if (!game_server_open(&server, arguments, stop, error)) {
        return EXIT_BAD_INPUT;
    }
    NetworkMatches matches = network_matches(&server);
    SelfplayVenue workers = remote_selfplay_venue(&server.selfplay);
    settings.selfplay = server.http ? &workers : NULL;
    bool done = loop_run(&settings, &matches, stop, tell, NULL, error);
    game_server_close(&server);
    return done ? EXIT_OK : EXIT_FAILED;
}

static const Option OPTIONS[] = {
    {"dir", "FOLDER", "where everything is kept; a run that was stopped goes on there", NULL,
        false},
    {"hours", "H", "stop after this time; what was begun is finished by the next run", NULL, false},
    {"generations", "N", "stop when so many are done", NULL, false},
    {"games", "N", "of self-play in a generation (default 8000)", NULL, false},
    {"nodes", "N", "for a move of self-play (default 40)", NULL, false},
    {"time", "T", "for a move of the matches (default 50ms)", NULL, false},
    {"match-nodes", "N",
        "for a move of the matches instead of a time: the same games on any machine", NULL, false},
    {"gate-games", "N", "at most, to decide whether the new network is better (default 400)", NULL,
        false},
    {"from", "FILE", "the network that a new run begins with (default: the classical evaluation)",
        NULL, false},
    {"anchor", "FILE",
        "what each generation is measured against (default none, the classical "
        "evaluation)",
        NULL, false},
    {"anchor-games", "N", "against it (default 100)", NULL, false},
    {"hidden", "N", "hidden units of the networks (default 128)", NULL, false},
    {"policy", NULL, "networks learn which moves a search visits, too", NULL, false},
    {"threads", "N", "for everything (default: one for each core)", NULL, false},
    OPTION_SERVER,
    OPTION_TOKEN,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_LOOP = {
    .name = "train loop",
    .takes_game = true,
    .operands = "GAME [SAMPLES...] --dir FOLDER",
    .summary = "repeat self-play, training and gating",
    .description =
        "From nothing to a network that beats the classical evaluation, unattended: each "
        "generation plays against itself with the best network so far, trains a new one on the "
        "games of the last generations, and of other samples that are named, and lets it take over "
        "if it wins. docs/training.md tells what to expect.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = WORDS_MAX,
    .run = run,
};
