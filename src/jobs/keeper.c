#include "jobs/keeper.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/stop_signal.h"
#include "store/blobs.h"

// The time between two sweeps, at most; a short lease is looked at several times before it ends.
#define SWEEP_MS 5000
#define SWEEPS_PER_LEASE 4

#define COLLECT_MS (10 * 60 * INT64_C(1000))
#define COLLECT_COUNT 100 // blobs at a time, so that nobody waits long for the store

struct Keeper {
    Queue *queue;
    const Log *log;
    Metric *expired;
    Metric *late;
    pthread_t thread;
    StopSignal stop;
};

static void write_queue(void *context, MetricsWriter *writer) {
    Keeper *keeper = context;
    QueueCounts counts;
    if (!queue_counts(keeper->queue, &counts, NULL)) {
        return; // the store's own metrics tell
    }
    for (int lane = 0; lane < LANE_COUNT; lane++) {
        char labels[64];
        snprintf(labels, sizeof labels, "lane=\"%s\"", LANE_NAMES[lane]);
        metrics_put(
            writer, false, "immure_queue_jobs", "Jobs that wait.", labels, counts.waiting[lane]);
    }
    metrics_put(
        writer, false, "immure_queue_leases", "Jobs that are being done.", "", counts.leased);
    metrics_put(writer, false, "immure_queue_hosts", "Hosts that work.", "", counts.hosts);
}

static void write_store(void *context, MetricsWriter *writer) {
    Keeper *keeper = context;
    static const char NAME[] = "immure_store_transactions_total";
    static const char HELP[] = "Transactions; those of the store that were repeated or failed.";
    StoreCounts counts = store_counts(queue_store(keeper->queue));
    metrics_put(writer, true, NAME, HELP, "outcome=\"committed\"", (int64_t)counts.committed);
    metrics_put(writer, true, NAME, HELP, "outcome=\"repeated\"", (int64_t)counts.repeated);
    metrics_put(writer, true, NAME, HELP, "outcome=\"failed\"", (int64_t)counts.failed);
}

static void sweep(Keeper *keeper) {
    SweepCounts counts;
    Error error;
    LogLine line;
    if (!queue_sweep(keeper->queue, &counts, &error)) {
        log_reason(keeper->log, LOG_WARNING, "sweep-failed", &error);
        return;
    }
    metric_add(keeper->expired, counts.expired);
    metric_add(keeper->late, counts.late);
    if (counts.expired + counts.late > 0 &&
        log_begin(&line, keeper->log, LOG_WARNING, "jobs-lost")) {
        json_put_integer(&line.json, "expired", counts.expired);
        json_put_integer(&line.json, "late", counts.late);
        log_end(&line);
    }
}

static bool collect_blobs(StoreTx *tx, void *count, Error *error) {
    (void)error;
    *(int64_t *)count = blobs_collect(tx, BLOB_GRACE_MS, COLLECT_COUNT);
    return true;
}

// Whether there may be more of them.
static bool collect(Keeper *keeper) {
    int64_t count = 0;
    Error error;
    LogLine line;
    if (!store_transact(queue_store(keeper->queue), STORE_WRITE, collect_blobs, &count, &error)) {
        log_reason(keeper->log, LOG_WARNING, "collection-failed", &error);
    } else if (count > 0 && log_begin(&line, keeper->log, LOG_INFO, "blobs-collected")) {
        json_put_integer(&line.json, "count", count);
        log_end(&line);
    }
    return count == COLLECT_COUNT;
}

static int64_t sweep_ms(const Keeper *keeper) {
    int64_t share_ms = queue_lease_ms(keeper->queue) / SWEEPS_PER_LEASE;
    return share_ms < SWEEP_MS ? share_ms : SWEEP_MS;
}

static void *keep(void *context) {
    Keeper *keeper = context;
    int64_t collect_ms = clock_now_ms() + COLLECT_MS;
    while (stop_signal_sleep(&keeper->stop, sweep_ms(keeper))) {
        sweep(keeper);
        if (clock_now_ms() >= collect_ms && !collect(keeper)) {
            collect_ms = clock_now_ms() + COLLECT_MS;
        }
    }
    return NULL;
}

Keeper *keeper_new(Queue *queue, const Log *log, Metrics *metrics, Error *error) {
    Keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper) {
        abort();
    }
    keeper->queue = queue;
    keeper->log = log;
    keeper->expired =
        metrics_counter(metrics, "immure_queue_expired_total", "Leases that were taken back.", "");
    keeper->late =
        metrics_counter(metrics, "immure_queue_late_total", "Jobs whose deadline passed.", "");
    stop_signal_init(&keeper->stop);
    if (pthread_create(&keeper->thread, NULL, keep, keeper) != 0) {
        stop_signal_release(&keeper->stop);
        free(keeper);
        error_set(error, ERROR_NO_THREADS, "the server's threads cannot be started");
        return NULL;
    }
    if (metrics) {
        metrics_add_source(metrics, write_queue, keeper);
        metrics_add_source(metrics, write_store, keeper);
    }
    return keeper;
}

void keeper_free(Keeper *keeper) {
    if (keeper) {
        stop_signal_give(&keeper->stop);
        pthread_join(keeper->thread, NULL);
        stop_signal_release(&keeper->stop);
        free(keeper);
    }
}
