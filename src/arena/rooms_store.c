// A room as rows.

#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "arena/people.h"
#include "arena/rooms_parts.h"
#include "rules/record/record_io.h"

// ---- Reading ----

static RoomState find_state(Slice name) {
    return slice_is(name, "waiting")   ? ROOM_WAITING
           : slice_is(name, "playing") ? ROOM_PLAYING
                                       : ROOM_ENDED;
}

static void copy_text(Slice text, char *out, size_t size) {
    snprintf(out, size, "%.*s", (int)text.size, text.data);
}

static void read_seats(StoreTx *tx, Room *room) {
    Query *query = query_begin(tx, "room_seats_read");
    query_bind_text(query, 1, slice_from(room->id));
    while (query_step(query)) {
        RoomSeat *seat = &room->seats[query_column_int(query, 0)];
        Slice hash = query_column_blob(query, 1);
        seat->is_taken = true;
        memcpy(seat->hash.bytes, hash.data, hash.size);
        seat->person_id = query_column_int(query, 2);
        seat->version_id = query_column_int(query, 3);
        seat->left_ms = query_column_int(query, 4);
        seat->wants_rematch = query_column_int(query, 5) != 0;
        copy_text(query_column_text(query, 6), seat->name, sizeof seat->name);
        seat->bot_id = query_column_int(query, 7);
        seat->owner_id = query_column_int(query, 8);
    }
    query_end(query);
}

// A row that names no game of ours is of another program's making.
static bool read_game(Query *query, Room *room, Error *error) {
    const Rules *rules = rules_find(query_column_text(query, 2));
    const Variant *variant = rules ? rules_variant(rules, query_column_text(query, 3)) : NULL;
    if (!variant) {
        return error_set(error, ERROR_STORE_FAILED, "a room has an unknown game");
    }
    game_init(&room->game, rules, variant);
    if (!game_play_list(&room->game, query_column_text(query, 6), NOTATION_STANDARD, error)) {
        game_release(&room->game);
        return error_set(error, ERROR_STORE_FAILED, "a room has an illegal move");
    }
    return true;
}

bool room_load(StoreTx *tx, Slice id, bool is_locked, Room *out, Error *error) {
    if (is_locked) {
        Query *lock = query_begin(tx, "rooms_lock");
        query_bind_text(lock, 1, id);
        query_end(lock);
    }
    Query *query = query_begin(tx, "rooms_read");
    query_bind_text(query, 1, id);
    if (id.size != ROOM_ID_SIZE - 1 || !query_step(query)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such room, or none any more");
    }
    Room room = {
        .version = query_column_int(query, 0),
        .state = find_state(query_column_text(query, 1)),
        .clock_ms = query_column_int(query, 4),
        .increment_ms = query_column_int(query, 5),
        .turn_ms = query_column_int(query, 8),
        .deadline_ms = query_column_int(query, 9),
        .draw_side = query_column_is_null(query, 10) ? -1 : (int)query_column_int(query, 10),
        .draw_ply = query_column_int(query, 11),
        .game_id = query_column_int(query, 16),
        .created_ms = query_column_int(query, 17),
        .started_ms = query_column_int(query, 18),
        .ended_ms = query_column_int(query, 19),
    };
    if (!read_game(query, &room, error)) {
        return false;
    }
    copy_text(id, room.id, sizeof room.id);
    text_init(&room.times);
    text_add_slice(&room.times, query_column_text(query, 7));
    text_init(&room.foul);
    text_add_slice(&room.foul, query_column_text(query, 22));
    result_parse(query_column_text(query, 12), &room.result);
    copy_text(query_column_text(query, 13), room.reason, sizeof room.reason);
    copy_text(query_column_text(query, 14), room.detail, sizeof room.detail);
    copy_text(query_column_text(query, 15), room.next_id, sizeof room.next_id);
    room.now_ms = query_column_int(query, 20);
    query_end(query);
    read_seats(tx, &room);
    *out = room;
    return true;
}

// ---- Games ----

static const char *seat_name(const RoomSeat *seat) {
    return *seat->name ? seat->name : "guest";
}

static void write_record(const Room *room, int64_t times[2], Text *out) {
    Record record;
    record_init(&record, room->game.rules, room->game.positions[0].variant);
    Slice rest = text_slice(&room->times);
    for (size_t i = 0; i < room->game.count; i++) {
        Slice word = {0};
        long long time_ms = 0;
        slice_next(&rest, " ", &word);
        slice_to_long(word, &time_ms);
        if (record_append(&record, room->game.moves[i])) {
            record_set_elapsed(&record, i + 1,
                time_ms < 0                    ? 0
                : time_ms > RECORD_TIME_MAX_MS ? RECORD_TIME_MAX_MS
                                               : time_ms);
            times[position_turn(&room->game.positions[i])] += time_ms;
        }
    }
    record.result = room->result;
    record_set_tag(
        &record, slice_from("First"), slice_from(seat_name(&room->seats[SIDE_FIRST])), NULL);
    record_set_tag(
        &record, slice_from("Second"), slice_from(seat_name(&room->seats[SIDE_SECOND])), NULL);
    record_set_tag(&record, slice_from("Verdict"), slice_from(room->reason), NULL);
    record_set_tag(&record, slice_from("Termination"), slice_from(room->detail), NULL);
    record_write(&record, RECORD_PGN, out, NULL);
    record_release(&record);
}

