#include <string.h>

#include "cli/book_option.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/thinking.h"
#include "eval/net/builtin.h"
#include "submission/site_file.h"

#define FILE_SIZE_MAX (1u << 26)

static bool choices_sites(size_t index, Choice *out) {
    const BotProtocol *const *protocol = SUBMISSION_PROTOCOLS;
    while (*protocol && index-- > 0) {
        protocol++;
    }
    if (*protocol) {
        *out = (Choice){.name = slice_from((*protocol)->name), .game = (*protocol)->game};
    }
    return *protocol != NULL;
}

static bool read_options(
    const Arguments *arguments, const Rules *rules, SubmissionOptions *options, Error *error) {
    const char *name = arguments_value(arguments, "protocol");
    const BotProtocol *protocol = name ? submission_protocol(slice_from(name), NULL)
                                       : submission_protocol((Slice){0}, rules->name);
    if (!protocol) {
        return choices_refuse(choices_sites, ERROR_UNKNOWN_PROTOCOL, "protocol", name, error);
    }
    if (strcmp(protocol->game, rules->name) != 0) {
        return error_set(
            error, ERROR_PROTOCOL_OTHER_GAME, "protocol %s is for %s", name, protocol->game);
    }
    *options = submission_defaults(protocol);
    bool is_botzone = options->keep_running;
    bool restarts = arguments_flag(arguments, "restart");
    int64_t time_ms = options->time_ms;
    options->is_course = arguments_flag(arguments, "course");
    options->keep_running = is_botzone && !restarts;
    options->ponders = arguments_flag(arguments, "ponder");
    if (restarts && (arguments_flag(arguments, "keep-running") || !is_botzone)) {
        return error_set(error, ERROR_OPTIONS_CONFLICT,
            "--restart is for Botzone, and instead of --keep-running");
    }
    if (!thinking_time(arguments, &time_ms, error) ||
        !arguments_int(arguments, "level", 1, LEVELS_COUNT, &options->level, error) ||
        !arguments_int(arguments, "memory-mb", 1, 1 << 14, &options->memory_mb, error)) {
        return false;
    }
    options->time_ms = (int)time_ms;
    return true;
}

// The network of --network, or the built-in one; `out` is left empty by `none`.
static bool read_network(
    const Arguments *arguments, const NetworkShape *shape, Text *out, Error *error) {
    const char *path = arguments_value(arguments, "network");
    Network network;
    if (!path) {
        text_add_slice(out, network_builtin(shape));
        return true;
    }
    if (strcmp(path, "none") == 0) {
        return true;
    }
    if (!text_read_file(out, path, FILE_SIZE_MAX, error)) {
        return false;
    }
    if (!network_read_as(&network, shape, text_slice(out), error)) {
        return error_prefix(error, ERROR_AT_FILE, "%s", path);
    }
    network_release(&network);
    return true;
}

static bool write_source(const Arguments *arguments, const Rules *rules, Text *out, Error *error) {
    SubmissionOptions options;
    if (!read_options(arguments, rules, &options, error)) {
        return false;
    }
    const NetworkShape *shape =
        submission_board(submission_protocol(slice_from(options.protocol), rules->name));
    Text network;
    Text book;
    text_init(&network);
    text_init(&book);
    bool done = read_network(arguments, shape, &network, error) &&
                book_option_text(arguments, rules, shape->name, &book, error) &&
                submission_write(&options, text_slice(&network), text_slice(&book), out, error);
    text_release(&network);
    text_release(&book);
    return done;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    if (!options_rules(arguments, &rules, error)) {
        return EXIT_BAD_INPUT;
    }
    const char *path = arguments_value(arguments, "out");
    Text out;
    text_init(&out);
    int status = EXIT_BAD_INPUT;
    if (write_source(arguments, rules, &out, error)) {
        status = !path                                ? output_write(&out, error)
                 : text_write_file(&out, path, error) ? EXIT_OK
                                                      : EXIT_FAILED;
    }
    text_release(&out);
    return status;
}

static const Option OPTIONS[] = {
    {"protocol", "P", "what the site speaks (default: botzone or sjtu)", choices_sites, false},
    {"out", "FILE", "where the source goes instead of standard output; -o for short", NULL, false},
    {"course", NULL, "sjtu: the functions that the course's own main calls, without a main", NULL,
        false},
    {"time", "T",
        "thinking time for a move, e.g. 900ms (default: what the site allows, less a "
        "margin)",
        NULL, false},
    {"level", "N", "how hard it tries, from beginner to full strength (default 8)", choices_levels,
        false},
    OPTION_NETWORK,
    OPTION_BOOK,
    {"memory-mb", "M", "memory for the search (default 128)", NULL, false},
    {"keep-running", NULL, "Botzone: stay alive between turns and keep the tree (default)", NULL,
        false},
    {"restart", NULL, "Botzone: end after each turn", NULL, false},
    {"ponder", NULL, "sjtu: think on the opponent's time too; the file then needs -pthread", NULL,
        false},
    OPTIONS_END,
};

const Command COMMAND_SUBMISSION = {
    .name = "submission",
    .takes_game = true,
    .operands = "GAME",
    .summary = "write the engine as one source file for Botzone or the SJTU course",
    .description =
        "Writes one source file with the engine and its network, which a site compiles as C++11 or "
        "later (or C17): amazons for Botzone, quoridor for the SJTU course. docs/submissions.md "
        "goes from here to a rated bot, step by step.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
