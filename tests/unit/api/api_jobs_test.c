// The routes of workers, clients and admins without HTTP, on both databases.

#include "unit/support/stores.h"

#include <jansson.h>
#include <string.h>

#include "api/api.h"
#include "jobs/hosts.h"
#include "unit/api/spoilt_bodies.h"

typedef struct Site {
    Api api;
    char worker[SECRET_SIZE];
    char client[SECRET_SIZE];
    char admin[SECRET_SIZE];
} Site;

static bool check_truth(
    void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context, (void)finding;
    return !slice_is(view->result, "\"lie\"") ||
           error_set(error, ERROR_BAD_REQUEST, "that is a lie");
}

static const JobKind KINDS[] = {{.name = "pair", .check = check_truth}, {0}};

static void add_token(Store *store, const char *name, TokenScope scope, char secret[SECRET_SIZE]) {
    Error error;
    assert_true(token_add(store, slice_from(name), scope, secret, &error));
}

static Site open_site(void **state) {
    Store *store = ((StorePlace *)*state)->store;
    Site site = {
        .api.queue = queue_new(&(QueueOptions){.store = store, .kinds = KINDS, .seed = 1}),
        .api.rooms = rooms_new(&(RoomsOptions){.store = store}),
    };
    add_token(store, "lab-1", SCOPE_WORKER, site.worker);
    add_token(store, "ann", SCOPE_CLIENT, site.client);
    add_token(store, "root", SCOPE_ADMIN, site.admin);
    return site;
}

static void close_site(Site *site) {
    rooms_free(site->api.rooms);
    queue_free(site->api.queue);
}

static HttpReply ask(Site *site, const char *token, const char *method, const char *path,
    const char *query, Slice body) {
    HttpRequest request = {
        .method = slice_from(method),
        .path = slice_from(path),
        .query = slice_from(query),
        .content_type = slice_from("application/json"),
        .token = slice_from(token),
        .body = body,
        .client = "test",
    };
    HttpReply reply;
    api_answer(&site->api, &request, &reply);
    return reply;
}

// The answer as JSON, which the caller releases. Refusals are answered with their code.
static json_t *answer(Site *site, const char *token, const char *method, const char *path,
    const char *body, int status) {
    char *query = strchr(path, '?');
    char plain[128];
    snprintf(plain, sizeof plain, "/api/v1/%.*s", (int)strcspn(path, "?"), path);
    HttpReply reply =
        ask(site, token, method, plain, query ? query + 1 : "", slice_from(body ? body : ""));
    if (reply.status != status) {
        fail_msg("%s %s: %d %s", method, path, reply.status, reply.body.data);
    }
    json_t *document = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    http_reply_release(&reply);
    return document;
}

static void refuses(Site *site, const char *token, const char *method, const char *path,
    const char *body, int status, const char *code) {
    json_t *document = answer(site, token, method, path, body, status);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(document, "error"), "code")), code);
    json_decref(document);
}

static int64_t number_of(const json_t *document, const char *name) {
    assert_true(json_is_integer(json_object_get(document, name)));
    return json_integer_value(json_object_get(document, name));
}

static void without_a_store_there_is_no_queue(void **state) {
    (void)state;
    Site site = {0};
    refuses(&site, "token", "POST", "claims", "{}", 404, "no-store");
}

#define HELLO                                                                                      \
    "{\"name\":\"lab\",\"version\":\"" IMMURE_VERSION                                              \
    "\",\"bench\":\"b\",\"cores\":2,\"memoryMb\":100,\"sandbox\":1,\"speed\":1.5}"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

// Says hello; what a body begins with from then on.
static void say_hello(Site *site, char head[128]) {
    json_t *welcome = answer(site, site->worker, "POST", "hosts", HELLO, 200);
    snprintf(head, 128, "{\"host\":%lld,\"key\":\"%s\"", (long long)number_of(welcome, "host"),
        json_string_value(json_object_get(welcome, "key")));
    assert_true(number_of(welcome, "beatMs") < number_of(welcome, "leaseMs"));
    json_decref(welcome);
}

// Makes a group with the given jobs and returns its path.
static void submit(Site *site, const char *jobs, char path[64]) {
    json_t *group =
        answer(site, site->client, "POST", "groups", "{\"key\":\"k\",\"kind\":\"match\"}", 200);
    snprintf(path, 64, "groups/%lld", (long long)number_of(group, "group"));
    json_decref(group);
    char jobs_path[80];
    snprintf(jobs_path, sizeof jobs_path, "%s/jobs", path);
    json_decref(answer(site, site->client, "POST", jobs_path, jobs, 200));
}

