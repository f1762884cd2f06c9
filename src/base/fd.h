#pragma once
// Whole contents through file descriptors that block, and getting them onto the disk.

#include "base/text.h"

// Writes all bytes. On failure errno says why.
bool fd_write_all(int fd, Slice bytes);

// Appends all bytes up to the end. On failure errno says why, and `out` has what came before.
bool fd_read_all(int fd, Text *out);

// Waits until what was written to a file is on disk, so that it survives a power cut. On failure
// errno says why; a file system that cannot do it is none.
bool fd_sync(int fd);

// The same for the names in a file's folder, the file's among them.
bool fd_sync_folder(const char *path);
