#include "arena/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/invitations.h"
#include "arena/links.h"
#include "arena/person_tokens.h"
#include "arena/rate_limits.h"
#include "arena/site_settings.h"
#include "jobs/audit.h"

// Ten guesses at an account at once, then two a minute. An address may be a whole school's: a class
// of 60 gets in at once though each errs once. Whoever guesses is slowed down by the interval.
static const RateLimit BY_ACCOUNT = {"sign-in-account", 10, 30000};
static const RateLimit BY_ADDRESS = {"sign-in-address", 120, 5000};
static const RateLimit NEW_ACCOUNTS = {"register-address", 120, 60000};

struct Accounts {
    Store *store;
    Passwords *passwords;
};

Accounts *accounts_new(const AccountsOptions *options) {
    Accounts *accounts = malloc(sizeof *accounts);
    if (!accounts) {
        abort();
    }
    *accounts = (Accounts){options->store, passwords_new(&options->passwords)};
    return accounts;
}

void accounts_free(Accounts *accounts) {
    if (accounts) {
        passwords_free(accounts->passwords);
        free(accounts);
    }
}

// Proving who one is

// A try to prove it.
typedef struct PasswordCheck {
    char key[PERSON_NAME_SIZE]; // of the name; empty if nobody can have it
    Slice address;
    Person person; // id 0: nobody has that name
    char hash[PASSWORD_HASH_SIZE];
    char new_hash[PASSWORD_HASH_SIZE]; // empty: the old one stays
} PasswordCheck;

static bool charge(StoreTx *tx, void *context, Error *error) {
    const PasswordCheck *proof = context;
    rate_limits_sweep(tx);
    return (!*proof->key || rate_limit_charge(tx, &BY_ACCOUNT, slice_from(proof->key), error)) &&
           (proof->address.size == 0 || rate_limit_charge(tx, &BY_ADDRESS, proof->address, error));
}

static bool read_credentials(StoreTx *tx, void *context, Error *error) {
    (void)error;
    PasswordCheck *proof = context;
    proof->person = (Person){0};
    Query *query = query_begin(tx, "people_credentials");
    query_bind_text(query, 1, slice_from(proof->key));
    if (query_step(query)) {
        person_read(query, 0, &proof->person);
        snprintf(proof->hash, sizeof proof->hash, "%s", query_column_text(query, 3).data);
    }
    query_end(query);
    return true;
}

// Charges a try and compares the password. What follows has to lock the account (still_holds).
static bool prove(Accounts *accounts, Slice name, Slice password, Slice address,
    PasswordCheck *proof, Error *error) {
    PasswordVerdict verdict;
    *proof = (PasswordCheck){.address = address};
    if (person_name_check(name, "a person", NULL)) {
        person_name_key(name, proof->key);
    }
    if (!store_transact(accounts->store, STORE_WRITE, charge, proof, error) ||
        !store_transact(accounts->store, STORE_READ, read_credentials, proof, error) ||
        !passwords_verify(accounts->passwords, password, proof->person.id != 0 ? proof->hash : NULL,
            &verdict, error)) {
        return false;
    }
    if (!verdict.is_right) {
        return error_set(error, ERROR_SIGN_IN_FAILED, "the name or the password is wrong");
    }
    // An old hash that cannot be renewed just now is renewed the next time.
    if (verdict.is_stale && !passwords_hash(accounts->passwords, password, proof->new_hash, NULL)) {
        *proof->new_hash = '\0';
    }
    return true;
}

// Locks the account and tells whether what was proven still holds: meanwhile it may have been
// closed, or got another password. Gives the tries back.
static bool still_holds(StoreTx *tx, const PasswordCheck *proof, Error *error) {
    Query *query = query_begin(tx, "people_lock_password");
    query_bind_int(query, 1, proof->person.id);
    bool is_same = query_step(query) && slice_is(query_column_text(query, 0), proof->hash);
    query_end(query);
    if (!is_same) {
        return error_set(error, ERROR_SIGN_IN_FAILED, "the account has just been changed");
    }
    rate_limit_clear(tx, &BY_ACCOUNT, slice_from(proof->key));
    return true;
}

