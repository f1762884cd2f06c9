// The commands that print the program's own papers; the build installs what they print.

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"

static int run_completion(const Arguments *arguments, Error *error) {
    (void)arguments;
    return output_print(help_write_completion, error);
}

static int run_manual(const Arguments *arguments, Error *error) {
    (void)arguments;
    return output_print(help_write_manual, error);
}

static const Option NO_OPTIONS[] = {{0}};

const Command COMMAND_COMPLETION = {
    .name = "completion",
    .operands = "",
    .summary = "print the bash completion script",
    .description =
        "Prints a completion script for bash: eval \"$(immure completion)\" turns it on.",
    .options = NO_OPTIONS,
    .run = run_completion,
};

const Command COMMAND_MANUAL = {
    .name = "manual",
    .operands = "",
    .summary = "print the manual page",
    .description = "Prints the manual page: immure manual | man -l - shows it.",
    .options = NO_OPTIONS,
    .run = run_manual,
};
