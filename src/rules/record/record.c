#include "rules/record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record/values.h"

static const RecordNote EMPTY_NOTE = {
    .elapsed_ms = RECORD_TIME_NONE,
    .clock_ms = RECORD_TIME_NONE,
};

// Grows an array to hold one more than `count` items of `size_bytes`, doubling so that building a
// record of n moves costs O(n).
static void *grown(void *items, size_t count, size_t *capacity, size_t size_bytes) {
    if (count < *capacity) {
        return items;
    }
    *capacity = *capacity ? *capacity * 2 : 16;
    items = realloc(items, *capacity * size_bytes);
    if (!items) {
        abort();
    }
    return items;
}

static void add_empty_note(Record *record) {
    record->notes =
        grown(record->notes, record->game.count, &record->note_capacity, sizeof *record->notes);
    record->notes[record->game.count] = EMPTY_NOTE;
}

void record_init_at(Record *record, const Rules *rules, const Position *pos) {
    *record = (Record){.result = RESULT_NONE};
    game_init_at(&record->game, rules, pos);
    text_init(&record->pool);
    add_empty_note(record);
}

void record_init(Record *record, const Rules *rules, const Variant *variant) {
    Position pos;
    rules->start(&pos, variant);
    record_init_at(record, rules, &pos);
}

void record_release(Record *record) {
    for (size_t i = 0; i < record->variation_count; i++) {
        record_release(record->variations[i].line);
        free(record->variations[i].line);
    }
    free(record->variations);
    if (record->depth == 0) {
        free(record->lines_moves);
    }
    game_release(&record->game);
    free(record->tags);
    free(record->notes);
    text_release(&record->pool);
    *record = (Record){0};
}

// Copies a text into the pool. One that is already there is shared: growing the pool could free it
// before it is copied.
static RecordText pool_text(Record *record, Slice text) {
    uintptr_t pool = (uintptr_t)record->pool.data;
    uintptr_t data = (uintptr_t)text.data;
    if (data >= pool && data < pool + record->pool.size) {
        return (RecordText){data - pool, text.size};
    }
    RecordText copy = {record->pool.size, text.size};
    text_add_slice(&record->pool, text);
    return copy;
}

static bool check_text(Slice text, const char *what, Error *error) {
    if (text.size > RECORD_TEXT_MAX) {
        return error_set(
            error, ERROR_INPUT_TOO_LONG, "%s is longer than %d bytes", what, RECORD_TEXT_MAX);
    }
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte < 0x20 && byte != '\n' && byte != '\t') {
            return error_set(error, ERROR_CONTROL_CHARACTER,
                "%s holds the control character 0x%02x", what, byte);
        }
    }
    return true;
}

static RecordTag *find_tag(const Record *record, Slice name) {
    for (size_t i = 0; i < record->tag_count; i++) {
        Slice other = record_text(record, record->tags[i].name);
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0) {
            return &record->tags[i];
        }
    }
    return NULL;
}

Slice record_tag(const Record *record, Slice name) {
    const RecordTag *tag = find_tag(record, name);
    return tag ? record_text(record, tag->value) : (Slice){NULL, 0};
}

static bool is_name_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

bool record_tag_is_derived(Slice name) {
    return slice_is(name, "Game") || slice_is(name, "Variant") || slice_is(name, "Position") ||
           slice_is(name, "Result");
}

static bool check_tag_name(Slice name, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    bool fits = name.size > 0 && name.size <= RECORD_TAG_NAME_MAX;
    for (size_t i = 0; fits && i < name.size; i++) {
        fits = is_name_byte(name.data[i]);
    }
    if (!fits) {
        return error_set(error, ERROR_BAD_TAG_NAME,
            "%s is not a tag name: up to %d letters, digits and _", slice_quote(name, quoted),
            RECORD_TAG_NAME_MAX);
    }
    if (record_tag_is_derived(name)) {
        return error_set(error, ERROR_DERIVED_TAG,
            "the tag %s follows from the game and cannot be set", slice_quote(name, quoted));
    }
    return true;
}

bool record_set_tag(Record *record, Slice name, Slice value, Error *error) {
    if (!check_tag_name(name, error) || !check_text(value, "a tag value", error)) {
        return false;
    }
    RecordTag *tag = find_tag(record, name);
    if (!tag) {
        if (record->tag_count == RECORD_TAGS_MAX) {
            return error_set(error, ERROR_TOO_MANY_TAGS, "more than %d tags", RECORD_TAGS_MAX);
        }
        record->tags =
            grown(record->tags, record->tag_count, &record->tag_capacity, sizeof *record->tags);
        tag = &record->tags[record->tag_count++];
        tag->name = pool_text(record, name);
    }
    tag->value = pool_text(record, value);
    return true;
}

