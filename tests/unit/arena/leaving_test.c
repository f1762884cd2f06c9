// Leaving, with what is one's own; who cannot leave; and the trail of it, on both databases.

#include "unit/arena/accounts_fixture.h"

#include <string.h>

#include "arena/personal_data.h"
#include "store/blobs.h"

// A game in a room against a bot of one's own, which an older program wrote without its owner.
static bool add_room_game(StoreTx *tx, int64_t person_id) {
    Sha256 log = blob_put(tx, slice_from("{\"stderr\":\"ann was here\"}"));
    blob_ref(tx, &log);
    query_end(query_begin_sql(tx,
        "INSERT INTO games (id, purpose, game, variant, second_version_id, result, verdict, detail,"
        " plies, started_ms, ended_ms)"
        " VALUES (2, 'room', 'amazons', '8x8', 1, '1-0', 'rules', '', 9, 1, 2)"));
    Query *query = query_begin_sql(tx, "INSERT INTO game_sides (game_id, side, person_id, name)"
                                       " VALUES (2, 0, $1, 'ann')");
    query_bind_int(query, 1, person_id);
    query_end(query);
    query = query_begin_sql(tx, "INSERT INTO game_sides (game_id, side, bot_id, version_id, name,"
                                " log_sha256) VALUES (2, 1, 1, 1, 'anns-bot', $1)");
    query_bind_blob(query, 1, sha256_slice(&log));
    query_end(query);
    query_end(query_begin_sql(tx, "INSERT INTO game_records (game_id, record) VALUES"
                                  " (1, '[First \"anns-bot v1\"]\n[Second \"random\"]\n\n*\n'),"
                                  " (2, '[First \"ann\"]\n[Second \"anns-bot v1\"]\n\n*\n')"));
    return true;
}

static bool add_work(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Sha256 source = blob_put(tx, slice_from("int main(void) {}"));
    int64_t person_id = *(int64_t *)context;
    blob_ref(tx, &source);
    Query *query = query_begin_sql(tx,
        "INSERT INTO bots (id, owner_id, name, game, variant, state, is_shared, created_ms)"
        " VALUES (1, $1, 'anns-bot', 'amazons', '8x8', 'active', 1, 1)");
    query_bind_int(query, 1, person_id);
    query_end(query);
    // Named as the first one was once named when its owner had left.
    query = query_begin_sql(tx, "INSERT INTO bots (id, owner_id, name, game, variant, state,"
                                " created_ms) VALUES (2, $1, 'deleted-1', 'amazons', '8x8',"
                                " 'active', 1)");
    query_bind_int(query, 1, person_id);
    query_end(query);
    query = query_begin_sql(tx, "INSERT INTO versions (id, bot_id, number, protocol, language,"
                                " source_sha256, state, messages, deadline_ms, created_ms)"
                                " VALUES (1, 1, 1, 'sjtu', 'c', $1, 'ready', 'warning', 1, 1)");
    query_bind_blob(query, 1, sha256_slice(&source));
    query_end(query);
    query_end(query_begin_sql(tx,
        "INSERT INTO games (id, purpose, game, variant, first_version_id, result, verdict, detail,"
        " plies, started_ms, ended_ms)"
        " VALUES (1, 'ranked', 'amazons', '8x8', 1, '1-0', 'rules', '', 9, 1, 2)"));
    query = query_begin_sql(tx, "INSERT INTO game_sides (game_id, side, bot_id, version_id,"
                                " person_id, name) VALUES (1, 0, 1, 1, $1, 'anns-bot')");
    query_bind_int(query, 1, person_id);
    query_end(query);
    return add_room_game(tx, person_id);
}

typedef struct Export {
    int64_t person_id;
    Text text;
} Export;

static bool write_export(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Export *export = context;
    text_clear(&export->text);
    JsonWriter json = {.out = &export->text};
    json_open_object(&json, NULL);
    personal_data_export(tx, export->person_id, &json);
    json_close_object(&json);
    return true;
}

