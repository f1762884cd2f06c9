#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/stopping.h"
#include "cli/thinking.h"
#include "train/fit.h"

// What a position takes in memory, with its target and its place in the order.
#define POSITION_BYTES (sizeof(Position) + 12)

// Progress goes to standard error, a line a point.

static void say_data(void *context, const FitData *data) {
    (void)context;
    fprintf(stderr,
        "%zu games with %zu positions to learn from, %zu with %zu held out; %zu %s at a time\n",
        data->training_count, data->training_positions, data->validation_count,
        data->validation_positions, data->training_positions / data->chunk_count, "positions");
    if (data->broken_files > 0) {
        fprintf(stderr, "%zu files end in a broken game: what is before it is used\n",
            data->broken_files);
    }
}

static void say_progress(void *context, const FitProgress *progress) {
    (void)context;
    const FitPoint *point = &progress->point;
    const long left_s = lround(progress->seconds_left);
    fprintf(stderr,
        "step %" PRIu64 "/%" PRIu64 " epoch %.2f training %.4f validation %.4f winner %.1f %% "
        "%.0f positions/s %ld:%02ld left\n",
        point->step, progress->step_count, point->epoch, point->training_loss,
        point->validation_loss, 100 * point->validation_accuracy, progress->positions_per_second,
        left_s / 60, left_s % 60);
}

static bool number_option(const Arguments *arguments, const char *name, double min, double max,
    double *out, Error *error) {
    const char *value = arguments_value(arguments, name);
    double number;
    if (!value) {
        return true;
    }
    if (!slice_to_double(slice_from(value), &number) || !(number >= min && number <= max)) {
        return error_set(
            error, ERROR_BAD_OPTION, "--%s must be a number from %g to %g", name, min, max);
    }
    *out = number;
    return true;
}

static bool parse_numbers(const Arguments *arguments, FitSettings *settings, Error *error) {
    int memory_mb = 400;
    int checkpoint_steps = (int)settings->checkpoint_steps;
    int report_count = (int)settings->report_count;
    double validation_percent = 100 * settings->data.validation_share;
    if (!arguments_int(arguments, "hidden", NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX,
            &settings->hidden_count, error) ||
        !arguments_int(arguments, "batch", 1, 1 << 20, &settings->batch_size, error) ||
        !arguments_int(arguments, "threads", 1, THREADS_MAX, &settings->thread_count, error) ||
        !arguments_int(arguments, "memory-mb", 1, 1 << 20, &memory_mb, error) ||
        !arguments_int(arguments, "reports", 1, 100000, &report_count, error) ||
        !arguments_int(arguments, "checkpoint", 1, INT32_MAX, &checkpoint_steps, error) ||
        !number_option(arguments, "epochs", 1e-6, 1e6, &settings->epochs, error) ||
        !number_option(arguments, "rate", 0, 1, &settings->rate, error) ||
        !number_option(arguments, "result-share", 0, 1, &settings->data.result_share, error) ||
        !number_option(arguments, "validation", 0, 90, &validation_percent, error) ||
        !thinking_seed(arguments, &settings->data.seed, error)) {
        return false;
    }
    if (settings->hidden_count % NETWORK_HIDDEN_STEP != 0) {
        return error_set(
            error, ERROR_BAD_OPTION, "--hidden must be a multiple of %d", NETWORK_HIDDEN_STEP);
    }
    const size_t chunk_max = ((size_t)memory_mb << 20) / POSITION_BYTES;
    settings->data.chunk_max = chunk_max;
    settings->data.validation_share = validation_percent / 100;
    settings->checkpoint_steps = (uint64_t)checkpoint_steps;
    settings->report_count = (uint64_t)report_count;
    return true;
}

static bool parse_heads(const Arguments *arguments, FitSettings *settings, Error *error) {
    const char *value = arguments_value(arguments, "policy");
    const Slice word = slice_from(value ? value : "none");
    settings->heads = slice_is(word, "both")    ? FIT_BOTH
                      : slice_is(word, "alone") ? FIT_POLICY
                                                : FIT_VALUE;
    if (settings->heads != FIT_VALUE) {
        settings->data.chunk_max =
            settings->data.chunk_max * POSITION_BYTES / (POSITION_BYTES + sizeof(FitShares));
    }
    return settings->heads != FIT_VALUE || slice_is(word, "none") ||
           error_set(error, ERROR_BAD_OPTION, "--policy must be none, both or alone");
}

// The network to go on from decides how many hidden units there are.
static bool load_start(
    const Arguments *arguments, FitSettings *settings, Network *from, Error *error) {
    const char *path = arguments_value(arguments, "from");
    if (!path) {
        return true;
    }
    if (!network_load(from, settings->data.shape, path, error)) {
        return false;
    }
    settings->from = from;
    if (arguments_value(arguments, "hidden") && settings->hidden_count != from->hidden_count) {
        error_set(error, ERROR_NETWORK_HIDDEN, "a network of %d hidden units", from->hidden_count);
        return error_prefix(error, ERROR_AT_FILE, "%.150s", path);
    }
    settings->hidden_count = from->hidden_count;
    return true;
}

