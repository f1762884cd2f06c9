#pragma once
// A PostgreSQL server of a test's own (postgres_server.py), which ends with the test however that
// ends: it reads from a pipe of which nobody else has the other end.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct PostgresServer {
    pid_t pid;
    FILE *to;
    FILE *from;
} PostgresServer;

#define POSTGRES_URL_SIZE 256

// One word to the server, one line back.
static inline void postgres_server_ask(
    PostgresServer *server, const char *command, char answer[POSTGRES_URL_SIZE]) {
    fprintf(server->to, "%s\n", command);
    fflush(server->to);
    if (!fgets(answer, POSTGRES_URL_SIZE, server->from)) {
        fprintf(stderr, "the PostgreSQL server is gone\n");
        exit(1);
    }
    answer[strcspn(answer, "\n")] = '\0';
}

static inline void postgres_server_start(PostgresServer *server, const char *option) {
    int to[2];
    int from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) {
        perror("pipe");
        exit(1);
    }
    char path[500];
    const char *source = getenv("IMMURE_SOURCE");
    snprintf(path, sizeof path, "%s/tests/unit/support/postgres_server.py", source ? source : ".");
    server->pid = fork();
    if (server->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execlp("python3", "python3", path, option, NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    server->to = fdopen(to[1], "w");
    server->from = fdopen(from[0], "r");
    char answer[POSTGRES_URL_SIZE];
    postgres_server_ask(server, "", answer); // `ready`
}

static inline void postgres_server_stop(PostgresServer *server) {
    fclose(server->to);
    fclose(server->from);
    waitpid(server->pid, NULL, 0);
}
