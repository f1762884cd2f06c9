// Hosts that are not believed, on both databases.

#include "unit/jobs/jobs_fixture.h"

#include "base/text.h"
#include "jobs/audit.h"
#include "jobs/trust.h"

// A kind whose results are words: `lie` is refused, `{"crash":OWNER}` says that the program of an
// owner failed, and any other result is its own fingerprint. Every job runs the program of its
// payload.
static bool check(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context;
    if (slice_is(view->result, "\"lie\"")) {
        return error_set(error, ERROR_BAD_REQUEST, "move 7 is illegal");
    }
    bool has_failed = slice_starts(view->result, "\"crash");
    ProgramRun *run = &finding->programs[finding->program_count++];
    snprintf(
        run->program, sizeof run->program, "%.*s", (int)view->payload.size, view->payload.data);
    memcpy(run->owner, run->program, sizeof run->owner);
    run->has_failed = has_failed;
    snprintf(finding->fingerprint, sizeof finding->fingerprint, "%.*s", (int)view->result.size,
        view->result.data);
    return true;
}

static const JobKind KINDS[] = {{.name = "pair", .check = check}, {0}};

static Queue *checking_queue(void **state, int rerun_permille) {
    return queue_new(&(QueueOptions){.store = store_of(state),
        .kinds = KINDS,
        .lease_ms = LEASE_MS,
        .rerun_permille = rerun_permille,
        .seed = 1});
}

static void add_named(Queue *queue, int64_t group, const char *payload, int number) {
    char name[32];
    snprintf(name, sizeof name, "%s-%d", payload, number);
    JobSpec spec = spec_of(name);
    spec.payload = slice_from(payload);
    add_spec(queue, group, &spec);
}

static bool is_aside(Queue *queue, const TestHost *host) {
    Error error;
    ClaimedJobs claimed;
    const Slice kind = slice_from("none");
    if (queue_claim(queue, &host->proof, 1, &kind, 1, &claimed, &error)) {
        claimed_jobs_release(&claimed);
        return false;
    }
    assert_int_equal(error.reason.code, ERROR_HOST_ASIDE);
    return true;
}

static void show_audit(void *context, const AuditRow *row) {
    Text *out = context;
    if (!row) {
        text_clear(out);
    } else if (strcmp(row->actor, "trust") == 0) {
        text_addf(out, "%s: %s\n", row->action, row->detail);
    }
}

static void audit_is(Store *store, const char *expected) {
    Error error;
    Text text;
    text_init(&text);
    must(audit_list(store, 0, 100, show_audit, &text, &error), &error);
    assert_string_equal(text.data, expected);
    text_release(&text);
}

static void lies_count_against_the_host(void **state) {
    Queue *queue = checking_queue(state, 0);
    Store *store = store_of(state);
    Error error;
    TestHost liar;
    TestHost honest;
    new_host(store, "liar", &liar);
    new_host(store, "honest", &honest);
    int64_t group = new_group(queue, "ann", "1");
    add_jobs(queue, group, LANE_REQUESTED, 4);
    for (int i = 0; i < TRUST_FAULTS; i++) {
        assert_false(is_aside(queue, &liar));
        ClaimedJob job = claim_one(queue, &liar);
        refused(finish(queue, &job, "\"lie\"", &error), &error, ERROR_RESULT_REFUSED);
        assert_string_equal(error.text, "refused: move 7 is illegal");
        refused(finish(queue, &job, "\"lie\"", &error), &error, ERROR_RESULT_REFUSED);
        refused(finish(queue, &job, "\"truth\"", &error), &error, ERROR_RESULT_REFUSED);
    }
    assert_true(is_aside(queue, &liar));
    audit_is(store, "hosts-set-aside: 3 of its jobs were refused or done by others, 0 done\n");
    // The jobs wait for others, and none of them has failed.
    for (int i = 0; i < 4; i++) {
        ClaimedJob job = claim_one(queue, &honest);
        must(finish(queue, &job, "\"truth\"", &error), &error);
    }
    JobResults found = results(queue, group, 0);
    assert_int_equal(found.count, 4);
    for (size_t i = 0; i < found.count; i++) {
        assert_string_equal(found.items[i].result, "\"truth\"");
    }
    job_results_release(&found);
    queue_free(queue);
}

static void a_host_aside_stays_aside_until_it_is_reinstated(void **state) {
    Queue *queue = checking_queue(state, 0);
    Store *store = store_of(state);
    Error error;
    TestHost liar;
    new_host(store, "liar", &liar);
    add_jobs(queue, new_group(queue, "ann", "1"), LANE_REQUESTED, 4);
    ClaimedJob kept = claim_one(queue, &liar);
    for (int i = 0; i < TRUST_FAULTS; i++) {
        ClaimedJob job = claim_one(queue, &liar);
        finish(queue, &job, "\"lie\"", &error);
    }
    int64_t id;
    char key[SECRET_SIZE];
    HostHello hello = hello_of("under another name");
    refused(host_add(store, liar.proof.token_id, VERSION, &hello, &id, key, &error), &error,
        ERROR_HOST_ASIDE);
    assert_int_equal(sweep(queue).expired, 1); // what it still held
    refused(finish(queue, &kept, "\"truth\"", &error), &error, ERROR_ATTEMPT_STALE);
    refused(trust_reinstate(store, slice_from("nobody"), &error), &error, ERROR_UNKNOWN_NAME);
    must(trust_reinstate(store, slice_from("liar"), &error), &error);
    assert_false(is_aside(queue, &liar));
    assert_int_equal(claim_one(queue, &liar).id, kept.id);
    queue_free(queue);
}

