// Rooms in the store: two servers, restarts, followers, and games that come of it.

#include "arena/rooms.h"

#include "unit/jobs/jobs_fixture.h"

#include <string.h>

#include "arena/bots.h"

static const Person NOBODY = {0};

typedef struct Site {
    Rooms *rooms;
    int changes;
} Site;

static void count_change(void *context, const void *source) {
    (void)source;
    ((Site *)context)->changes++;
}

static void site_init(Site *site, Store *store) {
    *site = (Site){0};
    site->rooms =
        rooms_new(&(RoomsOptions){.store = store, .on_change = count_change, .context = site});
}

// Two seats of a room.
typedef struct Table {
    char id[ROOM_ID_SIZE];
    char seats[2][SECRET_SIZE]; // by Side
} Table;

static RoomVisitor visitor(const char *seat) {
    return (RoomVisitor){.client = "192.0.2.1", .person = &NOBODY, .seat = slice_from(seat)};
}

static bool open_against(Rooms *rooms, Table *table, int64_t bot_id, Error *error) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    RoomOptions options = {rules, &rules->variants[0], 60000, 1000};
    RoomVisitor who = visitor("");
    Room room;
    if (!rooms_open(
            rooms, &options, SIDE_FIRST, bot_id, &who, table->seats[SIDE_FIRST], &room, error)) {
        return false;
    }
    memcpy(table->id, room.id, sizeof table->id);
    assert_int_equal(room.seats[SIDE_SECOND].bot_id, bot_id);
    assert_string_equal(room.seats[SIDE_SECOND].name, bot_id != 0 ? "dice" : "");
    room_release(&room);
    return true;
}

static bool open_room(Rooms *rooms, Table *table, Error *error) {
    return open_against(rooms, table, 0, error);
}

static Table new_table(Rooms *rooms, Rooms *other) {
    Table table;
    Error error;
    Side side;
    Room room;
    RoomVisitor who = visitor("");
    must(open_room(rooms, &table, &error), &error);
    must(rooms_join(
             other, slice_from(table.id), &who, table.seats[SIDE_SECOND], &side, &room, &error),
        &error);
    assert_int_equal(side, SIDE_SECOND);
    assert_int_equal(room.state, ROOM_PLAYING);
    room_release(&room);
    return table;
}

static bool play(Rooms *rooms, const Table *table, int ply, const char *move, Error *error) {
    Room room;
    RoomVisitor who = visitor(table->seats[ply % 2]);
    bool is_done =
        rooms_play(rooms, slice_from(table->id), &who, ply, slice_from(move), &room, error);
    if (is_done) {
        room_release(&room);
    }
    return is_done;
}

static bool act(Rooms *rooms, const Table *table, Side side, const char *action, Error *error) {
    Room room;
    RoomVisitor who = visitor(table->seats[side]);
    bool is_done = rooms_act(rooms, slice_from(table->id), &who, slice_from(action), &room, error);
    if (is_done) {
        room_release(&room);
    }
    return is_done;
}

static Room look(Rooms *rooms, const char *id) {
    Room room;
    Error error;
    must(rooms_read(rooms, slice_from(id), &room, &error), &error);
    return room;
}

static void ends(Rooms *rooms, const Table *table, Result result, const char *reason) {
    Room room = look(rooms, table->id);
    assert_int_equal(room.state, ROOM_ENDED);
    assert_int_equal(room.result, result);
    assert_string_equal(room.reason, reason);
    assert_int_equal(room.game_id != 0, result != RESULT_NONE);
    room_release(&room);
}

static void tend(Rooms *rooms) {
    Error error;
    int64_t next_ms;
    must(rooms_tend(rooms, &next_ms, &error), &error);
    assert_true(next_ms > 0 && next_ms <= 1000);
}

// One server each; the second is as good as a restarted first.
static void test_two_servers_share_a_room(void **state) {
    Site here;
    Site there;
    Error error;
    site_init(&here, store_of(state));
    site_init(&there, store_of(state));
    Table table = new_table(here.rooms, there.rooms);
    char extra[SECRET_SIZE];
    Side side;
    Room room;
    RoomVisitor who = visitor("");
    refused(rooms_join(here.rooms, slice_from(table.id), &who, extra, &side, &room, &error), &error,
        ERROR_ROOM_FULL);
    must(play(here.rooms, &table, 0, "e2", &error), &error);
    must(play(there.rooms, &table, 1, "e8", &error), &error);
    must(play(there.rooms, &table, 1, "e8", &error), &error); // sent twice
    refused(play(there.rooms, &table, 2, "e9", &error), &error, ERROR_NOT_A_STEP);
    Table thief = table;
    memset(thief.seats, '0', SECRET_SIZE - 1);
    refused(play(here.rooms, &thief, 2, "e3", &error), &error, ERROR_FORBIDDEN);
    room = look(here.rooms, table.id);
    assert_int_equal(room.game.count, 2);
    assert_int_equal(room.version, 5);
    room_release(&room);
    must(act(here.rooms, &table, SIDE_FIRST, "resign", &error), &error);
    ends(there.rooms, &table, RESULT_SECOND_WINS, "resignation");
    assert_int_equal(stores_number(store_of(state),
                         "SELECT COUNT(*) FROM games WHERE purpose = 'room' AND plies = 2"
                         " AND result = '0-1' AND verdict = 'resignation'"),
        1);
    rooms_free(here.rooms);
    rooms_free(there.rooms);
}

