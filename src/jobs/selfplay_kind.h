#pragma once
// Jobs of the kind `selfplay` as the queue sees them: the games of a chunk's file are replayed
// before they count. Every game follows from its number and the settings, so another host must find
// the same bytes.

#include "jobs/kinds.h"
#include "store/store.h"

// For the queue; the files are blobs of the store.
JobKind selfplay_kind(Store *store);
