#include "sandbox/process_log.h"

#include <inttypes.h>
#include <string.h>

enum { PART = PROCESS_LOG_PART_BYTES };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

void process_log_add(ProcessLog *log, Slice bytes) {
    if (log->size_bytes < PART && bytes.size > 0) {
        size_t count = smaller(bytes.size, PART - (size_t)log->size_bytes);
        memcpy(log->head + log->size_bytes, bytes.data, count);
        log->size_bytes += count;
        bytes = slice_skip(bytes, count);
    }
    while (bytes.size > 0) {
        size_t place = (size_t)(log->size_bytes - PART) % PART;
        size_t count = smaller(bytes.size, PART - place);
        memcpy(log->tail + place, bytes.data, count);
        log->size_bytes += count;
        bytes = slice_skip(bytes, count);
    }
}

void process_log_format(const ProcessLog *log, Text *out) {
    if (log->size_bytes <= PART) {
        text_add_slice(out, (Slice){log->head, (size_t)log->size_bytes});
        return;
    }
    text_add_slice(out, (Slice){log->head, PART});
    uint64_t after = log->size_bytes - PART;
    if (after <= PART) {
        text_add_slice(out, (Slice){log->tail, (size_t)after});
        return;
    }
    text_addf(out, "\n[... %" PRIu64 " bytes left out ...]\n", after - PART);
    size_t oldest = (size_t)(after % PART);
    text_add_slice(out, (Slice){log->tail + oldest, PART - oldest});
    text_add_slice(out, (Slice){log->tail, oldest});
}
