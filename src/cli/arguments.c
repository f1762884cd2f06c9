#include "cli/arguments.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const Option *find_option(const Command *command, Slice name) {
    for (const Option *option = command->options; option->name; option++) {
        if (slice_is(name, option->name)) {
            return option;
        }
    }
    return NULL;
}

static bool add_option(
    Arguments *arguments, const Option *option, const char *value, Error *error) {
    if (!option->repeated && arguments_value(arguments, option->name)) {
        return error_set(error, ERROR_OPTION_TWICE, "--%s is given twice", option->name);
    }
    arguments->given[arguments->given_count].option = option;
    arguments->given[arguments->given_count].value = value ? value : "";
    arguments->given_count++;
    return true;
}

// Reads the option in words[*index] and steps over its value.
static bool parse_option(
    Arguments *arguments, int word_count, char **words, int *index, Error *error) {
    const char *word = strcmp(words[*index], "-o") == 0 ? "out" : words[*index] + 2;
    const char *equals = strchr(word, '=');
    Slice name = {word, equals ? (size_t)(equals - word) : strlen(word)};
    char quoted[SLICE_QUOTE_SIZE];
    const Option *option = find_option(arguments->command, name);
    if (!option) {
        return error_set(error, ERROR_UNKNOWN_OPTION, "unknown option %s: see immure %s --help",
            slice_quote(slice_from(words[*index]), quoted), arguments->command->name);
    }
    const char *value = equals ? equals + 1 : NULL;
    if (!option->argument && value) {
        return error_set(error, ERROR_BAD_OPTION, "--%s takes no value", option->name);
    }
    if (option->argument && !value) {
        if (*index + 1 >= word_count) {
            return error_set(
                error, ERROR_BAD_OPTION, "--%s needs a value: %s", option->name, option->argument);
        }
        value = words[++*index];
    }
    return add_option(arguments, option, value, error);
}

// Names the first operand that was not given: those that a command needs come first.
static bool refuse_missing(const Command *command, size_t given_count, Error *error) {
    Slice rest = slice_from(command->operands);
    Slice name = {0};
    for (size_t i = 0; i <= given_count; i++) {
        slice_next(&rest, " ", &name);
    }
    char text[SLICE_QUOTE_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)name.size, name.data);
    return error_set(error, ERROR_WORD_MISSING, "missing argument: %s; see immure %s --help", text,
        command->name);
}

bool arguments_parse(
    Arguments *arguments, const Command *command, int word_count, char **words, Error *error) {
    *arguments = (Arguments){.command = command};
    if (word_count > WORDS_MAX) {
        return error_set(
            error, ERROR_TOO_MANY_WORDS, "more than %d words on the command line", WORDS_MAX);
    }
    bool options_ended = false;
    for (int i = 0; i < word_count; i++) {
        if (!options_ended && strcmp(words[i], "--") == 0) {
            options_ended = true;
        } else if (!options_ended && words[i][0] == '-' && words[i][1] != '\0') {
            if (words[i][1] != '-' && strcmp(words[i], "-o") != 0) {
                char quoted[SLICE_QUOTE_SIZE];
                return error_set(error, ERROR_UNKNOWN_OPTION,
                    "unknown option %s: see immure %s --help",
                    slice_quote(slice_from(words[i]), quoted), command->name);
            }
            if (!parse_option(arguments, word_count, words, &i, error)) {
                return false;
            }
        } else {
            arguments->operands[arguments->operand_count++] = words[i];
        }
    }
    if (arguments->operand_count < (size_t)command->operand_min) {
        return refuse_missing(command, arguments->operand_count, error);
    }
    if (arguments->operand_count > (size_t)command->operand_max) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_TOO_MANY_WORDS, "%s is one word too many: immure %s %s",
            slice_quote(slice_from(arguments->operands[command->operand_max]), quoted),
            command->name, command->operands);
    }
    return true;
}

bool arguments_knows(const Arguments *arguments, const char *name) {
    return find_option(arguments->command, slice_from(name)) != NULL;
}

const char *arguments_optional(const Arguments *arguments, const char *name) {
    return arguments_knows(arguments, name) ? arguments_value(arguments, name) : NULL;
}

const char *arguments_value(const Arguments *arguments, const char *name) {
    assert(arguments_knows(arguments, name));
    for (size_t i = arguments->given_count; i-- > 0;) {
        if (strcmp(arguments->given[i].option->name, name) == 0) {
            return arguments->given[i].value;
        }
    }
    return NULL;
}

const char *arguments_nth(const Arguments *arguments, const char *name, size_t index) {
    assert(arguments_knows(arguments, name));
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (strcmp(arguments->given[i].option->name, name) == 0 && index-- == 0) {
            return arguments->given[i].value;
        }
    }
    return NULL;
}

bool arguments_flag(const Arguments *arguments, const char *name) {
    return arguments_value(arguments, name) != NULL;
}

bool arguments_int(
    const Arguments *arguments, const char *name, int min, int max, int *out, Error *error) {
    const char *value = arguments_value(arguments, name);
    if (!value) {
        return true;
    }
    int number;
    if (!slice_to_int(slice_from(value), &number) || number < min || number > max) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_OPTION, "--%s %s is not a whole number from %d to %d",
            name, slice_quote(slice_from(value), quoted), min, max);
    }
    *out = number;
    return true;
}
