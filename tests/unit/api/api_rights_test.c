// Who may ask what: every route is asked as everybody, on both databases. A route that is not in
// the table fails the test; so does one whose description says something else.

#include "unit/api/askers.h"
#include "unit/api/spoilt_bodies.h"

#define ANYONE                                                                                     \
    "nobody stranger worker client admin-token student teacher admin read-token submit-token"
#define TOKENS "worker client admin-token"
#define ADMINS_READ "admin-token admin read-token submit-token"
#define ADMINS_CHANGE "admin-token admin"
#define PEOPLE_READ "student teacher admin read-token submit-token"
#define PEOPLE_CHANGE "student teacher admin"
#define PEOPLE_SUBMIT "student teacher admin submit-token"
#define STAFF_READ "teacher admin read-token submit-token"
#define STAFF_CHANGE "teacher admin"
#define STAFF_SUBMIT "teacher admin submit-token"

static const struct {
    const char *route;
    const char *who;
} RIGHTS[] = {
    {"GET about", ANYONE},
    {"GET rules", ANYONE},
    {"GET engines", ANYONE},
    {"GET openapi.json", ANYONE},
    {"GET submissions/{id}", ANYONE},
    {"POST positions", ANYONE},
    {"POST conversions", ANYONE},
    {"POST analyses", ANYONE},
    {"GET analyses/{id}", ANYONE},
    {"DELETE analyses/{id}", ANYONE},
    {"GET analyses/{id}/events", ANYONE},
    {"GET live", ANYONE},
    {"GET live/events", ANYONE},
    {"GET live/{id}/events", ANYONE},
    {"GET session", ANYONE},
    {"POST session", ANYONE},
    {"DELETE session", PEOPLE_CHANGE},
    {"GET people", STAFF_READ},
    {"POST people", ANYONE},
    {"POST people/setup", ANYONE},
    {"POST people/password", ANYONE},
    {"PATCH people/{id}", "admin"},
    {"POST people/{id}/reset", STAFF_CHANGE},
    {"DELETE person", PEOPLE_CHANGE},
    {"GET person/export", PEOPLE_READ},
    {"GET person/sessions", PEOPLE_READ},
    {"DELETE person/sessions/{id}", PEOPLE_CHANGE},
    {"GET person/tokens", PEOPLE_READ},
    {"POST person/tokens", PEOPLE_CHANGE},
    {"DELETE person/tokens/{id}", PEOPLE_CHANGE},
    {"GET invitations", STAFF_READ},
    {"POST invitations", STAFF_CHANGE},
    {"DELETE invitations/{id}", STAFF_CHANGE},
    {"GET site", ANYONE},
    {"PATCH site", "admin"},
    {"GET ladders", ANYONE},
    {"GET ladders/{id}", ANYONE},
    {"PATCH ladders/{id}", "admin"},
    {"GET ladders/{id}/waiting", ANYONE},
    {"GET bots/{id}/history", ANYONE},
    {"GET bots/{id}/opponents", ANYONE},
    {"GET bots/{id}/changes", ANYONE},
    {"GET bots", ANYONE},
    {"POST bots", PEOPLE_SUBMIT},
    {"GET bots/{id}", ANYONE},
    {"PATCH bots/{id}", PEOPLE_SUBMIT},
    {"POST bots/{id}/versions", PEOPLE_SUBMIT},
    {"GET versions/{id}", ANYONE},
    {"GET versions/{id}/events", PEOPLE_READ},
    {"GET versions/{id}/source", ANYONE},
    {"POST requests", PEOPLE_SUBMIT},
    {"GET requests/{id}", PEOPLE_READ},
    {"GET requests/{id}/events", PEOPLE_READ},
    {"GET games", ANYONE},
    {"GET games/archive", ANYONE},
    {"GET games/{id}", ANYONE},
    {"GET games/{id}/record", ANYONE},
    {"GET games/{id}/log", PEOPLE_READ},
    {"POST rooms", ANYONE},
    {"GET rooms/{id}", ANYONE},
    {"GET rooms/{id}/events", ANYONE},
    {"POST rooms/{id}/join", ANYONE},
    {"POST rooms/{id}/moves", ANYONE},
    {"POST rooms/{id}/actions", ANYONE},
    {"GET contests", ANYONE},
    {"POST contests", STAFF_SUBMIT},
    {"GET contests/{id}", ANYONE},
    {"PATCH contests/{id}", STAFF_SUBMIT},
    {"POST contests/{id}/entries", PEOPLE_SUBMIT},
    {"DELETE contests/{id}/entries", PEOPLE_SUBMIT},
    {"POST contests/{id}/disqualifications", STAFF_SUBMIT},
    {"GET contests/{id}/standings", ANYONE},
    {"GET contests/{id}/standings.csv", ANYONE},
    {"GET contests/{id}/report", ANYONE},
    {"GET course", STAFF_READ},
    {"GET course.csv", STAFF_READ},
    {"GET course/marks", STAFF_READ},
    {"PUT course/marks", STAFF_SUBMIT},
    {"GET similarities", STAFF_READ},
    {"GET similarities/{id}", STAFF_READ},
    {"POST hosts", "worker"},
    {"POST claims", "worker"},
    {"POST beats", "worker"},
    {"POST jobs/{id}/result", "worker"},
    {"POST jobs/{id}/return", "worker"},
    {"POST jobs/{id}/turn", "worker"},
    {"GET blobs/{id}", TOKENS},
    {"PUT blobs/{id}", TOKENS},
    {"POST groups", "client admin-token"},
    {"POST groups/{id}/jobs", "client admin-token"},
    {"GET groups/{id}/results", "client admin-token"},
    {"GET groups/{id}/running", "client admin-token"},
    {"DELETE groups/{id}", "client admin-token"},
    {"GET hosts", ADMINS_READ},
    {"GET audit", ADMINS_READ},
    {"GET tokens", ADMINS_READ},
    {"POST tokens", ADMINS_CHANGE},
    {"DELETE tokens/{id}", ADMINS_CHANGE},
    {"POST tokens/{id}/reinstate", ADMINS_CHANGE},
};

