// The life of a job, on both databases.

#include "unit/jobs/jobs_fixture.h"

#include "jobs/limits.h"
#include "store/blobs.h"

static void submitting_twice_is_submitting_once(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    JobsAdded added;
    int64_t group = new_group(queue, "ann", "match 1");
    assert_int_equal(new_group(queue, "ann", "match 1"), group);
    assert_int_not_equal(new_group(queue, "bob", "match 1"), group);
    JobSpec specs[] = {spec_of("1"), spec_of("2"), spec_of("1")};
    must(queue_add(queue, slice_from("ann"), group, specs, 2, &added, &error), &error);
    assert_int_equal(added.added, 2);
    must(queue_add(queue, slice_from("ann"), group, specs, 3, &added, &error), &error);
    assert_int_equal(added.added, 0);
    assert_int_equal(added.known, 3);
    specs[1].payload = slice_from("{\"other\":1}");
    refused(queue_add(queue, slice_from("ann"), group, specs, 2, &added, &error), &error,
        ERROR_JOB_DIFFERS);
    refused(queue_add(queue, slice_from("bob"), group, specs, 2, &added, &error), &error,
        ERROR_NOT_FOUND);
    refused(queue_add(queue, slice_from("ann"), group + 100, specs, 2, &added, &error), &error,
        ERROR_NOT_FOUND);
    queue_free(queue);
}

static void what_is_no_job_is_refused(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    JobsAdded added;
    int64_t group = new_group(queue, "ann", "match 1");
    static char long_text[JOB_PAYLOAD_BYTES + 2];
    memset(long_text, 'x', sizeof long_text - 1);
    JobSpec specs[6];
    for (size_t i = 0; i < 6; i++) {
        specs[i] = spec_of("1");
    }
    specs[0].name = slice_from("");
    specs[1].payload = slice_from(long_text);
    specs[2].lane = LANE_RERUN;
    specs[3].needs.cores = 0;
    specs[4].run_ms = 0;
    specs[5].needs.sandbox = 3;
    for (size_t i = 0; i < 6; i++) {
        refused(queue_add(queue, (Slice){0}, group, &specs[i], 1, &added, &error), &error,
            ERROR_BAD_JOB);
    }
    queue_free(queue);
}

static void a_result_counts_once(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    add_jobs(queue, group, LANE_REQUESTED, 2);
    ClaimedJob job = claim_one(queue, &host);
    ClaimedJob other = claim_one(queue, &host);
    assert_int_not_equal(job.id, other.id);
    assert_int_equal(claim_one(queue, &host).id, 0);
    must(finish(queue, &job, "{\"points\":1}", &error), &error);
    must(finish(queue, &job, "{\"points\":1}", &error), &error);
    refused(finish(queue, &job, "{\"points\":2}", &error), &error, ERROR_RESULT_DIFFERS);
    ClaimedJob forged = job;
    memcpy(forged.attempt, other.attempt, sizeof forged.attempt);
    refused(finish(queue, &forged, "{\"points\":1}", &error), &error, ERROR_ATTEMPT_STALE);
    forged.id = other.id + 100;
    refused(finish(queue, &forged, "{}", &error), &error, ERROR_NOT_FOUND);
    JobResults found = results(queue, group, 0);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.items[0].name, "2-0");
    assert_string_equal(found.items[0].result, "{\"points\":1}");
    assert_int_equal(found.next, 1);
    assert_int_equal(found.open_count, 1);
    job_results_release(&found);
    must(finish(queue, &other, "{}", &error), &error);
    last_is(queue, group, 1, "done ");
    queue_free(queue);
}

static void an_expired_lease_is_taken_over(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    TestHost first;
    TestHost second;
    new_host(store, "first", &first);
    new_host(store, "second", &second);
    int64_t group = new_group(queue, "ann", "match 1");
    add_jobs(queue, group, LANE_REQUESTED, 1);
    ClaimedJob lost = claim_one(queue, &first);
    store_advance_clock(store, LEASE_MS - 1000);
    assert_int_equal(sweep(queue).expired, 0);
    assert_int_equal(beat(queue, &first, &lost), BEAT_RENEWED);
    assert_int_equal(beat(queue, &second, &lost), BEAT_LOST);
    store_advance_clock(store, LEASE_MS - 1000);
    assert_int_equal(sweep(queue).expired, 0);
    store_advance_clock(store, 1000);
    assert_int_equal(sweep(queue).expired, 1);
    assert_int_equal(beat(queue, &first, &lost), BEAT_LOST);
    ClaimedJob taken = claim_one(queue, &second);
    assert_int_equal(taken.id, lost.id);
    refused(finish(queue, &lost, "{}", &error), &error, ERROR_ATTEMPT_STALE);
    refused(give_back(queue, &lost, false, &error), &error, ERROR_ATTEMPT_STALE);
    must(finish(queue, &taken, "{}", &error), &error);
    refused(finish(queue, &lost, "{}", &error), &error, ERROR_ATTEMPT_STALE);
    queue_free(queue);
}

