// Claims, on both databases: which host gets which job, and in which order.

#include "unit/jobs/jobs_fixture.h"

static void hosts_get_what_they_can_do(void **state) {
    Queue *queue = new_queue(state);
    TestHost host;
    new_host(store_of(state), "host", &host); // 1,000 MB, sandbox 1, "bench"
    int64_t group = new_group(queue, "ann", "match 1");
    JobSpec specs[7];
    for (size_t i = 0; i < 7; i++) {
        static const char *const NAMES[] = {
            "cores", "memory", "sandbox", "bench", "kind", "two", "fits"};
        specs[i] = spec_of(NAMES[i]);
    }
    specs[0].needs.cores = 3;
    specs[1].needs.memory_mb = 1001;
    specs[2].needs.sandbox = 2;
    specs[3].needs.bench = slice_from("other");
    specs[4].kind = slice_from("selfplay");
    specs[5].needs = (JobNeeds){2, 1000, 1, slice_from("bench")};
    for (size_t i = 0; i < 7; i++) {
        add_spec(queue, group, &specs[i]);
    }
    ClaimedJobs claimed = claim(queue, &host, 2);
    assert_int_equal(claimed.count, 1);
    assert_string_equal(claimed.items[0].name, "two");
    assert_int_equal(claimed.items[0].cores, 2);
    claimed_jobs_release(&claimed);
    claimed = claim(queue, &host, 4);
    assert_int_equal(claimed.count, 2); // three cores and one
    assert_int_equal(claimed.items[0].cores + claimed.items[1].cores, 4);
    claimed_jobs_release(&claimed);
    assert_int_equal(claim_one(queue, &host).id, 0);
    queue_free(queue);
}

static void strangers_are_no_hosts(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    ClaimedJobs claimed;
    TestHost host;
    TestHost other;
    int64_t id;
    char key[SECRET_SIZE];
    new_host(store, "host", &host);
    new_host(store, "other", &other);
    const Slice kind = slice_from("pair");
    HostProof wrong = {host.proof.token_id, host.proof.host_id, slice_from(other.key)};
    refused(queue_claim(queue, &wrong, 1, &kind, 1, &claimed, &error), &error, ERROR_HOST_UNKNOWN);
    wrong = (HostProof){other.proof.token_id, host.proof.host_id, slice_from(host.key)};
    refused(queue_claim(queue, &wrong, 1, &kind, 1, &claimed, &error), &error, ERROR_HOST_UNKNOWN);
    HostHello hello = hello_of("host");
    refused(host_add(store, host.proof.token_id, "2", &hello, &id, key, &error), &error,
        ERROR_OTHER_VERSION);
    hello.cores = 0;
    refused(host_add(store, host.proof.token_id, VERSION, &hello, &id, key, &error), &error,
        ERROR_BAD_HELLO);
    queue_free(queue);
}

static void owners_take_turns(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t groups[] = {new_group(queue, "ann", "1"), new_group(queue, "bob", "1")};
    add_jobs(queue, groups[0], LANE_RANKED, 20);
    for (int i = 0; i < 5; i++) {
        claim_one(queue, &host); // Ann's head start
    }
    add_jobs(queue, groups[1], LANE_RANKED, 6);
    for (int i = 0; i < 12; i++) {
        ClaimedJob job = claim_one(queue, &host);
        must(finish(queue, &job, "{}", &error), &error);
        JobResults ann = results(queue, groups[0], 0);
        JobResults bob = results(queue, groups[1], 0);
        assert_in_range(1 + ann.count - bob.count, 0, 2);
        job_results_release(&ann);
        job_results_release(&bob);
    }
    queue_free(queue);
}

static void owners_take_turns_whatever_their_jobs_need(void **state) {
    Queue *queue = new_queue(state);
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t groups[] = {new_group(queue, "ann", "1"), new_group(queue, "bob", "1")};
    for (int i = 0; i < 12; i++) {
        char name[8];
        snprintf(name, sizeof name, "%s%d", i % 2 ? "bob" : "ann", i / 2);
        JobSpec spec = spec_of(name);
        spec.kind = slice_from(i % 2 ? "compile" : "pair");
        add_spec(queue, groups[i % 2], &spec);
    }
    ClaimedJobs claimed = claim(queue, &host, 6);
    int count[2] = {0};
    for (size_t i = 0; i < claimed.count; i++) {
        count[claimed.items[i].name[0] == 'b']++;
    }
    assert_int_equal(count[0], 3);
    assert_int_equal(count[1], 3);
    claimed_jobs_release(&claimed);
    queue_free(queue);
}

static void a_job_that_comes_back_is_next(void **state) {
    Queue *queue = new_queue(state);
    Error error;
    TestHost host;
    new_host(store_of(state), "host", &host);
    add_jobs(queue, new_group(queue, "ann", "1"), LANE_RANKED, 9);
    ClaimedJobs claimed = claim(queue, &host, 9);
    add_jobs(queue, new_group(queue, "bob", "1"), LANE_RANKED, 9);
    must(give_back(queue, &claimed.items[8], false, &error), &error);
    assert_int_equal(claim_one(queue, &host).id, claimed.items[8].id);
    claimed_jobs_release(&claimed);
    queue_free(queue);
}

static void no_lane_starves(void **state) {
    Queue *queue = new_queue(state);
    TestHost host;
    new_host(store_of(state), "host", &host);
    int64_t group = new_group(queue, "ann", "1");
    for (int lane = LANE_COMPILE; lane <= LANE_RANKED; lane++) {
        add_jobs(queue, group, (JobLane)lane, 100);
    }
    int taken[LANE_COUNT] = {0};
    for (int i = 0; i < 100; i++) {
        ClaimedJobs claimed = claim(queue, &host, 1);
        taken[claimed.items[0].name[0] - '0']++;
        claimed_jobs_release(&claimed);
    }
    assert_true(taken[LANE_COMPILE] >= 70); // 3/4 and a share of the rest
    for (int lane = LANE_CHECK; lane <= LANE_RANKED; lane++) {
        assert_true(taken[lane] >= 1);
    }
    queue_free(queue);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(hosts_get_what_they_can_do),
        STORE_TEST(strangers_are_no_hosts),
        STORE_TEST(owners_take_turns),
        STORE_TEST(owners_take_turns_whatever_their_jobs_need),
        STORE_TEST(a_job_that_comes_back_is_next),
        STORE_TEST(no_lane_starves),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