// Claims one job; where its result goes, and what that begins with.
static json_t *claim_job(Site *site, const char *head, char path[64], char attempt[96]) {
    char body[256];
    snprintf(body, sizeof body, "%s,\"slots\":1,\"kinds\":[\"pair\"]}", head);
    json_t *claimed = answer(site, site->worker, "POST", "claims", body, 200);
    json_t *jobs = json_object_get(claimed, "jobs");
    assert_int_equal(json_array_size(jobs), 1);
    json_t *job = json_incref(json_array_get(jobs, 0));
    json_decref(claimed);
    snprintf(path, 64, "jobs/%lld", (long long)number_of(job, "id"));
    snprintf(
        attempt, 96, "{\"attempt\":\"%s\"", json_string_value(json_object_get(job, "attempt")));
    return job;
}

static void a_job_goes_all_the_way(void **state) {
    Site site = open_site(state);
    char head[128];
    char group[64];
    char job_path[64];
    char attempt[96];
    char path[96];
    char body[512];
    say_hello(&site, head);
    submit(&site,
        "{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":{\"b\":[1.5, null],\"a\":2}}]}",
        group);
    json_t *job = claim_job(&site, head, job_path, attempt);
    char *payload = json_dumps(json_object_get(job, "payload"), JSON_COMPACT);
    assert_string_equal(payload, "{\"a\":2,\"b\":[1.5,null]}");
    free(payload);
    snprintf(body, sizeof body, "%s,\"jobs\":[%s,\"id\":%lld,\"progress\":[\"e2\"]}]}", head,
        attempt, (long long)number_of(job, "id"));
    json_t *beat = answer(&site, site.worker, "POST", "beats", body, 200);
    assert_int_equal(json_array_size(json_object_get(beat, "lost")), 0);
    json_decref(beat);
    snprintf(path, sizeof path, "%s/running", group);
    json_t *running = answer(&site, site.client, "GET", path, NULL, 200);
    json_t *progress =
        json_object_get(json_array_get(json_object_get(running, "jobs"), 0), "progress");
    assert_string_equal(json_string_value(json_array_get(progress, 0)), "e2");
    json_decref(running);
    snprintf(path, sizeof path, "%s/result", job_path);
    snprintf(body, sizeof body, "%s,\"result\":{\"points\": 1}}", attempt);
    json_decref(answer(&site, site.worker, "POST", path, body, 200));
    json_decref(answer(&site, site.worker, "POST", path, body, 200));
    snprintf(body, sizeof body, "%s,\"result\":{\"points\": 2}}", attempt);
    refuses(&site, site.worker, "POST", path, body, 409, "result-differs");
    refuses(&site, site.worker, "POST", path, "{\"attempt\":\"" ZEROS "\",\"result\":1}", 409,
        "attempt-stale");
    snprintf(path, sizeof path, "%s/results?after=0&limit=5", group);
    json_t *results = answer(&site, site.client, "GET", path, NULL, 200);
    json_t *first = json_array_get(json_object_get(results, "results"), 0);
    assert_int_equal(number_of(json_object_get(first, "result"), "points"), 1);
    assert_int_equal(number_of(results, "next"), 1);
    assert_int_equal(number_of(results, "open"), 0);
    json_decref(results);
    json_decref(job);
    close_site(&site);
}

static void a_lie_is_refused_and_a_job_handed_back(void **state) {
    Site site = open_site(state);
    char head[128];
    char group[64];
    char job_path[64];
    char attempt[96];
    char path[96];
    char body[512];
    say_hello(&site, head);
    submit(&site,
        "{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":{}},"
        "{\"name\":\"2\",\"kind\":\"pair\",\"payload\":{}}]}",
        group);
    json_decref(claim_job(&site, head, job_path, attempt));
    snprintf(path, sizeof path, "%s/result", job_path);
    snprintf(body, sizeof body, "%s,\"result\":\"lie\"}", attempt);
    refuses(&site, site.worker, "POST", path, body, 422, "result-refused");
    json_decref(claim_job(&site, head, job_path, attempt));
    snprintf(path, sizeof path, "%s/return", job_path);
    snprintf(body, sizeof body, "%s,\"reason\":\"the worker stops\",\"failed\":1}", attempt);
    refuses(&site, site.worker, "POST", path, body, 400, "bad-request");
    snprintf(body, sizeof body, "%s,\"reason\":\"the worker stops\"}", attempt);
    json_decref(answer(&site, site.worker, "POST", path, body, 200));
    json_decref(answer(&site, site.worker, "POST", path, body, 200));
    json_t *cancelled = answer(&site, site.client, "DELETE", group, NULL, 200);
    assert_int_equal(number_of(cancelled, "cancelled"), 2);
    json_decref(cancelled);
    close_site(&site);
}