static void attempts_are_bounded(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    TestHost host;
    new_host(store, "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    JobSpec spec = spec_of("killer");
    spec.max_attempts = 3;
    add_spec(queue, group, &spec);
    for (int i = 0; i < 3; i++) {
        assert_int_not_equal(claim_one(queue, &host).id, 0);
        store_advance_clock(store, LEASE_MS);
        assert_int_equal(sweep(queue).expired, 1);
    }
    assert_int_equal(claim_one(queue, &host).id, 0);
    last_is(queue, group, 0,
        "failed given up after 3 attempts; the last one, on host: its host was not heard of in "
        "time");
    queue_free(queue);
}

static void handing_back_costs_nothing_but_is_bounded(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    JobSpec spec = spec_of("1");
    spec.max_attempts = 2;
    add_spec(queue, group, &spec);
    for (int i = 0; i < 8; i++) {
        ClaimedJob job = claim_one(queue, &host);
        assert_int_not_equal(job.id, 0);
        must(give_back(queue, &job, false, &error), &error);
        must(give_back(queue, &job, false, &error), &error);
    }
    last_is(
        queue, group, 0, "failed given up after 8 attempts; the last one, on host: no bubblewrap");
    queue_free(queue);
}

static void who_could_not_do_it_lets_others_try(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    TestHost bad;
    TestHost good;
    new_host(store, "bad", &bad);
    new_host(store, "good", &good);
    add_jobs(queue, new_group(queue, "ann", "match 1"), LANE_REQUESTED, 1);
    ClaimedJob job = claim_one(queue, &bad);
    must(give_back(queue, &job, true, &error), &error);
    assert_int_equal(claim_one(queue, &bad).id, 0);
    ClaimedJob again = claim_one(queue, &good);
    assert_int_equal(again.id, job.id);
    must(give_back(queue, &again, true, &error), &error);
    assert_int_equal(claim_one(queue, &good).id, 0);
    store_advance_clock(store, 60000);
    assert_int_equal(claim_one(queue, &good).id, job.id);
    queue_free(queue);
}

static void an_attempt_has_a_longest_time(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    TestHost host;
    new_host(store, "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    JobSpec spec = spec_of("hung");
    spec.run_ms = 3 * LEASE_MS / 2;
    add_spec(queue, group, &spec);
    ClaimedJob job = claim_one(queue, &host);
    store_advance_clock(store, LEASE_MS);
    assert_int_equal(beat(queue, &host, &job), BEAT_RENEWED);
    store_advance_clock(store, LEASE_MS / 2);
    assert_int_equal(beat(queue, &host, &job), BEAT_RENEWED);
    assert_int_equal(sweep(queue).expired, 1);
    assert_int_equal(beat(queue, &host, &job), BEAT_LOST);
    queue_free(queue);
}

static void a_deadline_ends_a_job_in_any_state(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    TestHost host;
    new_host(store, "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    JobSpec spec = spec_of("leased");
    spec.deadline_ms = 5000;
    add_spec(queue, group, &spec);
    ClaimedJob job = claim_one(queue, &host);
    spec.name = slice_from("waiting");
    add_spec(queue, group, &spec);
    store_advance_clock(store, 5000);
    assert_int_equal(claim_one(queue, &host).id, 0); // nobody begins it any more
    assert_int_equal(sweep(queue).late, 2);
    assert_int_equal(sweep(queue).late, 0);
    assert_int_equal(beat(queue, &host, &job), BEAT_CANCELLED);
    refused(finish(queue, &job, "{}", &error), &error, ERROR_JOB_CANCELLED);
    JobResults found = results(queue, group, 0);
    assert_int_equal(found.count, 2);
    assert_string_equal(found.items[1].state, "failed");
    assert_string_equal(found.items[1].reason, "its deadline has passed");
    job_results_release(&found);
    queue_free(queue);
}

static void cancelling_ends_all_that_has_not_ended(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    int64_t other = new_group(queue, "ann", "match 2");
    add_jobs(queue, group, LANE_REQUESTED, 4);
    add_jobs(queue, other, LANE_RANKED, 1);
    ClaimedJob done = claim_one(queue, &host);
    ClaimedJob leased = claim_one(queue, &host);
    must(finish(queue, &done, "{}", &error), &error);
    int64_t cancelled;
    refused(
        queue_cancel(queue, slice_from("bob"), group, &cancelled, &error), &error, ERROR_NOT_FOUND);
    must(queue_cancel(queue, slice_from("ann"), group, &cancelled, &error), &error);
    assert_int_equal(cancelled, 3);
    must(queue_cancel(queue, slice_from("ann"), group, &cancelled, &error), &error);
    assert_int_equal(cancelled, 0);
    assert_int_equal(beat(queue, &host, &leased), BEAT_CANCELLED);
    refused(finish(queue, &leased, "{}", &error), &error, ERROR_JOB_CANCELLED);
    refused(give_back(queue, &leased, false, &error), &error, ERROR_JOB_CANCELLED);
    JobResults found = results(queue, group, 1);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.open_count, 0);
    for (size_t i = 0; i < found.count; i++) {
        assert_int_equal(found.items[i].seq, i + 2);
        assert_string_equal(found.items[i].state, "cancelled");
    }
    job_results_release(&found);
    ClaimedJob left = claim_one(queue, &host); // of the other group
    must(finish(queue, &left, "{}", &error), &error);
    last_is(queue, other, 0, "done ");
    queue_free(queue);
}

static void a_cancelled_job_can_be_submitted_again(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "match 1");
    add_jobs(queue, group, LANE_REQUESTED, 1);
    ClaimedJob before = claim_one(queue, &host);
    int64_t cancelled;
    must(queue_cancel(queue, (Slice){0}, group, &cancelled, &error), &error);
    JobSpec spec = spec_of("2-0");
    assert_int_equal(add_spec(queue, group, &spec).added, 1);
    assert_int_equal(add_spec(queue, group, &spec).known, 1);
    ClaimedJob after = claim_one(queue, &host);
    assert_int_equal(after.id, before.id);
    refused(finish(queue, &before, "{}", &error), &error, ERROR_JOB_CANCELLED);
    must(finish(queue, &after, "{}", &error), &error);
    last_is(queue, group, 1, "done ");
    queue_free(queue);
}

static bool put_blob(StoreTx *tx, void *context, Error *error) {
    (void)error;
    *(Sha256 *)context = blob_put(tx, slice_from("bytes"));
    return true;
}

static void blobs_are_referred_to(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    JobsAdded added;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "1");
    Sha256 blob = sha256_of(slice_from("bytes"));
    JobSpec spec = spec_of("1");
    spec.blobs = &blob;
    spec.blob_count = 1;
    refused(
        queue_add(queue, (Slice){0}, group, &spec, 1, &added, &error), &error, ERROR_BLOB_MISSING);
    must(store_transact(store_of(state), STORE_WRITE, put_blob, &blob, &error), &error);
    add_spec(queue, group, &spec);
    ClaimedJobs claimed = claim(queue, &host, 1);
    ClaimedJob *job = &claimed.items[0];
    assert_int_equal(job->blob_count, 1);
    assert_true(sha256_equal(&job->blobs[0], &blob));
    Slice attempt = slice_from(job->attempt);
    Sha256 missing = sha256_of(slice_from("nothing"));
    refused(queue_finish(queue, job->id, attempt, slice_from("{}"), &missing, 1, &error), &error,
        ERROR_BLOB_MISSING);
    must(queue_finish(queue, job->id, attempt, slice_from("{}"), &blob, 1, &error), &error);
    must(queue_finish(queue, job->id, attempt, slice_from("{}"), &blob, 1, &error), &error);
    refused(queue_finish(queue, job->id, attempt, slice_from("{}"), NULL, 0, &error), &error,
        ERROR_RESULT_DIFFERS);
    JobResults found = results(queue, group, 0);
    assert_int_equal(found.items[0].blob_count, 1);
    job_results_release(&found);
    claimed_jobs_release(&claimed);
    queue_free(queue);
}

