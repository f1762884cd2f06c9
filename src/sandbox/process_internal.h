#pragma once
// What the parts of process.h share: the structure, and the steps that one part needs of another.
// For process.c, process_io.c and process_usage.c alone.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/clipped_text.h"
#include "base/clock.h"
#include "base/text.h"
#include "sandbox/cgroup.h"
#include "sandbox/process.h"
#include "sandbox/process_mark.h"

struct Process {
    pid_t pid; // ours until it is reaped, which only process_kill does: no pid is reused before
    bool reaped;
    // The program itself, if there is a box: `pid` is then bubblewrap's, which ends with it.
    pid_t program_pid;
    bool is_boxed;
    pid_t init_pid;         // the box's first process: everything in the box ends with it
    int init_pidfd;         // -1: no box, or it ended before we looked
    int64_t box_cpu_ns;     // what making the box took, in all its processes
    int64_t program_cpu_ns; // and in the one that became the program
    Cgroup *cgroup;         // of the box, or null
    bool is_out_of_memory;  // the kernel ended it for going beyond the group's memory
    int pidfd; // readable when it ends; -1 where the kernel has none, and then it is asked
    ProcessMark mark;
    ProcessState state;

    // Our ends of the pipes, -1 once closed.
    int input;
    int output;
    int errors;

    // stdout that nobody has read: from `taken` on. It has no newline before `searched`.
    Text received;
    size_t taken;
    size_t searched;
    size_t turn_bytes; // received or still unread since the last write
    size_t output_limit_bytes;
    size_t errors_limit_bytes; // 0: none
    bool printed;              // anything at all
    bool broken;               // a system call of ours failed
    const atomic_bool *stop;   // may be null

    int memory_file; // /proc/PID/status, -1 until it is needed
    size_t memory_limit_bytes;
    size_t memory_peak_bytes;
    int64_t memory_due_ns; // the next look
    long host_peak_kib;    // below this, the kernel's own peak may be that of the host

    int64_t cpu_ns; // once it has ended, with what its box has used

    int64_t late_ns; // sum of the delays of all waits

    ClippedText log; // its stderr
};

// Waits until something happens or `until_ns`, but a few milliseconds at most; then moves what can
// be moved: `*pending` (may be null) into stdin, stdout and stderr into memory; and notes the end
// of the program.
void process_pump(Process *process, Slice *pending, int64_t until_ns);

// Delays up to this do not count: any program that keeps its core busy can cause them. (Measured
// with 16 busy processes on the core of the host: 2 ms on the average, seldom more than 5.)
#define PROCESS_DELAY_FLOOR_NS (20 * NS_PER_MS)

// The delay of a wait that was due at one time and came back at another, if it counts, else 0.
int64_t process_delay_ns(int64_t due_ns, int64_t back_ns);

// Closes a descriptor, if it is open, and makes it -1.
void process_close(int *fd);

// Reads what is left in the pipes of a program that has ended, and closes them. Children of its own
// may hold the other ends open for ever, so an end of file is not waited for.
void process_drain(Process *process);

// Notes the end of the program, if it has come: state, times, memory, the rest of its output.
void process_note_end(Process *process);

// Looks at the memory in use, if there is a limit and `now_ns` is the time for a look or later.
// Returns when the next is due: never, where there is no limit.
int64_t process_watch_memory(Process *process, int64_t now_ns);
bool process_is_over_memory(const Process *process);

// Notes whether the kernel has ended something in the box for want of memory.
void process_look_at_group(Process *process);

// Finds the program behind bubblewrap, and notes what the box has cost so far.
void process_find_program(Process *process);

// Adds the final figures from the kernel's summary of an ended process.
void process_note_usage(Process *process, const struct rusage *usage);
