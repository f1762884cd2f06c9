#include "match/match.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/game_server.h"
#include "cli/match_view.h"
#include "cli/output.h"
#include "cli/players.h"
#include "cli/self.h"
#include "cli/stopping.h"
#include "http/site.h"
#include "match/books.h"
#include "match/report.h"
#include "match/runner.h"

static bool read_players(const Arguments *arguments, const Rules *rules, Contestant *contestants,
    size_t *count, Error *error) {
    const char *words;
    for (*count = 0; (words = arguments_nth(arguments, "player", *count)); (*count)++) {
        if (*count == SCHEDULE_PLAYERS_MAX) {
            return error_set(
                error, ERROR_TOO_MANY_PLAYERS, "more than %d players", SCHEDULE_PLAYERS_MAX);
        }
        if (!contestant_parse(&contestants[*count], slice_from(words), rules, error)) {
            return false;
        }
        if (arguments_flag(arguments, "sandbox")) {
            contestant_box(&contestants[*count]);
        }
    }
    for (size_t i = 0; i < *count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(contestants[i].name.data, contestants[j].name.data) == 0) {
                return error_set(error, ERROR_PLAYER_TWICE,
                    "two players are named %.60s: give each a name=", contestants[i].name.data);
            }
        }
    }
    return *count >= 2 ||
           error_set(error, ERROR_OPTION_MISSING, "match needs two players or more: --player ...");
}

static bool read_numbers(const Arguments *arguments, MatchOptions *options, Error *error) {
    int cores = cores_count();
    int seed = 1;
    options->games = 100;
    options->concurrency = cores;
    if (!arguments_int(arguments, "games", 1, 1000000, &options->games, error) ||
        !arguments_int(arguments, "rounds", 1, 1000, &options->schedule.rounds, error) ||
        !arguments_int(arguments, "concurrency", 1, 256, &options->concurrency, error) ||
        !arguments_int(arguments, "seed", 0, INT32_MAX, &seed, error)) {
        return false;
    }
    options->games += options->games % 2;
    options->seed = (uint64_t)seed;
    if (options->concurrency > cores && !arguments_flag(arguments, "force")) {
        return error_set(error, ERROR_BAD_OPTION,
            "--concurrency %d is more than the %d cores of this machine, and clocks would lie: "
            "--force does it anyway",
            options->concurrency, cores);
    }
    return true;
}

static bool read_format(const Arguments *arguments, Schedule *schedule, Error *error) {
    const char *name = arguments_value(arguments, "format");
    return !name || schedule_format_find(slice_from(name), &schedule->format) ||
           choices_refuse(choices_schedules, ERROR_UNKNOWN_NAME, "format", name, error);
}

static bool check_size(const MatchOptions *options, Error *error) {
    return match_planned_games(options) < INT_MAX ||
           error_set(error, ERROR_BAD_OPTION,
               "--games %d among %zu players would be %d games or more: use fewer", options->games,
               options->contestant_count, INT_MAX);
}

static bool read_sprt(
    const Arguments *arguments, size_t player_count, Sprt *sprt, const Sprt **used, Error *error) {
    const char *text = arguments_value(arguments, "sprt");
    *used = text ? sprt : NULL;
    if (text && player_count != 2) {
        return error_set(error, ERROR_OPTIONS_CONFLICT, "--sprt is for two players");
    }
    return !text || sprt_parse(sprt, slice_from(text), error) ||
           error_prefix(error, ERROR_AT_OPTION, "--sprt");
}

// Says which players get the plain start because of their protocol.
static void explain_openings(const MatchOptions *options) {
    for (size_t i = 0; i < options->contestant_count; i++) {
        const PlayerProtocol *protocol = options->contestants[i].protocol;
        if (!protocol->takes_openings && options->openings->source.size > 0) {
            fprintf(stderr,
                "immure: note: %s speaks %s, which cannot start from a position: its games have "
                "the plain start\n",
                options->contestants[i].name.data, protocol->name);
        }
    }
}

static bool write_report(const Match *match, const char *path, Error *error) {
    char date[32] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local)) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &local);
    }
    Text text;
    text_init(&text);
    report_write(match, date, site_replay(&SITE_FILES), &text);
    bool done = text_write_file(&text, path, error);
    text_release(&text);
    return done;
}

