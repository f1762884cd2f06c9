#pragma once
// The store: what a server must not lose, in one of two databases with one text of SQL for both.
//
// A location is a path or `sqlite:PATH` (one file, one server process), or `postgresql://...` (any
// number of them). All work is done in transactions:
//
//     static bool rename_host(StoreTx *tx, void *context, Error *error) {
//         Query *query = query_begin(tx, "hosts_rename");     // a block of some .sql file
//         query_bind_int(query, 1, host->id);                 // $1
//         query_bind_text(query, 2, host->name);              // $2
//         if (query_changes(query) == 0) {
//             return error_set(error, ERROR_NOT_FOUND, "no such host");  // rolls back
//         }
//         return true;                                        // commits
//     }
//     ... store_transact(store, STORE_WRITE, rename_host, &host, &error)
//
// Errors are sticky: a statement that fails makes its transaction fail, and from then on every query
// of it has no rows and every column is 0 or empty. So nothing is checked after each call, and the
// body's result does not matter any more; a loop over rows simply ends. A body can ask tx_failed.
//
// The body is run again, from its start, when the database asks for it (a deadlock, a connection
// lost before the commit): it must set its results in `context` rather than add to them, and do
// nothing else than queries. What store_transact reports:
//
//   true                      committed, and on disk (an acknowledged change survives a power cut)
//   STORE_BUSY                its turn did not come in time: nothing was changed, try later
//   STORE_UNREACHABLE         no connection to the database in time: nothing was changed, try later
//   STORE_OUTCOME_UNKNOWN     the connection broke while it committed: do it again, idempotently
//   STORE_DUPLICATE           a UNIQUE or primary key was there already  } ON CONFLICT is better
//   STORE_REFERENCE           a foreign key leads nowhere                } where that is expected
//   STORE_CHECK               NOT NULL, CHECK or a column's type is violated
//   STORE_FAILED              anything else: an error in SQL, a full disk, a timeout
//   any other code            what the body returned false with
//
// Isolation. A STORE_READ transaction sees one snapshot and cannot write. STORE_WRITE: on SQLite
// writers run one after the other; on PostgreSQL they run at once under READ COMMITTED, so who reads
// a row to decide on it locks it (a line `--pg: FOR UPDATE`) or decides in the statement itself.
//
// A Store may be used by any number of threads at once, a StoreTx and its queries by the one that
// runs the body. A body does not start another transaction: it could wait for itself.
//
// SQL files (src/store/*.sql, src/jobs/*.sql; listed as sql_files in src/meson.build):
//
//     -- name: hosts_rename
//     -- Comments are dropped. No semicolon at the end.
//     UPDATE hosts SET name = $2, seen_ms = now_ms() WHERE id = $1
//     --pg: AND id IN (SELECT id FROM hosts FOR UPDATE)      only PostgreSQL sees this line
//     --sqlite: AND 1 = 1                                    only SQLite sees this one
//
// Types are those of PostgreSQL, in capitals: BIGINT, TEXT, BYTEA, DOUBLE PRECISION; SQLite's STRICT
// tables read them as INTEGER, TEXT, BLOB, REAL. Nothing else: a truth is a BIGINT of 0 or 1, a time
// is a BIGINT of milliseconds since 1970, an enumeration is a TEXT with a CHECK. now_ms() is the
// database's clock, the same within one statement. PostgreSQL guesses the type of a parameter from
// its place; where it cannot, write CAST($1 AS BIGINT) (never $1::BIGINT: SQLite takes that as a
// name), and the sum of BIGINTs is CAST(SUM(n) AS BIGINT). One parameter may stand in many places.
//
// Migrations (src/store/migrations/NNNN-name.sql) are numbered from 1 without gaps, and never changed
// once they are on main: statements with semicolons, with the same marks. A table ends with
//     )
//     --sqlite: STRICT
//     ;
// and has foreign keys to tables of the same or an earlier migration only (see backup.h).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/embedded.h"
#include "base/error.h"
#include "base/slice.h"

typedef struct Store Store;
typedef struct StoreTx StoreTx;
typedef struct Query Query;

typedef struct StoreOptions {
    const char *location;
    bool migrate;    // bring a new or older database up to date; else it is refused
    bool is_reader;  // only STORE_READ: the one way to open an SQLite file that a server has open
    int connections; // at most so many at once, 0: 8
    int wait_ms;     // how long a transaction waits for its turn or is repeated, 0: 10 s
    const EmbeddedFile *migrations; // for tests: others than the program's own
} StoreOptions;

typedef enum StoreMode { STORE_READ, STORE_WRITE } StoreMode;

// Returns whether to commit. False means that `error` says why not.
typedef bool StoreBody(StoreTx *tx, void *context, Error *error);

// Null with a reason: STORE_LOCATION (malformed), STORE_UNREACHABLE, STORE_IN_USE (another process
// writes to that file), STORE_OLD (to be migrated), STORE_NEW (by a newer program), STORE_FAILED.
Store *store_open(const StoreOptions *options, Error *error);

// No transaction may be under way.
void store_free(Store *store);

bool store_transact(Store *store, StoreMode mode, StoreBody *body, void *context, Error *error);

// What /metrics shows, since the store was opened.
typedef struct StoreCounts {
    uint64_t committed;
    uint64_t repeated; // bodies that were run again
    uint64_t failed;   // transactions that the database, not the body, refused in the end
} StoreCounts;

StoreCounts store_counts(const Store *store);

// For tests: now_ms() is so much later from now on, for this Store only.
void store_advance_clock(Store *store, int64_t ms);

// Whether something in this transaction has failed: it will be rolled back whatever the body says.
bool tx_failed(const StoreTx *tx);

// A statement by its name. Never null; its values are bound, then it is stepped over, asked for its
// changes or ended, whichever comes first executes it. All rows are read then: other queries, also
// the same one, may be made while it is stepped over. What is not ended is ended with the
// transaction. An unknown name or a parameter that is not bound is a programmer's error (assert).
Query *query_begin(StoreTx *tx, const char *name);

// The same with a text, for tests and tools: nothing untrusted may be in it.
Query *query_begin_sql(StoreTx *tx, const char *sql);

// Values are copied. Text must be UTF-8 without NUL bytes: PostgreSQL takes no other, so it fails
// the transaction with NOT_UTF8. The parameters are numbered from 1.
void query_bind_null(Query *query, int parameter);
void query_bind_int(Query *query, int parameter, int64_t value);
void query_bind_real(Query *query, int parameter, double value);
void query_bind_text(Query *query, int parameter, Slice value);
void query_bind_blob(Query *query, int parameter, Slice value);

// On to the next row, if there is one.
bool query_step(Query *query);

// The columns of the row, numbered from 0. Slices last until query_end; a text is terminated, too.
// NULL reads as 0 or empty. Anything but the type of the column fails the transaction.
bool query_column_is_null(const Query *query, int column);
int64_t query_column_int(Query *query, int column);
double query_column_real(Query *query, int column);
Slice query_column_text(Query *query, int column);
Slice query_column_blob(Query *query, int column);

// How many rows were inserted, updated or deleted.
int64_t query_changes(Query *query);

// Executes it if that has not been done. False if the transaction has failed.
bool query_end(Query *query);

// The first column of the only row, and the query is ended; 0 if there is no row.
int64_t query_take_int(Query *query);
