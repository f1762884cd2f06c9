#include "arena/games.h"

#include <string.h>

#include "arena/name_pattern.h"
#include "rules/record/pgn_tags.h"
#include "store/blobs.h"

// ---- Writing ----

static void bind_id(Query *query, int parameter, int64_t id) {
    if (id != 0) {
        query_bind_int(query, parameter, id);
    } else {
        query_bind_null(query, parameter);
    }
}

static void add_side(StoreTx *tx, int64_t game, int side, const GameSide *row) {
    Query *add = query_begin(tx, "game_sides_add");
    query_bind_int(add, 1, game);
    query_bind_int(add, 2, side);
    bind_id(add, 3, row->bot_id);
    bind_id(add, 4, row->version_id);
    bind_id(add, 5, row->person_id);
    query_bind_text(add, 6, slice_from(row->name));
    query_bind_int(add, 7, row->time_ms);
    query_bind_int(add, 8, row->memory_kb);
    if (row->log) {
        Sha256 hash = blob_put(tx, slice_from(row->log));
        blob_ref(tx, &hash);
        query_bind_blob(add, 9, sha256_slice(&hash));
    } else {
        query_bind_null(add, 9);
    }
    query_end(add);
}

int64_t game_add(StoreTx *tx, const GameRow *game) {
    Query *add = query_begin(tx, "games_add");
    query_bind_text(add, 1, slice_from(purpose_name(game->purpose)));
    query_bind_text(add, 2, slice_from(game->game));
    query_bind_text(add, 3, slice_from(game->variant));
    bind_id(add, 4, game->sides[0].version_id);
    bind_id(add, 5, game->sides[1].version_id);
    query_bind_text(add, 6, slice_from(game->result));
    query_bind_text(add, 7, slice_from(game->verdict));
    query_bind_text(add, 8, slice_from(game->detail));
    query_bind_int(add, 9, game->plies);
    query_bind_int(add, 10, game->opening_plies);
    query_bind_int(add, 11, game->started_ms);
    query_bind_int(add, 12, game->ended_ms);
    bind_id(add, 13, game->pair_id);
    query_bind_int(add, 14, game->number);
    bind_id(add, 15, game->request_id);
    bind_id(add, 16, game->contest_id);
    query_bind_text(add, 17, slice_from(game->reason ? game->reason : ""));
    int64_t id = query_take_int(add);
    Query *record = query_begin(tx, "game_records_add");
    query_bind_int(record, 1, id);
    query_bind_text(record, 2, slice_from(game->record));
    query_end(record);
    for (int side = 0; side < 2; side++) {
        add_side(tx, id, side, &game->sides[side]);
    }
    return id;
}

void game_put_log(StoreTx *tx, int64_t id, Side side, const char *log, int64_t memory_kb) {
    Sha256 hash = blob_put(tx, slice_from(log));
    Query *put = query_begin(tx, "game_sides_put_log");
    query_bind_int(put, 1, id);
    query_bind_int(put, 2, side);
    query_bind_blob(put, 3, sha256_slice(&hash));
    query_bind_int(put, 4, memory_kb);
    if (query_changes(put) > 0) {
        blob_ref(tx, &hash);
    }
    query_end(put);
}

void game_name_side(Text *record, Side side, const char *name) {
    Text renamed;
    text_init(&renamed);
    if (pgn_tags_replace(text_slice(record), side == SIDE_FIRST ? "First" : "Second",
            slice_from(name), &renamed)) {
        text_clear(record);
        text_add_slice(record, text_slice(&renamed));
    }
    text_release(&renamed);
}

void game_rename_side(StoreTx *tx, int64_t id, Side side, const char *name) {
    Text record;
    text_init(&record);
    game_record(tx, id, &record);
    game_name_side(&record, side, name);
    Query *update = query_begin(tx, "game_records_update");
    query_bind_int(update, 1, id);
    query_bind_text(update, 2, text_slice(&record));
    query_end(update);
    text_release(&record);
}

// ---- Reading ----

bool game_record(StoreTx *tx, int64_t id, Text *out) {
    Query *query = query_begin(tx, "game_records_find");
    query_bind_int(query, 1, id);
    bool is_found = query_step(query);
    text_add_slice(out, is_found ? query_column_text(query, 0) : slice_from(""));
    query_end(query);
    return is_found;
}

bool game_log(StoreTx *tx, int64_t id, Side side, Text *out) {
    Query *query = query_begin(tx, "game_sides_log");
    query_bind_int(query, 1, id);
    query_bind_int(query, 2, side);
    bool is_found = query_step(query) && !query_column_is_null(query, 0);
    if (is_found) {
        Sha256 hash;
        memcpy(hash.bytes, query_column_blob(query, 0).data, SHA256_BYTES);
        is_found = blob_get(tx, &hash, out);
    }
    query_end(query);
    return is_found;
}

