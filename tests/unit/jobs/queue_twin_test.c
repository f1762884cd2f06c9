// The queue against a slow, obvious twin: random operations, and after each the two must agree.
//
// Time goes on in steps that are long against the run of the test, so that what the clock does
// meanwhile decides nothing. All hosts share a token: judging them is not the queue's matter.

#include "unit/jobs/jobs_fixture.h"

#include "base/rng.h"

#define STEP_MS INT64_C(100000)
#define LEASE_STEPS 3
#define HOSTS 3
#define GROUPS 3 // the first two are of one owner
#define NAMES 24
#define LANES 2
#define ATTEMPTS_MAX 4000

typedef struct TwinJob {
    bool is_there;
    bool is_leased;
    bool is_read; // as it ended
    const char *state;
    int64_t id;
    int lane;
    int64_t key;
    int attempt_count;
    int failure_count;
    int max_attempts;
    int64_t run_steps;
    int64_t deadline; // in steps, as all times
    int64_t avoided_at;
    const char *result;
    // The lease:
    int attempt; // index
    int64_t expires;
    int64_t run_until;
} TwinJob;

typedef struct TwinAttempt {
    ClaimedJob claimed;
    TwinJob *job;
    int host;
    const char *outcome; // null while it holds the lease
    const char *result;
} TwinAttempt;

typedef struct Twin {
    Queue *queue;
    Store *store;
    Rng rng;
    int64_t now;
    int64_t token_id;
    TestHost hosts[HOSTS];
    int64_t groups[GROUPS];
    int64_t read[GROUPS]; // up to this number
    TwinJob jobs[GROUPS][NAMES];
    TwinAttempt attempts[ATTEMPTS_MAX];
    int attempt_count;
} Twin;

static const char *const OWNERS[GROUPS] = {"ann", "ann", "bob"};

static int below(Twin *twin, int bound) {
    return (int)rng_below(&twin->rng, (uint64_t)bound);
}

static bool is_waiting(const TwinJob *job) {
    return job->is_there && strcmp(job->state, "waiting") == 0;
}

// The least key of a lane, or the greatest of an owner there; 0 if nothing waits.
static int64_t find_key(Twin *twin, int lane, const char *owner) {
    int64_t found = 0;
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < NAMES; i++) {
            const TwinJob *job = &twin->jobs[g][i];
            if (is_waiting(job) && job->lane == lane && (!owner || strcmp(OWNERS[g], owner) == 0) &&
                (found == 0 || (owner ? job->key > found : job->key < found))) {
                found = job->key;
            }
        }
    }
    return found;
}

static void end(TwinJob *job, const char *state) {
    job->state = state;
    job->is_leased = false;
    job->is_read = false;
}

static void set_back(Twin *twin, TwinJob *job, int cost, bool avoids) {
    job->is_leased = false;
    job->failure_count += cost;
    if (job->failure_count >= job->max_attempts || job->attempt_count >= 4 * job->max_attempts) {
        end(job, "failed");
        return;
    }
    int64_t first = find_key(twin, job->lane, NULL);
    job->key = first != 0 && first < job->key ? first : job->key;
    job->state = "waiting";
    job->avoided_at = avoids ? twin->now : job->avoided_at;
}

static void add(Twin *twin) {
    int group = below(twin, GROUPS);
    int index = below(twin, NAMES);
    TwinJob *job = &twin->jobs[group][index];
    char name[16];
    snprintf(name, sizeof name, "%d-%d", group, index);
    JobSpec spec = spec_of(name);
    spec.lane = index % LANES;
    spec.max_attempts = 1 + below(twin, 3);
    spec.run_ms = (1 + below(twin, 9)) * STEP_MS;
    spec.deadline_ms = (1 + below(twin, 30)) * STEP_MS;
    JobsAdded added = add_spec(twin->queue, twin->groups[group], &spec);
    bool is_new = !job->is_there || strcmp(job->state, "cancelled") == 0;
    assert_int_equal(added.added, is_new);
    if (is_new) {
        int64_t first = find_key(twin, index % LANES, NULL);
        int64_t last = find_key(twin, index % LANES, OWNERS[group]);
        *job = (TwinJob){.is_there = true,
            .state = "waiting",
            .lane = index % LANES,
            .key = first > last + 1 ? first : last + 1,
            .max_attempts = (int)spec.max_attempts,
            .run_steps = spec.run_ms / STEP_MS,
            .deadline = twin->now + spec.deadline_ms / STEP_MS,
            .avoided_at = -1};
    }
}

// Names are GROUP-INDEX.
static TwinJob *find_job(Twin *twin, const char *name) {
    int group;
    int index;
    assert_int_equal(sscanf(name, "%d-%d", &group, &index), 2);
    return &twin->jobs[group][index];
}

static bool is_for_now(const Twin *twin, const TwinJob *job) {
    return is_waiting(job) && job->deadline > twin->now && job->avoided_at != twin->now;
}

