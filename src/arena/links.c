#include "arena/links.h"

#include "arena/people.h"
#include "jobs/audit.h"

// Adds a link to a person's account, or to an admin's if that is 0. Returns when it ends.
static int64_t add(StoreTx *tx, int64_t person_id, const char secret[SECRET_SIZE]) {
    Sha256 hash = secret_hash(slice_from(secret));
    query_end(query_begin(tx, "links_sweep"));
    Query *query = query_begin(tx, "links_add");
    query_bind_blob(query, 1, sha256_slice(&hash));
    query_bind_text(query, 2, slice_from(person_id == 0 ? "admin" : "reset"));
    if (person_id == 0) {
        query_bind_null(query, 3);
    } else {
        query_bind_int(query, 3, person_id);
    }
    query_bind_int(query, 4, LINK_MS);
    return query_take_int(query);
}

int64_t link_add_admin(StoreTx *tx, const char secret[SECRET_SIZE], const char *actor) {
    audit_add(tx, actor, "admin-link-added", slice_from("site"), slice_from(""));
    return add(tx, 0, secret);
}

typedef struct AdminCall {
    bool is_first;
    bool is_made;
    const char *secret;
} AdminCall;

static bool make_admin(StoreTx *tx, void *context, Error *error) {
    (void)error;
    AdminCall *call = context;
    call->is_made = !call->is_first || !people_have_admin(tx);
    if (call->is_made) {
        link_add_admin(tx, call->secret, "operator");
    }
    return true;
}

bool link_make_admin(Store *store, bool is_first, char secret[SECRET_SIZE], Error *error) {
    AdminCall call = {.is_first = is_first, .secret = secret};
    secret_make(secret);
    bool is_done = store_transact(store, STORE_WRITE, make_admin, &call, error);
    if (!call.is_made) {
        *secret = '\0';
    }
    return is_done;
}

bool link_add_reset(StoreTx *tx, int64_t person_id, const char secret[SECRET_SIZE],
    const char *actor, int64_t *expires_ms, Error *error) {
    Person person;
    if (!person_find(tx, person_id, &person, error)) {
        return false;
    }
    Query *older = query_begin(tx, "links_remove_of_person");
    query_bind_int(older, 1, person_id);
    query_end(older);
    *expires_ms = add(tx, person_id, secret);
    audit_add(tx, actor, "reset-link-added", slice_from(person.name), slice_from(""));
    return true;
}

// Asks for a link, or ends it, by a statement that tells whose it is.
static bool take(StoreTx *tx, const char *statement, Slice secret, int64_t *person_id) {
    Sha256 hash = secret_hash(secret);
    Query *query = query_begin(tx, statement);
    query_bind_blob(query, 1, sha256_slice(&hash));
    bool is_found = query_step(query);
    *person_id = is_found ? query_column_int(query, 0) : 0;
    query_end(query);
    return is_found;
}

static bool bad_link(Error *error) {
    return error_set(error, ERROR_BAD_LINK, "that link was used already, or is too old");
}

static bool take_admin(StoreTx *tx, const char *statement, Slice secret, Error *error) {
    int64_t person_id;
    return (take(tx, statement, secret, &person_id) && person_id == 0) || bad_link(error);
}

static bool take_reset(
    StoreTx *tx, const char *statement, Slice secret, Person *person, Error *error) {
    int64_t person_id;
    return (take(tx, statement, secret, &person_id) && person_id != 0 &&
               person_find(tx, person_id, person, NULL)) ||
           bad_link(error);
}

bool link_check_admin(StoreTx *tx, Slice secret, Error *error) {
    return take_admin(tx, "links_find", secret, error);
}

bool link_check_reset(StoreTx *tx, Slice secret, Person *person, Error *error) {
    return take_reset(tx, "links_find", secret, person, error);
}

bool link_use_admin(StoreTx *tx, Slice secret, Error *error) {
    if (!take_admin(tx, "links_use", secret, error)) {
        return false;
    }
    query_end(query_begin(tx, "links_remove_of_admins"));
    return true;
}

bool link_use_reset(StoreTx *tx, Slice secret, Person *person, Error *error) {
    return take_reset(tx, "links_use", secret, person, error);
}
