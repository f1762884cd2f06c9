// PostgreSQL through libpq: any number of server processes, each with a pool of connections.
//
// Parameters go as text, but for blobs; results come in binary. Statements of SQL files are
// prepared once a connection, so a pooler between us and the database has to pool sessions.

#include <assert.h>
#include <endian.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"

// The object identifiers of the types that we take (pg_type.dat; they never change).
enum {
    OID_BOOL = 16,
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_INT4 = 23,
    OID_TEXT = 25,
    OID_FLOAT8 = 701,
    OID_VARCHAR = 1043,
    OID_VOID = 2278,
};

struct Connection {
    PGconn *session;
    bool *is_prepared; // by Statement.index
    int64_t shift_ms;
};

static void ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

// The message's first line: the rest are hints and quotations for somebody at a terminal.
static void set_reason(Error *error, ErrorCode code, const char *message) {
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(message, "\n"), message);
    for (char *byte = text; *byte; byte++) {
        *byte = (unsigned char)*byte < ' ' ? ' ' : *byte;
    }
    error_set(error, code, "PostgreSQL: %s", text);
}

// What a failed statement means, by the SQLSTATE of its answer.
static Fault fail(Connection *connection, const PGresult *result, Error *error) {
    static const struct {
        const char *state; // or its beginning
        ErrorCode code;
        Fault fault;
    } MEANINGS[] = {
        {"23505", ERROR_STORE_DUPLICATE, FAULT_FINAL},
        {"23503", ERROR_STORE_REFERENCE, FAULT_FINAL},
        {"23", ERROR_STORE_CHECK, FAULT_FINAL},
        {"22", ERROR_STORE_CHECK, FAULT_FINAL},
        {"40", ERROR_STORE_BUSY, FAULT_REPEAT},         // serialization, deadlock
        {"55P03", ERROR_STORE_BUSY, FAULT_REPEAT},      // lock_timeout
        {"57P", ERROR_STORE_UNREACHABLE, FAULT_LOST},   // it is shut down
        {"25P03", ERROR_STORE_UNREACHABLE, FAULT_LOST}, // idle in transaction for too long
        {"08", ERROR_STORE_UNREACHABLE, FAULT_LOST},
    };
    const char *message = PQerrorMessage(connection->session);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    // What libpq says by itself has no state: the server is gone.
    if (PQstatus(connection->session) != CONNECTION_OK || !state) {
        set_reason(error, ERROR_STORE_UNREACHABLE, message);
        return FAULT_LOST;
    }
    const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    for (size_t i = 0; i < sizeof MEANINGS / sizeof *MEANINGS; i++) {
        if (strncmp(state, MEANINGS[i].state, strlen(MEANINGS[i].state)) == 0) {
            set_reason(error, MEANINGS[i].code, primary ? primary : message);
            return MEANINGS[i].fault;
        }
    }
    set_reason(error, ERROR_STORE_FAILED, primary ? primary : message);
    return FAULT_FINAL;
}

