#pragma once
// What the tests of records share: reading with an expectation, and comparing records.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/record/record_io.h"

static inline const Rules *game_rules(const char *name) {
    const Rules *rules = rules_find(slice_from(name));
    assert_non_null(rules);
    return rules;
}

// Reads bytes that stand in a block of exactly their size, so that a sanitizer sees every step
// beyond the end.
static inline bool read_exactly(
    Slice text, RecordFormat format, const Rules *rules, Record *out, Error *error) {
    char *copy = malloc(text.size ? text.size : 1);
    assert_non_null(copy);
    if (text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    bool done = record_read((Slice){copy, text.size}, format, rules, out, error);
    free(copy);
    return done;
}

static inline Record read_record(const char *text, RecordFormat format, const char *game) {
    Record record;
    Error error = {0};
    if (!read_exactly(slice_from(text), format, game_rules(game), &record, &error)) {
        fail_msg("refused: %s\n%s", error.text, text);
    }
    return record;
}

static inline Text write_record(const Record *record, RecordFormat format) {
    Text text;
    Error error = {0};
    text_init(&text);
    if (!record_write(record, format, &text, &error)) {
        fail_msg("not written: %s", error.text);
    }
    return text;
}

// A record that is read in one format is this text in another.
static inline void assert_written_as(
    const char *game, const char *text, RecordFormat from, const char *expected, RecordFormat to) {
    Record record = read_record(text, from, game);
    Text written = write_record(&record, to);
    assert_string_equal(written.data, expected);
    text_release(&written);
    record_release(&record);
}

static inline void assert_slice(Slice slice, const char *expected) {
    if (!slice_is(slice, expected)) {
        fail_msg("'%.*s' instead of '%s'", (int)slice.size, slice.data, expected);
    }
}

// The tag, comment and so on as slices, for short assertions.
static inline Slice tag_of(const Record *record, const char *name) {
    return record_tag(record, slice_from(name));
}

static inline Slice comment_of(const Record *record, size_t index) {
    return record_text(record, record->notes[index].comment);
}

static inline void assert_refused_slice(
    Slice text, RecordFormat format, const char *game, const char *reason) {
    Record untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    Record record = untouched;
    Error error = {0};
    if (read_exactly(text, format, game ? game_rules(game) : NULL, &record, &error)) {
        fail_msg("accepted: %.*s", (int)text.size, text.data);
    }
    assert_string_equal(error.text, reason);
    assert_memory_equal(&record, &untouched, sizeof record);
}

static inline void assert_refused(
    const char *text, RecordFormat format, const char *game, const char *reason) {
    assert_refused_slice(slice_from(text), format, game, reason);
}

// Every beginning of a valid text is refused, unless nothing but blanks is missing.
static inline void assert_refused_when_cut(
    const char *text, RecordFormat format, const char *game) {
    size_t size = strlen(text);
    for (size_t cut = 0; cut < size; cut++) {
        Record record;
        Error error = {0};
        Slice missing = {text + cut, size - cut};
        bool is_complete = slice_trim(missing).size == 0;
        bool done = read_exactly((Slice){text, cut}, format, game_rules(game), &record, &error);
        if (done) {
            record_release(&record);
        }
        if (done != is_complete) {
            fail_msg("cut at byte %zu: %s", cut, done ? "accepted" : error.text);
        }
    }
}
