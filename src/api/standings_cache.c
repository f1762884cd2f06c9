#include "api/standings_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A large contest is 0.5 MB.
#define PLACES 16

typedef struct CachedStandings {
    int64_t contest; // 0: none
    Sha256 key;
    Text document;
} CachedStandings;

struct StandingsCache {
    pthread_mutex_t mutex;
    CachedStandings places[PLACES]; // by the contest's number
};

StandingsCache *standings_cache_new(void) {
    StandingsCache *cache = calloc(1, sizeof *cache);
    if (!cache) {
        abort();
    }
    pthread_mutex_init(&cache->mutex, NULL);
    for (size_t i = 0; i < PLACES; i++) {
        text_init(&cache->places[i].document);
    }
    return cache;
}

void standings_cache_free(StandingsCache *cache) {
    if (cache) {
        for (size_t i = 0; i < PLACES; i++) {
            text_release(&cache->places[i].document);
        }
        pthread_mutex_destroy(&cache->mutex);
        free(cache);
    }
}

static CachedStandings *place_of(StandingsCache *cache, int64_t contest) {
    return &cache->places[contest % PLACES];
}

bool standings_cache_find(StandingsCache *cache, int64_t contest, const Sha256 *key, Text *out) {
    pthread_mutex_lock(&cache->mutex);
    const CachedStandings *place = place_of(cache, contest);
    bool is_found =
        place->contest == contest && memcmp(place->key.bytes, key->bytes, SHA256_BYTES) == 0;
    if (is_found) {
        text_add_slice(out, text_slice(&place->document));
    }
    pthread_mutex_unlock(&cache->mutex);
    return is_found;
}

void standings_cache_put(
    StandingsCache *cache, int64_t contest, const Sha256 *key, Slice document) {
    pthread_mutex_lock(&cache->mutex);
    CachedStandings *place = place_of(cache, contest);
    place->contest = contest;
    place->key = *key;
    text_clear(&place->document);
    text_add_slice(&place->document, document);
    pthread_mutex_unlock(&cache->mutex);
}
