#pragma once
// A site with an admin, and how others come in.

#include "unit/support/stores.h"

#include "arena/accounts.h"
#include "arena/links.h"
#include "arena/site_settings.h"

#define GOOD "correct horse"
#define OTHER "battery staple"

typedef struct Site {
    Store *store;
    Accounts *accounts;
    char link[SECRET_SIZE];
    SignedIn admin;
} Site;

static inline SessionOrigin from(const char *address) {
    return (SessionOrigin){.address = slice_from(address), .agent = slice_from("test")};
}

static inline bool set_up(
    Site *site, const char *link, const char *name, SignedIn *out, Error *error) {
    NewAccount wanted = {slice_from(name), slice_from(GOOD), slice_from(link)};
    SessionOrigin origin = from("192.0.2.1");
    return accounts_set_up(site->accounts, &wanted, &origin, out, error);
}

static inline bool join(Site *site, const char *name, const char *password, const char *code,
    SignedIn *out, Error *error) {
    NewAccount wanted = {slice_from(name), slice_from(password), slice_from(code)};
    SessionOrigin origin = from("192.0.2.2");
    return accounts_register(site->accounts, &wanted, &origin, out, error);
}

static inline bool sign_in_from(Site *site, const char *address, const char *name,
    const char *password, SignedIn *out, Error *error) {
    SessionOrigin origin = from(address);
    return accounts_sign_in(
        site->accounts, slice_from(name), slice_from(password), &origin, out, error);
}

static inline bool sign_in(
    Site *site, const char *name, const char *password, SignedIn *out, Error *error) {
    return sign_in_from(site, "192.0.2.3", name, password, out, error);
}

static inline bool is_in(Site *site, const SignedIn *signed_in) {
    Person person;
    int64_t session_id;
    return session_find(site->store, slice_from(signed_in->secret), &person, &session_id, NULL);
}

static inline Site open_site(void **state) {
    Error error;
    Site site = {.store = ((StorePlace *)*state)->store};
    site.accounts = accounts_new(&(AccountsOptions){site.store, {PASSWORD_COST_MIN, 2, 8}});
    must(link_make_admin(site.store, true, site.link, &error), &error);
    must(set_up(&site, site.link, "root", &site.admin, &error), &error);
    return site;
}

static inline bool open_registration(StoreTx *tx, void *context, Error *error) {
    (void)error;
    site_set_registration(tx, *(Registration *)context, "root");
    return true;
}

static inline void let_register(Site *site, Registration registration) {
    stores_transact(site->store, STORE_WRITE, open_registration, &registration);
}

static inline SignedIn new_student(Site *site, const char *name) {
    Error error;
    SignedIn signed_in;
    let_register(site, REGISTRATION_OPEN);
    must(join(site, name, GOOD, "", &signed_in, &error), &error);
    return signed_in;
}
