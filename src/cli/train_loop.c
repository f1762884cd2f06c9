// `immure train loop`: self-play, training and gating again and again, unattended.
//
// Everything that a run knows is in its folder, so it can be stopped at any time and goes on where
// it stopped: samples-N.smp and network-N.net of each generation, the journals of its matches,
// current.net (the best so far; without it the classical evaluation plays), generations.csv with a
// line for each finished generation, and story.txt for people.

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/gate.h"
#include "cli/generations.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "train/fit.h"
#include "train/selfplay.h"

// Generations whose samples are learned from. Older ones were played by weaker networks, but there
// are never enough: on 6x6 a network of the last 15 beat one of the last 6 by 92 +- 54 Elo.
#define WINDOW 16
#define EPOCHS 6.0
#define GATE_SPRT "elo0=0,elo1=15"

typedef struct Loop {
    const Rules *rules;
    const Variant *variant;
    const NetworkShape *shape;
    const char *folder;
    const char *anchor;        // a network, or "none" for the classical evaluation
    const char *const *others; // samples that are learned from too
    size_t other_count;
    const atomic_bool *stop;
    int games;   // of self-play in a generation
    int nodes;   // for a move of self-play
    int time_ms; // for a move of a match
    int gate_games;
    int anchor_games;
    int hidden;
    int threads;
    Generations past;
} Loop;

// The name of one of the folder's files; `out` lives until the next use.
static const char *file_name(
    const Loop *loop, const char *kind, int generation, const char *ending, char out[512]) {
    if (generation > 0) {
        snprintf(out, 512, "%s/%s-%03d.%s", loop->folder, kind, generation, ending);
    } else {
        snprintf(out, 512, "%s/%s.%s", loop->folder, kind, ending);
    }
    return out;
}

static void tell(const Loop *loop, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(const Loop *loop, const char *format, ...) {
    char name[512];
    char line[512];
    char date[32] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local)) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &local);
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s %s\n", date, line);
    FILE *story = fopen(file_name(loop, "story", 0, "txt", name), "a");
    if (story) {
        fprintf(story, "%s %s\n", date, line);
        fclose(story);
    }
}

// The network that plays now: a file, or the classical evaluation.
static const char *current_network(const Loop *loop, char out[512]) {
    file_name(loop, "current", 0, "net", out);
    return access(out, F_OK) == 0 ? out : "none";
}

static bool play_samples(const Loop *loop, int generation, Generation *record, Error *error) {
    char network[512];
    char path[512];
    SelfplaySettings settings = {
        .network = current_network(loop, network),
        .nodes = (uint64_t)loop->nodes,
        .full_share = 1,
        .opening_plies = 8,
        .thread_count = loop->threads,
        .seed = (uint64_t)generation,
        .games = (uint64_t)loop->games,
    };
    SelfplayProgress progress;
    if (!selfplay_run(&settings, loop->rules, loop->variant,
            file_name(loop, "samples", generation, "smp", path), loop->stop, NULL, NULL, &progress,
            error)) {
        return false;
    }
    record->games = (long long)progress.games;
    record->positions = (long long)progress.positions;
    tell(loop, "generation %d: %" PRIu64 " games, %" PRIu64 " positions by %s", generation,
        progress.games, progress.positions, settings.network);
    return true;
}

static bool write_network(const Network *network, const char *path, Error *error) {
    Text bytes;
    text_init(&bytes);
    network_write(network, &bytes);
    bool done = text_write_file(&bytes, path, error);
    text_release(&bytes);
    return done;
}

