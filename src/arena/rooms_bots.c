// Bots in rooms: a job by which a worker plays for them as long as the game lasts.

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "arena/pairs.h"
#include "arena/people.h"
#include "arena/reasons.h"
#include "arena/rooms_parts.h"
#include "jobs/limits.h"
#include "match/side_log.h"
#include "players/contestant.h"
#include "referee/verdict.h"

bool room_seat_bot(StoreTx *tx, Room *room, Side side, int64_t bot_id, Error *error) {
    Query *query = query_begin(tx, "rooms_bot");
    query_bind_int(query, 1, bot_id);
    RoomSeat seat = {.version_id = query_step(query) ? query_column_int(query, 0) : 0};
    bool is_same_board =
        seat.version_id != 0 && slice_is(query_column_text(query, 1), room->game.rules->name) &&
        slice_is(query_column_text(query, 2), room->game.positions[0].variant->name);
    query_end(query);
    if (seat.version_id == 0) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such bot, or it does not play now");
    }
    if (!is_same_board) {
        return error_set(error, ERROR_OTHER_BOARD, "the bot plays on another board");
    }
    room_take_seat(room, side, &seat, room->now_ms);
    return true;
}

// {"room", "side", "game", "variant", "player"}: where, and who plays.
static void write_payload(const Room *room, Side side, Slice name, Slice version, Text *out) {
    Text words;
    text_init(&words);
    contestant_add_word(&words, slice_from("name"), name);
    text_add_byte(&words, ',');
    text_add_slice(&words, version);
    JsonWriter json = {.out = out};
    json_open_object(&json, NULL);
    json_put_text(&json, "room", room->id);
    json_put_text(&json, "side", side_name(side));
    json_put_text(&json, "game", room->game.rules->name);
    json_put_text(&json, "variant", room->game.positions[0].variant->name);
    json_put_slice(&json, "player", text_slice(&words));
    json_close_object(&json);
    text_release(&words);
}

bool room_put_job(StoreTx *tx, const Room *room, Error *error) {
    Side side = room_is_bot(room, SIDE_FIRST) ? SIDE_FIRST : SIDE_SECOND;
    if (!room_is_bot(room, side)) {
        return true;
    }
    Query *query = query_begin(tx, "pairs_version");
    query_bind_int(query, 1, room->seats[side].version_id);
    if (!query_step(query)) {
        return error_set(error, ERROR_NOT_FOUND, "there is no such version");
    }
    Text payload;
    text_init(&payload);
    write_payload(room, side, query_column_text(query, 5), query_column_text(query, 1), &payload);
    Sha256 binary;
    Slice hash = query_column_blob(query, 3);
    JobSpec spec = job_spec();
    if (hash.size == SHA256_BYTES) {
        memcpy(binary.bytes, hash.data, hash.size);
        spec.blobs = &binary;
        spec.blob_count = 1;
        spec.needs.sandbox = 1;
    }
    spec.name = slice_from(room->id);
    spec.kind = slice_from("room");
    spec.lane = LANE_REQUESTED;
    spec.payload = text_slice(&payload);
    spec.run_ms = JOB_RUN_MS_MAX;
    spec.deadline_ms = JOB_RUN_MS_MAX;
    // A group of its own: nobody waits for a lock that a game in another room holds.
    Text key;
    text_init(&key);
    text_addf(&key, "room/%s", room->id);
    bool is_put = queue_put(tx, slice_from(ARENA_OWNER), text_slice(&key), slice_from("rooms"),
                      &spec, error) != 0;
    text_release(&key);
    text_release(&payload);
    query_end(query);
    return is_put;
}

bool room_find_job(StoreTx *tx, int64_t job, Slice attempt, char id[ROOM_ID_SIZE], Error *error) {
    Sha256 hash = secret_hash(attempt);
    Query *query = query_begin(tx, "rooms_of_lease");
    query_bind_int(query, 1, job);
    query_bind_blob(query, 2, sha256_slice(&hash));
    bool is_found = query_step(query);
    if (is_found) {
        snprintf(id, ROOM_ID_SIZE, "%s", query_column_text(query, 0).data);
    }
    query_end(query);
    return is_found || error_set(error, ERROR_ATTEMPT_STALE, "the attempt is over");
}

bool room_report(Room *room, const RoomReport *report, Error *error) {
    Side side = room_is_bot(room, SIDE_FIRST) ? SIDE_FIRST : SIDE_SECOND;
    char quoted[SLICE_QUOTE_SIZE];
    VerdictKind verdict;
    if (slice_is(report->event, "move")) {
        return room_play(room, side, report->ply, report->words, room->now_ms, error);
    }
    if (room->state == ROOM_ENDED) {
        return true;
    }
    if (slice_is(report->event, "ready")) {
        if (room->state == ROOM_WAITING) {
            room_start(room, room->now_ms);
        }
        return true;
    }
    if (slice_is(report->event, "lost")) {
        room_end(room, RESULT_NONE, "worker-lost", "", room->now_ms);
        return true;
    }
    if (slice_is(report->event, "foul") && verdict_find(report->words, &verdict) &&
        verdict_is_forfeit(verdict)) {
        text_clear(&room->foul);
        reason_write(&room->foul, &report->foul);
        room_end(room, result_win_for(side_other(side)), verdict_name(verdict), report->foul.text,
            room->now_ms);
        return true;
    }
    return error_set(
        error, ERROR_BAD_REQUEST, "there is no report %s", slice_quote(report->event, quoted));
}

// ---- The end of the job ----

// {"log": ...}: every move was checked when it was played.
static bool check(void *context, const JobResultView *view, JobFinding *finding, Error *error) {
    (void)context, (void)finding;
    json_t *root = json_loadb(view->result.data, view->result.size, 0, NULL);
    const json_t *log = json_object_get(root, "log");
    bool is_log = log && side_log_check(log);
    json_decref(root);
    return is_log || error_set(error, ERROR_BAD_RESULT, "this is no result of a room");
}

static void put_log(StoreTx *tx, const Room *room, Slice result) {
    json_t *root = json_loadb(result.data, result.size, 0, NULL);
    const json_t *log = json_object_get(root, "log");
    char *text = log ? json_dumps(log, JSON_COMPACT) : NULL;
    Side side = room_is_bot(room, SIDE_FIRST) ? SIDE_FIRST : SIDE_SECOND;
    if (text && room->game_id != 0 && person_hold(tx, room->seats[side].owner_id)) {
        game_put_log(tx, room->game_id, side, text, side_log_memory_kb(log));
    }
    free(text);
    json_decref(root);
}

// Nobody plays for the bot any more. Those who follow find out by rooms_poll.
static void settle(void *context, StoreTx *tx, const JobSettlement *settlement) {
    (void)context;
    Query *query = query_begin(tx, "rooms_of_job");
    query_bind_int(query, 1, settlement->job_id);
    char id[ROOM_ID_SIZE] = "";
    if (query_step(query)) {
        snprintf(id, sizeof id, "%s", query_column_text(query, 0).data);
    }
    query_end(query);
    Room room;
    Error error;
    if (!room_load(tx, slice_from(id), true, &room, &error)) {
        return; // it was forgotten long ago
    }
    if (room.state != ROOM_ENDED) {
        room_end(&room, RESULT_NONE, "worker-lost", "", room.now_ms);
    }
    room_save(tx, &room);
    put_log(tx, &room, settlement->result);
    room_release(&room);
}

const JobKind ROOM_JOB = {.name = "room", .check = check, .settle = settle};
