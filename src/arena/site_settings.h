#pragma once
// What an admin has set for the whole site, in the store.

#include "store/store.h"

// Who may make an account: anybody, whoever has a code, nobody.
typedef enum Registration {
    REGISTRATION_OPEN,
    REGISTRATION_INVITATION,
    REGISTRATION_CLOSED,
} Registration;

// "open", "invitation" or "closed"; and back, false if it is none of them.
const char *registration_name(Registration registration);
bool registration_find(Slice name, Registration *out);

// By invitation, unless an admin has said something else.
Registration site_registration(StoreTx *tx);
void site_set_registration(StoreTx *tx, Registration registration, const char *actor);