static void test_a_flag_falls_once(void **state) {
    Site site;
    Error error;
    site_init(&site, store_of(state));
    tend(site.rooms);
    Table table = new_table(site.rooms, site.rooms);
    tend(site.rooms);
    must(play(site.rooms, &table, 0, "e2", &error), &error);
    must(play(site.rooms, &table, 1, "e8", &error), &error);
    for (int i = 0; i < 7; i++) { // a server is there all the time
        Room room = look(site.rooms, table.id);
        assert_int_equal(room.state, ROOM_PLAYING);
        room_release(&room);
        store_advance_clock(store_of(state), 9000);
        tend(site.rooms);
    }
    ends(site.rooms, &table, RESULT_SECOND_WINS, "timeout");
    tend(site.rooms);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM games"), 1);
    rooms_free(site.rooms);
}

// A move that comes too late is refused, whoever looks first.
static void test_a_late_move(void **state) {
    Site site;
    Error error;
    site_init(&site, store_of(state));
    Table table = new_table(site.rooms, site.rooms);
    must(play(site.rooms, &table, 0, "e2", &error), &error);
    must(play(site.rooms, &table, 1, "e8", &error), &error);
    store_advance_clock(store_of(state), 61000);
    refused(play(site.rooms, &table, 2, "e3", &error), &error, ERROR_ROOM_CLOSED);
    ends(site.rooms, &table, RESULT_SECOND_WINS, "timeout");
    rooms_free(site.rooms);
}

// Nobody loses on time because there was no server.
static void test_clocks_stand_still_without_a_server(void **state) {
    Site site;
    Error error;
    site_init(&site, store_of(state));
    Table table = new_table(site.rooms, site.rooms);
    must(play(site.rooms, &table, 0, "e2", &error), &error);
    must(play(site.rooms, &table, 1, "e8", &error), &error);
    tend(site.rooms);
    store_advance_clock(store_of(state), 3600000);
    tend(site.rooms);
    must(play(site.rooms, &table, 2, "e3", &error), &error);
    Room room = look(site.rooms, table.id);
    assert_true(room.seats[SIDE_FIRST].left_ms > 50000);
    room_release(&room);
    rooms_free(site.rooms);
}

static void test_nobody_comes(void **state) {
    Site site;
    Error error;
    Table table;
    site_init(&site, store_of(state));
    must(open_room(site.rooms, &table, &error), &error);
    stores_sql(store_of(state), "UPDATE rooms SET deadline_ms = 1");
    tend(site.rooms);
    ends(site.rooms, &table, RESULT_NONE, "nobody-came");
    Side side;
    Room room;
    RoomVisitor who = visitor("");
    refused(
        rooms_join(site.rooms, slice_from(table.id), &who, table.seats[1], &side, &room, &error),
        &error, ERROR_ROOM_CLOSED);
    stores_sql(store_of(state), "UPDATE rooms SET touched_ms = 1");
    stores_sql(store_of(state), "UPDATE room_watch SET seen_ms = seen_ms - 6000");
    must(open_room(site.rooms, &table, &error), &error);
    tend(site.rooms);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM rooms"), 1);
    rooms_free(site.rooms);
}

static void test_bounds_of_an_address(void **state) {
    Site site;
    Error error;
    Table table;
    site_init(&site, store_of(state));
    int count = 0;
    while (open_room(site.rooms, &table, &error)) {
        count++;
    }
    assert_int_equal(error.reason.code, ERROR_TOO_MANY_TRIES);
    assert_in_range(count, 40, 42);
    while (count < ROOMS_EACH_MAX) {
        store_advance_clock(store_of(state), 11000);
        must(open_room(site.rooms, &table, &error), &error);
        count++;
    }
    store_advance_clock(store_of(state), 11000);
    Table other;
    refused(open_room(site.rooms, &other, &error), &error, ERROR_TOO_MANY_ROOMS);
    must(act(site.rooms, &table, SIDE_FIRST, "resign", &error), &error);
    store_advance_clock(store_of(state), 11000);
    must(open_room(site.rooms, &table, &error), &error);
    rooms_free(site.rooms);
}

