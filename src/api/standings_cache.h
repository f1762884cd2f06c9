#pragma once
// What was written last about the results of contests: standings, their table, the report.
//
// The standings of 9,900 games take 25 ms to compute, the report reads every record and is tens of
// megabytes, and everybody who watches a contest asks for them. Games are only ever added: as long
// as the contest, its entries and the number of its games are the same, so is what is written about
// them. That is the key, as a hash. All documents together are bounded; the oldest go first.
//
// All functions may be called from any thread.

#include "base/sha256.h"
#include "base/text.h"

#define STANDINGS_CACHE_BYTES (96u << 20)

typedef enum StandingsForm {
    STANDINGS_JSON,
    STANDINGS_CSV,
    STANDINGS_REPORT,
    STANDINGS_FORM_COUNT,
} StandingsForm;

typedef struct StandingsCache StandingsCache;

StandingsCache *standings_cache_new(void);
void standings_cache_free(StandingsCache *cache);

// Appends the document of a contest, if it is known with this key.
bool standings_cache_find(
    StandingsCache *cache, int64_t contest, StandingsForm form, const Sha256 *key, Text *out);

// Keeps a document in place of the contest's last one, or of that of another contest. One that is
// larger than STANDINGS_CACHE_BYTES is not kept.
void standings_cache_put(
    StandingsCache *cache, int64_t contest, StandingsForm form, const Sha256 *key, Slice document);
