// What is a student's own: his source, what the compiler said and what his program wrote is in no
// answer to anybody else. Every route that reads is asked, so that a new one is, too.

#include "unit/api/askers.h"

#include "store/blobs.h"

// Each is in one place of the store alone.
static const char *const SECRETS[] = {"SECRET-SOURCE", "SECRET-MESSAGE", "SECRET-STDERR"};
enum { SECRETS_COUNT = sizeof SECRETS / sizeof *SECRETS };

static Query *begin_of(StoreTx *tx, const char *sql, int64_t person_id) {
    Query *query = query_begin_sql(tx, sql);
    query_bind_int(query, 1, person_id);
    return query;
}

static Sha256 keep(StoreTx *tx, const char *text) {
    Sha256 hash = blob_put(tx, slice_from(text));
    blob_ref(tx, &hash);
    return hash;
}

// A bot of the student with a version and a game against one of the admin's; all have the number 1.
static bool add_work(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const Site *site = context;
    int64_t student = site->people[AS_STUDENT].id;
    Sha256 source = keep(tx, "int main() { return 0; } // SECRET-SOURCE");
    Sha256 log = keep(tx, "{\"stderr\":\"SECRET-STDERR\"}");
    query_end(begin_of(tx,
        "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id, created_ms)"
        " VALUES (1, $1, 'bot', 'amazons', '8x8', 'active', 1, 1)",
        student));
    query_end(begin_of(tx,
        "INSERT INTO bots (id, owner_id, name, game, variant, state, active_version_id, created_ms)"
        " VALUES (2, $1, 'other', 'amazons', '8x8', 'active', 2, 1)",
        site->people[AS_ADMIN].id));
    for (int i = 1; i <= 2; i++) {
        Query *query = query_begin_sql(tx,
            "INSERT INTO versions (id, bot_id, number, protocol, language, source_sha256, words,"
            " state, messages, deadline_ms, created_ms, compile_started_ms, compile_ended_ms)"
            " VALUES ($1, $1, 1, 'botzone', 'c', $2, 'words', 'ready', $3, 1, 1, 1, 1)");
        query_bind_int(query, 1, i);
        if (i == 1) {
            query_bind_blob(query, 2, sha256_slice(&source));
        } else {
            query_bind_null(query, 2);
        }
        query_bind_text(query, 3, slice_from(i == 1 ? "SECRET-MESSAGE" : ""));
        query_end(query);
    }
    query_end(query_begin_sql(tx,
        "INSERT INTO games (id, purpose, game, variant, first_version_id, second_version_id, "
        "result,"
        " verdict, detail, plies, started_ms, ended_ms)"
        " VALUES (1, 'requested', 'amazons', '8x8', 1, 2, '1-0', 'win', '', 9, 1, 2)"));
    query_end(query_begin_sql(
        tx, "INSERT INTO game_records (game_id, record) VALUES (1, '[Game \"amazons\"]')"));
    Query *side = begin_of(tx,
        "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name, log_sha256)"
        " VALUES (1, 0, 1, 1, $1, 'bot', $2)",
        student);
    query_bind_blob(side, 2, sha256_slice(&log));
    query_end(side);
    return query_end(begin_of(tx,
        "INSERT INTO game_sides (game_id, side, bot_id, version_id, person_id, name)"
        " VALUES (1, 1, 2, 2, $1, 'other')",
        site->people[AS_ADMIN].id));
}

// Asks all that can be read as somebody; which secrets were in the answers, as bits.
static unsigned read_all(Site *site, Asker asker) {
    unsigned seen = 0;
    for (const ApiRoute *route = API_ROUTES; route->method; route++) {
        char path[128];
        if (strcmp(route->method, "GET") != 0) {
            continue;
        }
        fill_path(route, "1", path);
        HttpReply reply = ask(site, asker, "GET", path, (Slice){0});
        if (reply.status >= 500) {
            fail_msg("%s: %d %s", path, reply.status, reply.body.data);
        }
        if (reply.feed.source) {
            bool is_over;
            reply.feed.read(reply.feed.source, 0, &reply.body, &is_over);
            reply.feed.release(reply.feed.source);
        }
        for (int i = 0; i < SECRETS_COUNT; i++) {
            bool is_there = reply.body.size > 0 && memmem(reply.body.data, reply.body.size,
                                                       SECRETS[i], strlen(SECRETS[i]));
            seen |= is_there ? 1u << i : 0;
        }
        http_reply_release(&reply);
    }
    return seen;
}

static bool make_student(StoreTx *tx, void *context, Error *error) {
    PersonChange change = {.has_role = true, .role = ROLE_STUDENT};
    return person_change(tx, *(int64_t *)context, &change, "adm", error);
}

static void nobody_else_reads_what_is_a_students(void **state) {
    Site site = open_site(state);
    Store *store = queue_store(site.api.queue);
    unsigned all = (1u << SECRETS_COUNT) - 1;
    stores_transact(store, STORE_WRITE, add_work, &site);
    for (Asker asker = AS_STUDENT; asker <= AS_ADMIN; asker++) {
        sign_in(&site, asker);
    }
    assert_int_equal(read_all(&site, AS_NOBODY), 0);
    assert_int_equal(read_all(&site, AS_STRANGER), 0);
    assert_int_equal(read_all(&site, AS_WORKER), 0);
    assert_int_equal(read_all(&site, AS_CLIENT), 0);
    assert_int_equal(read_all(&site, AS_STUDENT), all); // else the questions would prove nothing
    assert_int_equal(read_all(&site, AS_TEACHER), all);
    // A fellow student.
    stores_transact(store, STORE_WRITE, make_student, &site.people[AS_TEACHER].id);
    assert_int_equal(read_all(&site, AS_TEACHER), 0);
    // Sharing the source shares nothing else.
    stores_sql(store, "UPDATE bots SET is_shared = 1 WHERE id = 1");
    assert_int_equal(read_all(&site, AS_TEACHER), 1);
    assert_int_equal(read_all(&site, AS_NOBODY), 1);
    close_site(&site);
}

int main(void) {
    static const StoreTest TESTS[] = {STORE_TEST(nobody_else_reads_what_is_a_students)};
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