static void claim_some(Twin *twin) {
    int host = below(twin, HOSTS);
    int slots = 1 + below(twin, 3);
    ClaimedJobs claimed = claim(twin->queue, &twin->hosts[host], slots);
    int possible = 0;
    for (int g = 0; g < GROUPS; g++) {
        for (int i = 0; i < NAMES; i++) {
            possible += is_for_now(twin, &twin->jobs[g][i]);
        }
    }
    assert_int_equal(claimed.count, possible < slots ? possible : slots);
    for (size_t k = 0; k < claimed.count; k++) {
        TwinJob *job = find_job(twin, claimed.items[k].name);
        assert_true(is_for_now(twin, job));
        job->id = claimed.items[k].id;
        job->state = "leased";
        job->is_leased = true;
        job->attempt_count++;
        job->attempt = twin->attempt_count;
        job->run_until = twin->now + job->run_steps;
        job->expires = twin->now + (job->run_steps < LEASE_STEPS ? job->run_steps : LEASE_STEPS);
        assert_true(twin->attempt_count < ATTEMPTS_MAX);
        twin->attempts[twin->attempt_count++] =
            (TwinAttempt){.claimed = claimed.items[k], .job = job, .host = host};
    }
    // What was left has no lesser key than what was taken from its lane.
    for (size_t k = 0; k < claimed.count; k++) {
        const TwinJob *job = twin->attempts[twin->attempt_count - 1 - (int)k].job;
        for (int g = 0; g < GROUPS; g++) {
            for (int i = job->lane; i < NAMES; i += LANES) {
                const TwinJob *left = &twin->jobs[g][i];
                assert_true(!is_for_now(twin, left) || left->key >= job->key);
            }
        }
    }
    claimed_jobs_release(&claimed);
}

static TwinAttempt *any_attempt(Twin *twin) {
    // Mostly one of the last, which may hold its lease.
    int first = twin->attempt_count > 12 && below(twin, 4) > 0 ? twin->attempt_count - 12 : 0;
    return twin->attempt_count > 0
               ? &twin->attempts[first + below(twin, twin->attempt_count - first)]
               : NULL;
}

static void beat_one(Twin *twin, TwinAttempt *attempt) {
    TwinJob *job = attempt->job;
    BeatAnswer answer = beat(twin->queue, &twin->hosts[attempt->host], &attempt->claimed);
    if (!attempt->outcome) {
        int64_t expires = twin->now + LEASE_STEPS;
        job->expires = expires < job->run_until ? expires : job->run_until;
        assert_int_equal(answer, BEAT_RENEWED);
    } else {
        bool is_cancelled = strcmp(attempt->outcome, "cancelled") == 0;
        assert_int_equal(answer, is_cancelled ? BEAT_CANCELLED : BEAT_LOST);
    }
}

static void finish_one(Twin *twin, TwinAttempt *attempt) {
    static const char *const RESULTS[] = {"{}", "[]"};
    const char *result = RESULTS[below(twin, 2)];
    Error error;
    error_clear(&error);
    finish(twin->queue, &attempt->claimed, result, &error);
    ErrorCode expected = ERROR_NONE;
    if (!attempt->outcome) {
        attempt->outcome = "done";
        attempt->result = result;
        attempt->job->result = result;
        end(attempt->job, "done");
    } else if (strcmp(attempt->outcome, "done") == 0) {
        expected = attempt->result == result ? ERROR_NONE : ERROR_RESULT_DIFFERS;
    } else {
        expected =
            strcmp(attempt->outcome, "cancelled") == 0 ? ERROR_JOB_CANCELLED : ERROR_ATTEMPT_STALE;
    }
    assert_string_equal(error_code_name(error.reason.code), error_code_name(expected));
}

static void return_one(Twin *twin, TwinAttempt *attempt) {
    bool has_failed = below(twin, 2);
    Error error;
    error_clear(&error);
    give_back(twin->queue, &attempt->claimed, has_failed, &error);
    ErrorCode expected = ERROR_NONE;
    if (!attempt->outcome) {
        attempt->outcome = "returned";
        set_back(twin, attempt->job, has_failed, has_failed);
    } else if (strcmp(attempt->outcome, "returned") != 0) {
        expected =
            strcmp(attempt->outcome, "cancelled") == 0 ? ERROR_JOB_CANCELLED : ERROR_ATTEMPT_STALE;
    }
    assert_string_equal(error_code_name(error.reason.code), error_code_name(expected));
}

static void cancel_group(Twin *twin) {
    Error error;
    int64_t cancelled;
    int64_t expected = 0;
    int group = below(twin, GROUPS);
    must(queue_cancel(
             twin->queue, slice_from(OWNERS[group]), twin->groups[group], &cancelled, &error),
        &error);
    for (int i = 0; i < NAMES; i++) {
        TwinJob *job = &twin->jobs[group][i];
        if (is_waiting(job) || job->is_leased) {
            if (job->is_leased) {
                twin->attempts[job->attempt].outcome = "cancelled";
            }
            end(job, "cancelled");
            expected++;
        }
    }
    assert_int_equal(cancelled, expected);
}

