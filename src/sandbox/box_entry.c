// The first program inside a box. It takes the limits upon itself, tells the host that the box
// stands, and becomes the program that the box is for.
//
//     box_entry REPORT_FD PROCESSES ADDRESS_SPACE_BYTES FILE_BYTES CPU_S WORD...
//     box_entry --probe      as such a program: prints which layers of the box hold (probe.c)
//
// The limit on processes must be set in here: set outside, it would count all processes of the
// host's user, inside it counts those of the box's own user namespace. A program of its own and
// not the host, so that a start costs no more than it must: nothing but the C library is linked.

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/spawn_report.h"

enum { REPORT = 1, PROCESSES, ADDRESS_SPACE, FILE_SIZE, CPU, WORDS };

static void report(int fd, SpawnStep step) {
    SpawnReport report = {step, errno};
    ssize_t written = write(fd, &report, sizeof report);
    (void)written; // without a reader there is nobody to tell
}

// The hard limit is `above` higher: CPU time has a signal of its own only below that.
static bool limit_below(int resource, const char *value, rlim_t above) {
    rlim_t soft = strtoull(value, NULL, 10);
    rlim_t hard = soft + above;
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) {
        return false;
    }
    soft = soft < now.rlim_max ? soft : now.rlim_max;
    hard = hard < now.rlim_max ? hard : now.rlim_max;
    return setrlimit(resource, &(struct rlimit){soft, hard}) == 0;
}

static bool limit(int resource, const char *value) {
    return limit_below(resource, value, 0);
}

static bool is_limited(int resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_max != RLIM_INFINITY;
}

static void say(const char *layer, bool holds) {
    printf("%s %s\n", layer, holds ? "yes" : "no");
}

static int probe(void) {
    say("process-namespace", getpid() < 10);
    say("user-namespace", getuid() == 1000 && setuid(0) != 0);
    say("own-root", access("/etc/passwd", F_OK) != 0 && access("/proc", F_OK) != 0);
    say("read-only-root", open("/probe", O_WRONLY | O_CREAT, 0600) < 0 && errno == EROFS);
    say("no-network", socket(AF_INET, SOCK_STREAM, 0) < 0);
    say("no-new-privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
    say("seccomp", prctl(PR_GET_SECCOMP) == 2);
    say("process-limits", is_limited(RLIMIT_NPROC) && is_limited(RLIMIT_AS) &&
                              is_limited(RLIMIT_CPU) && is_limited(RLIMIT_FSIZE));
    return 0;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "--probe") == 0) {
        return probe();
    }
    if (count <= WORDS) {
        return 126;
    }
    int fd = atoi(words[REPORT]);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (!limit(RLIMIT_NPROC, words[PROCESSES]) || !limit(RLIMIT_FSIZE, words[FILE_SIZE]) ||
        !limit_below(RLIMIT_CPU, words[CPU], 1) || !limit(RLIMIT_CORE, "0") ||
        !limit(RLIMIT_AS, words[ADDRESS_SPACE])) {
        report(fd, SPAWN_LIMITS);
        return 126;
    }
    report(fd, SPAWN_BOXED);
    execvp(words[WORDS], words + WORDS);
    report(fd, SPAWN_EXEC);
    return 127;
}
