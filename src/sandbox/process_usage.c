#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/slice.h"
#include "sandbox/process_internal.h"

// A look takes 12 us. A program fills memory at about 1 GB/s, so this lets it get 10 MB too far.
static const int64_t LOOK_NS = 10 * NS_PER_MS;

// VmHWM, the peak since exec, which a short burst cannot slip past; 0 if it cannot be read.
static size_t read_peak_bytes(Process *process) {
    if (process->memory_file < 0) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/status", (int)process->program_pid);
        process->memory_file = open(path, O_RDONLY | O_CLOEXEC);
    }
    char status[4096];
    ssize_t size = pread(process->memory_file, status, sizeof status - 1, 0);
    if (size <= 0) {
        return 0;
    }
    status[size] = '\0';
    const char *field = strstr(status, "\nVmHWM:");
    size_t peak_kib = 0;
    return field && sscanf(field, "\nVmHWM: %zu kB", &peak_kib) == 1 ? peak_kib << 10 : 0;
}

static void look_at_memory(Process *process) {
    size_t peak_bytes = process->state.kind == PROCESS_RUNNING ? read_peak_bytes(process) : 0;
    if (peak_bytes > process->memory_peak_bytes) {
        process->memory_peak_bytes = peak_bytes;
    }
}

int64_t process_watch_memory(Process *process, int64_t now_ns) {
    if (process->memory_limit_bytes == 0) {
        return INT64_MAX;
    }
    if (now_ns >= process->memory_due_ns) {
        look_at_memory(process);
        process->memory_due_ns = clock_now_ns() + LOOK_NS;
    }
    return process->memory_due_ns;
}

bool process_is_over_memory(const Process *process) {
    return process->is_out_of_memory ||
           (process->memory_limit_bytes > 0 &&
               process->memory_peak_bytes > process->memory_limit_bytes);
}

void process_look_at_group(Process *process) {
    process->is_out_of_memory |= process->cgroup && cgroup_is_out_of_memory(process->cgroup);
}

size_t process_memory_peak_bytes(Process *process) {
    look_at_memory(process);
    return process->memory_peak_bytes;
}

// What a process that runs has used so far; false if it is gone.
static bool read_cpu_ns(pid_t pid, int64_t *cpu_ns) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
        return false;
    }
    *cpu_ns = used.tv_sec * NS_PER_S + used.tv_nsec;
    return true;
}

int64_t process_cpu_ns(const Process *process) {
    int64_t cpu_ns;
    if (process->state.kind == PROCESS_RUNNING && read_cpu_ns(process->program_pid, &cpu_ns)) {
        return cpu_ns - process->program_cpu_ns;
    }
    return process->cpu_ns > process->box_cpu_ns ? process->cpu_ns - process->box_cpu_ns : 0;
}

int64_t process_late_ns(const Process *process) {
    return process->late_ns;
}

// The only child of a process, or 0.
static pid_t child_of(pid_t pid) {
    char path[64];
    char text[32];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, text, sizeof text) : 0;
    process_close(&file);
    int child;
    Slice number = slice_trim((Slice){text, size > 0 ? (size_t)size : 0});
    return slice_to_int(number, &child) ? child : 0;
}

void process_find_program(Process *process) {
    process->program_pid = process->pid;
    pid_t program = process->init_pid ? child_of(process->init_pid) : 0;
    if (!program) {
        return; // no box, or it has ended already
    }
    process->program_pid = program;
    const pid_t others[] = {process->pid, process->init_pid};
    read_cpu_ns(program, &process->program_cpu_ns);
    process->box_cpu_ns = process->program_cpu_ns;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        int64_t cpu_ns = 0;
        read_cpu_ns(others[i], &cpu_ns);
        process->box_cpu_ns += cpu_ns;
    }
}

static int64_t timeval_ns(struct timeval time) {
    return time.tv_sec * NS_PER_S + time.tv_usec * 1000;
}

void process_note_usage(Process *process, const struct rusage *usage) {
    process->cpu_ns += timeval_ns(usage->ru_utime) + timeval_ns(usage->ru_stime);
    // At exec the kernel carries the peak of the memory that was left behind, here the host's, over
    // into this field. Only above that is it the program's own.
    size_t peak_bytes = (size_t)usage->ru_maxrss << 10;
    if (usage->ru_maxrss > process->host_peak_kib && peak_bytes > process->memory_peak_bytes) {
        process->memory_peak_bytes = peak_bytes;
    }
}
