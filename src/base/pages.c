#include "base/pages.h"

#ifdef __linux__

#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // since Linux 5.14; an older one refuses it, which does no harm
#endif

void *pages_new(size_t size_bytes) {
    void *pages =
        mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) {
        return NULL;
    }
    madvise(pages, size_bytes, MADV_HUGEPAGE); // advice only: a refusal changes nothing but speed
    return pages;
}

void pages_free(void *pages, size_t size_bytes) {
    if (pages) {
        munmap(pages, size_bytes);
    }
}

void pages_keep_small(void *pages, size_t size_bytes) {
    madvise(pages, size_bytes, MADV_NOHUGEPAGE);
}

void pages_touch(void *pages, size_t size_bytes) {
    madvise(pages, size_bytes, MADV_POPULATE_WRITE);
}

#else

#include <stdlib.h>

void *pages_new(size_t size_bytes) {
    return calloc(1, size_bytes);
}

void pages_free(void *pages, size_t size_bytes) {
    (void)size_bytes;
    free(pages);
}

void pages_keep_small(void *pages, size_t size_bytes) {
    (void)pages;
    (void)size_bytes;
}

void pages_touch(void *pages, size_t size_bytes) {
    (void)pages;
    (void)size_bytes;
}

#endif
