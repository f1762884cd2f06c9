#include "arena/room.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/verdict.h"

// Both sides have made their first move, and the clocks run.
#define FIRST_PLIES 2

const char *const ROOM_STATE_NAMES[] = {
    [ROOM_WAITING] = "waiting", [ROOM_PLAYING] = "playing", [ROOM_ENDED] = "ended"};

static void make_id(char id[ROOM_ID_SIZE]) {
    char secret[SECRET_SIZE];
    secret_make(secret);
    snprintf(id, ROOM_ID_SIZE, "%.32s", secret);
}

static Side turn(const Room *room) {
    return position_turn(game_position(&room->game));
}

static bool has_bot(const Room *room) {
    return room_is_bot(room, SIDE_FIRST) || room_is_bot(room, SIDE_SECOND);
}

// When something happens by itself.
static int64_t deadline(const Room *room) {
    switch (room->state) {
    case ROOM_WAITING:
        return room->created_ms + (has_bot(room) ? ROOM_WORKER_MS : ROOM_COMING_MS);
    case ROOM_PLAYING:
        return room->turn_ms + (room_is_bot(room, turn(room)) ? ROOM_BOT_MS
                                   : room->game.count < FIRST_PLIES
                                       ? ROOM_FIRST_MS
                                       : room->seats[turn(room)].left_ms);
    case ROOM_ENDED:
        break;
    }
    return room->ended_ms + ROOM_REMATCH_MS;
}

static void note_change(Room *room) {
    room->is_changed = true;
    room->deadline_ms = deadline(room);
}

void room_init(Room *room, const RoomOptions *options, int64_t now_ms) {
    *room = (Room){.version = 1,
        .clock_ms = options->clock_ms,
        .increment_ms = options->increment_ms,
        .draw_side = -1,
        .draw_ply = -1,
        .turn_ms = now_ms,
        .created_ms = now_ms,
        .now_ms = now_ms};
    make_id(room->id);
    game_init(&room->game, options->rules, options->variant);
    text_init(&room->times);
    text_init(&room->foul);
    note_change(room);
}

void room_release(Room *room) {
    game_release(&room->game);
    text_release(&room->times);
    text_release(&room->foul);
}

bool room_find_seat(const Room *room, Slice secret, Side *out) {
    Sha256 hash = secret_hash(secret);
    for (EACH_SIDE(side)) {
        const RoomSeat *seat = &room->seats[side];
        if (seat->is_taken && !room_is_bot(room, side) && sha256_equal(&seat->hash, &hash)) {
            *out = side;
            return true;
        }
    }
    return false;
}

void room_start(Room *room, int64_t now_ms) {
    room->state = ROOM_PLAYING;
    room->started_ms = now_ms;
    room->turn_ms = now_ms;
    note_change(room);
}

void room_take_seat(Room *room, Side side, const RoomSeat *seat, int64_t now_ms) {
    assert(!room->seats[side].is_taken);
    room->seats[side] = *seat;
    room->seats[side].is_taken = true;
    room->seats[side].left_ms = room->clock_ms;
    note_change(room);
    if (room->seats[side_other(side)].is_taken && !has_bot(room)) {
        room_start(room, now_ms);
    }
}

void room_end(Room *room, Result result, const char *reason, const char *detail, int64_t now_ms) {
    room->state = ROOM_ENDED;
    room->result = result;
    room->draw_side = -1;
    room->ended_ms = now_ms;
    snprintf(room->reason, sizeof room->reason, "%s", reason);
    snprintf(room->detail, sizeof room->detail, "%s", detail);
    note_change(room);
}

void room_tend(Room *room, int64_t now_ms) {
    if (room->state == ROOM_ENDED || now_ms < room->deadline_ms) {
        return;
    }
    if (room->state == ROOM_WAITING) {
        room_end(room, RESULT_NONE, has_bot(room) ? "no-worker" : "nobody-came", "", now_ms);
    } else if (room_is_bot(room, turn(room))) {
        room_end(room, RESULT_NONE, "worker-lost", "", now_ms);
    } else if (room->game.count < FIRST_PLIES) {
        room_end(room, RESULT_NONE, "not-begun", "", now_ms);
    } else {
        room->seats[turn(room)].left_ms = 0;
        room_end(room, result_win_for(side_other(turn(room))), verdict_name(VERDICT_TIMEOUT), "",
            room->deadline_ms);
    }
}

// ---- Moves ----

static bool is_repeated(const Room *room, Side side, int64_t ply, Slice move) {
    const Game *game = &room->game;
    char text[MOVE_TEXT_SIZE];
    if (ply < 0 || (size_t)ply >= game->count || position_turn(&game->positions[ply]) != side) {
        return false;
    }
    game->rules->format(&game->positions[ply], game->moves[ply], NOTATION_STANDARD, text);
    return slice_is(move, text);
}

static bool check_open(const Room *room, Error *error) {
    return room->state == ROOM_PLAYING ||
           error_set(error, ERROR_ROOM_CLOSED, "the game %s",
               room->state == ROOM_WAITING ? "has not begun" : "is over");
}

