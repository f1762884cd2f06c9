#include "store/statements.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MARK "-- name: "

static bool is_word_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '_';
}

// The types of PostgreSQL in the words of SQLite's STRICT tables.
static const struct {
    const char *postgres;
    const char *sqlite;
} TYPES[] = {
    {"BIGINT", "INTEGER"},
    {"BYTEA", "BLOB"},
    {"DOUBLE PRECISION", "REAL"},
};

// Copies a line word by word.
static void add_line_for_sqlite(Slice line, Text *out) {
    bool in_word = false;
    while (line.size > 0) {
        size_t skip = 1;
        const char *instead = NULL;
        for (size_t i = 0; !in_word && i < sizeof TYPES / sizeof *TYPES; i++) {
            size_t size = strlen(TYPES[i].postgres);
            if (slice_starts(line, TYPES[i].postgres) &&
                (line.size == size || !is_word_byte(line.data[size]))) {
                skip = size;
                instead = TYPES[i].sqlite;
            }
        }
        if (instead) {
            text_add(out, instead);
        } else {
            text_add_byte(out, line.data[0]);
        }
        in_word = is_word_byte(line.data[skip - 1]);
        line = slice_skip(line, skip);
    }
}

void statement_translate(Slice text, Dialect dialect, Text *out) {
    static const char *const MARKS[] = {
        [DIALECT_SQLITE] = "--sqlite:",
        [DIALECT_POSTGRES] = "--pg:",
    };
    Slice line;
    while (slice_next_line(&text, &line)) {
        line = slice_trim(line);
        if (slice_starts(line, MARKS[dialect])) {
            line = slice_trim(slice_skip(line, strlen(MARKS[dialect])));
        }
        if (line.size == 0 || slice_starts(line, "--")) {
            continue;
        }
        if (dialect == DIALECT_SQLITE) {
            add_line_for_sqlite(line, out);
        } else {
            text_add_slice(out, line);
        }
        text_add_byte(out, '\n');
    }
}

int statement_parameters(const char *sql) {
    int greatest = 0;
    for (const char *at = strchr(sql, '$'); at; at = strchr(at + 1, '$')) {
        int number = atoi(at + 1);
        greatest = number > greatest ? number : greatest;
    }
    return greatest;
}

static int compare(const void *left, const void *right) {
    return strcmp(((const Statement *)left)->name, ((const Statement *)right)->name);
}

static void add_statement(Statements *statements, Slice name, Slice text, Dialect dialect) {
    Text sql;
    text_init(&sql);
    statement_translate(text, dialect, &sql);
    assert(name.size > 0 && sql.size > 0 && "a statement has a name and a text");
    Statement *items =
        reallocarray(statements->items, statements->count + 1, sizeof *statements->items);
    char *name_copy = strndup(name.data, name.size);
    char *sql_copy = strndup(sql.data, sql.size);
    if (!items || !name_copy || !sql_copy) {
        abort();
    }
    statements->items = items;
    items[statements->count++] = (Statement){
        .name = name_copy,
        .sql = sql_copy,
        .parameter_count = statement_parameters(sql_copy),
    };
    text_release(&sql);
}

static void read_file(Statements *statements, Slice rest, Dialect dialect) {
    Slice name = {0};
    Slice line;
    const char *start = rest.data;
    const char *end = rest.data;
    while (slice_next_line(&rest, &line)) {
        if (slice_starts(line, NAME_MARK)) {
            if (name.size > 0) {
                add_statement(statements, name, (Slice){start, (size_t)(end - start)}, dialect);
            }
            name = slice_trim(slice_skip(line, strlen(NAME_MARK)));
            start = rest.data;
        }
        end = rest.data;
    }
    if (name.size > 0) {
        add_statement(statements, name, (Slice){start, (size_t)(end - start)}, dialect);
    }
}

void statements_read(Statements *statements, const EmbeddedFile *files, Dialect dialect) {
    *statements = (Statements){0};
    for (; files->name; files++) {
        read_file(statements, files->bytes, dialect);
    }
    if (statements->count > 0) {
        qsort(statements->items, statements->count, sizeof *statements->items, compare);
    }
    for (size_t i = 0; i < statements->count; i++) {
        Statement *statement = &statements->items[i];
        assert((i == 0 || compare(statement - 1, statement) != 0) && "two of one name");
        statement->index = i;
    }
}

void statements_release(Statements *statements) {
    for (size_t i = 0; i < statements->count; i++) {
        free(statements->items[i].name);
        free(statements->items[i].sql);
    }
    free(statements->items);
}

const Statement *statements_find(const Statements *statements, const char *name) {
    Statement key = {.name = (char *)name};
    return statements->count == 0 ? NULL
                                  : bsearch(&key, statements->items, statements->count,
                                        sizeof *statements->items, compare);
}