static void test_a_rematch(void **state) {
    Site site;
    Error error;
    site_init(&site, store_of(state));
    Table table = new_table(site.rooms, site.rooms);
    must(play(site.rooms, &table, 0, "e2", &error), &error);
    must(play(site.rooms, &table, 1, "e8", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "offerDraw", &error), &error);
    must(act(site.rooms, &table, SIDE_SECOND, "acceptDraw", &error), &error);
    ends(site.rooms, &table, RESULT_DRAW, "agreement");
    must(act(site.rooms, &table, SIDE_SECOND, "rematch", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error); // changes nothing
    Room room = look(site.rooms, table.id);
    Table next;
    memcpy(next.id, room.next_id, sizeof next.id);
    memcpy(next.seats[0], table.seats[1], SECRET_SIZE);
    memcpy(next.seats[1], table.seats[0], SECRET_SIZE);
    room_release(&room);
    must(play(site.rooms, &next, 0, "e2", &error), &error);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM rooms"), 2);
    rooms_free(site.rooms);
}

// The version that a follower reads next; 0 if there is none.
static int read_next(RoomFollow *follow, uint64_t *seen, bool *is_over) {
    Text text;
    text_init(&text);
    uint64_t version = room_follow_read(follow, *seen, &text, is_over);
    if (version > 0) {
        *seen = version;
        assert_non_null(strstr(text.data, "\"nowMs\":"));
        assert_null(strstr(text.data, "seat"));
    }
    text_release(&text);
    return (int)version;
}

static void test_followers(void **state) {
    Site here;
    Site there;
    Error error;
    bool is_over;
    uint64_t near = 0;
    uint64_t far = 0;
    site_init(&here, store_of(state));
    site_init(&there, store_of(state));
    Table table = new_table(here.rooms, here.rooms);
    RoomFollow *follows[2] = {rooms_follow(here.rooms, slice_from(table.id), &error),
        rooms_follow(there.rooms, slice_from(table.id), &error)};
    assert_int_equal(read_next(follows[0], &near, &is_over), 3);
    assert_int_equal(read_next(follows[1], &far, &is_over), 3);
    assert_int_equal(read_next(follows[0], &near, &is_over), 0);
    must(play(here.rooms, &table, 0, "e2", &error), &error);
    assert_int_equal(here.changes, 1);
    assert_int_equal(read_next(follows[0], &near, &is_over), 4);
    assert_int_equal(read_next(follows[1], &far, &is_over), 0);
    must(rooms_poll(there.rooms, &error), &error);
    assert_int_equal(there.changes, 1);
    assert_int_equal(read_next(follows[1], &far, &is_over), 4);
    must(act(here.rooms, &table, SIDE_FIRST, "resign", &error), &error);
    assert_int_equal(read_next(follows[0], &near, &is_over), 5);
    assert_false(is_over); // there may be a rematch
    must(act(here.rooms, &table, SIDE_FIRST, "rematch", &error), &error);
    must(act(here.rooms, &table, SIDE_SECOND, "rematch", &error), &error);
    assert_int_equal(read_next(follows[0], &near, &is_over), 7);
    assert_true(is_over);
    room_follow_release(follows[0]);
    room_follow_release(follows[1]);
    assert_null(rooms_follow(here.rooms, slice_from("0"), &error));
    assert_int_equal(error.reason.code, ERROR_NOT_FOUND);
    rooms_free(here.rooms);
    rooms_free(there.rooms);
}

// ---- Bots ----

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
    site_init(&hall->site, store_of(state));
    hall->queue = queue_new(
        &(QueueOptions){.store = store_of(state), .kinds = kinds, .lease_ms = LEASE_MS, .seed = 1});
    new_host(store_of(state), "lab", &hall->host);
    stores_transact(store_of(state), STORE_WRITE, add_bot, &hall->bot_id);
    must(open_against(hall->site.rooms, &hall->table, hall->bot_id, &error), &error);
}

static void hall_release(Hall *hall) {
    queue_free(hall->queue);
    rooms_free(hall->site.rooms);
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

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_two_servers_share_a_room),
        STORE_TEST(test_a_flag_falls_once),
        STORE_TEST(test_a_late_move),
        STORE_TEST(test_clocks_stand_still_without_a_server),
        STORE_TEST(test_nobody_comes),
        STORE_TEST(test_bounds_of_an_address),
        STORE_TEST(test_a_rematch),
        STORE_TEST(test_followers),
        STORE_TEST(test_a_bot_plays),
        STORE_TEST(test_a_job_that_fails),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
