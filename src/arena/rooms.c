// What visitors do in rooms, and what happens by itself: one transaction each.

#include "arena/rooms.h"

#include <stdlib.h>
#include <string.h>

#include "arena/rate_limits.h"
#include "arena/rooms_parts.h"

// A person may go on with games of ten seconds each. A class that sits down at once may, too; to go
// on like this its people have to sign in.
static const RateLimit BY_PERSON = {.name = "room-person", .burst = 40, .interval_ms = 10000};
static const RateLimit BY_ADDRESS = {
    .name = "room", .burst = ROOMS_OF_ADDRESS_MAX, .interval_ms = 10000};

// How long a room that has ended can be looked at.
#define KEPT_MS (7 * 24 * 3600 * INT64_C(1000))
#define TEND_MS 1000
#define TEND_ROOMS 64
// How often it is noted that a server is there, and after how long without one clocks stood still.
#define WATCH_MS 5000
#define GAP_MS 20000

// ---- Who is charged for a room ----

// Many people may be behind one address, so only who is not signed in is charged by it.
typedef struct RoomPayer {
    char key[64]; // by which open rooms are counted (rooms.client)
    const RateLimit *limit;
    int rooms_max;
} RoomPayer;

static RoomPayer payer_of(const RoomVisitor *visitor) {
    RoomPayer payer = {.limit = &BY_ADDRESS, .rooms_max = ROOMS_OF_ADDRESS_MAX};
    if (visitor->person->id != 0) {
        payer = (RoomPayer){.limit = &BY_PERSON, .rooms_max = ROOMS_OF_PERSON_MAX};
        snprintf(payer.key, sizeof payer.key, "person %lld", (long long)visitor->person->id);
    } else {
        snprintf(payer.key, sizeof payer.key, "%s", visitor->client);
    }
    return payer;
}

static bool charge_payer(StoreTx *tx, const RoomPayer *payer, Error *error) {
    return rate_limit_charge(tx, payer->limit, slice_from(payer->key), error);
}

// Whether he may have one room more.
static bool check_count(StoreTx *tx, const RoomPayer *payer, Error *error) {
    Query *count = query_begin(tx, "rooms_count");
    query_bind_text(count, 1, slice_from(payer->key));
    if (query_take_int(count) >= payer->rooms_max) {
        return payer->limit == &BY_PERSON
                   ? error_set(error, ERROR_TOO_MANY_ROOMS,
                         "%d rooms of yours are open: end a game first", payer->rooms_max)
                   : error_set(error, ERROR_TOO_MANY_ROOMS,
                         "%d rooms of your address are open: sign in to have your own",
                         payer->rooms_max);
    }
    return query_take_int(query_begin(tx, "rooms_count_all")) < ROOMS_MAX ||
           error_set(
               error, ERROR_TOO_MANY_ROOMS, "%d rooms are open: try again in a while", ROOMS_MAX);
}

// ---- One change of a room ----

typedef struct Change Change;

struct Change {
    StoreTx *tx;
    Slice id;
    const RoomVisitor *visitor; // null: nobody's doing
    bool (*make)(Change *change, Error *error);
    Side side; // of the visitor
    int64_t ply;
    Slice words; // a move or an action
    char *seat;  // secret of a seat that is taken
    int64_t job; // of a worker, with its attempt
    Slice attempt;
    const RoomReport *report;
    char job_room[ROOM_ID_SIZE];
    // What came of it:
    Room room;
    bool has_room;
    Room next; // the room of a rematch
    bool has_next;
    bool is_refused; // but what had happened by itself is kept
    Error refusal;
};

static void change_release(Change *change) {
    if (change->has_room) {
        room_release(&change->room);
    }
    if (change->has_next) {
        room_release(&change->next);
    }
    change->has_room = change->has_next = false;
}

