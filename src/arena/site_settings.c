#include "arena/site_settings.h"

#include "jobs/audit.h"

#define REGISTRATION_KEY "registration"

static const char *const REGISTRATIONS[] = {
    [REGISTRATION_OPEN] = "open",
    [REGISTRATION_INVITATION] = "invitation",
    [REGISTRATION_CLOSED] = "closed",
};

const char *registration_name(Registration registration) {
    return REGISTRATIONS[registration];
}

bool registration_find(Slice name, Registration *out) {
    for (Registration one = REGISTRATION_OPEN; one <= REGISTRATION_CLOSED; one++) {
        if (slice_is(name, REGISTRATIONS[one])) {
            *out = one;
            return true;
        }
    }
    return false;
}

Registration site_registration(StoreTx *tx) {
    Registration registration = REGISTRATION_INVITATION;
    Query *query = query_begin(tx, "settings_get");
    query_bind_text(query, 1, slice_from(REGISTRATION_KEY));
    if (query_step(query)) {
        registration_find(query_column_text(query, 0), &registration);
    }
    query_end(query);
    return registration;
}

void site_set_registration(StoreTx *tx, Registration registration, const char *actor) {
    Slice name = slice_from(registration_name(registration));
    Query *query = query_begin(tx, "settings_set");
    query_bind_text(query, 1, slice_from(REGISTRATION_KEY));
    query_bind_text(query, 2, name);
    query_end(query);
    audit_add(tx, actor, "registration-set", slice_from("site"), name);
}
