#pragma once
// The numbered steps that make the schema, and the table schema_version that says how many were
// done.

#include "base/embedded.h"
#include "store/store.h"

// Opens a store whatever its schema, for who then looks at it or makes it.
Store *store_open_unchecked(const StoreOptions *options, Error *error);

// How many steps there are, and how many the database has seen; 0 if it is new.
int migrations_count(const EmbeddedFile *migrations);
bool migrations_version(Store *store, int *version, Error *error);

// Does the steps that are missing, each in a transaction of its own; of several processes that try,
// one does each. Refuses a database that has seen more of them.
bool migrations_run(Store *store, const EmbeddedFile *migrations, Error *error);

// Says that a schema is newer than the program, and returns false.
bool migrations_refuse_newer(int version, int known, Error *error);

// Whether a database that nobody may migrate now can be used.
bool migrations_check(Store *store, const EmbeddedFile *migrations, Error *error);
