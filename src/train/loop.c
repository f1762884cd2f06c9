#include "train/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
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
// How engines are told to play without a network.
#define CLASSICAL "none"

#define PATH_SIZE 512
#define FOLDER_LENGTH_MAX (PATH_SIZE - 40) // the rest is for the longest name in it

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
        .anchor = CLASSICAL,
        .generations = GENERATIONS_MAX,
        .games = 8000,
        .nodes = 40,
        .time_ms = 50,
        .gate_games = 400,
        .anchor_games = 100,
        .hidden = fit_settings_default().hidden_count,
        .threads = 1,
    };
}

// The name of one of the folder's files; `out` lives until the next use.
static const char *file_name(
    const Loop *loop, const char *kind, int generation, const char *ending, char out[PATH_SIZE]) {
    if (generation > 0) {
        snprintf(out, PATH_SIZE, "%s/%s-%03d.%s", loop->settings->folder, kind, generation, ending);
    } else {
        snprintf(out, PATH_SIZE, "%s/%s.%s", loop->settings->folder, kind, ending);
    }
    return out;
}

static void tell(const Loop *loop, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(const Loop *loop, const char *format, ...) {
    char name[PATH_SIZE];
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

// A network in words, without its folder.
static const char *network_words(const char *network) {
    const char *slash = strrchr(network, '/');
    return strcmp(network, CLASSICAL) == 0 ? "the classical evaluation"
           : slash                         ? slash + 1
                                           : network;
}

// The network that plays a generation's samples and that its own has to beat: of the last
// generation that took over, or the one that the run began with. It follows from the generations
// that are over, so it stays the same until this one is.
static const char *current_network(const Loop *loop, char out[PATH_SIZE]) {
    for (size_t i = loop->past.count; i > 0; i--) {
        if (loop->past.items[i - 1].is_better) {
            return file_name(loop, "network", loop->past.items[i - 1].number, "net", out);
        }
    }
    file_name(loop, "start", 0, "net", out);
    return access(out, F_OK) == 0 ? out : CLASSICAL;
}

static bool play_samples(const Loop *loop, int generation, Generation *record, Error *error) {
    char network[PATH_SIZE];
    char path[PATH_SIZE];
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
    const SelfplayVenue *venue = loop->settings->selfplay;
    const Rules *rules = loop->settings->rules;
    const Variant *variant = loop->settings->variant;
    file_name(loop, "samples", generation, "smp", path);
    bool done = venue ? venue->run(venue->context, &settings, rules, variant, path, loop->stop,
                            NULL, NULL, &progress, error)
                      : selfplay_run(&settings, rules, variant, path, loop->stop, NULL, NULL,
                            &progress, error);
    if (!done) {
        return false;
    }
    record->games = (long long)progress.games;
    record->positions = (long long)progress.positions;
    if (progress.new_games > 0) {
        tell(loop, "generation %d: %" PRIu64 " games, %" PRIu64 " positions by %s", generation,
            progress.games, progress.positions, network_words(settings.network));
    }
    return true;
}

// Trains until the network is written or the run is stopped.
static bool train(
    const Loop *loop, int generation, const char *path, const char *checkpoint, Error *error) {
    char names[WINDOW][PATH_SIZE];
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
    settings.heads = loop->settings->has_policy ? FIT_BOTH : FIT_VALUE;
    settings.epochs = EPOCHS;
    settings.thread_count = loop->settings->threads;
    settings.checkpoint = checkpoint;
    settings.is_resumed = true;
    FitResult result;
    if (!fit_run(&settings, NULL, loop->stop, &result, error)) {
        return false;
    }
    bool done = true;
    if (result.is_finished) {
        fit_write_card(&settings, &result, "", &result.network.card);
        text_addf(&result.network.card, "generation %d\n", generation);
        done = network_save(&result.network, path, error);
    }
    if (done && result.is_finished) {
        tell(loop, "generation %d: trained on %zu positions, validation loss %.4f", generation,
            result.training_positions, result.network_loss.loss);
    }
    fit_result_release(&result);
    return done;
}

static bool train_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char path[PATH_SIZE];
    char checkpoint[PATH_SIZE];
    file_name(loop, "network", generation, "net", path);
    file_name(loop, "network", generation, "state", checkpoint);
    if (access(path, F_OK) != 0) {
        if (!train(loop, generation, path, checkpoint, error)) {
            return false;
        }
        if (atomic_load(loop->stop)) {
            return true;
        }
    }
    Network network;
    if (!network_load(&network, loop->shape, path, error)) {
        return false;
    }
    unlink(checkpoint);
    bool done = fit_read_card(text_slice(&network.card), &record->loss) ||
                error_set(error, ERROR_BAD_GENERATION, "%.150s does not say its loss", path);
    network_release(&network);
    return done;
}

// A match of the generation's network, whose journal is named by its kind.
static bool play_match(const Loop *loop, int generation, const char *kind, const char *opponent,
    int games, const char *sprt, NetworkMatchResult *result, Error *error) {
    const LoopSettings *settings = loop->settings;
    char network[PATH_SIZE];
    char journal[PATH_SIZE];
    NetworkMatch match = {
        .rules = settings->rules,
        .variant = settings->variant,
        .new_network = file_name(loop, "network", generation, "net", network),
        .old_network = opponent,
        .time_ms = settings->time_ms,
        .nodes = settings->match_nodes,
        .games = games,
        .concurrency = settings->threads,
        .sprt = sprt,
        .journal = file_name(loop, kind, generation, "jsonl", journal),
        .seed = (uint64_t)generation,
    };
    if (!loop->matches->play(loop->matches->context, &match, loop->stop, result, error)) {
        return false;
    }
    if (!atomic_load(loop->stop)) {
        tell(loop, "generation %d: Elo %+.0f +- %.0f against %s in %d games", generation,
            result->elo, result->elo_error, network_words(opponent), result->games);
    }
    return true;
}

static bool gate_network(const Loop *loop, int generation, Generation *record, Error *error) {
    char current[PATH_SIZE];
    NetworkMatchResult result;
    if (!play_match(loop, generation, "gate", current_network(loop, current),
            loop->settings->gate_games, GATE_SPRT, &result, error)) {
        return false;
    }
    // A test that has not decided within its games is as good as its score.
    record->is_better =
        result.verdict == NETWORK_BETTER || (result.verdict == NETWORK_UNDECIDED && result.elo > 0);
    record->elo = result.elo;
    record->elo_error = result.elo_error;
    return true;
}

static bool measure_network(const Loop *loop, int generation, Generation *record, Error *error) {
    NetworkMatchResult result;
    if (!play_match(loop, generation, "anchor", loop->settings->anchor,
            loop->settings->anchor_games, NULL, &result, error)) {
        return false;
    }
    record->anchor_elo = result.elo;
    record->anchor_error = result.elo_error;
    return true;
}

// Puts in place what follows from the generations that are over: the best network and the picture.
static bool publish(const Loop *loop, Error *error) {
    char current[PATH_SIZE];
    char place[PATH_SIZE];
    char svg[PATH_SIZE];
    const char *network = current_network(loop, current);
    return (strcmp(network, CLASSICAL) == 0 ||
               network_install(network, file_name(loop, "current", 0, "net", place), error)) &&
           (loop->past.count == 0 ||
               generations_plot(&loop->past, network_words(loop->settings->anchor),
                   file_name(loop, "generations", 0, "svg", svg), error));
}

typedef bool (*LoopStep)(const Loop *loop, int generation, Generation *record, Error *error);

// One generation; false with a reason if it failed. A stop leaves it unfinished, for the next run
// to go on with.
static bool run_generation(Loop *loop, int generation, Error *error) {
    static const LoopStep STEPS[] = {play_samples, train_network, gate_network, measure_network};
    Generation record = {.number = generation};
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        if (!STEPS[i](loop, generation, &record, error)) {
            return error_prefix(error, ERROR_AT_GENERATION, "generation %d", generation);
        }
        if (atomic_load(loop->stop)) {
            return true;
        }
    }
    char csv[PATH_SIZE];
    if (!generations_add(
            &loop->past, &record, file_name(loop, "generations", 0, "csv", csv), error)) {
        return false;
    }
    tell(loop, "generation %d: %s", generation, record.is_better ? "it takes over" : "not taken");
    return publish(loop, error);
}

