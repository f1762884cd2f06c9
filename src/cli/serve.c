#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "arena/server.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "match/runner.h"

#define FILES_WANTED 8192

static void log_line(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "%s\n", line);
}

// A thousand visitors need a thousand open files; many systems allow fewer until asked.
static void allow_many_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < FILES_WANTED) {
        files.rlim_cur = files.rlim_max < FILES_WANTED ? files.rlim_max : FILES_WANTED;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static bool read_options(const Arguments *arguments, ServerOptions *options, Error *error) {
    int cores = match_core_count();
    const char *host = arguments_value(arguments, "host");
    *options = (ServerOptions){
        .host = host ? host : "127.0.0.1",
        .port = 8080,
        .folder = arguments_value(arguments, "site"),
        .files = &SITE_FILES,
        .thread_count = cores,
        .worker_count = cores > 1 ? cores - 1 : 1,
        .memory_mb = 200,
        .patience_s = 30,
        .has_proxy = arguments_flag(arguments, "behind-proxy"),
        .log = arguments_flag(arguments, "log") ? log_line : NULL,
    };
    return arguments_int(arguments, "port", 0, 65535, &options->port, error) &&
           arguments_int(arguments, "patience", 1, 3600, &options->patience_s, error) &&
           arguments_int(arguments, "threads", 1, 64, &options->thread_count, error) &&
           arguments_int(arguments, "workers", 1, 256, &options->worker_count, error) &&
           arguments_int(arguments, "memory-mb", 1, 1 << 20, &options->memory_mb, error);
}

// Serves until it is told to stop. The signals are blocked in all threads and fetched here; after
// the first one they have their usual effect, for whoever does not want to wait.
static int serve(const ServerOptions *options, Error *error) {
    sigset_t signals;
    sigset_t before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    signal(SIGPIPE, SIG_IGN);
    Server *server = server_new(options, error);
    int status = EXIT_FAILED;
    if (server) {
        Text line;
        text_init(&line);
        text_addf(&line, "serving %s\n", server_url(server));
        status = output_write(&line, error);
        text_release(&line);
    }
    if (status == EXIT_OK) {
        int caught;
        sigwait(&signals, &caught);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    server_free(server);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    ServerOptions options;
    if (!read_options(arguments, &options, error)) {
        return EXIT_BAD_INPUT;
    }
    allow_many_files();
    return serve(&options, error);
}

static const Option OPTIONS[] = {
    {"port", "N", "the port to serve on (default 8080); 0 takes any free one", NULL, false},
    {"host", "NAME", "the address to serve on (default 127.0.0.1: this machine alone)", NULL,
        false},
    {"site", "DIR", "serve the page from this folder instead of the built-in one", NULL, false},
    {"workers", "N", "analyses at a time (default one less than there are cores)", NULL, false},
    {"memory-mb", "M", "memory for each of them (default 200)", NULL, false},
    {"threads", "N", "threads that answer requests (default one a core)", NULL, false},
    {"patience", "S", "seconds that a client gets to send a request, or to go on (default 30)",
        NULL, false},
    {"behind-proxy", NULL,
        "a proxy in front names the visitor in X-Forwarded-For: count him, not the proxy", NULL,
        false},
    {"log", NULL, "a line of JSON on standard error for each request", NULL, false},
    OPTIONS_END,
};

const Command COMMAND_SERVE = {
    .name = "serve",
    .operands = "",
    .summary = "the board in the browser, and the interface behind it",
    .description =
        "Serves the page and a JSON interface under /api/v1/, with native analysis for visitors "
        "under a queue and limits. Prints the address (`serving`) and runs until it is "
        "interrupted; "
        "then streams are closed and it exits with 0.",
    .options = OPTIONS,
    .run = run,
};
