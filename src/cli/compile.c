#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "sandbox/compile.h"
#include "sandbox/probe.h"

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool read_language(
    const Arguments *arguments, const CompileLanguage **language, Error *error) {
    const char *name = arguments_value(arguments, "language");
    const char *path = arguments->operands[0];
    *language = name ? compile_language_find(slice_from(name)) : compile_language_of_file(path);
    if (*language) {
        return true;
    }
    char quoted[SLICE_QUOTE_SIZE];
    return name ? choices_refuse(choices_languages, ERROR_UNKNOWN_LANGUAGE, "language", name, error)
                : error_set(error, ERROR_OPTION_MISSING,
                      "%s has no ending of a known language: give --language",
                      slice_quote(slice_from(file_name(path)), quoted));
}

// The program, which anybody may run.
static bool write_program(const Text *binary, const char *path, Error *error) {
    if (!text_write_file(binary, path, error)) {
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    return chmod(path, 0777 & ~mask) == 0 ||
           error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be made executable: %s", path,
               strerror(errno));
}

static int write_result(const Arguments *arguments, const CompileResult *result, Error *error) {
    const char *path = arguments_value(arguments, "out");
    if (result->status == COMPILE_OK && path && !write_program(&result->binary, path, error)) {
        return EXIT_FAILED;
    }
    Text out;
    text_init(&out);
    text_addf(&out, "status %s\nseconds %.3f\nbytes %zu\n", compile_status_name(result->status),
        (double)result->time_ns / (double)NS_PER_S, result->binary.size);
    text_add_slice(&out, text_slice(&result->messages));
    int status = output_write(&out, error);
    text_release(&out);
    if (status == EXIT_OK && result->status != COMPILE_OK) {
        char quoted[SLICE_QUOTE_SIZE];
        error_set(error, ERROR_NOT_COMPILED, "%s was not compiled: %s",
            slice_quote(slice_from(file_name(arguments->operands[0])), quoted),
            compile_status_name(result->status));
        return EXIT_FAILED;
    }
    return status;
}

static int compile(
    const Arguments *arguments, const CompileLanguage *language, Slice bytes, Error *error) {
    if (!process_adopt_orphans(error) || !sandbox_check(error)) {
        return EXIT_FAILED;
    }
    CompileSource source = {
        .language = language,
        .bytes = bytes,
        .name = file_name(arguments->operands[0]),
    };
    CompileResult result;
    compile_result_init(&result);
    Compiler *compiler = compiler_new(&(CompilerOptions){.limits = COMPILE_LIMITS});
    compiler_run(compiler, &source, &result);
    int status = write_result(arguments, &result, error);
    compiler_free(compiler);
    compile_result_release(&result);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    const CompileLanguage *language;
    Text bytes;
    text_init(&bytes);
    int status = EXIT_BAD_INPUT;
    if (read_language(arguments, &language, error) &&
        text_read_file(&bytes, arguments->operands[0], COMPILE_SOURCE_BYTES_MAX, error)) {
        status = compile(arguments, language, text_slice(&bytes), error);
    }
    text_release(&bytes);
    return status;
}

static const Option OPTIONS[] = {
    {"language", "L", "what it is written in (default: by the ending of its name)",
        choices_languages, false},
    {"out", "FILE", "write the program there; -o for short", NULL, false},
    OPTIONS_END,
};

const Command COMMAND_COMPILE = {
    .name = "compile",
    .operands = "FILE",
    .summary = "compile a program as the arena does",
    .description =
        "Compiles one source file in a sandbox, with the compiler, flags and limits of the arena, "
        "and prints the status (ok, errors, too-slow, too-much-memory, too-much-output or fault), "
        "the seconds it took, the bytes of the program, and the compiler's messages. Python is "
        "checked by compiling it to bytecode.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
