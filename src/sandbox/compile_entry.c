// Runs a compiler inside a box and hands over what it made.
//
//     compile_entry OUTPUT WORD...    runs the words, with their stdout on stderr; then writes a
//                                     CompileReport and the bytes of the file OUTPUT to stdout
//     compile_entry --step WORD...    runs one step of that compiler (gcc's -wrapper), and passes
//                                     on which signal ended it: gcc itself only says that one did
//
// The file goes through a pipe, so the host never opens what a compiler left; and in here a link
// leads to nothing that the box does not show.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/compile_report.h"

// Where the steps write the numbers of signals, inherited from compile_entry through gcc.
enum { STEPS_READ_FD = 10, STEPS_WRITE_FD = 11 };

// Runs words as a child. Returns its wait status.
static int run(char **words) {
    pid_t pid = fork();
    if (pid == 0) {
        execvp(words[0], words);
        fprintf(stderr, "%s cannot be started: %s\n", words[0], strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return pid > 0 ? status : W_EXITCODE(127, 0);
}

static int run_step(char **words) {
    int status = run(words);
    if (!WIFSIGNALED(status)) {
        return WEXITSTATUS(status);
    }
    char number = (char)WTERMSIG(status);
    ssize_t written = write(STEPS_WRITE_FD, &number, 1);
    (void)written; // a full pipe has enough of them
    signal(number, SIG_DFL);
    raise(number);
    return 1;
}

static bool open_steps(void) {
    int fds[2];
    return pipe(fds) == 0 && dup2(fds[0], STEPS_READ_FD) >= 0 &&
           dup2(fds[1], STEPS_WRITE_FD) >= 0 && close(fds[0]) == 0 && close(fds[1]) == 0 &&
           fcntl(STEPS_READ_FD, F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(STEPS_WRITE_FD, F_SETFL, O_NONBLOCK) == 0;
}

static CompileReport report_of(int status) {
    char step = 0;
    struct rusage usage = {0};
    if (WIFSIGNALED(status)) {
        step = (char)WTERMSIG(status);
    } else if (read(STEPS_READ_FD, &step, 1) != 1) {
        step = 0;
    }
    getrusage(RUSAGE_CHILDREN, &usage);
    return (CompileReport){
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = step,
        .memory_peak_bytes = (int64_t)usage.ru_maxrss << 10,
        .output_bytes = -1,
    };
}

// Writes the report and the file.
static bool hand_over(CompileReport *report, const char *path, int out) {
    int file = report->exit_code == 0 ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) : -1;
    struct stat about;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        report->output_bytes = about.st_size;
    }
    if (write(out, report, sizeof *report) != sizeof *report) {
        return false;
    }
    int64_t left = report->output_bytes;
    while (left > 0) {
        ssize_t sent = sendfile(out, file, NULL, (size_t)left);
        if (sent <= 0) {
            return false;
        }
        left -= sent;
    }
    return true;
}

int main(int count, char **words) {
    if (count < 3) {
        return 126;
    }
    if (strcmp(words[1], "--step") == 0) {
        return run_step(words + 2);
    }
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STEPS_WRITE_FD + 1);
    if (out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 || !open_steps()) {
        return 126;
    }
    CompileReport report = report_of(run(words + 2));
    return hand_over(&report, words[1], out) ? 0 : 126;
}