static void who_gives_up_on_what_others_do_is_at_fault(void **state) {
    Queue *queue = checking_queue(state, 0);
    Error error;
    TestHost broken;
    TestHost good;
    new_host(store_of(state), "broken", &broken);
    new_host(store_of(state), "good", &good);
    int64_t group = new_group(queue, "ann", "1");
    for (int i = 0; i < TRUST_FAULTS; i++) {
        assert_false(is_aside(queue, &broken));
        add_named(queue, group, "\"p\"", i);
        ClaimedJob job = claim_one(queue, &broken);
        must(give_back(queue, &job, true, &error), &error);
        job = claim_one(queue, &good);
        must(finish(queue, &job, "\"truth\"", &error), &error);
    }
    assert_true(is_aside(queue, &broken));
    assert_false(is_aside(queue, &good));
    queue_free(queue);
}

// Lets a host do the job of a program, which is the only one that waits.
static void play(
    Queue *queue, int64_t group, const TestHost *host, const char *program, const char *result) {
    static int number;
    Error error;
    add_named(queue, group, program, number++);
    ClaimedJob job = claim_one(queue, host);
    must(finish(queue, &job, result, &error), &error);
}

static void programs_that_fail_on_one_host_alone_accuse_it(void **state) {
    static const char *const PROGRAMS[] = {"\"ann\"", "\"bob\"", "\"cid\"", "\"bad\""};
    Queue *queue = checking_queue(state, 0);
    TestHost good;
    TestHost broken;
    new_host(store_of(state), "good", &good);
    new_host(store_of(state), "broken", &broken);
    int64_t group = new_group(queue, "arena", "1");
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < TRUST_RUNS; k++) {
            play(queue, group, &good, PROGRAMS[i], i == 3 ? "\"crash\"" : "\"win\"");
        }
    }
    play(queue, group, &broken, PROGRAMS[0], "\"crash\"");
    play(queue, group, &broken, PROGRAMS[0], "\"crash\""); // one owner, however often
    play(queue, group, &broken, PROGRAMS[1], "\"crash\"");
    play(queue, group, &broken, PROGRAMS[3], "\"crash\""); // this one fails everywhere
    play(queue, group, &broken, "\"new\"", "\"crash\"");   // and this one ran nowhere else
    assert_false(is_aside(queue, &broken));
    play(queue, group, &broken, PROGRAMS[2], "\"crash\"");
    assert_true(is_aside(queue, &broken));
    assert_false(is_aside(queue, &good));
    audit_is(store_of(state), "hosts-set-aside: programs of 3 owners fail here and nowhere else\n");
    queue_free(queue);
}

static void a_sample_depends_on_the_number_alone(void **state) {
    (void)state;
    int sampled = 0;
    for (int64_t id = 1; id <= 10000; id++) {
        bool is_sampled = trust_is_sampled(id, 50);
        assert_int_equal(trust_is_sampled(id, 50), is_sampled);
        assert_false(trust_is_sampled(id, 0));
        assert_true(trust_is_sampled(id, 1000));
        sampled += is_sampled;
    }
    assert_in_range(sampled, 400, 600); // 500, with a standard deviation of 22
}

static void reruns_find_who_disagrees(void **state) {
    Queue *queue = checking_queue(state, 1000);
    Store *store = store_of(state);
    Error error;
    TestHost odd;
    TestHost others[2];
    new_host(store, "odd", &odd);
    new_host(store, "first", &others[0]);
    new_host(store, "second", &others[1]);
    int64_t group = new_group(queue, "ann", "1");
    for (int i = 0; i < 2; i++) {
        play(queue, group, &odd, "\"p\"", "\"odd\"");
        assert_int_equal(claim_one(queue, &odd).id, 0); // not by the one who did it
        assert_false(is_aside(queue, &odd));
        ClaimedJob rerun = claim_one(queue, &others[i]);
        must(finish(queue, &rerun, "\"right\"", &error), &error);
        assert_int_equal(claim_one(queue, &others[1 - i]).id, 0); // and not again
    }
    assert_true(is_aside(queue, &odd));
    assert_false(is_aside(queue, &others[0]));
    play(queue, group, &others[0], "\"p\"", "\"right\"");
    ClaimedJob rerun = claim_one(queue, &others[1]);
    must(finish(queue, &rerun, "\"right\"", &error), &error);
    assert_false(is_aside(queue, &others[1]));
    // Reruns are nothing to the client.
    JobResults found = results(queue, group, 0);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.open_count, 0);
    job_results_release(&found);
    queue_free(queue);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(lies_count_against_the_host),
        STORE_TEST(a_host_aside_stays_aside_until_it_is_reinstated),
        STORE_TEST(who_gives_up_on_what_others_do_is_at_fault),
        STORE_TEST(programs_that_fail_on_one_host_alone_accuse_it),
        STORE_TEST(a_sample_depends_on_the_number_alone),
        STORE_TEST(reruns_find_who_disagrees),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
