// SQLite: one file, one process that writes, one connection for all writes and checkpoints.
//
// Two connections that write or checkpoint at once can corrupt the file of any SQLite before 3.51.3
// (the WAL-reset bug), so readers are query_only and never checkpoint. WAL with synchronous=FULL
// syncs the log at every commit; commits are made in groups (groups.h) to pay for it once.

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "store/backend.h"

struct Connection {
    sqlite3 *db;
    StoreMode mode;
    sqlite3_stmt **prepared; // by Statement.index
    size_t prepared_count;
    int64_t statement_ms; // the time of now_ms()
    int64_t shift_ms;
};

// One time for the whole statement that follows.
static void take_time(Connection *connection) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    connection->statement_ms =
        now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000 + connection->shift_ms;
}

static void read_now_ms(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    (void)values;
    const Connection *connection = sqlite3_user_data(context);
    sqlite3_result_int64(context, connection->statement_ms);
}

static Fault fail(Connection *connection, int status, Error *error) {
    static const struct {
        int status;
        ErrorCode code;
        Fault fault;
    } MEANINGS[] = {
        {SQLITE_BUSY, ERROR_STORE_BUSY, FAULT_REPEAT},
        {SQLITE_CONSTRAINT_UNIQUE, ERROR_STORE_DUPLICATE, FAULT_FINAL},
        {SQLITE_CONSTRAINT_PRIMARYKEY, ERROR_STORE_DUPLICATE, FAULT_FINAL},
        {SQLITE_CONSTRAINT_ROWID, ERROR_STORE_DUPLICATE, FAULT_FINAL},
        {SQLITE_CONSTRAINT_FOREIGNKEY, ERROR_STORE_REFERENCE, FAULT_FINAL},
        {SQLITE_CONSTRAINT, ERROR_STORE_CHECK, FAULT_FINAL},
    };
    const char *text = connection->db ? sqlite3_errmsg(connection->db) : sqlite3_errstr(status);
    for (size_t i = 0; i < sizeof MEANINGS / sizeof *MEANINGS; i++) {
        if (status == MEANINGS[i].status || (status & 0xff) == MEANINGS[i].status) {
            error_set(error, MEANINGS[i].code, "SQLite: %s", text);
            return MEANINGS[i].fault;
        }
    }
    error_set(error, ERROR_STORE_FAILED, "SQLite: %s", text);
    return FAULT_FINAL;
}

static Fault sqlite_script(Connection *connection, const char *sql, Error *error) {
    take_time(connection);
    int status = sqlite3_exec(connection->db, sql, NULL, NULL, NULL);
    return status == SQLITE_OK ? FAULT_NONE : fail(connection, status, error);
}

static void sqlite_disconnect(Connection *connection) {
    for (size_t i = 0; i < connection->prepared_count; i++) {
        sqlite3_finalize(connection->prepared[i]);
    }
    free(connection->prepared);
    sqlite3_close(connection->db);
    free(connection);
}

// Nobody else may read it: it has hashes of tokens. An empty file is a new database.
static void make_private(const char *path) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
    }
}

