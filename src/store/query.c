#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "store/transaction.h"

struct Query {
    StoreTx *tx;
    Query *next;
    Query *previous;
    const Statement *statement; // null: its name is not known
    Statement own;              // the statement of query_begin_sql
    bool is_executed;
    Values parameters;
    Rows rows;
    size_t next_row;
};

bool tx_failed(const StoreTx *tx) {
    return tx->fault != FAULT_NONE;
}

void tx_fail(StoreTx *tx, Fault fault, const Error *error) {
    if (!tx_failed(tx) && fault != FAULT_NONE) {
        tx->fault = fault;
        tx->error = *error;
    }
}

void tx_script(StoreTx *tx, Slice text) {
    if (tx_failed(tx)) {
        return;
    }
    Text sql;
    text_init(&sql);
    statement_translate(text, tx->backend->dialect, &sql);
    Error error;
    tx_fail(tx, tx->backend->script(tx->connection, sql.data, &error), &error);
    text_release(&sql);
}

static Query *begin(StoreTx *tx, const Statement *statement) {
    Query *query = calloc(1, sizeof *query);
    if (!query) {
        abort();
    }
    *query = (Query){.tx = tx, .next = tx->queries, .statement = statement};
    if (query->next) {
        query->next->previous = query;
    }
    tx->queries = query;
    values_init(&query->parameters);
    values_init(&query->rows.cells);
    return query;
}

Query *query_begin(StoreTx *tx, const char *name) {
    const Statement *statement = statements_find(tx->statements, name);
    assert(statement && "no SQL file has a statement of this name");
    if (!statement) {
        Error error;
        error_set(&error, ERROR_STORE_FAILED, "no statement is called %s", name);
        tx_fail(tx, FAULT_FINAL, &error);
    }
    return begin(tx, statement);
}

Query *query_begin_sql(StoreTx *tx, const char *sql) {
    Query *query = begin(tx, NULL);
    Text text;
    text_init(&text);
    statement_translate(slice_from(sql), tx->backend->dialect, &text);
    query->own.sql = strdup(text.data);
    text_release(&text);
    if (!query->own.sql) {
        abort();
    }
    query->own.parameter_count = statement_parameters(query->own.sql);
    query->statement = &query->own;
    return query;
}

void query_bind_value(Query *query, int parameter, Value value) {
    assert(parameter > 0 && !query->is_executed);
    assert(!query->statement || parameter <= query->statement->parameter_count);
    values_set(&query->parameters, (size_t)parameter - 1, value);
}

void query_bind_null(Query *query, int parameter) {
    query_bind_value(query, parameter, (Value){.type = VALUE_NULL});
}

void query_bind_int(Query *query, int parameter, int64_t value) {
    query_bind_value(query, parameter, (Value){.type = VALUE_INT, .integer = value});
}

void query_bind_real(Query *query, int parameter, double value) {
    query_bind_value(query, parameter, (Value){.type = VALUE_REAL, .real = value});
}

static bool is_text(Slice bytes) {
    while (bytes.size > 0) {
        Slice before = bytes;
        uint32_t code_point = utf8_next(&bytes);
        if (code_point == 0 ||
            (code_point == UTF8_REPLACEMENT && !slice_starts(before, "\xef\xbf\xbd"))) {
            return false;
        }
    }
    return true;
}

void query_bind_text(Query *query, int parameter, Slice value) {
    if (!is_text(value)) {
        Error error;
        error_set(&error, ERROR_NOT_UTF8, "a text for the store is not UTF-8 without NUL bytes");
        tx_fail(query->tx, FAULT_FINAL, &error);
    }
    query_bind_value(query, parameter, (Value){.type = VALUE_TEXT, .bytes = value});
}

void query_bind_blob(Query *query, int parameter, Slice value) {
    query_bind_value(query, parameter, (Value){.type = VALUE_BLOB, .bytes = value});
}

static void execute(Query *query) {
    if (query->is_executed) {
        return;
    }
    query->is_executed = true;
    StoreTx *tx = query->tx;
    if (tx_failed(tx)) {
        return;
    }
    for (int i = 0; i < query->statement->parameter_count; i++) {
        assert(values_at(&query->parameters, (size_t)i).type != VALUE_UNBOUND);
    }
    Error error;
    Fault fault = tx->backend->execute(
        tx->connection, query->statement, &query->parameters, &query->rows, &error);
    if (fault != FAULT_NONE) {
        if (query->statement->name) {
            error_prefix(&error, ERROR_AT_STATEMENT, "%s", query->statement->name);
        }
        tx_fail(tx, fault, &error);
    }
}

bool query_step(Query *query) {
    execute(query);
    size_t columns = query->rows.column_count;
    if (tx_failed(query->tx) || (query->next_row + 1) * columns > query->rows.cells.count ||
        columns == 0) {
        return false;
    }
    query->next_row++;
    return true;
}

int query_column_count(const Query *query) {
    return (int)query->rows.column_count;
}

// A cell of the row, or NULL when the transaction has failed.
Value query_column_value(const Query *query, int column) {
    if (tx_failed(query->tx)) {
        return (Value){.type = VALUE_NULL};
    }
    assert(query->next_row > 0 && column >= 0 && (size_t)column < query->rows.column_count);
    size_t row_start = (query->next_row - 1) * query->rows.column_count;
    return values_at(&query->rows.cells, row_start + (size_t)column);
}

static Value cell_of_type(Query *query, int column, ValueType type) {
    Value value = query_column_value(query, column);
    if (value.type == type) {
        return value;
    }
    if (value.type != VALUE_NULL) {
        Error error;
        error_set(&error, ERROR_STORE_FAILED, "column %d has another type", column);
        if (query->statement->name) {
            error_prefix(&error, ERROR_AT_STATEMENT, "%s", query->statement->name);
        }
        tx_fail(query->tx, FAULT_FINAL, &error);
    }
    return (Value){.type = VALUE_NULL, .bytes = {"", 0}};
}

bool query_column_is_null(const Query *query, int column) {
    return query_column_value(query, column).type == VALUE_NULL;
}

int64_t query_column_int(Query *query, int column) {
    return cell_of_type(query, column, VALUE_INT).integer;
}

double query_column_real(Query *query, int column) {
    return cell_of_type(query, column, VALUE_REAL).real;
}

Slice query_column_text(Query *query, int column) {
    return cell_of_type(query, column, VALUE_TEXT).bytes;
}

Slice query_column_blob(Query *query, int column) {
    return cell_of_type(query, column, VALUE_BLOB).bytes;
}

int64_t query_changes(Query *query) {
    execute(query);
    return tx_failed(query->tx) ? 0 : query->rows.changes;
}

bool query_end(Query *query) {
    execute(query);
    StoreTx *tx = query->tx;
    *(query->previous ? &query->previous->next : &tx->queries) = query->next;
    if (query->next) {
        query->next->previous = query->previous;
    }
    values_release(&query->parameters);
    values_release(&query->rows.cells);
    free(query->own.sql);
    free(query);
    return !tx_failed(tx);
}

int64_t query_take_int(Query *query) {
    int64_t value = query_step(query) ? query_column_int(query, 0) : 0;
    query_end(query);
    return value;
}

void tx_release(StoreTx *tx) {
    while (tx->queries) {
        Query *oldest = tx->queries;
        while (oldest->next) {
            oldest = oldest->next;
        }
        query_end(oldest);
    }
}
