#include "arena/people.h"

#include <stdio.h>

#include "arena/person_tokens.h"
#include "arena/personal_data.h"
#include "arena/sessions.h"
#include "jobs/audit.h"

void person_read(Query *query, int column, Person *out) {
    *out = (Person){.id = query_column_int(query, column)};
    snprintf(out->name, sizeof out->name, "%s", query_column_text(query, column + 1).data);
    person_role_find(query_column_text(query, column + 2), &out->role);
}

bool person_add(
    StoreTx *tx, Slice name, Slice password_hash, PersonRole role, Person *out, Error *error) {
    char key[PERSON_NAME_SIZE];
    person_name_key(name, key);
    Query *query = query_begin(tx, "people_add");
    query_bind_text(query, 1, name);
    query_bind_text(query, 2, slice_from(key));
    query_bind_text(query, 3, password_hash);
    query_bind_text(query, 4, slice_from(person_role_name(role)));
    bool is_added = query_step(query);
    if (is_added) {
        person_read(query, 0, out);
    }
    query_end(query);
    if (!is_added) {
        return error_set(error, ERROR_NAME_TAKEN, "somebody has that name already");
    }
    audit_add(tx, out->name, "person-added", name, slice_from(person_role_name(role)));
    return true;
}

static bool not_found(Error *error) {
    return error_set(error, ERROR_NOT_FOUND, "there is no such person");
}

bool person_find(StoreTx *tx, int64_t id, Person *out, Error *error) {
    Query *query = query_begin(tx, "people_find");
    query_bind_int(query, 1, id);
    bool is_found = query_step(query);
    if (is_found) {
        person_read(query, 0, out);
    }
    query_end(query);
    return is_found || not_found(error);
}

bool person_hold(StoreTx *tx, int64_t id) {
    Query *query = query_begin(tx, "people_hold");
    query_bind_int(query, 1, id);
    bool is_found = query_step(query);
    query_end(query);
    return is_found || id == 0;
}

bool people_have_admin(StoreTx *tx) {
    return query_take_int(query_begin(tx, "people_have_admin")) != 0;
}

// Whether somebody else is an admin. Locks all of them: two who step down at once must not both
// think that the other stays.
static bool has_other_admin(StoreTx *tx, int64_t id) {
    bool has_other = false;
    Query *query = query_begin(tx, "people_lock_admins");
    while (query_step(query)) {
        has_other |= query_column_int(query, 0) != id;
    }
    query_end(query);
    return has_other;
}

static bool check_last_admin(StoreTx *tx, const Person *person, Error *error) {
    return person->role != ROLE_ADMIN || has_other_admin(tx, person->id) ||
           error_set(error, ERROR_LAST_ADMIN, "%s is the only admin: make another one first",
               person->name);
}

static void change_role(StoreTx *tx, const Person *person, PersonRole role, const char *actor) {
    Query *query = query_begin(tx, "people_set_role");
    query_bind_int(query, 1, person->id);
    query_bind_text(query, 2, slice_from(person_role_name(role)));
    query_end(query);
    audit_add(
        tx, actor, "role-changed", slice_from(person->name), slice_from(person_role_name(role)));
}

static void change_state(StoreTx *tx, const Person *person, bool is_closed, const char *actor) {
    Query *query = query_begin(tx, "people_set_state");
    query_bind_int(query, 1, person->id);
    query_bind_text(query, 2, slice_from(is_closed ? "closed" : "active"));
    query_end(query);
    if (is_closed) {
        sessions_end_others(tx, person->id, 0);
    }
    audit_add(tx, actor, is_closed ? "account-closed" : "account-opened", slice_from(person->name),
        slice_from(""));
}

bool person_change(
    StoreTx *tx, int64_t id, const PersonChange *change, const char *actor, Error *error) {
    Person person = {0};
    Query *query = query_begin(tx, "people_lock");
    query_bind_int(query, 1, id);
    bool is_active = false;
    bool is_found = query_step(query);
    if (is_found) {
        person_read(query, 0, &person);
        is_active = slice_is(query_column_text(query, 3), "active");
    }
    query_end(query);
    if (!is_found) {
        return not_found(error);
    }
    bool is_admin_no_more = (change->has_role && change->role != ROLE_ADMIN) ||
                            (change->has_state && change->is_closed);
    if (is_active && is_admin_no_more && !check_last_admin(tx, &person, error)) {
        return false;
    }
    if (change->has_role && change->role != person.role) {
        change_role(tx, &person, change->role, actor);
    }
    if (change->has_state && change->is_closed == is_active) {
        change_state(tx, &person, change->is_closed, actor);
    }
    return true;
}

bool person_delete(StoreTx *tx, int64_t id, Error *error) {
    Person person = {0};
    if (!person_find(tx, id, &person, error) || !check_last_admin(tx, &person, error)) {
        return false;
    }
    // First, for it waits for whoever is writing a game (person_hold): that is erased, too.
    Query *query = query_begin(tx, "people_delete");
    query_bind_int(query, 1, id);
    query_bind_text(query, 2, slice_from(PERSON_DELETED));
    query_end(query);
    personal_data_erase(tx, id);
    sessions_end_others(tx, id, 0);
    person_tokens_remove(tx, id);
    Query *links = query_begin(tx, "links_remove_of_person");
    query_bind_int(links, 1, id);
    query_end(links);
    char number[32];
    snprintf(number, sizeof number, "person %lld", (long long)id);
    audit_add(tx, number, "person-deleted", slice_from(number), slice_from(""));
    return true;
}

void person_list(
    StoreTx *tx, Slice part, int64_t after, int64_t limit, PersonVisit *visit, void *context) {
    Query *query = query_begin(tx, "people_list");
    query_bind_int(query, 1, after);
    query_bind_text(query, 2, part);
    query_bind_int(query, 3, limit);
    while (query_step(query)) {
        visit(context, &(PersonRow){
                           .id = query_column_int(query, 0),
                           .name = query_column_text(query, 1).data,
                           .role = query_column_text(query, 2).data,
                           .state = query_column_text(query, 3).data,
                           .created_ms = query_column_int(query, 4),
                           .signed_in_ms = query_column_int(query, 5),
                       });
    }
    query_end(query);
}
