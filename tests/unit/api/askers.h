#pragma once
// A site with one of each who may ask, and routes asked as each of them.

#include "unit/support/stores.h"

#include <jansson.h>
#include <string.h>

#include "api/api.h"
#include "arena/person_tokens.h"
#include "arena/sessions.h"

typedef enum Asker {
    AS_NOBODY,
    AS_STRANGER, // with a token and a cookie that nobody knows
    AS_WORKER,
    AS_CLIENT,
    AS_ADMIN_TOKEN,
    AS_STUDENT,
    AS_TEACHER,
    AS_ADMIN,
    AS_READ_TOKEN, // of an admin, as the next
    AS_SUBMIT_TOKEN,
    ASKERS_COUNT,
} Asker;

static const char *const ASKERS[] = {"nobody", "stranger", "worker", "client", "admin-token",
    "student", "teacher", "admin", "read-token", "submit-token"};

// A site with one of each, and how each shows who it is.
typedef struct Site {
    Api api;
    char secrets[ASKERS_COUNT][PERSON_TOKEN_SIZE];
    Person people[ASKERS_COUNT];
} Site;

static inline bool is_session(Asker asker) {
    return asker >= AS_STUDENT && asker <= AS_ADMIN;
}

static inline bool add_people(StoreTx *tx, void *context, Error *error) {
    Site *site = context;
    static const char *const NAMES[] = {"stu", "tea", "adm"};
    for (int i = 0; i < 3; i++) {
        Person *person = &site->people[AS_STUDENT + i];
        if (!person_add(tx, slice_from(NAMES[i]), slice_from("none"),
                (PersonRole)(ROLE_STUDENT + i), person, error)) {
            return false;
        }
    }
    int64_t admin = site->people[AS_ADMIN].id;
    return person_token_add(
               tx, admin, slice_from("r"), TOKEN_READ, site->secrets[AS_READ_TOKEN], error) &&
           person_token_add(
               tx, admin, slice_from("s"), TOKEN_SUBMIT, site->secrets[AS_SUBMIT_TOKEN], error);
}

typedef struct NewSession {
    int64_t person_id;
    const char *secret;
} NewSession;

static inline bool add_session(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const NewSession *new = context;
    session_add(
        tx, new->person_id, &(SessionOrigin){.address = slice_from("192.0.2.1")}, new->secret);
    return true;
}

// Signs a person in: each question has a session of its own, for some of them end it.
static inline void sign_in(Site *site, Asker asker) {
    secret_make(site->secrets[asker]);
    NewSession new = {site->people[asker].id, site->secrets[asker]};
    stores_transact(queue_store(site->api.queue), STORE_WRITE, add_session, &new);
}

static inline Site open_site(void **state) {
    static const TokenScope SCOPES[] = {SCOPE_WORKER, SCOPE_CLIENT, SCOPE_ADMIN};
    Store *store = ((StorePlace *)*state)->store;
    Error error;
    Site site = {.api.queue = queue_new(&(QueueOptions){.store = store, .seed = 1})};
    site.api.accounts = accounts_new(&(AccountsOptions){store, {PASSWORD_COST_MIN, 1, 1}});
    site.api.live = live_new(&(LiveOptions){.store = store});
    site.api.rooms = rooms_new(&(RoomsOptions){.store = store});
    site.api.standings = standings_cache_new();
    site.api.watches = watches_new(store, NULL, NULL);
    site.api.analyses = analyses_new(&(AnalysesOptions){.memory_mb = 8}, &error);
    assert_non_null(site.api.analyses);
    for (int i = 0; i < 3; i++) {
        Asker asker = (Asker)(AS_WORKER + i);
        assert_true(
            token_add(store, slice_from(ASKERS[asker]), SCOPES[i], site.secrets[asker], &error));
    }
    secret_make(site.secrets[AS_STRANGER]);
    person_token_make(site.secrets[AS_READ_TOKEN]);
    person_token_make(site.secrets[AS_SUBMIT_TOKEN]);
    stores_transact(store, STORE_WRITE, add_people, &site);
    return site;
}

static inline void close_site(Site *site) {
    accounts_free(site->api.accounts);
    live_free(site->api.live);
    rooms_free(site->api.rooms);
    standings_cache_free(site->api.standings);
    watches_free(site->api.watches);
    analyses_free(site->api.analyses);
    queue_free(site->api.queue);
}

static inline HttpReply ask(
    Site *site, Asker asker, const char *method, const char *path, Slice body) {
    char cookies[128];
    bool has_cookie = is_session(asker) || asker == AS_STRANGER;
    snprintf(cookies, sizeof cookies, "immure=%s", site->secrets[asker]);
    HttpRequest request = {
        .method = slice_from(method),
        .path = slice_from(path),
        .content_type = slice_from("application/json"),
        .token = slice_from(is_session(asker) ? "" : site->secrets[asker]),
        .cookies = slice_from(has_cookie ? cookies : ""),
        .is_marked = true,
        .body = body,
        .client = "192.0.2.1",
    };
    HttpReply reply;
    api_answer(&site->api, &request, &reply);
    return reply;
}

// A path of the route, of the thing with this number.
static inline void fill_path(const ApiRoute *route, const char *id, char path[128]) {
    const char *hole = strstr(route->path, "{id}");
    snprintf(path, 128, API_PREFIX "%.*s%s%s",
        (int)(hole ? hole - route->path : (long)strlen(route->path)), route->path, hole ? id : "",
        hole ? hole + strlen("{id}") : "");
}

static inline json_t *read_description(Site *site) {
    HttpReply reply = ask(site, AS_NOBODY, "GET", API_PREFIX "openapi.json", (Slice){0});
    json_t *root = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    assert_non_null(root);
    http_reply_release(&reply);
    return root;
}
