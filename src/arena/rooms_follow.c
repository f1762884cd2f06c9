// A room as people see it, and those who follow it.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena/rooms_parts.h"
#include "base/clock.h"
#include "rules/game_json.h"

// Looking back when another server's changes are looked for: a change is seen later than its time.
#define OVERLAP_MS 5000
#define POLL_ROOMS 1000

struct RoomFollow {
    Rooms *owner;
    RoomFollow *next;
    char id[ROOM_ID_SIZE];
    uint64_t version;
    Text document;    // without the time and the end
    int64_t over_ms;  // nothing happens after that
    int64_t shift_ms; // from this machine's clock to the database's, which times are by
    int holders;
};

// ---- The document ----

static void put_seat(const Room *room, Side side, JsonWriter *json) {
    const RoomSeat *seat = &room->seats[side];
    if (!seat->is_taken) {
        json_put_null(json, NULL);
        return;
    }
    json_open_object(json, NULL);
    json_put_text(json, "kind",
        room_is_bot(room, side) ? "bot"
        : seat->person_id != 0  ? "person"
                                : "guest");
    if (*seat->name) {
        json_put_text(json, "name", seat->name);
    } else {
        json_put_null(json, "name");
    }
    if (room_is_bot(room, side)) {
        json_put_integer(json, "bot", seat->bot_id);
        json_put_null(json, "leftMs");
    } else {
        json_put_null(json, "bot");
        json_put_integer(json, "leftMs", seat->left_ms);
    }
    json_put_boolean(json, "wantsRematch", seat->wants_rematch);
    json_close_object(json);
}

static void put_number(JsonWriter *json, const char *name, int64_t number) {
    if (number != 0) {
        json_put_integer(json, name, number);
    } else {
        json_put_null(json, name);
    }
}

static void put_word(JsonWriter *json, const char *name, const char *word) {
    if (*word) {
        json_put_text(json, name, word);
    } else {
        json_put_null(json, name);
    }
}

// What an open room waits for.
static const char *waits_for(const Room *room) {
    if (room->state == ROOM_ENDED) {
        return "";
    }
    if (room->state == ROOM_WAITING) {
        return room->seats[0].is_taken && room->seats[1].is_taken ? "worker" : "opponent";
    }
    return side_name(position_turn(game_position(&room->game)));
}

// All but the time and the closing brace.
static void put_room(const Room *room, JsonWriter *json) {
    const Game *game = &room->game;
    json_open_object(json, NULL);
    json_put_text(json, "id", room->id);
    json_put_integer(json, "version", room->version);
    json_put_text(json, "state", ROOM_STATE_NAMES[room->state]);
    json_put_text(json, "game", game->rules->name);
    json_put_text(json, "variant", game->positions[0].variant->name);
    json_put_integer(json, "clockS", room->clock_ms / 1000);
    json_put_integer(json, "incrementS", room->increment_ms / 1000);
    json_open_list(json, "players");
    for (EACH_SIDE(side)) {
        put_seat(room, side, json);
    }
    json_close_list(json);
    json_put_moves(json, "moves", game->rules, &game->positions[0], game->moves, game->count);
    put_word(json, "waitsFor", waits_for(room));
    json_put_integer(json, "turnMs", room->turn_ms);
    json_put_integer(json, "deadlineMs", room->deadline_ms);
    put_word(json, "drawOfferedBy",
        room->draw_side < 0 ? "" : side_name(room->draw_side == 0 ? SIDE_FIRST : SIDE_SECOND));
    put_word(json, "result", room->result == RESULT_NONE ? "" : result_text(room->result));
    put_word(json, "reason", room->reason);
    put_word(json, "detail", room->detail);
    json_put_json(json, "foul", room->foul.size > 0 ? text_slice(&room->foul) : slice_from("null"));
    put_word(json, "rematch", room->next_id);
    put_number(json, "record", room->game_id);
    json_put_integer(json, "createdMs", room->created_ms);
    put_number(json, "startedMs", room->started_ms);
    put_number(json, "endedMs", room->ended_ms);
}

void room_write(const Room *room, JsonWriter *json) {
    put_room(room, json);
    json_put_integer(json, "nowMs", room->now_ms);
    json_close_object(json);
}

// ---- Following ----

Rooms *rooms_new(const RoomsOptions *options) {
    Rooms *rooms = calloc(1, sizeof *rooms);
    if (!rooms) {
        abort();
    }
    rooms->options = *options;
    pthread_mutex_init(&rooms->mutex, NULL);
    return rooms;
}

void rooms_free(Rooms *rooms) {
    if (rooms) {
        assert(!rooms->follows);
        pthread_mutex_destroy(&rooms->mutex);
        free(rooms);
    }
}

static RoomFollow *find(const Rooms *rooms, Slice id) {
    RoomFollow *follow = rooms->follows;
    while (follow && !slice_is(id, follow->id)) {
        follow = follow->next;
    }
    return follow;
}

static void take_room(RoomFollow *follow, const Room *room) {
    text_clear(&follow->document);
    put_room(room, &(JsonWriter){.out = &follow->document});
    follow->version = (uint64_t)room->version;
    follow->over_ms = room->state != ROOM_ENDED ? INT64_MAX
                      : *room->next_id          ? 0
                                                : room->deadline_ms;
    follow->shift_ms = room->now_ms - clock_now_ms();
}

