#include "sandbox/process_mark.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/slice.h"

// Probing a pid takes 0.2 us and listing /proc 1.5 us for each process of the machine, of which
// there are at least a hundred.
enum { PROBE_MAX = 512 };

static const int64_t RETRY_NS = NS_PER_MS / 5;

ProcessMark process_mark_make(void) {
    // One thread cannot start two programs within a microsecond, and two threads of one number
    // modulo 4096 hardly start in the same one. Good for 35 years of uptime.
    uint64_t now_us = (uint64_t)(clock_now_ns() / 1000);
    uint64_t age = now_us << 12 | ((uint64_t)gettid() & 0xfff);
    return (ProcessMark){(UINT64_C(1) << 62) - age};
}

void process_mark_wear(ProcessMark mark) {
    setrlimit(RLIMIT_RTTIME, &(struct rlimit){mark.limit, mark.limit});
}

static bool wears(pid_t pid, ProcessMark mark) {
    struct rlimit limit;
    return prlimit(pid, RLIMIT_RTTIME, NULL, &limit) == 0 && limit.rlim_max == mark.limit;
}

static bool reap(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG) == 0 && info.si_pid == pid;
}

// Kills one process if it wears the mark. Returns whether anything changed, so that another look is
// due: not for the corpse of a process that somebody else has to reap.
static bool kill_marked(pid_t pid, ProcessMark mark) {
    if (!wears(pid, mark)) {
        return false;
    }
    int pidfd = pidfd_open(pid, 0);
    if (pidfd < 0) {
        // A thread's number (its process has its own), a process that has just gone, or a kernel
        // before 5.3: only there the pid could be reused between the look and the kill.
        return errno == ENOSYS && (reap(pid) || kill(pid, SIGKILL) == 0);
    }
    bool changed = false;
    if (wears(pid, mark)) { // so pidfd means a process of ours, or a dead one
        struct pollfd ended = {.fd = pidfd, .events = POLLIN};
        if (poll(&ended, 1, 0) > 0) {
            changed = reap(pid);
        } else {
            changed = pidfd_send_signal(pidfd, SIGKILL, NULL, 0) == 0;
        }
    }
    close(pidfd);
    return changed;
}

// The pid that the kernel gave out last, or -1 where it does not say. (/proc/loadavg has it too,
// but container systems replace that file by their own, seconds old.)
static pid_t newest_pid(void) {
    int file = open("/proc/sys/kernel/ns_last_pid", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    char text[32];
    ssize_t size = read(file, text, sizeof text);
    close(file);
    int pid;
    return size > 0 && slice_to_int(slice_trim((Slice){text, (size_t)size}), &pid) ? pid : -1;
}

typedef enum Found { FOUND_NONE, FOUND_SOME, FOUND_UNKNOWN } Found;

static Found kill_listed(ProcessMark mark, pid_t ancestor) {
    DIR *processes = opendir("/proc");
    if (!processes) {
        return FOUND_UNKNOWN;
    }
    Found found = FOUND_NONE;
    const struct dirent *entry;
    while ((entry = readdir(processes))) {
        int pid;
        if (slice_to_int(slice_from(entry->d_name), &pid) && pid != ancestor &&
            kill_marked(pid, mark)) {
            found = FOUND_SOME;
        }
    }
    closedir(processes);
    return found;
}

// One pass over all that can be descendants. Pids are given out in rising order until they wrap, so
// those of a program that did not live long are a short range above its own.
static Found kill_pass(ProcessMark mark, pid_t ancestor) {
    pid_t newest = newest_pid();
    if (newest < ancestor || newest - ancestor > PROBE_MAX) {
        return kill_listed(mark, ancestor);
    }
    Found found = FOUND_NONE;
    for (pid_t pid = ancestor + 1; pid <= newest; pid++) {
        if (kill_marked(pid, mark)) {
            found = FOUND_SOME;
        }
    }
    return found;
}

bool process_mark_kill(ProcessMark mark, pid_t ancestor, int64_t deadline_ns) {
    Found found;
    // A pass that changes something may free new orphans, or miss a child that was just born.
    while ((found = kill_pass(mark, ancestor)) == FOUND_SOME) {
        if (clock_now_ns() >= deadline_ns) {
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = RETRY_NS}, NULL);
    }
    return found == FOUND_NONE;
}
