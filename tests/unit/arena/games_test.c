// Games and requests: what is written, how it is found, page by page, and what is removed; on both
// databases.

#include "unit/arena/arena_fixture.h"
#include "unit/arena/slow_leaver.h"

#include "arena/log_retention.h"
#include "arena/retention.h"
#include "store/check.h"

typedef struct Listing {
    GameFilter filter;
    int64_t before;
    int64_t limit;
    int64_t ids[20];
    int count;
} Listing;

static void note(void *context, const GameRow *game) {
    Listing *listing = context;
    assert_true(listing->count < 20);
    listing->ids[listing->count++] = game->id;
}

static bool list(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Listing *listing = context;
    listing->count = 0;
    game_list(tx, &listing->filter, listing->before, listing->limit, note, listing);
    return true;
}

static int found(Arena *arena, GameFilter filter) {
    Listing listing = {.filter = filter, .limit = 20};
    stores_transact(arena->store, STORE_READ, list, &listing);
    for (int i = 1; i < listing.count; i++) {
        assert_true(listing.ids[i] < listing.ids[i - 1]); // newest first, none twice
    }
    return listing.count;
}

static bool ask(StoreTx *tx, void *context, Error *error) {
    ArenaCall *call = context;
    call->id = request_add(tx, &call->person, &call->request, error);
    return call->id != 0;
}

static bool find_request(StoreTx *tx, void *context, Error *error) {
    ArenaCall *call = context;
    return request_find(tx, call->id, &call->found, error);
}

static void request_is(Arena *arena, int64_t id, const char *state, int64_t open_count) {
    ArenaCall call = {.id = id};
    stores_transact(arena->store, STORE_READ, find_request, &call);
    assert_string_equal(call.found.state, state);
    assert_int_equal(call.found.open_count, open_count);
    request_release(&call.found);
}

static void games_are_found_by_what_they_are(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    Person bob = arena_person(arena, "Bob", ROLE_STUDENT);
    int64_t mine = arena_ready(arena, &ann, "mine_1");
    int64_t his = arena_ready(arena, &bob, "His");
    ArenaCall call = {.person = bob, .request = {{mine, his}, 2, 100}};
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    request_is(arena, call.id, "playing", 2);
    while (arena_work(arena, WORK_WELL)) {
    }
    request_is(arena, call.id, "done", 0);
    ArenaCall bot = arena_version(arena, mine);
    arena_version_release(&bot);
    Board board = arena_board();
    assert_int_equal(found(arena, (GameFilter){0}), 8);
    assert_int_equal(found(arena, (GameFilter){.bot_id = bot.bot.id}), 6);
    assert_int_equal(found(arena, (GameFilter){.version_id = his}), 6);
    assert_int_equal(found(arena, (GameFilter){.person_id = ann.id}), 6);
    assert_int_equal(found(arena, (GameFilter){.request_id = call.id}), 4);
    assert_int_equal(found(arena, (GameFilter){.contest_id = 5}), 0);
    assert_int_equal(found(arena, (GameFilter){.board = board}), 8);
    assert_int_equal(found(arena, (GameFilter){.board = board, .is_ranked = true}), 0);
    assert_int_equal(found(arena, (GameFilter){.has_purpose = true, .purpose = PURPOSE_CHECK}), 4);
    assert_int_equal(found(arena, (GameFilter){.name = slice_from("HIS")}), 6);
    assert_int_equal(found(arena, (GameFilter){.name = slice_from("mine_")}), 6);
    assert_int_equal(found(arena, (GameFilter){.name = slice_from("min_")}), 0); // no pattern
    assert_int_equal(found(arena, (GameFilter){.name = slice_from("i")}), 8);    // both, once each
    assert_int_equal(
        found(arena, (GameFilter){.person_id = bob.id, .name = slice_from("mine_1 v1")}), 4);
    assert_int_equal(found(arena, (GameFilter){.result = slice_from("1-0")}) +
                         found(arena, (GameFilter){.result = slice_from("0-1")}),
        8);
    assert_int_equal(
        found(arena, (GameFilter){.bot_id = bot.bot.id, .verdict = slice_from("crash")}), 0);
    Listing page = {.limit = 3};
    int64_t last = INT64_MAX;
    int total = 0;
    do {
        stores_transact(arena->store, STORE_READ, list, &page);
        total += page.count;
        assert_true(page.count == 0 || page.ids[0] < last);
        last = page.count > 0 ? page.ids[page.count - 1] : 0;
        page.before = last;
    } while (page.count == page.limit);
    assert_int_equal(total, 8);
    arena_free(arena);
}

