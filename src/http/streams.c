#include "http/streams.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "http/connections.h"
#include "http/limits.h"
#include "http/site.h"

#define BLOCK_BYTES 4096
// How long a browser waits before it follows again after a broken connection: half as long to one
// and a half times as long, so that not all come back at once.
#define RETRY_MS 2000

struct Stream {
    Streams *owner;
    Stream *previous;
    Stream *next;
    struct MHD_Connection *connection;
    Address visitor;
    HttpFeed feed;
    uint64_t version; // sent last
    Text document;
    Text frame; // what is being sent
    size_t sent;
    bool is_over; // nothing comes after the frame
    bool must_beat;
    bool is_suspended;
};

void streams_init(Streams *streams) {
    *streams = (Streams){0};
    rng_init(&streams->rng, (uint64_t)clock_now_ns());
    pthread_mutex_init(&streams->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&streams->ended, &attributes);
    pthread_condattr_destroy(&attributes);
}

void streams_release(Streams *streams) {
    assert(!streams->first);
    pthread_cond_destroy(&streams->ended);
    pthread_mutex_destroy(&streams->mutex);
}

// Puts what there is to say into the frame; leaves it empty if that is nothing.
static void next_frame(Stream *stream) {
    text_clear(&stream->frame);
    stream->sent = 0;
    if (stream->is_over) {
        return;
    }
    bool is_over;
    uint64_t version =
        stream->feed.read(stream->feed.source, stream->version, &stream->document, &is_over);
    HttpFeedForm form = stream->feed.form;
    Slice document = text_slice(&stream->document);
    if (version > 0 && form == FEED_DOCUMENTS) {
        http_put_event(&stream->frame, version, is_over ? "done" : "info", document);
    } else if (version > 0) {
        text_add_slice(&stream->frame, document);
    } else if (stream->must_beat) {
        // Before JSON an empty line is as good as a comment.
        text_add(&stream->frame, form == FEED_ANSWER ? "\n" : ":\n\n");
    }
    stream->version = version > 0 ? version : stream->version;
    stream->must_beat = false;
    stream->is_over = is_over || stream->owner->is_closing || (version > 0 && form == FEED_ANSWER);
}

// The library asks for bytes to send.
static ssize_t read_stream(void *context, uint64_t position, char *out, size_t max) {
    (void)position;
    Stream *stream = context;
    Streams *streams = stream->owner;
    pthread_mutex_lock(&streams->mutex);
    if (stream->sent == stream->frame.size) {
        next_frame(stream);
    }
    size_t left = stream->frame.size - stream->sent;
    size_t size = left < max ? left : max;
    memcpy(out, stream->frame.data + stream->sent, size);
    stream->sent += size;
    ssize_t result = (ssize_t)size;
    if (size == 0 && stream->is_over) {
        result = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (size == 0) {
        // Under the lock, so that whoever wakes comes either before the look at the feed or after
        // this.
        stream->is_suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&streams->mutex);
    return result;
}

static void end_stream(void *context) {
    Stream *stream = context;
    Streams *streams = stream->owner;
    pthread_mutex_lock(&streams->mutex);
    *(stream->previous ? &stream->previous->next : &streams->first) = stream->next;
    if (stream->next) {
        stream->next->previous = stream->previous;
    }
    streams->count--;
    pthread_cond_broadcast(&streams->ended);
    pthread_mutex_unlock(&streams->mutex);
    stream->feed.release(stream->feed.source);
    text_release(&stream->document);
    text_release(&stream->frame);
    free(stream);
}

static Stream *stream_new(Streams *streams, struct MHD_Connection *connection,
    const Address *visitor, HttpFeed feed, uint64_t after) {
    Stream *stream = calloc(1, sizeof *stream);
    if (!stream) {
        abort();
    }
    stream->owner = streams;
    stream->connection = connection;
    stream->visitor = *visitor;
    stream->feed = feed;
    stream->version = after;
    text_init(&stream->document);
    text_init(&stream->frame);
    return stream;
}

static StreamsOpening find_room(const Streams *streams, const Address *visitor) {
    int held = 0;
    for (const Stream *stream = streams->first; stream; stream = stream->next) {
        held += address_equal(&stream->visitor, visitor);
    }
    return streams->count >= LIMIT_STREAMS || streams->is_closing ? STREAMS_FULL
           : held >= LIMIT_STREAMS_EACH                           ? STREAMS_VISITOR_FULL
                                                                  : STREAMS_OPENED;
}

// Puts the stream into the list, if there is room.
static StreamsOpening join(Streams *streams, Stream *stream) {
    pthread_mutex_lock(&streams->mutex);
    if (stream->feed.form != FEED_ANSWER) {
        text_addf(&stream->frame, "retry: %u\n\n",
            RETRY_MS / 2 + (unsigned)rng_below(&streams->rng, RETRY_MS));
    }
    StreamsOpening opening = find_room(streams, &stream->visitor);
    if (opening == STREAMS_OPENED) {
        stream->next = streams->first;
        if (stream->next) {
            stream->next->previous = stream;
        }
        streams->first = stream;
        streams->count++;
    }
    pthread_mutex_unlock(&streams->mutex);
    return opening;
}

StreamsOpening streams_open(Streams *streams, struct MHD_Connection *connection,
    const Address *visitor, HttpFeed feed, uint64_t after) {
    Stream *stream = stream_new(streams, connection, visitor, feed, after);
    StreamsOpening opening = join(streams, stream);
    if (opening != STREAMS_OPENED) {
        feed.release(feed.source);
        text_release(&stream->frame);
        free(stream);
        return opening;
    }
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream, end_stream);
    if (!response) {
        abort();
    }
    site_add_safety(response);
    MHD_add_response_header(response, "Content-Type",
        feed.form == FEED_ANSWER ? "application/json" : "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Accel-Buffering", "no"); // nginx in front must not wait
    bool is_queued = MHD_queue_response(connection, 200, response) == MHD_YES;
    MHD_destroy_response(response); // ends the stream if nobody else holds it
    return is_queued ? STREAMS_OPENED : STREAMS_FULL;
}

static void resume(Stream *stream) {
    if (stream->is_suspended) {
        stream->is_suspended = false;
        connections_resume(stream->connection);
    }
}

void streams_wake(Streams *streams, const void *source) {
    pthread_mutex_lock(&streams->mutex);
    for (Stream *stream = streams->first; stream; stream = stream->next) {
        const HttpFeed *feed = &stream->feed;
        if ((feed->topic ? feed->topic : feed->source) == source) {
            resume(stream);
        }
    }
    pthread_mutex_unlock(&streams->mutex);
}

void streams_beat(Streams *streams) {
    pthread_mutex_lock(&streams->mutex);
    for (Stream *stream = streams->first; stream; stream = stream->next) {
        stream->must_beat = true;
        resume(stream);
    }
    pthread_mutex_unlock(&streams->mutex);
}

void streams_close(Streams *streams, int64_t within_ms) {
    int64_t until_ns = clock_now_ns() + within_ms * NS_PER_MS;
    struct timespec until = {.tv_sec = until_ns / NS_PER_S, .tv_nsec = until_ns % NS_PER_S};
    pthread_mutex_lock(&streams->mutex);
    streams->is_closing = true;
    for (Stream *stream = streams->first; stream; stream = stream->next) {
        resume(stream);
    }
    while (streams->count > 0 &&
           pthread_cond_timedwait(&streams->ended, &streams->mutex, &until) == 0) {
    }
    pthread_mutex_unlock(&streams->mutex);
}
