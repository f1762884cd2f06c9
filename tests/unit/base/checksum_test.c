// CRC-32 as everybody computes it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/checksum.h"

static void the_published_value(void **state) {
    (void)state;
    assert_int_equal(checksum_crc32("123456789", 9), 0xcbf43926);
    assert_int_equal(checksum_crc32("", 0), 0);
}

// Bit by bit, for all lengths of a last step that is not whole and all starts.
static void it_equals_the_slow_one(void **state) {
    (void)state;
    uint8_t bytes[64];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 37 + 11);
    }
    for (size_t start = 0; start < 8; start++) {
        uint32_t crc = ~0u;
        for (size_t size = 0; start + size < sizeof bytes; size++) {
            assert_int_equal(checksum_crc32(bytes + start, size), ~crc);
            crc ^= bytes[start + size];
            for (int bit = 0; bit < 8; bit++) {
                crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_value),
        cmocka_unit_test(it_equals_the_slow_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