static bool leave(StoreTx *tx, void *context, Error *error) {
    return person_delete(tx, ((const ArenaCall *)context)->person.id, error);
}

// Who leaves while a game is under way leaves neither his name in it nor a log.
static void games_end_without_who_has_left(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    Person bob = arena_person(arena, "Bob", ROLE_STUDENT);
    int64_t hers = arena_ready(arena, &ann, "AnnsBot");
    int64_t his = arena_ready(arena, &bob, "BobsBot");
    ArenaCall call = {.person = bob, .request = {{his, hers}, 1, 100}};
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    ArenaCall leaver = {.person = ann};
    stores_transact(arena->store, STORE_WRITE, leave, &leaver);
    while (arena_work(arena, WORK_WELL)) {
    }
    request_is(arena, call.id, "done", 0);
    assert_int_equal(
        stores_number(arena->store, "SELECT COUNT(*) FROM game_records WHERE record LIKE '%Ann%'"),
        0);
    assert_int_equal(
        stores_number(arena->store, "SELECT COUNT(*) FROM game_records JOIN game_sides"
                                    " ON game_sides.game_id = game_records.game_id WHERE"
                                    " record LIKE '%BobsBot v1%' AND record LIKE '%deleted%'"
                                    " AND game_sides.name LIKE 'deleted%' AND log_sha256 IS NULL"),
        2);
    arena_free(arena);
}

// Neither sees the other, and yet the name does not stay.
static void nobody_leaves_while_his_game_is_written(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    Person bob = arena_person(arena, "Bob", ROLE_STUDENT);
    int64_t hers = arena_ready(arena, &ann, "AnnsBot");
    int64_t his = arena_ready(arena, &bob, "BobsBot");
    ArenaCall call = {.person = bob, .request = {{his, hers}, 1, 100}};
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    SlowLeaver leaver;
    slow_leaver_begin(&leaver, arena->store, ann.id);
    assert_true(arena_work(arena, WORK_WELL));
    slow_leaver_end(&leaver);
    assert_int_equal(
        stores_number(arena->store, "SELECT COUNT(*) FROM game_records WHERE record LIKE '%Ann%'"),
        0);
    assert_int_equal(
        stores_number(arena->store, "SELECT COUNT(*) FROM game_sides WHERE name LIKE '%Ann%'"), 0);
    arena_free(arena);
}

// A game between two versions of one bot is one game of it.
static void own_games_count_once(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t mine = arena_ready(arena, &ann, "mine");
    ArenaCall bot = arena_version(arena, mine);
    arena_version_release(&bot);
    ArenaCall draft = {.person = ann, .bot_id = bot.bot.id, .is_draft = true};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &draft);
    while (arena_work(arena, WORK_WELL)) {
    }
    ArenaCall call = {.person = ann, .request = {{mine, draft.id}, 1, 0}};
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    while (arena_work(arena, WORK_WELL)) {
    }
    assert_int_equal(found(arena, (GameFilter){.bot_id = bot.bot.id}), 6);
    assert_int_equal(found(arena, (GameFilter){.person_id = ann.id}), 6);
    call.person = arena_person(arena, "Bob", ROLE_STUDENT);
    assert_int_equal(stores_refusal(arena->store, STORE_WRITE, ask, &call), ERROR_FORBIDDEN);
    arena_free(arena);
}

