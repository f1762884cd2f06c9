#include "sandbox/compile_run.h"

#include <signal.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "sandbox/compile_report.h"

// compile_entry.c as a program (meson.build).
extern const Slice COMPILE_ENTRY;

// Beyond its memory a compiler needs some address space for its own code and what it never touches.
#define SPARE_ADDRESS_SPACE (256u << 20)

// Assembly, object and program lie in /tmp together.
#define FILES_AT_ONCE 4

// For the last process to end, once the output has.
#define END_NS (2 * NS_PER_S)

static BoxLimits limits_of_box(const CompileLimits *limits) {
    return (BoxLimits){
        .memory_bytes = limits->memory_bytes,
        .address_space_bytes = limits->memory_bytes + SPARE_ADDRESS_SPACE,
        .file_bytes = limits->file_bytes,
        .tmp_bytes = FILES_AT_ONCE * limits->file_bytes,
        .process_count = limits->process_count,
        .cpu_s = limits->cpu_s,
    };
}

// A compiler that ran into the limit of its address space says so in words and exits like one that
// found errors. Tables that grow by doubling are then at least half of what they may be.
static bool is_near_limit(const CompileReport *report, const CompileLimits *limits) {
    return report->memory_peak_bytes >= (int64_t)(limits->memory_bytes / 2);
}

static CompileStatus status_of_report(const CompileReport *report, const CompileLimits *limits) {
    switch (report->signal) {
    case 0:
        break;
    case SIGXFSZ:
        return COMPILE_TOO_MUCH_OUTPUT;
    case SIGXCPU:
        return COMPILE_TOO_SLOW;
    case SIGKILL: // by the kernel, for want of memory
        return COMPILE_TOO_MUCH_MEMORY;
    default:
        return COMPILE_ERRORS; // a compiler that crashes on a source
    }
    if (report->exit_code == 0) {
        return COMPILE_OK;
    }
    if (report->exit_code == 127) {
        return COMPILE_FAULT; // no compiler
    }
    return is_near_limit(report, limits) ? COMPILE_TOO_MUCH_MEMORY : COMPILE_ERRORS;
}

// Reads what compile_entry has told.
static CompileStatus read_output(
    Process *process, Slice output, const CompileLimits *limits, CompileResult *result) {
    CompileReport report;
    ProcessState state = process_wait(process, clock_now_ns() + END_NS);
    if (output.size < sizeof report) {
        bool is_killed = state.kind == PROCESS_SIGNALED && state.code == SIGKILL;
        return is_killed ? COMPILE_TOO_MUCH_MEMORY : COMPILE_FAULT;
    }
    memcpy(&report, output.data, sizeof report);
    result->memory_bytes = (size_t)report.memory_peak_bytes;
    CompileStatus status = status_of_report(&report, limits);
    Slice file = slice_skip(output, sizeof report);
    if (status == COMPILE_OK && report.output_bytes >= 0) {
        text_add_slice(&result->binary, file);
        return file.size == (size_t)report.output_bytes ? COMPILE_OK : COMPILE_FAULT;
    }
    return status;
}

static CompileStatus wait_for(
    Process *process, const CompileLimits *limits, int64_t deadline_ns, CompileResult *result) {
    Slice output;
    switch (process_read_all(process, deadline_ns, &output)) {
    case PROCESS_OK:
    case PROCESS_CLOSED:
        return read_output(process, output, limits, result);
    case PROCESS_TIMEOUT:
        return COMPILE_TOO_SLOW;
    case PROCESS_OUTPUT_LIMIT:
        return COMPILE_TOO_MUCH_OUTPUT;
    case PROCESS_MEMORY_LIMIT:
        return COMPILE_TOO_MUCH_MEMORY;
    case PROCESS_FAULT:
        break;
    }
    return COMPILE_FAULT;
}

static Process *start(const CompileCommand *command, const CompileLimits *limits,
    const CompileSource *source, Error *error) {
    const char *words[64] = {COMPILE_ENTRY_PATH, command->output};
    size_t count = 2;
    for (const char *const *word = command->words; *word && count < 63; word++) {
        words[count++] = *word;
    }
    const BoxFile files[] = {{COMPILE_ENTRY_PATH, COMPILE_ENTRY}, command->source};
    Box box = {
        .limits = limits_of_box(limits),
        .files = files,
        .file_count = command->source.path ? 2 : 1,
        .folder = COMPILE_FOLDER,
    };
    return process_new(
        &(ProcessOptions){
            .argv = (char *const *)words,
            .box = &box,
            .cores = source->cores,
            .stop = source->stop,
            .output_limit_bytes = limits->file_bytes + sizeof(CompileReport),
            .errors_limit_bytes = limits->message_bytes,
        },
        error);
}

void compile_run(const CompileCommand *command, const CompileLimits *limits,
    const CompileSource *source, CompileResult *result) {
    int64_t start_ns = clock_now_ns();
    Error error;
    Process *process = start(command, limits, source, &error);
    if (!process) {
        result->status = COMPILE_FAULT;
        text_addf(&result->messages, "%s\n", error.text);
        return;
    }
    process_close_input(process);
    result->status = wait_for(process, limits, start_ns + limits->wall_ms * NS_PER_MS, result);
    process_kill(process);
    result->time_ns = clock_now_ns() - start_ns;
    Text messages;
    text_init(&messages);
    process_errors(process, &messages);
    utf8_clean(&result->messages, text_slice(&messages));
    text_release(&messages);
    process_free(process);
}