static bool write_beside(const char *path, const char *ending, const Text *text, Error *error) {
    Text name;
    text_init(&name);
    text_addf(&name, "%s%s", path, ending);
    const bool done = text_write_file(text, name.data, error);
    text_release(&name);
    return done;
}

static bool write_curve(
    const FitSettings *settings, const FitResult *result, const char *path, Error *error) {
    Text text;
    text_init(&text);
    fit_curve_write_csv(&result->curve, &text);
    bool done = write_beside(path, ".csv", &text, error);
    char title[100];
    snprintf(title, sizeof title, "%s, %d hidden units: loss", settings->data.shape->name,
        settings->hidden_count);
    text_clear(&text);
    fit_curve_write_svg(&result->curve, title, &text);
    done = done && write_beside(path, ".svg", &text, error);
    text_release(&text);
    return done;
}

static bool write_network(const FitSettings *settings, FitResult *result, const char *path,
    const char *date, Error *error) {
    fit_write_card(settings, result, date, &result->network.card);
    return network_save(&result->network, path, error);
}

static int train(FitSettings *settings, const char *path, const char *date, Error *error) {
    const FitListener listener = {.on_data = say_data, .on_progress = say_progress};
    Text checkpoint;
    text_init(&checkpoint);
    text_addf(&checkpoint, "%s.state", path);
    settings->checkpoint = checkpoint.data;
    FitResult result;
    int status = EXIT_FAILED;
    if (fit_run(settings, &listener, stopping_flag(), &result, error)) {
        bool done = write_curve(settings, &result, path, error);
        if (!result.is_finished) {
            error_set(
                error, ERROR_STOPPED, "stopped: --resume goes on from %.150s", checkpoint.data);
        } else if (done && write_network(settings, &result, path, date, error)) {
            unlink(checkpoint.data);
            status = output_write(&result.network.card, error);
        }
        fit_result_release(&result);
    }
    text_release(&checkpoint);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    const Variant *variant;
    FitSettings settings = fit_settings_default();
    Network from = {0};
    const char *path = arguments_value(arguments, "out");
    if (!options_rules(arguments, &rules, error) ||
        !options_variant(arguments, rules, &variant, error) ||
        !parse_numbers(arguments, &settings, error) || !parse_heads(arguments, &settings, error)) {
        return EXIT_BAD_INPUT;
    }
    if (!path) {
        error_set(error, ERROR_OPTION_MISSING, "train fit needs --out FILE");
        return EXIT_BAD_INPUT;
    }
    settings.data.shape = network_shape_for(rules, variant);
    settings.data.files = arguments->operands + 1;
    settings.data.file_count = arguments->operand_count - 1;
    settings.is_resumed = arguments_flag(arguments, "resume");
    text_init(&from.card);
    const int status = !load_start(arguments, &settings, &from, error) ? EXIT_BAD_INPUT
                       : !text_check_file(path, error)
                           ? EXIT_FAILED
                           : train(&settings, path, arguments_value(arguments, "date"), error);
    network_release(&from);
    return status;
}

static const Option OPTIONS[] = {
    {"out", "FILE", "where the network goes; FILE.csv and FILE.svg show how the losses went", NULL,
        false},
    {"from", "FILE", "a network to go on from; without it random ones from the seed", NULL, false},
    {"hidden", "N", "hidden units, a multiple of 16 (default 128)", NULL, false},
    {"policy", "HOW",
        "learn which moves the search visits: both (with the value), alone (values stay those of "
        "--from) or none (default)",
        NULL, false},
    {"epochs", "X", "how often every position is learned from (default 10)", NULL, false},
    {"batch", "N", "positions between two changes of the weights (default 4096)", NULL, false},
    {"rate", "X", "how far a change goes at the start (default 0.002)", NULL, false},
    {"result-share", "X",
        "of the game's result in what is learned, 0 to 1; the rest is the search's value "
        "(default 0.7)",
        NULL, false},
    {"validation", "PERCENT", "of the games are held out (default 5)", NULL, false},
    {"memory-mb", "M", "memory for positions; more samples are read in pieces (default 400)", NULL,
        false},
    {"threads", "N", "threads; the network is the same for any number (default 1)", NULL, false},
    {"reports", "N", "points of the loss curve (default 50)", NULL, false},
    {"checkpoint", "N", "steps between two savings of the state in FILE.state (default 2000)", NULL,
        false},
    {"resume", NULL, "go on from FILE.state, if it is there", NULL, false},
    {"date", "TEXT", "a date for the network's card", NULL, false},
    OPTION_SEED,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_FIT = {
    .name = "train fit",
    .takes_game = true,
    .operands = "GAME SAMPLES... --out FILE",
    .summary = "train a network on samples",
    .description =
        "Trains a network on files of samples that train selfplay wrote. Positions are learned "
        "from in random order, turned by random symmetries, even if they do not fit into memory; "
        "some "
        "games are held out to see how well it does on what it has not seen. The same samples, "
        "options and seed give the same network, whatever the number of threads and however often "
        "training was stopped (Ctrl-C) and taken up again with --resume. Prints the network's "
        "card.",
    .options = OPTIONS,
    .operand_min = 2,
    .operand_max = WORDS_MAX,
    .run = run,
};
