// Rooms in which a bot plays: its job, what its worker reports, and what comes of a failure.

#include "unit/arena/rooms_fixture.h"

#include "arena/bots.h"
#include "arena/live.h"
#include "arena/people.h"
#include "arena/retention.h"
#include "base/json.h"

#define LOG "{\"log\":{\"stderr\":\"oh\",\"conversation\":[]}}"

// A bot of the house; its number.
static bool add_bot(StoreTx *tx, void *context, Error *error) {
    (void)error;
    const Rules *rules = rules_find(slice_from("quoridor"));
    Board board = {rules, &rules->variants[0]};
    bot_house_version(tx, &board, "dice", "engine=random");
    *(int64_t *)context = bot_named(tx, 0, &board, slice_from("dice"));
    return true;
}

typedef struct Hall {
    Site site;
    Queue *queue;
    TestHost host;
    int64_t bot_id;
    Table table;
} Hall;

static void hall_init(Hall *hall, void **state) {
    static const JobKind NONE = {0};
    static JobKind kinds[2];
    Error error;
    kinds[0] = ROOM_JOB;
    kinds[1] = NONE;
    hall->queue = queue_new(
        &(QueueOptions){.store = store_of(state), .kinds = kinds, .lease_ms = LEASE_MS, .seed = 1});
    site_init_with(&hall->site, store_of(state), hall->queue);
    new_host(store_of(state), "lab", &hall->host);
    stores_transact(store_of(state), STORE_WRITE, add_bot, &hall->bot_id);
    must(open_against(hall->site.rooms, &hall->table, hall->bot_id, &error), &error);
}

static void hall_release(Hall *hall) {
    rooms_free(hall->site.rooms);
    queue_free(hall->queue);
}

static ClaimedJob claim_room(Hall *hall) {
    ClaimedJobs claimed;
    Error error;
    const Slice kind = slice_from("room");
    must(queue_claim(hall->queue, &hall->host.proof, 1, &kind, 1, &claimed, &error), &error);
    assert_int_equal(claimed.count, 1);
    ClaimedJob job = claimed.items[0];
    assert_string_equal(job.name, hall->table.id);
    claimed_jobs_release(&claimed);
    return job;
}

static bool report(Hall *hall, const ClaimedJob *job, const char *event, int64_t ply,
    const char *words, Error *error) {
    Room room;
    RoomReport what = {.event = slice_from(event), .ply = ply, .words = slice_from(words)};
    error_set(&what.foul, ERROR_PROGRAM_EXITED, "exited with code %d", 3);
    bool is_done =
        rooms_report(hall->site.rooms, job->id, slice_from(job->attempt), &what, &room, error);
    if (is_done) {
        room_release(&room);
    }
    return is_done;
}

static void test_a_bot_plays(void **state) {
    Hall hall;
    Error error;
    hall_init(&hall, state);
    Rooms *rooms = hall.site.rooms;
    ClaimedJob job = claim_room(&hall);
    refused(play(rooms, &hall.table, 0, "e2", &error), &error, ERROR_ROOM_CLOSED);
    must(report(&hall, &job, "ready", 0, "", &error), &error);
    must(play(rooms, &hall.table, 0, "e2", &error), &error);
    refused(report(&hall, &job, "move", 1, "e1", &error), &error, ERROR_NOT_A_STEP);
    refused(report(&hall, &job, "dance", 1, "", &error), &error, ERROR_BAD_REQUEST);
    refused(report(&hall, &job, "foul", 1, "no-move", &error), &error, ERROR_BAD_REQUEST);
    must(report(&hall, &job, "move", 1, "e8", &error), &error);
    must(report(&hall, &job, "move", 1, "e8", &error), &error); // sent twice
    // Who has lost the lease changes nothing; the next one goes on.
    must(queue_return(hall.queue, job.id, slice_from(job.attempt), false, slice_from(""), &error),
        &error);
    must(play(rooms, &hall.table, 2, "e3", &error), &error);
    refused(report(&hall, &job, "move", 3, "e7", &error), &error, ERROR_ATTEMPT_STALE);
    job = claim_room(&hall);
    must(report(&hall, &job, "ready", 0, "", &error), &error);
    must(report(&hall, &job, "foul", 3, "crash", &error), &error);
    ends(rooms, &hall.table, RESULT_FIRST_WINS, "crash");
    must(finish(hall.queue, &job, LOG, &error), &error);
    assert_int_equal(
        stores_number(store_of(state),
            "SELECT COUNT(*) FROM game_sides WHERE side = 1 AND log_sha256 IS NOT NULL"),
        1);
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM games JOIN game_sides ON game_id = games.id"
                         " WHERE verdict = 'crash' AND version_id IS NOT NULL AND side = 1"
                         " AND detail = 'exited with code 3' AND reason LIKE '%program-exited%'"),
        1);
    // The next game needs another job, in which the bot begins.
    must(act(rooms, &hall.table, SIDE_FIRST, "rematch", &error), &error);
    Room room = look(rooms, hall.table.id);
    memcpy(hall.table.id, room.next_id, sizeof room.next_id);
    room_release(&room);
    job = claim_room(&hall);
    must(report(&hall, &job, "ready", 0, "", &error), &error);
    must(report(&hall, &job, "lost", 0, "", &error), &error);
    ends(rooms, &hall.table, RESULT_NONE, "worker-lost");
    hall_release(&hall);
}