// Keeps the network that a new run begins with; one that goes on has it already.
static bool keep_start(const Loop *loop, Error *error) {
    char start[PATH_SIZE];
    char samples[PATH_SIZE];
    const char *from = loop->settings->from;
    if (!from || access(file_name(loop, "start", 0, "net", start), F_OK) == 0) {
        return true;
    }
    if (access(file_name(loop, "samples", 1, "smp", samples), F_OK) == 0) {
        return error_set(error, ERROR_OPTIONS_CONFLICT,
            "%.150s holds a run that did not begin with a network: another --dir for this one",
            loop->settings->folder);
    }
    return network_check(from, loop->shape, error) && network_install(from, start, error);
}

static bool run_all(Loop *loop, Error *error) {
    char csv[PATH_SIZE];
    bool done =
        keep_start(loop, error) &&
        generations_read(&loop->past, file_name(loop, "generations", 0, "csv", csv), error) &&
        publish(loop, error);
    while (done && !atomic_load(loop->stop) &&
           loop->past.count < (size_t)loop->settings->generations) {
        done = run_generation(loop, (int)loop->past.count + 1, error);
    }
    return done;
}

// Opens the folder, made if need be, for this run alone; -1 with a reason if that cannot be.
static int open_folder(const char *path, Error *error) {
    if (strlen(path) > FOLDER_LENGTH_MAX) {
        error_set(error, ERROR_BAD_OPTION, "%.150s... is too long a name for a folder", path);
        return -1;
    }
    int fd = mkdir(path, 0777) == 0 || errno == EEXIST
                 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                 : -1;
    if (fd < 0) {
        error_set(error, ERROR_FILE_UNWRITABLE, "%.150s cannot be used as a folder: %s", path,
            strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        error_set(error, ERROR_FILE_IN_USE, "%.150s is in use by another run", path);
        close(fd);
        fd = -1;
    }
    return fd;
}

bool loop_run(const LoopSettings *settings, const NetworkMatches *matches, const atomic_bool *stop,
    LoopListener listener, void *context, Error *error) {
    int folder = open_folder(settings->folder, error);
    if (folder < 0) {
        return false;
    }
    Loop loop = {
        .settings = settings,
        .shape = network_shape_for(settings->rules, settings->variant),
        .matches = matches,
        .stop = stop,
        .listener = listener,
        .context = context,
    };
    bool done = run_all(&loop, error);
    close(folder);
    return done;
}
