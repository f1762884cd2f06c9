// From a source that is handed in to a version that plays, on both databases.

#include "unit/arena/arena_fixture.h"
#include "unit/arena/slow_leaver.h"

#include "store/check.h"

static int64_t count(Arena *arena, const char *sql) {
    return stores_number(arena->store, sql);
}

static ErrorCode refusal(Arena *arena, ArenaCall call) {
    return stores_refusal(arena->store, STORE_WRITE, arena_submit, &call);
}

static void fail_check(void *context, const char *problem) {
    (void)context;
    fail_msg("%s", problem);
}

// References of blobs among others.
static void check_references(Arena *arena) {
    StoreCheck check = {.report = fail_check};
    Error error;
    must(store_check(arena->store, &check, &error), &error);
}

static void what_is_handed_in_becomes_active(void **state) {
    Arena *arena = arena_new(state);
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    version_is(arena, call.id, "compiling", "", false);
    assert_true(arena_work(arena, WORK_WELL));
    version_is(arena, call.id, "checking", "", false);
    assert_true(arena_work(arena, WORK_WELL));
    version_is(arena, call.id, "ready", "", true);
    assert_false(arena_work(arena, WORK_WELL));
    ArenaCall found = arena_version(arena, call.id);
    assert_string_equal(found.version.messages, "bot.c:1: warning");
    assert_true(found.version.compile_started_ms > 0 && found.version.check_ended_ms > 0);
    assert_true(found.version.check_game_id > 0);
    arena_version_release(&found);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM games WHERE purpose = 'check'"), 2);
    check_references(arena);
    arena_free(arena);
}

static void failures_say_why(void **state) {
    Arena *arena = arena_new(state);
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_true(arena_work(arena, WORK_REFUSED));
    version_is(arena, call.id, "failed", "compile-failed", false);
    ArenaCall found = arena_version(arena, call.id);
    assert_string_equal(found.version.messages, "bot.c:1: no");
    arena_version_release(&found);
    call.bot_id = call.bot.id;
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_true(arena_work(arena, WORK_WELL));
    assert_true(arena_work(arena, WORK_CRASHING));
    version_is(arena, call.id, "failed", "check-failed", false);
    found = arena_version(arena, call.id);
    assert_int_equal(found.version.number, 2);
    assert_true(found.version.check_game_id > 0); // the one with the foul, and its log
    arena_version_release(&found);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM games g JOIN versions v ON g.id = "
                                  "v.check_game_id WHERE g.reason LIKE '%program-exited%'"),
        1);
    assert_int_equal(
        count(arena, "SELECT COUNT(*) FROM game_sides s JOIN versions v ON v.check_game_id = "
                     "s.game_id WHERE s.log_sha256 IS NOT NULL AND s.memory_kb >= 0"),
        2);
    arena_free(arena);
}

// Programs that will never play are given up, whenever it turns out.
static void what_has_failed_is_not_kept(void **state) {
    static const char KEPT[] = "SELECT COUNT(*) FROM versions WHERE binary_sha256 IS NOT NULL";
    Arena *arena = arena_new(state);
    Error error;
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_true(arena_work(arena, WORK_LARGE));
    version_is(arena, call.id, "failed", "compile-failed", false);
    assert_int_equal(count(arena, KEPT), 0);
    call.bot_id = call.bot.id;
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_true(arena_work(arena, WORK_WELL));
    assert_int_equal(count(arena, KEPT), 1);
    assert_true(arena_work(arena, WORK_CRASHING));
    version_is(arena, call.id, "failed", "check-failed", false);
    assert_int_equal(count(arena, KEPT), 0);
    ArenaCall found = arena_version(arena, call.id);
    assert_true(found.version.was_compiled); // as the page tells it
    arena_version_release(&found);
    check_references(arena);
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_true(arena_work(arena, WORK_WELL));
    stores_sql(arena->store, "UPDATE jobs SET deadline_ms = deadline_ms + 99999999999");
    store_advance_clock(arena->store, 25 * 3600 * INT64_C(1000));
    must(pipeline_step(arena->store, &error), &error);
    version_is(arena, call.id, "failed", "job-late", false);
    assert_int_equal(count(arena, KEPT), 0);
    check_references(arena);
    arena_free(arena);
}

