#include "arena/site_settings.h"

#include <stdio.h>

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

static Query *begin_with(StoreTx *tx, const char *name, const char *key) {
    Query *query = query_begin(tx, name);
    query_bind_text(query, 1, slice_from(key));
    return query;
}

Registration site_registration(StoreTx *tx) {
    Registration registration = REGISTRATION_INVITATION;
    Query *query = begin_with(tx, "settings_get", REGISTRATION_KEY);
    if (query_step(query)) {
        registration_find(query_column_text(query, 0), &registration);
    }
    query_end(query);
    return registration;
}

static void set(StoreTx *tx, const char *key, Slice value) {
    Query *query = begin_with(tx, "settings_set", key);
    query_bind_text(query, 2, value);
    query_end(query);
}

void site_set_registration(StoreTx *tx, Registration registration, const char *actor) {
    Slice name = slice_from(registration_name(registration));
    set(tx, REGISTRATION_KEY, name);
    audit_add(tx, actor, "registration-set", slice_from("site"), name);
}

// ---- Numbers ----

const SiteNumberKind SITE_NUMBERS[SITE_NUMBER_COUNT] = {
    [SITE_RATING_ERROR] = {"ratingError", 50, 1000},
    [SITE_LOG_DAYS] = {"logDays", 30, 36500},
    [SITE_CONTEST_LOG_DAYS] = {"contestLogDays", 180, 36500},
};

int64_t site_number(StoreTx *tx, SiteNumber number) {
    long long value = SITE_NUMBERS[number].usual;
    Query *query = begin_with(tx, "settings_get", SITE_NUMBERS[number].name);
    if (query_step(query)) {
        slice_to_long(query_column_text(query, 0), &value);
    }
    query_end(query);
    return value;
}

void site_set_number(StoreTx *tx, SiteNumber number, int64_t value, const char *actor) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    set(tx, SITE_NUMBERS[number].name, slice_from(text));
    audit_add(tx, actor, "setting-set", slice_from(SITE_NUMBERS[number].name), slice_from(text));
}
