// Contests from the draft to the end, on both databases: entries, draw, rounds, walkovers, staff.

#include "unit/arena/arena_fixture.h"

#include "arena/contest_step.h"
#include "arena/contest_table.h"

#define HOUR_MS 3600000

typedef struct ContestCall {
    Arena *arena;
    int64_t id;
    int64_t bot;
    Person asker;
    ContestPlan plan;
    ContestState state;
    const char *text;
    Contest contest;
} ContestCall;

static bool add_contest(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    call->id = contest_add(tx, &call->plan, &call->asker);
    return contest_plan_check(&call->plan, error);
}

static bool find_contest(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_find(tx, call->id, &call->asker, &call->contest, error);
}

static bool move_contest(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_set_state(tx, call->arena->queue, &call->contest, call->state, error);
}

static bool plan_contest(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_set_plan(tx, &call->contest, &call->plan, error);
}

static bool enter(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_enter(tx, &call->contest, call->bot, &call->asker, error);
}

static bool take_back(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_withdraw(tx, &call->contest, call->bot, &call->asker, error);
}

static bool let_in(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    Slice names[] = {slice_from(call->text)};
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_set_people(tx, &call->contest, names, 1, error);
}

static bool disqualify(StoreTx *tx, void *context, Error *error) {
    ContestCall *call = context;
    return contest_lock(tx, call->id, &call->contest, error) &&
           contest_disqualify(
               tx, call->arena->queue, &call->contest, call->bot, slice_from(call->text), error);
}

static void done(const ContestCall *call, StoreBody *body) {
    ContestCall own = *call;
    stores_transact(call->arena->store, STORE_WRITE, body, &own);
}

static ErrorCode refused_with(const ContestCall *call, StoreBody *body) {
    ContestCall own = *call;
    return stores_refusal(call->arena->store, STORE_WRITE, body, &own);
}

static void step(Arena *arena) {
    Error error;
    must(contests_step(arena->queue, &error), &error);
}

// ---- A contest with bots ----

#define BOTS_MAX 5

typedef struct Cup {
    Arena *arena;
    Person teacher;
    Person people[BOTS_MAX];
    int64_t bots[BOTS_MAX];
    ContestCall call; // the teacher's
} Cup;

static Cup cup_new(void **state, size_t bot_count, ScheduleFormat format) {
    static const char *const NAMES[] = {"Ann", "Bob", "Cyd", "Dan", "Eve"};
    Cup cup = {.arena = arena_new(state)};
    cup.teacher = arena_person(cup.arena, "Tea", ROLE_TEACHER);
    for (size_t i = 0; i < bot_count; i++) {
        cup.people[i] = arena_person(cup.arena, NAMES[i], ROLE_STUDENT);
        ArenaCall found =
            arena_version(cup.arena, arena_ready(cup.arena, &cup.people[i], NAMES[i]));
        cup.bots[i] = found.bot.id;
        arena_version_release(&found);
    }
    int64_t now_ms = stores_number(cup.arena->store, "SELECT now_ms()");
    cup.call = (ContestCall){
        .arena = cup.arena,
        .asker = cup.teacher,
        .plan = {.name = "Cup",
            .board = arena_board(),
            .format = format,
            .pair_count = 1,
            .seed = 7,
            .deadline_ms = now_ms + HOUR_MS},
    };
    stores_transact(cup.arena->store, STORE_WRITE, add_contest, &cup.call);
    return cup;
}

static ContestCall as_owner(const Cup *cup, size_t i) {
    ContestCall call = cup->call;
    call.asker = cup->people[i];
    call.bot = cup->bots[i];
    return call;
}

static void cup_open(Cup *cup, size_t bot_count) {
    cup->call.state = CONTEST_OPEN;
    done(&cup->call, move_contest);
    for (size_t i = 0; i < bot_count; i++) {
        ContestCall own = as_owner(cup, i);
        done(&own, enter);
    }
}

static Contest cup_contest(const Cup *cup) {
    ContestCall call = cup->call;
    stores_transact(cup->arena->store, STORE_READ, find_contest, &call);
    return call.contest;
}

static void cup_is(const Cup *cup, ContestState state, const char *code) {
    Contest contest = cup_contest(cup);
    json_t *reason = json_loads(contest.reason, 0, NULL);
    const char *found = json_string_value(json_object_get(reason, "code"));
    assert_int_equal(contest.state, state);
    assert_string_equal(found ? found : "", code);
    json_decref(reason);
}

// Past the deadline, drawn and running.
static void cup_start(Cup *cup) {
    store_advance_clock(cup->arena->store, 2 * HOUR_MS);
    step(cup->arena);
    cup_is(cup, CONTEST_FROZEN, "");
    step(cup->arena);
    cup_is(cup, CONTEST_RUNNING, "");
    step(cup->arena);
}

