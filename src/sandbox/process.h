#pragma once
// Somebody else's program, run over three pipes by a host that does not trust it.
//
// Whatever the program does (crash, stall, flood, fork, hide), every call here returns by its
// deadline with a status that says what happened, and process_free leaves nothing of it behind.
// This layer knows nothing of games or protocols: it moves bytes and measures.
//
// Deadlines are absolute, in clock_now_ns(). A deadline that has passed still gives what has
// already arrived. A Process belongs to one thread at a time; any number of threads may run their
// own.
//
// What the host must know:
// - A program dies with the *thread* that started it (the kernel's parent-death signal counts
//   threads), so that killing the host leaves no bot behind: the thread that calls process_new must
//   live as long as the Process does.
// - Nothing else in the host may wait for "any child" (wait, waitpid(-1)), or ignore SIGCHLD.
// - No signal disposition of the host is changed: a broken pipe is a status, never a SIGPIPE.
// - Without a box this holds clumsy programs; one that means harm, under the host's own user, can
//   kill the host itself. Those are for a box (box.h).

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/slice.h"
#include "base/text.h"
#include "sandbox/box.h"

typedef struct Process Process;

// Botzone's limit, used where the options give none.
#define PROCESS_OUTPUT_LIMIT_BYTES (1u << 20)

// Zero-initialise; whatever is left zero is not limited, or is as the host has it.
typedef struct ProcessOptions {
    // What to run: words with a null at the end, or (when `argv` is null) a command line. A line of
    // plain words is run directly, any other by /bin/sh. A name without a slash is looked up in
    // PATH, a relative path from `directory`.
    char *const *argv;
    const char *command;
    const char *directory;

    const Box *box; // null: none, and it sees and may do what the host does

    const cpu_set_t *cores; // where it may run, set before its first instruction
    // Descriptors that it inherits, under the same numbers; all others close. Not with a box.
    const int *kept_fds;
    size_t kept_fd_count;

    size_t output_limit_bytes; // stdout since the last process_write; 0: PROCESS_OUTPUT_LIMIT_BYTES
    size_t errors_limit_bytes; // stderr in its whole life; beyond is PROCESS_OUTPUT_LIMIT
    size_t memory_limit_bytes; // resident memory, looked at while a call waits for the program

    const atomic_bool *stop; // set by anybody: waits for the program end soon, as PROCESS_FAULT
} ProcessOptions;

// How a wait ended. All but PROCESS_OK and PROCESS_CLOSED are ends to act on: kill the process.
typedef enum ProcessStatus {
    PROCESS_OK,           // what was asked for has happened
    PROCESS_CLOSED,       // its end of the pipe is closed, or it is gone: process_wait tells which
    PROCESS_TIMEOUT,      // the deadline passed first
    PROCESS_OUTPUT_LIMIT, // it printed more than it may
    PROCESS_MEMORY_LIMIT, // it used more memory than it may
    PROCESS_FAULT,        // the host's system calls failed, or it stops: not the program's doing
} ProcessStatus;

typedef enum ProcessStateKind {
    PROCESS_RUNNING,
    PROCESS_NEVER_STARTED, // no such program; or code 126 or 127 (shell, loader) and no output
    PROCESS_EXITED,        // by itself, with a code
    PROCESS_SIGNALED,      // by a signal: a crash, or our own SIGKILL
} ProcessStateKind;

typedef struct ProcessState {
    ProcessStateKind kind;
    int code; // the exit code or the signal's number
} ProcessState;

// Makes the host the parent of every orphan that its descendants leave, so that process_kill can
// also reap them. A setting of the whole host program, and so its own choice: call it once, from
// main. Without it orphans are still found and killed, and init reaps them.
bool process_adopt_orphans(Error *error);

// Starts a program in a session of its own. Null, with the reason, only if the host failed (no more
// descriptors, processes or memory). A program that cannot be run is a Process that has ended:
// PROCESS_NEVER_STARTED, with the reason where its stderr would be, just as if a shell or the
// loader had found out. Whoever wants to know at once calls process_wait with no time.
Process *process_new(const ProcessOptions *options, Error *error);

// Kills what is left (process_kill) and frees. Null is allowed.
void process_free(Process *process);

// Sends text. PROCESS_OK means that the pipe has taken it, not that the program has read it. What
// the program prints meanwhile is collected, so neither side can block the other. PROCESS_CLOSED is
// no crash yet: a program that answers without reading all of its input is within its rights.
ProcessStatus process_write(Process *process, Slice text, int64_t deadline_ns);

// Closes the program's stdin: it reads an end of file.
void process_close_input(Process *process);

// The next line of stdout, without its newline. On any other status `*line` is the unfinished line
// so far, still unread: with PROCESS_CLOSED it is the last that there is. It points into the
// Process, until the next call that takes a deadline, process_has_output or process_kill.
ProcessStatus process_read_line(Process *process, int64_t deadline_ns, Slice *line);

// Everything on stdout up to its end (PROCESS_OK), or so far (any other status).
ProcessStatus process_read_all(Process *process, int64_t deadline_ns, Slice *output);

// Whether there is output that nobody has read, such as an answer to a question not yet asked.
// Never waits.
bool process_has_output(Process *process);

// Stops and continues the program and its process group. Between the two it gets no CPU time.
void process_suspend(Process *process);
void process_resume(Process *process);

// Waits for the program itself to end, and tells how; PROCESS_RUNNING if it still lives at the
// deadline. At PROCESS_CLOSED give it some milliseconds: a program's pipes close just before it
// ends.
ProcessState process_wait(Process *process, int64_t deadline_ns);

// CPU time since its start, user and system, all threads; once it has ended, also that of children
// it waited for. Subtract two readings for a turn.
int64_t process_cpu_ns(const Process *process);

// By how much the host came back late from its waits for this program, in all its life: the host's
// own trouble, during which the program may not have run either. Short delays do not count, so that
// no program can cause any by keeping its core busy.
int64_t process_late_ns(const Process *process);

// The most memory that was resident at once, in the program itself. A program that ends between two
// looks is measured by the kernel's summary, which cannot see below the host's own peak.
size_t process_memory_peak_bytes(Process *process);

// Appends what it wrote to stderr: the beginning and the end of it, when there was much.
void process_errors(const Process *process, Text *out);

// Kills the program and all its descendants, those that made themselves daemons too, and reaps
// them. Within two seconds, in practice within one millisecond. False if something could not be
// killed in that time. What was measured and printed stays readable. Harmless when repeated.
bool process_kill(Process *process);

pid_t process_pid(const Process *process);
