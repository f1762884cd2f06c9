#pragma once
// A command line as the words to execute.
//
// A shell costs a start half as long again, hides why a program did not start behind its exit code,
// and may stay as its parent. So a line of plain words is split here; one with quotes, variables or
// redirections goes to `sh -c "exec LINE"`, which replaces the shell; only one that needs the shell
// for longer (`cd x && ./bot`, `A=1 ./bot`) keeps it.

typedef struct ProcessCommand {
    const char **words; // null at the end
    char *text;         // what the words point into
} ProcessCommand;

// A blank line gives no words.
void process_command_init(ProcessCommand *command, const char *line);
void process_command_release(ProcessCommand *command);
