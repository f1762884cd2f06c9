#pragma once
// The sources of submissions, as tools/amalgamate.py puts them into the program.

#include "base/slice.h"

typedef struct SubmissionProgram {
    const char *name; // e.g. "botzone program network"
    int part_count;
    const int *parts; // which of SUBMISSION_PARTS, in order
} SubmissionProgram;

extern const Slice SUBMISSION_PARTS[];

// Ended by one without a name.
extern const SubmissionProgram SUBMISSION_PROGRAMS[];

// LICENSE.
extern const Slice SUBMISSION_LICENCE;
