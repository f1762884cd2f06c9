// What is written in the transaction that ends a job, on both databases.

#include "unit/jobs/jobs_fixture.h"

#include "jobs/audit.h"

static bool accept(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context;
    if (slice_is(view->result, "{\"lie\":1}")) {
        return error_set(error, ERROR_BAD_RESULT, "a lie");
    }
    snprintf(finding->fingerprint, sizeof finding->fingerprint, "same");
    return true;
}

// A row for each job that ends: in the audit, whose rows nobody else makes here.
static void note(void *context, StoreTx *tx, const JobSettlement *settlement) {
    char subject[32];
    snprintf(subject, sizeof subject, "job %lld", (long long)settlement->job_id);
    audit_add(tx, context, settlement->state, slice_from(subject),
        settlement->result.data ? settlement->result : settlement->reason);
    if (settlement->result.data && slice_is(settlement->result, "{\"spoiled\":1}")) {
        query_end(query_begin_sql(tx, "INSERT INTO audit (id) VALUES (NULL)"));
    }
}

typedef struct Settled {
    Queue *queue;
    JobKind kinds[2];
    TestHost host;
    int64_t group;
} Settled;

static Settled *set_up_settled(void **state, int rerun_permille) {
    Settled *settled = calloc(1, sizeof *settled);
    assert_non_null(settled);
    settled->kinds[0] =
        (JobKind){.name = "pair", .check = accept, .settle = note, .settle_context = "test"};
    settled->queue = queue_new(&(QueueOptions){.store = store_of(state),
        .kinds = settled->kinds,
        .lease_ms = LEASE_MS,
        .rerun_permille = rerun_permille});
    new_host(store_of(state), "host", &settled->host);
    settled->group = new_group(settled->queue, "ann", "match 1");
    return settled;
}

static void tear_down_settled(Settled *settled) {
    queue_free(settled->queue);
    free(settled);
}

// How many rows tell of an end like this; `detail` is the beginning of what they say.
static void told(void **state, const char *action, const char *detail, int64_t count) {
    char sql[300];
    snprintf(sql, sizeof sql,
        "SELECT COUNT(*) FROM audit WHERE actor = 'test' AND action = '%s' AND detail LIKE '%s%%'",
        action, detail);
    assert_int_equal(stores_number(store_of(state), sql), count);
}

static void a_result_is_settled_once(void **state) {
    Settled *settled = set_up_settled(state, 0);
    Error error;
    add_jobs(settled->queue, settled->group, LANE_REQUESTED, 1);
    ClaimedJob job = claim_one(settled->queue, &settled->host);
    refused(finish(settled->queue, &job, "{\"lie\":1}", &error), &error, ERROR_RESULT_REFUSED);
    told(state, "done", "", 0);
    store_advance_clock(store_of(state), 2 * LEASE_MS); // till it may try again
    job = claim_one(settled->queue, &settled->host);
    must(finish(settled->queue, &job, "{\"points\":1}", &error), &error);
    must(finish(settled->queue, &job, "{\"points\":1}", &error), &error);
    told(state, "done", "{\"points\":1}", 1);
    tear_down_settled(settled);
}

static void both_are_written_or_neither(void **state) {
    Settled *settled = set_up_settled(state, 0);
    Error error;
    add_jobs(settled->queue, settled->group, LANE_REQUESTED, 1);
    ClaimedJob job = claim_one(settled->queue, &settled->host);
    refused(finish(settled->queue, &job, "{\"spoiled\":1}", &error), &error, ERROR_STORE_CHECK);
    told(state, "done", "", 0);
    assert_int_equal(results(settled->queue, settled->group, 0).count, 0);
    must(finish(settled->queue, &job, "{\"points\":1}", &error), &error);
    told(state, "done", "{\"points\":1}", 1);
    tear_down_settled(settled);
}

static void every_other_end_is_settled_too(void **state) {
    Settled *settled = set_up_settled(state, 0);
    Error error;
    int64_t cancelled;
    JobSpec spec = spec_of("given up");
    spec.max_attempts = 1;
    add_spec(settled->queue, settled->group, &spec);
    ClaimedJob job = claim_one(settled->queue, &settled->host);
    must(give_back(settled->queue, &job, false, &error), &error); // costs no attempt
    told(state, "failed", "", 0);
    job = claim_one(settled->queue, &settled->host);
    must(give_back(settled->queue, &job, true, &error), &error);
    told(state, "failed", "given up after 2 attempts", 1);
    spec = spec_of("late");
    spec.deadline_ms = 1000;
    add_spec(settled->queue, settled->group, &spec);
    add_jobs(settled->queue, settled->group, LANE_RANKED, 2);
    store_advance_clock(store_of(state), 2000);
    assert_int_equal(sweep(settled->queue).late, 1);
    told(state, "failed", "its deadline has passed", 1);
    claim_one(settled->queue, &settled->host);
    must(queue_cancel(settled->queue, (Slice){0}, settled->group, &cancelled, &error), &error);
    assert_int_equal(cancelled, 2);
    told(state, "cancelled", "the group was cancelled", 2);
    tear_down_settled(settled);
}

