#pragma once
// What this machine and this program are, by a fixed search: a signature of the engines, which is
// the same on every machine, and the machine's speed.

#include "base/text.h"

// Slower machines play no games that have a clock.
#define HOST_SPEED_MIN 0.25

// Appends the signature, and sets the speed as a multiple of the reference machine's. Takes about a
// second. False with a reason if there is not enough memory.
bool host_measure(Text *bench, double *speed, Error *error);