static bool open_file(Connection *connection, const ConnectionOptions *options, Error *error) {
    bool is_writer = options->mode == STORE_WRITE;
    if (is_writer) {
        make_private(options->location);
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int status = sqlite3_open_v2(options->location, &connection->db, flags, NULL);
    if (status != SQLITE_OK) {
        return error_set(error, ERROR_STORE_UNREACHABLE, "%.100s cannot be opened: %s",
            options->location, sqlite3_errmsg(connection->db));
    }
    sqlite3_busy_timeout(connection->db, options->timeout_ms);
    sqlite3_db_config(connection->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_writer, NULL);
    sqlite3_db_config(connection->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_db_config(connection->db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_create_function(connection->db, "now_ms", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, connection,
        read_now_ms, NULL, NULL);
    const char *settings = !is_writer           ? "PRAGMA query_only = ON;"
                                                  "PRAGMA wal_autocheckpoint = 0;"
                           : options->is_backup ? "PRAGMA journal_mode = DELETE;"
                                                  "PRAGMA synchronous = FULL;"
                                                  "PRAGMA foreign_keys = ON;"
                                                : "PRAGMA journal_mode = WAL;"
                                                  "PRAGMA synchronous = FULL;"
                                                  "PRAGMA journal_size_limit = 67108864;"
                                                  "PRAGMA foreign_keys = ON;";
    if (sqlite_script(connection, settings, error) != FAULT_NONE) {
        return error_prefix(error, ERROR_AT_FILE, "%.100s", options->location);
    }
    return true;
}

static Connection *sqlite_connect(const ConnectionOptions *options, Error *error) {
    Connection *connection = calloc(1, sizeof *connection);
    sqlite3_stmt **prepared = calloc(options->statements->count + 1, sizeof(sqlite3_stmt *));
    if (!connection || !prepared) {
        abort();
    }
    *connection = (Connection){
        .mode = options->mode,
        .prepared = prepared,
        .prepared_count = options->statements->count,
    };
    if (!open_file(connection, options, error)) {
        sqlite_disconnect(connection);
        return NULL;
    }
    return connection;
}

static Fault sqlite_begin(Connection *connection, StoreMode mode, Error *error) {
    if (mode == STORE_READ) {
        return sqlite_script(connection, "BEGIN", error);
    }
    Fault fault = FAULT_NONE;
    if (sqlite3_get_autocommit(connection->db)) {
        fault = sqlite_script(connection, "BEGIN IMMEDIATE", error);
    }
    return fault != FAULT_NONE ? fault : sqlite_script(connection, "SAVEPOINT part", error);
}

static Fault sqlite_keep(Connection *connection, Error *error) {
    return connection->mode == STORE_READ ? FAULT_NONE
                                          : sqlite_script(connection, "RELEASE part", error);
}

static Fault sqlite_commit(Connection *connection, Error *error) {
    Fault fault = sqlite_script(connection, "COMMIT", error);
    if (fault == FAULT_NONE) {
        return FAULT_NONE;
    }
    // The log may have been written and only its synchronisation have failed.
    if ((sqlite3_extended_errcode(connection->db) & 0xff) == SQLITE_IOERR) {
        fault = FAULT_UNKNOWN;
        error_set(error, ERROR_STORE_OUTCOME_UNKNOWN, "SQLite: %s", sqlite3_errmsg(connection->db));
    }
    return fault;
}

static Fault sqlite_undo(Connection *connection, Error *error) {
    if (connection->mode == STORE_READ) {
        return sqlite_script(connection, "ROLLBACK", error);
    }
    if (sqlite3_get_autocommit(connection->db)) {
        error_set(error, ERROR_STORE_FAILED, "SQLite has rolled back the whole transaction");
        return FAULT_REPEAT;
    }
    return sqlite_script(connection, "ROLLBACK TO part; RELEASE part", error);
}

static int bind_value(sqlite3_stmt *prepared, int index, const Value *value) {
    switch (value->type) {
    case VALUE_INT:
        return sqlite3_bind_int64(prepared, index, value->integer);
    case VALUE_REAL:
        return sqlite3_bind_double(prepared, index, value->real);
    case VALUE_TEXT:
        return sqlite3_bind_text64(
            prepared, index, value->bytes.data, value->bytes.size, SQLITE_STATIC, SQLITE_UTF8);
    case VALUE_BLOB:
        return sqlite3_bind_blob64(
            prepared, index, value->bytes.data, value->bytes.size, SQLITE_STATIC);
    default:
        return sqlite3_bind_null(prepared, index);
    }
}

// SQLite takes $1 for a name, and numbers names in the order in which they appear.
static int bind_values(sqlite3_stmt *prepared, const Values *parameters) {
    int status = SQLITE_OK;
    for (int i = 1; i <= sqlite3_bind_parameter_count(prepared) && status == SQLITE_OK; i++) {
        int number = atoi(sqlite3_bind_parameter_name(prepared, i) + 1);
        Value value = values_at(parameters, (size_t)number - 1);
        status = bind_value(prepared, i, &value);
    }
    return status;
}

static Value column_value(sqlite3_stmt *prepared, int column) {
    size_t size = (size_t)sqlite3_column_bytes(prepared, column);
    switch (sqlite3_column_type(prepared, column)) {
    case SQLITE_INTEGER:
        return (Value){.type = VALUE_INT, .integer = sqlite3_column_int64(prepared, column)};
    case SQLITE_FLOAT:
        return (Value){.type = VALUE_REAL, .real = sqlite3_column_double(prepared, column)};
    case SQLITE_TEXT:
        return (Value){
            .type = VALUE_TEXT,
            .bytes = {(const char *)sqlite3_column_text(prepared, column), size},
        };
    case SQLITE_BLOB:
        return (Value){.type = VALUE_BLOB, .bytes = {sqlite3_column_blob(prepared, column), size}};
    default:
        return (Value){.type = VALUE_NULL};
    }
}

static int read_rows(Connection *connection, sqlite3_stmt *prepared, Rows *rows) {
    int status;
    int64_t total_before = sqlite3_total_changes64(connection->db);
    rows->column_count = (size_t)sqlite3_column_count(prepared);
    while ((status = sqlite3_step(prepared)) == SQLITE_ROW) {
        for (int i = 0; i < (int)rows->column_count; i++) {
            values_add(&rows->cells, column_value(prepared, i));
        }
    }
    // sqlite3_changes64 alone still has the count of an earlier statement when this one is no
    // change.
    bool has_changed = sqlite3_total_changes64(connection->db) != total_before;
    rows->changes = has_changed ? sqlite3_changes64(connection->db) : 0;
    return status == SQLITE_DONE ? SQLITE_OK : status;
}

static Fault sqlite_execute(Connection *connection, const Statement *statement,
    const Values *parameters, Rows *rows, Error *error) {
    sqlite3_stmt *once = NULL;
    sqlite3_stmt **prepared = statement->name ? &connection->prepared[statement->index] : &once;
    int status = SQLITE_OK;
    if (!*prepared) {
        unsigned flags = statement->name ? SQLITE_PREPARE_PERSISTENT : 0;
        status = sqlite3_prepare_v3(connection->db, statement->sql, -1, flags, prepared, NULL);
    }
    if (status == SQLITE_OK) {
        status = bind_values(*prepared, parameters);
    }
    if (status == SQLITE_OK) {
        take_time(connection);
        status = read_rows(connection, *prepared, rows);
    }
    Fault fault = status == SQLITE_OK ? FAULT_NONE : fail(connection, status, error);
    if (*prepared) {
        sqlite3_reset(*prepared);
        sqlite3_clear_bindings(*prepared);
    }
    sqlite3_finalize(once);
    return fault;
}

static Fault sqlite_shift_clock(Connection *connection, int64_t shift_ms, Error *error) {
    (void)error;
    connection->shift_ms = shift_ms;
    return FAULT_NONE;
}

const Backend BACKEND_SQLITE = {
    .dialect = DIALECT_SQLITE,
    .has_one_writer = true,
    .connect = sqlite_connect,
    .disconnect = sqlite_disconnect,
    .begin = sqlite_begin,
    .keep = sqlite_keep,
    .commit = sqlite_commit,
    .undo = sqlite_undo,
    .execute = sqlite_execute,
    .script = sqlite_script,
    .shift_clock = sqlite_shift_clock,
};
