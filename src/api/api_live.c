// The routes about games under way.

#include "api/api_routes.h"
#include "api/api_status.h"

// The board, up to date. Null if the reply is a refusal.
static Live *find_board(const ApiCall *call, HttpReply *reply) {
    Live *live = call->api->live;
    Error error;
    if (!live_refresh(live, &error)) {
        api_refuse(reply, &error);
        return NULL;
    }
    return live;
}

void api_live_get(const ApiCall *call, HttpReply *reply) {
    Live *live = find_board(call, reply);
    if (live) {
        JsonWriter json = http_reply_json(reply, 200);
        live_write(live, &json);
    }
}

static uint64_t read_board(void *live, uint64_t after, Text *out, bool *is_over) {
    return live_read(live, after, out, is_over);
}

static void release_board(void *live) {
    (void)live; // it outlives the server
}

void api_live_events(const ApiCall *call, HttpReply *reply) {
    Live *live = find_board(call, reply);
    if (live) {
        reply->status = 200;
        reply->feed = (HttpFeed){
            .source = live, .read = read_board, .release = release_board, .form = FEED_EVENTS};
    }
}

static uint64_t read_game(void *game, uint64_t after, Text *out, bool *is_over) {
    return live_game_read(game, after, out, is_over);
}

static void release_game(void *game) {
    live_game_release(game);
}

void api_live_game_events(const ApiCall *call, HttpReply *reply) {
    Live *live = find_board(call, reply);
    if (!live) {
        return;
    }
    Error error;
    LiveGame *game = live_follow(live, call->id, &error);
    if (!game) {
        api_refuse(reply, &error);
        return;
    }
    reply->status = 200;
    reply->feed =
        (HttpFeed){.source = game, .read = read_game, .release = release_game, .form = FEED_EVENTS};
}
