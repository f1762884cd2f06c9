#pragma once
// A backup is an SQLite file, whichever database it was made of, and is restored into either.
//
// So one path serves four ways, moving from SQLite to PostgreSQL among them. Rows are copied in one
// snapshot while the server works on; the file is complete or not there. A PostgreSQL server with
// much in it is better served by its own tools (pg_basebackup and its log), which copy pages and
// can go back to any moment: docs/store.md.

#include "store/store.h"

// Writes a backup of a store of the program's schema to a file that is not there yet.
bool store_backup(const char *location, const char *path, Error *error);

// Fills a new store. A backup of an older schema is migrated. Refuses a store that has anything in
// it (STORE_NOT_EMPTY) and a backup of a newer program (STORE_NEW).
bool store_restore(const char *path, const char *location, Error *error);
