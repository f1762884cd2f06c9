// Many at once, on both databases: no job is leased twice, none is lost, and whoever reads results
// in their order misses none.

#include "unit/jobs/jobs_fixture.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/rng.h"

#define THREADS 6
#define JOBS 90

typedef struct Crowd {
    Queue *queue;
    Store *store;
    int64_t groups[2];
    TestHost hosts[THREADS];
    atomic_int done;
    atomic_bool is_over;
} Crowd;

typedef struct Member {
    Crowd *crowd;
    int index;
    pthread_t thread;
} Member;

// Works until all is done: hands back a seventh, sends every result twice. A job that somebody else
// had at the same time would make one of the two stale.
static void *work(void *context) {
    Member *member = context;
    Crowd *crowd = member->crowd;
    Error error;
    Rng rng;
    rng_init(&rng, (uint64_t)member->index);
    while (atomic_load(&crowd->done) < 2 * JOBS) {
        ClaimedJobs claimed =
            claim(crowd->queue, &crowd->hosts[member->index], 1 + (int)rng_below(&rng, 3));
        for (size_t i = 0; i < claimed.count; i++) {
            const ClaimedJob *job = &claimed.items[i];
            if (rng_below(&rng, 7) == 0) {
                must(give_back(crowd->queue, job, false, &error), &error);
            } else {
                must(finish(crowd->queue, job, "{}", &error), &error);
                must(finish(crowd->queue, job, "{}", &error), &error);
                atomic_fetch_add(&crowd->done, 1);
            }
        }
        claimed_jobs_release(&claimed);
    }
    return NULL;
}

// Follows a group: every number comes once, in order, without a gap.
static void *follow(void *context) {
    Member *member = context;
    Crowd *crowd = member->crowd;
    int64_t next = 0;
    while (next < JOBS) {
        JobResults found = results(crowd->queue, crowd->groups[member->index], next);
        for (size_t i = 0; i < found.count; i++) {
            assert_int_equal(found.items[i].seq, ++next);
        }
        assert_int_equal(found.next, next);
        job_results_release(&found);
    }
    return NULL;
}

static void *sweep_on(void *context) {
    Member *member = context;
    while (!atomic_load(&member->crowd->is_over)) {
        sweep(member->crowd->queue);
    }
    return NULL;
}

static void start(Member *members, int count, Crowd *crowd, void *(*run)(void *)) {
    for (int i = 0; i < count; i++) {
        members[i] = (Member){.crowd = crowd, .index = i};
        assert_int_equal(pthread_create(&members[i].thread, NULL, run, &members[i]), 0);
    }
}

static void join(Member *members, int count) {
    for (int i = 0; i < count; i++) {
        pthread_join(members[i].thread, NULL);
    }
}

static void no_job_is_leased_twice_or_lost(void **state) {
    static Crowd crowd;
    crowd = (Crowd){.queue = new_queue(state), .store = store_of(state)};
    for (int i = 0; i < THREADS; i++) {
        char name[16];
        snprintf(name, sizeof name, "host-%d", i);
        new_host(crowd.store, name, &crowd.hosts[i]);
    }
    crowd.groups[0] = new_group(crowd.queue, "ann", "1");
    crowd.groups[1] = new_group(crowd.queue, "bob", "1");
    Member workers[THREADS];
    Member readers[2];
    Member sweeper[1];
    start(readers, 2, &crowd, follow);
    start(sweeper, 1, &crowd, sweep_on);
    start(workers, THREADS, &crowd, work);
    add_jobs(crowd.queue, crowd.groups[0], LANE_RANKED, JOBS);
    add_jobs(crowd.queue, crowd.groups[1], LANE_REQUESTED, JOBS);
    join(workers, THREADS);
    join(readers, 2);
    atomic_store(&crowd.is_over, true);
    join(sweeper, 1);
    QueueCounts counts;
    Error error;
    must(queue_counts(crowd.queue, &counts, &error), &error);
    assert_int_equal(counts.leased, 0);
    queue_free(crowd.queue);
}

// Cancelling races with claims and results: each job ends in one way, and all of them end.

static void *cancel_late(void *context) {
    Member *member = context;
    Crowd *crowd = member->crowd;
    Error error;
    int64_t cancelled;
    while (atomic_load(&crowd->done) < JOBS / 3) {
        sweep(crowd->queue);
    }
    must(queue_cancel(crowd->queue, (Slice){0}, crowd->groups[0], &cancelled, &error), &error);
    atomic_store(&crowd->is_over, true);
    return NULL;
}

static void *work_until_cancelled(void *context) {
    Member *member = context;
    Crowd *crowd = member->crowd;
    Error error;
    while (!atomic_load(&crowd->is_over)) {
        ClaimedJobs claimed = claim(crowd->queue, &crowd->hosts[member->index], 2);
        for (size_t i = 0; i < claimed.count; i++) {
            if (finish(crowd->queue, &claimed.items[i], "{}", &error)) {
                atomic_fetch_add(&crowd->done, 1);
            } else {
                assert_int_equal(error.reason.code, ERROR_JOB_CANCELLED);
            }
        }
        claimed_jobs_release(&claimed);
    }
    return NULL;
}

static void cancelling_races_with_results(void **state) {
    static Crowd crowd;
    crowd = (Crowd){.queue = new_queue(state), .store = store_of(state)};
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "host-%d", i);
        new_host(crowd.store, name, &crowd.hosts[i]);
    }
    crowd.groups[0] = new_group(crowd.queue, "ann", "1");
    add_jobs(crowd.queue, crowd.groups[0], LANE_RANKED, JOBS);
    Member workers[3];
    Member canceller[1];
    start(workers, 3, &crowd, work_until_cancelled);
    start(canceller, 1, &crowd, cancel_late);
    join(workers, 3);
    join(canceller, 1);
    JobResults found = results(crowd.queue, crowd.groups[0], 0);
    int done = 0;
    assert_int_equal(found.count, JOBS);
    assert_int_equal(found.open_count, 0);
    for (size_t i = 0; i < found.count; i++) {
        assert_int_equal(found.items[i].seq, i + 1);
        done += strcmp(found.items[i].state, "done") == 0;
    }
    assert_int_equal(done, atomic_load(&crowd.done));
    job_results_release(&found);
    queue_free(crowd.queue);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(no_job_is_leased_twice_or_lost),
        STORE_TEST(cancelling_races_with_results),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
