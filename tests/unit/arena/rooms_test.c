// Rooms in the store: two servers, restarts, followers, and games that come of it.

#include "unit/arena/rooms_fixture.h"

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
    Table table = new_game(site.rooms);
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
    Table table = new_game(site.rooms);
    tend(site.rooms);
    store_advance_clock(store_of(state), 3600000);
    tend(site.rooms);
    must(play(site.rooms, &table, 2, "e3", &error), &error);
    Room room = look(site.rooms, table.id);
    assert_true(room.seats[SIDE_FIRST].left_ms > 50000);
    room_release(&room);
    rooms_free(site.rooms);
}

// A row that cannot be read is reported, and does not stop what is due in other rooms.
static void test_a_damaged_room_stops_no_other(void **state) {
    Site site;
    Error error;
    Table damaged;
    Table table;
    int64_t next_ms;
    site_init(&site, store_of(state));
    must(open_room(site.rooms, &damaged, &error), &error);
    stores_sql(store_of(state), "UPDATE rooms SET deadline_ms = 1, variant = 'unknown'");
    must(open_room(site.rooms, &table, &error), &error);
    stores_sql(store_of(state), "UPDATE rooms SET deadline_ms = 2 WHERE variant <> 'unknown'");
    refused(rooms_tend(site.rooms, &next_ms, &error), &error, ERROR_STORE_FAILED);
    assert_int_equal(next_ms, 1000);
    ends(site.rooms, &table, RESULT_NONE, "nobody-came");
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
    for (int i = 0; i < ROOMS_OF_ADDRESS_MAX; i++) { // a class sits down at once
        must(open_room(site.rooms, &table, &error), &error);
    }
    store_advance_clock(store_of(state), 11000);
    Table other;
    refused(open_room(site.rooms, &other, &error), &error, ERROR_TOO_MANY_ROOMS);
    must(act(site.rooms, &table, SIDE_FIRST, "resign", &error), &error);
    store_advance_clock(store_of(state), 11000);
    must(open_room(site.rooms, &table, &error), &error);
    rooms_free(site.rooms);
}

#define CLASS_SIZE 60

static void add_class(Store *store, Person people[CLASS_SIZE]) {
    for (int i = 0; i < CLASS_SIZE; i++) {
        char sql[200];
        people[i] = (Person){.id = 100 + i};
        snprintf(sql, sizeof sql,
            "INSERT INTO people (id, name, name_key, password_hash, role, state, created_ms)"
            " VALUES (%d, 'p%d', 'p%d', 'hash', 'student', 'active', 1)",
            100 + i, i, i);
        stores_sql(store, sql);
    }
}

// Who is signed in is in nobody's way behind one address.
static void test_a_class_plays_on(void **state) {
    Site site;
    Error error;
    Person people[CLASS_SIZE];
    site_init(&site, store_of(state));
    add_class(store_of(state), people);
    for (int round = 0; round < 2; round++) {
        Table tables[CLASS_SIZE];
        for (int i = 0; i < CLASS_SIZE; i++) {
            must(open_as(site.rooms, &people[i], &tables[i], 0, &error), &error);
        }
        for (int i = 0; round == 0 && i < CLASS_SIZE; i++) {
            must(act_as(site.rooms, &people[i], &tables[i], SIDE_FIRST, "resign", &error), &error);
        }
    }
    Table table;
    must(open_room(site.rooms, &table, &error), &error); // nor in the way of those who are not
    rooms_free(site.rooms);
}

static void test_bounds_of_a_person(void **state) {
    Site site;
    Error error;
    Table table;
    Person people[CLASS_SIZE];
    site_init(&site, store_of(state));
    add_class(store_of(state), people);
    for (int i = 0; i < ROOMS_OF_PERSON_MAX; i++) {
        must(open_as(site.rooms, &people[0], &table, 0, &error), &error);
    }
    Table other;
    refused(open_as(site.rooms, &people[0], &other, 0, &error), &error, ERROR_TOO_MANY_ROOMS);
    int count = ROOMS_OF_PERSON_MAX;
    do {
        must(act_as(site.rooms, &people[0], &table, SIDE_FIRST, "resign", &error), &error);
        count++;
    } while (count < 50 && open_as(site.rooms, &people[0], &table, 0, &error));
    assert_in_range(count, 40, 42);
    assert_int_equal(error.reason.code, ERROR_TOO_MANY_TRIES);
    must(open_as(site.rooms, &people[1], &table, 0, &error), &error);
    rooms_free(site.rooms);
}

