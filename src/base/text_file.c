#include <errno.h>
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

bool text_write_file(const Text *text, const char *path, Error *error) {
    struct stat about;
    bool is_link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    bool is_there = stat(path, &about) == 0;
    char *target = is_link && is_there ? realpath(path, NULL) : NULL;
    // A link that leads nowhere yet, like a device or a pipe, can only be written through.
    bool is_file = is_there ? S_ISREG(about.st_mode) && (!is_link || target) : !is_link;
    bool done =
        is_file ? write_and_rename(text, target ? target : path) : write_through(text, path);
    if (!done) {
        error_set(
            error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", path, strerror(errno));
    }
    free(target);
    return done;
}
