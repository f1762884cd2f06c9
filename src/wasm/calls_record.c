// The calls that turn texts of games into data and back.

#include <stdlib.h>
#include <string.h>

#include "rules/record/record_io.h"
#include "rules/record/values.h"
#include "wasm/core.h"
#include "wasm/json.h"

// Reading

// Without the number of the move that may stand before it, `12.` or `12...`.
static Slice without_number(Slice word) {
    size_t digits = 0;
    while (digits < word.size && word.data[digits] >= '0' && word.data[digits] <= '9') {
        digits++;
    }
    size_t end = digits;
    while (end < word.size && word.data[end] == '.') {
        end++;
    }
    return digits > 0 && end > digits ? slice_skip(word, end) : word;
}

static bool play_bare_moves(Slice text, Record *record, Error *error) {
    Slice word;
    Result result = RESULT_NONE;
    while (slice_next(&text, " \t\r\n", &word)) {
        word = without_number(word);
        if (word.size == 0 || result_parse(word, &result)) {
            continue;
        }
        if (!record_append_text(record, word, NOTATION_STANDARD, error)) {
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", record->game.count + 1);
        }
    }
    record->result = result != RESULT_NONE ? result : game_outcome(&record->game).result;
    return record_check_result(record, error);
}

// Moves without tags do not say what they are for: take the board on which most of them are legal.
static bool read_bare_moves(Slice text, Record *record, Error *error) {
    // Only moves of Amazons have a slash and a dash.
    bool is_amazons = memchr(text.data, '-', text.size) && memchr(text.data, '/', text.size);
    const Rules *rules = rules_find(slice_from(is_amazons ? "amazons" : "quoridor"));
    bool has_reason = false;
    size_t farthest = 0;
    for (size_t i = 0; i < rules->variant_count; i++) {
        Error reason;
        record_init(record, rules, &rules->variants[i]);
        if (play_bare_moves(text, record, &reason)) {
            return true;
        }
        if (!has_reason || record->game.count > farthest) {
            *error = reason;
            has_reason = true;
            farthest = record->game.count;
        }
        record_release(record);
    }
    return false;
}

static bool read_record(Slice text, Record *record, Error *error) {
    Slice start = slice_trim(text);
    if (start.size == 0) {
        return error_set(error, ERROR_RECORD_MISSING, "there is no record");
    }
    if (start.data[0] == '(') {
        return record_read(text, RECORD_SGF, NULL, record, error);
    }
    if (start.data[0] == '[' || slice_starts(start, "\xef\xbb\xbf")) {
        return record_read(text, RECORD_PGN, NULL, record, error);
    }
    return read_bare_moves(text, record, error);
}

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
    text_add(out, "}");
}

bool immure_read_record(Core *core) {
    Error error;
    Record record;
    core_begin(core);
    if (!read_record(core_field(core), &record, &error)) {
        return core_refuse(core, &error);
    }
    Text *out = &core->answer;
    text_add(out, "{");
    add_spec(out, &record.game);
    add_tags(out, &record);
    add_comment(out, &record, &record.notes[0]);
    text_add(out, ",\"moves\":[");
    for (size_t i = 0; i < record.game.count; i++) {
        json_comma(out, i);
        add_recorded_move(out, &record, i);
    }
    text_add(out, "]}");
    record_release(&record);
    return true;
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

static bool fill_record(Core *core, Record *record, Error *error) {
    if (!fill_moves(core, record, error) || !fill_result(core, record, error) ||
        !record_set_comment(record, 0, core_field(core), error) ||
        !fill_tags(core, record, error)) {
        return false;
    }
    for (size_t i = 1; i <= record->game.count && core_field_is_left(core); i++) {
        if (!fill_note(core, record, i, error)) {
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", i);
        }
    }
    return true;
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
