// Which requests come from pages of other origins.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http/origin.h"

static void tells_our_page_from_others(void **state) {
    (void)state;
    static const struct {
        const char *fetch_site, *origin, *host;
        bool is_foreign;
    } CASES[] = {
        {"same-origin", "https://arena.example", "behind:8080", false},
        {"none", "", "arena.example", false},
        {"same-site", "https://evil.example", "arena.example", true},
        {"cross-site", "", "arena.example", true},
        {"SAME-ORIGIN", "", "arena.example", true}, // browsers write it as it is specified
        {"", "", "arena.example", false},           // curl
        {"", "http://localhost:8080", "localhost:8080", false},
        {"", "https://Arena.example", "arena.example", false},
        {"", "http://localhost:8081", "localhost:8080", true},
        {"", "http://localhost", "localhost:8080", true},
        {"", "https://arena.example.evil.example", "arena.example", true},
        {"", "https://evil.example", "arena.example", true},
        {"", "null", "arena.example", true},
        {"", "file://", "", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_int_equal(origin_is_foreign(slice_from(CASES[i].fetch_site),
                             slice_from(CASES[i].origin), slice_from(CASES[i].host)),
            CASES[i].is_foreign);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_our_page_from_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