static void set_password(StoreTx *tx, int64_t person_id, const char *hash) {
    Query *query = query_begin(tx, "people_set_password");
    query_bind_int(query, 1, person_id);
    query_bind_text(query, 2, slice_from(hash));
    query_end(query);
}

// Signing in

typedef struct SignInCall {
    const PasswordCheck *proof;
    const SessionOrigin *origin;
    const SignedIn *signed_in;
} SignInCall;

static bool begin_session(StoreTx *tx, void *context, Error *error) {
    const SignInCall *call = context;
    const Person *person = &call->signed_in->person;
    if (!still_holds(tx, call->proof, error)) {
        return false;
    }
    if (*call->proof->new_hash) {
        set_password(tx, person->id, call->proof->new_hash);
    }
    session_add(tx, person->id, call->origin, call->signed_in->secret);
    audit_add(tx, person->name, "signed-in", slice_from(person->name), call->origin->address);
    return true;
}

bool accounts_sign_in(Accounts *accounts, Slice name, Slice password, const SessionOrigin *origin,
    SignedIn *out, Error *error) {
    PasswordCheck proof;
    if (!prove(accounts, name, password, origin->address, &proof, error)) {
        return false;
    }
    SignedIn signed_in = {.person = proof.person};
    secret_make(signed_in.secret);
    SignInCall call = {&proof, origin, &signed_in};
    if (!store_transact(accounts->store, STORE_WRITE, begin_session, &call, error)) {
        return false;
    }
    *out = signed_in;
    return true;
}

// New accounts

typedef struct JoinCall {
    const NewAccount *wanted;
    const SessionOrigin *origin;
    char hash[PASSWORD_HASH_SIZE];
    SignedIn signed_in;
} JoinCall;

static bool may_register(StoreTx *tx, const NewAccount *wanted, Error *error) {
    switch (site_registration(tx)) {
    case REGISTRATION_OPEN:
        return true;
    case REGISTRATION_INVITATION:
        return invitation_check(tx, wanted->code, error);
    case REGISTRATION_CLOSED:
        break;
    }
    return error_set(error, ERROR_REGISTRATION_CLOSED, "this site takes no new accounts");
}

// In a transaction of its own: a try that fails counts, too.
static bool charge_new(StoreTx *tx, void *context, Error *error) {
    const JoinCall *call = context;
    return rate_limit_charge(tx, &NEW_ACCOUNTS, call->origin->address, error);
}

static bool check_registration(StoreTx *tx, void *context, Error *error) {
    return may_register(tx, ((JoinCall *)context)->wanted, error);
}

static bool check_set_up(StoreTx *tx, void *context, Error *error) {
    return link_check_admin(tx, ((JoinCall *)context)->wanted->code, error);
}

static bool add_person(StoreTx *tx, JoinCall *call, PersonRole role, Error *error) {
    SignedIn *signed_in = &call->signed_in;
    if (!person_add(
            tx, call->wanted->name, slice_from(call->hash), role, &signed_in->person, error)) {
        return false;
    }
    session_add(tx, signed_in->person.id, call->origin, signed_in->secret);
    return true;
}

static bool join_registered(StoreTx *tx, void *context, Error *error) {
    JoinCall *call = context;
    PersonRole role = ROLE_STUDENT;
    bool has_code = call->wanted->code.size > 0;
    return may_register(tx, call->wanted, error) &&
           (!has_code || invitation_use(tx, call->wanted->code, &role, error)) &&
           add_person(tx, call, role, error);
}

static bool join_set_up(StoreTx *tx, void *context, Error *error) {
    JoinCall *call = context;
    return link_use_admin(tx, call->wanted->code, error) && add_person(tx, call, ROLE_ADMIN, error);
}

// Checks what is cheap before the password is hashed, and all of it again when it counts.
static bool join_site(Accounts *accounts, StoreBody *check, StoreBody *join,
    const NewAccount *wanted, const SessionOrigin *origin, SignedIn *out, Error *error) {
    JoinCall call = {.wanted = wanted, .origin = origin};
    secret_make(call.signed_in.secret);
    if (!store_transact(accounts->store, STORE_WRITE, charge_new, &call, error) ||
        !store_transact(accounts->store, STORE_READ, check, &call, error) ||
        !person_name_check(wanted->name, "a person", error) ||
        !password_check(wanted->password, wanted->name, error) ||
        !passwords_hash(accounts->passwords, wanted->password, call.hash, error) ||
        !store_transact(accounts->store, STORE_WRITE, join, &call, error)) {
        return false;
    }
    *out = call.signed_in;
    return true;
}

