#pragma once
// Strangers' sources made into programs.
//
// Compiling is running: includes, templates and constant expressions can use a machine up, and
// messages can show files. So every compilation has a fresh box (box.h) with limits of its own, and
// what it makes comes out through a pipe. The same source gives the same result, so those are kept
// in a folder by the hash of source, compiler and flags.
//
// Programs are linked statically: they start in a quarter of the time, and run on every host
// whatever its libraries.

#include <stdatomic.h>

#include "base/text.h"
#include "sandbox/process.h"

typedef enum CompileStatus {
    COMPILE_OK,
    COMPILE_ERRORS,          // the source is wrong; the messages say where
    COMPILE_TOO_SLOW,        // more wall or CPU time than it may use
    COMPILE_TOO_MUCH_MEMORY, // more memory than it may use
    COMPILE_TOO_MUCH_OUTPUT, // a file or messages larger than they may be
    COMPILE_FAULT,           // the host's own trouble, which the messages tell: nobody's errors
    COMPILE_STATUS_COUNT,
} CompileStatus;

// One word for scripts, e.g. "too-slow".
const char *compile_status_name(CompileStatus status);
bool compile_status_find(Slice name, CompileStatus *out);

typedef struct CompileLimits {
    int wall_ms;
    unsigned cpu_s;         // of each process
    size_t memory_bytes;    // of all processes together where cgroups can be had, else of each
    size_t file_bytes;      // of the program, and of each file on the way
    size_t message_bytes;   // printed; how much is kept is less
    unsigned process_count; // at a time
} CompileLimits;

// Those of the arena.
extern const CompileLimits COMPILE_LIMITS;

// The longest source.
#define COMPILE_SOURCE_BYTES_MAX (8u << 20)

typedef struct CompileLanguage CompileLanguage;

// A language by its name: c17, c++11, c++17, c++20, python3. Null if there is none.
const CompileLanguage *compile_language_find(Slice name);
// By the ending of a file's name: .c, .cpp (also .cc and .cxx: C++17), .py. Null if there is none.
const CompileLanguage *compile_language_of_file(const char *path);
// Whether it is only checked, so that the source itself is what is run.
bool compile_language_is_checked(const CompileLanguage *language);
// What a source in it is called that has no name, such as `bot.cpp`.
const char *compile_language_usual_file(const CompileLanguage *language);
// The names in their order; null behind the last.
const char *compile_language_name(size_t index);

typedef struct CompileSource {
    const CompileLanguage *language;
    Slice bytes;
    // What messages call it, without folders. A name that could be anything else than a file's, or
    // null, is replaced by the language's usual one.
    const char *name;
    const cpu_set_t *cores;  // where the compiler may run; null: anywhere
    const atomic_bool *stop; // set by anybody: ends soon, as COMPILE_FAULT; may be null
} CompileSource;

typedef struct CompileResult {
    CompileStatus status;
    Text binary;         // what to run: an executable, or a Python program's source; else empty
    Text messages;       // valid UTF-8 without control characters, cut in the middle when long
    int64_t time_ns;     // of the compilation, also if the result was kept from an earlier one
    size_t memory_bytes; // the peak of the largest process; 0 if the compiler was stopped
    bool is_cached;
    Text version; // what the compiler calls itself; empty where it cannot be asked
} CompileResult;

void compile_result_init(CompileResult *result);
void compile_result_release(CompileResult *result);

typedef struct CompilerOptions {
    CompileLimits limits;
    const char *cache_folder; // null: nothing is kept
    size_t cache_bytes;
} CompilerOptions;

// May be used by several threads at once. The process rules of process.h hold.
typedef struct Compiler Compiler;

// The strings of the options must outlive it.
Compiler *compiler_new(const CompilerOptions *options);
void compiler_free(Compiler *compiler);

// Compiles a source, in which anything may be. Takes no longer than the limits say, but for a
// second. `*result` must have been initialised, and is replaced.
void compiler_run(Compiler *compiler, const CompileSource *source, CompileResult *result);
