// Sessions and personal tokens: who is known by them, how long, and how they end, on both
// databases.

#include "unit/support/stores.h"

#include <string.h>

#include "arena/person_tokens.h"
#include "arena/sessions.h"

#define DAY_MS (24 * 3600 * INT64_C(1000))

typedef struct Case {
    Person person;
    const char *name;
    Slice agent;
    char secret[SECRET_SIZE];
    char token[PERSON_TOKEN_SIZE];
    int64_t id;
    int count;
    bool is_done;
} Case;

static bool add_person(StoreTx *tx, void *context, Error *error) {
    Case *one = context;
    return person_add(
        tx, slice_from(one->name), slice_from("hash"), ROLE_STUDENT, &one->person, error);
}

static bool add_session(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    session_add(tx, one->person.id,
        &(SessionOrigin){.address = slice_from("192.0.2.7"), .agent = one->agent}, one->secret);
    return true;
}

static void sign_in(Store *store, Case *one) {
    secret_make(one->secret);
    stores_transact(store, STORE_WRITE, add_session, one);
}

static Case new_person(Store *store, const char *name) {
    Case one = {.name = name, .agent = slice_from("Browser/1.0")};
    stores_transact(store, STORE_WRITE, add_person, &one);
    return one;
}

static bool is_known(Store *store, Case *one) {
    Person person;
    Error error;
    bool is_found = session_find(store, slice_from(one->secret), &person, &one->id, &error);
    if (is_found) {
        assert_int_equal(person.id, one->person.id);
        assert_string_equal(person.name, one->person.name);
    } else {
        assert_int_equal(error.reason.code, ERROR_UNAUTHORIZED);
    }
    return is_found;
}

static void a_session_ends_when_idle_and_in_the_end(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    sign_in(store, &ann);
    assert_true(is_known(store, &ann));
    store_advance_clock(store, SESSION_IDLE_MS + 1);
    assert_false(is_known(store, &ann));
    sign_in(store, &ann);
    int64_t days = 0;
    while (is_known(store, &ann)) { // every day a visit
        store_advance_clock(store, DAY_MS);
        days++;
    }
    assert_int_equal(days, SESSION_TOTAL_MS / DAY_MS);
    sign_in(store, &ann);
    assert_int_equal(stores_number(store, "SELECT COUNT(*) FROM sessions"), 1);
}

// Who reads the store has nothing to show.
static void the_store_has_no_secret(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    sign_in(store, &ann);
    Case thief = ann;
    Sha256 hash = secret_hash(slice_from(ann.secret));
    sha256_hex(&hash, thief.secret);
    assert_false(is_known(store, &thief));
    memset(thief.secret, '0', SECRET_SIZE - 1);
    assert_false(is_known(store, &thief));
    thief.secret[0] = '\0';
    assert_false(is_known(store, &thief));
    assert_true(is_known(store, &ann));
}

static bool end_session(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    one->is_done = session_end(tx, one->person.id, one->id);
    return true;
}

static bool end_others(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    sessions_end_others(tx, one->person.id, one->id);
    return true;
}

static void people_end_their_own_sessions_alone(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    Case bob = new_person(store, "bob");
    sign_in(store, &ann);
    sign_in(store, &bob);
    assert_true(is_known(store, &ann));
    Case attempt = bob;
    attempt.id = ann.id;
    stores_transact(store, STORE_WRITE, end_session, &attempt);
    assert_false(attempt.is_done);
    assert_true(is_known(store, &ann));
    Case phone = ann;
    sign_in(store, &phone);
    stores_transact(store, STORE_WRITE, end_others, &ann);
    assert_true(is_known(store, &ann));
    assert_false(is_known(store, &phone));
    stores_transact(store, STORE_WRITE, end_session, &ann);
    assert_true(ann.is_done);
    assert_false(is_known(store, &ann));
    assert_true(is_known(store, &bob));
}

static void note_session(void *context, const SessionRow *row) {
    Case *one = context;
    one->count++;
    assert_true(strlen(row->agent) <= SESSION_AGENT_BYTES + 3);
    assert_string_equal(row->address, "192.0.2.7");
    assert_true(row->expires_ms > row->used_ms && row->used_ms >= row->created_ms);
}