static void what_cannot_be_played_is_refused(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t mine = arena_ready(arena, &ann, "mine");
    ArenaCall open = {.name = "open", .person = ann};
    stores_transact(arena->store, STORE_WRITE, arena_submit, &open);
    ArenaCall call = {.person = ann, .request = {{mine, open.id}, 1, 0}};
    assert_int_equal(
        stores_refusal(arena->store, STORE_WRITE, ask, &call), ERROR_VERSION_NOT_READY);
    call.request.versions[1] = open.id + 100;
    assert_int_equal(stores_refusal(arena->store, STORE_WRITE, ask, &call), ERROR_NOT_FOUND);
    call.request.versions[1] = mine;
    for (int i = 0; i < REQUESTS_OPEN_MAX; i++) {
        stores_transact(arena->store, STORE_WRITE, ask, &call);
    }
    int64_t last = call.id;
    assert_int_equal(stores_refusal(arena->store, STORE_WRITE, ask, &call), ERROR_TOO_MANY_OPEN);
    store_advance_clock(arena->store, 25 * 3600 * INT64_C(1000));
    sweep(arena->queue); // nobody has played them: their deadline passes
    request_is(arena, last, "failed", 0);
    arena_free(arena);
}

// Two requests at once are counted as one after the other.
static void who_asks_twice_at_once_is_counted(void **state) {
    Arena *arena = arena_new(state);
    SlowWriter writer;
    Error error;
    ArenaCall call = {.person = arena_person(arena, "Ann", ROLE_STUDENT)};
    int64_t mine = arena_ready(arena, &call.person, "mine");
    call.request = (RequestInput){{mine, mine}, 1, 0};
    for (int i = 1; i < REQUESTS_OPEN_MAX; i++) {
        stores_transact(arena->store, STORE_WRITE, ask, &call);
    }
    ArenaCall slow = call;
    slow_writer_begin(&writer, arena->store, ask, &slow);
    bool is_taken = store_transact(arena->store, STORE_WRITE, ask, &call, &error);
    slow_writer_end(&writer);
    refused(is_taken, &error, ERROR_TOO_MANY_OPEN);
    arena_free(arena);
}

static void report(void *context, const char *problem) {
    (void)context;
    fail_msg("%s", problem);
}

static void ended_jobs_are_removed(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t mine = arena_ready(arena, &ann, "mine");
    int64_t other = new_group(arena->queue, "ann", "match"); // somebody else's stay
    add_jobs(arena->queue, other, LANE_REQUESTED, 1);
    ClaimedJob job = claim_one(arena->queue, &arena->host);
    Error error;
    must(finish(arena->queue, &job, "{}", &error), &error);
    TestHost differing; // its result of a job is known, and the job goes as the others
    new_host(arena->store, "differing", &differing);
    stores_sql(arena->store,
        "INSERT INTO disagreements (job_id, first_token_id, second_token_id) SELECT MIN(id),"
        " (SELECT MIN(id) FROM tokens), (SELECT MAX(id) FROM tokens) FROM jobs");
    Retention retention = {.store = arena->store};
    must(retention_step(&retention, &error), &error);
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM jobs"), 3);
    store_advance_clock(arena->store, RETENTION_MS + 1000);
    must(retention_step(&retention, &error), &error); // not yet again
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM jobs"), 3);
    retention.next_ms = 0;
    must(retention_step(&retention, &error), &error);
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM jobs"), 1);
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM disagreements"), 1);
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM group_blobs"), 0);
    assert_int_equal(
        stores_number(arena->store, "SELECT CAST(SUM(job_count) AS BIGINT) FROM job_groups"), 1);
    StoreCheck check = {.report = report};
    must(store_check(arena->store, &check, &error), &error);
    version_is(arena, mine, "ready", "", true);
    assert_int_equal(found(arena, (GameFilter){.version_id = mine}), 2);
    ArenaCall call = {.person = ann, .request = {{mine, mine}, 1, 0}}; // its program is still there
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    assert_true(arena_work(arena, WORK_WELL));
    request_is(arena, call.id, "done", 0);
    arena_free(arena);
}

