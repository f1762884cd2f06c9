// The routes about rooms, in which people play.

#include <stdlib.h>

#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/game_input.h"
#include "api/job_input.h"
#include "base/clock.h"
#include "http/query.h"
#include "match/reason_json.h"
#include "rules/record/record.h"

#define CLOCK_S 600
// How long an answer that waits for the next version waits, about.
#define WAIT_MS 5000

static RoomVisitor visitor_of(const ApiCall *call) {
    return (RoomVisitor){.client = call->request->client, .person = &call->person};
}

// Replies with a room, which is released.
static void reply_room(HttpReply *reply, int status, Room *room) {
    JsonWriter json = http_reply_json(reply, status);
    room_write(room, &json);
    room_release(room);
}

// The same, with the secret of a new seat.
static void reply_seat(
    HttpReply *reply, int status, Room *room, Side side, const char seat[SECRET_SIZE]) {
    Text text;
    text_init(&text);
    room_write(room, &(JsonWriter){.out = &text});
    JsonWriter json = http_reply_json(reply, status);
    json_open_object(&json, NULL);
    json_put_json(&json, "room", text_slice(&text));
    json_put_text(&json, "side", side_name(side));
    json_put_text(&json, "seat", seat);
    json_close_object(&json);
    text_release(&text);
    room_release(room);
}

// ---- Opening and joining ----

static bool read_side(const json_t *body, Side *out, Error *error) {
    Slice name = slice_from("first");
    char quoted[SLICE_QUOTE_SIZE];
    if (!json_input_text(body, "side", &name, error)) {
        return false;
    }
    *out = slice_is(name, "first")    ? SIDE_FIRST
           : slice_is(name, "second") ? SIDE_SECOND
                                      : (Side)(clock_now_ns() / 1000 % 2);
    return slice_is(name, "first") || slice_is(name, "second") || slice_is(name, "random") ||
           error_set(error, ERROR_BAD_REQUEST, "a side is first, second or random, not %s",
               slice_quote(name, quoted));
}

static bool read_options(const json_t *body, RoomOptions *out, Side *side, Error *error) {
    Game game;
    json_int_t clock_s = CLOCK_S;
    json_int_t increment_s = 0;
    if (!json_input_number(body, "clockS", ROOM_CLOCK_MIN_S, ROOM_CLOCK_MAX_S, &clock_s, error) ||
        !json_input_number(body, "incrementS", 0, ROOM_INCREMENT_MAX_S, &increment_s, error) ||
        !read_side(body, side, error) || !game_input_read(body, &game, error)) {
        return false;
    }
    *out = (RoomOptions){.rules = game.rules,
        .variant = game.positions[0].variant,
        .clock_ms = clock_s * INT64_C(1000),
        .increment_ms = increment_s * INT64_C(1000)};
    game_release(&game);
    return true;
}

// Whoever comes by the link (0), or a bot by its number.
static bool read_opponent(const json_t *body, int64_t *bot_id, Error *error) {
    const json_t *opponent = json_object_get(body, "opponent");
    *bot_id = json_is_integer(opponent) ? json_integer_value(opponent) : 0;
    return *bot_id > 0 || !opponent ||
           (json_is_string(opponent) && slice_is(json_input_slice(opponent), "link")) ||
           error_set(error, ERROR_BAD_REQUEST, "an opponent is link or the number of a bot");
}

void api_rooms_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {
        "game", "variant", "clockS", "incrementS", "side", "opponent", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    RoomOptions options;
    Side side;
    int64_t bot_id;
    Room room;
    char seat[SECRET_SIZE];
    Error error;
    RoomVisitor visitor = visitor_of(call);
    if (read_options(body, &options, &side, &error) && read_opponent(body, &bot_id, &error) &&
        rooms_open(call->api->rooms, &options, side, bot_id, &visitor, seat, &room, &error)) {
        snprintf(reply->location, sizeof reply->location, API_PREFIX "rooms/%s", room.id);
        reply_seat(reply, 201, &room, side, seat);
    } else {
        api_refuse(reply, &error);
    }
    json_decref(body);
}

void api_rooms_join(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    json_decref(body);
    Side side;
    Room room;
    char seat[SECRET_SIZE];
    Error error;
    RoomVisitor visitor = visitor_of(call);
    if (rooms_join(call->api->rooms, call->id, &visitor, seat, &side, &room, &error)) {
        reply_seat(reply, 200, &room, side, seat);
    } else {
        api_refuse(reply, &error);
    }
}

// ---- Playing ----

static void reply_change(HttpReply *reply, bool is_done, Room *room, const Error *error) {
    if (is_done) {
        reply_room(reply, 200, room);
    } else {
        api_refuse(reply, error);
    }
}

