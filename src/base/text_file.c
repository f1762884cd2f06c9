#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

// Writes to an open file and closes it. What cannot be synchronised, such as a pipe, need not be.
static bool write_and_close(const Text *text, FILE *file) {
    bool done = fwrite(text->data, 1, text->size, file) == text->size && fflush(file) == 0 &&
                (fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS);
    int reason = errno;
    bool is_closed = fclose(file) == 0;
    errno = done ? errno : reason;
    return done && is_closed;
}

static bool write_through(const Text *text, const char *path) {
    FILE *file = fopen(path, "wb");
    return file && write_and_close(text, file);
}

static bool write_and_rename(const Text *text, const char *path) {
    Text beside;
    text_init(&beside);
    text_addf(&beside, "%s.part", path);
    bool done = write_through(text, beside.data) && rename(beside.data, path) == 0;
    if (!done) {
        int reason = errno;
        unlink(beside.data);
        errno = reason;
    }
    text_release(&beside);
    return done;
}

// Makes a file beside the path and removes it.
static bool try_beside(const char *path) {
    Text beside;
    text_init(&beside);
    text_addf(&beside, "%s.part", path);
    int fd = open(beside.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool done = fd >= 0 || errno == EEXIST;
    if (fd >= 0) {
        close(fd);
        unlink(beside.data);
    }
    text_release(&beside);
    return done;
}

// What is to be written: a regular file, there or not yet, which is replaced, or something else
// that can only be written through, such as a device or a link that leads nowhere yet.
typedef struct Target {
    bool is_replaced;
    bool is_folder;
    char *link_end; // of a symbolic link to a regular file; null if the path is the file itself
} Target;

static Target find_target(const char *path) {
    struct stat about;
    bool is_link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    bool is_there = stat(path, &about) == 0;
    char *link_end = is_link && is_there ? realpath(path, NULL) : NULL;
    return (Target){
        .is_replaced = is_there ? S_ISREG(about.st_mode) && (!is_link || link_end) : !is_link,
        .is_folder = is_there && S_ISDIR(about.st_mode),
        .link_end = link_end,
    };
}

static bool refuse(const char *path, Error *error) {
    return error_set(
        error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", path, strerror(errno));
}

bool text_write_file(const Text *text, const char *path, Error *error) {
    Target target = find_target(path);
    bool done = target.is_replaced
                    ? write_and_rename(text, target.link_end ? target.link_end : path)
                    : write_through(text, path);
    done = done || refuse(path, error);
    free(target.link_end);
    return done;
}

bool text_check_file(const char *path, Error *error) {
    Target target = find_target(path);
    errno = EISDIR;
    bool done = target.is_replaced
                    ? try_beside(target.link_end ? target.link_end : path)
                    : !target.is_folder && (access(path, W_OK) == 0 || errno == ENOENT);
    done = done || refuse(path, error);
    free(target.link_end);
    return done;
}
