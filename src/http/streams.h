#pragma once
// Visitors who follow a feed (http/handler.h) by server-sent events.
//
// A stream keeps nothing but the version it sent last: when its connection has room it asks the
// feed for a newer one, and when there is none its connection is suspended until the feed changes.
// So a slow reader costs one event's memory, and what he misses in between is left out.
//
//      retry: when to follow again, different for each
//      : a comment now and then, which shows that the stream lives
//      id: VERSION
//      event: info | done
//      data: the document
//
// After `done` the stream ends. Other forms (HttpFeedForm) are events of the feed's own, and an
// answer that waits for its first version without costing a thread. The lock of Streams is held
// while a feed is read: do not call streams_wake with a lock that reading takes.

#include <microhttpd.h>
#include <pthread.h>

#include "base/rng.h"
#include "http/address.h"
#include "http/handler.h"

typedef struct Stream Stream;

typedef struct Streams {
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    Stream *first;
    size_t count;
    Rng rng;
    bool is_closing;
} Streams;

void streams_init(Streams *streams);

// All streams must have ended.
void streams_release(Streams *streams);

typedef enum StreamsOpening {
    STREAMS_OPENED,
    STREAMS_VISITOR_FULL, // he follows LIMIT_STREAMS_EACH
    STREAMS_FULL,         // all together follow LIMIT_STREAMS, or the server is closing
} StreamsOpening;

// Answers a visitor's request with the events of a feed after a version, and takes the feed. Unless
// it was opened nothing is queued.
StreamsOpening streams_open(Streams *streams, struct MHD_Connection *connection,
    const Address *visitor, HttpFeed feed, uint64_t after);

// Wakes the streams of a feed, by its source or topic: they read it again.
void streams_wake(Streams *streams, const void *source);

// Sends every stream a sign of life.
void streams_beat(Streams *streams);

// Ends all streams, each after what it has still to say, and waits for that up to `within_ms`. None
// is suspended any more.
void streams_close(Streams *streams, int64_t within_ms);