static bool change_room(StoreTx *tx, void *context, Error *error) {
    Change *change = context;
    change->tx = tx;
    change_release(change); // of a run that has to be repeated
    change->is_refused = false;
    Room *room = &change->room;
    if (change->job != 0) {
        if (!room_find_job(tx, change->job, change->attempt, change->job_room, error)) {
            return false;
        }
        change->id = slice_from(change->job_room);
    }
    if (!room_load(tx, change->id, true, room, error)) {
        return false;
    }
    change->has_room = true;
    room_tend(room, change->room.now_ms);
    change->is_refused = change->make && !change->make(change, &change->refusal);
    if (change->has_next) {
        room_add(tx, &change->next, payer_of(change->visitor).key);
        if (!room_put_job(tx, &change->next, error)) {
            return false;
        }
    }
    room_save(tx, room);
    return true;
}

// Makes a change and tells of it. On success the room is the caller's.
static bool make_change(Rooms *rooms, Change *change, Room *out, Error *error) {
    bool is_done = store_transact(rooms->options.store, STORE_WRITE, change_room, change, error);
    if (is_done) {
        rooms_tell(rooms, &change->room);
    }
    if (is_done && change->is_refused) {
        is_done = error_copy(error, &change->refusal);
    }
    if (is_done && out) {
        *out = change->room;
        change->has_room = false;
    }
    change_release(change);
    return is_done;
}

static bool find_seat(Change *change, Error *error) {
    return room_find_seat(&change->room, change->visitor->seat, &change->side) ||
           error_set(error, ERROR_FORBIDDEN, "this is not a seat of the room");
}

static RoomSeat new_seat(const RoomVisitor *visitor, char secret[SECRET_SIZE]) {
    secret_make(secret);
    return (RoomSeat){.hash = secret_hash(slice_from(secret)), .person_id = visitor->person->id};
}

// ---- Opening and joining ----

typedef struct RoomOpening {
    RoomPayer payer;
    const RoomOptions *options;
    Side side;
    RoomSeat seat;
    int64_t bot_id;
    Room *room;
    bool has_room;
} RoomOpening;

static bool charge(StoreTx *tx, void *context, Error *error) {
    const RoomOpening *opening = context;
    return charge_payer(tx, &opening->payer, error);
}

static bool open_room(StoreTx *tx, void *context, Error *error) {
    RoomOpening *opening = context;
    if (!check_count(tx, &opening->payer, error)) {
        return false;
    }
    Room *room = opening->room;
    if (opening->has_room) { // of a run that has to be repeated
        room_release(room);
    }
    int64_t now_ms = query_take_int(query_begin(tx, "rooms_now"));
    room_init(room, opening->options, now_ms);
    opening->has_room = true;
    room_take_seat(room, opening->side, &opening->seat, now_ms);
    if (opening->bot_id != 0 &&
        !room_seat_bot(tx, room, side_other(opening->side), opening->bot_id, error)) {
        return false;
    }
    room_add(tx, room, opening->payer.key);
    return room_put_job(tx, room, error);
}

bool rooms_open(Rooms *rooms, const RoomOptions *options, Side side, int64_t bot_id,
    const RoomVisitor *visitor, char seat[SECRET_SIZE], Room *out, Error *error) {
    Store *store = rooms->options.store;
    RoomOpening opening = {.payer = payer_of(visitor),
        .options = options,
        .side = side,
        .seat = new_seat(visitor, seat),
        .bot_id = bot_id,
        .room = out};
    bool is_done = store_transact(store, STORE_WRITE, charge, &opening, error) &&
                   store_transact(store, STORE_WRITE, open_room, &opening, error);
    if (!is_done && opening.has_room) {
        room_release(out);
    }
    return is_done;
}

static bool join(Change *change, Error *error) {
    Room *room = &change->room;
    if (room->state == ROOM_ENDED) {
        return error_set(error, ERROR_ROOM_CLOSED, "the game %s", "is over");
    }
    for (EACH_SIDE(side)) {
        if (!room->seats[side].is_taken) {
            RoomSeat mine = new_seat(change->visitor, change->seat);
            change->side = side;
            room_take_seat(room, side, &mine, change->room.now_ms);
            return true;
        }
    }
    return error_set(error, ERROR_ROOM_FULL, "both seats are taken");
}

