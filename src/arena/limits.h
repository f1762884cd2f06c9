#pragma once
// How much a visitor may ask of the server, in one place.
//
// A visitor is a stranger: everything that he can make grow, wait or compute has a bound here. The
// numbers are chosen, not measured: each is far above what the page needs and far below what would
// hurt a small machine. GET /api/v1/about tells the ones that a client has to know.

// A body holds one game; the longest that anybody has played takes a tenth of this.
#define LIMIT_BODY_BYTES (64u << 10)
// A body up to this size is read and thrown away, so that the refusal reaches a client that sends
// everything before it listens. What is larger is refused unread.
#define LIMIT_DISCARDED_BYTES (1u << 20)
// The deepest document of the interface needs 2.
#define LIMIT_JSON_DEPTH 16
// Looking for repetitions is quadratic in the moves: this many take some milliseconds.
#define LIMIT_MOVES 2000

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

// Connections: event streams may take half of them, the rest is for requests.
#define LIMIT_CONNECTIONS 4096
#define LIMIT_STREAMS 2048
// Head of a request.
#define LIMIT_HEAD_BYTES (16u << 10)
// What the library has for a connection. A head that does not fit it refuses in its own words.
#define LIMIT_CONNECTION_BYTES (64u << 10)
// Until a response is read. A megabyte at 64 kbit/s takes two minutes.
#define LIMIT_RESPONSE_MS (5 * 60 * 1000)

// How often a stream that has nothing to say shows that it lives, and finds out that nobody reads.
#define STREAM_BEAT_MS 5000