static bool train_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char path[512];
    char checkpoint[512];
    char names[WINDOW][512];
    const char *files[WINDOW + WORDS_MAX];
    size_t count = 0;
    for (int i = generation; i > 0 && count < WINDOW; i--) {
        files[count] = file_name(loop, "samples", i, "smp", names[count]);
        count++;
    }
    for (size_t i = 0; i < loop->other_count; i++) {
        files[count++] = loop->others[i];
    }
    FitSettings settings = fit_settings_default();
    settings.data.shape = loop->shape;
    settings.data.files = files;
    settings.data.file_count = count;
    settings.data.seed = (uint64_t)generation;
    settings.hidden_count = loop->hidden;
    settings.epochs = EPOCHS;
    settings.thread_count = loop->threads;
    settings.checkpoint = file_name(loop, "network", generation, "state", checkpoint);
    settings.is_resumed = true;
    FitResult result;
    if (!fit_run(&settings, NULL, loop->stop, &result, error)) {
        return false;
    }
    bool done = true;
    if (result.is_finished) {
        fit_write_card(&settings, &result, "", &result.network.card);
        text_addf(&result.network.card, "generation %d\n", generation);
        done = write_network(
            &result.network, file_name(loop, "network", generation, "net", path), error);
        unlink(checkpoint);
        record->loss = result.network_loss.loss;
        tell(loop, "generation %d: trained on %zu positions, validation loss %.4f", generation,
            result.training_positions, record->loss);
    }
    fit_result_release(&result);
    return done;
}

static bool gate_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char current[512];
    char new_network[512];
    char journal[512];
    Gate gate = {
        .rules = loop->rules,
        .variant = loop->variant,
        .new_network = file_name(loop, "network", generation, "net", new_network),
        .old_network = current_network(loop, current),
        .time_ms = loop->time_ms,
        .games = loop->gate_games,
        .concurrency = loop->threads,
        .journal = file_name(loop, "gate", generation, "jsonl", journal),
        .seed = (uint64_t)generation,
    };
    Sprt sprt;
    gate.sprt = &sprt;
    DuelResult result;
    if (!sprt_parse(&sprt, slice_from(GATE_SPRT), error) ||
        !gate_play(&gate, loop->stop, &result, error)) {
        return false;
    }
    if (atomic_load(loop->stop)) {
        return true;
    }
    // A test that has not decided within its games is as good as its score.
    record->is_better = result.verdict == SPRT_ACCEPT_H1 ||
                        (result.verdict == SPRT_CONTINUE && result.stats.elo > 0);
    record->elo = result.stats.elo;
    record->elo_error = result.stats.elo_error;
    tell(loop, "generation %d: Elo %+.0f +- %.0f against %s in %d games: %s", generation,
        record->elo, record->elo_error, gate.old_network, result.games,
        record->is_better ? "it takes over" : "not taken");
    char place[512];
    return !record->is_better ||
           gate_install(new_network, file_name(loop, "current", 0, "net", place), error);
}

// The measure that stays the same, in words.
static const char *anchor_words(const Loop *loop) {
    const char *slash = strrchr(loop->anchor, '/');
    return strcmp(loop->anchor, "none") == 0 ? "the classical evaluation"
           : slash                           ? slash + 1
                                             : loop->anchor;
}

static bool measure_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char new_network[512];
    char journal[512];
    Gate anchor = {
        .rules = loop->rules,
        .variant = loop->variant,
        .new_network = file_name(loop, "network", generation, "net", new_network),
        .old_network = loop->anchor,
        .time_ms = loop->time_ms,
        .games = loop->anchor_games,
        .concurrency = loop->threads,
        .journal = file_name(loop, "anchor", generation, "jsonl", journal),
        .seed = (uint64_t)generation,
    };
    DuelResult result;
    if (!gate_play(&anchor, loop->stop, &result, error)) {
        return false;
    }
    record->anchor_elo = result.stats.elo;
    record->anchor_error = result.stats.elo_error;
    tell(loop, "generation %d: Elo %+.0f +- %.0f against %s in %d games", generation,
        record->anchor_elo, record->anchor_error, anchor_words(loop), result.games);
    return true;
}

typedef bool (*Step)(const Loop *loop, int generation, Generation *record, Error *error);

// One generation; false with a reason if it failed. A stop leaves it unfinished, and nothing of it
// is noted as done.
static bool run_generation(Loop *loop, int generation, Error *error) {
    static const Step STEPS[] = {play_samples, train_network, gate_network, measure_network};
    Generation record = {.number = generation};
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && !atomic_load(loop->stop); i++) {
        if (!STEPS[i](loop, generation, &record, error)) {
            return error_prefix(error, "generation %d", generation);
        }
    }
    char csv[512];
    char svg[512];
    return atomic_load(loop->stop) ||
           (generations_add(
                &loop->past, &record, file_name(loop, "generations", 0, "csv", csv), error) &&
               generations_plot(&loop->past, anchor_words(loop),
                   file_name(loop, "generations", 0, "svg", svg), error));
}

