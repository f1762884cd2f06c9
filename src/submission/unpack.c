#include "submission/unpack.h"

const char PACK_DIGITS[PACK_BASE + 1] =
    "!#$%&'()*+,-./0123456789:;<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";

typedef struct Unpacker {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t state;
    uint8_t digit_values[256];
    uint16_t symbols[PACK_TOTAL]; // of each number below the sum of the frequencies
    uint16_t starts[PACK_SYMBOLS];
} Unpacker;

static void unpacker_refill(Unpacker *unpacker) {
    while (unpacker->state < PACK_STATE_MIN && unpacker->at < unpacker->end) {
        unpacker->state = unpacker->state * PACK_BASE + unpacker->digit_values[*unpacker->at++];
    }
}

static bool unpacker_init(
    Unpacker *unpacker, const char *text, size_t text_size, const uint16_t *frequencies) {
    uint32_t total = 0;
    for (int symbol = 0; symbol < PACK_SYMBOLS; symbol++) {
        unpacker->starts[symbol] = (uint16_t)total;
        for (int i = 0; i < frequencies[symbol] && total < PACK_TOTAL; i++) {
            unpacker->symbols[total++] = (uint16_t)symbol;
        }
    }
    for (int i = 0; i < 256; i++) {
        unpacker->digit_values[i] = 0;
    }
    for (uint32_t i = 0; i < PACK_BASE; i++) {
        unpacker->digit_values[(uint8_t)PACK_DIGITS[i]] = (uint8_t)i;
    }
    unpacker->at = (const uint8_t *)text;
    unpacker->end = unpacker->at + text_size;
    unpacker->state = 0;
    for (int i = 0; i < PACK_STATE_DIGITS && unpacker->at < unpacker->end; i++) {
        unpacker->state = unpacker->state * PACK_BASE + unpacker->digit_values[*unpacker->at++];
    }
    return total == PACK_TOTAL;
}

static uint8_t unpack_byte(Unpacker *unpacker) {
    uint8_t byte = (uint8_t)unpacker->state;
    unpacker->state >>= 8;
    unpacker_refill(unpacker);
    return byte;
}

static uint16_t unpack_word(Unpacker *unpacker, const uint16_t *frequencies) {
    uint32_t share = unpacker->state % PACK_TOTAL;
    uint16_t symbol = unpacker->symbols[share];
    unpacker->state =
        frequencies[symbol] * (unpacker->state / PACK_TOTAL) + share - unpacker->starts[symbol];
    unpacker_refill(unpacker);
    if (symbol != PACK_ESCAPE) {
        return (uint16_t)(symbol - 256);
    }
    uint16_t low = unpack_byte(unpacker);
    return (uint16_t)(low | unpack_byte(unpacker) << 8);
}

bool unpack_words(
    const char *text, size_t text_size, const uint16_t *frequencies, uint8_t *out, size_t size) {
    Unpacker unpacker;
    if (!unpacker_init(&unpacker, text, text_size, frequencies)) {
        return false;
    }
    for (size_t i = 0; i + 1 < size; i += 2) {
        uint16_t word = unpack_word(&unpacker, frequencies);
        out[i] = (uint8_t)word;
        out[i + 1] = (uint8_t)(word >> 8);
    }
    // The coder began with the smallest state and ends with it.
    return unpacker.at == unpacker.end && unpacker.state == PACK_STATE_MIN;
}
