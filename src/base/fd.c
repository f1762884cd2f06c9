#include "base/fd.h"

#include <errno.h>
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