// A bot's owner sees its log: the side is his, as in every other game.
static void test_a_bot_has_an_owner(void **state) {
    Hall hall;
    Error error;
    hall_init(&hall, state);
    stores_sql(store_of(state),
        "INSERT INTO people (id, name, name_key, password_hash, role, state,"
        " created_ms) VALUES (30, 'ann', 'ann', 'x', 'student', 'active', 1)");
    stores_sql(store_of(state), "UPDATE bots SET owner_id = 30");
    ClaimedJob job = claim_room(&hall);
    must(report(&hall, &job, "foul", 1, "crash", &error), &error);
    must(finish(hall.queue, &job, LOG, &error), &error);
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM game_sides WHERE side = 1 AND person_id = 30"
                         " AND bot_id IS NOT NULL AND log_sha256 IS NOT NULL"),
        1);
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM game_sides WHERE side = 0 AND person_id IS NULL"),
        1);
    // It fouled before it was ready: the game has the time at which the room was opened.
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM games JOIN rooms"
                                                    " ON rooms.game_id = games.id WHERE"
                                                    " games.started_ms = rooms.created_ms"),
        1);
    hall_release(&hall);
}

static bool leave(StoreTx *tx, void *context, Error *error) {
    return person_delete(tx, *(const int64_t *)context, error);
}

// The owner leaves before the worker has told what the bot wrote.
static void test_no_log_of_who_has_left(void **state) {
    Hall hall;
    Error error;
    int64_t owner = 30;
    hall_init(&hall, state);
    stores_sql(store_of(state),
        "INSERT INTO people (id, name, name_key, password_hash, role, state,"
        " created_ms) VALUES (30, 'ann', 'ann', 'x', 'student', 'active', 1)");
    stores_sql(store_of(state), "UPDATE bots SET owner_id = 30");
    ClaimedJob job = claim_room(&hall);
    must(report(&hall, &job, "foul", 1, "crash", &error), &error);
    stores_transact(store_of(state), STORE_WRITE, leave, &owner);
    must(finish(hall.queue, &job, LOG, &error), &error);
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM game_sides JOIN game_records"
                         " ON game_records.game_id = game_sides.game_id"
                         " WHERE side = 1 AND person_id = 30 AND log_sha256 IS NULL"
                         " AND name = 'deleted' AND record LIKE '%[Second \"deleted\"]%'"),
        1);
    // One that leaves before the game has ended.
    must(act(hall.site.rooms, &hall.table, SIDE_FIRST, "rematch", &error), &error);
    Room room = look(hall.site.rooms, hall.table.id);
    memcpy(hall.table.id, room.next_id, sizeof room.next_id);
    room_release(&room);
    job = claim_room(&hall);
    must(report(&hall, &job, "foul", 1, "crash", &error), &error);
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM game_sides JOIN game_records"
                         " ON game_records.game_id = game_sides.game_id"
                         " WHERE side = 0 AND person_id = 30 AND log_sha256 IS NULL"
                         " AND name = 'deleted' AND record LIKE '%[First \"deleted\"]%'"),
        1);
    hall_release(&hall);
}

// What the board of games under way says; the text is the caller's.
static void look_at_board(Live *live, Text *out) {
    Error error;
    must(live_poll(live, &error), &error);
    text_clear(out);
    live_write(live, &(JsonWriter){.out = out});
}