static void cup_play(Cup *cup) {
    for (int i = 0; i < 20; i++) {
        while (arena_work(cup->arena, WORK_WELL)) {
        }
        step(cup->arena);
    }
}

typedef struct CsvCall {
    const ContestCall *call;
    Text *out;
} CsvCall;

static bool write_csv(StoreTx *tx, void *context, Error *error) {
    const CsvCall *csv = context;
    Contest contest;
    ContestMatch match;
    if (!contest_find(tx, csv->call->id, &csv->call->asker, &contest, error) ||
        !contest_match_load(&match, tx, &contest, CONTEST_RECORDS, error)) {
        return false;
    }
    text_clear(csv->out);
    contest_csv(&match, csv->out);
    contest_match_release(&match);
    return true;
}

static Text cup_csv(const Cup *cup) {
    Text out;
    text_init(&out);
    CsvCall csv = {&cup->call, &out};
    stores_transact(cup->arena->store, STORE_READ, write_csv, &csv);
    return out;
}

static int64_t count(const Cup *cup, const char *sql) {
    return stores_number(cup->arena->store, sql);
}

#define CONTEST_GAMES "SELECT COUNT(*) FROM games WHERE purpose = 'contest'"
#define WAITING "SELECT COUNT(*) FROM pairs WHERE purpose = 'contest' AND state = 'waiting'"

// ---- Tests ----

static void a_round_robin_runs_to_its_end(void **state) {
    Cup cup = cup_new(state, 3, SCHEDULE_ROUND_ROBIN);
    step(cup.arena);
    cup_is(&cup, CONTEST_DRAFT, "");
    cup_open(&cup, 3);
    step(cup.arena);
    cup_is(&cup, CONTEST_OPEN, "");
    cup_start(&cup);
    assert_int_equal(count(&cup, WAITING), 3);
    step(cup.arena); // done twice is done once
    assert_int_equal(count(&cup, WAITING), 3);
    cup_play(&cup);
    cup_is(&cup, CONTEST_ENDED, "");
    assert_int_equal(count(&cup, CONTEST_GAMES), 6);
    Text csv = cup_csv(&cup);
    Slice rest = text_slice(&csv);
    Slice line;
    int lines = 0;
    double points = 0;
    while (slice_next_line(&rest, &line)) {
        Slice fields[16];
        size_t fields_count = 0;
        for (Slice cell; fields_count < 16 && slice_next(&line, ",", &cell);) {
            fields[fields_count++] = cell;
        }
        double own;
        if (lines++ > 0) {
            assert_true(slice_to_double(fields[4], &own));
            points += own;
            assert_true(slice_is(fields[5], "4")); // games of each
        }
    }
    assert_int_equal(lines, 4);
    assert_true(points == 6);
    text_release(&csv);
    arena_free(cup.arena);
}

// Here every pair is level.
#define KNOCKOUT_GAMES (4 * 2 * (1 + MATCH_EXTRA_PAIRS_MAX))

// Rounds follow from rounds in all other formats, and each ends with the games that it plans.
static void every_format_ends(void **state) {
    static const struct {
        ScheduleFormat format;
        int64_t games;
    } CASES[] = {{SCHEDULE_SWISS, 16}, {SCHEDULE_KNOCKOUT, KNOCKOUT_GAMES}, {SCHEDULE_GROUPS, 20}};
    Cup cup = cup_new(state, 5, SCHEDULE_ROUND_ROBIN);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cup.call.plan.format = CASES[i].format;
        cup.call.plan.deadline_ms += i > 0 ? 2 * HOUR_MS : 0;
        stores_transact(cup.arena->store, STORE_WRITE, add_contest, &cup.call);
        int64_t before = count(&cup, CONTEST_GAMES);
        cup_open(&cup, 5);
        cup_start(&cup);
        cup_play(&cup);
        cup_is(&cup, CONTEST_ENDED, "");
        assert_int_equal(count(&cup, CONTEST_GAMES) - before, CASES[i].games);
    }
    arena_free(cup.arena);
}