// Who plays a side, or whose bot does; 0: nobody with an account.
static int64_t seat_owner(const Room *room, Side side) {
    const RoomSeat *seat = &room->seats[side];
    return room_is_bot(room, side) ? seat->owner_id : seat->person_id;
}

static void add_game(StoreTx *tx, Room *room) {
    for (EACH_SIDE(side)) {
        if (!person_hold(tx, seat_owner(room, side))) { // perhaps since the name was read
            snprintf(room->seats[side].name, ROOM_NAME_SIZE, "%s", PERSON_DELETED);
        }
    }
    Text record;
    int64_t times[2] = {0};
    text_init(&record);
    write_record(room, times, &record);
    GameRow row = {
        .purpose = PURPOSE_ROOM,
        .game = room->game.rules->name,
        .variant = room->game.positions[0].variant->name,
        .result = result_text(room->result),
        .verdict = room->reason,
        .detail = room->detail,
        .reason = room->foul.data,
        .plies = (int64_t)room->game.count,
        // A bot may foul before it is ready.
        .started_ms = room->started_ms != 0 ? room->started_ms : room->created_ms,
        .ended_ms = room->ended_ms,
        .record = record.data,
    };
    for (EACH_SIDE(side)) {
        const RoomSeat *seat = &room->seats[side];
        row.sides[side] = (GameSide){.bot_id = seat->bot_id,
            .version_id = seat->version_id,
            .person_id = seat_owner(room, side),
            .name = seat_name(seat),
            .time_ms = times[side]};
    }
    room->game_id = game_add(tx, &row);
    text_release(&record);
}

// ---- Writing ----

static void bind_number(Query *query, int parameter, int64_t number, bool is_there) {
    if (is_there) {
        query_bind_int(query, parameter, number);
    } else {
        query_bind_null(query, parameter);
    }
}

static void save_seats(StoreTx *tx, const Room *room) {
    for (EACH_SIDE(side)) {
        const RoomSeat *seat = &room->seats[side];
        if (!seat->is_taken) {
            continue;
        }
        Query *save = query_begin(tx, "room_seats_save");
        query_bind_text(save, 1, slice_from(room->id));
        query_bind_int(save, 2, side);
        if (seat->version_id == 0) {
            query_bind_blob(save, 3, sha256_slice(&seat->hash));
        } else {
            query_bind_null(save, 3);
        }
        bind_number(save, 4, seat->person_id, seat->person_id != 0);
        bind_number(save, 5, seat->version_id, seat->version_id != 0);
        query_bind_int(save, 6, seat->left_ms);
        query_bind_int(save, 7, seat->wants_rematch);
        query_end(save);
    }
}

static void add_moves(const Game *game, Text *out) {
    for (size_t i = 0; i < game->count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(&game->positions[i], game->moves[i], NOTATION_STANDARD, move);
        text_addf(out, "%s%s", i > 0 ? " " : "", move);
    }
}

void room_save(StoreTx *tx, Room *room) {
    if (!room->is_changed) {
        return;
    }
    if (room->state == ROOM_ENDED && room->result != RESULT_NONE && room->game_id == 0) {
        add_game(tx, room);
    }
    Text moves;
    text_init(&moves);
    add_moves(&room->game, &moves);
    Query *update = query_begin(tx, "rooms_update");
    query_bind_text(update, 1, slice_from(room->id));
    query_bind_text(update, 2, slice_from(ROOM_STATE_NAMES[room->state]));
    query_bind_text(update, 3, text_slice(&moves));
    query_bind_text(update, 4, text_slice(&room->times));
    query_bind_int(update, 5, room->turn_ms);
    query_bind_int(update, 6, room->deadline_ms);
    bind_number(update, 7, room->draw_side, room->draw_side >= 0);
    query_bind_int(update, 8, room->draw_ply);
    query_bind_text(update, 9, slice_from(result_text(room->result)));
    query_bind_text(update, 10, slice_from(room->reason));
    query_bind_text(update, 11, slice_from(room->detail));
    query_bind_text(update, 12, slice_from(room->next_id));
    bind_number(update, 13, room->game_id, room->game_id != 0);
    query_bind_int(update, 14, room->started_ms);
    query_bind_int(update, 15, room->ended_ms);
    query_bind_text(update, 16, text_slice(&room->foul));
    room->version = query_take_int(update);
    text_release(&moves);
    save_seats(tx, room);
    read_seats(tx, room); // whoever sat down has a name now
    room->is_changed = false;
}

void room_add(StoreTx *tx, Room *room, const char *payer) {
    Query *add = query_begin(tx, "rooms_add");
    query_bind_text(add, 1, slice_from(room->id));
    query_bind_text(add, 2, slice_from(room->game.rules->name));
    query_bind_text(add, 3, slice_from(room->game.positions[0].variant->name));
    query_bind_int(add, 4, room->clock_ms);
    query_bind_int(add, 5, room->increment_ms);
    query_bind_text(add, 6, slice_from(payer));
    query_bind_int(add, 7, room->created_ms);
    query_bind_int(add, 8, room->deadline_ms);
    query_end(add);
    room_save(tx, room);
}