static bool is_good(const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

static Fault postgres_script(Connection *connection, const char *sql, Error *error) {
    PGresult *result = PQexec(connection->session, sql);
    Fault fault = is_good(result) ? FAULT_NONE : fail(connection, result, error);
    PQclear(result);
    return fault;
}

static void postgres_disconnect(Connection *connection) {
    PQfinish(connection->session);
    free(connection->is_prepared);
    free(connection);
}

static bool open_session(Connection *connection, const ConnectionOptions *options, Error *error) {
    // What stands before dbname may be set otherwise in the location. A dead network is noticed
    // after about half a minute, not after the hours of TCP.
    static const char *const KEYWORDS[] = {"connect_timeout", "keepalives_idle",
        "keepalives_interval", "keepalives_count", "tcp_user_timeout", "application_name", "dbname",
        "client_encoding", NULL};
    const char *const values[] = {
        "5", "10", "5", "4", "30000", "immure", options->location, "UTF8", NULL};
    connection->session = PQconnectdbParams(KEYWORDS, values, 1);
    if (PQstatus(connection->session) != CONNECTION_OK) {
        set_reason(error, ERROR_STORE_UNREACHABLE, PQerrorMessage(connection->session));
        return false;
    }
    PQsetNoticeReceiver(connection->session, ignore_notice, NULL);
    char settings[400];
    snprintf(settings, sizeof settings,
        "SET synchronous_commit = on; SET statement_timeout = %d; SET lock_timeout = %d;"
        "SET idle_in_transaction_session_timeout = %d; SET standard_conforming_strings = on",
        3 * options->timeout_ms, options->timeout_ms, 3 * options->timeout_ms);
    return postgres_script(connection, settings, error) == FAULT_NONE;
}

static Connection *postgres_connect(const ConnectionOptions *options, Error *error) {
    Connection *connection = calloc(1, sizeof *connection);
    bool *is_prepared = calloc(options->statements->count + 1, sizeof(bool));
    if (!connection || !is_prepared) {
        abort();
    }
    connection->is_prepared = is_prepared;
    if (!open_session(connection, options, error)) {
        postgres_disconnect(connection);
        return NULL;
    }
    return connection;
}

static Fault postgres_begin(Connection *connection, StoreMode mode, Error *error) {
    return postgres_script(connection,
        mode == STORE_READ ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                           : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        error);
}

static Fault postgres_commit(Connection *connection, Error *error) {
    if (PQtransactionStatus(connection->session) != PQTRANS_INTRANS) {
        set_reason(error, ERROR_STORE_FAILED, "the transaction was ended by a statement of it");
        return FAULT_FINAL;
    }
    PGresult *result = PQexec(connection->session, "COMMIT");
    Fault fault = FAULT_NONE;
    if (!is_good(result)) {
        fault = fail(connection, result, error);
        if (fault == FAULT_LOST) {
            fault = FAULT_UNKNOWN;
            set_reason(error, ERROR_STORE_OUTCOME_UNKNOWN, PQerrorMessage(connection->session));
        }
    }
    PQclear(result);
    return fault;
}

static Fault postgres_undo(Connection *connection, Error *error) {
    return postgres_script(connection, "ROLLBACK", error);
}

// Parameters as libpq wants them.
typedef struct PqParameters {
    int count;
    const char **values;
    int *sizes;
    int *formats;
    char (*numbers)[32];
} PqParameters;

static void arguments_init(PqParameters *arguments, const Values *parameters) {
    size_t count = parameters->count;
    *arguments = (PqParameters){
        .count = (int)count,
        .values = calloc(count + 1, sizeof(char *)),
        .sizes = calloc(count + 1, sizeof(int)),
        .formats = calloc(count + 1, sizeof(int)),
        .numbers = calloc(count + 1, sizeof(char[32])),
    };
    if (!arguments->values || !arguments->sizes || !arguments->formats || !arguments->numbers) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        Value value = values_at(parameters, i);
        if (value.type == VALUE_INT) {
            snprintf(arguments->numbers[i], 32, "%lld", (long long)value.integer);
            arguments->values[i] = arguments->numbers[i];
        } else if (value.type == VALUE_REAL) {
            snprintf(arguments->numbers[i], 32, "%.17g", value.real);
            arguments->values[i] = arguments->numbers[i];
        } else if (value.type == VALUE_TEXT || value.type == VALUE_BLOB) {
            arguments->values[i] = value.bytes.data;
            arguments->sizes[i] = (int)value.bytes.size;
            arguments->formats[i] = value.type == VALUE_BLOB;
        }
    }
}

static void arguments_release(PqParameters *arguments) {
    free(arguments->values);
    free(arguments->sizes);
    free(arguments->formats);
    free(arguments->numbers);
}

static int64_t read_int64(const char *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return (int64_t)be64toh(number);
}

