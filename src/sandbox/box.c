#include "sandbox/box.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fd.h"
#include "sandbox/cgroup.h"
#include "sandbox/seccomp_filter.h"

// box_entry.c as a program (meson.build).
extern const Slice BOX_ENTRY;

BoxLimits box_limits(size_t memory_bytes) {
    return (BoxLimits){
        .memory_bytes = memory_bytes,
        .address_space_bytes = 2 * memory_bytes + (256u << 20),
        .file_bytes = 16u << 20,
        .tmp_bytes = 16u << 20,
        .process_count = 16,
        .cpu_s = 3600,
    };
}

bool box_reaches(const char *folder, Error *error) {
    char path[PATH_MAX];
    struct stat info;
    if (!realpath(folder, path)) {
        return error_set(error, ERROR_NO_SANDBOX, "%.150s: %s", folder, strerror(errno));
    }
    bool is_open = geteuid() != 0; // then the program is who the host is
    while (!is_open && stat(path, &info) == 0 && (info.st_mode & S_IXOTH)) {
        char *slash = strrchr(path, '/');
        is_open = slash == path;
        *slash = '\0';
    }
    return is_open || error_set(error, ERROR_NO_SANDBOX,
                          "%.100s is closed to other users, and programs of strangers run as one "
                          "of them: open it (chmod o+x) or use another folder",
                          path);
}

const char *box_level(char out[BOX_LEVEL_SIZE]) {
    CgroupVersion version = cgroup_version(NULL);
    snprintf(out, BOX_LEVEL_SIZE, "bubblewrap, seccomp, rlimits%s%s",
        version == CGROUP_NONE ? "" : ", cgroup ",
        version == CGROUP_NONE ? "" : cgroup_version_name(version));
    return out;
}

// The command line

static void add_word(BoxCommand *command, const char *word) {
    // Grows at powers of two, from 64 on.
    size_t count = command->word_count;
    if (count == 0 || (count >= 64 && (count & (count - 1)) == 0)) {
        size_t capacity = count == 0 ? 64 : 2 * count;
        command->words = realloc(command->words, capacity * sizeof *command->words);
    }
    char *copy = word ? strdup(word) : NULL;
    if (!command->words || (word && !copy)) {
        abort();
    }
    command->words[command->word_count++] = copy;
}

static void add_words(BoxCommand *command, const char *const *words) {
    for (; *words; words++) {
        add_word(command, *words);
    }
}

static void add_number(BoxCommand *command, unsigned long long number) {
    char text[24];
    snprintf(text, sizeof text, "%llu", number);
    add_word(command, text);
}

// A descriptor with these bytes, from which bwrap copies a file into the box.
static bool add_file(BoxCommand *command, const char *path, Slice bytes, Error *error) {
    int fd = memfd_create("box", MFD_CLOEXEC);
    if (fd < 0) {
        return error_set(error, ERROR_NO_SANDBOX, "no file for a box: %s", strerror(errno));
    }
    command->fds[command->fd_count++] = fd;
    if (!fd_write_all(fd, bytes) || lseek(fd, 0, SEEK_SET) != 0) {
        return error_set(
            error, ERROR_NO_SANDBOX, "a file for a box cannot be written: %s", strerror(errno));
    }
    add_words(command, (const char *const[]){"--perms", "0555", "--ro-bind-data", NULL});
    add_number(command, (unsigned)fd);
    add_word(command, path);
    return true;
}

static void add_namespaces(BoxCommand *command) {
    // No new session: the host made one, and suspends its process group. A terminal, which is what
    // a session of its own would guard against, is not there.
    static const char *const WORDS[] = {"bwrap", "--die-with-parent", "--unshare-user", "--uid",
        "1000", "--gid", "1000", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
        "--unshare-cgroup-try", "--hostname", "box", "--clearenv", "--setenv", "PATH",
        "/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp", "--setenv",
        "LANG", "C.UTF-8", NULL};
    add_words(command, WORDS);
}

