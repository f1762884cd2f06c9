#pragma once
// Recorded conversations, as text files that read like the referee's own logs.
//
//     # A comment; settings before the first case are for all of them.
//     protocol botzone
//
//     == the name of a case
//     keep-running yes
//     > a line to the program
//     < a line from the program
//     ! how it ended, where it did not end well
//
// `--` stands where a program is started anew. In a line, \xHH is any byte and {c*N} the character
// c, N times; a backslash at the end means that no newline follows. The other words in braces are
// explained where they are used.
//
// Each case is a test of its own: transcripts_run is all that such a test's main does.

#include <ctype.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

#define TRANSCRIPT_LIMIT_BYTES (1u << 20)
#define TRANSCRIPT_CASES_MAX 256
#define TRANSCRIPT_LINES_MAX 8192

typedef enum TranscriptKind {
    TRANSCRIPT_SETTING,
    TRANSCRIPT_TO,      // the program
    TRANSCRIPT_FROM,    // the program
    TRANSCRIPT_RESTART, // of the program
    TRANSCRIPT_END,     // why the conversation ended
} TranscriptKind;

typedef struct TranscriptLine {
    TranscriptKind kind;
    Slice text;
    int number; // in the file, from 1
} TranscriptLine;

typedef struct TranscriptCase {
    char name[128]; // with the file's
    const char *path;
    const TranscriptLine *lines;
    size_t line_count;
    const TranscriptLine *common; // the file's settings
    size_t common_count;
} TranscriptCase;

// Everything that was read; it lives as long as the test.
typedef struct Transcripts {
    Text texts[16];
    size_t text_count;
    TranscriptLine lines[TRANSCRIPT_LINES_MAX];
    size_t line_count;
    TranscriptCase cases[TRANSCRIPT_CASES_MAX];
    size_t case_count;
    glob_t paths;
} Transcripts;

static inline TranscriptLine transcript_line(Slice line, int number) {
    static const struct {
        const char *mark;
        TranscriptKind kind;
    } MARKS[] = {
        {">", TRANSCRIPT_TO},
        {"<", TRANSCRIPT_FROM},
        {"--", TRANSCRIPT_RESTART},
        {"!", TRANSCRIPT_END},
    };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        size_t size = strlen(MARKS[i].mark);
        if (slice_starts(line, MARKS[i].mark)) {
            return (TranscriptLine){MARKS[i].kind, slice_skip(line, size + 1), number};
        }
    }
    return (TranscriptLine){TRANSCRIPT_SETTING, line, number};
}

