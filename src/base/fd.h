#pragma once
// Whole contents through file descriptors that block.

#include "base/text.h"

// Writes all bytes. On failure errno says why.
bool fd_write_all(int fd, Slice bytes);

// Appends all bytes up to the end. On failure errno says why, and `out` has what came before.
bool fd_read_all(int fd, Text *out);
