#pragma once
// How much a visitor may ask of the routes, in one place; http/limits.h has what the server bounds.
//
// A visitor is a stranger: everything that he can make grow, wait or compute has a bound here or
// there. The numbers are chosen, not measured: each is far above what the page needs and far below
// what would hurt a small machine. GET /api/v1/about tells the ones that a client has to know.

// The deepest document of the interface needs 2.
#define LIMIT_JSON_DEPTH 16
// Looking for repetitions is quadratic in the moves: this many take some milliseconds.
#define LIMIT_MOVES 2000

// The thinking time for a move that may be written into a submission.
#define LIMIT_SUBMISSION_MS 60000

// Bodies of workers and clients: beats with the moves so far of many games, a result (1 MiB) with
// blanks in it, a thousand jobs.
#define LIMIT_BEATS_BYTES (4u << 20)
#define LIMIT_RESULT_BYTES (2u << 20)
#define LIMIT_JOBS_BYTES (4u << 20)

// A source (1 MiB) as a text of JSON.
#define LIMIT_SOURCE_BYTES (2u << 20)

// Analyses: the time of each, the lines, and how many wait.
#define LIMIT_ANALYSIS_MS 60000
#define LIMIT_LINES 10
#define LIMIT_QUEUE 16
#define LIMIT_ANALYSES_EACH 2
// Finished ones stay readable for a while, the newest of them at most this many.
#define LIMIT_ANALYSES_KEPT 256
#define LIMIT_KEPT_MS (10 * 60 * 1000)
// Nobody waits for an analysis that nobody has asked about for so long: it is stopped.
#define LIMIT_UNWATCHED_MS 20000
