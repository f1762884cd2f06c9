#include <stdio.h>

#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/thinking.h"
#include "train/fit.h"
#include "train/weights.h"

static void say_losses(const WeightsReport *report) {
    fprintf(stderr,
        "%zu positions learned from; on %zu held out the loss is %.4f, the winner named in %.1f "
        "%%; with the weights of this build %.4f, %.1f %%\n",
        report->positions, report->held_out, report->fitted.loss, 100 * report->fitted.accuracy,
        report->current.loss, 100 * report->current.accuracy);
}

static int fit(const Arguments *arguments, const FitDataSettings *settings, const Variant *variant,
    int thread_count, Error *error) {
    const char *path = arguments_value(arguments, "out");
    if (path && !text_check_file(path, error)) {
        return EXIT_FAILED;
    }
    Text out;
    text_init(&out);
    WeightsReport report;
    int status = EXIT_FAILED;
    if (weights_fit(settings, variant, thread_count, &out, &report, error)) {
        say_losses(&report);
        status = !path                                ? output_write(&out, error)
                 : text_write_file(&out, path, error) ? EXIT_OK
                                                      : EXIT_FAILED;
    }
    text_release(&out);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const Rules *rules;
    const Variant *variant;
    FitDataSettings settings = fit_settings_default().data;
    int thread_count = 1;
    int result_percent = 100;
    if (!options_rules(arguments, &rules, error) ||
        !options_variant(arguments, rules, &variant, error) ||
        !arguments_int(arguments, "threads", 1, THREADS_MAX, &thread_count, error) ||
        !arguments_int(arguments, "result-percent", 0, 100, &result_percent, error) ||
        !thinking_seed(arguments, &settings.seed, error)) {
        return EXIT_BAD_INPUT;
    }
    settings.shape = network_shape_for(rules, variant);
    settings.files = arguments->operands + 1;
    settings.file_count = arguments->operand_count - 1;
    settings.result_share = result_percent / 100.0;
    return fit(arguments, &settings, variant, thread_count, error);
}

static const Option OPTIONS[] = {
    {"out", "FILE", "where the weights go instead of standard output", NULL, false},
    {"result-percent", "P",
        "of the game's result in what is learned; the rest is the search's value (default 100)",
        NULL, false},
    {"threads", "N", "threads; the weights are the same for any number (default 1)", NULL, false},
    OPTION_SEED,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_TRAIN_WEIGHTS = {
    .name = "train weights",
    .takes_game = true,
    .operands = "GAME SAMPLES...",
    .summary = "refit the classical evaluation to samples",
    .description =
        "Fits the weights of the classical evaluation to the results of games that train selfplay "
        "wrote, by logistic regression, and prints the file that the program is built with: "
        "src/eval/amazons/lieberum_6x6.weights, _8x8.weights or _10x10.weights, one for each size, "
        "and src/eval/quoridor/classical.weights. Games that are held out tell how well the new "
        "weights name the winner, and how well the old ones did.",
    .options = OPTIONS,
    .operand_min = 2,
    .operand_max = WORDS_MAX,
    .run = run,
};
