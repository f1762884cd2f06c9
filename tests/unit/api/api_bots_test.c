// What handing in a bot costs, and what it does not.

#include "unit/api/askers.h"

#include "arena/pipeline.h"

// As many as the limit of submissions allows at once.
#define TRIES 30

// The code with which a student's new bot is refused, or "" if it is not.
static void hand_in(Site *site, const char *name, char code[64]) {
    char body[256];
    snprintf(body, sizeof body,
        "{\"name\": \"%s\", \"game\": \"amazons\", \"variant\": \"8x8\", \"protocol\": \"text\","
        " \"language\": \"c17\", \"source\": \"int main(void) {}\"}",
        name);
    sign_in(site, AS_STUDENT);
    HttpReply reply = ask(site, AS_STUDENT, "POST", API_PREFIX "bots", slice_from(body));
    json_t *root = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    const char *found = json_string_value(json_object_get(json_object_get(root, "error"), "code"));
    snprintf(code, 64, "%s", found ? found : "");
    assert_int_equal(reply.status == 201, !found);
    json_decref(root);
    http_reply_release(&reply);
}

static void what_is_refused_costs_nothing(void **state) {
    Site site = open_site(state);
    char code[64];
    char name[32];
    for (int i = 0; i < VERSIONS_OPEN_MAX; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        hand_in(&site, name, code);
        assert_string_equal(code, "");
    }
    for (int i = 0; i < TRIES; i++) {
        hand_in(&site, "one-more", code);
        assert_string_equal(code, "too-many-open");
    }
    stores_sql(queue_store(site.api.queue), "UPDATE versions SET state = 'failed'");
    hand_in(&site, "one-more", code);
    assert_string_equal(code, "");
    close_site(&site);
}

static void what_is_taken_is_limited(void **state) {
    Site site = open_site(state);
    char code[64];
    char name[32];
    for (int i = 0; i <= TRIES; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        hand_in(&site, name, code);
        assert_string_equal(code, i < TRIES ? "" : "too-many-tries");
        stores_sql(queue_store(site.api.queue), "UPDATE versions SET state = 'failed'");
    }
    close_site(&site);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(what_is_refused_costs_nothing),
        STORE_TEST(what_is_taken_is_limited),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
