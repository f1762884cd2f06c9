#pragma once
// Stores with something in every table, for whoever migrates or copies one.

#include "base/sha256.h"
#include "store/transaction.h"
#include "unit/support/stores.h"

// At least one row for each table that a migration makes, in the words of that step's schema.

static const char *const FILLINGS[] = {
    [1] = "INSERT INTO blobs (sha256, size, refs, touched_ms) SELECT sha256, 0, 0, 5 FROM (SELECT\n"
          "--sqlite: x'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'\n"
          "--pg: '\\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'::BYTEA\n"
          " AS sha256) one;\n"
          "INSERT INTO blob_bytes (sha256, bytes) SELECT sha256,\n"
          "--sqlite: x''\n"
          "--pg: ''\n"
          " FROM blobs;\n",
    [2] =
        "INSERT INTO tokens (id, name, scope, hash, created_ms)\n"
        " SELECT 7, 'seven', 'worker', sha256, 1 FROM blobs;\n"
        "INSERT INTO tokens (id, name, scope, hash, created_ms, used_ms) SELECT 8, 'acht', "
        "'client',\n"
        "--sqlite: zeroblob(32), 1, 2;\n"
        "--pg: decode(repeat('00', 32), 'hex'), 1, 2;\n"
        "INSERT INTO hosts (id, token_id, key_hash, name, version, bench, cores, memory_mb, "
        "sandbox,\n"
        " speed, state, reason, created_ms, seen_ms)\n"
        " SELECT 5, id, hash, 'host', '0.1.0', 'b', 2, 1024, 1, 1.25, 'active', '', 1, 2 FROM "
        "tokens\n"
        " WHERE id = 7;\n"
        "INSERT INTO job_queues (id, lane, kind, cores, memory_mb, sandbox, bench)\n"
        " VALUES (3, 2, 'pair', 1, 256, 1, '');\n"
        "INSERT INTO job_groups (id, owner, key, kind, created_ms, job_count, open_count, "
        "finished_seq)\n"
        " VALUES (4, 'ann', 'k', 'match', 1, 2, 1, 1);\n"
        "INSERT INTO jobs (id, group_id, name, queue_id, lane, owner, fairness, state, payload,\n"
        " max_attempts, run_ms, deadline_ms, created_ms, finished_seq, result)\n"
        " VALUES (10, 4, 'a', 3, 2, 'ann', 1, 'done', '{}', 3, 1000, 99, 1, 1, '{}');\n"
        "INSERT INTO jobs (id, group_id, name, queue_id, lane, owner, fairness, state, payload,\n"
        " max_attempts, run_ms, deadline_ms, created_ms, host_id, rerun_of)\n"
        " VALUES (11, 4, 'b', 3, 2, 'ann', 2, 'leased', '{}', 3, 1000, 99, 1, 5, 10);\n"
        "INSERT INTO group_blobs (group_id, sha256) SELECT 4, sha256 FROM blobs;\n"
        "UPDATE blobs SET refs = 1;\n"
        "INSERT INTO job_blobs (job_id, is_result, sha256) SELECT 10, 0, sha256 FROM blobs;\n"
        "INSERT INTO leases (job_id, attempt_hash, host_id, started_ms, run_until_ms, expires_ms)\n"
        " SELECT 11, hash, 5, 1, 2, 3 FROM tokens WHERE id = 8;\n"
        "INSERT INTO attempts (job_id, attempt_hash, host_id, started_ms, ended_ms, outcome, "
        "reason)\n"
        " SELECT 10, hash, 5, 1, 2, 'done', '' FROM tokens WHERE id = 7;\n"
        "INSERT INTO program_runs (program, token_id, owner, run_count, failure_count)\n"
        " VALUES ('p', 7, 'ann', 3, 1);\n"
        "INSERT INTO disagreements (job_id, first_token_id, second_token_id) VALUES (10, 7, 8);\n"
        "INSERT INTO audit (id, at_ms, actor, action, subject, detail)\n"
        " VALUES (20, 1, 'ann', 'set aside', 'host 5', '');\n",
    [3] = "INSERT INTO people (id, name, name_key, password_hash, role, state, created_ms)\n"
          " VALUES (30, 'Ann', 'ann', '$argon2id$', 'teacher', 'active', 1);\n"
          "INSERT INTO people (id, name, role, state, created_ms)\n"
          " VALUES (31, 'deleted', 'student', 'deleted', 1);\n"
          "INSERT INTO sessions (id, person_id, hash, address, agent, created_ms, used_ms,\n"
          " expires_ms) SELECT 32, 30, hash, '192.0.2.1', '', 1, 2, 3 FROM tokens WHERE id = 7;\n"
          "INSERT INTO person_tokens (id, person_id, name, scope, hash, created_ms)\n"
          " SELECT 33, 30, 'laptop', 'submit', hash, 1 FROM tokens WHERE id = 7;\n"
          "INSERT INTO invitations (id, hash, hint, role, made_by, created_ms, expires_ms,\n"
          " uses_max) SELECT 34, hash, 'ABCD', 'student', 30, 1, 2, 3 FROM tokens WHERE id = 7;\n"
          "INSERT INTO one_time_links (hash, purpose, person_id, created_ms, expires_ms)\n"
          " SELECT hash, 'reset', 30, 1, 2 FROM tokens WHERE id = 7;\n"
          "INSERT INTO rate_limits (key, free_ms) VALUES ('account:ann', 5);\n"
          "INSERT INTO site_settings (key, value) VALUES ('registration', 'open');\n",
    [4] =
        "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id, "
        "created_ms)\n"
        " SELECT 31, MIN(id), 'mine', 'amazons', '8x8', 'active', 41, 1 FROM people;\n"
        "INSERT INTO bots (id, name, game, variant, state, reason, created_ms)\n"
        " VALUES (32, 'random', 'amazons', '8x8', 'paused', '{}', 1);\n"
        "INSERT INTO versions (id, bot_id, number, protocol, language, source_sha256, "
        "binary_sha256,\n"
        " words, state, deadline_ms, created_ms, compile_job_id)\n"
        " SELECT 41, 31, 1, 'botzone', 'c17', sha256, sha256, 'cmd=x', 'ready', 9, 1, 10 FROM "
        "blobs;\n"
        "INSERT INTO versions (id, bot_id, number, protocol, language, words, state, deadline_ms,\n"
        " created_ms) VALUES (42, 32, 1, 'text', '', 'engine=random', 'ready', 9, 1);\n"
        "INSERT INTO requests (id, person_id, first_version_id, second_version_id, pair_count,\n"
        " open_count, state, deadline_ms, created_ms)\n"
        " SELECT 51, MIN(id), 41, 42, 1, 0, 'done', 9, 1 FROM people;\n"
        "INSERT INTO pairs (id, key, purpose, game, variant, first_version_id, second_version_id,\n"
        " request_id, state, job_id, deadline_ms, created_ms)\n"
        " VALUES (61, 'request/51/1', 'requested', 'amazons', '8x8', 41, 42, 51, 'done', 10, 9, "
        "1);\n"
        "INSERT INTO games (id, purpose, game, variant, first_version_id, second_version_id, "
        "result,\n"
        " verdict, detail, plies, started_ms, ended_ms, pair_id, request_id)\n"
        " VALUES (71, 'requested', 'amazons', '8x8', 41, 42, '1-0', 'no-move', '', 0, 1, 2, 61, "
        "51);\n"
        "INSERT INTO game_records (game_id, record) VALUES (71, '1-0');\n"
        "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name, log_sha256)\n"
        " SELECT 71, 0, 31, 41, (SELECT MIN(id) FROM people), 'mine', sha256 FROM blobs;\n"
        "INSERT INTO game_sides (game_id, side, bot_id, version_id, name)\n"
        " VALUES (71, 1, 32, 42, 'random');\n"
        "UPDATE blobs SET refs = refs + 3;\n",
    [5] = "INSERT INTO rooms (id, version, state, game, variant, clock_ms, increment_ms, client,\n"
          " turn_ms, deadline_ms, draw_side, game_id, created_ms, touched_ms)\n"
          " SELECT 'r', 1, 'playing', 'amazons', '8x8', 1, 0, 'a', 1, 2, 0, MIN(id), 1, 1\n"
          " FROM games;\n"
          "INSERT INTO room_seats (room_id, side, hash, person_id, left_ms)\n"
          " SELECT 'r', 0, hash, 30, 1 FROM tokens WHERE id = 7;\n"
          "INSERT INTO room_seats (room_id, side, version_id, left_ms) VALUES ('r', 1, 42, 1);\n"
          "INSERT INTO room_watch (id, seen_ms) VALUES (1, 5);\n",
    [6] =
        "INSERT INTO ladders (game, variant) VALUES ('amazons', '8x8');\n"
        "INSERT INTO anchors (version_id, elo) VALUES (42, 500);\n"
        "INSERT INTO ratings (version_id, bot_id, game, variant, elo, error, games, wins, draws,\n"
        " losses, fouls, rank) VALUES (41, 31, 'amazons', '8x8', 900, 300.5, 2, 1, 0, 1, 1, 1);\n"
        "INSERT INTO rating_history (bot_id, game_id, version_id, at_ms, games, elo, error)\n"
        " VALUES (31, 71, 41, 2, 1, 900, 300.5);\n"
        "INSERT INTO head_to_head (bot_id, other_id, games, wins, draws, losses, fouls, "
        "last_game_id)\n"
        " VALUES (31, 32, 1, 1, 0, 0, 0, 71);\n",
    [7] = "INSERT INTO contests (id, name, game, variant, time_ms, who, format, round_count,\n"
          " group_count, pair_count, seed, opens_ms, deadline_ms, state, made_by, created_ms)\n"
          " VALUES (81, 'cup', 'amazons', '8x8', 0, 'list', 'swiss', 0, 0, 2, 7, 0, 9, 'running',\n"
          " 30, 1);\n"
          "INSERT INTO contest_people (contest_id, person_id) VALUES (81, 30);\n"
          "INSERT INTO contest_entries (contest_id, bot_id, person_id, version_id, place, "
          "out_round,\n"
          " out_reason, entered_ms) VALUES (81, 31, 30, 41, 0, 0, '{}', 1);\n"
          "INSERT INTO course_marks (game, variant, bot, mark) VALUES ('amazons', '8x8', '', 60);\n"
          "INSERT INTO similarities (id, game, variant, first_version_id, second_version_id,\n"
          " token_count, first_share, second_share, ranges)\n"
          " VALUES (91, 'amazons', '8x8', 41, 42, 50, 0.5, 0.25, '[]');\n"
          "INSERT INTO similarity_runs (game, variant, version_count) VALUES ('amazons', '8x8', "
          "1);\n",
    [8] = "UPDATE bots SET resumed_game_id = 71;\n",
    [9] = "UPDATE games SET reason = '{}';\n"
          "UPDATE rooms SET foul = '{}';\n",
    [10] = "", // an index
    [11] = "", // indexes
    [12] = "", // a table made anew
};

