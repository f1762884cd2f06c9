#include "cli/self.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"

bool self_path(char out[SELF_PATH_SIZE], Error *error) {
    ssize_t size = readlink("/proc/self/exe", out, SELF_PATH_SIZE - 1);
    if (size < 0) {
        return error_set(
            error, ERROR_FILE_UNREADABLE, "/proc/self/exe cannot be read: %s", strerror(errno));
    }
    out[size] = '\0';
    return true;
}

uint64_t self_random_seed(void) {
    uint64_t seed;
    return getrandom(&seed, sizeof seed, 0) == sizeof seed ? seed : (uint64_t)clock_now_ns();
}
