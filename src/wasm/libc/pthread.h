#pragma once
// What the sources use of POSIX threads, for a C library that has none (wasi-libc).
//
// A thread never starts. Whoever asks for more than one goes on with the calling thread alone, as
// anywhere else when the system has no thread left to give.

#include <errno.h>

typedef int pthread_t;

static inline int pthread_create(
    pthread_t *thread, const void *attributes, void *(*run)(void *), void *argument) {
    (void)thread;
    (void)attributes;
    (void)run;
    (void)argument;
    return EAGAIN;
}

// Only a thread that was started may be joined, so there is none.
static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread;
    (void)result;
    return ESRCH;
}
