// Coming in, and proving who one is, on both databases.

#include "unit/arena/accounts_fixture.h"

#include <string.h>

#include "arena/invitations.h"
#include "arena/person_tokens.h"

static void the_first_link_makes_one_admin(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn second;
    char link[SECRET_SIZE];
    assert_int_equal(site.admin.person.role, ROLE_ADMIN);
    assert_true(is_in(&site, &site.admin));
    refused(set_up(&site, site.link, "other", &second, &error), &error, ERROR_BAD_LINK);
    must(link_make_admin(site.store, true, link, &error), &error);
    assert_string_equal(link, ""); // there is an admin
    must(link_make_admin(site.store, false, link, &error), &error);
    store_advance_clock(site.store, LINK_MS + 1);
    refused(set_up(&site, link, "other", &second, &error), &error, ERROR_BAD_LINK);
    must(link_make_admin(site.store, false, link, &error), &error);
    must(set_up(&site, link, "other", &second, &error), &error);
    accounts_free(site.accounts);
}

// An unknown name, a closed account and a wrong password: one text, one code, one hash.
static void who_is_wrong_learns_nothing(void **state) {
    Site site = open_site(state);
    Error wrong;
    Error unknown;
    Error malformed;
    SignedIn out;
    new_student(&site, "ann");
    assert_false(sign_in(&site, "ann", OTHER, &out, &wrong));
    assert_false(sign_in(&site, "nobody", OTHER, &out, &unknown));
    assert_false(sign_in(&site, "'; DROP TABLE people; --", OTHER, &out, &malformed));
    assert_string_equal(wrong.text, unknown.text);
    assert_string_equal(wrong.text, malformed.text);
    assert_int_equal(wrong.reason.code, ERROR_SIGN_IN_FAILED);
    assert_int_equal(wrong.reason.code, unknown.reason.code);
    stores_sql(site.store, "UPDATE people SET state = 'closed' WHERE name = 'ann'");
    assert_false(sign_in(&site, "ann", GOOD, &out, &unknown));
    assert_string_equal(wrong.text, unknown.text);
    stores_sql(site.store, "UPDATE people SET state = 'active' WHERE name = 'ann'");
    must(sign_in(&site, "ANN", GOOD, &out, &wrong), &wrong);
    assert_string_equal(out.person.name, "ann");
    accounts_free(site.accounts);
}

static void guessing_is_slow(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn out;
    int tries = 0;
    new_student(&site, "ann");
    new_student(&site, "bob");
    // By account, from many addresses.
    do {
        char address[32];
        snprintf(address, sizeof address, "198.51.100.%d", ++tries);
        assert_false(sign_in_from(&site, address, "ann", OTHER, &out, &error));
    } while (error.reason.code == ERROR_SIGN_IN_FAILED && tries < 100);
    assert_int_equal(tries, 11);
    refused(sign_in(&site, "Ann", GOOD, &out, &error), &error, ERROR_TOO_MANY_TRIES);
    must(sign_in(&site, "bob", GOOD, &out, &error), &error);
    store_advance_clock(site.store, 30000);
    must(sign_in(&site, "ann", GOOD, &out, &error), &error);
    // By address, at many accounts.
    for (tries = 0; tries < 200; tries++) {
        char name[32];
        snprintf(name, sizeof name, "name-%d", tries);
        assert_false(sign_in_from(&site, "203.0.113.1", name, OTHER, &out, &error));
        if (error.reason.code == ERROR_TOO_MANY_TRIES) {
            break;
        }
    }
    assert_in_range(tries, 120, 130);                        // a class, each of whom errs once
    must(sign_in(&site, "bob", GOOD, &out, &error), &error); // from elsewhere
    accounts_free(site.accounts);
}

static void a_session_is_new_at_every_sign_in(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn first = new_student(&site, "ann");
    SignedIn second;
    Person person;
    SessionOrigin origin = from("192.0.2.3");
    must(session_find(site.store, slice_from(first.secret), &person, &origin.replaced_id, &error),
        &error);
    must(accounts_sign_in(
             site.accounts, slice_from("ann"), slice_from(GOOD), &origin, &second, &error),
        &error);
    assert_string_not_equal(first.secret, second.secret);
    assert_false(is_in(&site, &first)); // what the browser had is worth nothing any more
    assert_true(is_in(&site, &second));
    accounts_free(site.accounts);
}

