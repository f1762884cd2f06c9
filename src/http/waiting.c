#include "http/waiting.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "http/connections.h"
#include "http/limits.h"

// Requests of one kind. Visitors take turns: a request has the turn after its visitor's last one
// that waits, or after the one that was taken last, and those of a turn go as they came. So each
// visitor has at most one request of another before his next.
typedef struct WaitingLane {
    Exchange *first; // by their turns
    size_t count;
    uint64_t turn;       // of the last one that was taken
    size_t limit;        // of those that wait
    int answering_count; // those that have left the queue
    int thread_limit;    // of those
} WaitingLane;

#define LANES_COUNT (HTTP_HEAVY + 1)

struct Waiting {
    const HttpHandler *handler;
    pthread_mutex_t mutex;
    pthread_cond_t changed;         // there is work, or nothing more will come
    WaitingLane lanes[LANES_COUNT]; // by HttpWait: those that go first come first
    bool is_closing;
    int64_t refuse_from_ms; // once it is closing
    int thread_count;
    pthread_t threads[];
};

static void lane_init(WaitingLane *lane, size_t limit, int thread_limit) {
    *lane = (WaitingLane){.limit = limit, .thread_limit = thread_limit};
}

// False if there is no room for one more of this visitor's.
static bool lane_put(WaitingLane *lane, Exchange *exchange) {
    size_t own_count = 0;
    uint64_t last_turn = lane->turn;
    for (const Exchange *other = lane->first; other; other = other->next) {
        if (address_equal(&other->visitor, &exchange->visitor)) {
            own_count++;
            last_turn = other->turn;
        }
    }
    if (lane->count >= lane->limit || own_count >= LIMIT_WAITING_EACH(lane->limit)) {
        return false;
    }
    exchange->turn = last_turn + 1;
    Exchange **place = &lane->first;
    while (*place && (*place)->turn <= exchange->turn) {
        place = &(*place)->next;
    }
    exchange->next = *place;
    *place = exchange;
    lane->count++;
    return true;
}

static Exchange *lane_take(WaitingLane *lane) {
    Exchange *exchange = lane->first;
    lane->first = exchange->next;
    lane->turn = exchange->turn;
    lane->count--;
    return exchange;
}

// The next lane to take an exchange from, or null if this thread is to wait. Under the lock.
static WaitingLane *next_lane(Waiting *waiting) {
    for (size_t i = 0; i < LANES_COUNT; i++) {
        WaitingLane *lane = &waiting->lanes[i];
        if (lane->count > 0 && lane->answering_count < lane->thread_limit) {
            return lane;
        }
    }
    return NULL;
}

static void refuse(Exchange *exchange) {
    Error error;
    error_set(&error, ERROR_STOPPING, "the server is stopping");
    http_reply_init(&exchange->reply);
    exchange->reply.retry_after_s = RETRY_STOPPING_S;
    http_refuse(&exchange->reply, 503, &error);
}

// Once the connection is resumed the exchange belongs to the library's threads again.
static void resume(Exchange *exchange) {
    exchange->has_reply = true;
    connections_resume(exchange->connection);
}

static void *answer(void *context) {
    Waiting *waiting = context;
    const HttpHandler *handler = waiting->handler;
    pthread_mutex_lock(&waiting->mutex);
    for (;;) {
        WaitingLane *lane = next_lane(waiting);
        if (!lane && waiting->is_closing) {
            break;
        }
        if (!lane) {
            pthread_cond_wait(&waiting->changed, &waiting->mutex);
            continue;
        }
        Exchange *exchange = lane_take(lane);
        bool is_refused = waiting->is_closing && clock_now_ms() >= waiting->refuse_from_ms;
        lane->answering_count++;
        pthread_mutex_unlock(&waiting->mutex);
        if (is_refused) {
            refuse(exchange);
        } else {
            handler->answer(handler->context, &exchange->request, &exchange->reply);
        }
        resume(exchange);
        pthread_mutex_lock(&waiting->mutex);
        lane->answering_count--;
        pthread_cond_signal(&waiting->changed); // one of this lane may have waited for it
    }
    pthread_mutex_unlock(&waiting->mutex);
    return NULL;
}

Waiting *waiting_new(const HttpHandler *handler, int thread_count, Error *error) {
    assert(thread_count > 0);
    Waiting *waiting = calloc(1, sizeof *waiting + (size_t)thread_count * sizeof(pthread_t));
    if (!waiting) {
        abort();
    }
    waiting->handler = handler;
    lane_init(&waiting->lanes[HTTP_WAITS], LIMIT_WAITING, thread_count);
    lane_init(&waiting->lanes[HTTP_YIELDS], LIMIT_YIELDING, (thread_count + 1) / 2);
    lane_init(&waiting->lanes[HTTP_HEAVY], LIMIT_HEAVY, (thread_count + 3) / 4);
    pthread_mutex_init(&waiting->mutex, NULL);
    pthread_cond_init(&waiting->changed, NULL);
    pthread_mutex_lock(&waiting->mutex);
    while (waiting->thread_count < thread_count &&
           pthread_create(&waiting->threads[waiting->thread_count], NULL, answer, waiting) == 0) {
        waiting->thread_count++;
    }
    pthread_mutex_unlock(&waiting->mutex);
    if (waiting->thread_count < thread_count) {
        error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
        waiting_close(waiting, 0);
        waiting_free(waiting);
        return NULL;
    }
    return waiting;
}

bool waiting_add(
    Waiting *waiting, struct MHD_Connection *connection, Exchange *exchange, HttpWait wait) {
    WaitingLane *lane = &waiting->lanes[wait];
    pthread_mutex_lock(&waiting->mutex);
    bool has_room = !waiting->is_closing && lane_put(lane, exchange);
    if (has_room) {
        exchange->connection = connection;
        MHD_suspend_connection(connection); // under the lock: before anybody can resume it
        pthread_cond_signal(&waiting->changed);
    }
    pthread_mutex_unlock(&waiting->mutex);
    return has_room;
}

size_t waiting_count(Waiting *waiting) {
    pthread_mutex_lock(&waiting->mutex);
    size_t count = 0;
    for (size_t i = 0; i < LANES_COUNT; i++) {
        const WaitingLane *lane = &waiting->lanes[i];
        count += lane->count + (size_t)lane->answering_count;
    }
    pthread_mutex_unlock(&waiting->mutex);
    return count;
}

void waiting_close(Waiting *waiting, int64_t within_ms) {
    pthread_mutex_lock(&waiting->mutex);
    waiting->is_closing = true;
    waiting->refuse_from_ms = clock_now_ms() + within_ms;
    for (size_t i = 0; i < LANES_COUNT; i++) {
        WaitingLane *lane = &waiting->lanes[i];
        while (i != HTTP_WAITS && lane->count > 0) {
            Exchange *exchange = lane_take(lane);
            refuse(exchange);
            resume(exchange);
        }
    }
    pthread_cond_broadcast(&waiting->changed);
    pthread_mutex_unlock(&waiting->mutex);
    for (int i = 0; i < waiting->thread_count; i++) {
        pthread_join(waiting->threads[i], NULL);
    }
    waiting->thread_count = 0;
}

void waiting_free(Waiting *waiting) {
    if (waiting) {
        assert(waiting->is_closing);
        pthread_cond_destroy(&waiting->changed);
        pthread_mutex_destroy(&waiting->mutex);
        free(waiting);
    }
}