static void reruns_settle_nothing(void **state) {
    Settled *settled = set_up_settled(state, 1000);
    Error error;
    TestHost other;
    new_host(store_of(state), "other", &other);
    add_jobs(settled->queue, settled->group, LANE_REQUESTED, 1);
    ClaimedJob job = claim_one(settled->queue, &settled->host);
    must(finish(settled->queue, &job, "{\"points\":1}", &error), &error);
    ClaimedJob rerun = claim_one(settled->queue, &other);
    assert_int_not_equal(rerun.id, 0);
    must(finish(settled->queue, &rerun, "{\"points\":1}", &error), &error);
    told(state, "done", "{\"points\":1}", 1);
    tear_down_settled(settled);
}

typedef struct Put {
    JobSpec spec;
    int64_t id;
    bool is_kept;
} Put;

static bool put(StoreTx *tx, void *context, Error *error) {
    Put *call = context;
    call->id = queue_put(
        tx, slice_from("arena"), slice_from("ranked"), slice_from("pairs"), &call->spec, error);
    return call->id != 0 && (call->is_kept || error_set(error, ERROR_STOPPED, "not kept"));
}

// A job in a transaction of the caller's goes with it; it takes turns under an owner of its own.
static void jobs_are_put_with_rows_of_others(void **state) {
    Settled *settled = set_up_settled(state, 0);
    Store *store = store_of(state);
    Put call = {.spec = spec_of("1")};
    assert_int_equal(stores_refusal(store, STORE_WRITE, put, &call), ERROR_STOPPED);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM jobs"), 0);
    call.is_kept = true;
    call.spec.owner = slice_from("ann");
    stores_transact(store, STORE_WRITE, put, &call);
    int64_t first = call.id;
    stores_transact(store, STORE_WRITE, put, &call);
    assert_int_equal(call.id, first); // submitting twice is submitting once
    call.spec.name = slice_from("2");
    stores_transact(store, STORE_WRITE, put, &call);
    int64_t second = call.id;
    call.spec.name = slice_from("3");
    call.spec.owner = slice_from("bob");
    stores_transact(store, STORE_WRITE, put, &call);
    assert_int_equal(claim_one(settled->queue, &settled->host).id, first);
    assert_int_equal(claim_one(settled->queue, &settled->host).id, call.id); // bob's turn
    assert_int_equal(claim_one(settled->queue, &settled->host).id, second);
    call.spec.name = slice_from("");
    assert_int_equal(stores_refusal(store, STORE_WRITE, put, &call), ERROR_BAD_JOB);
    tear_down_settled(settled);
}

typedef struct Withdrawal {
    const Queue *queue;
    int64_t id;
} Withdrawal;

static bool withdraw(StoreTx *tx, void *context, Error *error) {
    const Withdrawal *call = context;
    return queue_withdraw(call->queue, tx, call->id, slice_from("nobody wants it"), error);
}

// One job is withdrawn, waiting or leased, and the others stay; what has ended stays as it ended.
static void single_jobs_are_withdrawn(void **state) {
    Settled *settled = set_up_settled(state, 0);
    Store *store = store_of(state);
    Error error;
    add_jobs(settled->queue, settled->group, LANE_REQUESTED, 3);
    ClaimedJob done = claim_one(settled->queue, &settled->host);
    must(finish(settled->queue, &done, "{\"points\":1}", &error), &error);
    ClaimedJob leased = claim_one(settled->queue, &settled->host);
    const int64_t ids[] = {done.id, leased.id, leased.id};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        Withdrawal call = {settled->queue, ids[i]};
        stores_transact(store, STORE_WRITE, withdraw, &call);
    }
    told(state, "done", "", 1);
    told(state, "cancelled", "nobody wants it", 1);
    refused(finish(settled->queue, &leased, "{\"points\":1}", &error), &error, ERROR_JOB_CANCELLED);
    assert_int_not_equal(claim_one(settled->queue, &settled->host).id, 0);
    Withdrawal unknown = {settled->queue, 999};
    assert_int_equal(stores_refusal(store, STORE_WRITE, withdraw, &unknown), ERROR_NOT_FOUND);
    tear_down_settled(settled);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_result_is_settled_once),
        STORE_TEST(both_are_written_or_neither),
        STORE_TEST(every_other_end_is_settled_too),
        STORE_TEST(reruns_settle_nothing),
        STORE_TEST(jobs_are_put_with_rows_of_others),
        STORE_TEST(single_jobs_are_withdrawn),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
