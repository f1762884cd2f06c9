#pragma once
// The people of the arena in the store: who they are, without how they prove it (accounts.h).
//
// A deleted account leaves a row with the name "deleted", to which the person's games refer.

#include "arena/person.h"
#include "store/store.h"

#define PERSON_DELETED "deleted"

// The columns id, name and role of a query, from `column` on.
void person_read(Query *query, int column, Person *out);

// Adds a person under a checked name. NAME_TAKEN. `password_hash` is the text of passwords.h.
bool person_add(
    StoreTx *tx, Slice name, Slice password_hash, PersonRole role, Person *out, Error *error);

// An active person. NOT_FOUND.
bool person_find(StoreTx *tx, int64_t id, Person *out, Error *error);

// Keeps somebody (0: nobody) from leaving before this transaction ends. False if the account is
// deleted: then nothing may be written any more that would have been erased.
bool person_hold(StoreTx *tx, int64_t id);

// Whether some active person is an admin.
bool people_have_admin(StoreTx *tx);

// What an admin changes about others. `actor` is who does it, for the audit trail. NOT_FOUND;
// LAST_ADMIN if nobody would be one any more. Whose account is closed is signed out.
typedef struct PersonChange {
    bool has_role;
    PersonRole role;
    bool has_state;
    bool is_closed;
} PersonChange;

bool person_change(
    StoreTx *tx, int64_t id, const PersonChange *change, const char *actor, Error *error);

// Takes the name, the password, the sessions, tokens and links of a person away for good, and what
// is his own (personal_data.h). LAST_ADMIN.
bool person_delete(StoreTx *tx, int64_t id, Error *error);

typedef struct PersonRow {
    int64_t id;
    const char *name;
    const char *role;
    const char *state; // "active" or "closed"
    int64_t created_ms;
    int64_t signed_in_ms; // 0: never
} PersonRow;

// Shows up to `limit` people whose ids are above `after` and whose names have `part` in them.
typedef void PersonVisit(void *context, const PersonRow *row);
void person_list(
    StoreTx *tx, Slice part, int64_t after, int64_t limit, PersonVisit *visit, void *context);
