#pragma once
// Which process may write to an SQLite file: the one that has locked the file `PATH-lock` beside
// it. The lock ends with the process, however it ends.

#include <stdbool.h>

#include "base/error.h"

// The lock as a descriptor to close, or -1 with STORE_IN_USE or FILE_UNWRITABLE.
int file_lock_take(const char *path, Error *error);
