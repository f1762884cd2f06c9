#include <stdio.h>

#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/store_options.h"
#include "store/backup.h"
#include "store/check.h"
#include "store/migrations.h"
#include "store/statements.h"

static int backup(const Arguments *arguments, const char *location, Text *out, Error *error) {
    const char *path = arguments_value(arguments, "out");
    if (!path) {
        error_set(error, ERROR_OPTION_MISSING, "store backup needs --out FILE");
        return EXIT_BAD_INPUT;
    }
    text_addf(out, "backup %s\n", path);
    return store_backup(location, path, error) ? EXIT_OK : EXIT_FAILED;
}

static int restore(const Arguments *arguments, const char *location, Text *out, Error *error) {
    text_addf(out, "restored %s\n", arguments->operands[0]);
    return store_restore(arguments->operands[0], location, error) ? EXIT_OK : EXIT_FAILED;
}

static void add_problem(void *context, const char *problem) {
    (void)context;
    fprintf(stderr, "immure: %s\n", problem);
}

static int check(const Arguments *arguments, const char *location, Text *out, Error *error) {
    (void)arguments;
    StoreCheck found = {.report = add_problem};
    int version = 0;
    Store *store = store_open(&(StoreOptions){.location = location, .is_reader = true}, error);
    bool done =
        store && migrations_version(store, &version, error) && store_check(store, &found, error);
    store_free(store);
    text_addf(out, "schema %d\nblobs %lld\nblob_bytes %lld\nproblems %lld\n", version,
        (long long)found.blob_count, (long long)found.blob_bytes, (long long)found.problem_count);
    if (!done) {
        return EXIT_FAILED;
    }
    if (found.problem_count > 0) {
        output_write(out, error);
        error_set(error, ERROR_STORE_FAILED, "the store is damaged: restore a backup");
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

static int migrate(const Arguments *arguments, const char *location, Text *out, Error *error) {
    (void)arguments;
    int before = 0;
    Store *store = store_open_unchecked(&(StoreOptions){.location = location}, error);
    bool done = store && migrations_version(store, &before, error) &&
                migrations_run(store, MIGRATION_FILES, error);
    store_free(store);
    text_addf(out, "schema %d -> %d\n", before, migrations_count(MIGRATION_FILES));
    return done ? EXIT_OK : EXIT_FAILED;
}

static int run_backup(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, backup, error);
}

static int run_restore(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, restore, error);
}

static int run_check(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, check, error);
}

static int run_migrate(const Arguments *arguments, Error *error) {
    return options_run_at_store(arguments, migrate, error);
}

static const Option OPTIONS[] = {
    OPTION_DATA,
    OPTION_STORE,
    OPTIONS_END,
};

static const Option BACKUP_OPTIONS[] = {
    {"out", "FILE", "the backup; it must not be there yet", NULL, false},
    OPTION_DATA,
    OPTION_STORE,
    OPTIONS_END,
};

const Command COMMAND_STORE_BACKUP = {
    .name = "store backup",
    .operands = "--data DIR|--store URL --out FILE",
    .summary = "copy a server's store to a file, while it runs",
    .description =
        "Writes all that the store has at one moment to one SQLite file, whether the store is in "
        "SQLite or in PostgreSQL. The server goes on meanwhile.",
    .options = BACKUP_OPTIONS,
    .run = run_backup,
};

const Command COMMAND_STORE_RESTORE = {
    .name = "store restore",
    .operands = "FILE --data DIR|--store URL",
    .summary = "fill a new store from a backup",
    .description =
        "Fills a store that is empty or not there yet, in SQLite or in PostgreSQL, from a backup "
        "of "
        "either, so this is also how to move from one to the other. An older backup is migrated.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run_restore,
};

const Command COMMAND_STORE_CHECK = {
    .name = "store check",
    .operands = "--data DIR|--store URL",
    .summary = "look for damage in a server's store",
    .description =
        "Reads the whole store, also while its server runs: pages and foreign keys (SQLite), the "
        "bytes of every blob against their hash, and the counts of references. Exits with 1 and "
        "says what is wrong if something is.",
    .options = OPTIONS,
    .run = run_check,
};

const Command COMMAND_STORE_MIGRATE = {
    .name = "store migrate",
    .operands = "--data DIR|--store URL",
    .summary = "bring a store up to this program's schema",
    .description =
        "Makes the tables of a new store, or does the steps that an older one has not seen, each "
        "at once or not at all. Stop the servers and make a backup first.",
    .options = OPTIONS,
    .run = run_migrate,
};