static void people_take_what_is_theirs_and_leave(void **state) {
    Site site = open_site(state);
    Error error;
    SignedIn ann = new_student(&site, "ann");
    stores_transact(site.store, STORE_WRITE, add_work, &ann.person.id);
    Export export = {.person_id = ann.person.id};
    text_init(&export.text);
    stores_transact(site.store, STORE_READ, write_export, &export);
    static const char *const PARTS[] = {
        "\"name\":\"ann\"", "\"source\":\"int main(void) {}\"", "\"result\":\"1-0\"", "192.0.2.2"};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        assert_non_null(strstr(export.text.data, PARTS[i]));
    }
    assert_null(strstr(export.text.data, "argon2id"));
    text_release(&export.text);
    refused(accounts_delete(site.accounts, &ann.person, slice_from(OTHER), &error), &error,
        ERROR_SIGN_IN_FAILED);
    must(accounts_delete(site.accounts, &ann.person, slice_from(GOOD), &error), &error);
    assert_false(is_in(&site, &ann));
    refused(sign_in(&site, "ann", GOOD, &ann, &error), &error, ERROR_SIGN_IN_FAILED);
    refused(sign_in(&site, "deleted", GOOD, &ann, &error), &error, ERROR_SIGN_IN_FAILED);
    static const char *const GONE[] = {
        "SELECT COUNT(*) FROM people WHERE name = 'ann' OR name_key = 'ann'",
        "SELECT COUNT(*) FROM versions WHERE source_sha256 IS NOT NULL OR messages <> ''",
        "SELECT COUNT(*) FROM blobs WHERE refs > 0",
        "SELECT COUNT(*) FROM game_sides WHERE name <> 'deleted'",
        "SELECT COUNT(*) FROM game_records WHERE record LIKE '%ann%'",
        "SELECT COUNT(*) FROM bots WHERE state <> 'retired' OR is_shared = 1 OR name = 'anns-bot'",
    };
    for (size_t i = 0; i < sizeof GONE / sizeof *GONE; i++) {
        assert_int_equal(stores_number(site.store, GONE[i]), 0);
    }
    assert_int_equal(stores_number(site.store, "SELECT COUNT(*) FROM games"), 2);
    assert_int_equal(stores_number(site.store,
                         "SELECT COUNT(*) FROM game_records WHERE record LIKE '%deleted%random%'"),
        1);
    new_student(&site, "ann"); // the name is free again
    accounts_free(site.accounts);
}

typedef struct Change {
    int64_t id;
    PersonChange change;
} Change;

static bool change(StoreTx *tx, void *context, Error *error) {
    Change *one = context;
    return person_change(tx, one->id, &one->change, "root", error);
}

static void somebody_stays_admin(void **state) {
    Site site = open_site(state);
    Error error;
    Change root = {site.admin.person.id, {.has_role = true, .role = ROLE_STUDENT}};
    assert_int_equal(stores_refusal(site.store, STORE_WRITE, change, &root), ERROR_LAST_ADMIN);
    root.change = (PersonChange){.has_state = true, .is_closed = true};
    assert_int_equal(stores_refusal(site.store, STORE_WRITE, change, &root), ERROR_LAST_ADMIN);
    refused(accounts_delete(site.accounts, &site.admin.person, slice_from(GOOD), &error), &error,
        ERROR_LAST_ADMIN);
    SignedIn ann = new_student(&site, "ann");
    Change promotion = {ann.person.id, {.has_role = true, .role = ROLE_ADMIN}};
    stores_transact(site.store, STORE_WRITE, change, &promotion);
    stores_transact(site.store, STORE_WRITE, change, &root);
    assert_false(is_in(&site, &site.admin));
    assert_int_equal(stores_refusal(site.store, STORE_WRITE, change,
                         &(Change){ann.person.id, {.has_role = true}}),
        ERROR_LAST_ADMIN);
    accounts_free(site.accounts);
}

// Everything that lasts has left a trace, and no secret is in any of them.
static void there_is_a_trail_without_secrets(void **state) {
    Site site = open_site(state);
    new_student(&site, "ann");
    assert_int_equal(
        stores_number(site.store, "SELECT COUNT(*) FROM audit WHERE action IN ('admin-link-added',"
                                  " 'person-added', 'registration-set')"),
        4);
    const char *const secrets[] = {GOOD, site.link, site.admin.secret, "$argon2id"};
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        char sql[512];
        snprintf(sql, sizeof sql,
            "SELECT COUNT(*) FROM audit WHERE actor || action || subject || detail LIKE '%%%s%%'",
            secrets[i]);
        assert_int_equal(stores_number(site.store, sql), 0);
    }
    accounts_free(site.accounts);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(people_take_what_is_theirs_and_leave),
        STORE_TEST(somebody_stays_admin),
        STORE_TEST(there_is_a_trail_without_secrets),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
