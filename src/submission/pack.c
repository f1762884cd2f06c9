#include "submission/pack.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"

static int symbol_of(uint16_t word) {
    int value = (int16_t)word;
    return value >= -256 && value <= 255 ? value + 256 : PACK_ESCAPE;
}

static uint16_t word_at(Slice bytes, size_t index) {
    return bytes_u16((const uint8_t *)bytes.data + 2 * index);
}

// Scales the counts of the symbols to frequencies whose sum is PACK_TOTAL. A symbol that occurs
// gets at least 1; the most frequent one takes what rounding leaves.
static void normalise(Slice bytes, uint16_t frequencies[PACK_SYMBOLS]) {
    size_t counts[PACK_SYMBOLS] = {0};
    size_t word_count = bytes.size / 2;
    for (size_t i = 0; i < word_count; i++) {
        counts[symbol_of(word_at(bytes, i))]++;
    }
    int commonest = 0;
    int left = (int)PACK_TOTAL;
    for (int symbol = 0; symbol < PACK_SYMBOLS; symbol++) {
        size_t share = counts[symbol] * (PACK_TOTAL - PACK_SYMBOLS) / (word_count + 1);
        frequencies[symbol] = (uint16_t)(share + (counts[symbol] > 0));
        left -= frequencies[symbol];
        commonest = counts[symbol] > counts[commonest] ? symbol : commonest;
    }
    assert(left >= 0);
    frequencies[commonest] = (uint16_t)(frequencies[commonest] + left);
}

// Encodes a symbol that has `frequency` of `total` numbers, from `start` on, into the state. The
// digits that the state sheds come out in reverse order.
static void push(uint32_t *state, uint32_t start, uint32_t frequency, uint32_t total, Text *out) {
    uint32_t state_max = PACK_STATE_MIN / total * PACK_BASE * frequency;
    for (; *state >= state_max; *state /= PACK_BASE) {
        text_add_byte(out, PACK_DIGITS[*state % PACK_BASE]);
    }
    *state = *state / frequency * total + *state % frequency + start;
}

void pack_words(Slice bytes, uint16_t frequencies[PACK_SYMBOLS], Text *out) {
    assert(bytes.size % 2 == 0);
    normalise(bytes, frequencies);
    uint32_t starts[PACK_SYMBOLS + 1] = {0};
    for (int symbol = 0; symbol < PACK_SYMBOLS; symbol++) {
        starts[symbol + 1] = starts[symbol] + frequencies[symbol];
    }
    size_t first = out->size;
    uint32_t state = PACK_STATE_MIN;
    // A reader takes words in their order from a state that is written in the opposite one.
    for (size_t i = bytes.size / 2; i-- > 0;) {
        uint16_t word = word_at(bytes, i);
        int symbol = symbol_of(word);
        if (symbol == PACK_ESCAPE) {
            push(&state, word >> 8, 1, 256, out);
            push(&state, word & 255, 1, 256, out);
        }
        push(&state, starts[symbol], frequencies[symbol], PACK_TOTAL, out);
    }
    for (int i = 0; i < PACK_STATE_DIGITS; i++, state /= PACK_BASE) {
        text_add_byte(out, PACK_DIGITS[state % PACK_BASE]);
    }
    for (size_t low = first, high = out->size - 1; low < high; low++, high--) {
        char digit = out->data[low];
        out->data[low] = out->data[high];
        out->data[high] = digit;
    }
}
