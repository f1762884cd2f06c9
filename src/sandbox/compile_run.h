#pragma once
// A compiler in a box of its own: its words, its limits, and what became of it.
//
//     host ---- the box ---- compile_entry ---- gcc ---- compile_entry --step ---- cc1plus, as, ...
//                  |
//                  the file that was made, through compile_entry's stdout
//
// The box is like that of a program (box.h), with nothing of the host but /usr: no file of the host
// is opened by a name that the source or the compiler can choose.

#include "sandbox/compile.h"

typedef struct CompileCommand {
    const char *const *words; // null at the end; they start in COMPILE_FOLDER
    const char *output;       // what they make, a full path in the box
    BoxFile source;           // a null path: none
} CompileCommand;

// Where a source is inside the box.
#define COMPILE_FOLDER "/source"

// Runs it. `*result` must be as compile_result_init left it; its binary is what `output` held.
void compile_run(const CompileCommand *command, const CompileLimits *limits,
    const CompileSource *source, CompileResult *result);