static void only_who_may_enters_what_may(void **state) {
    Cup cup = cup_new(state, 2, SCHEDULE_ROUND_ROBIN);
    ContestCall ann = as_owner(&cup, 0);
    assert_int_equal(refused_with(&ann, find_contest), ERROR_NOT_FOUND); // a draft
    assert_int_equal(refused_with(&ann, enter), ERROR_CONTEST_STATE);
    cup.call.plan.is_by_list = true;
    done(&cup.call, plan_contest);
    cup_open(&cup, 0);
    assert_int_equal(refused_with(&ann, enter), ERROR_NOT_INVITED);
    ContestCall list = cup.call;
    list.text = "Zoe";
    assert_int_equal(refused_with(&list, let_in), ERROR_UNKNOWN_NAME);
    list.text = "ANN";
    done(&list, let_in);
    done(&ann, enter);
    done(&ann, enter); // twice is once
    ContestCall bob = as_owner(&cup, 1);
    assert_int_equal(refused_with(&bob, enter), ERROR_NOT_INVITED);
    bob.bot = cup.bots[0];
    assert_int_equal(refused_with(&bob, take_back), ERROR_FORBIDDEN);
    ArenaCall second = {.name = "other", .person = cup.people[0]};
    stores_transact(cup.arena->store, STORE_WRITE, arena_submit, &second);
    ContestCall other = ann;
    other.bot = second.bot.id;
    assert_int_equal(refused_with(&other, enter), ERROR_ALREADY_ENTERED);
    other.bot = 999;
    assert_int_equal(refused_with(&other, enter), ERROR_NOT_FOUND);
    done(&ann, take_back);
    assert_int_equal(refused_with(&ann, take_back), ERROR_NOT_FOUND);
    store_advance_clock(cup.arena->store, 2 * HOUR_MS); // nobody has stepped yet
    assert_int_equal(refused_with(&ann, enter), ERROR_CONTEST_STATE);
    step(cup.arena);
    cup_is(&cup, CONTEST_ENDED, "too-few-entries");
    cup.call.plan.pair_count = 2;
    assert_int_equal(refused_with(&cup.call, plan_contest), ERROR_CONTEST_STATE);
    arena_free(cup.arena);
}

// What is active at the deadline plays, whatever is handed in later; who has nothing is out.
static void entries_freeze_at_the_deadline(void **state) {
    Cup cup = cup_new(state, 3, SCHEDULE_ROUND_ROBIN);
    cup_open(&cup, 3);
    stores_sql(cup.arena->store, "UPDATE bots SET active_version_id = NULL WHERE name = 'Cyd'");
    cup_start(&cup);
    ArenaCall later = {.person = cup.people[0], .bot_id = cup.bots[0], .source = "int later;"};
    stores_transact(cup.arena->store, STORE_WRITE, arena_submit, &later);
    cup_play(&cup);
    cup_is(&cup, CONTEST_ENDED, "");
    version_is(cup.arena, later.id, "ready", "", true);
    assert_int_equal(count(&cup, CONTEST_GAMES), 2);
    assert_int_equal(
        count(&cup,
            "SELECT COUNT(*) FROM game_sides JOIN games ON games.id = game_id JOIN versions "
            "ON versions.id = version_id WHERE purpose = 'contest' AND versions.number > 1"),
        0);
    Text csv = cup_csv(&cup);
    assert_non_null(strstr(csv.data, "\r\n,Cyd,Cyd,0,0,0,0,0,0,0,0,0,0,0,0,the bot had no"));
    text_release(&csv);
    arena_free(cup.arena);
}

// A disqualified entry loses what it has not played; its games leave the queue.
static void the_disqualified_are_out(void **state) {
    Cup cup = cup_new(state, 3, SCHEDULE_ROUND_ROBIN);
    cup_open(&cup, 3);
    cup_start(&cup);
    assert_true(arena_work(cup.arena, WORK_WELL));
    ContestCall call = cup.call;
    call.bot = cup.bots[1];
    call.text = "=copied";
    done(&call, disqualify);
    assert_true(count(&cup, WAITING) <= 1);
    cup_play(&cup);
    cup_is(&cup, CONTEST_ENDED, "");
    Text csv = cup_csv(&cup);
    assert_non_null(strstr(csv.data, "\r\n3,Bob,Bob,1,"));
    assert_non_null(strstr(csv.data, ",disqualified: =copied\r\n"));
    text_release(&csv);
    call.bot = 999;
    assert_int_equal(refused_with(&call, disqualify), ERROR_NOT_FOUND);
    arena_free(cup.arena);
}

