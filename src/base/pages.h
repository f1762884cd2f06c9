#pragma once
// Large blocks of memory that are read here and there: trees and tables.
//
// Taken from the system in large pages where it has them, for then a look at a random place costs
// one miss and not two. What is never touched costs nothing.

#include <stddef.h>

// Cleared memory; null if it cannot be had. Give it back with pages_free and the same size.
void *pages_new(size_t size_bytes);
void pages_free(void *pages, size_t size_bytes);

// Takes small pages for what has not been touched yet: for a process that lives a moment, since a
// large page may take the system milliseconds.
void pages_keep_small(void *pages, size_t size_bytes);

// Takes the first pages of a block from the system at once, which costs less than page by page: for
// memory that is going to be written to soon.
void pages_touch(void *pages, size_t size_bytes);
