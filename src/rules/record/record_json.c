#include "rules/record/record_json.h"

#include "rules/game_json.h"

// As fine as a record is read.
#define SCORE_DECIMALS 6

static void put_time(JsonWriter *json, const char *name, int64_t time_ms) {
    if (time_ms != RECORD_TIME_NONE) {
        json_put_integer(json, name, time_ms);
    }
}

static void put_comment(JsonWriter *json, const Record *record, const RecordNote *note) {
    if (note->comment.size > 0) {
        json_put_slice(json, "comment", record_text(record, note->comment));
    }
}

static void put_line(JsonWriter *json, const char *name, const Record *record, size_t start);

// The lines that begin with another move in the place of one.
static void put_variations(JsonWriter *json, const Record *record, size_t ply) {
    bool is_open = false;
    for (size_t i = 0; i < record->variation_count; i++) {
        if (record->variations[i].ply != ply) {
            continue;
        }
        if (!is_open) {
            json_open_list(json, "variations");
        }
        is_open = true;
        put_line(json, NULL, record->variations[i].line, ply);
    }
    if (is_open) {
        json_close_list(json);
    }
}

static void put_move(JsonWriter *json, const Record *record, size_t index) {
    const Game *game = &record->game;
    const RecordNote *note = &record->notes[index + 1];
    json_open_object(json, NULL);
    json_put_move(json, "move", game->rules, &game->positions[index], game->moves[index]);
    put_time(json, "timeMs", note->elapsed_ms);
    put_time(json, "clockMs", note->clock_ms);
    if (note->eval_text.size > 0) {
        json_put_real(json, "score", note->eval, SCORE_DECIMALS);
    }
    put_comment(json, record, note);
    put_variations(json, record, index);
    json_close_object(json);
}

// The moves of a line from one on, with all that is known about them.
static void put_line(JsonWriter *json, const char *name, const Record *record, size_t start) {
    json_open_list(json, name);
    for (size_t i = start; i < record->game.count; i++) {
        put_move(json, record, i);
    }
    json_close_list(json);
}

void json_put_record(JsonWriter *json, const char *name, const Record *record) {
    json_open_object(json, name);
    json_put_spec(json, "spec", &record->game);
    json_open_object(json, "tags");
    json_put_text(json, "Result", result_text(record->result));
    for (size_t i = 0; i < record->tag_count; i++) {
        json_put_member(json, record_text(record, record->tags[i].name),
            record_text(record, record->tags[i].value));
    }
    json_close_object(json);
    put_comment(json, record, &record->notes[0]);
    put_line(json, "moves", record, 0);
    json_close_object(json);
}
