#include "cli/help.h"

#include <string.h>

#include "cli/commands.h"

#define LINE_WIDTH 90

// Adds words wrapped to lines that start at `indent`; the first line is already there.
static void add_wrapped(Text *out, const char *words, int indent) {
    Slice rest = slice_from(words);
    Slice word;
    int column = indent;
    while (slice_next(&rest, " ", &word)) {
        if (column > indent && column + 1 + (int)word.size > LINE_WIDTH) {
            text_addf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            text_add_byte(out, ' ');
            column++;
        }
        text_add_slice(out, word);
        column += (int)word.size;
    }
    text_add_byte(out, '\n');
}

static void add_summary(const Command *command, Text *out) {
    text_addf(out, "  %-15s %s\n", command->name, command->summary);
}

void help_write_overview(Text *out) {
    text_add(out, "Immure: the games of Amazons and Quoridor, won by walling the other side in.\n\n"
                  "usage: immure COMMAND [OPTIONS]\n\n");
    for (const Command *const *command = COMMANDS; *command; command++) {
        add_summary(*command, out);
    }
    text_add(
        out, "\nimmure COMMAND --help describes a command, immure --version prints the version.\n");
}

// Cuts a name into its two words. False if it has only one.
static bool two_words(const Command *command, Slice *first, Slice *second) {
    Slice rest = slice_from(command->name);
    return slice_next(&rest, " ", first) && slice_next(&rest, " ", second);
}

static bool is_same_slice(Slice left, Slice right) {
    return left.size == right.size && memcmp(left.data, right.data, right.size) == 0;
}

bool help_write_group(const char *group, Text *out) {
    bool is_group = false;
    Slice first;
    Slice second;
    for (const Command *const *command = COMMANDS; *command; command++) {
        if (!two_words(*command, &first, &second) || !is_same_slice(first, slice_from(group))) {
            continue;
        }
        if (!is_group) {
            text_addf(out, "usage: immure %s COMMAND [OPTIONS]\n\n", group);
        }
        is_group = true;
        add_summary(*command, out);
    }
    if (is_group) {
        text_addf(out, "\nimmure %s COMMAND --help describes a command.\n", group);
    }
    return is_group;
}

static size_t flag_width(const Option *option) {
    return 2 + strlen(option->name) + (option->argument ? 1 + strlen(option->argument) : 0);
}

// What an option is for, and what it takes.
static void add_option_help(const Option *option, Text *out) {
    text_add(out, option->help);
    if (option->choices) {
        text_add(out, ": ");
        choices_add_help(option->choices, out);
    }
}

void help_write_command(const Command *command, Text *out) {
    text_addf(out, "usage: immure %s%s%s%s\n\n", command->name, *command->operands ? " " : "",
        command->operands, command->options->name ? " [OPTIONS]" : "");
    add_wrapped(out, command->description, 0);
    size_t width = 0;
    for (const Option *option = command->options; option->name; option++) {
        width = flag_width(option) > width ? flag_width(option) : width;
    }
    for (const Option *option = command->options; option->name; option++) {
        text_add(out, option == command->options ? "\n" : "");
        text_addf(out, "  --%s%s%s%*s  ", option->name, option->argument ? " " : "",
            option->argument ? option->argument : "", (int)(width - flag_width(option)), "");
        Text help;
        text_init(&help);
        add_option_help(option, &help);
        add_wrapped(out, help.data, (int)width + 4);
        text_release(&help);
    }
}

// A command of two words, such as `train fit`, is completed as `train-fit`.
static void add_joined(Text *out, const char *name) {
    for (const char *byte = name; *byte; byte++) {
        text_add_byte(out, *byte == ' ' ? '-' : *byte);
    }
}

static void completion_command(const Command *command, Text *out) {
    Text name;
    text_init(&name);
    add_joined(&name, command->name);
    for (const Option *option = command->options; option->name; option++) {
        if (option->choices) {
            text_addf(out, "        %s/--%s) words=\"", name.data, option->name);
            choices_add_words(option->choices, out);
            text_add(out, "\" ;;\n");
        } else if (option->argument) {
            text_addf(out, "        %s/--%s) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
                name.data, option->name);
        }
    }
    text_addf(out, "        %s/*) words=\"--help", name.data);
    for (const Option *option = command->options; option->name; option++) {
        text_addf(out, " --%s", option->name);
    }
    if (command->takes_game) {
        text_add_byte(out, ' ');
        choices_add_words(choices_games, out);
    }
    text_add(out, "\" ;;\n");
    text_release(&name);
}

