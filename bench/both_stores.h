#pragma once
// What benches of the store share: the same work on SQLite and on a PostgreSQL of their own, both
// with commits that are synchronised to disk.

#include <stdio.h>
#include <unistd.h>

#include "unit/support/postgres_server.h"

typedef void StoreBench(const char *location, const char *database);

// The main of such a bench: its only word is the folder of the SQLite file.
static inline int bench_both_stores(int argc, char **argv, StoreBench *bench) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    char location[POSTGRES_URL_SIZE];
    snprintf(location, sizeof location, "%s/bench.db", argv[1]);
    unlink(location);
    bench(location, "sqlite");
    unlink(location);
    PostgresServer server;
    postgres_server_start(&server, "--durable");
    postgres_server_ask(&server, "database", location);
    bench(location, "postgres");
    postgres_server_stop(&server);
    return 0;
}