bool accounts_register(Accounts *accounts, const NewAccount *wanted, const SessionOrigin *origin,
    SignedIn *out, Error *error) {
    return join_site(accounts, check_registration, join_registered, wanted, origin, out, error);
}

bool accounts_set_up(Accounts *accounts, const NewAccount *wanted, const SessionOrigin *origin,
    SignedIn *out, Error *error) {
    return join_site(accounts, check_set_up, join_set_up, wanted, origin, out, error);
}

// New passwords

typedef struct PasswordResetCall {
    Slice link;
    const SessionOrigin *origin;
    char hash[PASSWORD_HASH_SIZE];
    SignedIn signed_in;
} PasswordResetCall;

static bool check_reset(StoreTx *tx, void *context, Error *error) {
    PasswordResetCall *call = context;
    return link_check_reset(tx, call->link, &call->signed_in.person, error);
}

static bool reset(StoreTx *tx, void *context, Error *error) {
    PasswordResetCall *call = context;
    Person *person = &call->signed_in.person;
    if (!link_use_reset(tx, call->link, person, error)) {
        return false;
    }
    char key[PERSON_NAME_SIZE];
    person_name_key(slice_from(person->name), key);
    set_password(tx, person->id, call->hash);
    sessions_end_others(tx, person->id, 0);
    person_tokens_remove(tx, person->id);
    rate_limit_clear(tx, &BY_ACCOUNT, slice_from(key));
    session_add(tx, person->id, call->origin, call->signed_in.secret);
    audit_add(tx, person->name, "password-reset", slice_from(person->name), slice_from(""));
    return true;
}

bool accounts_reset_password(Accounts *accounts, Slice link, Slice password,
    const SessionOrigin *origin, SignedIn *out, Error *error) {
    PasswordResetCall call = {.link = link, .origin = origin};
    secret_make(call.signed_in.secret);
    if (!store_transact(accounts->store, STORE_READ, check_reset, &call, error) ||
        !password_check(password, slice_from(call.signed_in.person.name), error) ||
        !passwords_hash(accounts->passwords, password, call.hash, error) ||
        !store_transact(accounts->store, STORE_WRITE, reset, &call, error)) {
        return false;
    }
    *out = call.signed_in;
    return true;
}

typedef struct PasswordChangeCall {
    PasswordCheck proof;
    int64_t session_id;
    char hash[PASSWORD_HASH_SIZE];
} PasswordChangeCall;

static bool change(StoreTx *tx, void *context, Error *error) {
    PasswordChangeCall *call = context;
    const Person *person = &call->proof.person;
    if (!still_holds(tx, &call->proof, error)) {
        return false;
    }
    set_password(tx, person->id, call->hash);
    sessions_end_others(tx, person->id, call->session_id);
    audit_add(tx, person->name, "password-changed", slice_from(person->name), slice_from(""));
    return true;
}

bool accounts_change_password(Accounts *accounts, const Person *person, int64_t session_id,
    Slice old_password, Slice new_password, Error *error) {
    PasswordChangeCall call = {.session_id = session_id};
    Slice name = slice_from(person->name);
    return password_check(new_password, name, error) &&
           prove(accounts, name, old_password, (Slice){0}, &call.proof, error) &&
           passwords_hash(accounts->passwords, new_password, call.hash, error) &&
           store_transact(accounts->store, STORE_WRITE, change, &call, error);
}

static bool delete_person(StoreTx *tx, void *context, Error *error) {
    const PasswordCheck *proof = context;
    return still_holds(tx, proof, error) && person_delete(tx, proof->person.id, error);
}

bool accounts_delete(Accounts *accounts, const Person *person, Slice password, Error *error) {
    PasswordCheck proof;
    return prove(accounts, slice_from(person->name), password, (Slice){0}, &proof, error) &&
           store_transact(accounts->store, STORE_WRITE, delete_person, &proof, error);
}
