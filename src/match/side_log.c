#include "match/side_log.h"

#include <string.h>

#include "base/clipped_text.h"
#include "base/json.h"
#include "base/utf8.h"
#include "rules/record/record.h"

// What a byte can become: U+FFFD for one that is no UTF-8.
#define GROWTH 3
// The line that tells how much is left out.
#define CLIPPED_BYTES 64
#define MEMORY_KB_MAX (INT64_C(1) << 40)

static void put_clean(JsonWriter *json, const char *name, Slice bytes) {
    Text clean;
    text_init(&clean);
    utf8_clean(&clean, bytes);
    json_put_slice(json, name, text_slice(&clean));
    text_release(&clean);
}

static void put_conversation(JsonWriter *json, Slice transcript) {
    ClippedText clipped;
    Text text;
    clipped_init(&clipped, SIDE_LOG_PART_BYTES);
    text_init(&text);
    clipped_add(&clipped, transcript);
    clipped_format(&clipped, &text);
    put_clean(json, "conversation", text_slice(&text));
    text_release(&text);
    clipped_release(&clipped);
}

void side_log_write(const RefereeLogs *logs, Side side, Side first, Text *out) {
    JsonWriter json = {.out = out};
    Slice errors = text_slice(&logs->errors[side]);
    json_open_object(&json, NULL);
    json_open_list(&json, "memoryKb");
    for (size_t i = side == first ? 0 : 1; i < logs->turn_count; i += 2) {
        json_put_integer(&json, NULL, (int64_t)(logs->turns[i].memory_bytes / 1024));
    }
    json_close_list(&json);
    if (errors.size > SIDE_LOG_ERRORS_BYTES) {
        errors = slice_skip(errors, errors.size - SIDE_LOG_ERRORS_BYTES);
    }
    put_clean(&json, "stderr", errors);
    put_conversation(&json, text_slice(&logs->transcripts[side]));
    json_close_object(&json);
}

bool side_log_check(const json_t *log) {
    json_t *memory;
    const char *errors;
    const char *conversation;
    if (json_unpack_ex((json_t *)log, NULL, JSON_STRICT, "{s:o s:s s:s}", "memoryKb", &memory,
            "stderr", &errors, "conversation", &conversation) != 0 ||
        !json_is_array(memory) || json_array_size(memory) > RECORD_MOVES_MAX + 1 ||
        strlen(errors) > GROWTH * SIDE_LOG_ERRORS_BYTES ||
        strlen(conversation) > GROWTH * (2 * SIDE_LOG_PART_BYTES + CLIPPED_BYTES)) {
        return false;
    }
    size_t index;
    json_t *number;
    json_array_foreach(memory, index, number) {
        if (!json_is_integer(number) || json_integer_value(number) < 0 ||
            json_integer_value(number) > MEMORY_KB_MAX) {
            return false;
        }
    }
    return true;
}

int64_t side_log_memory_kb(const json_t *log) {
    int64_t most = 0;
    size_t index;
    json_t *number;
    json_array_foreach(json_object_get(log, "memoryKb"), index, number) {
        most = json_integer_value(number) > most ? json_integer_value(number) : most;
    }
    return most;
}
