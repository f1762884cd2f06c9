#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/game_server.h"
#include "cli/network_matches.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "eval/net/network.h"

static int say_result(const DuelResult *result, Error *error) {
    Text out;
    text_init(&out);
    text_addf(&out, "games %d\npoints %.1f\n", result->games, result->points);
    text_addf(&out, "elo %.1f\nelo_error %.1f\n", result->stats.elo, result->stats.elo_error);
    text_addf(&out, "llr %.2f\nverdict %s\n", result->llr,
        result->verdict == SPRT_ACCEPT_H1   ? "better"
        : result->verdict == SPRT_ACCEPT_H0 ? "not better"
                                            : "undecided");
    int status = output_write(&out, error);
    text_release(&out);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    NetworkMatch gate = {
        .new_network = arguments_value(arguments, "new"),
        .old_network = arguments_value(arguments, "old"),
        .games = 2000,
        .concurrency = cores_count(),
    };
    int64_t time_ms = 50;
    Sprt sprt;
    const char *bounds = arguments_value(arguments, "sprt");
    if (!options_rules(arguments, &gate.rules, error) ||
        !options_variant(arguments, gate.rules, &gate.variant, error) ||
        !thinking_time(arguments, &time_ms, error) ||
        !thinking_nodes(arguments, "nodes", &gate.nodes, error) ||
        !arguments_int(arguments, "games", 2, 1000000, &gate.games, error) ||
        !arguments_int(arguments, "concurrency", 1, 256, &gate.concurrency, error) ||
        !sprt_parse(&sprt, slice_from(bounds ? bounds : "elo0=0,elo1=15"), error)) {
        return EXIT_BAD_INPUT;
    }
    if (!gate.new_network || !gate.old_network) {
        error_set(error, ERROR_OPTION_MISSING,
            "train gate needs --new FILE and --old FILE (none: the classical one)");
        return EXIT_BAD_INPUT;
    }
    if (!thinking_check_network(gate.new_network, gate.rules, gate.variant, error) ||
        !thinking_check_network(gate.old_network, gate.rules, gate.variant, error)) {
        return EXIT_BAD_INPUT;
    }
    const char *place = arguments_value(arguments, "install");
    if (place && !text_check_file(place, error)) {
        return EXIT_FAILED;
    }
    gate.time_ms = (int)time_ms;
    gate.journal = arguments_value(arguments, "resume");
    DuelResult result;
    GameServer server;
    if (!game_server_open(&server, arguments, stopping_flag(), error)) {
        return EXIT_BAD_INPUT;
    }
    bool done = network_matches_play(&gate, &sprt, &server, stopping_flag(), &result, error);
    game_server_close(&server);
    if (!done) {
        return EXIT_FAILED;
    }
    // The result comes first: it must not be lost because the network cannot be copied.
    int status = say_result(&result, error);
    if (place && result.verdict == SPRT_ACCEPT_H1 &&
        !network_install(gate.new_network, place, error)) {
        return EXIT_FAILED;
    }
    return status;
}

static const Option OPTIONS[] = {
    {"new", "FILE", "the network that wants to be the better one", NULL, false},
    {"old", "FILE", "the network to beat; none for the classical evaluation", NULL, false},
    {"install", "FILE", "copy the new network there if it wins", NULL, false},
    {"time", "T", "for a move (default 50ms)", NULL, false},
    {"nodes", "N", "for a move instead of a time: the same games on any machine", NULL, false},
    {"games", "N", "at most (default 2000)", NULL, false},
    {"sprt", "BOUNDS", "when to stop (default elo0=0,elo1=15)", NULL, false},
    {"concurrency", "N", "games at a time (default: one for each core)", NULL, false},
    {"resume", "FILE", "keep every game there, and go on from the games already there", NULL,
        false},
    OPTION_SERVER,
    OPTION_TOKEN,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_GATE = {
    .name = "train gate",
    .takes_game = true,
    .operands = "GAME --new FILE --old FILE",
    .summary = "test whether a new network beats the old one",
    .description =
        "The default engine with the new network plays against itself with the old one at equal "
        "time, in pairs with colours swapped, until a sequential test decides. Better validation "
        "loss often loses games, so only games let a network in.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
