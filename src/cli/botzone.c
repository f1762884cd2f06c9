// A program at home that plays on Botzone.

#include <stdio.h>

#include "bridge/poll.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/players.h"
#include "cli/self.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "players/contestant.h"

#define RETRY_DEFAULT_MS 1000
// The site keeps the clock, and a late answer is better than none: only a program that hangs is
// given up.
#define LATE_MAX_MS 60000
#define GAME "amazons"

static void say(const char *line) {
    puts(line);
    fflush(stdout);
}

static bool read_contestant(
    const Arguments *arguments, const Rules *rules, Contestant *contestant, Error *error) {
    const char *command = arguments_value(arguments, "cmd");
    const char *protocol = arguments_value(arguments, "protocol");
    int64_t time_ms = 0;
    if (!thinking_time(arguments, &time_ms, error) ||
        !contestant_from_command(
            contestant, command ? command : "engine:immure", protocol, rules, error)) {
        return false;
    }
    if (!players_check(contestant, 1, rules, error)) {
        contestant_release(contestant);
        return false;
    }
    contestant->turn_ms = time_ms > 0 ? (int)time_ms : contestant->turn_ms;
    contestant->margin_ms = LATE_MAX_MS;
    contestant->has_book = true;
    return true;
}

static int bridge_matches(const Arguments *arguments, const Rules *rules,
    const Contestant *contestant, PollOptions *options, Error *error) {
    const char *opponents[WORDS_MAX + 1] = {NULL};
    for (size_t i = 0; i < WORDS_MAX && arguments_nth(arguments, "opponent", i); i++) {
        opponents[i] = arguments_nth(arguments, "opponent", i);
    }
    char self[SELF_PATH_SIZE];
    if (!self_path(self, error)) {
        return EXIT_FAILED;
    }
    ContestantCall call;
    const Variant *variant = &rules->variants[0];
    PlayerOptions player =
        contestant_player(contestant, self, rules->name, variant, self_random_seed(), &call);
    BridgeOptions bridge_options = {
        .rules = rules,
        .variant = variant,
        .player = &player,
        .say = say,
    };
    Bridge *bridge = bridge_new(&bridge_options);
    options->opponents = opponents;
    bool done = poll_run(bridge, options, error);
    bridge_free(bridge);
    return done ? EXIT_OK : EXIT_BAD_INPUT;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules = rules_find(slice_from(GAME));
    PollOptions options = {
        .url = arguments_value(arguments, "url"),
        .game = "Amazons",
        .retry_ms = RETRY_DEFAULT_MS,
        .stop = stopping_flag(),
        .say = say,
    };
    Contestant contestant;
    if (!options.url) {
        error_set(error, ERROR_OPTION_MISSING, "botzone needs --url: see immure botzone --help");
        return EXIT_BAD_INPUT;
    }
    if (!arguments_int(arguments, "retry-ms", 1, 60000, &options.retry_ms, error) ||
        !arguments_int(arguments, "matches", 1, 1000000, &options.match_count, error) ||
        !read_contestant(arguments, rules, &contestant, error)) {
        return EXIT_BAD_INPUT;
    }
    int status = bridge_matches(arguments, rules, &contestant, &options, error);
    contestant_release(&contestant);
    return status;
}

static const Option OPTIONS[] = {
    {"url", "URL", "the address of local programs from your account page, https://.../localai",
        NULL, false},
    {"cmd", "CMD", "the program that plays, instead of our engine", NULL, false},
    {"protocol", "P", "what it speaks: botzone (default) or botzone-json", NULL, false},
    {"time", "T", "time for a move, e.g. 1s", NULL, false},
    {"opponent", "BOT", "start a match against this bot, named by its id; may be repeated", NULL,
        true},
    {"matches", "N", "stop after so many matches have ended", NULL, false},
    {"retry-ms", "MS",
        "the first wait after a network error (default 1000); each is twice the last", NULL, false},
    OPTIONS_END,
};

const Command COMMAND_BOTZONE = {
    .name = "botzone",
    .operands = "--url URL",
    .summary = "play on Botzone with a program at home",
    .description =
        "Polls the address that Botzone gives to users for local programs and plays Amazons on the "
        "site, several matches at a time, with our engine or with any bot that speaks Botzone's "
        "protocol. The address holds your key: keep it to yourself. Ctrl-C ends it.",
    .options = OPTIONS,
    .operand_min = 0,
    .operand_max = 0,
    .run = run,
};