// The side's clock after a move that took so long.
static void charge(Room *room, Side side, int64_t spent_ms) {
    RoomSeat *seat = &room->seats[side];
    if (!room_is_bot(room, side) && room->game.count > FIRST_PLIES) {
        seat->left_ms += room->increment_ms - spent_ms;
    }
    text_addf(&room->times, "%s%lld", room->times.size > 0 ? " " : "", (long long)spent_ms);
}

bool room_play(Room *room, Side side, int64_t ply, Slice move, int64_t now_ms, Error *error) {
    if (is_repeated(room, side, ply, move)) {
        return true;
    }
    if (!check_open(room, error)) {
        return false;
    }
    if (ply != (int64_t)room->game.count) {
        return error_set(error, ERROR_PLY_STALE, "%zu moves were played, not %lld",
            room->game.count, (long long)ply);
    }
    if (turn(room) != side) {
        return error_set(error, ERROR_NOT_YOUR_TURN, "it is the other side's turn");
    }
    if (!game_play_text(&room->game, move, NOTATION_STANDARD, error)) {
        return false;
    }
    charge(room, side, now_ms - room->turn_ms);
    room->turn_ms = now_ms;
    if (room->draw_side == (int)side_other(side)) {
        room->draw_side = -1; // to play on is to decline
    }
    Outcome outcome = game_outcome(&room->game);
    if (outcome.result != RESULT_NONE) {
        Verdict verdict = verdict_from_outcome(outcome);
        room_end(room, verdict.result, verdict_name(verdict.kind), verdict.reason.text, now_ms);
    }
    note_change(room);
    return true;
}

// ---- Other actions ----

// Who gives up before both have moved spoils nobody's game.
static void resign(Room *room, Side side, int64_t now_ms) {
    if (room->game.count < FIRST_PLIES) {
        room_end(room, RESULT_NONE, "called-off", "", now_ms);
    } else {
        room_end(room, result_win_for(side_other(side)), "resignation", "", now_ms);
    }
}

static bool offer_draw(Room *room, Side side, Error *error) {
    if (has_bot(room)) {
        return error_set(error, ERROR_NO_OFFER, "a bot does not take draws");
    }
    if (room->draw_ply == (int64_t)room->game.count) {
        return error_set(error, ERROR_NO_OFFER, "a draw was offered: wait for the next move");
    }
    room->draw_side = (int)side;
    room->draw_ply = (int64_t)room->game.count;
    note_change(room);
    return true;
}

static bool answer_draw(Room *room, Side side, bool accepts, int64_t now_ms, Error *error) {
    if (room->draw_side != (int)side_other(side)) {
        return error_set(error, ERROR_NO_OFFER, "nobody offers a draw");
    }
    if (accepts) {
        room_end(room, RESULT_DRAW, "agreement", "", now_ms);
    }
    room->draw_side = -1;
    note_change(room);
    return true;
}

static bool want_rematch(Room *room, Side side, int64_t now_ms, Error *error) {
    if (room->state != ROOM_ENDED || now_ms >= room->deadline_ms ||
        !room->seats[side_other(side)].is_taken) {
        return error_set(error, ERROR_ROOM_CLOSED, "the game %s",
            room->state == ROOM_ENDED ? "cannot be played again" : "is not over");
    }
    room->seats[side].wants_rematch = true;
    note_change(room);
    return true;
}

bool room_act(Room *room, Side side, Slice action, int64_t now_ms, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    if (slice_is(action, "rematch")) {
        return want_rematch(room, side, now_ms, error);
    }
    if (slice_is(action, "resign") && room->state == ROOM_WAITING) {
        resign(room, side, now_ms);
        return true;
    }
    if (!check_open(room, error)) {
        return false;
    }
    if (slice_is(action, "resign")) {
        resign(room, side, now_ms);
        return true;
    }
    if (slice_is(action, "offerDraw")) {
        return room->draw_side == (int)side_other(side)
                   ? answer_draw(room, side, true, now_ms, error)
                   : offer_draw(room, side, error);
    }
    if (slice_is(action, "acceptDraw") || slice_is(action, "declineDraw")) {
        return answer_draw(room, side, slice_is(action, "acceptDraw"), now_ms, error);
    }
    return error_set(
        error, ERROR_BAD_REQUEST, "there is no action %s", slice_quote(action, quoted));
}

bool room_rematch_is_on(const Room *room) {
    bool is_on = room->state == ROOM_ENDED && !*room->next_id;
    for (EACH_SIDE(side)) {
        is_on = is_on && (room->seats[side].wants_rematch || room_is_bot(room, side));
    }
    return is_on;
}

void room_rematch(Room *room, Room *next, int64_t now_ms) {
    RoomOptions options = {
        room->game.rules, room->game.positions[0].variant, room->clock_ms, room->increment_ms};
    room_init(next, &options, now_ms);
    for (EACH_SIDE(side)) {
        RoomSeat seat = room->seats[side_other(side)];
        seat.wants_rematch = false;
        room_take_seat(next, side, &seat, now_ms);
    }
    memcpy(room->next_id, next->id, sizeof room->next_id);
    note_change(room);
}
