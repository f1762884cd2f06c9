#pragma once
// What the tests of processes share: starting the program in tests/hostile, talking to it, and
// making sure that nothing of it is left.
//
// IMMURE_HOSTILE in the environment names that program, which `meson test` builds. The tests adopt
// orphans, so whatever a program leaves behind ends up as a child of the test: no children, nothing
// left.

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "sandbox/process.h"

// Far enough away for any machine on which the answer does come.
static inline int64_t soon(void) {
    return clock_now_ns() + 60 * NS_PER_S;
}

// A program of tests/hostile by its variable in the environment. Without it every test would talk
// to a child that could not be executed; and tests ask from threads and children too, where an
// assertion cannot fail.
static inline const char *test_program(const char *variable, const char *fallback) {
    const char *path = getenv(variable);
    path = path ? path : fallback;
    if (access(path, X_OK) != 0) {
        printf("Bail out! %s is not built: `ninja -C build meson-test-prereq`\n", path);
        exit(EXIT_FAILURE);
    }
    return path;
}

static inline const char *hostile_path(void) {
    return test_program("IMMURE_HOSTILE", "./hostile");
}

// Starts `hostile` with the given words, ended by a null, on top of the options.
static inline Process *start_with(ProcessOptions options, ...) {
    char *words[16] = {(char *)hostile_path()};
    va_list rest;
    va_start(rest, options);
    for (size_t i = 1; i < sizeof words / sizeof *words - 1; i++) {
        words[i] = va_arg(rest, char *);
        if (!words[i]) {
            break;
        }
    }
    va_end(rest);
    options.argv = words;
    Error error;
    return process_new(&options, &error);
}

#define start(...) start_with((ProcessOptions){0}, __VA_ARGS__, NULL)

static inline bool is_line(Process *process, const char *expected) {
    Slice line;
    return process_read_line(process, soon(), &line) == PROCESS_OK && slice_is(line, expected);
}

// Waits until there is output to read, without reading it.
static inline void assert_has_output(Process *process) {
    int64_t deadline_ns = soon();
    while (!process_has_output(process)) {
        assert_true(clock_now_ns() < deadline_ns);
    }
}

static inline bool sends(Process *process, const char *text) {
    return process_write(process, slice_from(text), soon()) == PROCESS_OK;
}

static inline void assert_ended(Process *process, ProcessStateKind kind, int code) {
    ProcessState state = process_wait(process, soon());
    assert_int_equal(state.kind, kind);
    assert_int_equal(state.code, code);
}

// The kernel's letter for what a process does: 'T' if it is stopped; '\0' if there is none.
static inline char run_state(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) {
        return '\0';
    }
    char run = '\0';
    if (fscanf(file, "%*d (%*[^)]) %c", &run) != 1) {
        run = '\0';
    }
    fclose(file);
    return run;
}

// A stop signal is on its way for a while.
static inline void wait_for_stop(pid_t pid) {
    int64_t deadline_ns = soon();
    while (run_state(pid) != 'T') {
        assert_true(clock_now_ns() < deadline_ns);
    }
}

static inline bool has_no_children(void) {
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
}

static inline void finish(Process *process) {
    assert_true(process_kill(process));
    process_free(process);
    assert_true(has_no_children());
}

// Runs in a child of the test, and tells how it went by its exit code.
static inline void assert_true_in_child(bool (*question)(void)) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        _exit(question() ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static inline int adopt_orphans(void **state) {
    (void)state;
    return process_adopt_orphans(NULL) ? 0 : -1;
}
