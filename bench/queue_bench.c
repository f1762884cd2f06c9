// Leases and results a second on both stores, as lines of `name value`.
//
//     queue_bench FOLDER
//
// JOBS jobs of 16 groups and owners wait. Threads, each a host, claim one job at a time until all
// are leased, then send a result for each. Commits are synchronised to disk on both. FOLDER is
// where the SQLite file goes; PostgreSQL's are under $TMPDIR.

#include <pthread.h>
#include <stdlib.h>

#include "both_stores.h"

#include "base/clock.h"
#include "jobs/hosts.h"
#include "jobs/queue.h"
#include "jobs/tokens.h"

enum { THREADS = 16, JOBS = 4000, BATCH = 250 };

typedef struct Lease {
    int64_t id;
    int64_t took_ns;
    char attempt[SECRET_SIZE];
} Lease;

typedef struct BenchHost {
    Queue *queue;
    HostProof proof;
    char key[SECRET_SIZE];
    Lease *leases;
    size_t count;
    pthread_t thread;
} BenchHost;

static void must(bool is_done, const Error *error) {
    if (!is_done) {
        fprintf(stderr, "queue_bench: %s\n", error->text);
        exit(1);
    }
}

static void submit(Queue *queue, int number) {
    char owner[16];
    static char names[BATCH][8];
    static JobSpec specs[BATCH];
    Error error;
    JobGroup group;
    JobsAdded added;
    snprintf(owner, sizeof owner, "owner-%d", number);
    must(
        queue_group(queue, slice_from(owner), slice_from("1"), slice_from("bench"), &group, &error),
        &error);
    for (int i = 0; i < BATCH; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        specs[i] = job_spec();
        specs[i].name = slice_from(names[i]);
        specs[i].kind = slice_from("pair");
        specs[i].payload = slice_from("{\"seed\":1}");
    }
    must(queue_add(queue, slice_from(owner), group.id, specs, BATCH, &added, &error), &error);
}

static void enter(BenchHost *host, Queue *queue, int number) {
    char name[16];
    char secret[SECRET_SIZE];
    Token token;
    Error error;
    Store *store = queue_store(queue);
    snprintf(name, sizeof name, "host-%d", number);
    HostHello hello = {.name = slice_from(name),
        .version = slice_from("1"),
        .bench = slice_from("b"),
        .cores = 1,
        .speed = 1};
    *host = (BenchHost){.queue = queue, .leases = calloc(JOBS, sizeof *host->leases)};
    must(token_add(store, slice_from(name), SCOPE_WORKER, secret, &error), &error);
    must(token_find(store, slice_from(secret), &token, &error), &error);
    must(host_add(store, token.id, "1", &hello, &host->proof.host_id, host->key, &error), &error);
    host->proof.token_id = token.id;
    host->proof.key = slice_from(host->key);
}

static void *claim_all(void *context) {
    BenchHost *host = context;
    const Slice kind = slice_from("pair");
    for (;;) {
        Error error;
        ClaimedJobs claimed;
        int64_t start_ns = clock_now_ns();
        must(queue_claim(host->queue, &host->proof, 1, &kind, 1, &claimed, &error), &error);
        if (claimed.count == 0) {
            return NULL;
        }
        Lease *lease = &host->leases[host->count++];
        *lease = (Lease){.id = claimed.items[0].id, .took_ns = clock_now_ns() - start_ns};
        memcpy(lease->attempt, claimed.items[0].attempt, sizeof lease->attempt);
        claimed_jobs_release(&claimed);
    }
}

static void *finish_all(void *context) {
    BenchHost *host = context;
    for (size_t i = 0; i < host->count; i++) {
        Error error;
        const Lease *lease = &host->leases[i];
        must(queue_finish(host->queue, lease->id, slice_from(lease->attempt),
                 slice_from("{\"games\":[]}"), NULL, 0, &error),
            &error);
    }
    return NULL;
}

// Runs all hosts at once and prints what they did a second.
static void measure(BenchHost *hosts, void *(*run)(void *), const char *store, const char *what) {
    int64_t start_ns = clock_now_ns();
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&hosts[i].thread, NULL, run, &hosts[i]);
    }
    size_t count = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(hosts[i].thread, NULL);
        count += hosts[i].count;
    }
    double seconds = (double)(clock_now_ns() - start_ns) / (double)NS_PER_S;
    printf("queue_%s_%s_per_s %.0f\n", store, what, (double)count / seconds);
    fflush(stdout);
    if (count != JOBS) {
        fprintf(stderr, "queue_bench: %zu jobs instead of %d\n", count, JOBS);
        exit(1);
    }
}

static int by_time(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void print_latency(const BenchHost *hosts, const char *store) {
    int64_t *times = calloc(JOBS, sizeof *times);
    size_t count = 0;
    for (int i = 0; i < THREADS; i++) {
        for (size_t k = 0; k < hosts[i].count; k++) {
            times[count++] = hosts[i].leases[k].took_ns;
        }
    }
    qsort(times, count, sizeof *times, by_time);
    printf("queue_%s_lease_ms_p50 %.1f\n", store, (double)times[count / 2] / (double)NS_PER_MS);
    printf(
        "queue_%s_lease_ms_p99 %.1f\n", store, (double)times[count * 99 / 100] / (double)NS_PER_MS);
    free(times);
}

static void bench_store(const char *location, const char *name) {
    Error error;
    Store *store = store_open(
        &(StoreOptions){.location = location, .migrate = true, .connections = THREADS}, &error);
    must(store, &error);
    Queue *queue = queue_new(&(QueueOptions){.store = store, .seed = 1});
    static BenchHost hosts[THREADS];
    for (int i = 0; i < JOBS / BATCH; i++) {
        submit(queue, i);
    }
    for (int i = 0; i < THREADS; i++) {
        enter(&hosts[i], queue, i);
    }
    measure(hosts, claim_all, name, "leases");
    print_latency(hosts, name);
    measure(hosts, finish_all, name, "results");
    for (int i = 0; i < THREADS; i++) {
        free(hosts[i].leases);
    }
    queue_free(queue);
    store_free(store);
}

int main(int argc, char **argv) {
    return bench_both_stores(argc, argv, bench_store);
}
