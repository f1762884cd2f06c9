#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "api/api.h"
#include "api/operations.h"
#include "arena/contest_step.h"
#include "arena/house.h"
#include "arena/ladders.h"
#include "arena/links.h"
#include "arena/log_retention.h"
#include "arena/pipeline.h"
#include "arena/pulse.h"
#include "arena/requests.h"
#include "arena/retention.h"
#include "arena/similarities.h"
#include "base/clock.h"
#include "base/cores.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/server_data.h"
#include "cli/server_worker.h"
#include "cli/site_url.h"
#include "http/server.h"
#include "http/site.h"
#include "jobs/compile_job.h"
#include "jobs/keeper.h"
#include "jobs/pair_kind.h"
#include "jobs/selfplay_kind.h"

#define FILES_WANTED 8192
// They wait for the store, which has as many connections.
#define WAITING_THREADS 8
// Each takes 64 MiB and a core for some 60 ms.
#define PASSWORDS_AT_ONCE 2
#define PASSWORDS_WAITING 16
// Of the results that can be compared, how many in 1,000 are done again elsewhere.
#define RERUN_PERMILLE 20

// A thousand visitors need a thousand open files; many systems allow fewer until asked.
static void allow_many_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < FILES_WANTED) {
        files.rlim_cur = files.rlim_max < FILES_WANTED ? files.rlim_max : FILES_WANTED;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

typedef struct ServeOptions {
    ServerOptions server;
    Address proxy;
    AnalysesOptions analyses;
    ServerData data;
    Text url; // by which people find it; empty: nobody has said so
    int lease_s;
    int worker_cores; // of the server's own worker; 0: it has none
    bool is_demo;
    Log log;
} ServeOptions;

static bool read_options(const Arguments *arguments, ServeOptions *out, Error *error) {
    int cores = cores_count();
    const char *host = arguments_value(arguments, "host");
    const char *proxy = arguments_value(arguments, "behind-proxy");
    if (proxy && !address_parse(slice_from(proxy), &out->proxy)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_HOST,
            "--behind-proxy takes the proxy's address, e.g. 127.0.0.1, not %s",
            slice_quote(slice_from(proxy), quoted));
    }
    out->server = (ServerOptions){
        .host = host ? host : "127.0.0.1",
        .port = 8080,
        .folder = arguments_value(arguments, "site"),
        .files = &SITE_FILES,
        .thread_count = cores,
        .waiting_count = WAITING_THREADS,
        .patience_s = 30,
        .proxy = proxy ? &out->proxy : NULL,
        .log = &out->log,
    };
    out->lease_s = 60;
    out->log.level = arguments_flag(arguments, "log") ? LOG_INFO : LOG_WARNING;
    out->log.file = STDERR_FILENO;
    out->analyses = (AnalysesOptions){
        .worker_count = cores > 1 ? cores - 1 : 1, .memory_mb = ENGINE_MEMORY_DEFAULT_MB};
    out->worker_cores = cores > 1 ? cores - 1 : 1;
    out->is_demo = arguments_flag(arguments, "demo");
    if (!arguments_int(arguments, "worker-cores", 1, 1024, &out->worker_cores, error)) {
        return false;
    }
    if (arguments_flag(arguments, "no-worker")) {
        out->worker_cores = 0;
    }
    return arguments_int(arguments, "port", 0, 65535, &out->server.port, error) &&
           arguments_int(arguments, "patience", 1, 3600, &out->server.patience_s, error) &&
           arguments_int(arguments, "lease", 1, 3600, &out->lease_s, error) &&
           arguments_int(arguments, "threads", 1, 64, &out->server.thread_count, error) &&
           arguments_int(arguments, "workers", 1, 256, &out->analyses.worker_count, error) &&
           arguments_int(arguments, "memory-mb", 1, 1 << 20, &out->analyses.memory_mb, error);
}

// Tells where it serves; and, once, who has nobody to let others in, how to become the admin.
static int tell_address(const Server *server, const Text *url, Store *store, Error *error) {
    const char *own = server_outside_url(server);
    bool has_name = url->size > 0;
    Text line;
    text_init(&line);
    text_addf(&line, "serving %s%s%s\n", own, has_name ? " as " : "", url->data);
    char link[SECRET_SIZE] = "";
    bool is_told = !store || link_make_admin(store, true, link, error);
    if (*link) {
        text_addf(&line, "become the admin within a day at %s#/setup/%s\n",
            has_name ? url->data : own, link);
    }
    int status = is_told ? output_write(&line, error) : EXIT_FAILED;
    text_release(&line);
    return status;
}

// A program may be built without the page; whoever started it should not find out from a browser.
static void tell_missing_page(const ServeOptions *options) {
    if (!options->server.folder && SITE_FILES.count == 0) {
        fputs(
            "immure: note: this program was built without the page: `make page && make` builds it "
            "with the page, `make serve` also serves it\n",
            stderr);
    }
}

