// A program that tries what a sandbox forbids, and prints for each attempt whether it worked.
//
//     intruder ATTEMPT...      a line `ATTEMPT yes`, `ATTEMPT no` or `ATTEMPT NUMBER` for each
//
// `read @PATH` is an attempt with an operand; the @ hides it from whoever looks for files among
// the words. The list is at the end of this file.

#include <errno.h>
#include <fcntl.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FILES_MAX = 1000, PROCESSES_MAX = 500, CHUNK_BYTES = 1 << 20 };

static long can_socket(int family) {
    int fd = socket(family, SOCK_STREAM, 0);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0;
}

static long try_inet(void) {
    return can_socket(AF_INET) || can_socket(AF_INET6);
}

static long try_unix(void) {
    return can_socket(AF_UNIX);
}

static long try_vsock(void) {
    return can_socket(AF_VSOCK);
}

static long try_keyctl(void) {
    return syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3 /* session */, 1) >= 0;
}

static long try_unshare(void) {
    return unshare(CLONE_NEWUSER) == 0;
}

// In a child, made by the plain system call: the C library would use clone3.
static long try_clone(void) {
    long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid == 0) {
        _exit(0);
    }
    return pid > 0;
}

static long try_clone3(void) {
    unsigned long arguments[11] = {CLONE_NEWUSER};
    long pid = syscall(SYS_clone3, arguments, sizeof arguments);
    if (pid == 0) {
        _exit(0);
    }
    return pid > 0;
}

static long try_mount(void) {
    return mount("none", "/tmp", "tmpfs", 0, "") == 0;
}

static long try_ptrace(void) {
    return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0;
}

static long try_session(void) {
    pid_t pid = fork(); // a leader of a group may not anyway
    if (pid == 0) {
        _exit(setsid() < 0);
    }
    int status = 1;
    waitpid(pid, &status, 0);
    return status == 0;
}

static long try_cores(void) {
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    return sched_setaffinity(0, sizeof all, &all) == 0;
}

static long try_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    timer_t timer;
    return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

static long try_queue_signal(void) {
    return mq_notify(-1, NULL) == 0 || errno != EPERM;
}

static long try_wake(void) {
    siginfo_t info = {.si_code = SI_QUEUE};
    return kill(getpid(), SIGCONT) == 0 || raise(SIGCONT) == 0 ||
           syscall(SYS_tkill, getpid(), SIGCONT) == 0 ||
           syscall(SYS_rt_sigqueueinfo, getpid(), SIGCONT, &info) == 0 ||
           syscall(SYS_rt_tgsigqueueinfo, getpid(), getpid(), SIGCONT, &info) == 0 ||
           syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, getpid(), 0), SIGCONT, NULL, 0) ==
               0;
}

static long try_wake_by_child(void) {
    long pid = syscall(SYS_clone, SIGCONT, NULL, NULL, NULL, NULL);
    if (pid == 0) {
        _exit(0);
    }
    return pid > 0;
}

static long try_wake_by_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0) == 0;
}

static long try_wake_by_input(void) {
    return fcntl(STDIN_FILENO, F_SETSIG, SIGCONT) == 0;
}

static long try_type_for_terminal(void) {
    char byte = 'x';
    return ioctl(STDIN_FILENO, TIOCSTI, &byte) == 0 || errno != EPERM;
}

static long try_write_root(void) {
    int fd = open("/intruder", O_WRONLY | O_CREAT, 0600);
    int other = open("/usr/intruder", O_WRONLY | O_CREAT, 0600);
    int device = open("/dev/intruder", O_WRONLY | O_CREAT, 0600);
    return fd >= 0 || other >= 0 || device >= 0;
}

static long try_write_tmp(void) {
    return open("/tmp/intruder", O_WRONLY | O_CREAT, 0600) >= 0;
}

// Megabytes that fit on all that can be written to, in any number of files.
static long try_disk(void) {
    static const char *const FOLDERS[] = {"/tmp", "/dev/shm", "/var/tmp", "/run", "."};
    static char chunk[CHUNK_BYTES];
    long written = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < FILES_MAX; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/fill-%d", FOLDERS[i % 5], i);
        int fd = open(path, O_WRONLY | O_CREAT, 0600);
        while (fd >= 0 && write(fd, chunk, sizeof chunk) == sizeof chunk) {
            written++;
        }
        close(fd);
    }
    return written;
}

// Processes that live at once.
static long try_processes(void) {
    long made = 0;
    while (made < PROCESSES_MAX) {
        pid_t pid = fork();
        if (pid < 0) {
            break;
        }
        if (pid == 0) {
            pause();
        }
        made++;
    }
    return made;
}

// Megabytes of memory, touched.
static long try_memory(void) {
    long taken = 0;
    for (char *chunk; taken < 4096 && (chunk = malloc(CHUNK_BYTES)); taken++) {
        memset(chunk, 1, CHUNK_BYTES);
        __asm__ volatile("" : : "r"(chunk) : "memory");
    }
    return taken;
}

// In a process namespace of its own this is one of the first processes.
static long try_see_processes(void) {
    return access("/proc/1", F_OK) == 0 || getpid() > 10;
}

static long try_privileges(void) {
    return setuid(0) == 0;
}

typedef struct Attempt {
    const char *name;
    long (*act)(void);
    bool is_number;
} Attempt;

static const Attempt ATTEMPTS[] = {
    {"inet", try_inet, false},                     // a socket of the internet
    {"unix", try_unix, false},                     // a local one
    {"vsock", try_vsock, false},                   // one to the hypervisor
    {"keyctl", try_keyctl, false},                 // the kernel's key rings
    {"unshare", try_unshare, false},               // a further user namespace
    {"clone", try_clone, false},                   // the same
    {"clone3", try_clone3, false},                 // the same
    {"mount", try_mount, false},                   // a file system
    {"ptrace", try_ptrace, false},                 // another process
    {"session", try_session, false},               // out of the group that is suspended
    {"cores", try_cores, false},                   // off the cores that were given
    {"timer", try_timer, false},                   // a signal at a time
    {"queue-signal", try_queue_signal, false},     // at a message
    {"wake", try_wake, false},                     // continue whom the host has stopped
    {"wake-by-child", try_wake_by_child, false},   // at the end of a child
    {"wake-by-parent", try_wake_by_parent, false}, // of the parent
    {"wake-by-input", try_wake_by_input, false},   // at input
    {"terminal", try_type_for_terminal, false},    // type for the user
    {"write-root", try_write_root, false},         // files outside /tmp
    {"write-tmp", try_write_tmp, false},           // files inside
    {"disk", try_disk, true},                      // megabytes
    {"processes", try_processes, true},            // at once
    {"memory", try_memory, true},                  // megabytes
    {"see-processes", try_see_processes, false},   // those of the host
    {"privileges", try_privileges, false},         // be root
};

static void print_attempt(const Attempt *attempt) {
    long result = attempt->act();
    if (attempt->is_number) {
        printf("%s %ld\n", attempt->name, result);
    } else {
        printf("%s %s\n", attempt->name, result ? "yes" : "no");
    }
}

int main(int count, char **words) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "read") == 0 && i + 1 < count) {
            int fd = open(words[++i] + 1, O_RDONLY);
            char byte;
            printf("read %s\n", fd >= 0 && read(fd, &byte, 1) == 1 ? "yes" : "no");
        }
        for (size_t j = 0; j < sizeof ATTEMPTS / sizeof *ATTEMPTS; j++) {
            if (strcmp(words[i], ATTEMPTS[j].name) == 0) {
                print_attempt(&ATTEMPTS[j]);
            }
        }
    }
    return 0;
}
