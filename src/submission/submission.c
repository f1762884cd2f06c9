#include "submission/submission.h"

#include <assert.h>
#include <string.h>

#include "eval/net/network.h"
#include "submission/pack.h"
#include "submission/parts.h"

// Of data: every line costs four characters more, and a file may have 700,000.
#define LINE_COLUMNS 960

// A course's file may take the place of the header that it includes.
#define COURSE_GUARD_START "\n#ifndef SUBMISSION_FILE\n#define SUBMISSION_FILE\n"
#define COURSE_GUARD_END "\n#endif\n"

static const SubmissionProgram *find_program(
    const SubmissionOptions *options, bool has_network, Error *error) {
    char name[64];
    snprintf(name, sizeof name, "%s %s %s%s", options->protocol,
        options->is_course ? "course" : "program", has_network ? "network" : "classical",
        options->ponders ? " ponder" : "");
    for (const SubmissionProgram *program = SUBMISSION_PROGRAMS; program->name; program++) {
        if (strcmp(program->name, name) == 0) {
            return program;
        }
    }
    error_set(error, ERROR_OPTIONS_CONFLICT,
        "there is no such submission: --course is for sjtu and sjtu-2022, --ponder for their "
        "programs");
    return NULL;
}

static void add_comment(Text *out, Slice text) {
    Slice line;
    while (slice_next_line(&text, &line)) {
        text_addf(out, "//%s%.*s\n", line.size > 0 ? " " : "", (int)line.size, line.data);
    }
}

static void add_head(Text *out, const SubmissionOptions *options) {
    text_addf(out,
        "// Immure %s: %s, for the protocol %s, in one file.\n"
        "//\n"
        "// Written by `immure submission` from the sources of Immure. It keeps their names and\n"
        "// comments, but for those that open a file, and each part names its file. Change those, "
        "not\n"
        "// this: only the settings, the lines that begin with #define SUBMISSION_, are meant to "
        "be\n"
        "// changed here. Search for them to change the time for a move or the level.\n"
        "//\n"
        "// Compile it as C++11 or later%s with gcc or clang, e.g.\n"
        "//\n"
        "//     g++ -O2 -std=c++11 -x c++%s FILE%s\n"
        "//\n"
        "// A generated engine is a sparring partner. Handed in as a student's own work it is a "
        "fraud:\n"
        "// see docs/submissions.md.\n"
        "//\n",
        IMMURE_VERSION, strncmp(options->protocol, "sjtu", 4) == 0 ? "Quoridor" : "Amazons",
        options->protocol, options->is_course ? "" : ", or as C17,",
        options->ponders ? " -pthread" : "",
        options->is_course ? ", with the course's header" : "");
    add_comment(out, SUBMISSION_LICENCE);
    if (options->is_course) {
        text_add(out, COURSE_GUARD_START);
    }
}

// Gives a setting of program/settings.h another value. The comment behind it stays.
static void set(Text *out, size_t start, const char *name, int value) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\n#define SUBMISSION_%s ", name);
    const char *found = strstr(out->data + start, wanted);
    assert(found);
    size_t before = (size_t)(found - out->data) + strlen(wanted);
    size_t after = before + strcspn(out->data + before, " \n");
    Text rest;
    text_init(&rest);
    text_add(&rest, out->data + after);
    out->size = before;
    text_addf(out, "%d", value);
    text_add_slice(out, text_slice(&rest));
    text_release(&rest);
}

static void add_settings(Text *out, size_t start, const SubmissionOptions *options) {
    set(out, start, "TIME_MS", options->time_ms);
    set(out, start, "LEVEL", options->level);
    set(out, start, "KEEP_RUNNING", options->keep_running);
    set(out, start, "PONDERS", options->ponders);
    set(out, start, "MEMORY_MB", options->memory_mb);
}

