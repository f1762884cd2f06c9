#include <string.h>
#include <unistd.h>

#include "cli/analyse_writers.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/thinking.h"
#include "rules/record/record_io.h"

#define RECORD_LIMIT_BYTES (16u << 20)
#define TIME_DEFAULT_MS 1000
#define ANALYSIS_SEED 1 // the same question gets the same answer

typedef struct AnalyseCommand {
    Game game;
    Result result;
    Engine *engine;
    EngineLimits limits;
    int line_count;
    bool is_whole_game;
    bool is_json;
    const char *svg_path;
} AnalyseCommand;

static bool has_suffix(const char *text, const char *suffix) {
    size_t size = strlen(text);
    size_t suffix_size = strlen(suffix);
    return size >= suffix_size && strcmp(text + size - suffix_size, suffix) == 0;
}

// The game of a file; a record knows its start, its moves and its rules.
static bool read_record(const Arguments *arguments, AnalyseCommand *analysis, Error *error) {
    static const char *const OTHERS[] = {"moves", "position", "variant", "size", "notation"};
    const char *path = arguments_value(arguments, "record");
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (arguments_value(arguments, OTHERS[i])) {
            return error_set(error, ERROR_OPTIONS_CONFLICT,
                "--record says all of the game: leave out --%s", OTHERS[i]);
        }
    }
    const Rules *rules;
    if (arguments->operand_count > 1) {
        return error_set(error, ERROR_OPTIONS_CONFLICT,
            "--record says all of the game: leave out the last word");
    }
    if (!options_rules(arguments, &rules, error)) {
        return false;
    }
    Text text;
    Record record;
    text_init(&text);
    bool done = text_read_file(&text, path, RECORD_LIMIT_BYTES, error) &&
                (record_read(text_slice(&text), has_suffix(path, ".sgf") ? RECORD_SGF : RECORD_PGN,
                     rules, &record, error) ||
                    error_prefix(error, ERROR_AT_FILE, "%.100s", path));
    if (done) {
        game_init_copy(&analysis->game, &record.game);
        analysis->result = record.result;
        record_release(&record);
    }
    text_release(&text);
    return done;
}

static bool read_game(const Arguments *arguments, AnalyseCommand *analysis, Error *error) {
    if (arguments_value(arguments, "record")) {
        return read_record(arguments, analysis, error);
    }
    Notation notation;
    if (!options_game(arguments, &analysis->game, &notation, error)) {
        return false;
    }
    analysis->result = game_outcome(&analysis->game).result;
    return true;
}

static bool read_options(const Arguments *arguments, AnalyseCommand *analysis, Error *error) {
    analysis->line_count = 1;
    analysis->is_json = arguments_flag(arguments, "json");
    analysis->svg_path = arguments_value(arguments, "svg");
    analysis->is_whole_game =
        arguments_flag(arguments, "game") || arguments_value(arguments, "record");
    if (!thinking_time(arguments, &analysis->limits.time_ms, error) ||
        !thinking_nodes(arguments, "nodes", &analysis->limits.nodes, error) ||
        !arguments_int(arguments, "multipv", 1, ENGINE_LINES_MAX, &analysis->line_count, error)) {
        return false;
    }
    if (analysis->limits.time_ms == 0 && analysis->limits.nodes == 0) {
        analysis->limits.time_ms = TIME_DEFAULT_MS;
    }
    if (analysis->svg_path && !analysis->is_whole_game) {
        return error_set(
            error, ERROR_OPTION_MISSING, "--svg draws a whole game: add --record FILE or --game");
    }
    if (analysis->line_count > 1 && analysis->is_whole_game) {
        return error_set(
            error, ERROR_OPTIONS_CONFLICT, "--multipv is for a position, not for a whole game");
    }
    return true;
}

