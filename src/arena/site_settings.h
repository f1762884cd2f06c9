#pragma once
// What an admin has set for the whole site, in the store.

#include "store/store.h"

// Who may register: anybody, people with an invitation code, nobody.
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

// What an admin may set as a number.
typedef enum SiteNumber {
    SITE_RATING_ERROR, // Elo: a bot whose rating is known so well seeks no ranked games (pairing.h)
    SITE_LOG_DAYS,     // how long logs of games are kept (log_retention.h); 0: for ever
    SITE_CONTEST_LOG_DAYS, // those of contests
    SITE_NUMBER_COUNT,
} SiteNumber;

typedef struct SiteNumberKind {
    const char *name; // in the interface and in the store
    int64_t usual;    // unless an admin has said something else
    int64_t max;      // from 0
} SiteNumberKind;

extern const SiteNumberKind SITE_NUMBERS[SITE_NUMBER_COUNT];

int64_t site_number(StoreTx *tx, SiteNumber number);
void site_set_number(StoreTx *tx, SiteNumber number, int64_t value, const char *actor);
