#pragma once
// Where a worker keeps programs and networks unless it is told otherwise.

#include "base/text.h"

// Appends $XDG_CACHE_HOME/immure or ~/.cache/immure; for root, whose home the programs in a box
// cannot reach, /var/cache/immure.
void worker_folder_default(Text *out);
