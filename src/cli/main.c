// The front door: finds the command, parses its words, reports what went wrong.

#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"

const Command *const COMMANDS[] = {
    &COMMAND_PLAY,
    &COMMAND_ANALYSE,
    &COMMAND_SERVE,
    &COMMAND_SHOW,
    &COMMAND_MOVES,
    &COMMAND_PERFT,
    &COMMAND_CONVERT,
    &COMMAND_BOT,
    &COMMAND_SUBMISSION,
    &COMMAND_COMPILE,
    &COMMAND_BOTZONE,
    &COMMAND_JUDGE,
    &COMMAND_MATCH,
    &COMMAND_WORKER,
    &COMMAND_SUBMIT,
    &COMMAND_WATCH,
    &COMMAND_RESULTS,
    &COMMAND_BENCH,
    &COMMAND_OPENINGS,
    &COMMAND_BOOK,
    &COMMAND_PUZZLES,
    &COMMAND_LEVELS,
    &COMMAND_TRAIN_SELFPLAY,
    &COMMAND_TRAIN_FIT,
    &COMMAND_TRAIN_GATE,
    &COMMAND_TRAIN_LOOP,
    &COMMAND_TRAIN_WEIGHTS,
    &COMMAND_ARENA_RERATE,
    &COMMAND_STORE_BACKUP,
    &COMMAND_STORE_RESTORE,
    &COMMAND_STORE_CHECK,
    &COMMAND_STORE_MIGRATE,
    &COMMAND_ACCOUNT_LINK,
    &COMMAND_TOKEN_ADD,
    &COMMAND_TOKEN_LIST,
    &COMMAND_TOKEN_REVOKE,
    &COMMAND_TOKEN_REINSTATE,
    &COMMAND_COMPLETION,
    &COMMAND_MANUAL,
    NULL,
};

// The command that the first words name, and how many of them: `train fit` is one of two.
static const Command *find_command(int word_count, char **words, int *used) {
    for (const Command *const *command = COMMANDS; *command; command++) {
        const char *second = strchr((*command)->name, ' ');
        size_t first_size = second ? (size_t)(second - (*command)->name) : strlen((*command)->name);
        if (strlen(words[0]) == first_size && memcmp(words[0], (*command)->name, first_size) == 0 &&
            (!second || (word_count > 1 && strcmp(words[1], second + 1) == 0))) {
            *used = second ? 2 : 1;
            return *command;
        }
    }
    return NULL;
}

static void write_version(Text *out) {
    text_addf(out, "immure %s (%s)\n", IMMURE_VERSION, cpu_level_name(cpu_level()));
}

static int run_command(const Command *command, int word_count, char **words, Error *error) {
    for (int i = 0; i < word_count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0) {
            Text text;
            text_init(&text);
            help_write_command(command, &text);
            int status = output_write(&text, error);
            text_release(&text);
            return status;
        }
    }
    Arguments arguments;
    if (!arguments_parse(&arguments, command, word_count, words, error)) {
        return EXIT_BAD_INPUT;
    }
    return command->run(&arguments, error);
}

// Words that name no command: the first one may be that of several, as in `immure train --help`.
static int run_unknown(int word_count, char **words, Error *error) {
    Text group;
    text_init(&group);
    bool is_group = help_write_group(words[0], &group);
    int status = EXIT_BAD_INPUT;
    char quoted[SLICE_QUOTE_SIZE];
    if (is_group && word_count > 1 && strcmp(words[1], "--help") == 0) {
        status = output_write(&group, error);
    } else if (is_group && word_count > 1) {
        error_set(error, ERROR_UNKNOWN_COMMAND, "unknown command %s of %s: see immure %s --help",
            slice_quote(slice_from(words[1]), quoted), words[0], words[0]);
    } else if (is_group) {
        error_set(error, ERROR_COMMAND_MISSING, "%s is several commands: see immure %s --help",
            words[0], words[0]);
    } else {
        error_set(error, ERROR_UNKNOWN_COMMAND, "unknown command %s: see immure --help",
            slice_quote(slice_from(words[0]), quoted));
    }
    text_release(&group);
    return status;
}

static int run(int word_count, char **words, Error *error) {
    if (word_count < 2) {
        error_set(error, ERROR_COMMAND_MISSING, "no command given: see immure --help");
        return EXIT_BAD_INPUT;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "help") == 0) {
        return output_print(help_write_overview, error);
    }
    if (strcmp(words[1], "--version") == 0) {
        return output_print(write_version, error);
    }
    int used;
    const Command *command = find_command(word_count - 1, words + 1, &used);
    if (!command) {
        return run_unknown(word_count - 1, words + 1, error);
    }
    return run_command(command, word_count - 1 - used, words + 1 + used, error);
}

int main(int argc, char **argv) {
    Error error;
    error_set(&error, ERROR_UNEXPLAINED, "something went wrong and nobody said what");
    int status = run(argc, argv, &error);
    if (status != EXIT_OK) {
        fprintf(stderr, "immure: %s\n", error.text);
    }
    return status;
}
