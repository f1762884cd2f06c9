#include "http/waiting.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "http/limits.h"

typedef struct Queue {
    Exchange *first;
    Exchange **end; // where the next one goes
    size_t count;
} Queue;

struct Waiting {
    const HttpHandler *handler;
    pthread_mutex_t mutex;
    pthread_cond_t changed; // there is work, or nothing more will come
    Queue prompt;
    Queue yielding;
    int answering_count;
    int yielding_count; // of these
    bool is_closing;
    int64_t refuse_from_ms; // once it is closing
    int thread_count;
    pthread_t threads[];
};

static void queue_init(Queue *queue) {
    *queue = (Queue){.end = &queue->first};
}

static void queue_put(Queue *queue, Exchange *exchange) {
    exchange->next = NULL;
    *queue->end = exchange;
    queue->end = &exchange->next;
    queue->count++;
}

static Exchange *queue_take(Queue *queue) {
    Exchange *exchange = queue->first;
    queue->first = exchange->next;
    if (!queue->first) {
        queue->end = &queue->first;
    }
    queue->count--;
    return exchange;
}

// The next exchange to answer, or null if this thread is to wait. Under the lock.
static Exchange *next_exchange(Waiting *waiting, bool *is_yielding) {
    *is_yielding = waiting->prompt.count == 0;
    if (!*is_yielding) {
        return queue_take(&waiting->prompt);
    }
    bool has_thread = waiting->yielding_count < (waiting->thread_count + 1) / 2;
    return waiting->yielding.count > 0 && has_thread ? queue_take(&waiting->yielding) : NULL;
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
    MHD_resume_connection(exchange->connection);
}

static void *answer(void *context) {
    Waiting *waiting = context;
    const HttpHandler *handler = waiting->handler;
    pthread_mutex_lock(&waiting->mutex);
    for (;;) {
        bool is_yielding;
        Exchange *exchange = next_exchange(waiting, &is_yielding);
        if (!exchange && waiting->is_closing) {
            break;
        }
        if (!exchange) {
            pthread_cond_wait(&waiting->changed, &waiting->mutex);
            continue;
        }
        bool is_refused = waiting->is_closing && clock_now_ms() >= waiting->refuse_from_ms;
        waiting->answering_count++;
        waiting->yielding_count += is_yielding;
        pthread_mutex_unlock(&waiting->mutex);
        if (is_refused) {
            refuse(exchange);
        } else {
            handler->answer(handler->context, &exchange->request, &exchange->reply);
        }
        resume(exchange);
        pthread_mutex_lock(&waiting->mutex);
        waiting->answering_count--;
        waiting->yielding_count -= is_yielding;
        pthread_cond_signal(&waiting->changed); // a yielding one may have waited for this
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
    queue_init(&waiting->prompt);
    queue_init(&waiting->yielding);
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
    bool is_yielding = wait == HTTP_YIELDS;
    Queue *queue = is_yielding ? &waiting->yielding : &waiting->prompt;
    pthread_mutex_lock(&waiting->mutex);
    bool has_room =
        !waiting->is_closing && queue->count < (is_yielding ? LIMIT_YIELDING : LIMIT_WAITING);
    if (has_room) {
        exchange->connection = connection;
        MHD_suspend_connection(connection); // before anybody can resume it
        queue_put(queue, exchange);
        pthread_cond_signal(&waiting->changed);
    }
    pthread_mutex_unlock(&waiting->mutex);
    return has_room;
}

size_t waiting_count(Waiting *waiting) {
    pthread_mutex_lock(&waiting->mutex);
    size_t count =
        waiting->prompt.count + waiting->yielding.count + (size_t)waiting->answering_count;
    pthread_mutex_unlock(&waiting->mutex);
    return count;
}

void waiting_close(Waiting *waiting, int64_t within_ms) {
    pthread_mutex_lock(&waiting->mutex);
    waiting->is_closing = true;
    waiting->refuse_from_ms = clock_now_ms() + within_ms;
    while (waiting->yielding.count > 0) {
        Exchange *exchange = queue_take(&waiting->yielding);
        refuse(exchange);
        resume(exchange);
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
