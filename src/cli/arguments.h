#pragma once
// A command's words, sorted into options and operands by the command's own table.
//
// The table that parses is also the one that help, completion and the manual page are printed from,
// so they cannot disagree. Options are `--name VALUE`, `--name=VALUE` or a flag `--name`; `-o` is
// `--out`; `--` ends them. An option may be given more than once only where its table entry says
// so.

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/slice.h"
#include "cli/choices.h"

typedef struct Option {
    const char *name;     // without the dashes
    const char *argument; // its name in help texts; null for a flag
    const char *help;
    Choices choices; // the values that it takes, listed after `help`; may be null
    bool repeated;
} Option;

typedef struct Arguments Arguments;

typedef struct Command {
    const char *name;
    bool takes_game;      // the first operand is a game, of which help says GAME
    const char *operands; // as help shows them, e.g. "GAME [-]"
    const char *summary;  // a few words
    const char *description;
    const Option *options; // ended by one without a name
    int operand_min;
    int operand_max;
    // Returns the exit status: 0, or 1 for a failed run, or 2 for bad input, with the reason set.
    int (*run)(const Arguments *arguments, Error *error);
} Command;

// A match of 256 players has more than 512.
#define WORDS_MAX 1024

struct Arguments {
    const Command *command;
    const char *operands[WORDS_MAX];
    size_t operand_count;
    struct {
        const Option *option;
        const char *value;
    } given[WORDS_MAX];
    size_t given_count;
};

// Sorts the words after the command's name. False with a reason on an unknown option, a missing
// value, or a wrong number of operands.
bool arguments_parse(
    Arguments *arguments, const Command *command, int word_count, char **words, Error *error);

// For readers that several commands share: whether the command has such an option, and its value,
// or null. All functions below want a name that the command's table has.
bool arguments_knows(const Arguments *arguments, const char *name);
const char *arguments_optional(const Arguments *arguments, const char *name);

// The value of an option (of its last appearance), or null.
const char *arguments_value(const Arguments *arguments, const char *name);

// The n-th value of a repeated option, or null when there are no more.
const char *arguments_nth(const Arguments *arguments, const char *name, size_t index);

bool arguments_flag(const Arguments *arguments, const char *name);

// A whole number between two bounds; `*out` keeps its value when the option was not given.
bool arguments_int(
    const Arguments *arguments, const char *name, int min, int max, int *out, Error *error);
