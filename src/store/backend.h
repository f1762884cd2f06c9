#pragma once
// What the store asks of a database: a table of functions over a connection.
//
// Each function that can fail says by its Fault what the failure means for the transaction, and
// puts the reason for a person into the error. Only one thread uses a connection at a time.

#include "store/statements.h"
#include "store/store.h"
#include "store/values.h"

typedef enum Fault {
    FAULT_NONE,
    FAULT_FINAL,   // it would fail again
    FAULT_REPEAT,  // a deadlock or the like: the whole transaction has to be repeated
    FAULT_LOST,    // so has it, but on another connection
    FAULT_UNKNOWN, // of a commit: nobody knows whether it was done
    FAULT_REFUSED, // by the body, not by the database
} Fault;

typedef struct Connection Connection; // each backend has its own

typedef struct ConnectionOptions {
    const char *location; // without `sqlite:`
    StoreMode mode;       // STORE_READ: it need not be able to write
    bool is_backup;       // as in StoreOptions
    const Statements *statements;
    int timeout_ms; // after which the database gives up on a statement or a lock
} ConnectionOptions;

// What a statement gave.
typedef struct Rows {
    size_t column_count;
    Values cells;
    int64_t changes;
} Rows;

typedef struct Backend {
    Dialect dialect;
    bool has_one_writer; // and its transactions are committed in groups (store.c)

    Connection *(*connect)(const ConnectionOptions *options, Error *error);
    void (*disconnect)(Connection *connection);

    // With one writer, all but the first `begin` of a group make a part of the same transaction,
    // and `keep` ends such a part; commit commits all that were kept. `undo` drops the part, or
    // without groups the transaction.
    Fault (*begin)(Connection *connection, StoreMode mode, Error *error);
    Fault (*keep)(Connection *connection, Error *error);
    Fault (*commit)(Connection *connection, Error *error);
    Fault (*undo)(Connection *connection, Error *error);

    // Statements of SQL files are prepared once; those with no name never stay.
    Fault (*execute)(Connection *connection, const Statement *statement, const Values *parameters,
        Rows *rows, Error *error);

    // Any number of statements with semicolons, without values.
    Fault (*script)(Connection *connection, const char *sql, Error *error);

    // What now_ms() adds to the time.
    Fault (*shift_clock)(Connection *connection, int64_t shift_ms, Error *error);
} Backend;

extern const Backend BACKEND_SQLITE;
extern const Backend BACKEND_POSTGRES;
