#pragma once
// A sample file for each test, which is not there when it begins and gone when it ends.

#include <stdio.h>
#include <unistd.h>

static char path[64];

static inline int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/immure-samples-%d", (int)getpid());
    unlink(path);
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    unlink(path);
    return 0;
}
