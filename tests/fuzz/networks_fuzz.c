// Network files: what is accepted is written again as the same bytes, and gives values. The input
// is tried as it is and with its checksum made right, as no fuzzer would guess that.

#include "fuzz.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/evaluator.h"
#include "unit/eval/network_toy.h"

static void try(Slice bytes) {
    Network network;
    Error error;
    if (!network_read_as(&network, &TOY_SHAPE, bytes, &error)) {
        return;
    }
    Text again;
    text_init(&again);
    network_write(&network, &again);
    FUZZ_REQUIRE(again.size == bytes.size);
    FUZZ_REQUIRE(memcmp(again.data, bytes.data, bytes.size) == 0);
    const NetworkInputs inputs = {.bucket = 1,
        .active_count = 5,
        .active = {0, 1, 2, 3, 4},
        .linear = {INT16_MAX, INT16_MIN, 1}};
    const int value = network_value(&network, &inputs);
    FUZZ_REQUIRE(value > -VALUE_MAX && value < VALUE_MAX);
    text_release(&again);
    network_release(&network);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const Slice input = {(const char *)data, size};
    Text bytes;
    text_init(&bytes);
    text_add_slice(&bytes, input);
    uint8_t checksum[4];
    bytes_put_u32(checksum, checksum_crc32(data, size));
    text_add_slice(&bytes, (Slice){(const char *)checksum, sizeof checksum});
    try(input);
    try(text_slice(&bytes));
    text_release(&bytes);
    return 0;
}