static inline void transcripts_read_file(Transcripts *transcripts, const char *path) {
    Text *text = &transcripts->texts[transcripts->text_count++];
    Error error;
    text_init(text);
    if (!text_read_file(text, path, TRANSCRIPT_LIMIT_BYTES, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    const TranscriptLine *common = &transcripts->lines[transcripts->line_count];
    size_t common_count = 0;
    TranscriptCase *found = NULL;
    Slice rest = text_slice(text);
    Slice line;
    for (int number = 1; slice_next_line(&rest, &line); number++) {
        if (line.size == 0 || line.data[0] == '#') {
            continue;
        }
        if (slice_starts(line, "== ")) {
            found = &transcripts->cases[transcripts->case_count++];
            *found = (TranscriptCase){.path = path, .common = common, .common_count = common_count};
            found->lines = &transcripts->lines[transcripts->line_count];
            snprintf(found->name, sizeof found->name, "%s: %.*s", strrchr(path, '/') + 1,
                (int)line.size - 3, line.data + 3);
            continue;
        }
        transcripts->lines[transcripts->line_count++] = transcript_line(line, number);
        *(found ? &found->line_count : &common_count) += 1;
    }
}

// Reads the files of a pattern below tests/transcripts, in the order of their names.
static inline void transcripts_read(Transcripts *transcripts, const char *pattern) {
    const char *source = getenv("IMMURE_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/transcripts/%s", source ? source : ".", pattern);
    if (glob(path, 0, NULL, &transcripts->paths) != 0) {
        fprintf(stderr, "no transcripts: %s\n", path);
        exit(1);
    }
    for (size_t i = 0; i < transcripts->paths.gl_pathc; i++) {
        transcripts_read_file(transcripts, transcripts->paths.gl_pathv[i]);
    }
}

static inline void transcripts_release(Transcripts *transcripts) {
    while (transcripts->text_count > 0) {
        text_release(&transcripts->texts[--transcripts->text_count]);
    }
    globfree(&transcripts->paths);
}

// Runs every case as a test that gets it as its state, and then `more` tests; returns main's
// status.
static inline int transcripts_run_with(const char *pattern, CMUnitTestFunction test,
    const struct CMUnitTest *more, size_t more_count, CMFixtureFunction setup) {
    static Transcripts transcripts;
    static struct CMUnitTest tests[TRANSCRIPT_CASES_MAX + 16];
    transcripts_read(&transcripts, pattern);
    size_t count = 0;
    for (; count < transcripts.case_count; count++) {
        TranscriptCase *found = &transcripts.cases[count];
        tests[count] = (struct CMUnitTest){found->name, test, NULL, NULL, found};
    }
    for (size_t i = 0; i < more_count; i++) {
        tests[count++] = more[i];
    }
    int status = _cmocka_run_group_tests(pattern, tests, count, setup, NULL);
    transcripts_release(&transcripts);
    return status;
}

static inline int transcripts_run(
    const char *pattern, CMUnitTestFunction test, CMFixtureFunction setup) {
    return transcripts_run_with(pattern, test, NULL, 0, setup);
}

static inline bool transcript_find(
    const TranscriptLine *lines, size_t count, const char *name, Slice *value) {
    for (size_t i = 0; i < count; i++) {
        Slice rest = lines[i].text;
        Slice word;
        if (lines[i].kind == TRANSCRIPT_SETTING && slice_next(&rest, " ", &word) &&
            slice_is(word, name)) {
            *value = slice_trim(rest);
            return true;
        }
    }
    return false;
}

// The value of a setting, the case's own before the file's; empty if there is none.
static inline Slice transcript_setting(const TranscriptCase *found, const char *name) {
    Slice value = {"", 0};
    if (!transcript_find(found->lines, found->line_count, name, &value)) {
        transcript_find(found->common, found->common_count, name, &value);
    }
    return value;
}

static inline int transcript_number(const TranscriptCase *found, const char *name, int otherwise) {
    int number;
    return slice_to_int(transcript_setting(found, name), &number) ? number : otherwise;
}

// Appends {c*N} written out; false if the text does not start with such words.
static inline bool transcript_repeat(Text *out, Slice text, size_t *size) {
    const char *end = text.size > 4 ? memchr(text.data, '}', text.size) : NULL;
    int count;
    if (!end || text.data[0] != '{' || text.data[2] != '*' ||
        !slice_to_int((Slice){text.data + 3, (size_t)(end - text.data) - 3}, &count)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        text_add_byte(out, text.data[1]);
    }
    *size = (size_t)(end - text.data) + 1;
    return true;
}

// Appends a line as it is sent, with its newline unless it ends in a backslash.
static inline void transcript_expand(Text *out, Slice text) {
    bool has_newline = text.size == 0 || text.data[text.size - 1] != '\\';
    text.size -= has_newline ? 0 : 1;
    while (text.size > 0) {
        size_t size = 1;
        unsigned byte;
        if (text.size >= 4 && slice_starts(text, "\\x") &&
            sscanf(text.data + 2, "%2x", &byte) == 1) {
            text_add_byte(out, (char)byte);
            size = 4;
        } else if (!transcript_repeat(out, text, &size)) {
            text_add_byte(out, text.data[0]);
        }
        text = slice_skip(text, size);
    }
    if (has_newline) {
        text_add_byte(out, '\n');
    }
}
