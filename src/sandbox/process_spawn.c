#include "sandbox/process_spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/process_command.h"

// What select() can hold: programs that use it break above.
#define FILE_COUNT_LIMIT 1024u

// The size of a signal set in system calls, which is not that of sigset_t.
#define KERNEL_SIGSET_BYTES 8

// The pipes of one start. Through the last the child reports that it could not become the program;
// it closes by itself when it could.
typedef enum PipeName { PIPE_INPUT, PIPE_OUTPUT, PIPE_ERRORS, PIPE_REPORT, PIPE_COUNT } PipeName;
typedef enum PipeEnd { READ_END, WRITE_END } PipeEnd;

typedef struct Pipes {
    int fds[PIPE_COUNT][2];
} Pipes;

typedef enum Step {
    STEP_SESSION,
    STEP_PIPES,
    STEP_FILES,
    STEP_CORES,
    STEP_DIRECTORY,
    STEP_EXEC,
} Step;

typedef struct Report {
    Step step;
    int error;
} Report;

// All that the child needs, made before it exists: between vfork and exec it may not allocate.
typedef struct Launch {
    const ProcessOptions *options;
    const char *const *words;
    ProcessMark mark;
    pid_t host;
    Pipes pipes;
} Launch;

// --- The child, in the host's memory: system calls only ------------------------------------------

static _Noreturn void child_fail(const Launch *launch, Step step) {
    Report report = {step, errno};
    ssize_t written = write(launch->pipes.fds[PIPE_REPORT][WRITE_END], &report, sizeof report);
    _exit(written < 0 ? 126 : 127);
}