static void progress_and_counts_are_shown(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "1");
    add_jobs(queue, group, LANE_RANKED, 3);
    ClaimedJob job = claim_one(queue, &host);
    Beat beats[] = {{job.id, slice_from(job.attempt), slice_from("{\"moves\":[\"e2\"]}")},
        {job.id + 1, slice_from(job.attempt), {0}}};
    BeatAnswer answers[2];
    must(queue_beat(queue, &host.proof, beats, 2, answers, &error), &error);
    assert_int_equal(answers[0], BEAT_RENEWED);
    assert_int_equal(answers[1], BEAT_LOST);
    assert_int_equal(beat(queue, &host, &job), BEAT_RENEWED); // leaves the progress
    RunningJobs running;
    must(queue_running(queue, slice_from("ann"), group, 10, &running, &error), &error);
    assert_int_equal(running.count, 1);
    assert_string_equal(running.items[0].host, "host");
    assert_string_equal(running.items[0].progress, "{\"moves\":[\"e2\"]}");
    running_jobs_release(&running);
    QueueCounts counts;
    must(queue_counts(queue, &counts, &error), &error);
    assert_int_equal(counts.waiting[LANE_RANKED], 2);
    assert_int_equal(counts.leased, 1);
    assert_int_equal(counts.hosts, 1);
    queue_free(queue);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(submitting_twice_is_submitting_once),
        STORE_TEST(what_is_no_job_is_refused),
        STORE_TEST(a_result_counts_once),
        STORE_TEST(an_expired_lease_is_taken_over),
        STORE_TEST(attempts_are_bounded),
        STORE_TEST(handing_back_costs_nothing_but_is_bounded),
        STORE_TEST(who_could_not_do_it_lets_others_try),
        STORE_TEST(an_attempt_has_a_longest_time),
        STORE_TEST(a_deadline_ends_a_job_in_any_state),
        STORE_TEST(cancelling_ends_all_that_has_not_ended),
        STORE_TEST(a_cancelled_job_can_be_submitted_again),
        STORE_TEST(blobs_are_referred_to),
        STORE_TEST(progress_and_counts_are_shown),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