// A game against a bot is on the board of games under way, without the id of its room; of two
// people by a link nobody is told.
static void test_games_of_bots_are_watched(void **state) {
    Hall hall;
    Error error;
    hall_init(&hall, state);
    Rooms *rooms = hall.site.rooms;
    Live *live = live_new(&(LiveOptions){.store = store_of(state)});
    Text board;
    text_init(&board);
    Table private = new_table(rooms, rooms);
    must(play(rooms, &private, 0, "e2", &error), &error);
    ClaimedJob job = claim_room(&hall);
    look_at_board(live, &board);
    assert_string_equal(board.data, "{\"games\":[]}"); // its bot is not there yet
    must(report(&hall, &job, "ready", 0, "", &error), &error);
    must(play(rooms, &hall.table, 0, "e2", &error), &error);
    look_at_board(live, &board);
    assert_non_null(
        strstr(board.data, "\"purpose\":\"room\",\"contest\":null,\"players\":[{\"name\":"
                           "null,\"turnMs\":0},{\"name\":\"dice\",\"turnMs\":0}]"));
    assert_non_null(strstr(board.data, "\"moves\":[\"e2\"]"));
    assert_null(strstr(board.data, hall.table.id));
    must(report(&hall, &job, "move", 1, "e8", &error), &error);
    look_at_board(live, &board);
    assert_non_null(strstr(board.data, "\"moves\":[\"e2\",\"e8\"]"));
    char id[32];
    snprintf(id, sizeof id, "%lld-1", (long long)job.id);
    LiveGame *game = live_follow(live, slice_from(id), &error);
    assert_non_null(game);
    must(act(rooms, &hall.table, SIDE_FIRST, "resign", &error), &error);
    look_at_board(live, &board);
    assert_string_equal(board.data, "{\"games\":[]}");
    bool is_over;
    assert_true(live_game_read(game, 0, &board, &is_over) > 0);
    assert_non_null(
        strstr(board.data, "\"result\":\"0-1\",\"verdict\":\"resignation\",\"record\":"));
    assert_true(is_over);
    live_game_release(game);
    text_release(&board);
    live_free(live);
    hall_release(&hall);
}

// The job ends without the game: it is over, too.
static void test_a_job_that_fails(void **state) {
    Hall hall;
    Error error;
    hall_init(&hall, state);
    ClaimedJob job = claim_room(&hall);
    refused(finish(hall.queue, &job, "{}", &error), &error, ERROR_RESULT_REFUSED);
    store_advance_clock(store_of(state), 3600000);
    for (int i = 0; i < 5; i++) {
        job = claim_room(&hall);
        must(give_back(hall.queue, &job, true, &error), &error);
        store_advance_clock(store_of(state), 3600000);
    }
    ends(hall.site.rooms, &hall.table, RESULT_NONE, "worker-lost");
    refused(open_against(hall.site.rooms, &hall.table, hall.bot_id + 1, &error), &error,
        ERROR_NOT_FOUND);
    hall_release(&hall);
}

// A game that is over leaves no job in the queue, and in the end nothing of it.
static void test_jobs_go_with_their_games(void **state) {
    Hall hall;
    Error error;
    hall_init(&hall, state);
    Rooms *rooms = hall.site.rooms;
    ClaimedJob job = claim_room(&hall);
    must(report(&hall, &job, "ready", 0, "", &error), &error);
    must(act(rooms, &hall.table, SIDE_FIRST, "resign", &error), &error);
    tend(rooms);
    must(finish(hall.queue, &job, LOG, &error), &error); // its worker is not disturbed
    must(open_against(rooms, &hall.table, hall.bot_id, &error), &error);
    must(act(rooms, &hall.table, SIDE_FIRST, "resign", &error), &error);
    assert_int_equal(
        stores_number(store_of(state), "SELECT COUNT(*) FROM jobs WHERE state = 'waiting'"), 1);
    tend(rooms);
    assert_int_equal(
        stores_number(store_of(state), "SELECT COUNT(*) FROM jobs WHERE state = 'cancelled'"), 1);
    ends(rooms, &hall.table, RESULT_NONE, "called-off");
    store_advance_clock(store_of(state), RETENTION_MS + 1000);
    Retention retention = {.store = store_of(state)};
    must(retention_step(&retention, &error), &error);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM jobs"), 0);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM job_groups"), 0);
    hall_release(&hall);
}

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_a_bot_plays),
        STORE_TEST(test_a_bot_has_an_owner),
        STORE_TEST(test_no_log_of_who_has_left),
        STORE_TEST(test_games_of_bots_are_watched),
        STORE_TEST(test_a_job_that_fails),
        STORE_TEST(test_jobs_go_with_their_games),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