static bool read_cell(const PGresult *result, int row, int column, Value *value) {
    const char *bytes = PQgetvalue(result, row, column);
    Slice slice = {bytes, (size_t)PQgetlength(result, row, column)};
    *value = (Value){.type = VALUE_NULL};
    if (PQgetisnull(result, row, column)) {
        return true;
    }
    int64_t bits;
    uint32_t number;
    switch (PQftype(result, column)) {
    case OID_BOOL:
        *value = (Value){.type = VALUE_INT, .integer = bytes[0] != 0};
        return true;
    case OID_INT4:
        memcpy(&number, bytes, sizeof number);
        *value = (Value){.type = VALUE_INT, .integer = (int32_t)be32toh(number)};
        return true;
    case OID_INT8:
        *value = (Value){.type = VALUE_INT, .integer = read_int64(bytes)};
        return true;
    case OID_FLOAT8:
        bits = read_int64(bytes);
        value->type = VALUE_REAL;
        memcpy(&value->real, &bits, sizeof bits);
        return true;
    case OID_TEXT:
    case OID_VARCHAR:
        *value = (Value){.type = VALUE_TEXT, .bytes = slice};
        return true;
    case OID_BYTEA:
        *value = (Value){.type = VALUE_BLOB, .bytes = slice};
        return true;
    case OID_VOID:
        return true;
    default:
        return false;
    }
}

static Fault read_rows(const PGresult *result, Rows *rows, Error *error) {
    rows->column_count = (size_t)PQnfields(result);
    // Of a SELECT it is the number of rows.
    bool is_select = strncmp(PQcmdStatus((PGresult *)result), "SELECT", 6) == 0;
    rows->changes = is_select ? 0 : atoll(PQcmdTuples((PGresult *)result));
    for (int row = 0; row < PQntuples(result); row++) {
        for (int column = 0; column < PQnfields(result); column++) {
            Value value;
            if (!read_cell(result, row, column, &value)) {
                error_set(error, ERROR_STORE_FAILED,
                    "PostgreSQL: column %d has type %u: cast it to one that the store has", column,
                    PQftype(result, column));
                return FAULT_FINAL;
            }
            values_add(&rows->cells, value);
        }
    }
    return FAULT_NONE;
}

static Fault prepare(Connection *connection, const Statement *statement, Error *error) {
    if (connection->is_prepared[statement->index]) {
        return FAULT_NONE;
    }
    PGresult *result = PQprepare(connection->session, statement->name, statement->sql, 0, NULL);
    Fault fault = is_good(result) ? FAULT_NONE : fail(connection, result, error);
    PQclear(result);
    connection->is_prepared[statement->index] = fault == FAULT_NONE;
    return fault;
}

static Fault postgres_execute(Connection *connection, const Statement *statement,
    const Values *parameters, Rows *rows, Error *error) {
    Fault fault = statement->name ? prepare(connection, statement, error) : FAULT_NONE;
    if (fault != FAULT_NONE) {
        return fault;
    }
    PqParameters arguments;
    arguments_init(&arguments, parameters);
    PGresult *result = statement->name
                           ? PQexecPrepared(connection->session, statement->name, arguments.count,
                                 arguments.values, arguments.sizes, arguments.formats, 1)
                           : PQexecParams(connection->session, statement->sql, arguments.count,
                                 NULL, arguments.values, arguments.sizes, arguments.formats, 1);
    arguments_release(&arguments);
    fault = is_good(result) ? read_rows(result, rows, error) : fail(connection, result, error);
    PQclear(result);
    return fault;
}

static Fault postgres_shift_clock(Connection *connection, int64_t shift_ms, Error *error) {
    if (connection->shift_ms == shift_ms) {
        return FAULT_NONE;
    }
    connection->shift_ms = shift_ms;
    char sql[100];
    snprintf(sql, sizeof sql, "SET immure.clock_shift_ms = '%lld'", (long long)shift_ms);
    return postgres_script(connection, sql, error);
}

static Fault postgres_keep(Connection *connection, Error *error) {
    (void)connection;
    (void)error;
    return FAULT_NONE;
}

const Backend BACKEND_POSTGRES = {
    .dialect = DIALECT_POSTGRES,
    .connect = postgres_connect,
    .disconnect = postgres_disconnect,
    .begin = postgres_begin,
    .keep = postgres_keep,
    .commit = postgres_commit,
    .undo = postgres_undo,
    .execute = postgres_execute,
    .script = postgres_script,
    .shift_clock = postgres_shift_clock,
};
