#pragma once
// All rows of all tables from one store into another of the same schema, whichever databases they
// are.

#include "store/store.h"

// One of the two is in SQLite and is asked for the tables. What the schema itself put into the
// other is replaced.
bool copy_rows(Store *to, Store *from, Store *sqlite, Error *error);
