#pragma once
// A transaction while its body runs: a connection, the queries, and the first thing that failed.

#include "store/backend.h"

struct StoreTx {
    const Backend *backend;
    Connection *connection;
    const Statements *statements;
    Query *queries; // that were begun and not ended, the last one first
    Fault fault;
    Error error;
};

// Notes a failure unless there was one before.
void tx_fail(StoreTx *tx, Fault fault, const Error *error);

// Runs statements without values, in the words of store.h.
void tx_script(StoreTx *tx, Slice text);

// Ends what queries are left, the oldest first.
void tx_release(StoreTx *tx);

// Values of any type, for who copies them.
void query_bind_value(Query *query, int parameter, Value value);
int query_column_count(const Query *query);
Value query_column_value(const Query *query, int column);