typedef struct Invite {
    Person maker;
    Invitation invitation;
    char code[INVITATION_CODE_SIZE];
    int64_t id;
} Invite;

static bool invite(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Invite *one = context;
    one->id = invitation_add(tx, &one->maker, &one->invitation, one->code);
    return true;
}

static bool revoke_invitation(StoreTx *tx, void *context, Error *error) {
    return invitation_remove(tx, ((Invite *)context)->id, "root", error);
}

static Invite new_invitation(Site *site, PersonRole role, int64_t uses) {
    Invite one = {site->admin.person, {role, uses, 60000}, "", 0};
    invitation_make_code(one.code);
    stores_transact(site->store, STORE_WRITE, invite, &one);
    return one;
}

static void invitations_last_so_long_and_so_often(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn out;
    refused(join(&site, "ann", GOOD, "", &out, &error), &error, ERROR_BAD_INVITATION);
    Invite one = new_invitation(&site, ROLE_STUDENT, 2);
    must(join(&site, "ann", GOOD, one.code, &out, &error), &error);
    assert_int_equal(out.person.role, ROLE_STUDENT);
    refused(join(&site, "ANN", GOOD, one.code, &out, &error), &error, ERROR_NAME_TAKEN);
    char written[32] = ""; // as somebody types it
    for (size_t i = 0, size = 0; one.code[i]; i++) {
        if (one.code[i] != '-') {
            written[size++] = (char)(one.code[i] == '0' ? 'o' : one.code[i] | 0x20);
        }
    }
    must(join(&site, "bob", GOOD, written, &out, &error), &error);
    refused(join(&site, "cleo", GOOD, one.code, &out, &error), &error, ERROR_BAD_INVITATION);
    one = new_invitation(&site, ROLE_TEACHER, 1);
    must(join(&site, "tea", GOOD, one.code, &out, &error), &error);
    assert_int_equal(out.person.role, ROLE_TEACHER);
    one = new_invitation(&site, ROLE_STUDENT, 1);
    stores_transact(site.store, STORE_WRITE, revoke_invitation, &one);
    refused(join(&site, "cleo", GOOD, one.code, &out, &error), &error, ERROR_BAD_INVITATION);
    one = new_invitation(&site, ROLE_STUDENT, 1);
    store_advance_clock(site.store, 60001);
    refused(join(&site, "cleo", GOOD, one.code, &out, &error), &error, ERROR_BAD_INVITATION);
    let_register(&site, REGISTRATION_CLOSED);
    refused(join(&site, "cleo", GOOD, one.code, &out, &error), &error, ERROR_REGISTRATION_CLOSED);
    let_register(&site, REGISTRATION_OPEN);
    must(join(&site, "cleo", GOOD, "", &out, &error), &error);
    accounts_free(site.accounts);
}

static void registering_is_limited_and_checked(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn out;
    let_register(&site, REGISTRATION_OPEN);
    refused(join(&site, "ann", "short", "", &out, &error), &error, ERROR_PASSWORD_LENGTH);
    refused(join(&site, "ann", "password1", "", &out, &error), &error, ERROR_PASSWORD_COMMON);
    refused(join(&site, "an n", GOOD, "", &out, &error), &error, ERROR_BAD_NAME);
    int tries = 3;
    while (!join(&site, "ann", "short", "", &out, &error) &&
           error.reason.code == ERROR_PASSWORD_LENGTH) {
        tries++;
    }
    assert_int_equal(error.reason.code, ERROR_TOO_MANY_TRIES);
    assert_in_range(tries, 120, 121);
    accounts_free(site.accounts);
}

typedef struct Reset {
    int64_t person_id;
    char secret[SECRET_SIZE];
    int64_t expires_ms;
    char token[PERSON_TOKEN_SIZE];
} Reset;

static bool add_reset(StoreTx *tx, void *context, Error *error) {
    Reset *reset = context;
    return link_add_reset(tx, reset->person_id, reset->secret, "root", &reset->expires_ms, error);
}

static bool add_token(StoreTx *tx, void *context, Error *error) {
    Reset *reset = context;
    return person_token_add(
        tx, reset->person_id, slice_from("laptop"), TOKEN_SUBMIT, reset->token, error);
}