static void test_a_rematch(void **state) {
    Site site;
    Error error;
    site_init(&site, store_of(state));
    Table table = new_game(site.rooms);
    must(act(site.rooms, &table, SIDE_FIRST, "offerDraw", &error), &error);
    must(act(site.rooms, &table, SIDE_SECOND, "acceptDraw", &error), &error);
    ends(site.rooms, &table, RESULT_DRAW, "agreement");
    must(act(site.rooms, &table, SIDE_SECOND, "rematch", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error); // changes nothing
    Room room = look(site.rooms, table.id);
    Table next = next_table(&table, room.next_id);
    room_release(&room);
    must(play(site.rooms, &next, 0, "e2", &error), &error);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM rooms"), 2);
    rooms_free(site.rooms);
}

// Calls the game off and wants another one.
static bool play_again(Site *site, const Person *person, Table *table, Error *error) {
    must(act(site->rooms, table, SIDE_FIRST, "resign", error), error);
    must(act(site->rooms, table, SIDE_SECOND, "rematch", error), error);
    if (!act_as(site->rooms, person, table, SIDE_FIRST, "rematch", error)) {
        return false;
    }
    Room room = look(site->rooms, table->id);
    *table = next_table(table, room.next_id);
    room_release(&room);
    return true;
}

// The room of a rematch counts as any other, for whoever asks for it last.
static void test_bounds_of_rematches(void **state) {
    Site site;
    Error error;
    Person people[CLASS_SIZE];
    site_init(&site, store_of(state));
    add_class(store_of(state), people);
    Table table = new_table(site.rooms, site.rooms);
    int count = 0;
    while (count < 50 && play_again(&site, &people[0], &table, &error)) {
        count++;
    }
    assert_in_range(count, 40, 42);
    assert_int_equal(error.reason.code, ERROR_TOO_MANY_TRIES);
    assert_int_equal(stores_number(store_of(state), "SELECT COUNT(*) FROM rooms"), count + 1);
    // What the other wants is not forgotten.
    must(act_as(site.rooms, &people[1], &table, SIDE_FIRST, "rematch", &error), &error);
    rooms_free(site.rooms);
}

static void test_a_rematch_among_too_many_rooms(void **state) {
    Site site;
    Error error;
    Table other;
    site_init(&site, store_of(state));
    Table table = new_table(site.rooms, site.rooms);
    must(act(site.rooms, &table, SIDE_FIRST, "resign", &error), &error);
    must(act(site.rooms, &table, SIDE_SECOND, "rematch", &error), &error);
    for (int i = 0; i < ROOMS_OF_ADDRESS_MAX; i++) {
        stores_sql(store_of(state), "DELETE FROM rate_limits");
        must(open_room(site.rooms, &other, &error), &error);
    }
    stores_sql(store_of(state), "DELETE FROM rate_limits");
    refused(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error, ERROR_TOO_MANY_ROOMS);
    must(act(site.rooms, &other, SIDE_FIRST, "resign", &error), &error);
    must(act(site.rooms, &table, SIDE_FIRST, "rematch", &error), &error);
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

int main(void) {
    static const StoreTest TESTS[] = {
        STORE_TEST(test_two_servers_share_a_room),
        STORE_TEST(test_a_flag_falls_once),
        STORE_TEST(test_a_late_move),
        STORE_TEST(test_clocks_stand_still_without_a_server),
        STORE_TEST(test_nobody_comes),
        STORE_TEST(test_a_damaged_room_stops_no_other),
        STORE_TEST(test_bounds_of_an_address),
        STORE_TEST(test_a_class_plays_on),
        STORE_TEST(test_bounds_of_a_person),
        STORE_TEST(test_a_rematch),
        STORE_TEST(test_bounds_of_rematches),
        STORE_TEST(test_a_rematch_among_too_many_rooms),
        STORE_TEST(test_followers),
    };
    return stores_run(TESTS, sizeof TESTS / sizeof *TESTS);
}