// Positions count their plies in 16 bits.
static bool is_full(const Record *record) {
    return record->game.count == RECORD_MOVES_MAX ||
           game_position(&record->game)->ply == UINT16_MAX ||
           (record->lines_moves && *record->lines_moves >= RECORD_LINES_MOVES_MAX);
}

// A move was played: it has a note, and counts.
static void move_added(Record *record) {
    add_empty_note(record);
    if (record->lines_moves) {
        ++*record->lines_moves;
    }
}

bool record_append(Record *record, Move move) {
    if (is_full(record)) {
        return false;
    }
    game_play(&record->game, move);
    move_added(record);
    return true;
}

bool record_append_text(Record *record, Slice text, Notation notation, Error *error) {
    if (is_full(record)) {
        return error_set(error, ERROR_TOO_MANY_MOVES, "a record holds no more than %zu moves",
            record->game.count);
    }
    if (!game_play_text(&record->game, text, notation, error)) {
        return false;
    }
    move_added(record);
    return true;
}

// The moves of all lines are counted from the first variation on.
static void count_lines(Record *record) {
    if (!record->lines_moves) {
        record->lines_moves = malloc(sizeof *record->lines_moves);
        if (!record->lines_moves) {
            abort();
        }
        *record->lines_moves = record->game.count;
    }
}

Record *record_add_variation(Record *record, size_t ply, Error *error) {
    assert(ply < record->game.count);
    count_lines(record);
    if (record->depth == RECORD_DEPTH_MAX) {
        error_set(error, ERROR_VARIATIONS_TOO_DEEP, "variations in variations, more than %d deep",
            RECORD_DEPTH_MAX);
        return NULL;
    }
    if (*record->lines_moves + ply >= RECORD_LINES_MOVES_MAX) {
        error_set(error, ERROR_TOO_MANY_MOVES, "a record holds no more than %d moves",
            RECORD_LINES_MOVES_MAX);
        return NULL;
    }
    Record *line = malloc(sizeof *line);
    if (!line) {
        abort();
    }
    record_init_at(line, record->game.rules, &record->game.positions[0]);
    line->depth = record->depth + 1;
    line->lines_moves = record->lines_moves;
    for (size_t i = 0; i < ply; i++) {
        game_play(&line->game, record->game.moves[i]);
        move_added(line);
    }
    record->variations = grown(record->variations, record->variation_count,
        &record->variation_capacity, sizeof *record->variations);
    record->variations[record->variation_count++] = (RecordVariation){ply, line};
    return line;
}

static RecordNote *note_at(Record *record, size_t index) {
    assert(index <= record->game.count);
    return &record->notes[index];
}

bool record_set_comment(Record *record, size_t index, Slice comment, Error *error) {
    if (!check_text(comment, "a comment", error)) {
        return false;
    }
    note_at(record, index)->comment = pool_text(record, comment);
    return true;
}

bool record_set_sgf(Record *record, size_t index, Slice properties, Error *error) {
    if (!check_text(properties, "a list of SGF properties", error)) {
        return false;
    }
    note_at(record, index)->sgf = pool_text(record, properties);
    return true;
}

static int64_t checked_time(int64_t time_ms) {
    assert(time_ms == RECORD_TIME_NONE || (time_ms >= 0 && time_ms <= RECORD_TIME_MAX_MS));
    return time_ms;
}

void record_set_elapsed(Record *record, size_t index, int64_t elapsed_ms) {
    note_at(record, index)->elapsed_ms = checked_time(elapsed_ms);
}

void record_set_clock(Record *record, size_t index, int64_t clock_ms) {
    note_at(record, index)->clock_ms = checked_time(clock_ms);
}

void record_set_eval(Record *record, size_t index, double eval) {
    char text[VALUE_TEXT_SIZE];
    value_format_eval(eval, text);
    bool kept = record_set_eval_text(record, index, slice_from(text), NULL);
    assert(kept);
    (void)kept;
}

bool record_set_eval_text(Record *record, size_t index, Slice text, Error *error) {
    double eval;
    if (!value_parse_eval(text, &eval)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_EVALUATION,
            "%s is not an evaluation: a number such as 0.35", slice_quote(text, quoted));
    }
    RecordNote *note = note_at(record, index);
    note->eval = eval;
    note->eval_text = pool_text(record, text);
    return true;
}

bool record_check_result(const Record *record, Error *error) {
    Outcome outcome = game_outcome(&record->game);
    if (outcome.result != RESULT_NONE && outcome.result != record->result) {
        return error_set(error, ERROR_RESULT_NOT_OF_MOVES,
            "the result %s disagrees with the moves: %s (%s)", result_text(record->result),
            result_text(outcome.result), ending_text(outcome.ending));
    }
    return true;
}
