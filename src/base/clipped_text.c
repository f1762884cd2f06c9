#include "base/clipped_text.h"

#include <inttypes.h>
#include <string.h>

void clipped_init(ClippedText *text, size_t part_bytes) {
    *text = (ClippedText){.part_bytes = part_bytes};
    text_init(&text->head);
    text_init(&text->tail);
}

void clipped_release(ClippedText *text) {
    text_release(&text->head);
    text_release(&text->tail);
}

// Fills a part up. Returns the bytes for which it had no room.
static Slice fill(Text *part, size_t part_bytes, Slice bytes) {
    size_t room = part_bytes - part->size;
    size_t count = bytes.size < room ? bytes.size : room;
    text_add_slice(part, (Slice){bytes.data, count});
    return slice_skip(bytes, count);
}

void clipped_add(ClippedText *text, Slice bytes) {
    size_t part_bytes = text->part_bytes;
    uint64_t size_bytes = text->size_bytes + bytes.size;
    bytes = fill(&text->tail, part_bytes, fill(&text->head, part_bytes, bytes));
    while (bytes.size > 0) {
        size_t place = (size_t)((size_bytes - bytes.size) % part_bytes);
        size_t count = part_bytes - place < bytes.size ? part_bytes - place : bytes.size;
        memcpy(text->tail.data + place, bytes.data, count);
        bytes = slice_skip(bytes, count);
    }
    text->size_bytes = size_bytes;
}

void clipped_format(const ClippedText *text, Text *out) {
    text_add_slice(out, text_slice(&text->head));
    uint64_t left_out = text->size_bytes - text->head.size - text->tail.size;
    if (left_out == 0) {
        text_add_slice(out, text_slice(&text->tail));
        return;
    }
    text_addf(out, "\n[... %" PRIu64 " bytes left out ...]\n", left_out);
    size_t oldest = (size_t)(text->size_bytes % text->part_bytes);
    text_add_slice(out, slice_skip(text_slice(&text->tail), oldest));
    text_add_slice(out, (Slice){text->tail.data, oldest});
}
