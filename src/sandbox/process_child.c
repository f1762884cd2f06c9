#include "sandbox/process_child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// What select() can hold: programs that use it break above.
#define FILE_COUNT_LIMIT 1024u

// The size of a signal set in system calls, which is not that of sigset_t.
#define KERNEL_SIGSET_BYTES 8

static _Noreturn void child_fail(const Launch *launch, SpawnStep step) {
    SpawnReport report = {step, errno};
    ssize_t written = write(launch->pipes.fds[PIPE_REPORT][WRITE_END], &report, sizeof report);
    _exit(written < 0 ? 126 : 127);
}

static void child_keep(const Launch *launch, const int *fds, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (fcntl(fds[i], F_SETFD, 0) < 0) {
            child_fail(launch, SPAWN_FILES);
        }
    }
}

static void child_pipes(const Launch *launch) {
    const int(*fds)[2] = launch->pipes.fds;
    if (dup2(fds[PIPE_INPUT][READ_END], STDIN_FILENO) < 0 ||
        dup2(fds[PIPE_OUTPUT][WRITE_END], STDOUT_FILENO) < 0 ||
        dup2(fds[PIPE_ERRORS][WRITE_END], STDERR_FILENO) < 0) {
        child_fail(launch, SPAWN_PIPES);
    }
    // All that we open closes at exec; this is for what others in the host have opened carelessly.
    // Kernels before 5.11 cannot do it, and then those few stay open.
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    child_keep(launch, launch->options->kept_fds, launch->options->kept_fd_count);
    if (launch->options->box) {
        child_keep(launch, launch->box.fds, launch->box.fd_count);
        child_keep(launch, &fds[PIPE_REPORT][WRITE_END], 1);
        child_keep(launch, &fds[PIPE_INFO][WRITE_END], 1);
    }
}

// Where the host itself is held lower than this, its own limit stays.
static void child_limit(int resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) == 0) {
        limit.rlim_max = value < limit.rlim_max ? value : limit.rlim_max;
        limit.rlim_cur = limit.rlim_max;
        setrlimit(resource, &limit);
    }
}

static void child_limits(ProcessMark mark) {
    child_limit(RLIMIT_CORE, 0);
    child_limit(RLIMIT_NOFILE, FILE_COUNT_LIMIT);
    process_mark_wear(mark);
}

// Sets what a signal does, past the C library: that refuses to touch the two signals it keeps for
// its threads, but a host may have been started with them ignored (GNU make does that).
static void child_signal(int number, void (*handler)(int)) {
    // The kernel's struct begins with the handler; the rest of it is zero here.
    struct {
        void (*handler)(int);
        unsigned long rest[7];
    } action = {.handler = handler};
    syscall(SYS_rt_sigaction, number, &action, NULL, KERNEL_SIGSET_BYTES);
}

// An ignored signal stays ignored over exec, and a blocked one blocked; handlers must be gone
// before anything is unblocked, or one would run here, in the host's memory. Ignoring a signal
// first drops one that is waiting: a Ctrl-C that came before this was a session of its own was
// meant for the host.
static void child_signals(void) {
    for (int number = 1; number < NSIG; number++) {
        child_signal(number, SIG_IGN);
        child_signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Into its cgroup while that is still allowed, and then out of the host's rights. Past the C
// library, which would have every thread of the host do the same.
static void child_drop_rights(const Launch *launch) {
    if (launch->cgroup_file >= 0 && write(launch->cgroup_file, "0", 1) != 1) {
        child_fail(launch, SPAWN_CGROUP);
    }
    if (launch->is_root && launch->options->box &&
        (syscall(SYS_setgroups, 0, NULL) != 0 ||
            syscall(SYS_setresgid, BOX_USER, BOX_USER, BOX_USER) != 0 ||
            syscall(SYS_setresuid, BOX_USER, BOX_USER, BOX_USER) != 0)) {
        child_fail(launch, SPAWN_USER);
    }
}

_Noreturn void process_child_run(const Launch *launch) {
    const ProcessOptions *options = launch->options;
    child_drop_rights(launch);
    // A change of user would undo this.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launch->host) {
        _exit(126); // the host died before the line above
    }
    if (setsid() < 0) {
        child_fail(launch, SPAWN_SESSION);
    }
    child_pipes(launch);
    if (options->cores && sched_setaffinity(0, sizeof *options->cores, options->cores) < 0) {
        child_fail(launch, SPAWN_CORES);
    }
    if (options->directory && !options->box && chdir(options->directory) < 0) {
        child_fail(launch, SPAWN_DIRECTORY);
    }
    child_signals();
    child_limits(launch->mark);
    execvp(launch->words[0], (char *const *)launch->words);
    child_fail(launch, SPAWN_EXEC);
}
