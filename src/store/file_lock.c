#include "store/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"

int file_lock_take(const char *path, Error *error) {
    Text name;
    text_init(&name);
    text_addf(&name, "%s-lock", path);
    int fd = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        error_set(error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", name.data,
            strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        error_set(error, ERROR_STORE_IN_USE, "%.100s is in use by another process", path);
        close(fd);
        fd = -1;
    }
    text_release(&name);
    return fd;
}