static void add_root(BoxCommand *command, const BoxLimits *limits) {
    static const char *const ROOT[] = {"--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin",
        "--symlink", "usr/sbin", "/sbin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
        "/lib64", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--ro-bind-try",
        "/etc/alternatives", "/etc/alternatives", NULL};
    static const char *const DEVICES[] = {
        "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL};
    add_words(command, ROOT);
    for (const char *const *device = DEVICES; *device; device++) {
        add_words(command, (const char *const[]){"--dev-bind", *device, *device, NULL});
    }
    add_word(command, "--size");
    add_number(command, limits->tmp_bytes);
    add_words(command, (const char *const[]){"--tmpfs", "/tmp", NULL});
}

// A word that names a file outside /usr makes that file visible where the program will look.
static void show_file(BoxCommand *command, const char *word) {
    char source[PATH_MAX];
    char folder[PATH_MAX];
    char place[PATH_MAX];
    struct stat info;
    if (!realpath(word, source) || stat(source, &info) != 0 || !S_ISREG(info.st_mode) ||
        strncmp(source, "/usr/", 5) == 0) {
        return;
    }
    const char *slash = strrchr(word, '/');
    snprintf(place, sizeof place, "%.*s", slash ? (int)(slash - word + 1) : 1, slash ? word : ".");
    if (realpath(place, folder)) {
        int length = snprintf(place, sizeof place, "%s/%s", folder, slash ? slash + 1 : word);
        if (length > 0 && (size_t)length < sizeof place) {
            add_words(command, (const char *const[]){"--ro-bind", source, place, NULL});
        }
    }
}

// What the program sees of its own, and where it starts.
static bool add_program_files(BoxCommand *command, const Box *box, const char *const *words,
    const char *directory, Error *error) {
    if (box->folder) {
        add_words(
            command, (const char *const[]){"--dir", box->folder, "--chdir", box->folder, NULL});
        return true;
    }
    char path[PATH_MAX];
    if (!realpath(directory ? directory : ".", path)) {
        return error_set(error, ERROR_NO_SANDBOX, "%.150s cannot be put into a box: %s",
            directory ? directory : ".", strerror(errno));
    }
    if (directory) {
        add_words(command, (const char *const[]){"--ro-bind", path, path, NULL});
    } else {
        add_words(command, (const char *const[]){"--dir", path, NULL});
        for (; *words; words++) {
            show_file(command, *words);
        }
    }
    add_words(command, (const char *const[]){"--chdir", path, NULL});
    return true;
}

static void add_entry(BoxCommand *command, const BoxLimits *limits, int report_fd) {
    add_words(command, (const char *const[]){"--remount-ro", "/", "--", BOX_ENTRY_PATH, NULL});
    add_number(command, (unsigned)report_fd);
    add_number(command, limits->process_count);
    add_number(command, limits->address_space_bytes);
    add_number(command, limits->file_bytes);
    add_number(command, limits->cpu_s);
}

static bool fill(BoxCommand *command, const Box *box, const char *const *words,
    const char *directory, int report_fd, int info_fd, Error *error) {
    int filter = seccomp_filter_open(error);
    if (filter < 0) {
        return false;
    }
    command->fds[command->fd_count++] = filter;
    add_namespaces(command);
    add_word(command, "--seccomp");
    add_number(command, (unsigned)filter);
    add_word(command, "--info-fd");
    add_number(command, (unsigned)info_fd);
    add_root(command, &box->limits);
    bool done = add_file(command, BOX_ENTRY_PATH, BOX_ENTRY, error) &&
                add_program_files(command, box, words, directory, error);
    for (size_t i = 0; done && i < box->file_count; i++) {
        done = add_file(command, box->files[i].path, box->files[i].bytes, error);
    }
    add_entry(command, &box->limits, report_fd);
    add_words(command, words);
    add_word(command, NULL);
    return done;
}

bool box_command_init(BoxCommand *command, const Box *box, const char *const *words,
    const char *directory, int report_fd, int info_fd, Error *error) {
    assert(box->file_count <= BOX_FILES_MAX && !(box->folder && directory));
    *command = (BoxCommand){0};
    bool done = fill(command, box, words, directory, report_fd, info_fd, error);
    if (!done) {
        box_command_release(command);
    }
    return done;
}

void box_command_release(BoxCommand *command) {
    for (size_t i = 0; i < command->word_count; i++) {
        free(command->words[i]);
    }
    free(command->words);
    for (size_t i = 0; i < command->fd_count; i++) {
        close(command->fds[i]);
    }
    *command = (BoxCommand){0};
}

bool box_kill(pid_t init_pid, int pidfd, int64_t deadline_ns, struct rusage *usage) {
    struct pollfd ended = {.fd = pidfd, .events = POLLIN};
    pidfd_send_signal(pidfd, SIGKILL, NULL, 0);
    int64_t left_ns = deadline_ns - clock_now_ns();
    bool done = poll(&ended, 1, left_ns > 0 ? (int)(left_ns / NS_PER_MS) : 0) == 1;
    struct rusage unused;
    usage = usage ? usage : &unused;
    if (wait4(init_pid, NULL, WNOHANG, usage) != init_pid) {
        *usage = (struct rusage){0};
    }
    return done;
}
