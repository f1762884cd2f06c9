#include "arena/personal_data.h"

#include <string.h>

#include "arena/games.h"
#include "arena/people.h"
#include "store/blobs.h"

static Query *query_of(StoreTx *tx, const char *statement, int64_t id) {
    Query *query = query_begin(tx, statement);
    query_bind_int(query, 1, id);
    return query;
}

static bool read_hash(Query *query, int column, Sha256 *out) {
    Slice bytes = query_column_blob(query, column);
    if (bytes.size != SHA256_BYTES) {
        return false;
    }
    memcpy(out->bytes, bytes.data, SHA256_BYTES);
    return true;
}

// Export

typedef enum ColumnType { COLUMN_INTEGER, COLUMN_TEXT } ColumnType;

typedef struct Column {
    const char *name;
    ColumnType type;
} Column;

static void put_columns(JsonWriter *json, Query *query, const Column *columns) {
    for (int i = 0; columns[i].name; i++) {
        if (query_column_is_null(query, i)) {
            json_put_null(json, columns[i].name);
        } else if (columns[i].type == COLUMN_TEXT) {
            json_put_slice(json, columns[i].name, query_column_text(query, i));
        } else {
            json_put_integer(json, columns[i].name, query_column_int(query, i));
        }
    }
}

// A list of the rows that a statement finds for somebody.
static void put_rows(StoreTx *tx, JsonWriter *json, const char *name, const char *statement,
    int64_t person_id, const Column *columns) {
    Query *query = query_of(tx, statement, person_id);
    json_open_list(json, name);
    while (query_step(query)) {
        json_open_object(json, NULL);
        put_columns(json, query, columns);
        json_close_object(json);
    }
    json_close_list(json);
    query_end(query);
}

static void put_source(StoreTx *tx, JsonWriter *json, const Sha256 *hash) {
    Text source;
    text_init(&source);
    if (blob_get(tx, hash, &source)) {
        json_put_slice(json, "source", text_slice(&source));
    }
    text_release(&source);
}

static void put_versions(StoreTx *tx, JsonWriter *json, int64_t bot_id) {
    static const Column COLUMNS[] = {{"number", COLUMN_INTEGER}, {"protocol", COLUMN_TEXT},
        {"language", COLUMN_TEXT}, {"state", COLUMN_TEXT}, {"createdMs", COLUMN_INTEGER}, {0}};
    Query *query = query_of(tx, "export_versions", bot_id);
    json_open_list(json, "versions");
    while (query_step(query)) {
        Sha256 hash;
        json_open_object(json, NULL);
        put_columns(json, query, COLUMNS);
        if (read_hash(query, 5, &hash)) {
            put_source(tx, json, &hash);
        }
        json_close_object(json);
    }
    json_close_list(json);
    query_end(query);
}

static void put_bots(StoreTx *tx, JsonWriter *json, int64_t person_id) {
    static const Column COLUMNS[] = {{"id", COLUMN_INTEGER}, {"name", COLUMN_TEXT},
        {"game", COLUMN_TEXT}, {"variant", COLUMN_TEXT}, {"state", COLUMN_TEXT},
        {"createdMs", COLUMN_INTEGER}, {0}};
    Query *query = query_of(tx, "export_bots", person_id);
    json_open_list(json, "bots");
    while (query_step(query)) {
        json_open_object(json, NULL);
        put_columns(json, query, COLUMNS);
        put_versions(tx, json, query_column_int(query, 0));
        json_close_object(json);
    }
    json_close_list(json);
    query_end(query);
}

void personal_data_export(StoreTx *tx, int64_t person_id, JsonWriter *json) {
    static const Column ACCOUNT[] = {{"id", COLUMN_INTEGER}, {"name", COLUMN_TEXT},
        {"role", COLUMN_TEXT}, {"createdMs", COLUMN_INTEGER}, {"signedInMs", COLUMN_INTEGER}, {0}};
    static const Column SESSIONS[] = {{"address", COLUMN_TEXT}, {"agent", COLUMN_TEXT},
        {"createdMs", COLUMN_INTEGER}, {"usedMs", COLUMN_INTEGER}, {0}};
    static const Column TOKENS[] = {{"name", COLUMN_TEXT}, {"scope", COLUMN_TEXT},
        {"createdMs", COLUMN_INTEGER}, {"usedMs", COLUMN_INTEGER}, {0}};
    static const Column GAMES[] = {{"id", COLUMN_INTEGER}, {"side", COLUMN_INTEGER},
        {"purpose", COLUMN_TEXT}, {"game", COLUMN_TEXT}, {"variant", COLUMN_TEXT},
        {"result", COLUMN_TEXT}, {"endedMs", COLUMN_INTEGER}, {0}};
    Query *account = query_of(tx, "export_account", person_id);
    json_open_object(json, "account");
    if (query_step(account)) {
        put_columns(json, account, ACCOUNT);
    }
    json_close_object(json);
    query_end(account);
    put_rows(tx, json, "sessions", "export_sessions", person_id, SESSIONS);
    put_rows(tx, json, "tokens", "export_tokens", person_id, TOKENS);
    put_bots(tx, json, person_id);
    put_rows(tx, json, "games", "export_games", person_id, GAMES);
}

// Erasure

// Gives up the blobs that a statement finds.
static void unref_blobs(StoreTx *tx, const char *statement, int64_t person_id) {
    Query *query = query_of(tx, statement, person_id);
    while (query_step(query)) {
        Sha256 hash;
        if (read_hash(query, 0, &hash)) {
            blob_unref(tx, &hash);
        }
    }
    query_end(query);
}

// The names of the sides, also in the records of the games, and the logs.
static void erase_sides(StoreTx *tx, int64_t person_id) {
    unref_blobs(tx, "erase_find_logs", person_id);
    Query *sides = query_of(tx, "erase_find_sides", person_id);
    while (query_step(sides)) {
        game_rename_side(
            tx, query_column_int(sides, 0), (Side)query_column_int(sides, 1), PERSON_DELETED);
    }
    query_end(sides);
    Query *erase = query_of(tx, "erase_sides", person_id);
    query_bind_text(erase, 2, slice_from(PERSON_DELETED));
    query_end(erase);
}

void personal_data_erase(StoreTx *tx, int64_t person_id) {
    unref_blobs(tx, "erase_find_sources", person_id);
    query_end(query_of(tx, "erase_sources", person_id));
    erase_sides(tx, person_id);
    query_end(query_of(tx, "erase_bots", person_id));
}