// The columns of a game and of both its sides. What stands for their numbers is asked for row by
// row: as joins of nine tables PostgreSQL thought longer about the statement than it took to run.
#define SIDE_COLUMNS(s)                                                                            \
    ", " s ".bot_id, " s ".version_id, " s ".person_id, " s ".name, " s ".time_ms, " s             \
    ".memory_kb, (SELECT name FROM bots WHERE id = " s ".bot_id),"                                 \
    " (SELECT number FROM versions WHERE id = " s ".version_id),"                                  \
    " (SELECT name FROM people WHERE id = " s ".person_id),"                                       \
    " CASE WHEN " s ".log_sha256 IS NULL THEN 0 ELSE 1 END,"                                       \
    " (SELECT is_shared FROM bots WHERE id = " s ".bot_id)"
#define COLUMNS                                                                                    \
    "SELECT g.id, g.purpose, g.game, g.variant, g.result, g.verdict, g.detail, g.plies, "          \
    "g.opening_plies, g.started_ms, g.ended_ms, g.pair_id, g.number, g.request_id, "               \
    "g.contest_id, g.reason" SIDE_COLUMNS("a") SIDE_COLUMNS("b")
#define JOIN_SIDE(s, side) " JOIN game_sides " s " ON " s ".game_id = g.id AND " s ".side = " side
#define SIDE_COLUMN_FIRST 16
#define SIDE_COLUMN_COUNT 11

// A statement that is put together of the parts that a filter needs, so that the database finds the
// index for them; every value is a parameter.
typedef struct GameStatement {
    Text sql;
    struct {
        bool is_text;
        int64_t number;
        Slice text;
    } values[20];
    int count;
} GameStatement;

static void add_parameter(GameStatement *statement, int64_t number) {
    statement->values[statement->count++].number = number;
    text_addf(&statement->sql, "$%d", statement->count);
}

static void add_number(GameStatement *statement, const char *condition, int64_t number) {
    if (number != 0) {
        statement->values[statement->count].number = number;
        text_addf(&statement->sql, " AND %s$%d", condition, ++statement->count);
    }
}

static void add_text(GameStatement *statement, const char *condition, Slice text, const char *end) {
    if (text.size > 0) {
        statement->values[statement->count].is_text = true;
        statement->values[statement->count].text = text;
        text_addf(&statement->sql, " AND %s$%d%s", condition, ++statement->count, end);
    }
}

// What one side is, by the index of sides: a game whose both sides are counts once.
static const char *side_column(const GameFilter *filter, int64_t *number) {
    *number = filter->version_id  ? filter->version_id
              : filter->bot_id    ? filter->bot_id
              : filter->person_id ? filter->person_id
                                  : 0;
    return filter->version_id ? "version_id" : filter->bot_id ? "bot_id" : "person_id";
}

// How many bots a name finds is asked first, for 100,000 games are too many to look through.
typedef enum NameSearch {
    NAME_NONE,     // nothing is asked for, or the other filters leave few games
    NAME_OF_GUEST, // no bot is called so: only people in rooms can be
    NAME_OF_FEW,   // bots by whose index the games are found
    NAME_OF_MANY,  // among the newest games are enough
} NameSearch;

#define NAME_FEW 5

typedef struct NamedBots {
    NameSearch search;
    int64_t ids[NAME_FEW];
    int count;
} NamedBots;

static NamedBots find_named(StoreTx *tx, const GameFilter *filter, const Text *pattern) {
    NamedBots named = {.search = NAME_NONE};
    int64_t number;
    side_column(filter, &number);
    if (pattern->size == 0 || number != 0 || filter->id != 0 || filter->request_id != 0) {
        return named;
    }
    Query *query = query_begin(tx, "games_named_bots");
    query_bind_text(query, 1, text_slice(pattern));
    query_bind_int(query, 2, NAME_FEW + 1);
    while (named.count < NAME_FEW && query_step(query)) {
        named.ids[named.count++] = query_column_int(query, 0);
    }
    named.search = query_step(query)  ? NAME_OF_MANY
                   : named.count == 0 ? NAME_OF_GUEST
                                      : NAME_OF_FEW;
    query_end(query);
    return named;
}

// What one of the sides is: a game whose both sides are counts once, by its first.
static void add_side_filter(
    GameStatement *statement, const char *column, const int64_t *numbers, int count) {
    text_add(&statement->sql, "game_sides s JOIN games g ON g.id = s.game_id" JOIN_SIDE("a", "0"));
    text_addf(&statement->sql, " WHERE s.%s IN (", column);
    for (int i = 0; i < count; i++) {
        text_add(&statement->sql, i > 0 ? ", " : "");
        add_parameter(statement, numbers[i]);
    }
    text_addf(
        &statement->sql, ") AND (s.side = 0 OR a.%s IS NULL OR a.%s NOT IN (", column, column);
    for (int i = 0; i < count; i++) {
        text_addf(&statement->sql, "%s$%d", i > 0 ? ", " : "", i + 1);
    }
    text_add(&statement->sql, "))");
}

