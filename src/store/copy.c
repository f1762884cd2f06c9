#include "store/copy.h"

#include <stdlib.h>
#include <string.h>

#include "store/transaction.h"

// Rows that are read and written at once: few where one may have 64 MiB.
enum { ROWS_AT_ONCE = 100, LARGE_ROWS_AT_ONCE = 1 };

typedef struct Table {
    char *name;
    char *columns; // with commas
    char *keys;    // those of the primary key
    int key_count;
    bool is_numbered;    // its key is drawn by the database
    int64_t last_number; // 0: none was drawn
} Table;

typedef struct Copy {
    Store *from;
    Table *tables; // in the order in which they were made
    size_t table_count;
    StoreTx *reading;
    StoreTx *writing;
} Copy;

static char *column_copy(Query *query, int column) {
    char *copy = strdup(query_column_text(query, column).data);
    if (!copy) {
        abort();
    }
    return copy;
}

static void forget_tables(Copy *copy) {
    for (size_t i = 0; i < copy->table_count; i++) {
        free(copy->tables[i].name);
        free(copy->tables[i].columns);
        free(copy->tables[i].keys);
    }
    free(copy->tables);
    copy->tables = NULL;
    copy->table_count = 0;
}

static bool list_tables(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Copy *copy = context;
    forget_tables(copy);
    Query *query = query_begin_sql(tx,
        "SELECT name, (SELECT group_concat(name, ', ') FROM pragma_table_info(t.name)),"
        " (SELECT group_concat(name, ', ') FROM"
        "  (SELECT name FROM pragma_table_info(t.name) WHERE pk > 0 ORDER BY pk)),"
        " (SELECT COUNT(*) FROM pragma_table_info(t.name) WHERE pk > 0),"
        " sql LIKE '%AUTOINCREMENT%'"
        " FROM sqlite_schema t WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        " ORDER BY t.rowid");
    while (query_step(query)) {
        copy->tables = reallocarray(copy->tables, copy->table_count + 1, sizeof *copy->tables);
        if (!copy->tables) {
            abort();
        }
        copy->tables[copy->table_count++] = (Table){
            .name = column_copy(query, 0),
            .columns = column_copy(query, 1),
            .keys = column_copy(query, 2),
            .key_count = (int)query_column_int(query, 3),
            .is_numbered = query_column_int(query, 4) != 0,
        };
    }
    return query_end(query);
}

// `count` parameters in brackets, from $first on.
static void add_parameters(Text *sql, int first, int count) {
    for (int i = 0; i < count; i++) {
        text_addf(sql, "%s$%d", i == 0 ? "(" : ", ", first + i);
    }
    text_add(sql, ")");
}

// The rows after the one whose key is in `after`; the first ones if that is empty. The columns of
// the key come first, once more.
static Query *select_rows(StoreTx *tx, const Table *table, const Values *after) {
    bool is_large = strcmp(table->name, "blob_bytes") == 0;
    Text sql;
    text_init(&sql);
    text_addf(&sql, "SELECT %s, %s FROM %s", table->keys, table->columns, table->name);
    if (after->count > 0) {
        text_addf(&sql, " WHERE (%s) > ", table->keys);
        add_parameters(&sql, 1, table->key_count);
    }
    text_addf(
        &sql, " ORDER BY %s LIMIT %d", table->keys, is_large ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE);
    Query *query = query_begin_sql(tx, sql.data);
    for (size_t i = 0; i < after->count; i++) {
        query_bind_value(query, (int)i + 1, values_at(after, i));
    }
    text_release(&sql);
    return query;
}

static void insert_rows(StoreTx *tx, const Table *table, const Values *cells, int column_count) {
    Text sql;
    text_init(&sql);
    text_addf(&sql, "INSERT INTO %s (%s) VALUES ", table->name, table->columns);
    for (int first = 0; first < (int)cells->count; first += column_count) {
        text_add(&sql, first == 0 ? "" : ", ");
        add_parameters(&sql, first + 1, column_count);
    }
    Query *query = query_begin_sql(tx, sql.data);
    for (size_t i = 0; i < cells->count; i++) {
        query_bind_value(query, (int)i + 1, values_at(cells, i));
    }
    query_end(query);
    text_release(&sql);
}

// Copies some rows and remembers the key of the last one. False after the last rows.
static bool copy_some(Copy *copy, const Table *table, Values *after, Values *cells) {
    Query *query = select_rows(copy->reading, table, after);
    values_clear(cells);
    int column_count = 0;
    while (query_step(query)) {
        column_count = query_column_count(query) - table->key_count;
        for (int i = 0; i < column_count; i++) {
            values_add(cells, query_column_value(query, table->key_count + i));
        }
        values_clear(after);
        for (int i = 0; i < table->key_count; i++) {
            values_add(after, query_column_value(query, i));
        }
    }
    bool is_some = query_end(query) && cells->count > 0;
    if (is_some) {
        insert_rows(copy->writing, table, cells, column_count);
    }
    return is_some && !tx_failed(copy->writing);
}

// The last number that a table has drawn. It may be of a row that is gone: what still names that
// row would otherwise seem to name a new one.
static int64_t read_last_number(StoreTx *tx, const Table *table) {
    Text sql;
    text_init(&sql);
    text_addf(&sql,
        "--sqlite: SELECT seq FROM sqlite_sequence WHERE name = '%s'\n"
        "--pg: SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence('%s', '%s') AS REGCLASS))",
        table->name, table->name, table->keys);
    int64_t number = query_take_int(query_begin_sql(tx, sql.data));
    text_release(&sql);
    return number;
}

static bool copy_tables(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Copy *copy = context;
    copy->reading = tx;
    for (size_t i = 0; i < copy->table_count; i++) {
        Table *table = &copy->tables[i];
        table->last_number = table->is_numbered ? read_last_number(tx, table) : 0;
        Values after;
        Values cells;
        values_init(&after);
        values_init(&cells);
        while (copy_some(copy, table, &after, &cells)) {
        }
        values_release(&cells);
        values_release(&after);
    }
    return true;
}

// The next number is drawn after that one, and after all that were copied.
static void set_last_number(StoreTx *tx, const Table *table) {
    const char *name = table->name;
    const char *key = table->keys;
    Text sql;
    text_init(&sql);
    text_addf(&sql,
        "--sqlite: INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)\n"
        "--sqlite: SELECT (SELECT rowid FROM sqlite_sequence WHERE name = '%s'), '%s',\n"
        "--sqlite: MAX($1, COALESCE(MAX(%s), 0)) FROM %s\n",
        name, name, key, name);
    text_addf(&sql,
        "--pg: SELECT setval(pg_get_serial_sequence('%s', '%s'), GREATEST($1, MAX(%s))) FROM %s\n",
        name, key, key, name);
    Query *query = query_begin_sql(tx, sql.data);
    query_bind_int(query, 1, table->last_number);
    query_end(query);
    text_release(&sql);
}

static bool is_empty(StoreTx *tx, const Table *table) {
    Text sql;
    text_init(&sql);
    text_addf(&sql, "SELECT COUNT(*) FROM (SELECT 1 FROM %s LIMIT 1) t", table->name);
    bool is_empty = query_take_int(query_begin_sql(tx, sql.data)) == 0;
    text_release(&sql);
    return is_empty;
}

static bool fill(StoreTx *tx, void *context, Error *error) {
    Copy *copy = context;
    copy->writing = tx;
    query_end(query_begin_sql(tx, "DELETE FROM schema_version"));
    for (size_t i = 0; i < copy->table_count; i++) {
        if (!is_empty(tx, &copy->tables[i])) {
            return error_set(error, ERROR_STORE_NOT_EMPTY,
                "there is something in that store: restore into a new one");
        }
    }
    if (!store_transact(copy->from, STORE_READ, copy_tables, copy, error)) {
        return false;
    }
    for (size_t i = 0; i < copy->table_count; i++) {
        if (copy->tables[i].last_number > 0) {
            set_last_number(tx, &copy->tables[i]);
        }
    }
    return true;
}

bool copy_rows(Store *to, Store *from, Store *sqlite, Error *error) {
    Copy copy = {.from = from};
    bool done = store_transact(sqlite, STORE_READ, list_tables, &copy, error) &&
                store_transact(to, STORE_WRITE, fill, &copy, error);
    forget_tables(&copy);
    return done;
}