static void groups_are_their_owners(void **state) {
    Site site = open_site(state);
    char other[SECRET_SIZE];
    char group[64];
    char path[96];
    add_token(queue_store(site.api.queue), "bob", SCOPE_CLIENT, other);
    submit(&site, "{\"jobs\":[]}", group);
    snprintf(path, sizeof path, "%s/results", group);
    refuses(&site, other, "GET", path, NULL, 404, "not-found");
    refuses(&site, other, "DELETE", group, NULL, 404, "not-found");
    json_decref(answer(&site, site.admin, "GET", path, NULL, 200));
    snprintf(path, sizeof path, "%s/running", group);
    refuses(&site, other, "GET", path, NULL, 404, "not-found");
    snprintf(path, sizeof path, "%s/jobs", group);
    refuses(&site, other, "POST", path, "{\"jobs\":[]}", 404, "not-found");
    close_site(&site);
}

static void bad_bodies_are_refused(void **state) {
    Site site = open_site(state);
    char group[64];
    char path[96];
    submit(&site, "{\"jobs\":[]}", group);
    snprintf(path, sizeof path, "%s/jobs", group);
    static const struct {
        const char *body;
        int status;
        const char *code;
    } BAD[] = {
        {"{}", 400, "member-missing"},
        {"{\"jobs\":[1]}", 400, "bad-job"},
        {"{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\"}]}", 400, "member-missing"},
        {"{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":1,\"lane\":\"rerun\"}]}", 400,
            "bad-job"},
        {"{\"jobs\":[{\"name\":\"\",\"kind\":\"pair\",\"payload\":1}]}", 400, "bad-job"},
        {"{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":1,\"needs\":{\"gpu\":1}}]}", 400,
            "unknown-member"},
        {"{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":1,\"blobs\":[\"" ZEROS "\"]}]}",
            422, "blob-missing"},
        {"{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":1,\"blobs\":[\"0\"]}]}", 400,
            "bad-job"},
        {"{\"jobs\":[{\"name\":\"1\\u0000\",\"kind\":\"pair\",\"payload\":1}]}", 400,
            "body-not-json"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        refuses(&site, site.client, "POST", path, BAD[i].body, BAD[i].status, BAD[i].code);
    }
    refuses(&site, site.client, "DELETE", "groups/x", NULL, 404, "not-found");
    refuses(&site, site.client, "DELETE", "groups/99999999999999999999", NULL, 404, "not-found");
    refuses(&site, site.worker, "POST", "hosts",
        "{\"name\":\"lab\",\"version\":\"0\",\"bench\":\"b\",\"cores\":2,\"memoryMb\":100,"
        "\"sandbox\":1,\"speed\":1}",
        409, "other-version");
    refuses(&site, site.worker, "POST", "claims",
        "{\"host\":1,\"key\":\"\",\"slots\":1,\"kinds\":[]}", 409, "host-unknown");
    refuses(&site, site.admin, "GET", "audit?after=x", NULL, 400, "member-out-of-range");
    close_site(&site);
}

static void blobs_go_by_their_hash(void **state) {
    Site site = open_site(state);
    char hash[SHA256_TEXT_SIZE];
    char path[96];
    const Slice bytes = {"\0\xff binary", 9};
    snprintf(path, sizeof path, "/api/v1/blobs/%s", sha256_text(bytes, hash));
    HttpReply reply = ask(&site, site.client, "HEAD", path, "", (Slice){"", 0});
    assert_int_equal(reply.status, 404);
    http_reply_release(&reply);
    for (int i = 0; i < 2; i++) {
        reply = ask(&site, site.client, "PUT", path, "", bytes);
        assert_int_equal(reply.status, 200);
        http_reply_release(&reply);
    }
    static const char *const METHODS[] = {"GET", "HEAD"};
    char head[128];
    char group[64];
    char job_path[64];
    char attempt[96];
    char jobs[256];
    say_hello(&site, head);
    snprintf(jobs, sizeof jobs,
        "{\"jobs\":[{\"name\":\"1\",\"kind\":\"pair\",\"payload\":{},\"blobs\":[\"%s\"]}]}", hash);
    submit(&site, jobs, group);
    refuses(&site, site.worker, "GET", path + strlen("/api/v1/"), NULL, 404, "blob-missing");
    json_decref(claim_job(&site, head, job_path, attempt));
    for (int i = 0; i < 2; i++) {
        reply = ask(&site, site.worker, METHODS[i], path, "", (Slice){"", 0});
        assert_int_equal(reply.status, 200);
        assert_string_equal(reply.content_type, "application/octet-stream");
        assert_int_equal(reply.body.size, bytes.size);
        assert_memory_equal(reply.body.data, bytes.data, bytes.size);
        http_reply_release(&reply);
    }
    snprintf(group, sizeof group, "%s/return", job_path);
    snprintf(jobs, sizeof jobs, "%s,\"reason\":\"leaving\"}", attempt);
    json_decref(answer(&site, site.worker, "POST", group, jobs, 200));
    refuses(&site, site.worker, "GET", path + strlen("/api/v1/"), NULL, 404, "blob-missing");
    reply = ask(&site, site.client, "GET", path, "", (Slice){"", 0});
    assert_int_equal(reply.status, 200);
    http_reply_release(&reply);
    refuses(&site, site.client, "PUT", "blobs/" ZEROS, "bytes", 422, "blob-hash");
    refuses(&site, site.client, "PUT", "blobs/x", "bytes", 404, "not-found");
    close_site(&site);
}

static void an_admin_sees_hosts_and_the_audit_trail(void **state) {
    Site site = open_site(state);
    char head[128];
    say_hello(&site, head);
    json_t *hosts = answer(&site, site.admin, "GET", "hosts", NULL, 200);
    json_t *host = json_array_get(json_object_get(hosts, "hosts"), 0);
    assert_string_equal(json_string_value(json_object_get(host, "token")), "lab-1");
    assert_string_equal(json_string_value(json_object_get(host, "state")), "active");
    json_decref(hosts);
    json_t *audit = answer(&site, site.admin, "GET", "audit?after=1&limit=1", NULL, 200);
    json_t *rows = json_object_get(audit, "rows");
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(rows, 0), "subject")), "ann");
    assert_int_equal(number_of(audit, "next"), 2);
    json_decref(audit);
    close_site(&site);
}