bool rooms_join(Rooms *rooms, Slice id, const RoomVisitor *visitor, char seat[SECRET_SIZE],
    Side *side, Room *out, Error *error) {
    Change change = {.id = id, .visitor = visitor, .make = join, .seat = seat};
    bool is_done = make_change(rooms, &change, out, error);
    *side = change.side;
    return is_done;
}

// ---- Playing ----

static bool play(Change *change, Error *error) {
    return find_seat(change, error) && room_play(&change->room, change->side, change->ply,
                                           change->words, change->room.now_ms, error);
}

bool rooms_play(Rooms *rooms, Slice id, const RoomVisitor *visitor, int64_t ply, Slice move,
    Room *out, Error *error) {
    Change change = {.id = id, .visitor = visitor, .make = play, .ply = ply, .words = move};
    return make_change(rooms, &change, out, error);
}

// The room of a rematch costs whoever makes it as much as any other; refused, it can be asked for
// again.
static bool play_again(Change *change, Error *error) {
    Room *room = &change->room;
    RoomPayer payer = payer_of(change->visitor);
    if (!charge_payer(change->tx, &payer, error) || !check_count(change->tx, &payer, error)) {
        room->seats[change->side].wants_rematch = false;
        return false;
    }
    room_rematch(room, &change->next, room->now_ms);
    change->has_next = true;
    return true;
}

static bool act(Change *change, Error *error) {
    Room *room = &change->room;
    if (!find_seat(change, error) ||
        !room_act(room, change->side, change->words, change->room.now_ms, error)) {
        return false;
    }
    return !room_rematch_is_on(room) || play_again(change, error);
}

bool rooms_act(
    Rooms *rooms, Slice id, const RoomVisitor *visitor, Slice action, Room *out, Error *error) {
    Change change = {.id = id, .visitor = visitor, .make = act, .words = action};
    return make_change(rooms, &change, out, error);
}

static bool report_room(Change *change, Error *error) {
    return room_report(&change->room, change->report, error);
}

bool rooms_report(
    Rooms *rooms, int64_t job, Slice attempt, const RoomReport *report, Room *out, Error *error) {
    Change change = {.make = report_room, .job = job, .attempt = attempt, .report = report};
    return make_change(rooms, &change, out, error);
}

typedef struct RoomReading {
    Slice id;
    Room room;
    bool has_room;
} RoomReading;

static void reading_release(RoomReading *reading) {
    if (reading->has_room) {
        room_release(&reading->room);
        reading->has_room = false;
    }
}

static bool read_room(StoreTx *tx, void *context, Error *error) {
    RoomReading *reading = context;
    reading_release(reading); // of a run that has to be repeated
    reading->has_room = room_load(tx, reading->id, false, &reading->room, error);
    return reading->has_room;
}

bool rooms_read(Rooms *rooms, Slice id, Room *out, Error *error) {
    RoomReading reading = {.id = id};
    if (!store_transact(rooms->options.store, STORE_READ, read_room, &reading, error)) {
        reading_release(&reading);
        return false;
    }
    *out = reading.room;
    return true;
}

// ---- What happens by itself ----

typedef struct DueRooms {
    char ids[TEND_ROOMS][ROOM_ID_SIZE];
    size_t count;
    int64_t jobs[TEND_ROOMS]; // that wait for a worker though the game is over
    size_t job_count;
    int64_t next_ms;
    bool must_see; // the watch is old
} DueRooms;

