#include "sandbox/process_command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define BLANKS " \t"

// Letters, digits and these mean only themselves to a shell.
static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_-./+,:@%^=" BLANKS;

// Whether the first word is one that only a shell understands: an assignment, or a command of the
// shell itself that makes sense alone on a line.
static bool starts_with_shell_word(const char *line) {
    static const char *const SHELL_WORDS[] = {".", "command", "eval", "exec"};
    Slice rest = slice_from(line);
    Slice word;
    if (!slice_next(&rest, BLANKS, &word)) {
        return false;
    }
    for (size_t i = 0; i < sizeof SHELL_WORDS / sizeof *SHELL_WORDS; i++) {
        if (slice_is(word, SHELL_WORDS[i])) {
            return true;
        }
    }
    return memchr(word.data, '=', word.size) != NULL;
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static void split(ProcessCommand *command, const char *line) {
    size_t size = strlen(line);
    command->text = allocate(size + 1, 1);
    memcpy(command->text, line, size);
    // At most every other byte starts a word.
    command->words = allocate(size / 2 + 2, sizeof *command->words);
    size_t count = 0;
    char *state = NULL;
    char *word = strtok_r(command->text, BLANKS, &state);
    while (word) {
        command->words[count++] = word;
        word = strtok_r(NULL, BLANKS, &state);
    }
}

static void ask_shell(ProcessCommand *command, const char *line, bool replace_shell) {
    Text text;
    text_init(&text);
    text_add(&text, replace_shell ? "exec " : "");
    text_add(&text, line);
    command->text = text.data; // taken
    command->words = allocate(4, sizeof *command->words);
    command->words[0] = "/bin/sh";
    command->words[1] = "-c";
    command->words[2] = command->text;
}

void process_command_init(ProcessCommand *command, const char *line) {
    bool shell_word = starts_with_shell_word(line);
    if (!shell_word && line[strspn(line, PLAIN)] == '\0') {
        split(command, line);
    } else {
        bool compound = strpbrk(line, ";&|(){}!\n") != NULL;
        ask_shell(command, line, !shell_word && !compound);
    }
}

void process_command_release(ProcessCommand *command) {
    free(command->words);
    free(command->text);
    *command = (ProcessCommand){0};
}
