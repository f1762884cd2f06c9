#pragma once
// Servers that share rooms, and two who play in one, in few words.

#include "unit/jobs/jobs_fixture.h"

#include <string.h>

#include "arena/rooms.h"

static const Person NOBODY = {0};

typedef struct Site {
    Rooms *rooms;
    int changes;
} Site;

static inline void count_change(void *context, const void *source) {
    (void)source;
    ((Site *)context)->changes++;
}

static inline void site_init_with(Site *site, Store *store, const Queue *queue) {
    *site = (Site){0};
    site->rooms = rooms_new(&(RoomsOptions){
        .store = store, .queue = queue, .on_change = count_change, .context = site});
}

static inline void site_init(Site *site, Store *store) {
    site_init_with(site, store, NULL);
}

// Two seats of a room.
typedef struct Table {
    char id[ROOM_ID_SIZE];
    char seats[2][SECRET_SIZE]; // by Side
} Table;

// All are behind one address.
static inline RoomVisitor visitor_as(const Person *person, const char *seat) {
    return (RoomVisitor){.client = "192.0.2.1", .person = person, .seat = slice_from(seat)};
}

static inline RoomVisitor visitor(const char *seat) {
    return visitor_as(&NOBODY, seat);
}

static inline bool open_as(
    Rooms *rooms, const Person *person, Table *table, int64_t bot_id, Error *error) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    RoomOptions options = {rules, &rules->variants[0], 60000, 1000};
    RoomVisitor who = visitor_as(person, "");
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

static inline bool open_against(Rooms *rooms, Table *table, int64_t bot_id, Error *error) {
    return open_as(rooms, &NOBODY, table, bot_id, error);
}

static inline bool open_room(Rooms *rooms, Table *table, Error *error) {
    return open_against(rooms, table, 0, error);
}

static inline Table new_table(Rooms *rooms, Rooms *other) {
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

static inline bool play(Rooms *rooms, const Table *table, int ply, const char *move, Error *error) {
    Room room;
    RoomVisitor who = visitor(table->seats[ply % 2]);
    bool is_done =
        rooms_play(rooms, slice_from(table->id), &who, ply, slice_from(move), &room, error);
    if (is_done) {
        room_release(&room);
    }
    return is_done;
}

static inline bool act_as(Rooms *rooms, const Person *person, const Table *table, Side side,
    const char *action, Error *error) {
    Room room;
    RoomVisitor who = visitor_as(person, table->seats[side]);
    bool is_done = rooms_act(rooms, slice_from(table->id), &who, slice_from(action), &room, error);
    if (is_done) {
        room_release(&room);
    }
    return is_done;
}

static inline bool act(
    Rooms *rooms, const Table *table, Side side, const char *action, Error *error) {
    return act_as(rooms, &NOBODY, table, side, action, error);
}

// The table of the rematch, with the seats swapped.
static inline Table next_table(const Table *table, const char *next_id) {
    Table next;
    memcpy(next.id, next_id, sizeof next.id);
    memcpy(next.seats[0], table->seats[1], SECRET_SIZE);
    memcpy(next.seats[1], table->seats[0], SECRET_SIZE);
    return next;
}

static inline Room look(Rooms *rooms, const char *id) {
    Room room;
    Error error;
    must(rooms_read(rooms, slice_from(id), &room, &error), &error);
    return room;
}

static inline void ends(Rooms *rooms, const Table *table, Result result, const char *reason) {
    Room room = look(rooms, table->id);
    assert_int_equal(room.state, ROOM_ENDED);
    assert_int_equal(room.result, result);
    assert_string_equal(room.reason, reason);
    assert_int_equal(room.game_id != 0, result != RESULT_NONE);
    room_release(&room);
}

static inline void tend(Rooms *rooms) {
    Error error;
    int64_t next_ms;
    must(rooms_tend(rooms, &next_ms, &error), &error);
    assert_true(next_ms > 0 && next_ms <= 1000);
}

// A room in which both have moved, so that the clocks run.
static inline Table new_game(Rooms *rooms) {
    Error error;
    Table table = new_table(rooms, rooms);
    must(play(rooms, &table, 0, "e2", &error), &error);
    must(play(rooms, &table, 1, "e8", &error), &error);
    return table;
}