static bool find_due(StoreTx *tx, void *context, Error *error) {
    (void)error;
    DueRooms *due = context;
    due->count = 0;
    Query *query = query_begin(tx, "rooms_due");
    query_bind_int(query, 1, TEND_ROOMS);
    while (query_step(query)) {
        snprintf(due->ids[due->count++], ROOM_ID_SIZE, "%s", query_column_text(query, 0).data);
    }
    query_end(query);
    due->job_count = 0;
    query = query_begin(tx, "rooms_jobs_over");
    query_bind_int(query, 1, TEND_ROOMS);
    while (query_step(query)) {
        due->jobs[due->job_count++] = query_column_int(query, 0);
    }
    query_end(query);
    query = query_begin(tx, "rooms_next_due");
    query_bind_int(query, 1, TEND_MS);
    due->next_ms = query_take_int(query);
    query = query_begin(tx, "room_watch_age");
    due->must_see = query_take_int(query) >= WATCH_MS;
    return true;
}

// Notes that a server is there. If there was none for long, what was under way goes on as if that
// time had not been.
static bool see_rooms(StoreTx *tx, void *context, Error *error) {
    (void)context, (void)error;
    Query *query = query_begin(tx, "room_watch_read");
    bool is_seen = query_step(query);
    int64_t seen_ms = is_seen ? query_column_int(query, 0) : 0;
    int64_t gap_ms = is_seen ? query_column_int(query, 1) - seen_ms : 0;
    query_end(query);
    if (gap_ms > GAP_MS) {
        query = query_begin(tx, "rooms_stop_clocks");
        query_bind_int(query, 1, gap_ms);
        query_bind_int(query, 2, seen_ms);
        query_end(query);
    }
    query_end(query_begin(tx, "room_watch_see"));
    query = query_begin(tx, "rooms_forget");
    query_bind_int(query, 1, KEPT_MS);
    query_bind_int(query, 2, TEND_ROOMS);
    return query_end(query);
}

// A room that fails, such as one with a damaged row, does not stop the others; a store that cannot
// be reached does. Reports the last failure.
static bool end_due(Rooms *rooms, const DueRooms *due, Error *error) {
    bool is_good = true;
    bool is_reached = true;
    for (size_t i = 0; is_reached && i < due->count; i++) {
        Change change = {.id = slice_from(due->ids[i])};
        Error failure;
        if (!make_change(rooms, &change, NULL, &failure)) {
            ErrorCode code = failure.reason.code;
            is_reached = code != ERROR_STORE_BUSY && code != ERROR_STORE_UNREACHABLE;
            is_good = error_copy(error, &failure);
        }
    }
    return is_good;
}

typedef struct JobWithdrawal {
    const Queue *queue;
    int64_t job;
} JobWithdrawal;

static bool withdraw_job(StoreTx *tx, void *context, Error *error) {
    const JobWithdrawal *withdrawal = context;
    return queue_withdraw(
        withdrawal->queue, tx, withdrawal->job, slice_from("the game is over"), error);
}

// One that a worker has is left alone: its result brings the log. No other lock may be held, so
// this cannot be done where the room ends.
static bool withdraw_jobs(Rooms *rooms, const DueRooms *due, Error *error) {
    bool is_good = true;
    for (size_t i = 0; is_good && rooms->options.queue && i < due->job_count; i++) {
        JobWithdrawal withdrawal = {rooms->options.queue, due->jobs[i]};
        is_good =
            store_transact(rooms->options.store, STORE_WRITE, withdraw_job, &withdrawal, error);
    }
    return is_good;
}

bool rooms_tend(Rooms *rooms, int64_t *next_ms, Error *error) {
    Store *store = rooms->options.store;
    DueRooms due = {0};
    *next_ms = TEND_MS;
    if (!store_transact(store, STORE_READ, find_due, &due, error)) {
        return false;
    }
    // Before flags fall: there may have been no server.
    if (due.must_see && (!store_transact(store, STORE_WRITE, see_rooms, NULL, error) ||
                            !store_transact(store, STORE_READ, find_due, &due, error))) {
        return false;
    }
    if (!end_due(rooms, &due, error) || !withdraw_jobs(rooms, &due, error)) {
        return false;
    }
    *next_ms = due.count > 0 || due.next_ms < 1 ? 1 : due.next_ms < TEND_MS ? due.next_ms : TEND_MS;
    return true;
}