// Takes both words of a command that has two for its name.
static void completion_joined_words(Text *out) {
    text_add(out, "    if [ \"$COMP_CWORD\" -gt 2 ]; then\n        case $command in\n        ");
    Slice last = {"", 0};
    Slice first;
    Slice second;
    for (const Command *const *command = COMMANDS; *command; command++) {
        if (two_words(*command, &first, &second) && !is_same_slice(first, last)) {
            text_add(out, last.size > 0 ? " | " : "");
            text_add_slice(out, first);
            last = first;
        }
    }
    text_add(out, ") command=$command-${COMP_WORDS[2]} ;;\n        esac\n    fi\n");
}

// The first words of commands that have two, each with all its second words.
static void completion_second_words(Text *out) {
    Slice last = {"", 0};
    Slice first;
    Slice second;
    for (const Command *const *command = COMMANDS; *command; command++) {
        if (!two_words(*command, &first, &second)) {
            continue;
        }
        if (!is_same_slice(first, last)) {
            text_add(out, last.size > 0 ? "\" ;;\n        " : "        ");
            text_add_slice(out, first);
            text_add_byte(out, '/');
            text_add_slice(out, first);
            text_add(out, ") words=\"--help");
        }
        text_add_byte(out, ' ');
        text_add_slice(out, second);
        last = first;
    }
    text_add(out, last.size > 0 ? "\" ;;\n" : "");
}

void help_write_completion(Text *out) {
    text_add(out, "# bash completion for immure, printed by `immure completion`\n"
                  "_immure() {\n"
                  "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                  "    local command=${COMP_WORDS[1]} words=\n");
    completion_joined_words(out);
    text_add(out, "    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                  "        words=\"--help --version");
    for (const Command *const *command = COMMANDS; *command; command++) {
        const char *space = strchr((*command)->name, ' ');
        text_addf(out, " %.*s",
            space ? (int)(space - (*command)->name) : (int)strlen((*command)->name),
            (*command)->name);
    }
    text_add(out, "\"\n    else\n        case $command/$before in\n");
    for (const Command *const *command = COMMANDS; *command; command++) {
        completion_command(*command, out);
    }
    completion_second_words(out);
    text_add(out, "        esac\n"
                  "    fi\n"
                  "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                  "}\n"
                  "complete -F _immure immure\n");
}

// In man(7) a leading dot or quote starts a macro, and a minus must be escaped to stay a minus.
static void add_roff(Text *out, const char *text) {
    for (const char *byte = text; *byte; byte++) {
        if (*byte == '-') {
            text_add(out, "\\-");
        } else if (*byte == '\\') {
            text_add(out, "\\e");
        } else {
            text_add_byte(out, *byte);
        }
    }
}

static void manual_command(const Command *command, Text *out) {
    text_addf(out, ".SS %s\n.B immure %s\n", command->name, command->name);
    add_roff(out, command->operands);
    text_add(out, "\n.PP\n");
    add_roff(out, command->description);
    text_add_byte(out, '\n');
    for (const Option *option = command->options; option->name; option++) {
        text_addf(out, ".TP\n.BR \\-\\-%s \" ", option->name);
        text_addf(out, "%s\"\n", option->argument ? option->argument : "");
        Text help;
        text_init(&help);
        add_option_help(option, &help);
        add_roff(out, help.data);
        text_release(&help);
        text_add_byte(out, '\n');
    }
}

void help_write_manual(Text *out) {
    text_add(out, ".TH IMMURE 1 \"\" \"immure " IMMURE_VERSION "\" \"User Commands\"\n"
                  ".SH NAME\nimmure \\- the games of Amazons and Quoridor\n"
                  ".SH SYNOPSIS\n.B immure\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
                  ".SH DESCRIPTION\n"
                  "Immure is the home of two games won by walling the other side in. Numbers that "
                  "a script may read stand on lines of their own as\n.IR \"name value\" .\n"
                  ".SH COMMANDS\n");
    for (const Command *const *command = COMMANDS; *command; command++) {
        manual_command(*command, out);
    }
    text_add(out,
        ".SH EXIT STATUS\n0 on success, 2 for bad usage or bad input, 1 for a failed run; the "
        "reason is one line on standard error.\n"
        ".SH ENVIRONMENT\n.TP\n.B IMMURE_CPU\nset to\n.B base\nto use the plain code of any "
        "CPU, or to\n.B v3\nto use AVX2 where the CPU has AVX-512\n.TP\n.B IMMURE_TOKEN\nthe "
        "token of the commands that take\n.B \\-\\-token\n.TP\n.B NO_COLOR\nset to anything "
        "for boards without colour\n.TP\n.BR XDG_DATA_HOME \", \" XDG_CACHE_HOME\nthe folders in "
        "which a server keeps its data and a worker its cache, instead of ~/.local/share and "
        "~/.cache\n"
        ".SH FILES\nRecord formats, position texts and protocols are described in the documents "
        "that come with the program.\n");
}
