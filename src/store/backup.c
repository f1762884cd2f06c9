#include "store/backup.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fd.h"
#include "store/copy.h"
#include "store/migrations.h"
#include "store/statements.h"

// The first steps of the program's own list.
enum { STEPS_MAX = 1000 };

static bool migrate_to(Store *store, int version, Error *error) {
    EmbeddedFile steps[STEPS_MAX] = {0};
    int known = migrations_count(MIGRATION_FILES);
    if (version > known) {
        return migrations_refuse_newer(version, known, error);
    }
    assert(version < STEPS_MAX);
    memcpy(steps, MIGRATION_FILES, (size_t)version * sizeof *steps);
    return migrations_run(store, steps, error);
}

// Makes the schema of the source in an empty store and copies all rows. One that was killed in the
// middle of this is still empty.
static bool fill(Store *to, Store *from, Store *sqlite, Error *error) {
    int version;
    int version_there;
    if (!migrations_version(from, &version, error) ||
        !migrations_version(to, &version_there, error)) {
        return false;
    }
    if (version_there > version) {
        return error_set(error, ERROR_STORE_NOT_EMPTY,
            "that store has a newer schema than the backup: restore into a new one");
    }
    if (version == 0) {
        return error_set(error, ERROR_STORE_OLD, "there is no schema: this is no store of immure");
    }
    return migrate_to(to, version, error) && copy_rows(to, from, sqlite, error);
}

bool store_restore(const char *path, const char *location, Error *error) {
    Store *from = store_open_unchecked(&(StoreOptions){.location = path, .is_reader = true}, error);
    Store *to = from ? store_open_unchecked(&(StoreOptions){.location = location}, error) : NULL;
    bool done = to && fill(to, from, from, error) && migrations_run(to, MIGRATION_FILES, error);
    store_free(to);
    store_free(from);
    return done;
}

static bool write_backup(Store *from, const char *path, Error *error) {
    Store *to = store_open_unchecked(&(StoreOptions){.location = path, .is_backup = true}, error);
    bool done = to && fill(to, from, to, error);
    store_free(to);
    return done;
}

static void remove_with(const char *path, const char *suffix) {
    Text name;
    text_init(&name);
    text_addf(&name, "%s%s", path, suffix);
    unlink(name.data);
    text_release(&name);
}

static void remove_database(const char *path) {
    static const char *const SUFFIXES[] = {"", "-journal", "-lock"};
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++) {
        remove_with(path, SUFFIXES[i]);
    }
}

// Names the file, unless there is one of that name.
static bool publish(const char *temporary, const char *path, Error *error) {
    if (link(temporary, path) != 0 || !fd_sync_folder(path)) {
        return error_set(
            error, ERROR_FILE_UNWRITABLE, "%.100s cannot be written: %s", path, strerror(errno));
    }
    return true;
}

bool store_backup(const char *location, const char *path, Error *error) {
    if (access(path, F_OK) == 0) {
        return error_set(error, ERROR_FILE_UNWRITABLE,
            "%.100s is there already: a backup never replaces a file", path);
    }
    Store *from = store_open(&(StoreOptions){.location = location, .is_reader = true}, error);
    if (!from) {
        return false;
    }
    Text temporary;
    text_init(&temporary);
    text_addf(&temporary, "%s.%ld.partial", path, (long)getpid());
    remove_database(temporary.data);
    bool done = write_backup(from, temporary.data, error) && publish(temporary.data, path, error);
    remove_database(temporary.data);
    text_release(&temporary);
    store_free(from);
    return done;
}
