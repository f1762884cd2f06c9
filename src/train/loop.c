#include "train/loop.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "train/fit.h"
#include "train/selfplay.h"

// Generations whose samples are learned from. Older ones were played by weaker networks, but there
// are never enough: on 6x6 a network of the last 15 beat one of the last 6 by 92 +- 54 Elo.
#define WINDOW 16
#define EPOCHS 6.0
#define GATE_SPRT "elo0=0,elo1=15"

typedef struct Loop {
    const LoopSettings *settings;
    const NetworkShape *shape;
    const NetworkMatches *matches;
    const atomic_bool *stop;
    LoopListener listener;
    void *context;
    Generations past;
} Loop;

LoopSettings loop_settings_default(void) {
    return (LoopSettings){
        .anchor = "none",
        .generations = GENERATIONS_MAX,
        .games = 8000,
        .nodes = 40,
        .time_ms = 50,
        .gate_games = 400,
        .anchor_games = 100,
        .hidden = 128,
        .threads = 1,
    };
}

// The name of one of the folder's files; `out` lives until the next use.
static const char *file_name(
    const Loop *loop, const char *kind, int generation, const char *ending, char out[512]) {
    if (generation > 0) {
        snprintf(out, 512, "%s/%s-%03d.%s", loop->settings->folder, kind, generation, ending);
    } else {
        snprintf(out, 512, "%s/%s.%s", loop->settings->folder, kind, ending);
    }
    return out;
}

static void tell(const Loop *loop, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(const Loop *loop, const char *format, ...) {
    char name[512];
    char line[512];
    char dated[544];
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
    snprintf(dated, sizeof dated, "%s %s", date, line);
    loop->listener(loop->context, dated);
    FILE *story = fopen(file_name(loop, "story", 0, "txt", name), "a");
    if (story) {
        fprintf(story, "%s\n", dated);
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
        .nodes = (uint64_t)loop->settings->nodes,
        .full_share = 1,
        .opening_plies = 8,
        .thread_count = loop->settings->threads,
        .seed = (uint64_t)generation,
        .games = (uint64_t)loop->settings->games,
    };
    SelfplayProgress progress;
    if (!selfplay_run(&settings, loop->settings->rules, loop->settings->variant,
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

static bool train_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char path[512];
    char checkpoint[512];
    char names[WINDOW][512];
    const char *files[WINDOW + LOOP_OTHERS_MAX];
    size_t count = 0;
    for (int i = generation; i > 0 && count < WINDOW; i--) {
        files[count] = file_name(loop, "samples", i, "smp", names[count]);
        count++;
    }
    for (size_t i = 0; i < loop->settings->other_count; i++) {
        files[count++] = loop->settings->others[i];
    }
    FitSettings settings = fit_settings_default();
    settings.data.shape = loop->shape;
    settings.data.files = files;
    settings.data.file_count = count;
    settings.data.seed = (uint64_t)generation;
    settings.hidden_count = loop->settings->hidden;
    settings.epochs = EPOCHS;
    settings.thread_count = loop->settings->threads;
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
        done = network_save(
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
    NetworkMatch gate = {
        .rules = loop->settings->rules,
        .variant = loop->settings->variant,
        .new_network = file_name(loop, "network", generation, "net", new_network),
        .old_network = current_network(loop, current),
        .time_ms = loop->settings->time_ms,
        .nodes = loop->settings->match_nodes,
        .games = loop->settings->gate_games,
        .concurrency = loop->settings->threads,
        .sprt = GATE_SPRT,
        .journal = file_name(loop, "gate", generation, "jsonl", journal),
        .seed = (uint64_t)generation,
    };
    NetworkMatchResult result;
    if (!loop->matches->play(loop->matches->context, &gate, loop->stop, &result, error)) {
        return false;
    }
    if (atomic_load(loop->stop)) {
        return true;
    }
    // A test that has not decided within its games is as good as its score.
    record->is_better =
        result.verdict == NETWORK_BETTER || (result.verdict == NETWORK_UNDECIDED && result.elo > 0);
    record->elo = result.elo;
    record->elo_error = result.elo_error;
    tell(loop, "generation %d: Elo %+.0f +- %.0f against %s in %d games: %s", generation,
        record->elo, record->elo_error, gate.old_network, result.games,
        record->is_better ? "it takes over" : "not taken");
    char place[512];
    return !record->is_better ||
           network_install(new_network, file_name(loop, "current", 0, "net", place), error);
}

// The measure that stays the same, in words.
static const char *anchor_words(const Loop *loop) {
    const char *slash = strrchr(loop->settings->anchor, '/');
    return strcmp(loop->settings->anchor, "none") == 0 ? "the classical evaluation"
           : slash                                     ? slash + 1
                                                       : loop->settings->anchor;
}

static bool measure_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char new_network[512];
    char journal[512];
    NetworkMatch anchor = {
        .rules = loop->settings->rules,
        .variant = loop->settings->variant,
        .new_network = file_name(loop, "network", generation, "net", new_network),
        .old_network = loop->settings->anchor,
        .time_ms = loop->settings->time_ms,
        .nodes = loop->settings->match_nodes,
        .games = loop->settings->anchor_games,
        .concurrency = loop->settings->threads,
        .journal = file_name(loop, "anchor", generation, "jsonl", journal),
        .seed = (uint64_t)generation,
    };
    NetworkMatchResult result;
    if (!loop->matches->play(loop->matches->context, &anchor, loop->stop, &result, error)) {
        return false;
    }
    record->anchor_elo = result.elo;
    record->anchor_error = result.elo_error;
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
            return error_prefix(error, ERROR_AT_GENERATION, "generation %d", generation);
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
    if (strcmp(current_network(loop, place), "none") != 0) {
        return true; // the run has one of its own
    }
    return network_check(network, loop->shape, error) &&
           network_install(network, file_name(loop, "current", 0, "net", place), error);
}

bool loop_run(const LoopSettings *settings, const NetworkMatches *matches, const atomic_bool *stop,
    LoopListener listener, void *context, Error *error) {
    Loop loop = {
        .settings = settings,
        .shape = network_shape_for(settings->rules, settings->variant),
        .matches = matches,
        .stop = stop,
        .listener = listener,
        .context = context,
    };
    char csv[512];
    if (mkdir(settings->folder, 0777) != 0 && errno != EEXIST) {
        return error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be made: %s",
            settings->folder, strerror(errno));
    }
    bool done = (!settings->from || begin_with(&loop, settings->from, error)) &&
                generations_read(&loop.past, file_name(&loop, "generations", 0, "csv", csv), error);
    while (done && !atomic_load(stop) && loop.past.count < (size_t)settings->generations) {
        done = run_generation(&loop, (int)loop.past.count + 1, error);
    }
    return done;
}