enum { FILLINGS_COUNT = sizeof FILLINGS / sizeof *FILLINGS };

static inline bool store_run_script(StoreTx *tx, void *context, Error *error) {
    (void)error;
    tx_script(tx, slice_from(context));
    return true;
}

// Something in every table of a schema.
static inline void store_fill(Store *store, int version) {
    assert_true(version < FILLINGS_COUNT);
    for (int i = 1; i <= version; i++) {
        stores_transact(store, STORE_WRITE, store_run_script, (void *)FILLINGS[i]);
    }
}

// How many rows each table of a new store has, as one text. No table is empty.
static inline bool store_list_counts(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Text *out = context;
    text_clear(out);
    Query *query =
        query_begin_sql(tx, "--sqlite: SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                            "name NOT LIKE 'sqlite%'\n"
                            "--pg: SELECT CAST(tablename AS TEXT) AS name FROM pg_tables\n"
                            "--pg: WHERE schemaname = current_schema()\n"
                            "ORDER BY name");
    while (query_step(query)) {
        Text sql;
        text_init(&sql);
        text_addf(&sql, "SELECT COUNT(*) FROM %s", query_column_text(query, 0).data);
        int64_t count = query_take_int(query_begin_sql(tx, sql.data));
        assert_true(count > 0);
        text_addf(out, "%s %lld\n", query_column_text(query, 0).data, (long long)count);
        text_release(&sql);
    }
    return true;
}

// Some values of every type that a column has, NULL among them.
static inline bool store_list_values(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Text *out = context;
    Query *query = query_begin_sql(tx, "SELECT t.hash, t.used_ms, h.speed, h.name, b.touched_ms"
                                       " FROM tokens t LEFT JOIN hosts h ON h.token_id = t.id"
                                       " CROSS JOIN blobs b ORDER BY t.id, b.sha256");
    while (query_step(query)) {
        char hex[SHA256_TEXT_SIZE];
        text_addf(out, "%s %d %lld %a %s %lld\n", sha256_text(query_column_blob(query, 0), hex),
            query_column_is_null(query, 1), (long long)query_column_int(query, 1),
            query_column_real(query, 2), query_column_text(query, 3).data,
            (long long)query_column_int(query, 4));
    }
    return true;
}

// All of that, to compare two stores; release it.
static inline void store_contents(Store *store, Text *out) {
    text_init(out);
    stores_transact(store, STORE_READ, store_list_counts, out);
    stores_transact(store, STORE_READ, store_list_values, out);
}
