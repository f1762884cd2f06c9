#include "sandbox/process_spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/process_child.h"
#include "sandbox/process_command.h"

// How long a start may take; a box takes milliseconds.
#define START_MS 10000

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
        process_child_run(launch);
    }
    int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return pid;
}

static bool is_hosts_fault(SpawnReport report) {
    if (report.step != SPAWN_DIRECTORY && report.step != SPAWN_EXEC) {
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

// The next report; the size is 0 at the end, and -1 if there is none for too long.
static ssize_t next_report(int pipe, SpawnReport *report) {
    struct pollfd ready = {.fd = pipe, .events = POLLIN};
    ssize_t size;
    do {
        int count = poll(&ready, 1, START_MS);
        if (count == 0) {
            errno = ETIMEDOUT;
        }
        size = count > 0 ? read(pipe, report, sizeof *report) : -1;
    } while (size < 0 && errno == EINTR);
    return size;
}

// bwrap has complained on its stderr, if it has failed.
static void tell_box_failure(const Launch *launch, Error *error) {
    char text[160];
    int errors = launch->pipes.fds[PIPE_ERRORS][READ_END];
    fcntl(errors, F_SETFL, O_NONBLOCK);
    ssize_t size = read(errors, text, sizeof text - 1);
    text[size > 0 ? size : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    error_set(error, ERROR_NO_SANDBOX, "the sandbox cannot be made: %s", text);
}

static void tell_failure(const Launch *launch, SpawnReport report, Error *error) {
    static const char *const STEPS[] = {
        [SPAWN_SESSION] = "its session: ",
        [SPAWN_PIPES] = "its pipes: ",
        [SPAWN_FILES] = "its descriptors: ",
        [SPAWN_CORES] = "its cores: ",
        [SPAWN_DIRECTORY] = "its directory: ",
        [SPAWN_CGROUP] = "its cgroup: ",
        [SPAWN_USER] = "its user: ",
        [SPAWN_LIMITS] = "its limits: ",
        [SPAWN_EXEC] = "",
    };
    char name[SLICE_QUOTE_SIZE];
    slice_quote(slice_from(launch->program), name);
    error_set(error, ERROR_PROGRAM_NOT_STARTED, "%s cannot be started: %s%s", name,
        STEPS[report.step], strerror(report.error));
}

// From {"child-pid": 123, ...}, which bubblewrap has written by the time that the box stands.
static pid_t read_init_pid(const Launch *launch) {
    char text[256];
    int info = launch->pipes.fds[PIPE_INFO][READ_END];
    fcntl(info, F_SETFL, O_NONBLOCK);
    ssize_t size = read(info, text, sizeof text);
    Slice rest = {text, size > 0 ? (size_t)size : 0};
    Slice number;
    int pid = 0;
    while (slice_next(&rest, "{}\":, \n", &number) && !slice_to_int(number, &pid)) {
    }
    return pid;
}

// Ends a start that failed.
static void give_up(const Launch *launch, pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    pid_t init = launch->options->box ? read_init_pid(launch) : 0;
    int pidfd = init ? pidfd_open(init, 0) : -1;
    if (pidfd >= 0) {
        box_kill(init, pidfd, clock_now_ns() + START_MS * NS_PER_MS, NULL);
        close(pidfd);
    }
}

// Reads whether the child became the program.
static ProcessSpawn read_report(const Launch *launch, pid_t pid, Error *error) {
    const int pipe = launch->pipes.fds[PIPE_REPORT][READ_END];
    SpawnReport report;
    ssize_t size = next_report(pipe, &report);
    bool has_box = false;
    if (size == sizeof report && report.step == SPAWN_BOXED) {
        has_box = true;
        size = next_report(pipe, &report);
    }
    if (size == 0 && (has_box || !launch->options->box)) {
        return PROCESS_SPAWN_DONE;
    }
    int failure = errno;
    give_up(launch, pid);
    if (size == 0) {
        tell_box_failure(launch, error);
    } else if (size == sizeof report && launch->options->box && !has_box &&
               report.step == SPAWN_EXEC) {
        error_set(
            error, ERROR_NO_SANDBOX, "bubblewrap cannot be started: %s", strerror(report.error));
    } else if (size == sizeof report) {
        tell_failure(launch, report, error);
        return is_hosts_fault(report) ? PROCESS_SPAWN_FAULT : PROCESS_SPAWN_REFUSED;
    } else {
        error_set(
            error, ERROR_PROCESS_FAULT, "a program's start is unknown: %s", strerror(failure));
    }
    return PROCESS_SPAWN_FAULT;
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
            .init_pid = launch->options->box ? read_init_pid(launch) : 0,
            .input = take_end(pipes, PIPE_INPUT, WRITE_END),
            .output = take_end(pipes, PIPE_OUTPUT, READ_END),
            .errors = take_end(pipes, PIPE_ERRORS, READ_END),
        };
    }
    return spawn;
}

// Puts the words into a box, if there is one.
static bool wrap_words(Launch *launch, Error *error) {
    const ProcessOptions *options = launch->options;
    if (options->box) {
        if (!box_command_init(&launch->box, options->box, launch->words, options->directory,
                launch->pipes.fds[PIPE_REPORT][WRITE_END], launch->pipes.fds[PIPE_INFO][WRITE_END],
                error)) {
            return false;
        }
        launch->words = (const char *const *)launch->box.words;
    }
    return true;
}

static ProcessSpawn spawn_words(Launch *launch, ProcessChild *child, Error *error) {
    if (!launch->words[0]) {
        error_set(error, ERROR_PROGRAM_NOT_STARTED, "an empty command cannot be started");
        return PROCESS_SPAWN_REFUSED;
    }
    launch->program = launch->words[0];
    // With either of these the kernel reaps by itself, and nobody learns how a program ended.
    struct sigaction chld;
    sigaction(SIGCHLD, NULL, &chld);
    if (chld.sa_handler == SIG_IGN || chld.sa_flags & SA_NOCLDWAIT) {
        error_set(error, ERROR_PROCESS_FAULT, "the host ignores SIGCHLD");
        return PROCESS_SPAWN_FAULT;
    }
    ProcessSpawn spawn = PROCESS_SPAWN_FAULT;
    if (!pipes_open(&launch->pipes)) {
        error_set(error, ERROR_PROCESS_FAULT, "no pipe for a program: %s", strerror(errno));
    } else if (wrap_words(launch, error)) {
        spawn = spawn_over_pipes(launch, child, error);
    }
    pipes_close(&launch->pipes);
    box_command_release(&launch->box);
    return spawn;
}

ProcessSpawn process_spawn(const ProcessOptions *options, ProcessMark mark, const Cgroup *cgroup,
    ProcessChild *child, Error *error) {
    assert(options->argv || options->command);
    assert(!options->box || options->kept_fd_count == 0);
    Launch launch = {
        .options = options,
        .mark = mark,
        .cgroup_file = cgroup ? cgroup_file(cgroup) : -1,
        .host = getpid(),
        .is_root = geteuid() == 0,
    };
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