static void child_pipes(const Launch *launch) {
    const int(*fds)[2] = launch->pipes.fds;
    if (dup2(fds[PIPE_INPUT][READ_END], STDIN_FILENO) < 0 ||
        dup2(fds[PIPE_OUTPUT][WRITE_END], STDOUT_FILENO) < 0 ||
        dup2(fds[PIPE_ERRORS][WRITE_END], STDERR_FILENO) < 0) {
        child_fail(launch, STEP_PIPES);
    }
    // All that we open closes at exec; this is for what others in the host have opened carelessly.
    // Kernels before 5.11 cannot do it, and then those few stay open.
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    for (size_t i = 0; i < launch->options->kept_fd_count; i++) {
        if (fcntl(launch->options->kept_fds[i], F_SETFD, 0) < 0) {
            child_fail(launch, STEP_FILES);
        }
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

static void child_limits(const ProcessOptions *options, ProcessMark mark) {
    child_limit(RLIMIT_CORE, 0);
    child_limit(RLIMIT_NOFILE, FILE_COUNT_LIMIT);
    if (options->process_count_limit > 0) {
        child_limit(RLIMIT_NPROC, options->process_count_limit);
    }
    process_mark_wear(mark);
    // Last, because until exec it also counts the host's memory: nothing may need more of it.
    if (options->address_space_limit_bytes > 0) {
        child_limit(RLIMIT_AS, options->address_space_limit_bytes);
    }
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

static _Noreturn void child_run(const Launch *launch) {
    const ProcessOptions *options = launch->options;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launch->host) {
        _exit(126); // the host died before the line above
    }
    if (setsid() < 0) {
        child_fail(launch, STEP_SESSION);
    }
    child_pipes(launch);
    if (options->cores && sched_setaffinity(0, sizeof *options->cores, options->cores) < 0) {
        child_fail(launch, STEP_CORES);
    }
    if (options->directory && chdir(options->directory) < 0) {
        child_fail(launch, STEP_DIRECTORY);
    }
    child_signals();
    child_limits(options, launch->mark);
    execvp(launch->words[0], (char *const *)launch->words);
    child_fail(launch, STEP_EXEC);
}

// --- The host ------------------------------------------------------------------------------------

static void pipes_close(Pipes *pipes) {
    for (int name = 0; name < PIPE_COUNT; name++) {
        for (int end = 0; end < 2; end++) {
            if (pipes->fds[name][end] >= 0) {
                close(pipes->fds[name][end]);
            }
        }
    }
}

// Moves a descriptor out of the way of the child's own stdin, stdout and stderr: a host that was
// started with one of its own closed gets such numbers.
static int above_stdio(int fd) {
    if (fd > STDERR_FILENO) {
        return fd;
    }
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(fd);
    return moved;
}

static bool pipes_open(Pipes *pipes) {
    memset(pipes, -1, sizeof *pipes);
    for (int name = 0; name < PIPE_COUNT; name++) {
        int *fds = pipes->fds[name];
        if (pipe2(fds, O_CLOEXEC) < 0) {
            return false;
        }
        fds[READ_END] = above_stdio(fds[READ_END]);
        fds[WRITE_END] = above_stdio(fds[WRITE_END]);
        if (fds[READ_END] < 0 || fds[WRITE_END] < 0) {
            return false;
        }
    }
    return true;
}

// Only our end: the child's end is a file of its own, and a program expects it to block.
static int take_end(Pipes *pipes, PipeName name, PipeEnd end) {
    int fd = pipes->fds[name][end];
    pipes->fds[name][end] = -1;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

// vfork stops only this thread until the child has become the program. No signal may be handled in
// the child meanwhile: it would run the host's handler in the host's memory.
static pid_t launch_child(const Launch *launch) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork();
    if (pid == 0) {
        child_run(launch);
    }
    int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return pid;
}

static bool is_hosts_fault(Report report) {
    if (report.step != STEP_DIRECTORY && report.step != STEP_EXEC) {
        return true;
    }
    switch (report.error) {
    case EAGAIN:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ETXTBSY: // somebody has not finished writing it
        return true;
    default:
        return false;
    }
}

// Reads whether the child became the program.
static ProcessSpawn read_report(const Launch *launch, pid_t pid, Error *error) {
    Report report;
    ssize_t size;
    do {
        size = read(launch->pipes.fds[PIPE_REPORT][READ_END], &report, sizeof report);
    } while (size < 0 && errno == EINTR);
    if (size == 0) {
        return PROCESS_SPAWN_DONE;
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    if (size != sizeof report) {
        error_set(error, ERROR_PROCESS_FAULT, "a program's start is unknown: %s", strerror(errno));
        return PROCESS_SPAWN_FAULT;
    }
    static const char *const STEPS[] = {
        "its session: ", "its pipes: ", "its descriptors: ", "its cores: ", "its directory: ", ""};
    char name[SLICE_QUOTE_SIZE];
    slice_quote(slice_from(launch->words[0]), name);
    error_set(error, ERROR_PROGRAM_NOT_STARTED, "%s cannot be started: %s%s", name,
        STEPS[report.step], strerror(report.error));
    return is_hosts_fault(report) ? PROCESS_SPAWN_FAULT : PROCESS_SPAWN_REFUSED;
}

static ProcessSpawn spawn_over_pipes(Launch *launch, ProcessChild *child, Error *error) {
    Pipes *pipes = &launch->pipes;
    pid_t pid = launch_child(launch);
    if (pid < 0) {
        error_set(error, ERROR_PROCESS_FAULT, "no process for a program: %s", strerror(errno));
        return PROCESS_SPAWN_FAULT;
    }
    // Ours must be closed, or the report would have no end.
    close(pipes->fds[PIPE_REPORT][WRITE_END]);
    pipes->fds[PIPE_REPORT][WRITE_END] = -1;
    ProcessSpawn spawn = read_report(launch, pid, error);
    if (spawn == PROCESS_SPAWN_DONE) {
        *child = (ProcessChild){
            .pid = pid,
            .input = take_end(pipes, PIPE_INPUT, WRITE_END),
            .output = take_end(pipes, PIPE_OUTPUT, READ_END),
            .errors = take_end(pipes, PIPE_ERRORS, READ_END),
        };
    }
    return spawn;
}

static ProcessSpawn spawn_words(Launch *launch, ProcessChild *child, Error *error) {
    if (!launch->words[0]) {
        error_set(error, ERROR_PROGRAM_NOT_STARTED, "an empty command cannot be started");
        return PROCESS_SPAWN_REFUSED;
    }
    // With either of these the kernel reaps by itself, and nobody learns how a program ended.
    struct sigaction chld;
    sigaction(SIGCHLD, NULL, &chld);
    if (chld.sa_handler == SIG_IGN || chld.sa_flags & SA_NOCLDWAIT) {
        error_set(error, ERROR_PROCESS_FAULT, "the host ignores SIGCHLD");
        return PROCESS_SPAWN_FAULT;
    }
    ProcessSpawn spawn = PROCESS_SPAWN_FAULT;
    if (pipes_open(&launch->pipes)) {
        spawn = spawn_over_pipes(launch, child, error);
    } else {
        error_set(error, ERROR_PROCESS_FAULT, "no pipe for a program: %s", strerror(errno));
    }
    pipes_close(&launch->pipes);
    return spawn;
}

ProcessSpawn process_spawn(
    const ProcessOptions *options, ProcessMark mark, ProcessChild *child, Error *error) {
    assert(options->argv || options->command);
    Launch launch = {.options = options, .mark = mark, .host = getpid()};
    if (options->argv) {
        launch.words = (const char *const *)options->argv;
        return spawn_words(&launch, child, error);
    }
    ProcessCommand command;
    process_command_init(&command, options->command);
    launch.words = command.words;
    ProcessSpawn spawn = spawn_words(&launch, child, error);
    process_command_release(&command);
    return spawn;
}