static const char *rights_of(const ApiRoute *route) {
    char name[96];
    snprintf(name, sizeof name, "%s %s", route->method, route->path);
    for (size_t i = 0; i < sizeof RIGHTS / sizeof *RIGHTS; i++) {
        if (strcmp(RIGHTS[i].route, name) == 0) {
            return RIGHTS[i].who;
        }
    }
    fail_msg("nobody has said who may ask %s", name);
    return "";
}

static bool is_among(const char *names, const char *name) {
    Slice rest = slice_from(names);
    Slice one;
    while (slice_next(&rest, " ", &one)) {
        if (slice_is(one, name)) {
            return true;
        }
    }
    return false;
}

static void asks(Site *site, Asker asker, const ApiRoute *route, const char *names) {
    char path[128];
    fill_path(route, "7", path);
    if (is_session(asker)) {
        sign_in(site, asker);
    }
    HttpReply reply = ask(site, asker, route->method, path, slice_from("{}"));
    bool was_let_in = reply.status != 401 && reply.status != 403;
    int refusal = asker <= AS_STRANGER ? 401 : 403;
    if (was_let_in != is_among(names, ASKERS[asker]) || (!was_let_in && reply.status != refusal)) {
        fail_msg("%s asks %s %s: %d %s", ASKERS[asker], route->method, path, reply.status,
            reply.body.data);
    }
    if (reply.feed.source) {
        reply.feed.release(reply.feed.source);
    }
    http_reply_release(&reply);
}

static void every_route_lets_in_whom_it_should(void **state) {
    Site site = open_site(state);
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        const char *names = rights_of(route);
        for (Asker asker = 0; asker < ASKERS_COUNT; asker++) {
            asks(&site, asker, route, names);
        }
    }
    close_site(&site);
}

// What a route is for, by what its description says: session roles, personal tokens, machines.
static unsigned described(const json_t *security) {
    unsigned who = security ? 0 : API_ANYONE;
    static const struct {
        const char *scheme;
        const char *name;
        unsigned bits;
    } WORDS[] = {
        {"token", "worker", SCOPE_WORKER},
        {"token", "client", SCOPE_CLIENT},
        {"token", "admin", SCOPE_ADMIN},
        {"session", "student", API_PERSON & ~API_TEACHER},
        {"session", "teacher", API_TEACHER & ~API_ADMIN},
        {"session", "admin", API_ADMIN},
    };
    size_t index;
    json_t *way;
    json_array_foreach(security, index, way) {
        who |= json_object_size(way) == 0 ? API_PUBLIC : 0;
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
            const json_t *names = json_object_get(way, WORDS[i].scheme);
            for (size_t j = 0; j < json_array_size(names); j++) {
                const char *name = json_string_value(json_array_get(names, j));
                who |= strcmp(name, WORDS[i].name) == 0 ? WORDS[i].bits : 0;
            }
        }
    }
    return who;
}

// The scopes of personal tokens by which a route may be asked, as bits.
static unsigned described_person_scopes(const json_t *security) {
    unsigned scopes = 0;
    size_t index;
    json_t *way;
    json_array_foreach(security, index, way) {
        const json_t *names = json_object_get(way, "personToken");
        for (size_t i = 0; i < json_array_size(names); i++) {
            PersonTokenScope scope;
            assert_true(person_token_scope_find(
                slice_from(json_string_value(json_array_get(names, i))), &scope));
            scopes |= 1u << scope;
        }
    }
    return scopes;
}