void api_rooms_moves(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"seat", "ply", "move", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    json_int_t ply;
    Slice move;
    Room room;
    Error error;
    RoomVisitor visitor = visitor_of(call);
    bool is_done = job_input_text(body, "seat", &visitor.seat, &error) &&
                   job_input_number(body, "ply", 0, RECORD_MOVES_MAX, &ply, &error) &&
                   job_input_text(body, "move", &move, &error) &&
                   rooms_play(call->api->rooms, call->id, &visitor, ply, move, &room, &error);
    reply_change(reply, is_done, &room, &error);
    json_decref(body);
}

void api_rooms_actions(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"seat", "action", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Slice action;
    Room room;
    Error error;
    RoomVisitor visitor = visitor_of(call);
    bool is_done = job_input_text(body, "seat", &visitor.seat, &error) &&
                   job_input_text(body, "action", &action, &error) &&
                   rooms_act(call->api->rooms, call->id, &visitor, action, &room, &error);
    reply_change(reply, is_done, &room, &error);
    json_decref(body);
}

// What the worker of a bot reports.
void api_jobs_turn(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {
        "attempt", "event", "ply", "move", "verdict", "reason", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    int64_t job;
    json_int_t ply = 0;
    Slice attempt;
    Slice verdict = {0};
    RoomReport report = {.words = slice_from("")};
    const json_t *reason = json_object_get(body, "reason");
    Room room;
    Error error;
    bool is_done = job_input_id(call->id, &job, &error) &&
                   job_input_text(body, "attempt", &attempt, &error) &&
                   job_input_text(body, "event", &report.event, &error) &&
                   json_input_number(body, "ply", 0, RECORD_MOVES_MAX, &ply, &error) &&
                   json_input_text(body, "move", &report.words, &error) &&
                   json_input_text(body, "verdict", &verdict, &error) &&
                   (!reason || reason_json_read(reason, &report.foul) ||
                       error_set(&error, ERROR_BAD_REQUEST, "this is no reason of a foul"));
    report.ply = ply;
    report.words = verdict.data ? verdict : report.words;
    is_done = is_done && rooms_report(call->api->rooms, job, attempt, &report, &room, &error);
    reply_change(reply, is_done, &room, &error);
    json_decref(body);
}

// ---- Following ----

static uint64_t read_room(void *follow, uint64_t after, Text *out, bool *is_over) {
    return room_follow_read(follow, after, out, is_over);
}

static void release_room(void *follow) {
    room_follow_release(follow);
}

void api_rooms_events(const ApiCall *call, HttpReply *reply) {
    Error error;
    RoomFollow *follow = rooms_follow(call->api->rooms, call->id, &error);
    if (!follow) {
        api_refuse(reply, &error);
        return;
    }
    reply->status = 200;
    reply->feed = (HttpFeed){.source = follow, .read = read_room, .release = release_room};
}

// An answer that waits until a room is not what the client knows any more.
typedef struct RoomWait {
    RoomFollow *follow;
    uint64_t known;
    int64_t until_ms;
} RoomWait;

static uint64_t read_wait(void *source, uint64_t after, Text *out, bool *is_over) {
    (void)after;
    const RoomWait *wait = source;
    uint64_t version = room_follow_read(wait->follow, wait->known, out, is_over);
    if (version == 0 && (*is_over || clock_now_ms() >= wait->until_ms)) {
        version = room_follow_read(wait->follow, 0, out, is_over);
    }
    return version;
}

static void release_wait(void *source) {
    RoomWait *wait = source;
    room_follow_release(wait->follow);
    free(wait);
}

static void wait_for_room(const ApiCall *call, uint64_t known, HttpReply *reply) {
    Error error;
    RoomFollow *follow = rooms_follow(call->api->rooms, call->id, &error);
    RoomWait *wait = follow ? malloc(sizeof *wait) : NULL;
    if (!follow) {
        api_refuse(reply, &error);
        return;
    }
    if (!wait) {
        abort();
    }
    *wait = (RoomWait){follow, known, clock_now_ms() + WAIT_MS};
    reply->status = 200;
    reply->feed = (HttpFeed){.source = wait,
        .topic = follow,
        .read = read_wait,
        .release = release_wait,
        .form = FEED_ANSWER};
}

void api_rooms_get(const ApiCall *call, HttpReply *reply) {
    long long known = 0;
    Error error;
    if (!query_number(call->request->query, "after", 0, INT64_MAX, &known, &error)) {
        api_refuse(reply, &error);
    } else if (known > 0) {
        wait_for_room(call, (uint64_t)known, reply);
    } else {
        Room room;
        reply_change(reply, rooms_read(call->api->rooms, call->id, &room, &error), &room, &error);
    }
}
