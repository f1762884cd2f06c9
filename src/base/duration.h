#pragma once
// Durations as people write them.

#include "base/slice.h"

// A time such as `100ms`, `1.5s` or `2m` in milliseconds; a bare number is milliseconds. From a
// millisecond to a day; false for what is not.
bool duration_parse(Slice text, int *time_ms);
