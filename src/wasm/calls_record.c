// The calls that turn texts of games into data and back.

#include <stdlib.h>
#include <string.h>

#include "rules/record/detect.h"
#include "rules/record/values.h"
#include "wasm/core.h"
#include "wasm/json.h"

// Reading

static void add_spec(Text *out, const Game *game) {
    const Rules *rules = game->rules;
    const Position *start = &game->positions[0];
    Position usual;
    char text[POSITION_TEXT_SIZE];
    char usual_text[POSITION_TEXT_SIZE];
    rules->start(&usual, start->variant);
    rules->write(start, text);
    rules->write(&usual, usual_text);
    text_addf(
        out, "\"spec\":{\"game\":\"%s\",\"variant\":\"%s\"", rules->name, start->variant->name);
    if (strcmp(text, usual_text) != 0) {
        text_add(out, ",\"start\":");
        json_string(out, slice_from(text));
    }
    text_add(out, ",\"moves\":");
    json_moves(out, rules, start, game->moves, game->count);
    text_add(out, "}");
}

static void add_tags(Text *out, const Record *record) {
    text_addf(out, ",\"tags\":{\"Result\":\"%s\"", result_text(record->result));
    for (size_t i = 0; i < record->tag_count; i++) {
        text_add(out, ",");
        json_string(out, record_text(record, record->tags[i].name));
        text_add(out, ":");
        json_string(out, record_text(record, record->tags[i].value));
    }
    text_add(out, "}");
}

static void add_comment(Text *out, const Record *record, const RecordNote *note) {
    if (note->comment.size > 0) {
        text_add(out, ",\"comment\":");
        json_string(out, record_text(record, note->comment));
    }
}

static void add_line(Text *out, const Record *record, size_t start);

static void add_variations(Text *out, const Record *record, size_t ply) {
    size_t count = 0;
    for (size_t i = 0; i < record->variation_count; i++) {
        if (record->variations[i].ply == ply) {
            text_add(out, count == 0 ? ",\"variations\":[" : ",");
            add_line(out, record->variations[i].line, ply);
            count++;
        }
    }
    text_add(out, count > 0 ? "]" : "");
}

static void add_recorded_move(Text *out, const Record *record, size_t index) {
    const Game *game = &record->game;
    const RecordNote *note = &record->notes[index + 1];
    text_add(out, "{\"move\":");
    json_move(out, game->rules, &game->positions[index], game->moves[index]);
    if (note->elapsed_ms != RECORD_TIME_NONE) {
        text_addf(out, ",\"timeMs\":%lld", (long long)note->elapsed_ms);
    }
    if (note->clock_ms != RECORD_TIME_NONE) {
        text_addf(out, ",\"clockMs\":%lld", (long long)note->clock_ms);
    }
    if (note->eval_text.size > 0) {
        char score[VALUE_TEXT_SIZE];
        value_format_eval(note->eval, score);
        text_addf(out, ",\"score\":%s", score);
    }
    add_comment(out, record, note);
    add_variations(out, record, index);
    text_add(out, "}");
}

// The moves of a line from one on, with all that is known about them.
static void add_line(Text *out, const Record *record, size_t start) {
    text_add(out, "[");
    for (size_t i = start; i < record->game.count; i++) {
        json_comma(out, i - start);
        add_recorded_move(out, record, i);
    }
    text_add(out, "]");
}

static void add_record(Text *out, const Record *record) {
    text_add(out, "{");
    add_spec(out, &record->game);
    add_tags(out, record);
    add_comment(out, record, &record->notes[0]);
    text_add(out, ",\"moves\":");
    add_line(out, record, 0);
    text_add(out, "}");
}

bool immure_read_records(Core *core) {
    Error error;
    Record record;
    core_begin(core);
    RecordReader reader = record_detector(core_field(core));
    Text *out = &core->answer;
    for (size_t count = 0;; count++) {
        switch (record_detect_next(&reader, &record, &error)) {
        case RECORD_NEXT_REFUSED:
            return core_refuse(core, &error);
        case RECORD_NEXT_END:
            if (count == 0) {
                error_set(&error, ERROR_RECORD_MISSING, "there is no record");
                return core_refuse(core, &error);
            }
            text_add(out, "]");
            return true;
        case RECORD_NEXT_READ:
            text_add(out, count == 0 ? "[" : ",");
            add_record(out, &record);
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
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", record->game.count + 1);
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
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", i);
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
    core_begin(core);
    if (!read_format(core, &format, &error) || !core_read_start(core, &rules, &start, &error)) {
        return core_refuse(core, &error);
    }
    Record record;
    Text text;
    record_init_at(&record, rules, &start);
    text_init(&text);
    bool done = fill_record(core, &record, &error) && record_write(&record, format, &text, &error);
    if (done) {
        json_string(&core->answer, text_slice(&text));
    }
    text_release(&text);
    record_release(&record);
    return done || core_refuse(core, &error);
}
