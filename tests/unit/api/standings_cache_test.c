// Standings are found again by what they follow from, and by nothing else.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "api/standings_cache.h"

static Sha256 key_of(const char *text) {
    return sha256_of(slice_from(text));
}

static void finds(StandingsCache *cache, int64_t contest, const char *key, const char *document) {
    Sha256 hash = key_of(key);
    Text out;
    text_init(&out);
    bool is_found = standings_cache_find(cache, contest, STANDINGS_JSON, &hash, &out);
    assert_int_equal(is_found, document != NULL);
    assert_string_equal(out.data, document ? document : "");
    text_release(&out);
}

static void put(StandingsCache *cache, int64_t contest, const char *key, const char *document) {
    Sha256 hash = key_of(key);
    standings_cache_put(cache, contest, STANDINGS_JSON, &hash, slice_from(document));
}

static void standings_hold_until_something_changes(void **state) {
    (void)state;
    StandingsCache *cache = standings_cache_new();
    finds(cache, 1, "2 games", NULL);
    put(cache, 1, "2 games", "[1, 1]");
    finds(cache, 1, "2 games", "[1, 1]");
    finds(cache, 1, "2 games", "[1, 1]");
    finds(cache, 1, "4 games", NULL);
    put(cache, 1, "4 games", "[3, 1]");
    finds(cache, 1, "4 games", "[3, 1]");
    finds(cache, 1, "2 games", NULL);
    standings_cache_free(cache);
}

// There are fewer places than contests.
static void contests_do_not_mix(void **state) {
    (void)state;
    StandingsCache *cache = standings_cache_new();
    for (int64_t contest = 1; contest <= 100; contest++) {
        put(cache, contest, "key", contest % 2 ? "odd" : "even");
        finds(cache, contest, "key", contest % 2 ? "odd" : "even");
    }
    finds(cache, 1, "key", NULL);
    finds(cache, 100, "key", "even");
    finds(cache, 99, "key", "odd");
    standings_cache_free(cache);
}

// Puts a document of so many bytes.
static void put_large(StandingsCache *cache, int64_t contest, StandingsForm form, size_t size) {
    Sha256 hash = key_of("key");
    char *bytes = calloc(1, size);
    assert_non_null(bytes);
    standings_cache_put(cache, contest, form, &hash, (Slice){bytes, size});
    free(bytes);
}

static bool has(StandingsCache *cache, int64_t contest, StandingsForm form) {
    Sha256 hash = key_of("key");
    Text out;
    text_init(&out);
    bool is_found = standings_cache_find(cache, contest, form, &hash, &out);
    text_release(&out);
    return is_found;
}

static void all_together_are_bounded(void **state) {
    (void)state;
    StandingsCache *cache = standings_cache_new();
    size_t half = STANDINGS_CACHE_BYTES / 2;
    put_large(cache, 1, STANDINGS_JSON, 10);
    put_large(cache, 1, STANDINGS_REPORT, half);
    put_large(cache, 1, STANDINGS_CSV, 10);
    assert_true(has(cache, 1, STANDINGS_JSON) && has(cache, 1, STANDINGS_REPORT));
    put_large(cache, 2, STANDINGS_REPORT, half); // the two oldest make room
    assert_false(has(cache, 1, STANDINGS_JSON) || has(cache, 1, STANDINGS_REPORT));
    assert_true(has(cache, 1, STANDINGS_CSV) && has(cache, 2, STANDINGS_REPORT));
    put_large(cache, 3, STANDINGS_REPORT, STANDINGS_CACHE_BYTES + 1);
    assert_false(has(cache, 3, STANDINGS_REPORT));
    assert_true(has(cache, 2, STANDINGS_REPORT));
    put_large(cache, 3, STANDINGS_REPORT, STANDINGS_CACHE_BYTES);
    assert_true(has(cache, 3, STANDINGS_REPORT));
    assert_false(has(cache, 1, STANDINGS_CSV) || has(cache, 2, STANDINGS_REPORT));
    standings_cache_free(cache);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standings_hold_until_something_changes),
        cmocka_unit_test(contests_do_not_mix),
        cmocka_unit_test(all_together_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