// Staff stop a contest and let it go on; what failed is ordered again when they say so.
static void staff_stop_and_try_again(void **state) {
    Cup cup = cup_new(state, 3, SCHEDULE_ROUND_ROBIN);
    cup_open(&cup, 3);
    cup_start(&cup);
    assert_true(arena_work(cup.arena, WORK_WELL));
    cup.call.state = CONTEST_FROZEN;
    done(&cup.call, move_contest);
    cup_is(&cup, CONTEST_FROZEN, "contest-stopped");
    assert_int_equal(count(&cup, WAITING), 0);
    step(cup.arena);
    cup_is(&cup, CONTEST_FROZEN, "contest-stopped");
    assert_false(arena_work(cup.arena, WORK_WELL));
    cup.call.state = CONTEST_RUNNING;
    done(&cup.call, move_contest);
    step(cup.arena);
    cup_is(&cup, CONTEST_RUNNING, "");
    assert_int_equal(count(&cup, WAITING), 2); // what is played stays
    store_advance_clock(cup.arena->store, 48 * HOUR_MS);
    sweep(cup.arena->queue); // too late: they fail
    step(cup.arena);
    cup_is(&cup, CONTEST_RUNNING, "games-failed");
    step(cup.arena);
    assert_int_equal(count(&cup, WAITING), 0);
    done(&cup.call, move_contest);
    step(cup.arena);
    cup_is(&cup, CONTEST_RUNNING, "");
    assert_int_equal(count(&cup, WAITING), 2);
    cup_play(&cup);
    cup_is(&cup, CONTEST_ENDED, "");
    assert_int_equal(count(&cup, CONTEST_GAMES), 6);
    assert_int_equal(refused_with(&cup.call, move_contest), ERROR_CONTEST_STATE);
    arena_free(cup.arena);
}

// One that has opened by itself and is taken back stays a draft until staff open it.
static void a_contest_that_was_taken_back_stays_back(void **state) {
    Cup cup = cup_new(state, 0, SCHEDULE_ROUND_ROBIN);
    cup.call.plan.opens_ms = cup.call.plan.deadline_ms - HOUR_MS / 2;
    done(&cup.call, plan_contest);
    step(cup.arena);
    cup_is(&cup, CONTEST_DRAFT, "");
    store_advance_clock(cup.arena->store, HOUR_MS * 3 / 4);
    step(cup.arena);
    cup_is(&cup, CONTEST_OPEN, "");
    cup.call.state = CONTEST_DRAFT;
    done(&cup.call, move_contest);
    step(cup.arena);
    cup_is(&cup, CONTEST_DRAFT, "");
    arena_free(cup.arena);
}

static bool draws_are_equal(const Cup *a, int64_t x, int64_t y) {
    char sql[300];
    snprintf(sql, sizeof sql,
        "SELECT COUNT(*) FROM contest_entries a JOIN contest_entries b ON a.bot_id = b.bot_id "
        "WHERE a.contest_id = %lld AND b.contest_id = %lld AND a.place <> b.place",
        (long long)x, (long long)y);
    return count(a, sql) == 0;
}

static bool openings_are_equal(const Cup *a, int64_t x, int64_t y) {
    char sql[400];
    snprintf(sql, sizeof sql,
        "SELECT COUNT(*) FROM pairs a JOIN pairs b ON a.first_version_id = b.first_version_id AND "
        "a.second_version_id = b.second_version_id WHERE a.contest_id = %lld AND b.contest_id = "
        "%lld AND a.opening <> b.opening",
        (long long)x, (long long)y);
    return count(a, sql) == 0;
}

// The same seed and entries make the same draw and the same openings; another seed does not.
static void a_contest_is_repeated_from_its_seed(void **state) {
    Cup cup = cup_new(state, 5, SCHEDULE_ROUND_ROBIN);
    int64_t ids[3] = {cup.call.id};
    for (int i = 1; i < 3; i++) {
        cup.call.plan.seed = i == 2 ? 8 : 7;
        stores_transact(cup.arena->store, STORE_WRITE, add_contest, &cup.call);
        ids[i] = cup.call.id;
    }
    for (int i = 0; i < 3; i++) {
        cup.call.id = ids[i];
        cup_open(&cup, 5);
    }
    store_advance_clock(cup.arena->store, 2 * HOUR_MS);
    for (int i = 0; i < 3; i++) {
        step(cup.arena);
    }
    assert_int_equal(count(&cup, WAITING), 30);
    assert_true(draws_are_equal(&cup, ids[0], ids[1]));
    assert_true(openings_are_equal(&cup, ids[0], ids[1]));
    assert_false(draws_are_equal(&cup, ids[0], ids[2]));
    arena_free(cup.arena);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(a_round_robin_runs_to_its_end),
        STORE_TEST(every_format_ends),
        STORE_TEST(only_who_may_enters_what_may),
        STORE_TEST(entries_freeze_at_the_deadline),
        STORE_TEST(the_disqualified_are_out),
        STORE_TEST(staff_stop_and_try_again),
        STORE_TEST(a_contest_that_was_taken_back_stays_back),
        STORE_TEST(a_contest_is_repeated_from_its_seed),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
