#include "sandbox/compile_cache.h"

#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"

// An entry:
//
//     magic            8 bytes
//     status, milliseconds, memory in KiB, bytes of messages, bytes of the binary    u32 each
//     messages, binary
//     SHA-256 of all that
#define MAGIC "IMCOMP1\n"
enum { MAGIC_BYTES = 8, HEAD_BYTES = MAGIC_BYTES + 5 * 4 };

const char *compile_cache_key(
    const char *const *words, Slice version, Slice source, char out[SHA256_TEXT_SIZE]) {
    Text text;
    text_init(&text);
    for (; *words; words++) {
        text_add(&text, *words);
        text_add_byte(&text, '\0');
    }
    text_add_slice(&text, version);
    text_add_byte(&text, '\0');
    text_add_slice(&text, source);
    sha256_text(text_slice(&text), out);
    text_release(&text);
    return out;
}

static bool parse(Slice entry, CompileResult *result) {
    if (entry.size < HEAD_BYTES + SHA256_BYTES || !slice_starts(entry, MAGIC)) {
        return false;
    }
    Slice body = {entry.data, entry.size - SHA256_BYTES};
    Sha256 hash = sha256_of(body);
    const uint8_t *head = (const uint8_t *)entry.data + MAGIC_BYTES;
    uint32_t status = bytes_u32(head);
    uint32_t message_bytes = bytes_u32(head + 12);
    uint32_t binary_bytes = bytes_u32(head + 16);
    if (memcmp(hash.bytes, body.data + body.size, SHA256_BYTES) != 0 ||
        status >= COMPILE_STATUS_COUNT ||
        (uint64_t)message_bytes + binary_bytes != body.size - HEAD_BYTES) {
        return false;
    }
    result->status = (CompileStatus)status;
    result->time_ns = bytes_u32(head + 4) * NS_PER_MS;
    result->memory_bytes = (size_t)bytes_u32(head + 8) << 10;
    text_add_slice(&result->messages, (Slice){body.data + HEAD_BYTES, message_bytes});
    text_add_slice(&result->binary, slice_skip(body, HEAD_BYTES + message_bytes));
    result->is_cached = true;
    return true;
}

bool compile_cache_get(const FileCache *cache, const char *key, CompileResult *result) {
    Text entry;
    text_init(&entry);
    bool is_there = file_cache_get(cache, key, &entry);
    bool is_whole = is_there && parse(text_slice(&entry), result);
    text_release(&entry);
    if (is_there && !is_whole) {
        file_cache_drop(cache, key);
    }
    return is_whole;
}

void compile_cache_put(const FileCache *cache, const char *key, const CompileResult *result) {
    if (result->status != COMPILE_OK && result->status != COMPILE_ERRORS) {
        return;
    }
    Text entry;
    text_init(&entry);
    text_add(&entry, MAGIC);
    bytes_add_u32(&entry, (uint32_t)result->status);
    bytes_add_u32(&entry, (uint32_t)(result->time_ns / NS_PER_MS));
    bytes_add_u32(&entry, (uint32_t)(result->memory_bytes >> 10));
    bytes_add_u32(&entry, (uint32_t)result->messages.size);
    bytes_add_u32(&entry, (uint32_t)result->binary.size);
    text_add_slice(&entry, text_slice(&result->messages));
    text_add_slice(&entry, text_slice(&result->binary));
    Sha256 hash = sha256_of(text_slice(&entry));
    text_add_slice(&entry, sha256_slice(&hash));
    file_cache_put(cache, key, text_slice(&entry), NULL);
    text_release(&entry);
}