static bool list_sessions(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    one->count = 0;
    session_list(tx, one->person.id, 0, 100, note_session, one);
    return true;
}

// A header may be any bytes, and long.
static void any_browser_can_sign_in(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    char agent[2000];
    for (size_t i = 0; i < sizeof agent; i++) {
        agent[i] = (char)(i % 255 + 1);
    }
    ann.agent = (Slice){agent, sizeof agent};
    sign_in(store, &ann);
    assert_true(is_known(store, &ann));
    stores_transact(store, STORE_READ, list_sessions, &ann);
    assert_int_equal(ann.count, 1);
}

static bool add_token(StoreTx *tx, void *context, Error *error) {
    Case *one = context;
    return person_token_add(
        tx, one->person.id, slice_from(one->name), TOKEN_SUBMIT, one->token, error);
}

static bool has_token(Store *store, const Case *one) {
    Person person;
    PersonTokenScope scope;
    Error error;
    if (!person_token_find(store, slice_from(one->token), &person, &scope, &error)) {
        assert_int_equal(error.reason.code, ERROR_UNAUTHORIZED);
        return false;
    }
    assert_int_equal(person.id, one->person.id);
    assert_int_equal(scope, TOKEN_SUBMIT);
    return true;
}

static void note_token(void *context, const PersonTokenRow *row) {
    Case *one = context;
    one->count++;
    one->id = row->id;
    assert_string_equal(row->scope, "submit");
}

static bool list_tokens(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    one->count = 0;
    person_token_list(tx, one->person.id, 0, 100, note_token, one);
    return true;
}

static bool remove_token(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Case *one = context;
    one->is_done = person_token_remove(tx, one->person.id, one->id);
    return true;
}

static void tokens_are_counted_and_revoked(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    Case bob = new_person(store, "bob");
    person_token_make(ann.token);
    assert_memory_equal(ann.token, PERSON_TOKEN_PREFIX, strlen(PERSON_TOKEN_PREFIX));
    stores_transact(store, STORE_WRITE, add_token, &ann);
    assert_true(has_token(store, &ann));
    stores_transact(store, STORE_READ, list_tokens, &ann);
    assert_int_equal(ann.count, 1);
    bob.id = ann.id;
    stores_transact(store, STORE_WRITE, remove_token, &bob);
    assert_false(bob.is_done);
    assert_int_equal(stores_refusal(store, STORE_WRITE, add_token, &ann), ERROR_NAME_TAKEN);
    Case more = ann;
    more.name = "bad\nname";
    assert_int_equal(stores_refusal(store, STORE_WRITE, add_token, &more), ERROR_BAD_NAME);
    for (int i = 1; i < PERSON_TOKENS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "laptop %d", i);
        more.name = name;
        person_token_make(more.token);
        stores_transact(store, STORE_WRITE, add_token, &more);
    }
    more.name = "one more";
    assert_int_equal(stores_refusal(store, STORE_WRITE, add_token, &more), ERROR_TOO_MANY_TOKENS);
    stores_transact(store, STORE_WRITE, remove_token, &ann);
    assert_true(ann.is_done);
    assert_false(has_token(store, &ann));
}

static bool close_account(StoreTx *tx, void *context, Error *error) {
    PersonChange change = {.has_state = true, .is_closed = ((Case *)context)->is_done};
    return person_change(tx, ((Case *)context)->person.id, &change, "admin", error);
}

static void a_closed_account_lets_nobody_in(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Case ann = new_person(store, "ann");
    sign_in(store, &ann);
    person_token_make(ann.token);
    stores_transact(store, STORE_WRITE, add_token, &ann);
    ann.is_done = true;
    stores_transact(store, STORE_WRITE, close_account, &ann);
    assert_false(is_known(store, &ann));
    assert_false(has_token(store, &ann));
    ann.is_done = false;
    stores_transact(store, STORE_WRITE, close_account, &ann);
    assert_false(is_known(store, &ann));
    assert_true(has_token(store, &ann));
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_session_ends_when_idle_and_in_the_end),
        STORE_TEST(the_store_has_no_secret),
        STORE_TEST(people_end_their_own_sessions_alone),
        STORE_TEST(any_browser_can_sign_in),
        STORE_TEST(tokens_are_counted_and_revoked),
        STORE_TEST(a_closed_account_lets_nobody_in),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
