#pragma once
// How much a visitor may ask of the server; api/limits.h has what the routes bound, and says how
// the numbers were chosen.

// A body holds one game; the longest that anybody has played takes a tenth of this. The handler may
// allow more on some paths (HttpHandler.body_limit).
#define LIMIT_BODY_BYTES (64u << 10)
// All larger bodies together, by the sizes that were announced: they are held in memory, because
// whoever takes them needs them whole.
#define LIMIT_BODIES_BYTES (256u << 20)
// How fast they have to come, beside the patience with every request: 2 Mbit/s.
#define LIMIT_BODY_BYTES_PER_S (256u << 10)
// A body up to this size is read and thrown away, so that the refusal reaches a client that sends
// everything before it listens. What is larger is refused unread.
#define LIMIT_DISCARDED_BYTES (1u << 20)

// Requests that wait for a thread that may wait. A store answers hundreds a second, so the last of
// them gets its answer before its client gives up.
#define LIMIT_WAITING 512
#define LIMIT_YIELDING 32
// A class of 60 behind one address signs in at once: with two threads and 60 ms for a password the
// last of them waits two seconds.
#define LIMIT_HEAVY 128
// Of each of these, what one visitor may take: the others get in while he asks without end. Halves,
// because a whole school or a lab of workers may be behind one address.
#define LIMIT_WAITING_EACH(limit) ((limit) / 2)
// When to ask again after a refusal.
#define RETRY_BUSY_S 2
#define RETRY_STOPPING_S 5

// Connections: event streams may take half of them, the rest is for requests.
#define LIMIT_CONNECTIONS 4096
#define LIMIT_STREAMS 2048
// 1,000 of them follow one game and are told of a move within a fifth of a second
// (bench/spectators_bench.py), so there is room for twice as many.
// Of these, what one visitor may hold: an eighth, enough for a school behind one address.
#define LIMIT_CONNECTIONS_EACH 512
#define LIMIT_STREAMS_EACH 256
// Head of a request.
#define LIMIT_HEAD_BYTES (16u << 10)
// What the library has for a connection. A head that does not fit it refuses in its own words.
#define LIMIT_CONNECTION_BYTES (64u << 10)
// Large answers that are being sent (reports, archives, blobs) are held in memory until they are
// read. All of them together; what does not fit is asked for again.
#define LIMIT_LARGE_ANSWER_BYTES (1u << 20) // smaller ones do not count
#define LIMIT_ANSWERS_BYTES (1u << 30)
// Until a response is read. A megabyte at 64 kbit/s takes two minutes.
#define LIMIT_RESPONSE_MS (5 * 60 * 1000)

// How often a stream that has nothing to say shows that it lives, and finds out that nobody reads.
#define STREAM_BEAT_MS 5000