// Serves until one of the signals comes; `before` are those that were blocked until now. The
// server's own worker comes after the server and goes before it.
static int serve_until(const sigset_t *signals, const sigset_t *before, const ServeOptions *options,
    Store *store, Error *error) {
    Server *server = server_new(&options->server, error);
    ServerWorker *worker = NULL;
    if (server) {
        tell_missing_page(options);
    }
    int status = server ? tell_address(server, &options->url, store, error) : EXIT_FAILED;
    if (status == EXIT_OK && store && options->worker_cores > 0) {
        worker = server_worker_start(
            store, server_url(server), options->worker_cores, &options->log, error);
        status = worker ? EXIT_OK : EXIT_FAILED;
    }
    if (status == EXIT_OK) {
        int caught;
        sigwait(signals, &caught);
    }
    pthread_sigmask(SIG_SETMASK, before, NULL);
    server_worker_stop(worker);
    server_free(server);
    return status;
}

static void wake_streams(void *streams, const Analysis *analysis) {
    streams_wake(streams, analysis);
}

static void wake_watchers(void *streams, const void *source) {
    streams_wake(streams, source);
}

// What a server is made of, each part above those that it uses.
typedef struct Parts {
    Metrics *metrics;
    Streams streams;
    Analyses *analyses;
    Store *store; // null: there is none, and so no queue
    PairKind pair;
    PairSettler settler;
    JobKind kinds[5]; // the last one without a name
    Queue *queue;
    Keeper *keeper;
    Accounts *accounts;
    Ladders *ladders;
    Watches *watches;
    StandingsCache *standings;
    Retention retention;
    LogRetention log_retention;
    Steward *steward;
    SimilarityWatch similarity;
    Live *live;
    Rooms *rooms;
    Pulse *pulse;
    Api api;
    Operations operations;
} Parts;

// The queue in the store, which is the parts' from now on.
static bool make_queue(Parts *parts, const ServeOptions *options, Error *error) {
    pair_kind_init(&parts->pair, parts->metrics);
    pair_settler_add(&parts->settler, pipeline_on_pair, NULL);
    pair_settler_add(&parts->settler, request_on_pair, NULL);
    parts->kinds[0] = COMPILE_JOB;
    parts->kinds[0].settle = pipeline_settle_compilation;
    parts->kinds[1] = pair_kind(&parts->pair);
    parts->kinds[1].settle = pair_settle;
    parts->kinds[1].settle_context = &parts->settler;
    parts->kinds[2] = selfplay_kind(parts->store);
    parts->kinds[3] = ROOM_JOB;
    parts->queue = queue_new(&(QueueOptions){
        .store = parts->store,
        .kinds = parts->kinds,
        .lease_ms = options->lease_s * INT64_C(1000),
        .rerun_permille = RERUN_PERMILLE,
        .seed = (uint64_t)clock_now_ns(),
    });
    parts->keeper = keeper_new(parts->queue, &options->log, parts->metrics, error);
    parts->accounts = accounts_new(&(AccountsOptions){
        .store = parts->store,
        .passwords = {PASSWORD_COST, PASSWORDS_AT_ONCE, PASSWORDS_WAITING},
    });
    parts->live = live_new(&(LiveOptions){
        .store = parts->store, .on_change = wake_watchers, .context = &parts->streams});
    parts->rooms = rooms_new(&(RoomsOptions){
        .store = parts->store,
        .queue = parts->queue,
        .on_change = wake_watchers,
        .context = &parts->streams,
    });
    parts->pulse = pulse_new(parts->live, parts->rooms, &options->log, error);
    parts->steward = steward_new(&options->log);
    steward_add(parts->steward, "pipeline", pipeline_step, parts->store);
    parts->standings = standings_cache_new();
    parts->watches = watches_new(parts->store, wake_watchers, &parts->streams);
    parts->ladders = ladders_new(parts->store);
    steward_add(parts->steward, "ladders", ladders_step, parts->ladders);
    steward_add(parts->steward, "contests", contests_step, parts->queue);
    parts->similarity.store = parts->store;
    steward_add(parts->steward, "similarities", similarities_step, &parts->similarity);
    parts->retention.store = parts->store;
    steward_add(parts->steward, "retention", retention_step, &parts->retention);
    parts->log_retention.store = parts->store;
    steward_add(parts->steward, "log-retention", log_retention_step, &parts->log_retention);
    steward_add(parts->steward, "watches", watches_step, parts->watches);
    return parts->keeper && parts->pulse && house_add(parts->store, error) &&
           (!options->is_demo || house_add_demo(parts->store, error)) &&
           steward_start(parts->steward, error);
}

