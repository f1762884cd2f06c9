#pragma once
// A compilation as a job: one source, made into a program in a box of the worker
// (sandbox/compile.h).
//
//     payload  {"source": HASH, "language": "c++17", "name": "bot.cpp"}
//     result   {"status": "ok", "binary": HASH, "messages": TEXT, "timeMs": N, "memoryBytes": N,
//               "compiler": TEXT}
//
// Source and binary are blobs; there is a binary if and only if the status is ok. A host that
// cannot compile hands the job back: `fault` is no result.

#include "base/sha256.h"
#include "jobs/kinds.h"
#include "sandbox/compile.h"

#define COMPILE_JOB_KIND "compile"

typedef struct CompileJob {
    char source[SHA256_TEXT_SIZE];
    const CompileLanguage *language;
    Text name; // of the source, or empty
} CompileJob;

// Release it in any case.
bool compile_job_read(CompileJob *job, Slice json, Error *error);
void compile_job_release(CompileJob *job);

// The JSON of a result; `binary` is the hash of its binary, or null.
void compile_job_write_result(const CompileResult *result, const char *binary, Text *out);

// For the queue: refuses what no honest worker would send. The status of two hosts has to be the
// same, but not the binary: their compilers may differ.
extern const JobKind COMPILE_JOB;
