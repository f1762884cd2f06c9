#pragma once
// One source file that a site compiles: the engine behind one protocol, with its network in the
// text (docs/submissions.md).
//
// The text is put together from parts that the build takes from src/ itself (tools/amalgamate.py),
// so there is no second copy of anything. Added here: the head of the file, the settings, and the
// network and the book as data at the end.

#include "base/error.h"
#include "base/text.h"

typedef struct SubmissionOptions {
    const char *protocol; // botzone, botzone-json, sjtu or sjtu-2022
    bool is_course;       // SJTU: the functions that the course's own main calls, instead of a main
    bool keep_running;    // Botzone
    bool ponders;         // SJTU, not for a course's main
    int time_ms;
    int level; // 1 to 8
    int memory_mb;
} SubmissionOptions;

// Adds the source. `network` is a network's file, empty for the classical evaluation; `book` is a
// book's text, empty for none. False with a reason if there is no such program or the network
// cannot be read.
bool submission_write(
    const SubmissionOptions *options, Slice network, Slice book, Text *out, Error *error);