// Release the parts also if it fails.
static bool make_parts(Parts *parts, Store *store, ServeOptions *options, Error *error) {
    *parts = (Parts){.metrics = metrics_new(), .store = store};
    streams_init(&parts->streams);
    options->analyses.on_change = wake_streams;
    options->analyses.context = &parts->streams;
    parts->analyses = analyses_new(&options->analyses, error);
    if (!parts->analyses || (store && !make_queue(parts, options, error))) {
        return false;
    }
    parts->api = (Api){
        .analyses = parts->analyses,
        .queue = parts->queue,
        .accounts = parts->accounts,
        .live = parts->live,
        .rooms = parts->rooms,
        .standings = parts->standings,
        .watches = parts->watches,
        .steward = parts->steward,
        .replay = site_replay(&SITE_FILES),
    };
    parts->operations = (Operations){
        .interface = api_handler(&parts->api),
        .metrics = parts->metrics,
        .queue = parts->queue,
    };
    options->server.handler = operations_handler(&parts->operations);
    options->server.metrics = parts->metrics;
    options->server.streams = &parts->streams;
    return true;
}

static void release_parts(Parts *parts) {
    steward_free(parts->steward);
    watches_free(parts->watches);
    standings_cache_free(parts->standings);
    ladders_free(parts->ladders);
    pulse_free(parts->pulse);
    rooms_free(parts->rooms);
    live_free(parts->live);
    accounts_free(parts->accounts);
    keeper_free(parts->keeper);
    queue_free(parts->queue);
    store_free(parts->store);
    analyses_free(parts->analyses);
    streams_release(&parts->streams);
    metrics_free(parts->metrics);
}

// The signals that end it are blocked before the first thread starts and fetched by this one; after
// the first they have their usual effect, for whoever does not want to wait. The store is closed
// last, when every answer is given.
static int serve(ServeOptions *options, Error *error) {
    sigset_t signals;
    sigset_t before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    signal(SIGPIPE, SIG_IGN);
    Store *store;
    if (!server_data_open(&options->data, &store, error)) {
        return EXIT_FAILED;
    }
    Parts parts;
    int status = make_parts(&parts, store, options, error)
                     ? serve_until(&signals, &before, options, store, error)
                     : EXIT_FAILED;
    release_parts(&parts);
    return status;
}

static int run(const Arguments *arguments, Error *error) {
    ServeOptions options;
    int status = EXIT_BAD_INPUT;
    text_init(&options.url);
    if (server_data_read(&options.data, arguments, error) &&
        site_url_read(arguments, &options.url, error) && read_options(arguments, &options, error)) {
        allow_many_files();
        status = serve(&options, error);
    }
    server_data_release(&options.data);
    text_release(&options.url);
    return status;
}

static const Option OPTIONS[] = {
    {"port", "N", "the port to serve on (default 8080); 0 takes any free one", NULL, false},
    {"host", "NAME", "the address to serve on (default 127.0.0.1: this machine alone)", NULL,
        false},
    {"url", "URL",
        "where people find the page, if that is elsewhere (a name, a proxy): begins the link to "
        "the "
        "first admin",
        NULL, false},
    {"site", "DIR", "serve the page from this folder instead of the built-in one", NULL, false},
    {"data", "DIR",
        "the folder of the server's data, with the store as an SQLite file (default "
        "$XDG_DATA_HOME/immure, or else ~/.local/share/immure)",
        NULL, false},
    OPTION_STORE,
    {"no-store", NULL, "keep nothing: the page and analyses, no arena and no worker", NULL, false},
    {"demo", NULL,
        "fill an arena where nobody has a bot yet with our engines, which play each other on two "
        "ladders",
        NULL, false},
    {"lease", "S", "seconds after which a silent worker's jobs go to others (default 60)", NULL,
        false},
    {"no-worker", NULL, "leave all jobs to workers elsewhere", NULL, false},
    {"worker-cores", "N",
        "jobs that the server's own worker does at a time (default one less than there are cores, "
        "at least 1)",
        NULL, false},
    {"workers", "N",
        "analyses for visitors at a time (default one less than there are cores, at least 1)", NULL,
        false},
    {"memory-mb", "M", "MB of memory for each of these analyses (default 200)", NULL, false},
    {"threads", "N", "threads that answer requests (default one a core)", NULL, false},
    {"patience", "S", "seconds that a client gets to send a request, or to go on (default 30)",
        NULL, false},
    {"behind-proxy", "ADDRESS",
        "a proxy at this address names visitors in X-Forwarded-For: count them, not the proxy",
        NULL, false},
    {"log", NULL, "lines of JSON on standard error for each request, too, not only for trouble",
        NULL, false},
    OPTIONS_END,
};

const Command COMMAND_SERVE = {
    .name = "serve",
    .operands = "",
    .summary = "serve the page, an arena and a JSON interface",
    .description =
        "Serves the page and a JSON interface under /api/v1/, with native analysis for visitors "
        "under a queue and limits. With a store, which it makes unless --no-store is given, it has "
        "an arena: accounts, bots that are handed in, compiled and judged, ladders, contests, "
        "games "
        "to watch and to join. The store also has the queue of jobs, which immure worker, immure "
        "match --server and others use; a worker of the server's own does jobs in a sandbox on "
        "this "
        "machine. Prints the address (`serving`), and a link to the first admin's account as long "
        "as there is none; runs until it is interrupted, then streams are closed and it exits with "
        "0. docs/operations.md tells more.",
    .options = OPTIONS,
    .run = run,
};