static bool leave(StoreTx *tx, void *context, Error *error) {
    return person_delete(tx, ((const ArenaCall *)context)->person.id, error);
}

// What a compiler says shows the source, which is gone with its owner.
static void nothing_is_told_of_who_has_left(void **state) {
    Arena *arena = arena_new(state);
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    call.bot_id = call.bot.id;
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    stores_transact(arena->store, STORE_WRITE, leave, &call);
    assert_true(arena_work(arena, WORK_WELL));
    assert_true(arena_work(arena, WORK_REFUSED));
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM versions WHERE state <> 'compiling'"), 3);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM versions WHERE messages <> ''"), 0);
    arena_free(arena);
}

// A source that is handed in meanwhile would stay: nobody erases it again.
static void nothing_is_taken_from_who_is_leaving(void **state) {
    Arena *arena = arena_new(state);
    SlowLeaver leaver;
    Error error;
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    call.bot_id = call.bot.id;
    slow_leaver_begin(&leaver, arena->store, call.person.id);
    bool is_taken = store_transact(arena->store, STORE_WRITE, arena_submit, &call, &error);
    slow_leaver_end(&leaver);
    assert_false(is_taken);
    assert_int_equal(
        refusal(arena, (ArenaCall){.name = "another", .person = call.person}), ERROR_NOT_FOUND);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM versions"), 1);
    assert_int_equal(
        count(arena, "SELECT COUNT(*) FROM versions WHERE source_sha256 IS NOT NULL"), 0);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM bots WHERE name = 'another'"), 0);
    arena_free(arena);
}

static bool rename_bot(StoreTx *tx, void *context, Error *error) {
    const ArenaCall *call = context;
    ArenaBot bot;
    if (!bot_find(tx, call->bot_id, &bot, error)) {
        return false;
    }
    bool is_renamed = bot_rename(tx, &bot, slice_from("anns-best"), error);
    bot_release(&bot);
    return is_renamed;
}

static void no_bot_is_named_by_who_is_leaving(void **state) {
    Arena *arena = arena_new(state);
    SlowLeaver leaver;
    Error error;
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    call.bot_id = call.bot.id;
    stores_transact(arena->store, STORE_WRITE, rename_bot, &call);
    slow_leaver_begin(&leaver, arena->store, call.person.id);
    bool is_renamed = store_transact(arena->store, STORE_WRITE, rename_bot, &call, &error);
    slow_leaver_end(&leaver);
    assert_false(is_renamed);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM bots WHERE name LIKE 'deleted %'"), 1);
    arena_free(arena);
}

static bool pause_bot(StoreTx *tx, void *context, Error *error) {
    (void)error;
    bot_set_state(tx, *(int64_t *)context, "paused", slice_from("{\"code\":\"x\"}"));
    return true;
}

static void drafts_wait_and_old_versions_come_back(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t first = arena_ready(arena, &ann, "mine");
    ArenaCall call = {.person = ann, .is_draft = true, .source = "int draft;"};
    ArenaCall bot = arena_version(arena, first);
    call.bot_id = bot.version.bot_id;
    arena_version_release(&bot);
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    stores_transact(arena->store, STORE_WRITE, pause_bot, &call.bot_id);
    int64_t draft = call.id;
    call.is_draft = false;
    call.source = "int second;";
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    while (arena_work(arena, WORK_WELL)) {
    }
    version_is(arena, draft, "ready", "", false);
    version_is(arena, call.id, "ready", "", true);
    bot = arena_version(arena, call.id); // was paused, and plays again with the new version
    assert_string_equal(bot.bot.state, "active");
    assert_string_equal(bot.bot.reason, "");
    arena_version_release(&bot);
    arena_free(arena);
}

typedef struct Activation {
    int64_t bot;
    int64_t version;
} Activation;

static bool activate(StoreTx *tx, void *context, Error *error) {
    const Activation *call = context;
    return bot_activate(tx, call->bot, call->version, error);
}

