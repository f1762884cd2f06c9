#pragma once
// The statements of all modules, read from the SQL files that are part of the program and put into
// the words of one database (store.h says how such a file is written).

#include "base/embedded.h"
#include "base/text.h"

typedef enum Dialect { DIALECT_SQLITE, DIALECT_POSTGRES } Dialect;

typedef struct Statement {
    char *name;
    char *sql;
    int parameter_count; // the greatest $N in it
    size_t index;        // among all statements, for what a connection knows about each
} Statement;

typedef struct Statements {
    Statement *items; // in order of their names
    size_t count;
} Statements;

extern const EmbeddedFile SQL_FILES[];
extern const EmbeddedFile MIGRATION_FILES[];

// Appends the lines of a text that are for a dialect, in its words.
void statement_translate(Slice text, Dialect dialect, Text *out);

// The greatest $N of a statement.
int statement_parameters(const char *sql);

// Reads all blocks. A name that is there twice or has a bad block is a programmer's error (assert).
void statements_read(Statements *statements, const EmbeddedFile *files, Dialect dialect);
void statements_release(Statements *statements);

// Null if there is none of that name.
const Statement *statements_find(const Statements *statements, const char *name);
