// Bits as text: what is written is read again, and whatever is no such text is noticed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bit_text.h"
#include "base/rng.h"

#define NUMBERS 2000

static void what_is_written_is_read(void **state) {
    (void)state;
    static char text[8 * NUMBERS];
    uint32_t values[NUMBERS];
    int widths[NUMBERS]; // 0 for a count
    Rng rng;
    BitWriter writer;
    rng_init(&rng, 1);
    bit_writer_init(&writer, text, sizeof text);
    for (size_t i = 0; i < NUMBERS; i++) {
        widths[i] = (int)rng_below(&rng, BIT_TEXT_WIDTH_MAX + 1);
        values[i] = (uint32_t)rng_below(&rng, UINT64_C(1) << widths[i]);
        if (widths[i] == 0) {
            values[i] = 1 + (uint32_t)rng_below(&rng, i % 2 ? 4 : UINT32_MAX);
            bit_write_count(&writer, values[i]);
        } else {
            bit_write(&writer, values[i], widths[i]);
        }
    }
    bit_writer_align(&writer);
    assert_false(writer.is_full);
    assert_null(memchr(text, '"', writer.size));
    assert_null(memchr(text, '\\', writer.size));
    BitReader reader;
    bit_reader_init(&reader, (Slice){text, writer.size});
    for (size_t i = 0; i < NUMBERS; i++) {
        assert_int_equal(
            widths[i] == 0 ? bit_read_count(&reader) : bit_read(&reader, widths[i]), values[i]);
    }
    assert_false(reader.is_over);
    assert_int_equal(reader.rest.size, 0);
    bit_read(&reader, BIT_TEXT_PAIR_BITS);
    assert_true(reader.is_over);
}

static void small_numbers_take_few_bits(void **state) {
    (void)state;
    static char text[16 * NUMBERS];
    static const uint32_t LARGEST[] = {0, 15, 16, 47, 1000, UINT32_MAX - 16};
    for (size_t i = 0; i < sizeof LARGEST / sizeof *LARGEST; i++) {
        Rng rng;
        BitWriter writer;
        BitReader reader;
        uint32_t values[NUMBERS];
        rng_init(&rng, i);
        bit_writer_init(&writer, text, sizeof text);
        for (size_t j = 0; j < NUMBERS; j++) {
            values[j] = (uint32_t)rng_below(&rng, (uint64_t)LARGEST[i] + 1);
            bit_write_number(&writer, values[j], 4);
        }
        bit_writer_align(&writer);
        bit_reader_init(&reader, (Slice){text, writer.size});
        for (size_t j = 0; j < NUMBERS; j++) {
            assert_int_equal(bit_read_number(&reader, 4), values[j]);
        }
        assert_false(reader.is_over);
        if (LARGEST[i] < 16) {
            assert_int_equal(writer.size, 2 * ((5 * NUMBERS + 12) / BIT_TEXT_PAIR_BITS));
        }
    }
}

static void a_writer_stays_in_its_memory(void **state) {
    (void)state;
    char text[8] = "abcdefg";
    BitWriter writer;
    bit_writer_init(&writer, text, 5);
    bit_write(&writer, 1, 26);
    assert_false(writer.is_full);
    bit_write(&writer, 1, 13);
    assert_true(writer.is_full);
    assert_int_equal(writer.size, 4);
    assert_string_equal(text + 4, "efg");
}

static void other_texts_are_noticed(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", "#", "# ", "\\#", "#\"", "~~", "\x80#", "#\n"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        BitReader reader;
        bit_reader_init(&reader, slice_from(TEXTS[i]));
        assert_int_equal(bit_read(&reader, 32), 0);
        assert_true(reader.is_over);
        assert_int_equal(bit_read_count(&reader), 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(small_numbers_take_few_bits),
        cmocka_unit_test(a_writer_stays_in_its_memory),
        cmocka_unit_test(other_texts_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
