#include "base/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <unistd.h>

bool fd_write_all(int fd, Slice bytes) {
    while (bytes.size > 0) {
        ssize_t written = write(fd, bytes.data, bytes.size);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes = slice_skip(bytes, written > 0 ? (size_t)written : 0);
    }
    return true;
}

bool fd_read_all(int fd, Text *out) {
    char chunk[64 << 10];
    for (;;) {
        ssize_t size = read(fd, chunk, sizeof chunk);
        if (size == 0) {
            return true;
        }
        if (size < 0 && errno != EINTR) {
            return false;
        }
        text_add_slice(out, (Slice){chunk, size > 0 ? (size_t)size : 0});
    }
}

bool fd_sync(int fd) {
    return fdatasync(fd) == 0 || errno == EINVAL;
}

bool fd_sync_folder(const char *path) {
    Text folder;
    text_init(&folder);
    text_add(&folder, path);
    int fd = open(dirname(folder.data), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    int reason = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = reason;
    text_release(&folder);
    return done;
}