static void the_description_says_who_may_ask(void **state) {
    Site site = open_site(state);
    json_t *root = read_description(&site);
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        const json_t *operation = described_operation(root, route);
        const json_t *security = json_object_get(operation, "security");
        bool is_reading = strcmp(route->method, "GET") == 0;
        bool is_for_people = (route->who & API_PERSON) && route->who != API_ANYONE;
        unsigned scopes = is_for_people && is_reading ? 1u << TOKEN_READ | 1u << TOKEN_SUBMIT
                          : route->who & API_SUBMIT   ? 1u << TOKEN_SUBMIT
                                                      : 0;
        if (!operation || described(security) != (route->who & ~API_SUBMIT) ||
            described_person_scopes(security) != scopes) {
            fail_msg(
                "docs/openapi.json says something else about %s /%s", route->method, route->path);
        }
    }
    json_decref(root);
    close_site(&site);
}

static void a_revoked_token_lets_nobody_in(void **state) {
    Site site = open_site(state);
    Error error;
    Store *store = queue_store(site.api.queue);
    assert_true(token_revoke(store, slice_from("worker"), &error));
    HttpReply reply = ask(&site, AS_WORKER, "POST", API_PREFIX "claims", slice_from("{}"));
    assert_int_equal(reply.status, 401);
    http_reply_release(&reply);
    stores_sql(store, "DELETE FROM person_tokens");
    reply = ask(&site, AS_READ_TOKEN, "GET", API_PREFIX "audit", (Slice){0});
    assert_int_equal(reply.status, 401);
    http_reply_release(&reply);
    close_site(&site);
}

// Changes by a browser that another site's page has sent are refused before anything is done.
static void pages_of_other_sites_change_nothing(void **state) {
    Site site = open_site(state);
    static const struct {
        bool is_foreign, is_marked, has_cookie;
        const char *method;
        int status;
    } CASES[] = {
        {false, true, true, "POST", 200}, {false, false, true, "POST", 403},
        {true, true, true, "POST", 403}, {true, false, false, "POST", 403},
        {true, false, true, "GET", 200}, // reading is harmless: the answer is not shown to them
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char cookies[128];
        char body[64];
        sign_in(&site, AS_ADMIN);
        snprintf(cookies, sizeof cookies, "immure=%s", site.secrets[AS_ADMIN]);
        snprintf(body, sizeof body, "{\"name\":\"t%zu\",\"scope\":\"worker\"}", i);
        HttpRequest request = {
            .method = slice_from(CASES[i].method),
            .path = slice_from(API_PREFIX "tokens"),
            .content_type = slice_from("application/json"),
            .cookies = slice_from(CASES[i].has_cookie ? cookies : ""),
            .is_foreign = CASES[i].is_foreign,
            .is_marked = CASES[i].is_marked,
            .body = slice_from(body),
            .client = "192.0.2.1",
        };
        HttpReply reply;
        api_answer(&site.api, &request, &reply);
        assert_int_equal(reply.status, CASES[i].status);
        http_reply_release(&reply);
    }
    assert_int_equal(stores_number(queue_store(site.api.queue),
                         "SELECT COUNT(*) FROM tokens WHERE name LIKE 't_'"),
        1);
    close_site(&site);
}

// Whatever a person says, no answer is a 500.
static void spoilt_bodies_never_trouble_the_store(void **state) {
    Site site = open_site(state);
    Rng rng;
    rng_init(&rng, 20141117);
    json_t *root = read_description(&site);
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        bool is_for_people = (route->who & API_PERSON) && route->who != API_ANYONE;
        const json_t *example = is_for_people ? described_body(root, route) : NULL;
        for (int i = 0; i < 30 && example; i++) {
            char path[128];
            char *text = spoilt_body(example, &rng);
            fill_path(route, "7", path);
            sign_in(&site, AS_ADMIN);
            HttpReply reply = ask(&site, AS_ADMIN, route->method, path, slice_from(text));
            if (reply.status >= 500 || reply.status == 401) {
                fail_msg("%s: %s: %d %s", path, text, reply.status, reply.body.data);
            }
            free(text);
            http_reply_release(&reply);
        }
    }
    json_decref(root);
    close_site(&site);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(every_route_lets_in_whom_it_should),
        STORE_TEST(the_description_says_who_may_ask),
        STORE_TEST(a_revoked_token_lets_nobody_in),
        STORE_TEST(pages_of_other_sites_change_nothing),
        STORE_TEST(spoilt_bodies_never_trouble_the_store),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
