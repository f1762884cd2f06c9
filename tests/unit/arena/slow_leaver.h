#pragma once
// Somebody who leaves slowly (slow_writer.h): the account is deleted, and others do not see it yet.

#include "arena/people.h"
#include "unit/arena/slow_writer.h"

typedef struct SlowLeaver {
    SlowWriter writer;
    int64_t person_id;
} SlowLeaver;

static inline bool slow_leaver_leave(StoreTx *tx, void *context, Error *error) {
    return person_delete(tx, ((const SlowLeaver *)context)->person_id, error);
}

static inline void slow_leaver_begin(SlowLeaver *leaver, Store *store, int64_t person_id) {
    leaver->person_id = person_id;
    slow_writer_begin(&leaver->writer, store, slow_leaver_leave, leaver);
}

static inline void slow_leaver_end(SlowLeaver *leaver) {
    slow_writer_end(&leaver->writer);
}
