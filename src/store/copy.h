#pragma once
// All rows of all tables from one store into another of the same schema, whichever databases they
// are.

#include "store/store.h"

// One of the two is in SQLite and is asked for the tables. STORE_NOT_EMPTY if the other store has
// any row but those of its schema's version, which are replaced.
bool copy_rows(Store *to, Store *from, Store *sqlite, Error *error);
