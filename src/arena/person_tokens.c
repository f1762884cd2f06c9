#include "arena/person_tokens.h"

#include <stdio.h>
#include <string.h>

#include "jobs/audit.h"
#include "jobs/credentials.h"

static const char *const SCOPES[] = {[TOKEN_READ] = "read", [TOKEN_SUBMIT] = "submit"};

const char *person_token_scope_name(PersonTokenScope scope) {
    return SCOPES[scope];
}

bool person_token_scope_find(Slice name, PersonTokenScope *out) {
    *out = slice_is(name, SCOPES[TOKEN_SUBMIT]) ? TOKEN_SUBMIT : TOKEN_READ;
    return slice_is(name, SCOPES[*out]);
}

void person_token_make(char out[PERSON_TOKEN_SIZE]) {
    char secret[SECRET_SIZE];
    secret_make(secret);
    snprintf(out, PERSON_TOKEN_SIZE, "%s%s", PERSON_TOKEN_PREFIX, secret);
}

static bool is_name(Slice name) {
    bool is_right = name.size > 0 && name.size <= PERSON_TOKEN_NAME_BYTES;
    while (is_right && name.size > 0) {
        uint32_t letter = utf8_next(&name);
        is_right = letter >= ' ' && letter != 0x7f;
    }
    return is_right;
}

// A token is counted with the lock on its person, so that two at once do not both fit.
static bool check_count(StoreTx *tx, int64_t person_id, Person *person, Error *error) {
    Query *lock = query_begin(tx, "people_lock");
    query_bind_int(lock, 1, person_id);
    if (query_step(lock)) {
        person_read(lock, 0, person);
    }
    query_end(lock);
    Query *query = query_begin(tx, "person_tokens_count");
    query_bind_int(query, 1, person_id);
    return query_take_int(query) < PERSON_TOKENS_MAX ||
           error_set(error, ERROR_TOO_MANY_TOKENS, "you have %d tokens: revoke one first",
               PERSON_TOKENS_MAX);
}

bool person_token_add(StoreTx *tx, int64_t person_id, Slice name, PersonTokenScope scope,
    const char token[PERSON_TOKEN_SIZE], Error *error) {
    if (!is_name(name)) {
        return error_set(error, ERROR_BAD_NAME, "the name of a token has 1 to %d visible bytes",
            PERSON_TOKEN_NAME_BYTES);
    }
    Person person = {0};
    if (!check_count(tx, person_id, &person, error)) {
        return false;
    }
    Sha256 hash = secret_hash(slice_from(token));
    Query *query = query_begin(tx, "person_tokens_add");
    query_bind_int(query, 1, person_id);
    query_bind_text(query, 2, name);
    query_bind_text(query, 3, slice_from(SCOPES[scope]));
    query_bind_blob(query, 4, sha256_slice(&hash));
    bool is_added = query_changes(query) > 0;
    query_end(query);
    if (!is_added) {
        return error_set(error, ERROR_NAME_TAKEN, "you have a token of that name already");
    }
    audit_add(tx, person.name, "person-token-added", name, slice_from(SCOPES[scope]));
    return true;
}

typedef struct FoundToken {
    PersonTokenScope scope;
    Person person;
} FoundToken;

static void read_token(Query *query, int column, void *out) {
    FoundToken *found = out;
    person_token_scope_find(query_column_text(query, column), &found->scope);
    person_read(query, column + 1, &found->person);
}

bool person_token_find(
    Store *store, Slice token, Person *person, PersonTokenScope *scope, Error *error) {
    static const CredentialKind KIND = {"person_tokens_find", "person_tokens_use", NULL, read_token,
        "the token is unknown or revoked"};
    FoundToken found;
    if (!credential_find(store, &KIND, token, &found, error)) {
        return false;
    }
    *person = found.person;
    *scope = found.scope;
    return true;
}

bool person_token_remove(StoreTx *tx, int64_t person_id, int64_t token_id) {
    Query *query = query_begin(tx, "person_tokens_remove");
    query_bind_int(query, 1, person_id);
    query_bind_int(query, 2, token_id);
    bool is_removed = query_changes(query) > 0;
    query_end(query);
    return is_removed;
}

void person_tokens_remove(StoreTx *tx, int64_t person_id) {
    Query *query = query_begin(tx, "person_tokens_remove_all");
    query_bind_int(query, 1, person_id);
    query_end(query);
}

void person_token_list(StoreTx *tx, int64_t person_id, int64_t after, int64_t limit,
    PersonTokenVisit *visit, void *context) {
    Query *query = query_begin(tx, "person_tokens_list");
    query_bind_int(query, 1, person_id);
    query_bind_int(query, 2, after);
    query_bind_int(query, 3, limit);
    while (query_step(query)) {
        visit(context, &(PersonTokenRow){
                           .id = query_column_int(query, 0),
                           .name = query_column_text(query, 1).data,
                           .scope = query_column_text(query, 2).data,
                           .created_ms = query_column_int(query, 3),
                           .used_ms = query_column_int(query, 4),
                       });
    }
    query_end(query);
}
