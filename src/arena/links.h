#pragma once
// One-time links: the only way into an account without its password, because the server sends no
// mail. One kind makes its user an admin; the other lets a person choose a new password, which
// staff therefore never learn. A link is 32 random bytes; the store keeps their hash.

#include "arena/person.h"
#include "jobs/secrets.h"
#include "store/store.h"

#define LINK_MS (24 * 3600 * INT64_C(1000))

// Keeps a link that was just made (secret_make), by which somebody becomes an admin. Returns when
// it ends.
int64_t link_add_admin(StoreTx *tx, const char secret[SECRET_SIZE], const char *actor);

// Makes one for the operator of the server. With `is_first` only while there is no admin; the
// secret is empty otherwise.
bool link_make_admin(Store *store, bool is_first, char secret[SECRET_SIZE], Error *error);

// The same for a new password of an active person; his older links end. NOT_FOUND.
bool link_add_reset(StoreTx *tx, int64_t person_id, const char secret[SECRET_SIZE],
    const char *actor, int64_t *expires_ms, Error *error);

// Whether a link would be taken. BAD_LINK.
bool link_check_admin(StoreTx *tx, Slice secret, Error *error);
bool link_check_reset(StoreTx *tx, Slice secret, Person *person, Error *error);

// Ends a link by using it; with one of an admin all others of admins end, too. BAD_LINK.
bool link_use_admin(StoreTx *tx, Slice secret, Error *error);
bool link_use_reset(StoreTx *tx, Slice secret, Person *person, Error *error);
