#pragma once
// The standings that were written last, contest by contest.
//
// Those of 9,900 games take 25 ms to compute, and everybody who watches a contest asks for them.
// Games are only ever added: as long as the contest, its entries and the number of its games are
// the same, so are the standings. That is the key, as a hash.
//
// All functions may be called from any thread.

#include "base/sha256.h"
#include "base/text.h"

typedef struct StandingsCache StandingsCache;

StandingsCache *standings_cache_new(void);
void standings_cache_free(StandingsCache *cache);

// Appends the document of a contest, if it is known with this key.
bool standings_cache_find(StandingsCache *cache, int64_t contest, const Sha256 *key, Text *out);

// Keeps a document in place of the contest's last one, or of that of another contest.
void standings_cache_put(StandingsCache *cache, int64_t contest, const Sha256 *key, Slice document);
