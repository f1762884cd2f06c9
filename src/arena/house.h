#pragma once
// The house's own engines: they hold the scale of every ladder, and fill a demonstration.

#include "store/store.h"

// The Elo of level 1. The other levels are as far above it as was measured (search/level.h).
#define HOUSE_ELO 500

// Puts the engines on every board: `Immure-1` to `Immure-7` at those levels, which think by nodes
// and are as strong everywhere, as anchors, and `Immure` with all of its time. Where they are, with
// the same words, nothing is changed.
bool house_add(Store *store, Error *error);

// Adds people with bots to an arena where nobody has a bot yet: engines that think little, so that
// their games are real and quickly played. Two ladders are alive as soon as a host is there.
bool house_add_demo(Store *store, Error *error);