// Puts the network in place that a new run begins with.
static bool begin_with(const Loop *loop, const char *network, Error *error) {
    char place[512];
    Network read;
    if (strcmp(current_network(loop, place), "none") != 0) {
        return true; // the run has one of its own
    }
    if (!network_load(&read, network, error)) {
        return false;
    }
    bool fits = read.shape == loop->shape;
    network_release(&read);
    return fits ? gate_install(network, file_name(loop, "current", 0, "net", place), error)
                : error_set(error, "%.150s is no network for %s", network, loop->shape->name);
}

static bool read_numbers(
    const Arguments *arguments, Loop *loop, int *generations, double *hours, Error *error) {
    int64_t time_ms = loop->time_ms;
    const char *text = arguments_value(arguments, "hours");
    if (text && (!slice_to_double(slice_from(text), hours) || !(*hours > 0 && *hours < 10000))) {
        return error_set(error, "--hours takes a positive number");
    }
    bool done = thinking_time(arguments, &time_ms, error) &&
                arguments_int(arguments, "generations", 1, GENERATIONS_MAX, generations, error) &&
                arguments_int(arguments, "games", 1, INT32_MAX, &loop->games, error) &&
                arguments_int(arguments, "nodes", 1, INT32_MAX, &loop->nodes, error) &&
                arguments_int(arguments, "gate-games", 2, 1000000, &loop->gate_games, error) &&
                arguments_int(arguments, "anchor-games", 2, 1000000, &loop->anchor_games, error) &&
                arguments_int(arguments, "hidden", NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX,
                    &loop->hidden, error) &&
                arguments_int(arguments, "threads", 1, 256, &loop->threads, error);
    loop->time_ms = (int)time_ms;
    return done;
}

static int run(const Arguments *arguments, Error *error) {
    Loop loop = {
        .folder = arguments_value(arguments, "dir"),
        .anchor = arguments_value(arguments, "anchor"),
        .others = arguments->operands + 1,
        .other_count = arguments->operand_count - 1,
        .games = 8000,
        .nodes = 40,
        .time_ms = 50,
        .gate_games = 400,
        .anchor_games = 100,
        .hidden = 128,
        .threads = cores_count(),
    };
    int generations = GENERATIONS_MAX;
    double hours = 0;
    if (!options_rules(arguments, &loop.rules, error) ||
        !options_variant(arguments, loop.rules, &loop.variant, error) ||
        !read_numbers(arguments, &loop, &generations, &hours, error)) {
        return EXIT_BAD_INPUT;
    }
    loop.shape = network_shape_for(loop.rules, loop.variant);
    if (!loop.folder || !loop.shape || (mkdir(loop.folder, 0777) != 0 && errno != EEXIST)) {
        error_set(error, "train loop needs --dir FOLDER to keep everything in");
        return EXIT_BAD_INPUT;
    }
    char csv[512];
    const char *from = arguments_value(arguments, "from");
    loop.anchor = loop.anchor ? loop.anchor : "none";
    if ((from && !begin_with(&loop, from, error)) ||
        !generations_read(&loop.past, file_name(&loop, "generations", 0, "csv", csv), error)) {
        return EXIT_BAD_INPUT;
    }
    loop.stop = hours > 0 ? stopping_after(hours * 3600) : stopping_flag();
    bool done = true;
    while (done && !atomic_load(loop.stop) && loop.past.count < (size_t)generations) {
        done = run_generation(&loop, (int)loop.past.count + 1, error);
    }
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
    {"threads", "N", "for everything (default: one for each core)", NULL, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_LOOP = {
    .name = "train loop",
    .operands = "GAME [SAMPLES...] --dir FOLDER",
    .summary = "self-play, training and gating again and again",
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