// The job with the least number above `id` whose lease has run out; null if there is none.
static TwinJob *next_overdue(Twin *twin, int64_t id) {
    TwinJob *found = NULL;
    for (int k = 0; k < GROUPS * NAMES; k++) {
        TwinJob *job = &twin->jobs[k / NAMES][k % NAMES];
        if (job->is_leased && job->expires <= twin->now && job->id > id &&
            (!found || job->id < found->id)) {
            found = job;
        }
    }
    return found;
}

static void sweep_all(Twin *twin) {
    SweepCounts counts = sweep(twin->queue);
    SweepCounts expected = {0};
    for (int k = 0; k < GROUPS * NAMES; k++) {
        TwinJob *job = &twin->jobs[k / NAMES][k % NAMES];
        if ((is_waiting(job) || job->is_leased) && job->deadline <= twin->now) {
            if (job->is_leased) {
                twin->attempts[job->attempt].outcome = "cancelled";
            }
            end(job, "failed");
            expected.late++;
        }
    }
    for (TwinJob *job = next_overdue(twin, 0); job; job = next_overdue(twin, job->id)) {
        twin->attempts[job->attempt].outcome = "expired";
        set_back(twin, job, 1, false);
        expected.expired++;
    }
    assert_int_equal(counts.late, expected.late);
    assert_int_equal(counts.expired, expected.expired);
}

// Reads what ended since the last time: those jobs and no others.
static void read_on(Twin *twin) {
    int group = below(twin, GROUPS);
    JobResults found = results(twin->queue, twin->groups[group], twin->read[group]);
    size_t expected = 0;
    int64_t open = 0;
    for (int i = 0; i < NAMES; i++) {
        const TwinJob *job = &twin->jobs[group][i];
        bool is_open = job->is_there && (is_waiting(job) || job->is_leased);
        open += is_open;
        expected += job->is_there && !is_open && !job->is_read;
    }
    assert_int_equal(found.count, expected);
    assert_int_equal(found.open_count, open);
    for (size_t k = 0; k < found.count; k++) {
        TwinJob *job = find_job(twin, found.items[k].name);
        assert_true(found.items[k].seq > twin->read[group]);
        assert_string_equal(found.items[k].state, job->state);
        assert_int_equal(found.items[k].result != NULL, strcmp(job->state, "done") == 0);
        if (found.items[k].result) {
            assert_string_equal(found.items[k].result, job->result);
        }
        job->is_read = true;
        twin->read[group] = found.items[k].seq;
    }
    job_results_release(&found);
}

static void operate(Twin *twin) {
    int choice = below(twin, 100);
    TwinAttempt *attempt = any_attempt(twin);
    if (choice < 25) {
        add(twin);
    } else if (choice < 45) {
        claim_some(twin);
    } else if (choice < 48) {
        cancel_group(twin);
    } else if (choice < 56) {
        int64_t steps = 1 + below(twin, 3);
        store_advance_clock(twin->store, steps * STEP_MS);
        twin->now += steps;
    } else if (choice < 64) {
        sweep_all(twin);
    } else if (choice < 74) {
        read_on(twin);
    } else if (!attempt) {
        return;
    } else if (choice < 84) {
        finish_one(twin, attempt);
    } else if (choice < 92) {
        return_one(twin, attempt);
    } else {
        beat_one(twin, attempt);
    }
}

static void random_operations_agree(void **state) {
    const char *wanted = getenv("IMMURE_QUEUE_OPERATIONS");
    int count = wanted ? atoi(wanted) : 1500;
    Twin *twin = calloc(1, sizeof *twin);
    assert_non_null(twin);
    twin->store = store_of(state);
    twin->queue = queue_new(
        &(QueueOptions){.store = twin->store, .lease_ms = LEASE_STEPS * STEP_MS, .seed = 7});
    rng_init(&twin->rng, 20161116);
    new_host(twin->store, "host", &twin->hosts[0]);
    for (int i = 1; i < HOSTS; i++) {
        new_process(twin->store, "host", twin->hosts[0].proof.token_id, &twin->hosts[i]);
    }
    for (int g = 0; g < GROUPS; g++) {
        char key[8];
        snprintf(key, sizeof key, "%d", g);
        twin->groups[g] = new_group(twin->queue, OWNERS[g], key);
    }
    for (int i = 0; i < count; i++) {
        operate(twin);
    }
    queue_free(twin->queue);
    free(twin);
}

int main(void) {
    static const StoreTest TESTS[] = {STORE_TEST(random_operations_agree)};
    return stores_run(TESTS, 1);
}
