// Tokens and the audit trail, on both databases.

#include "unit/jobs/jobs_fixture.h"

#include "base/text.h"
#include "jobs/audit.h"

static void a_token_is_kept_as_a_hash(void **state) {
    Store *store = store_of(state);
    Error error;
    Token token;
    char secret[SECRET_SIZE];
    must(token_add(store, slice_from("lab-1"), SCOPE_WORKER, secret, &error), &error);
    assert_int_equal(strlen(secret), 64);
    must(token_find(store, slice_from(secret), &token, &error), &error);
    assert_string_equal(token.name, "lab-1");
    assert_int_equal(token.scope, SCOPE_WORKER);
    Sha256 hash = sha256_of(slice_from(secret));
    char hex[SHA256_TEXT_SIZE];
    refused(token_find(store, slice_from(sha256_hex(&hash, hex)), &token, &error), &error,
        ERROR_UNAUTHORIZED);
    secret[0] = secret[0] == '0' ? '1' : '0';
    refused(token_find(store, slice_from(secret), &token, &error), &error, ERROR_UNAUTHORIZED);
    refused(token_find(store, slice_from(""), &token, &error), &error, ERROR_UNAUTHORIZED);
}

static void names_are_checked(void **state) {
    Store *store = store_of(state);
    Error error;
    char secret[SECRET_SIZE];
    must(token_add(store, slice_from("a"), SCOPE_CLIENT, secret, &error), &error);
    refused(
        token_add(store, slice_from("a"), SCOPE_CLIENT, secret, &error), &error, ERROR_NAME_TAKEN);
    static const char *const BAD[] = {"", "a b", "a\n", "\xc3\xa9",
        "12345678901234567890123456789012345678901234567890123456789012345"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        refused(token_add(store, slice_from(BAD[i]), SCOPE_CLIENT, secret, &error), &error,
            ERROR_BAD_NAME);
    }
    refused(
        token_add(store, (Slice){"a\0b", 3}, SCOPE_CLIENT, secret, &error), &error, ERROR_BAD_NAME);
}

static void a_revoked_token_is_worth_nothing(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    Token token;
    char secret[SECRET_SIZE];
    TestHost host;
    must(token_add(store, slice_from("lab-1"), SCOPE_WORKER, secret, &error), &error);
    must(token_find(store, slice_from(secret), &token, &error), &error);
    new_process(store, "lab-1", token.id, &host);
    int64_t group = new_group(queue, "ann", "1");
    JobSpec spec = spec_of("1");
    spec.max_attempts = 1;
    add_spec(queue, group, &spec);
    ClaimedJob job = claim_one(queue, &host);
    must(token_revoke(store, slice_from("lab-1"), &error), &error);
    refused(token_revoke(store, slice_from("lab-1"), &error), &error, ERROR_UNKNOWN_NAME);
    refused(token_find(store, slice_from(secret), &token, &error), &error, ERROR_UNAUTHORIZED);
    // Its lease goes back at once, and that is no failure of the job.
    assert_int_equal(sweep(queue).expired, 1);
    TestHost other;
    new_host(store, "lab-2", &other);
    assert_int_equal(claim_one(queue, &other).id, job.id);
    // A server's own worker gets a new secret at each start.
    char renewed[SECRET_SIZE];
    must(token_renew(store, "lab-1", SCOPE_WORKER, renewed, &error), &error);
    must(token_find(store, slice_from(renewed), &token, &error), &error);
    refused(token_find(store, slice_from(secret), &token, &error), &error, ERROR_UNAUTHORIZED);
    queue_free(queue);
}

// What a worker had when its server was killed goes back as soon as the server is there again.
static void a_renewed_token_gives_back_leases(void **state) {
    Queue *queue = new_queue(state);
    Store *store = store_of(state);
    Error error;
    char secret[SECRET_SIZE];
    TestHost host;
    TestHost again;
    new_host(store, "server-1", &host);
    JobSpec spec = spec_of("1");
    add_spec(queue, new_group(queue, "ann", "1"), &spec);
    ClaimedJob job = claim_one(queue, &host);
    assert_int_equal(sweep(queue).expired, 0);
    store_advance_clock(store, 1000); // much less than a lease
    must(token_renew(store, "server-1", SCOPE_WORKER, secret, &error), &error);
    assert_int_equal(sweep(queue).expired, 1);
    store_advance_clock(store, 1);
    new_process(store, "server-1", host.proof.token_id, &again);
    assert_int_equal(claim_one(queue, &again).id, job.id);
    assert_int_equal(sweep(queue).expired, 0);
    queue_free(queue);
}

static void show_token(void *context, const TokenRow *row) {
    Text *out = context;
    if (!row) {
        text_clear(out);
        return;
    }
    text_addf(out, "%s %s %s %s %s\n", row->name, row->scope, row->created_ms > 0 ? "made" : "",
        row->used_ms > 0 ? "used" : "unused", row->revoked_ms > 0 ? "revoked" : "valid");
}

static void show_audit(void *context, const AuditRow *row) {
    Text *out = context;
    if (!row) {
        text_clear(out);
        return;
    }
    text_addf(out, "%lld %s %s %s %s\n", (long long)row->id, row->actor, row->action, row->subject,
        row->detail);
}

static void tokens_and_audit_are_listed(void **state) {
    Store *store = store_of(state);
    Error error;
    Token token;
    char secret[SECRET_SIZE];
    Text text;
    text_init(&text);
    must(token_add(store, slice_from("b"), SCOPE_WORKER, secret, &error), &error);
    must(token_add(store, slice_from("a"), SCOPE_ADMIN, secret, &error), &error);
    must(token_find(store, slice_from(secret), &token, &error), &error);
    must(token_revoke(store, slice_from("b"), &error), &error);
    must(token_list(store, show_token, &text, &error), &error);
    assert_string_equal(text.data, "a admin made used valid\nb worker made unused revoked\n");
    must(audit_list(store, 1, 10, show_audit, &text, &error), &error);
    assert_string_equal(text.data, "2 server token-added a admin\n3 server token-revoked b \n");
    text_release(&text);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_token_is_kept_as_a_hash),
        STORE_TEST(names_are_checked),
        STORE_TEST(a_revoked_token_is_worth_nothing),
        STORE_TEST(a_renewed_token_gives_back_leases),
        STORE_TEST(tokens_and_audit_are_listed),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
