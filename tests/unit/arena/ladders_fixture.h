#pragma once
// What the tests of ladders share: a ladder of bots whose games are drawn by lot.

#include "arena/ladders.h"
#include "base/rng.h"
#include "unit/support/stores.h"

#define BOTS 6

static inline Board board(void) {
    Board out;
    assert_true(ladder_board(0, &out));
    return out;
}

// A person each with a bot, whose version number 1 is an engine's; the house has two anchors.
static inline void fill(Store *store) {
    stores_sql(store, "INSERT INTO bots (id, name, game, variant, state, active_version_id,"
                      " created_ms) VALUES (101, 'weak', 'amazons', '8x8', 'active', 101, 1),"
                      " (102, 'strong', 'amazons', '8x8', 'active', 102, 1)");
    stores_sql(store, "INSERT INTO versions (id, bot_id, number, protocol, language, words, state,"
                      " deadline_ms, created_ms) VALUES"
                      " (101, 101, 1, 'text', '', 'engine=random', 'ready', 0, 1),"
                      " (102, 102, 1, 'text', '', 'engine=greedy', 'ready', 0, 1)");
    stores_sql(store, "INSERT INTO anchors (version_id, elo) VALUES (101, 1000), (102, 1400)");
    for (int i = 1; i <= BOTS; i++) {
        char sql[400];
        snprintf(sql, sizeof sql,
            "INSERT INTO people (id, name, name_key, password_hash, role, state, created_ms)"
            " VALUES (%d, 'p%d', 'p%d', '!', 'student', 'active', 1)",
            i, i, i);
        stores_sql(store, sql);
        snprintf(sql, sizeof sql,
            "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id,"
            " created_ms) VALUES (%d, %d, 'b', 'amazons', '8x8', 'active', %d, 1)",
            200 + i, i, 200 + i);
        stores_sql(store, sql);
        snprintf(sql, sizeof sql,
            "INSERT INTO versions (id, bot_id, number, protocol, language, words, state,"
            " deadline_ms, created_ms) VALUES (%d, %d, 1, 'text', '', 'engine=random', 'ready', 0,"
            " 1)",
            200 + i, 200 + i);
        stores_sql(store, sql);
    }
}

static inline void step(Ladders *ladders) {
    Error error;
    if (!ladders_step(ladders, &error)) {
        fail_msg("%s", error.text);
    }
}

typedef struct Playing {
    Rng *rng;
    int64_t crasher; // the version that crashes; 0: none
    int64_t played;
} Playing;

// Who is better the higher its number; a game follows from the two and chance.
static const char *play(Playing *playing, int64_t first, int64_t second, const char **verdict) {
    *verdict = "no-move";
    if (first == playing->crasher || second == playing->crasher) {
        *verdict = "crash";
        return first == playing->crasher ? "0-1" : "1-0";
    }
    double score = stats_score(150.0 * (double)(first - second));
    return rng_unit(playing->rng) < score ? "1-0" : "0-1";
}

// A bot has the number of its version here.
static inline void add_sides(StoreTx *tx, int64_t first, int64_t second) {
    const int64_t bots[2] = {first, second};
    for (int side = 0; side < 2; side++) {
        Query *add = query_begin_sql(tx,
            "INSERT INTO game_sides (game_id, side, bot_id, version_id, name)"
            " SELECT MAX(id), $1, CASE WHEN CAST($2 AS BIGINT) = 301 THEN 206 ELSE $2 END, $2,"
            " 'b' FROM games");
        query_bind_int(add, 1, side);
        query_bind_int(add, 2, bots[side]);
        query_end(add);
    }
}

// Ends every pair that waits, as the end of its job does.
static inline bool play_all(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Playing *playing = context;
    playing->played = 0;
    Query *pairs = query_begin_sql(tx, "SELECT id, first_version_id, second_version_id FROM pairs"
                                       " WHERE state = 'waiting' ORDER BY id");
    while (query_step(pairs)) {
        for (int game = 0; game < 2; game++) {
            int64_t first = query_column_int(pairs, 1 + game);
            int64_t second = query_column_int(pairs, 2 - game);
            const char *verdict;
            const char *result = play(playing, first, second, &verdict);
            Query *add = query_begin_sql(tx,
                "INSERT INTO games (purpose, game, variant, first_version_id, second_version_id,"
                " result, verdict, detail, plies, started_ms, ended_ms, pair_id, number) VALUES"
                " ('ranked', 'amazons', '8x8', $1, $2, $3, $4, '', 9, 1, now_ms(), $5, $6)");
            query_bind_int(add, 1, first);
            query_bind_int(add, 2, second);
            query_bind_text(add, 3, slice_from(result));
            query_bind_text(add, 4, slice_from(verdict));
            query_bind_int(add, 5, query_column_int(pairs, 0));
            query_bind_int(add, 6, game);
            query_end(add);
            add_sides(tx, first, second);
            playing->played++;
        }
        Query *end = query_begin_sql(tx, "UPDATE pairs SET state = 'done' WHERE id = $1");
        query_bind_int(end, 1, query_column_int(pairs, 0));
        query_end(end);
    }
    query_end(pairs);
    return true;
}

static inline int64_t play_round(Store *store, Ladders *ladders, Playing *playing) {
    step(ladders);
    stores_transact(store, STORE_WRITE, play_all, playing);
    return playing->played;
}