// Whether standard output is a terminal that knows how to go back up.
static bool can_redraw(void) {
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

// The closing numbers come first: they must not be lost because the report cannot be written.
static int write_results(const Match *match, const char *report_path, Error *error) {
    Text out;
    text_init(&out);
    match_view_write_summary(match, &out);
    int status = output_write(&out, error);
    text_release(&out);
    if (status == EXIT_OK && report_path && !write_report(match, report_path, error)) {
        status = EXIT_FAILED;
    }
    return status;
}

// Plays, shows and reports a match whose options are complete.
static int play(const Arguments *arguments, const MatchOptions *options, Error *error) {
    Match match;
    match_init(&match, options);
    Journal *journal = NULL;
    if (options->journal_path && !(journal = journal_open(options->journal_path, &match, error))) {
        match_release(&match);
        return EXIT_BAD_INPUT;
    }
    explain_openings(options);
    MatchView view;
    match_view_init(&view, &match, can_redraw());
    MatchListener listener = match_view_listener(&view);
    bool done = match_run(&match, journal, &listener, stopping_flag(), error);
    match_view_clear(&view);
    int status =
        done ? write_results(&match, arguments_value(arguments, "report"), error) : EXIT_FAILED;
    journal_close(journal);
    match_release(&match);
    return status;
}

// Plays on this machine, or on a server's workers if one is named.
static int play_somewhere(const Arguments *arguments, MatchOptions *options, Error *error) {
    GameServer server;
    if (!game_server_open(&server, arguments, stopping_flag(), error)) {
        return EXIT_BAD_INPUT;
    }
    RemoteMatch *workers = remote_match_new(&server.match);
    MatchVenue venue = remote_match_venue(workers);
    options->venue = server.http ? &venue : NULL;
    int status = play(arguments, options, error);
    remote_match_free(workers);
    game_server_close(&server);
    return status;
}

static int run_with_players(const Arguments *arguments, const Rules *rules,
    const Contestant *contestants, size_t count, Error *error) {
    char self[SELF_PATH_SIZE];
    Sprt sprt;
    Openings openings;
    MatchOptions options = {
        .rules = rules,
        .contestants = contestants,
        .contestant_count = count,
        .openings = &openings,
        .schedule = {.player_count = count},
        .journal_path = arguments_value(arguments, "resume"),
        .self = self,
    };
    if (!players_check(contestants, count, rules, error) ||
        !players_variant(arguments, rules, contestants, count, &options.variant, error) ||
        !players_check_networks(contestants, count, rules, options.variant, error) ||
        !read_numbers(arguments, &options, error) ||
        !read_format(arguments, &options.schedule, error) || !check_size(&options, error) ||
        !read_sprt(arguments, count, &sprt, &options.sprt, error) || !self_path(self, error) ||
        !process_adopt_orphans(error)) {
        return EXIT_BAD_INPUT;
    }
    // A server's workers have their own.
    if (!arguments_value(arguments, "server") &&
        !players_check_sandbox(contestants, count, error)) {
        return EXIT_FAILED;
    }
    // A match may take days.
    const char *report_path = arguments_value(arguments, "report");
    if (report_path && !text_check_file(report_path, error)) {
        return EXIT_FAILED;
    }
    if (!books_load(&openings, arguments_value(arguments, "openings"), rules, options.variant,
            match_openings_needed(&options), options.seed, error)) {
        return EXIT_BAD_INPUT;
    }
    int status = play_somewhere(arguments, &options, error);
    openings_release(&openings);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    if (!options_rules(arguments, &rules, error)) {
        return EXIT_BAD_INPUT;
    }
    Contestant *contestants = calloc(SCHEDULE_PLAYERS_MAX, sizeof *contestants);
    if (!contestants) {
        abort();
    }
    size_t count;
    int status = read_players(arguments, rules, contestants, &count, error)
                     ? run_with_players(arguments, rules, contestants, count, error)
                     : EXIT_BAD_INPUT;
    for (size_t i = 0; i < count; i++) {
        contestant_release(&contestants[i]);
    }
    free(contestants);
    return status;
}

static const Option OPTIONS[] = {
    {"player", "WORDS",
        "name=A,engine=greedy,time=100ms or name=B,cmd=./bot,protocol=botzone; also first-time, "
        "start-time, margin, memory (MB), nodes, depth, level, threads, seed, network, set, book, "
        "dir, sandbox (docs/protocols.md tells what they mean); a comma inside a value is doubled",
        NULL, true},
    {"games", "N", "games of each encounter, in pairs (default 100)", NULL, false},
    {"concurrency", "N", "games at a time (default: one for each core)", NULL, false},
    {"force", NULL, "allow more games at a time than there are cores", NULL, false},
    {"sandbox", NULL, "run programs in a sandbox (see judge --probe)", NULL, false},
    {"format", "F", "who meets whom (default round-robin)", choices_schedules, false},
    {"rounds", "N", "rounds of a Swiss (default: enough to single out a winner)", NULL, false},
    {"openings", "BOOK",
        "a file with an opening a line, random:K for K random plies, none, or the built-in book "
        "(default)",
        NULL, false},
    {"sprt", "BOUNDS",
        "stop when decided: elo0=0,elo1=10[,alpha=0.05][,beta=0.05][,model=normalised]", NULL,
        false},
    {"resume", "FILE", "keep every game there, and go on from the games already there", NULL,
        false},
    {"report", "FILE", "write a page about the match there, in HTML", NULL, false},
    {"seed", "S", "order of the openings and seed of the engines (default 1)", NULL, false},
    OPTION_SERVER,
    OPTION_TOKEN,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_MATCH = {
    .name = "match",
    .takes_game = true,
    .operands = "GAME --player WORDS --player WORDS",
    .summary = "play many games between programs and tell who is stronger",
    .description =
        "Plays colour-swapped pairs of games from a book of openings and rates the players. One "
        "game a core; the first Ctrl-C ends the match after the games under way.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