static bool reset_password(Site *site, const char *link, SignedIn *out, Error *error) {
    SessionOrigin origin = from("192.0.2.4");
    return accounts_reset_password(
        site->accounts, slice_from(link), slice_from(OTHER), &origin, out, error);
}

// A link from staff gives the account back to its person, and to nobody else.
static void a_link_resets_the_password_once(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn thief = new_student(&site, "ann");
    SignedIn ann;
    Reset reset = {.person_id = thief.person.id};
    Reset older = reset;
    person_token_make(reset.token);
    stores_transact(site.store, STORE_WRITE, add_token, &reset);
    secret_make(older.secret);
    stores_transact(site.store, STORE_WRITE, add_reset, &older);
    secret_make(reset.secret);
    stores_transact(site.store, STORE_WRITE, add_reset, &reset);
    refused(reset_password(&site, older.secret, &ann, &error), &error, ERROR_BAD_LINK);
    refused(set_up(&site, reset.secret, "sly", &ann, &error), &error, ERROR_BAD_LINK);
    must(reset_password(&site, reset.secret, &ann, &error), &error);
    refused(reset_password(&site, reset.secret, &ann, &error), &error, ERROR_BAD_LINK);
    assert_false(is_in(&site, &thief));
    assert_true(is_in(&site, &ann));
    Person person;
    PersonTokenScope scope;
    assert_false(person_token_find(site.store, slice_from(reset.token), &person, &scope, NULL));
    refused(sign_in(&site, "ann", GOOD, &ann, &error), &error, ERROR_SIGN_IN_FAILED);
    must(sign_in(&site, "ann", OTHER, &ann, &error), &error);
    accounts_free(site.accounts);
}

static void a_new_password_ends_other_sessions(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn laptop = new_student(&site, "ann");
    SignedIn phone;
    Person person;
    int64_t session_id;
    must(sign_in(&site, "ann", GOOD, &phone, &error), &error);
    must(session_find(site.store, slice_from(laptop.secret), &person, &session_id, &error), &error);
    Slice good = slice_from(GOOD);
    Slice other = slice_from(OTHER);
    refused(accounts_change_password(site.accounts, &person, session_id, other, other, &error),
        &error, ERROR_SIGN_IN_FAILED);
    refused(accounts_change_password(
                site.accounts, &person, session_id, good, slice_from("12345678"), &error),
        &error, ERROR_PASSWORD_COMMON);
    must(accounts_change_password(site.accounts, &person, session_id, good, other, &error), &error);
    assert_true(is_in(&site, &laptop));
    assert_false(is_in(&site, &phone));
    refused(sign_in(&site, "ann", GOOD, &phone, &error), &error, ERROR_SIGN_IN_FAILED);
    must(sign_in(&site, "ann", OTHER, &phone, &error), &error);
    accounts_free(site.accounts);
}

// A dearer hash replaces the old one when its person signs in.
static void hashes_grow_dearer(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn out;
    new_student(&site, "ann");
    accounts_free(site.accounts);
    PasswordCost dearer = {PASSWORD_COST_MIN.passes + 1, PASSWORD_COST_MIN.memory_bytes};
    site.accounts = accounts_new(&(AccountsOptions){site.store, {dearer, 1, 1}});
    must(sign_in(&site, "ann", GOOD, &out, &error), &error);
    assert_int_equal(stores_number(site.store, "SELECT COUNT(*) FROM people WHERE name = 'ann' AND "
                                               "password_hash LIKE '$argon2id$%,t=2,%'"),
        1);
    must(sign_in(&site, "ann", GOOD, &out, &error), &error);
    accounts_free(site.accounts);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(the_first_link_makes_one_admin),
        STORE_TEST(who_is_wrong_learns_nothing),
        STORE_TEST(guessing_is_slow),
        STORE_TEST(a_session_is_new_at_every_sign_in),
        STORE_TEST(invitations_last_so_long_and_so_often),
        STORE_TEST(registering_is_limited_and_checked),
        STORE_TEST(a_link_resets_the_password_once),
        STORE_TEST(a_new_password_ends_other_sessions),
        STORE_TEST(hashes_grow_dearer),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