// Digits as strings of one line each.
static void add_digits(Text *out, Slice text) {
    for (size_t at = 0; at < text.size; at += LINE_COLUMNS) {
        size_t left = text.size - at;
        int size = (int)(left < LINE_COLUMNS ? left : LINE_COLUMNS);
        text_addf(out, "\n\"%.*s\"", size, text.data + at);
    }
}

// Adds a network as it is packed. The files of Amazons have no policy (docs/decisions/0029). With
// one a network would be too long, so its weights of the inputs are rounded to even numbers, which
// take a bit less each.
static bool add_coarse(Text *out, Slice bytes, Error *error) {
    Network network;
    if (!network_read(&network, bytes, error)) {
        return false;
    }
    if (strcmp(network.shape->game, "amazons") == 0) {
        network.policy_output = NULL;
    }
    const size_t count = (size_t)(network.shape->input_count * network.hidden_count);
    for (size_t i = 0; network.policy_output && i < count; i++) {
        // Odd numbers to the nearest multiple of four: as often up as down.
        const int weight = network.input[i];
        network.input[i] = (int16_t)(weight % 2 == 0 ? weight : weight + (weight & 2) - 1);
    }
    network_write(&network, out);
    network_release(&network);
    return true;
}

static bool add_network(Text *out, Slice network, Error *error) {
    uint16_t frequencies[PACK_SYMBOLS];
    Text bytes;
    Text digits;
    text_init(&bytes);
    text_init(&digits);
    if (!add_coarse(&bytes, network, error)) {
        text_release(&bytes);
        text_release(&digits);
        return false;
    }
    const size_t size = bytes.size;
    if (bytes.size % 2 != 0) {
        text_add_byte(&bytes, '\0');
    }
    pack_words(text_slice(&bytes), frequencies, &digits);
    text_addf(out,
        "\nconst size_t SUBMISSION_NETWORK_SIZE = %zu;\n"
        "const size_t SUBMISSION_NETWORK_TEXT_SIZE = %zu;\n"
        "const uint16_t SUBMISSION_NETWORK_FREQUENCIES[] = {",
        size, digits.size);
    for (int i = 0; i < PACK_SYMBOLS; i++) {
        text_addf(out, "%s%u,", i % 32 == 0 ? "\n" : "", frequencies[i]);
    }
    text_add(out, "};\nconst char SUBMISSION_NETWORK[] =");
    add_digits(out, text_slice(&digits));
    text_add(out, ";\n");
    text_release(&bytes);
    text_release(&digits);
    return true;
}

// A line of a text as a string. Whatever is not plain is written in octal.
static void add_line(Text *out, Slice line) {
    text_add(out, "\n\"");
    for (size_t i = 0; i < line.size; i++) {
        unsigned char byte = (unsigned char)line.data[i];
        bool is_plain = byte >= ' ' && byte < 127 && !memchr("\"\\?", byte, 3);
        text_addf(out, is_plain ? "%c" : "\\%03o", byte);
    }
    text_add(out, "\\n\"");
}

static void add_book(Text *out, Slice book) {
    text_add(out, "\nconst char SUBMISSION_BOOK[] =");
    text_add(out, book.size > 0 ? "" : " \"\"");
    Slice line;
    while (slice_next_line(&book, &line)) {
        add_line(out, line);
    }
    text_add(out, ";\n");
}

bool submission_write(
    const SubmissionOptions *options, Slice network, Slice book, Text *out, Error *error) {
    const SubmissionProgram *program = find_program(options, network.size > 0, error);
    if (!program) {
        return false;
    }
    size_t start = out->size;
    add_head(out, options);
    for (int i = 0; i < program->part_count; i++) {
        text_add_slice(out, SUBMISSION_PARTS[program->parts[i]]);
    }
    add_settings(out, start, options);
    text_add(out, "\n// ---- data "
                  "-------------------------------------------------------------------------------"
                  "------\n");
    if (network.size > 0 && !add_network(out, network, error)) {
        return false;
    }
    add_book(out, book);
    if (options->is_course) {
        text_add(out, COURSE_GUARD_END);
    }
    return true;
}