// A ladder may end more jobs in a minute than one step removes.
static void many_ended_jobs_are_removed_soon(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    arena_ready(arena, &ann, "mine");
    stores_sql(arena->store,
        "WITH RECURSIVE numbers (number) AS"
        " (SELECT 1000 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1299)"
        " INSERT INTO jobs (group_id, name, queue_id, lane, owner, fairness, state, payload,"
        " max_attempts, run_ms, deadline_ms, created_ms, ended_ms, finished_seq, result)"
        " SELECT jobs.group_id, 'copy ' || CAST(number AS TEXT), jobs.queue_id, jobs.lane,"
        " jobs.owner, 0, 'done', '{}', 1, 1, 1, 1, jobs.ended_ms, number, '{}'"
        " FROM jobs JOIN numbers ON 1 = 1 WHERE jobs.id = (SELECT MIN(id) FROM jobs)");
    stores_sql(arena->store, "UPDATE job_groups SET job_count = job_count + 300 WHERE id ="
                             " (SELECT group_id FROM jobs WHERE name = 'copy 1000')");
    store_advance_clock(arena->store, RETENTION_MS + 1000);
    Retention retention = {.store = arena->store};
    Error error;
    for (int i = 0; i < 3; i++) {
        must(retention_step(&retention, &error), &error);
    }
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM jobs"), 0);
    assert_true(retention.next_ms > 0); // nothing more for a while
    arena_free(arena);
}

static bool are_gone(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Listing *listing = context;
    listing->count = 0;
    for (int64_t id = 1; id <= 20; id++) {
        listing->count += game_logs_are_gone(tx, listing->filter.purpose, id);
    }
    return true;
}

static int count_gone(Arena *arena, GamePurpose purpose) {
    Listing listing = {.filter.purpose = purpose};
    stores_transact(arena->store, STORE_READ, are_gone, &listing);
    return listing.count;
}

#define LOGS "SELECT COUNT(log_sha256) FROM game_sides"
#define DAY_MS (24 * 3600 * INT64_C(1000))

// Logs are dropped by their age, those of contests later; records stay, and nothing refers to the
// logs any more.
static void old_logs_are_dropped(void **state) {
    Arena *arena = arena_new(state);
    Person ann = arena_person(arena, "Ann", ROLE_STUDENT);
    int64_t mine = arena_ready(arena, &ann, "mine");
    ArenaCall call = {.person = ann, .request = {{mine, mine}, 1, 0}};
    stores_transact(arena->store, STORE_WRITE, ask, &call);
    while (arena_work(arena, WORK_WELL)) {
    }
    stores_sql(arena->store, "UPDATE games SET purpose = 'contest' WHERE purpose = 'requested'");
    LogRetention retention = {.store = arena->store};
    Error error;
    must(log_retention_step(&retention, &error), &error);
    assert_int_equal(stores_number(arena->store, LOGS), 8);
    store_advance_clock(arena->store, 31 * DAY_MS);
    must(log_retention_step(&retention, &error), &error); // not yet again
    assert_int_equal(stores_number(arena->store, LOGS), 8);
    for (int again = 0; again < 2; again++) {
        retention.next_ms = 0;
        must(log_retention_step(&retention, &error), &error);
        assert_int_equal(stores_number(arena->store, LOGS), 4);
        assert_int_equal(count_gone(arena, PURPOSE_CHECK), 2);
        assert_int_equal(count_gone(arena, PURPOSE_CONTEST), 0);
    }
    store_advance_clock(arena->store, 150 * DAY_MS);
    retention.next_ms = 0;
    must(log_retention_step(&retention, &error), &error);
    assert_int_equal(stores_number(arena->store, LOGS), 0);
    assert_int_equal(count_gone(arena, PURPOSE_CONTEST), 4);
    assert_int_equal(stores_number(arena->store, "SELECT COUNT(*) FROM game_records"), 4);
    StoreCheck check = {.report = report};
    must(store_check(arena->store, &check, &error), &error); // references of blobs among others
    arena_free(arena);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(games_are_found_by_what_they_are),
        STORE_TEST(games_end_without_who_has_left),
        STORE_TEST(nobody_leaves_while_his_game_is_written),
        STORE_TEST(own_games_count_once),
        STORE_TEST(what_cannot_be_played_is_refused),
        STORE_TEST(who_asks_twice_at_once_is_counted),
        STORE_TEST(ended_jobs_are_removed),
        STORE_TEST(many_ended_jobs_are_removed_soon),
        STORE_TEST(old_logs_are_dropped),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
