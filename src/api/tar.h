#pragma once
// Archives of text files in the format of POSIX's ustar, which every system unpacks.

#include <stdint.h>

#include "base/text.h"

// Appends a file; its name has at most 99 bytes.
void tar_add(Text *out, const char *name, Slice bytes, int64_t time_s);

// Appends the end of the archive.
void tar_end(Text *out);
