#include "arena/log_retention.h"

#include <stdio.h>
#include <string.h>

#include "arena/site_settings.h"
#include "base/clock.h"
#include "store/blobs.h"

#define TURN_MS (60 * INT64_C(1000))
#define DAY_MS (24 * 3600 * INT64_C(1000))
// Games of a purpose at a time.
#define GAMES_MAX 100

// ---- The last game of a purpose whose logs are gone ----

static Query *begin_mark(StoreTx *tx, const char *name, GamePurpose purpose) {
    char key[32];
    snprintf(key, sizeof key, "logs-gone/%s", purpose_name(purpose));
    Query *query = query_begin(tx, name);
    query_bind_text(query, 1, slice_from(key));
    return query;
}

static int64_t read_mark(StoreTx *tx, GamePurpose purpose) {
    long long mark = 0;
    Query *query = begin_mark(tx, "settings_get", purpose);
    if (query_step(query)) {
        slice_to_long(query_column_text(query, 0), &mark);
    }
    query_end(query);
    return mark;
}

static void write_mark(StoreTx *tx, GamePurpose purpose, int64_t mark) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)mark);
    Query *query = begin_mark(tx, "settings_set", purpose);
    query_bind_text(query, 2, slice_from(text));
    query_end(query);
}

bool game_logs_are_gone(StoreTx *tx, GamePurpose purpose, int64_t game) {
    return game <= read_mark(tx, purpose);
}

// ---- Dropping ----

// Several servers may do it at once: each log is given up by one of them.
static void drop_logs(StoreTx *tx, int64_t game) {
    Query *logs = query_begin(tx, "logs_of_game");
    query_bind_int(logs, 1, game);
    while (query_step(logs)) {
        Sha256 hash;
        memcpy(hash.bytes, query_column_blob(logs, 1).data, SHA256_BYTES);
        Query *forget = query_begin(tx, "logs_forget");
        query_bind_int(forget, 1, game);
        query_bind_int(forget, 2, query_column_int(logs, 0));
        if (query_changes(forget) > 0) {
            blob_unref(tx, &hash);
        }
        query_end(forget);
    }
    query_end(logs);
}

// What is due of a purpose.
typedef struct DueLogs {
    GamePurpose purpose;
    int64_t games[GAMES_MAX];
    size_t count;
} DueLogs;

// Games end about in the order of their numbers, so the first that is too young ends the search.
static bool find_due(StoreTx *tx, void *context, Error *error) {
    (void)error;
    DueLogs *turn = context;
    turn->count = 0;
    int64_t days =
        site_number(tx, turn->purpose == PURPOSE_CONTEST ? SITE_CONTEST_LOG_DAYS : SITE_LOG_DAYS);
    if (days == 0) {
        return true;
    }
    Query *games = query_begin(tx, "logs_next");
    query_bind_text(games, 1, slice_from(purpose_name(turn->purpose)));
    query_bind_int(games, 2, read_mark(tx, turn->purpose));
    query_bind_int(games, 3, GAMES_MAX);
    while (query_step(games) && query_column_int(games, 1) > days * DAY_MS) {
        turn->games[turn->count++] = query_column_int(games, 0);
    }
    query_end(games);
    return true;
}

static bool drop_due(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const DueLogs *turn = context;
    for (size_t i = 0; i < turn->count; i++) {
        drop_logs(tx, turn->games[i]);
    }
    int64_t last = turn->games[turn->count - 1];
    if (last > read_mark(tx, turn->purpose)) {
        write_mark(tx, turn->purpose, last);
    }
    return true;
}

bool log_retention_step(void *context, Error *error) {
    LogRetention *retention = context;
    if (clock_now_ms() < retention->next_ms) {
        return true;
    }
    bool is_good = true;
    bool has_more = false;
    for (int i = 0; is_good && i < PURPOSE_COUNT; i++) {
        DueLogs turn = {.purpose = (GamePurpose)i};
        is_good = store_transact(retention->store, STORE_READ, find_due, &turn, error) &&
                  (turn.count == 0 ||
                      store_transact(retention->store, STORE_WRITE, drop_due, &turn, error));
        has_more |= turn.count == GAMES_MAX;
    }
    retention->next_ms = has_more ? 0 : clock_now_ms() + TURN_MS;
    return is_good;
}
