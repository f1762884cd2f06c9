#pragma once
// The games of a match on this machine: several at a time, each on a core of its own.

#include "match/agenda.h"

extern const MatchVenue MATCH_THREADS;
