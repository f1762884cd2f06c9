#include "api/watches.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// A document that a stream follows. It is in the list as long as the stream is open; the thread
// that reads it holds it, too.
typedef struct WatchedDocument {
    Watches *watches;
    struct WatchedDocument *next;
    int holders;
    bool is_left; // nobody follows it any more
    WatchWrite *write;
    int64_t id;
    Person person;
    Text text;
    uint64_t version;
    bool is_over;
} WatchedDocument;

struct Watches {
    Store *store;
    void (*on_change)(void *context, const void *source);
    void *context;
    pthread_mutex_t mutex; // of the list and of what is in it
    WatchedDocument *first;
};

Watches *watches_new(
    Store *store, void (*on_change)(void *context, const void *source), void *context) {
    Watches *watches = calloc(1, sizeof *watches);
    if (!watches) {
        abort();
    }
    *watches = (Watches){.store = store, .on_change = on_change, .context = context};
    pthread_mutex_init(&watches->mutex, NULL);
    return watches;
}

// Lets go of a watch; the last one frees it. The mutex is held.
static void let_go(WatchedDocument *watch) {
    if (--watch->holders > 0) {
        return;
    }
    WatchedDocument **place = &watch->watches->first;
    while (*place && *place != watch) {
        place = &(*place)->next;
    }
    if (*place) {
        *place = watch->next;
    }
    text_release(&watch->text);
    free(watch);
}

void watches_free(Watches *watches) {
    if (watches) {
        pthread_mutex_destroy(&watches->mutex);
        free(watches);
    }
}

// ---- Reading the store ----

typedef struct WatchCall {
    const WatchedDocument *watch;
    Text text;
    bool is_over;
} WatchCall;

static bool write_document(StoreTx *tx, void *context, Error *error) {
    WatchCall *call = context;
    const WatchedDocument *watch = call->watch;
    text_clear(&call->text);
    return watch->write(tx, watch->id, &watch->person, &call->text, &call->is_over, error);
}

// Reads a document that is held; true if it has changed.
static bool refresh(WatchedDocument *watch, bool *has_changed, Error *error) {
    WatchCall call = {.watch = watch};
    text_init(&call.text);
    bool is_read = store_transact(watch->watches->store, STORE_READ, write_document, &call, error);
    pthread_mutex_lock(&watch->watches->mutex);
    *has_changed = is_read && strcmp(call.text.data, watch->text.data) != 0;
    if (*has_changed) {
        text_clear(&watch->text);
        text_add_slice(&watch->text, text_slice(&call.text));
        watch->version++;
        watch->is_over = call.is_over;
    }
    pthread_mutex_unlock(&watch->watches->mutex);
    text_release(&call.text);
    return is_read;
}

// ---- Following ----

static uint64_t feed_read(void *source, uint64_t after, Text *out, bool *is_over) {
    WatchedDocument *watch = source;
    pthread_mutex_lock(&watch->watches->mutex);
    uint64_t version = watch->version > after ? watch->version : 0;
    *is_over = watch->is_over;
    if (version > 0) {
        text_clear(out);
        text_add_slice(out, text_slice(&watch->text));
    }
    pthread_mutex_unlock(&watch->watches->mutex);
    return version;
}

static void feed_release(void *source) {
    WatchedDocument *watch = source;
    Watches *watches = watch->watches;
    pthread_mutex_lock(&watches->mutex);
    watch->is_left = true;
    let_go(watch);
    pthread_mutex_unlock(&watches->mutex);
}

bool watches_follow(Watches *watches, WatchWrite *write, int64_t id, const Person *person,
    HttpFeed *out, Error *error) {
    WatchedDocument *watch = calloc(1, sizeof *watch);
    if (!watch) {
        abort();
    }
    *watch = (WatchedDocument){
        .watches = watches, .holders = 1, .write = write, .id = id, .person = *person};
    text_init(&watch->text);
    bool has_changed;
    if (!refresh(watch, &has_changed, error)) {
        text_release(&watch->text);
        free(watch);
        return false;
    }
    pthread_mutex_lock(&watches->mutex);
    watch->next = watches->first;
    watches->first = watch;
    pthread_mutex_unlock(&watches->mutex);
    *out = (HttpFeed){.source = watch, .read = feed_read, .release = feed_release};
    return true;
}

// The watches of this moment, held; the caller frees the list.
static WatchedDocument **hold_all(Watches *watches, size_t *count) {
    pthread_mutex_lock(&watches->mutex);
    *count = 0;
    for (WatchedDocument *watch = watches->first; watch; watch = watch->next) {
        ++*count;
    }
    WatchedDocument **all = calloc(*count + 1, sizeof(WatchedDocument *));
    if (!all) {
        abort();
    }
    size_t index = 0;
    for (WatchedDocument *watch = watches->first; watch; watch = watch->next) {
        watch->holders++;
        all[index++] = watch;
    }
    pthread_mutex_unlock(&watches->mutex);
    return all;
}

static bool must_read(WatchedDocument *watch) {
    pthread_mutex_lock(&watch->watches->mutex);
    bool is_wanted = !watch->is_over && !watch->is_left;
    pthread_mutex_unlock(&watch->watches->mutex);
    return is_wanted;
}

bool watches_step(void *context, Error *error) {
    Watches *watches = context;
    size_t count;
    WatchedDocument **all = hold_all(watches, &count);
    bool is_good = true;
    for (size_t i = 0; i < count; i++) {
        WatchedDocument *watch = all[i];
        bool has_changed = false;
        if (is_good && must_read(watch)) {
            is_good = refresh(watch, &has_changed, error);
        }
        if (has_changed) {
            watches->on_change(watches->context, watch);
        }
        pthread_mutex_lock(&watches->mutex);
        let_go(watch);
        pthread_mutex_unlock(&watches->mutex);
    }
    free(all);
    return is_good;
}
