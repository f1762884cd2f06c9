#pragma once
// What the tests of journals share: a folder with one journal in it.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "match/journal.h"
#include "unit/match/match_fixture.h"

#define FILE_LIMIT_BYTES (1u << 20)

static char folder[] = "/tmp/immure-journal-XXXXXX";
static char path[64];

static inline int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/journal", folder);
    return 0;
}

static inline int remove_folder(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static inline int remove_journal(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static inline void write_file(Slice text) {
    unlink(path); // a file that is emptied makes some file systems wait for the disk
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

static inline Text read_file(void) {
    Text text;
    text_init(&text);
    assert_true(text_read_file(&text, path, FILE_LIMIT_BYTES, NULL));
    return text;
}

static inline void assert_file(Slice expected) {
    Text text = read_file();
    assert_int_equal(text.size, expected.size);
    assert_memory_equal(text.data, expected.data, expected.size);
    text_release(&text);
}

// Two players whose names hold whatever JSON has to escape.
static inline void init(Fixture *fixture) {
    fixture_init(fixture, 2, SCHEDULE_ROUND_ROBIN, 100);
    Contestant *second = &fixture->contestants[1];
    contestant_release(second);
    assert_true(contestant_parse(second, slice_from("name=\"\\ \t阻,cmd=./b 'x',protocol=botzone"),
        fixture->options.rules, NULL));
}

static inline Journal *open_journal(Fixture *fixture) {
    Error error = {0};
    Journal *journal = journal_open(path, &fixture->match, &error);
    if (!journal) {
        fail_msg("%s", error.text);
    }
    return journal;
}

static inline void assert_refused(Fixture *fixture, const char *reason) {
    Error error = {0};
    assert_null(journal_open(path, &fixture->match, &error));
    Text expected;
    text_init(&expected);
    text_addf(&expected, "%s%s", path, reason);
    assert_string_equal(error.text, expected.data);
    text_release(&expected);
}

static inline void add(Journal *journal, Fixture *fixture, int number) {
    MatchGame game = fixture_game(0, number, (size_t)number % 2, 1 - (size_t)number % 2);
    assert_true(journal_add(journal, &game, NULL));
    assert_true(match_take_game(&fixture->match, &game));
}

// A journal of so many games, closed.
static inline void write_journal(int games) {
    Fixture fixture;
    init(&fixture);
    Journal *journal = open_journal(&fixture);
    for (int number = 0; number < games; number++) {
        add(journal, &fixture, number);
    }
    journal_close(journal);
    fixture_release(&fixture);
}
