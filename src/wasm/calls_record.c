// The calls that turn texts of games into data and back.

#include <stdlib.h>
#include <string.h>

#include "rules/record/detect.h"
#include "rules/record/record_json.h"
#include "wasm/core.h"

// Reading

bool immure_read_records(Core *core) {
    Error error;
    Record record;
    JsonWriter json = core_begin(core);
    RecordReader reader = record_detector(core_field(core));
    json_open_list(&json, NULL);
    for (size_t count = 0;; count++) {
        switch (record_detect_next(&reader, &record, &error)) {
        case RECORD_NEXT_REFUSED:
            return core_refuse(core, &error);
        case RECORD_NEXT_END:
            if (count == 0) {
                error_set(&error, ERROR_RECORD_MISSING, "there is no record");
                return core_refuse(core, &error);
            }
            json_close_list(&json);
            return true;
        case RECORD_NEXT_READ:
            json_put_record(&json, NULL, &record);
            record_release(&record);
        }
    }
}

// Writing

static bool fill_moves(Core *core, Record *record, Error *error) {
    Slice moves = core_field(core);
    Slice move;
    while (slice_next(&moves, "\n", &move)) {
        if (!record_append_text(record, move, NOTATION_STANDARD, error)) {
            return game_refuse_move(&record->game, record->game.count, error);
        }
    }
    return true;
}

// The result of a game that the moves have ended follows from them.
static bool fill_result(Core *core, Record *record, Error *error) {
    Slice text = core_field(core);
    char quoted[SLICE_QUOTE_SIZE];
    if (!result_parse(text, &record->result)) {
        return error_set(
            error, ERROR_UNKNOWN_RESULT, "unknown result %s", slice_quote(text, quoted));
    }
    if (record->result == RESULT_NONE) {
        record->result = game_outcome(&record->game).result;
    }
    return record_check_result(record, error);
}

static bool fill_tags(Core *core, Record *record, Error *error) {
    int count = 0;
    if (!slice_to_int(core_field(core), &count)) {
        return error_set(error, ERROR_BAD_REQUEST, "the number of tags is missing");
    }
    for (int i = 0; i < count && core_field_is_left(core); i++) {
        Slice name = core_field(core);
        Slice value = core_field(core);
        if (!record_tag_is_derived(name) && !record_set_tag(record, name, value, error)) {
            return false;
        }
    }
    return true;
}

static bool read_time(Slice text, int64_t *time_ms, Error *error) {
    long long number;
    if (text.size == 0) {
        *time_ms = RECORD_TIME_NONE;
        return true;
    }
    if (!slice_to_long(text, &number) || number < 0 || number > RECORD_TIME_MAX_MS) {
        return error_set(error, ERROR_BAD_REQUEST, "a time is from 0 to 1,000,000 seconds");
    }
    *time_ms = number;
    return true;
}

static bool fill_note(Core *core, Record *record, size_t index, Error *error) {
    int64_t elapsed_ms;
    int64_t clock_ms;
    if (!record_set_comment(record, index, core_field(core), error) ||
        !read_time(core_field(core), &elapsed_ms, error) ||
        !read_time(core_field(core), &clock_ms, error)) {
        return false;
    }
    record_set_elapsed(record, index, elapsed_ms);
    record_set_clock(record, index, clock_ms);
    Slice score = core_field(core);
    return score.size == 0 || record_set_eval_text(record, index, score, error);
}

static bool fill_notes(Core *core, Record *record, size_t start, Error *error) {
    for (size_t i = start + 1; i <= record->game.count && core_field_is_left(core); i++) {
        if (!fill_note(core, record, i, error)) {
            return game_refuse_move(&record->game, i - 1, error);
        }
    }
    return true;
}

// A variation and, after it, those of its own moves, each with the ply that it replaces.
static bool fill_variations(Core *core, Record *record, Error *error) {
    int count = 0;
    if (core_field_is_left(core) && !slice_to_int(core_field(core), &count)) {
        return error_set(error, ERROR_BAD_REQUEST, "the number of variations is missing");
    }
    for (int i = 0; i < count && core_field_is_left(core); i++) {
        int ply;
        if (!slice_to_int(core_field(core), &ply) || ply < 0 || ply >= (int)record->game.count) {
            return error_set(error, ERROR_BAD_REQUEST, "a variation of no move");
        }
        Record *line = record_add_variation(record, (size_t)ply, error);
        if (!line || !fill_moves(core, line, error) ||
            !fill_notes(core, line, (size_t)ply, error) || !fill_variations(core, line, error)) {
            return false;
        }
    }
    return true;
}

static bool fill_record(Core *core, Record *record, Error *error) {
    if (!fill_moves(core, record, error) || !fill_result(core, record, error) ||
        !record_set_comment(record, 0, core_field(core), error) ||
        !fill_tags(core, record, error)) {
        return false;
    }
    return fill_notes(core, record, 0, error) && fill_variations(core, record, error);
}

static bool read_format(Core *core, RecordFormat *format, Error *error) {
    Slice name = core_field(core);
    char quoted[SLICE_QUOTE_SIZE];
    if (slice_is(name, "moves")) {
        *format = record_list_format(NOTATION_STANDARD);
        return true;
    }
    return record_format_find(name, format) ||
           error_set(error, ERROR_UNKNOWN_FORMAT, "unknown format %s", slice_quote(name, quoted));
}

bool immure_write_record(Core *core) {
    Error error;
    RecordFormat format;
    const Rules *rules;
    Position start;
    JsonWriter json = core_begin(core);
    if (!read_format(core, &format, &error) || !core_read_start(core, &rules, &start, &error)) {
        return core_refuse(core, &error);
    }
    Record record;
    Text text;
    record_init_at(&record, rules, &start);
    text_init(&text);
    bool done = fill_record(core, &record, &error) && record_write(&record, format, &text, &error);
    if (done) {
        json_put_slice(&json, NULL, text_slice(&text));
    }
    text_release(&text);
    record_release(&record);
    return done || core_refuse(core, &error);
}