static void write_position(const AnalyseCommand *analysis, const AnalysisTopic *topic, Text *out) {
    PositionReview lines[ENGINE_LINES_MAX];
    size_t count = 1;
    if (game_outcome(&analysis->game).result != RESULT_NONE) {
        lines[0] = view_position(analysis->engine, &analysis->game, &analysis->limits);
    } else {
        count = view_lines(analysis->engine, &analysis->game, &analysis->limits,
            (size_t)analysis->line_count, lines);
    }
    if (analysis->is_json) {
        analysis_write_json(topic, lines, count, out);
    } else {
        analysis_write_text(topic, lines, count, out);
    }
}

static void show_progress(size_t done, size_t total) {
    fprintf(stderr, "\rposition %zu of %zu%s", done + 1, total, done + 1 < total ? "" : "\n");
}

static bool write_game(
    const AnalyseCommand *analysis, const AnalysisTopic *topic, Text *out, Error *error) {
    GameAnalysis found;
    game_analysis_init(&found, &analysis->game, analysis->engine, &analysis->limits,
        isatty(STDERR_FILENO) ? show_progress : NULL);
    if (analysis->is_json) {
        analysis_write_game_json(topic, &found, out);
    } else {
        analysis_write_game_text(topic, &found, output_has_colour(), out);
    }
    bool done = true;
    if (analysis->svg_path) {
        Text picture;
        text_init(&picture);
        analysis_write_svg(topic, &found, &picture);
        done = text_write_file(&picture, analysis->svg_path, error);
        text_release(&picture);
    }
    game_analysis_release(&found);
    return done;
}

static int run(const Arguments *arguments, Error *error) {
    AnalyseCommand analysis = {0};
    uint64_t seed = ANALYSIS_SEED;
    if (!read_options(arguments, &analysis, error) || !thinking_seed(arguments, &seed, error) ||
        !read_game(arguments, &analysis, error)) {
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_BAD_INPUT;
    analysis.engine = thinking_engine(
        arguments, analysis.game.rules, game_position(&analysis.game)->variant, seed, error);
    if (analysis.engine) {
        AnalysisTopic topic = {&analysis.game, analysis.result, engine_name(analysis.engine)};
        Text out;
        text_init(&out);
        bool done = true;
        if (analysis.is_whole_game) {
            done = write_game(&analysis, &topic, &out, error);
        } else {
            write_position(&analysis, &topic, &out);
        }
        // An hour of analysis is not thrown away because a picture could not be saved.
        status = output_write(&out, error) == EXIT_OK && done ? EXIT_OK : EXIT_FAILED;
        text_release(&out);
        engine_free(analysis.engine);
    }
    game_release(&analysis.game);
    return status;
}

static const Option OPTIONS[] = {
    OPTION_MOVES,
    {"record", "FILE", "analyse the game of this file: sgf by its ending, pgn otherwise", NULL,
        false},
    {"game", NULL, "analyse the whole game of --moves, not only where it stands", NULL, false},
    OPTION_POSITION,
    {"time", "T", "thinking time for each search, e.g. 500ms (default 1s, or none with --nodes)",
        NULL, false},
    {"nodes", "N", "nodes for each search", NULL, false},
    {"multipv", "K",
        "the K best lines of a position; all but the first come from searching the positions "
        "after the moves that look best, each as long as the first search",
        NULL, false},
    {"json", NULL, "print JSON", NULL, false},
    {"svg", "FILE", "draw the score of the whole game there", NULL, false},
    OPTION_ENGINE,
    OPTION_THREADS,
    OPTION_MEMORY,
    OPTION_NETWORK,
    OPTION_SET,
    OPTION_SEED,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTION_NOTATION,
    OPTIONS_END,
};

const Command COMMAND_ANALYSE = {
    .name = "analyse",
    .takes_game = true,
    .operands = "GAME [-]",
    .summary = "analyse a position or a whole game",
    .description =
        "Prints the best move of a position with its line (`pv`), or for a whole game the score "
        "after each move, a graph, and the mistakes: moves that lose 5 % (inaccuracy), 10 % "
        "(mistake) or 20 % (blunder) of the win probability. All probabilities and scores are the "
        "first "
        "player's; a score is the logit of the probability, 1.00 for 73 %.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 2,
    .run = run,
};