static void the_owner_chooses_what_is_active(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t first = arena_ready(arena, &ann, "mine");
    int64_t other = arena_ready(arena, &ann, "another");
    ArenaCall found = arena_version(arena, first);
    int64_t bot = found.bot.id;
    arena_version_release(&found);
    ArenaCall call = {.person = ann, .bot_id = bot};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    Activation wrong = {bot, call.id};
    assert_int_equal(
        stores_refusal(arena->store, STORE_WRITE, activate, &wrong), ERROR_VERSION_NOT_READY);
    stores_transact(arena->store, STORE_WRITE, pause_bot, &bot);
    while (arena_work(arena, WORK_WELL)) {
    }
    version_is(arena, call.id, "ready", "", true);
    assert_int_equal(count(arena, "SELECT COUNT(*) FROM bots WHERE state = 'paused'"), 0);
    Activation back = {bot, first};
    stores_transact(arena->store, STORE_WRITE, activate, &back);
    version_is(arena, first, "ready", "", true);
    wrong.version = other;
    assert_int_equal(stores_refusal(arena->store, STORE_WRITE, activate, &wrong), ERROR_NOT_FOUND);
    arena_free(arena);
}

static void what_cannot_be_is_refused(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    assert_int_equal(refusal(arena, (ArenaCall){.name = "a b", .person = ann}), ERROR_BAD_NAME);
    assert_int_equal(refusal(arena, (ArenaCall){.name = "mine", .person = ann, .protocol = "no"}),
        ERROR_UNKNOWN_PROTOCOL);
    assert_int_equal(refusal(arena, (ArenaCall){.name = "mine", .person = ann, .protocol = "sjtu"}),
        ERROR_PROTOCOL_OTHER_GAME);
    assert_int_equal(
        refusal(arena, (ArenaCall){.name = "mine", .person = ann, .language = "cobol"}),
        ERROR_UNKNOWN_LANGUAGE);
    assert_int_equal(
        refusal(arena, (ArenaCall){.name = "mine", .person = ann, .source = ""}), ERROR_TOO_LARGE);
    ArenaCall call = {.name = "mine", .person = ann};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    assert_int_equal(refusal(arena, (ArenaCall){.name = "mine", .person = ann}), ERROR_NAME_TAKEN);
    call.bot_id = call.bot.id;
    for (int i = 1; i < VERSIONS_OPEN_MAX; i++) {
        stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    }
    assert_int_equal(refusal(arena, call), ERROR_TOO_MANY_OPEN);
    arena_free(arena);
}

// Nothing is remembered outside of the store: a server that comes after a crash goes on, and what
// nobody can do ends by its deadline.
static void a_new_server_goes_on(void **state) {
    Arena *arena = arena_new(state);
    ArenaCall call = {.name = "mine", .person = arena_person(arena, "Ann", ROLE_STUDENT)};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    claim_one(arena->queue, &arena->host); // and then all of it is killed
    for (int i = 0; i < 3; i++) {
        queue_free(arena->queue);
        arena->queue = arena_queue(arena);
        store_advance_clock(arena->store, 2 * LEASE_MS);
        sweep(arena->queue);
        arena_work(arena, WORK_WELL);
    }
    version_is(arena, call.id, "ready", "", true);
    call.bot_id = call.bot.id;
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    store_advance_clock(arena->store, 23 * 3600 * INT64_C(1000)); // long games have every core
    sweep(arena->queue);
    version_is(arena, call.id, "compiling", "", false);
    store_advance_clock(arena->store, 3600 * INT64_C(1000));
    sweep(arena->queue);
    version_is(arena, call.id, "failed", "job-late", false);
    stores_transact(arena->store, STORE_WRITE, arena_submit, &call);
    stores_sql(arena->store, "UPDATE jobs SET deadline_ms = deadline_ms + 99999999999");
    store_advance_clock(arena->store, 25 * 3600 * INT64_C(1000));
    Error error;
    must(pipeline_step(arena->store, &error), &error);
    version_is(arena, call.id, "failed", "job-late", false);
    arena_free(arena);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(what_is_handed_in_becomes_active),
        STORE_TEST(failures_say_why),
        STORE_TEST(what_has_failed_is_not_kept),
        STORE_TEST(nothing_is_told_of_who_has_left),
        STORE_TEST(nothing_is_taken_from_who_is_leaving),
        STORE_TEST(no_bot_is_named_by_who_is_leaving),
        STORE_TEST(drafts_wait_and_old_versions_come_back),
        STORE_TEST(the_owner_chooses_what_is_active),
        STORE_TEST(what_cannot_be_is_refused),
        STORE_TEST(a_new_server_goes_on),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
