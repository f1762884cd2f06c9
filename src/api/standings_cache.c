#include "api/standings_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The standings of a large contest are 0.5 MB.
#define PLACES 16

typedef struct CachedStandings {
    int64_t contest; // 0: none
    Sha256 key;
    Text document;
    uint64_t put_number; // the least is the oldest
} CachedStandings;

struct StandingsCache {
    pthread_mutex_t mutex;
    CachedStandings places[STANDINGS_FORM_COUNT][PLACES]; // by the contest's number
    size_t used_bytes;
    uint64_t put_count;
};

StandingsCache *standings_cache_new(void) {
    StandingsCache *cache = calloc(1, sizeof *cache);
    if (!cache) {
        abort();
    }
    pthread_mutex_init(&cache->mutex, NULL);
    for (size_t i = 0; i < STANDINGS_FORM_COUNT * PLACES; i++) {
        text_init(&cache->places[i / PLACES][i % PLACES].document);
    }
    return cache;
}

void standings_cache_free(StandingsCache *cache) {
    if (cache) {
        for (size_t i = 0; i < STANDINGS_FORM_COUNT * PLACES; i++) {
            text_release(&cache->places[i / PLACES][i % PLACES].document);
        }
        pthread_mutex_destroy(&cache->mutex);
        free(cache);
    }
}

static CachedStandings *place_of(StandingsCache *cache, int64_t contest, StandingsForm form) {
    return &cache->places[form][contest % PLACES];
}

bool standings_cache_find(
    StandingsCache *cache, int64_t contest, StandingsForm form, const Sha256 *key, Text *out) {
    pthread_mutex_lock(&cache->mutex);
    const CachedStandings *place = place_of(cache, contest, form);
    bool is_found =
        place->contest == contest && memcmp(place->key.bytes, key->bytes, SHA256_BYTES) == 0;
    if (is_found) {
        text_add_slice(out, text_slice(&place->document));
    }
    pthread_mutex_unlock(&cache->mutex);
    return is_found;
}

// Gives its memory back, too: a report is much larger than what may follow it.
static void empty(StandingsCache *cache, CachedStandings *place) {
    cache->used_bytes -= place->document.size;
    text_release(&place->document);
    text_init(&place->document);
    place->contest = 0;
}

static CachedStandings *oldest(StandingsCache *cache) {
    CachedStandings *found = NULL;
    for (size_t i = 0; i < STANDINGS_FORM_COUNT * PLACES; i++) {
        CachedStandings *place = &cache->places[i / PLACES][i % PLACES];
        if (place->contest != 0 && (!found || place->put_number < found->put_number)) {
            found = place;
        }
    }
    return found;
}

void standings_cache_put(
    StandingsCache *cache, int64_t contest, StandingsForm form, const Sha256 *key, Slice document) {
    if (document.size > STANDINGS_CACHE_BYTES) {
        return;
    }
    pthread_mutex_lock(&cache->mutex);
    CachedStandings *place = place_of(cache, contest, form);
    empty(cache, place);
    while (cache->used_bytes + document.size > STANDINGS_CACHE_BYTES) {
        empty(cache, oldest(cache));
    }
    place->contest = contest;
    place->key = *key;
    place->put_number = cache->put_count++;
    text_add_slice(&place->document, document);
    cache->used_bytes += document.size;
    pthread_mutex_unlock(&cache->mutex);
}
