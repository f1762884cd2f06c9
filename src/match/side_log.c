#include "match/side_log.h"

#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/utf8.h"
#include "rules/record/record.h"

// What a byte can become: U+FFFD for one that is no UTF-8.
#define GROWTH 3
#define NUMBER_MAX (INT64_C(1) << 40)

// The end of a text, clean.
static void put_end(JsonWriter *json, const char *name, Slice bytes, size_t limit_bytes) {
    Text clean;
    text_init(&clean);
    if (bytes.size > limit_bytes) {
        bytes = slice_skip(bytes, bytes.size - limit_bytes);
    }
    utf8_clean(&clean, bytes);
    json_put_slice(json, name, text_slice(&clean));
    text_release(&clean);
}

// The lines of one direction, without their marks.
static void put_direction(
    JsonWriter *json, const char *name, Slice lines, char direction, size_t limit_bytes) {
    Text said;
    text_init(&said);
    Slice line;
    while (slice_next_line(&lines, &line)) {
        if (line.size >= 2 && line.data[0] == direction) {
            text_add_slice(&said, slice_skip(line, 2));
            text_add_byte(&said, '\n');
        }
    }
    put_end(json, name, text_slice(&said), limit_bytes);
    text_release(&said);
}

static void put_turn(JsonWriter *json, const RefereeTurn *turn, Slice said, size_t limit_bytes) {
    json_open_object(json, NULL);
    json_put_integer(json, "ply", (int64_t)turn->ply);
    put_direction(json, "said", said, '>', limit_bytes);
    put_direction(json, "answered", said, '<', limit_bytes);
    json_put_integer(json, "timeMs", (turn->cost.wall_ns + NS_PER_MS / 2) / NS_PER_MS);
    json_put_integer(json, "memoryKb", (int64_t)(turn->cost.memory_bytes / 1024));
    json_close_object(json);
}

void side_log_write(const RefereeLogs *logs, Side side, Text *out) {
    JsonWriter json = {.out = out};
    Slice transcript = text_slice(&logs->transcripts[side]);
    size_t limit_bytes = SIDE_LOG_BYTES / (logs->turn_count / 2 + 1);
    limit_bytes = limit_bytes < SIDE_LOG_TURN_MIN   ? SIDE_LOG_TURN_MIN
                  : limit_bytes > SIDE_LOG_TURN_MAX ? SIDE_LOG_TURN_MAX
                                                    : limit_bytes;
    json_open_object(&json, NULL);
    put_end(&json, "stderr", text_slice(&logs->errors[side]), SIDE_LOG_ERRORS_BYTES);
    json_open_list(&json, "conversation");
    size_t start = 0;
    for (size_t i = 0; i < logs->turn_count; i++) {
        const RefereeTurn *turn = &logs->turns[i];
        if (turn->side == side) {
            // A transcript that was cut itself is shorter than was said.
            uint64_t end = turn->transcript_end;
            end = end < transcript.size ? end : transcript.size;
            put_turn(&json, turn, (Slice){transcript.data + start, end - start}, limit_bytes);
            start = end;
        }
    }
    json_close_list(&json);
    json_close_object(&json);
}

static bool is_number(json_int_t number) {
    return number >= 0 && number <= NUMBER_MAX;
}

static bool check_turn(const json_t *turn) {
    const char *said;
    const char *answered;
    json_int_t ply;
    json_int_t time_ms;
    json_int_t memory_kb;
    return json_unpack_ex((json_t *)turn, NULL, JSON_STRICT, "{s:I s:s s:s s:I s:I}", "ply", &ply,
               "said", &said, "answered", &answered, "timeMs", &time_ms, "memoryKb",
               &memory_kb) == 0 &&
           is_number(ply) && is_number(time_ms) && is_number(memory_kb) &&
           strlen(said) <= GROWTH * SIDE_LOG_TURN_MAX &&
           strlen(answered) <= GROWTH * SIDE_LOG_TURN_MAX;
}

bool side_log_check(const json_t *log) {
    json_t *conversation;
    const char *errors;
    if (json_unpack_ex((json_t *)log, NULL, JSON_STRICT, "{s:s s:o}", "stderr", &errors,
            "conversation", &conversation) != 0 ||
        !json_is_array(conversation) || json_array_size(conversation) > RECORD_MOVES_MAX + 2 ||
        strlen(errors) > GROWTH * SIDE_LOG_ERRORS_BYTES) {
        return false;
    }
    size_t index;
    json_t *turn;
    json_array_foreach(conversation, index, turn) {
        if (!check_turn(turn)) {
            return false;
        }
    }
    return true;
}

int64_t side_log_memory_kb(const json_t *log) {
    int64_t most = 0;
    size_t index;
    json_t *turn;
    json_array_foreach(json_object_get(log, "conversation"), index, turn) {
        json_int_t memory_kb = json_integer_value(json_object_get(turn, "memoryKb"));
        most = memory_kb > most ? memory_kb : most;
    }
    return most;
}
