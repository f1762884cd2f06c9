#pragma once
// The numbered steps that make the schema, and the table schema_version that says how many were done.

#include "base/embedded.h"
#include "store/store.h"

// How many steps there are, and how many the database has seen; 0 if it is new.
int migrations_count(const EmbeddedFile *migrations);
bool migrations_version(Store *store, int *version, Error *error);

// Does the steps that are missing, each in a transaction of its own; of several processes that try,
// one does each. Refuses a database that has seen more of them.
bool migrations_run(Store *store, const EmbeddedFile *migrations, Error *error);

// Whether a database that nobody may migrate now can be used.
bool migrations_check(Store *store, const EmbeddedFile *migrations, Error *error);
