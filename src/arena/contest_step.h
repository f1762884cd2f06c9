#pragma once
// Contests go on by themselves: they open, freeze at their deadline, order the games of one round
// after the other, and end. A step of the steward; several servers may do it at once.

#include "arena/contests.h"

// Moves all contests on as far as they can go now; the context is the queue. False with a reason if
// the store fails.
bool contests_step(void *queue, Error *error);