void rooms_tell(Rooms *rooms, const Room *room) {
    pthread_mutex_lock(&rooms->mutex);
    RoomFollow *follow = find(rooms, slice_from(room->id));
    bool is_newer = follow && (uint64_t)room->version > follow->version;
    if (is_newer) {
        take_room(follow, room);
        follow->holders++;
    }
    pthread_mutex_unlock(&rooms->mutex);
    if (is_newer) {
        if (rooms->options.on_change) {
            rooms->options.on_change(rooms->options.context, follow);
        }
        room_follow_release(follow);
    }
}

// The one that is there, or a new one.
static RoomFollow *hold(Rooms *rooms, const Room *room) {
    pthread_mutex_lock(&rooms->mutex);
    RoomFollow *follow = find(rooms, slice_from(room->id));
    if (!follow) {
        follow = calloc(1, sizeof *follow);
        if (!follow) {
            abort();
        }
        follow->owner = rooms;
        memcpy(follow->id, room->id, sizeof follow->id);
        text_init(&follow->document);
        take_room(follow, room);
        // Whoever was not asked before needs nothing older.
        rooms->polled_ms = rooms->follows ? rooms->polled_ms : room->now_ms;
        follow->next = rooms->follows;
        rooms->follows = follow;
    }
    follow->holders++;
    pthread_mutex_unlock(&rooms->mutex);
    return follow;
}

RoomFollow *rooms_follow(Rooms *rooms, Slice id, Error *error) {
    Room room;
    if (!rooms_read(rooms, id, &room, error)) {
        return NULL;
    }
    RoomFollow *follow = hold(rooms, &room);
    rooms_tell(rooms, &room); // in case that it is older
    room_release(&room);
    return follow;
}

void room_follow_release(RoomFollow *follow) {
    Rooms *rooms = follow->owner;
    pthread_mutex_lock(&rooms->mutex);
    assert(follow->holders > 0);
    if (--follow->holders == 0) {
        RoomFollow **link = &rooms->follows;
        while (*link != follow) {
            link = &(*link)->next;
        }
        *link = follow->next;
        text_release(&follow->document);
        free(follow);
    }
    pthread_mutex_unlock(&rooms->mutex);
}

uint64_t room_follow_read(RoomFollow *follow, uint64_t after, Text *out, bool *is_over) {
    pthread_mutex_lock(&follow->owner->mutex);
    // A version that is not there yet is of another room or a lie: the reader gets what there is.
    uint64_t version = follow->version != after ? follow->version : 0;
    int64_t now_ms = clock_now_ms() + follow->shift_ms;
    if (version > 0) {
        text_clear(out);
        text_add_slice(out, text_slice(&follow->document));
        text_addf(out, ",\"nowMs\":%lld}", (long long)now_ms);
    }
    *is_over = now_ms >= follow->over_ms;
    pthread_mutex_unlock(&follow->owner->mutex);
    return version;
}

// ---- What other servers changed ----

typedef struct Touched {
    int64_t after_ms;
    int64_t now_ms;
    struct {
        char id[ROOM_ID_SIZE];
        uint64_t version;
    } items[POLL_ROOMS];
    size_t count;
} Touched;

static bool find_touched(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Touched *touched = context;
    touched->count = 0;
    Query *query = query_begin(tx, "rooms_touched");
    query_bind_int(query, 1, touched->after_ms);
    query_bind_int(query, 2, POLL_ROOMS);
    for (; query_step(query); touched->count++) {
        snprintf(touched->items[touched->count].id, ROOM_ID_SIZE, "%s",
            query_column_text(query, 0).data);
        touched->items[touched->count].version = (uint64_t)query_column_int(query, 1);
    }
    query_end(query);
    touched->now_ms = query_take_int(query_begin(tx, "rooms_now"));
    return true;
}

// Whether somebody follows the room here and knows less of it.
static bool is_news(Rooms *rooms, const char *id, uint64_t version) {
    pthread_mutex_lock(&rooms->mutex);
    const RoomFollow *follow = find(rooms, slice_from(id));
    bool is_newer = follow && follow->version < version;
    pthread_mutex_unlock(&rooms->mutex);
    return is_newer;
}

bool rooms_poll(Rooms *rooms, Error *error) {
    pthread_mutex_lock(&rooms->mutex);
    bool is_followed = rooms->follows != NULL;
    int64_t polled_ms = rooms->polled_ms;
    pthread_mutex_unlock(&rooms->mutex);
    if (!is_followed) {
        return true;
    }
    Touched *touched = calloc(1, sizeof *touched);
    if (!touched) {
        abort();
    }
    touched->after_ms = polled_ms - OVERLAP_MS;
    bool is_done = store_transact(rooms->options.store, STORE_READ, find_touched, touched, error);
    for (size_t i = 0; is_done && i < touched->count; i++) {
        Room room;
        if (is_news(rooms, touched->items[i].id, touched->items[i].version) &&
            rooms_read(rooms, slice_from(touched->items[i].id), &room, NULL)) {
            rooms_tell(rooms, &room);
            room_release(&room);
        }
    }
    if (is_done) {
        pthread_mutex_lock(&rooms->mutex);
        rooms->polled_ms = touched->now_ms;
        pthread_mutex_unlock(&rooms->mutex);
    }
    free(touched);
    return is_done;
}