// Where the games are from. Returns whether that is by one of their sides, as `s`.
static bool add_source(GameStatement *statement, const GameFilter *filter, const NamedBots *named) {
    int64_t number;
    const char *column = side_column(filter, &number);
    if (named->search == NAME_OF_FEW) {
        add_side_filter(statement, "bot_id", named->ids, named->count);
        return true;
    }
    if (number != 0) {
        add_side_filter(statement, column, &number, 1);
        return true;
    }
    text_add(&statement->sql, "games g WHERE g.id > 0");
    text_add(&statement->sql, named->search == NAME_OF_GUEST ? " AND g.purpose = 'room'" : "");
    return false;
}

static void add_conditions(
    GameStatement *statement, const GameFilter *filter, NameSearch search, const Text *pattern) {
    add_number(statement, "g.id = ", filter->id);
    add_number(statement, "g.request_id = ", filter->request_id);
    add_number(statement, "g.contest_id = ", filter->contest_id);
    if (filter->board.rules) {
        add_text(statement, "g.game = ", slice_from(filter->board.rules->name), "");
        add_text(statement, "g.variant = ", slice_from(filter->board.variant->name), "");
    }
    if (filter->is_ranked) { // as the index of ladders has it
        text_add(&statement->sql, " AND g.purpose = 'ranked'");
    }
    if (filter->has_purpose) {
        add_text(statement, "g.purpose = ", slice_from(purpose_name(filter->purpose)), "");
    }
    add_text(statement, "g.result = ", filter->result, "");
    add_text(statement, "g.verdict = ", filter->verdict, "");
    if (search != NAME_OF_FEW) {
        add_text(statement,
            "EXISTS (SELECT 1 FROM game_sides n WHERE n.game_id = g.id AND LOWER(n.name) LIKE ",
            text_slice(pattern), " ESCAPE '\\')");
    }
}

static void read_side(Query *row, int column, GameSide *out) {
    *out = (GameSide){
        .bot_id = query_column_int(row, column),
        .version_id = query_column_int(row, column + 1),
        .person_id = query_column_int(row, column + 2),
        .name = query_column_text(row, column + 3).data,
        .time_ms = query_column_int(row, column + 4),
        .memory_kb = query_column_int(row, column + 5),
        .bot_name = query_column_text(row, column + 6).data,
        .version_number = query_column_int(row, column + 7),
        .person_name = query_column_text(row, column + 8).data,
        .has_log = query_column_int(row, column + 9) != 0,
        .is_shared = query_column_int(row, column + 10) != 0,
    };
}

static void read_game(Query *row, GameRow *out) {
    *out = (GameRow){
        .id = query_column_int(row, 0),
        .game = query_column_text(row, 2).data,
        .variant = query_column_text(row, 3).data,
        .result = query_column_text(row, 4).data,
        .verdict = query_column_text(row, 5).data,
        .detail = query_column_text(row, 6).data,
        .plies = query_column_int(row, 7),
        .opening_plies = query_column_int(row, 8),
        .started_ms = query_column_int(row, 9),
        .ended_ms = query_column_int(row, 10),
        .pair_id = query_column_int(row, 11),
        .number = query_column_int(row, 12),
        .request_id = query_column_int(row, 13),
        .contest_id = query_column_int(row, 14),
        .reason = query_column_text(row, 15).data,
    };
    purpose_find(query_column_text(row, 1), &out->purpose);
    for (int side = 0; side < 2; side++) {
        read_side(row, SIDE_COLUMN_FIRST + side * SIDE_COLUMN_COUNT, &out->sides[side]);
    }
}

void game_list(StoreTx *tx, const GameFilter *filter, int64_t before, int64_t limit,
    GameVisit *visit, void *context) {
    GameStatement statement = {0};
    Text pattern;
    text_init(&statement.sql);
    text_init(&pattern);
    name_pattern(&pattern, filter->name);
    NamedBots named = find_named(tx, filter, &pattern);
    text_add(&statement.sql, COLUMNS " FROM (SELECT g.id FROM ");
    bool is_by_side = add_source(&statement, filter, &named);
    add_conditions(&statement, filter, named.search, &pattern);
    add_number(&statement, is_by_side ? "s.game_id < " : "g.id < ", before);
    text_addf(&statement.sql,
        " ORDER BY %s DESC LIMIT %lld) AS found JOIN games g ON g.id = found.id" JOIN_SIDE("a", "0")
            JOIN_SIDE("b", "1") " ORDER BY g.id DESC",
        is_by_side ? "s.game_id" : "g.id", (long long)limit);
    Query *rows = query_begin_sql(tx, statement.sql.data);
    for (int i = 0; i < statement.count; i++) {
        if (statement.values[i].is_text) {
            query_bind_text(rows, i + 1, statement.values[i].text);
        } else {
            query_bind_int(rows, i + 1, statement.values[i].number);
        }
    }
    GameRow game;
    while (query_step(rows)) {
        read_game(rows, &game);
        visit(context, &game);
    }
    query_end(rows);
    text_release(&pattern);
    text_release(&statement.sql);
}