static void an_admin_makes_and_revokes_tokens(void **state) {
    Site site = open_site(state);
    static const char NEW[] = "{\"name\":\"lab-2\",\"scope\":\"worker\"}";
    char secret[SECRET_SIZE];
    json_t *made = answer(&site, site.admin, "POST", "tokens", NEW, 200);
    snprintf(secret, sizeof secret, "%s", json_string_value(json_object_get(made, "token")));
    json_decref(made);
    refuses(&site, site.admin, "POST", "tokens", NEW, 409, "name-taken");
    refuses(&site, site.admin, "POST", "tokens", "{\"name\":\"x\",\"scope\":\"boss\"}", 400,
        "bad-request");
    json_decref(answer(&site, secret, "POST", "hosts", HELLO, 200));
    json_t *list = answer(&site, site.admin, "GET", "tokens", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "tokens")), 4);
    char *text = json_dumps(list, 0);
    assert_null(strstr(text, secret));
    free(text);
    json_decref(list);
    json_decref(answer(&site, site.admin, "POST", "tokens/lab-2/reinstate", NULL, 200));
    json_decref(answer(&site, site.admin, "DELETE", "tokens/lab-2", NULL, 200));
    refuses(&site, site.admin, "DELETE", "tokens/lab-2", NULL, 404, "unknown-name");
    refuses(&site, secret, "POST", "hosts", HELLO, 401, "unauthorized");
    close_site(&site);
}

// Whatever a body says, the store is never asked for what it would refuse: no answer is a 500.
static void spoilt_bodies_never_trouble_the_store(void **state) {
    Site site = open_site(state);
    Rng rng;
    rng_init(&rng, 20140715);
    json_t *root = answer(&site, "", "GET", "openapi.json", NULL, 200);
    char group[64];
    submit(&site, "{\"jobs\":[]}", group);
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        bool is_for_machines = (route->who & API_TOKENS) && (route->who & API_ANYONE) != API_ANYONE;
        const json_t *example = is_for_machines ? described_body(root, route) : NULL;
        for (int i = 0; i < 60 && example; i++) {
            char path[96];
            const char *hole = strstr(route->path, "{id}");
            size_t before = hole ? (size_t)(hole - route->path) : strlen(route->path);
            snprintf(path, sizeof path, "/api/v1/%.*s%s%s", (int)before, route->path,
                hole ? strchr(group, '/') + 1 : "", hole ? hole + strlen("{id}") : "");
            char *text = spoilt_body(example, &rng);
            const char *token = route->who & SCOPE_WORKER ? site.worker : site.admin;
            HttpReply reply = ask(&site, token, route->method, path, "", slice_from(text));
            if (reply.status >= 500 || reply.status == 401 || reply.status == 403) {
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
        STORE_TEST(without_a_store_there_is_no_queue),
        STORE_TEST(a_job_goes_all_the_way),
        STORE_TEST(a_lie_is_refused_and_a_job_handed_back),
        STORE_TEST(groups_are_their_owners),
        STORE_TEST(bad_bodies_are_refused),
        STORE_TEST(blobs_go_by_their_hash),
        STORE_TEST(an_admin_sees_hosts_and_the_audit_trail),
        STORE_TEST(an_admin_makes_and_revokes_tokens),
        STORE_TEST(spoilt_bodies_never_trouble_the_store),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
