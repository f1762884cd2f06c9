#include "sandbox/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/process_internal.h"
#include "sandbox/process_spawn.h"

static const int64_t KILL_NS = 2 * NS_PER_S;

// What is kept of either end of stderr.
enum { LOG_PART_BYTES = 32 << 10 };

// bubblewrap ends with this plus the signal's number if a signal ended the program.
enum { BOX_SIGNAL_CODE = 128 };

bool process_adopt_orphans(Error *error) {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) {
        return error_set(
            error, ERROR_PROCESS_FAULT, "orphans cannot be adopted: %s", strerror(errno));
    }
    return true;
}

// A program that could not be run, as one that has ended at once with nothing but a complaint.
static void note_refusal(Process *process, const Error *reason) {
    process->state = (ProcessState){PROCESS_NEVER_STARTED, 127};
    process->reaped = true;
    clipped_add(&process->log, slice_from(reason->text));
    clipped_add(&process->log, slice_from("\n"));
}

static void note_start(Process *process, const ProcessChild *child) {
    process->pid = child->pid;
    process->input = child->input;
    process->output = child->output;
    process->errors = child->errors;
    process->pidfd = pidfd_open(child->pid, 0);
    process->init_pid = child->init_pid;
    process->init_pidfd = child->init_pid ? pidfd_open(child->init_pid, 0) : -1;
    process_find_program(process);
    // After the start, so that no moment of the host's memory that the child saw is missed.
    struct rusage host;
    getrusage(RUSAGE_SELF, &host);
    process->host_peak_kib = host.ru_maxrss;
}

static void process_free_memory(Process *process) {
    cgroup_free(process->cgroup);
    text_release(&process->received);
    clipped_release(&process->log);
    free(process);
}

Process *process_new(const ProcessOptions *options, Error *error) {
    Process *process = calloc(1, sizeof *process);
    if (!process) {
        error_set(error, ERROR_OUT_OF_MEMORY, "no memory for a program");
        return NULL;
    }
    process->pid = process->pidfd = process->init_pidfd = process->memory_file = -1;
    process->input = process->output = process->errors = -1;
    process->output_limit_bytes =
        options->output_limit_bytes ? options->output_limit_bytes : PROCESS_OUTPUT_LIMIT_BYTES;
    process->errors_limit_bytes = options->errors_limit_bytes;
    process->memory_limit_bytes = options->memory_limit_bytes;
    process->stop = options->stop;
    process->mark = process_mark_make();
    process->is_boxed = options->box != NULL;
    if (options->box) {
        // Where there is none to be had, the limits on each process have to do.
        process->cgroup = cgroup_new(options->box->limits.memory_bytes, NULL);
    }
    text_init(&process->received);
    clipped_init(&process->log, LOG_PART_BYTES);

    ProcessChild child;
    Error reason;
    switch (process_spawn(options, process->mark, process->cgroup, &child, &reason)) {
    case PROCESS_SPAWN_DONE:
        note_start(process, &child);
        return process;
    case PROCESS_SPAWN_REFUSED:
        note_refusal(process, &reason);
        return process;
    case PROCESS_SPAWN_FAULT:
        break;
    }
    error_copy(error, &reason);
    process_free_memory(process);
    return NULL;
}

void process_free(Process *process) {
    if (!process) {
        return;
    }
    process_kill(process);
    process_free_memory(process);
}

// To the program's process group, which bears its pid.
static void signal_group(const Process *process, int number) {
    if (!process->reaped) {
        kill(-process->pid, number);
    }
}

void process_suspend(Process *process) {
    signal_group(process, SIGSTOP);
}

void process_resume(Process *process) {
    signal_group(process, SIGCONT);
}

static ProcessState state_of(const Process *process, const siginfo_t *info) {
    if (info->si_code != CLD_EXITED) {
        return (ProcessState){PROCESS_SIGNALED, info->si_status};
    }
    if (process->is_boxed && info->si_status > BOX_SIGNAL_CODE) {
        return (ProcessState){PROCESS_SIGNALED, info->si_status - BOX_SIGNAL_CODE};
    }
    bool refused = (info->si_status == 126 || info->si_status == 127) && !process->printed;
    return (ProcessState){refused ? PROCESS_NEVER_STARTED : PROCESS_EXITED, info->si_status};
}

// Closes what only a program that still runs is watched by.
static void stop_watching(Process *process) {
    process_close(&process->pidfd);
    process_close(&process->init_pidfd);
    process_close(&process->memory_file);
}

// Ends what the program has left in its box. The box's own first process waited for the program,
// and knows what it has used.
static bool end_box(Process *process, int64_t deadline_ns) {
    struct rusage usage;
    bool done = box_kill(process->init_pid, process->init_pidfd, deadline_ns, &usage);
    process_note_usage(process, &usage);
    process_close(&process->init_pidfd);
    return done;
}

void process_note_end(Process *process) {
    siginfo_t info = {0};
    struct rusage usage;
    // The system call, because the library's waitid leaves out the last argument and wait4 would
    // reap: the pid must stay ours until the group and the descendants are gone.
    if (syscall(SYS_waitid, P_PID, process->pid, &info, WEXITED | WNOHANG | WNOWAIT, &usage) < 0) {
        process->broken = true; // somebody else has reaped it
        process->reaped = true;
        process->state = (ProcessState){PROCESS_EXITED, -1};
        process_drain(process);
        stop_watching(process);
    } else if (info.si_pid == process->pid) {
        process_drain(process);
        process->state = state_of(process, &info);
        process_note_usage(process, &usage);
        if (process->init_pidfd >= 0) {
            end_box(process, clock_now_ns() + KILL_NS);
        }
        process_look_at_group(process);
    }
}

bool process_kill(Process *process) {
    if (process->reaped) {
        return true;
    }
    int64_t deadline_ns = clock_now_ns() + KILL_NS;
    signal_group(process, SIGKILL);
    process_wait(process, deadline_ns);
    // Even if the program itself hangs in the kernel, its descendants need not.
    bool alone = process->init_pidfd >= 0
                     ? end_box(process, deadline_ns)
                     : process_mark_kill(process->mark, process->pid, deadline_ns);
    process->reaped = waitpid(process->pid, NULL, WNOHANG) == process->pid;
    process_drain(process);
    stop_watching(process);
    return alone && process->reaped;
}

void process_errors(const Process *process, Text *out) {
    clipped_format(&process->log, out);
}

pid_t process_pid(const Process *process) {
    return process->pid;
}
