// Ladders: places, pairs that wait, and how the rating of a bot came about.

#include <math.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/arena_json.h"
#include "api/job_input.h"
#include "api/json_input.h"
#include "api/page.h"
#include "arena/ladder_lists.h"
#include "http/query.h"

// The longest time for a move that an admin can set.
#define LADDER_TIME_MS_MAX 60000

static void put_ladder(StoreTx *tx, JsonWriter *json, const Board *board) {
    LadderSummary summary;
    Text slug;
    text_init(&slug);
    board_add_slug(&slug, board->rules->name, board->variant->name);
    ladder_summary(tx, board, &summary);
    json_put_text(json, "id", slug.data);
    json_put_text(json, "game", board->rules->name);
    json_put_text(json, "variant", board->variant->name);
    json_put_integer(json, "bots", summary.bots);
    json_put_integer(json, "games", summary.games);
    json_put_boolean(json, "isPaused", summary.settings.is_paused);
    json_put_integer(json, "timeMs", summary.settings.time_ms);
    api_put_time(json, "ratedMs", summary.rated_ms);
    json_put_integer(json, "unsettled", summary.unsettled);
    text_release(&slug);
}

static bool list_ladders(StoreTx *tx, void *context, Error *error) {
    (void)error;
    JsonWriter json = http_reply_json(context, 200);
    Board board;
    json_open_object(&json, NULL);
    json_open_list(&json, "items");
    for (size_t i = 0; ladder_board(i, &board); i++) {
        json_open_object(&json, NULL);
        put_ladder(tx, &json, &board);
        json_close_object(&json);
    }
    json_close_list(&json);
    json_put_null(&json, "next");
    json_close_object(&json);
    return true;
}

void api_ladders_list(const ApiCall *call, HttpReply *reply) {
    Error error;
    if (!store_transact(api_store(call), STORE_READ, list_ladders, reply, &error)) {
        api_refuse(reply, &error);
    }
}

// A list of a board or of a bot.
typedef struct LadderPage {
    Page page;
    Board board;
    int64_t bot;
} LadderPage;

static void answer_board(const ApiCall *call, StoreBody *body, HttpReply *reply) {
    LadderPage list = {0};
    Error error;
    if (!board_from_slug(call->id, &list.board, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, body, &list);
    }
}

static void answer_bot(const ApiCall *call, StoreBody *body, HttpReply *reply) {
    LadderPage list = {0};
    Error error;
    if (!job_input_id(call->id, &list.bot, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, body, &list);
    }
}

static bool bot_is_there(StoreTx *tx, int64_t id, Error *error) {
    ArenaBot bot;
    if (!bot_find(tx, id, &bot, error)) {
        return false;
    }
    bot_release(&bot);
    return true;
}

static void put_counts(
    JsonWriter *json, int64_t games, int64_t wins, int64_t draws, int64_t losses, int64_t fouls) {
    json_put_integer(json, "games", games);
    json_put_integer(json, "wins", wins);
    json_put_integer(json, "draws", draws);
    json_put_integer(json, "losses", losses);
    json_put_integer(json, "fouls", fouls);
}

static void put_place(void *context, const LadderPlace *place) {
    JsonWriter *json = page_item(context, place->rank);
    if (!json) {
        return;
    }
    json_put_integer(json, "rank", place->rank);
    put_named(json, "bot", place->bot_id, place->bot);
    json_put_integer(json, "version", place->version_number);
    put_named(json, "owner", place->owner_id, place->owner);
    json_put_real(json, "elo", place->rating.elo, 1);
    json_put_real(json, "error", place->rating.error, 1);
    put_counts(json, place->games, place->wins, place->draws, place->losses, place->fouls);
    json_put_boolean(json, "provisional", !place->is_anchor && place->games < PROVISIONAL_GAMES);
    json_put_boolean(json, "isAnchor", place->is_anchor);
    page_item_end(context);
}

static bool list_places(StoreTx *tx, void *context, Error *error) {
    (void)error;
    LadderPage *list = context;
    page_begin(&list->page);
    ladder_list(tx, &list->board, list->page.after, page_rows(&list->page), put_place, &list->page);
    return true;
}

void api_ladders_get(const ApiCall *call, HttpReply *reply) {
    answer_board(call, list_places, reply);
}

static void put_waiting(void *context, const WaitingPair *pair) {
    JsonWriter *json = page_item(context, pair->id);
    if (!json) {
        return;
    }
    json_put_integer(json, "id", pair->id);
    json_open_list(json, "bots");
    for (int i = 0; i < 2; i++) {
        put_named(json, NULL, pair->bots[i], pair->names[i]);
    }
    json_close_list(json);
    bool is_played = pair->started_ms > 0;
    json_put_text(json, "state", is_played ? "playing" : "waiting");
    json_put_text(json, "waitsFor", is_played ? "result" : "worker");
    json_put_integer(json, "createdMs", pair->created_ms);
    api_put_time(json, "startedMs", pair->started_ms);
    json_put_integer(json, "deadlineMs", pair->deadline_ms);
    page_item_end(context);
}

static bool list_waiting(StoreTx *tx, void *context, Error *error) {
    (void)error;
    LadderPage *list = context;
    page_begin(&list->page);
    ladder_waiting(
        tx, &list->board, list->page.after, page_rows(&list->page), put_waiting, &list->page);
    return true;
}

void api_ladders_waiting(const ApiCall *call, HttpReply *reply) {
    answer_board(call, list_waiting, reply);
}

typedef struct LadderChange {
    const ApiCall *call;
    HttpReply *reply;
    Board board;
    const json_t *body;
} LadderChange;

static bool read_settings(const json_t *body, LadderSettings *settings, Error *error) {
    json_int_t time_ms = settings->time_ms;
    bool is_read = job_input_flag(body, "isPaused", &settings->is_paused, error) &&
                   json_input_number(body, "timeMs", 0, LADDER_TIME_MS_MAX, &time_ms, error);
    settings->time_ms = time_ms;
    return is_read;
}

static bool change_ladder(StoreTx *tx, void *context, Error *error) {
    LadderChange *change = context;
    LadderSettings settings;
    ladder_settings(tx, &change->board, &settings);
    if (!read_settings(change->body, &settings, error)) {
        return false;
    }
    ladder_configure(tx, &change->board, &settings);
    JsonWriter json = http_reply_json(change->reply, 200);
    json_open_object(&json, NULL);
    put_ladder(tx, &json, &change->board);
    json_close_object(&json);
    return true;
}

void api_ladders_patch(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"isPaused", "timeMs", NULL};
    LadderChange change = {.call = call, .reply = reply};
    Error error;
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    change.body = body;
    if (!board_from_slug(call->id, &change.board, &error) ||
        !store_transact(api_store(call), STORE_WRITE, change_ladder, &change, &error)) {
        api_refuse(reply, &error);
    }
    json_decref(body);
}

static void put_point(void *context, const HistoryRow *row) {
    JsonWriter *json = page_item(context, row->game_id);
    if (json) {
        json_put_integer(json, "atMs", row->at_ms);
        json_put_real(json, "elo", row->rating.elo, 1);
        json_put_real(json, "error", row->rating.error, 1);
        json_put_integer(json, "games", row->games);
        json_put_integer(json, "version", row->version_number);
        page_item_end(context);
    }
}

static bool list_history(StoreTx *tx, void *context, Error *error) {
    LadderPage *list = context;
    page_begin(&list->page);
    bot_history(tx, list->bot, list->page.after, page_rows(&list->page), put_point, &list->page);
    return bot_is_there(tx, list->bot, error);
}

// All of it, in as many points as a page may have.
static bool outline_history(StoreTx *tx, void *context, Error *error) {
    LadderPage *list = context;
    page_begin(&list->page);
    bot_history_thinned(tx, list->bot, list->page.limit, put_point, &list->page);
    return bot_is_there(tx, list->bot, error);
}

void api_bots_history(const ApiCall *call, HttpReply *reply) {
    long long is_whole = 0;
    Error error;
    if (!query_number(call->request->query, "whole", 0, 1, &is_whole, &error)) {
        api_refuse(reply, &error);
    } else {
        answer_bot(call, is_whole ? outline_history : list_history, reply);
    }
}

static void put_opponent(void *context, const OpponentRow *row) {
    JsonWriter *json = page_item(context, row->key);
    if (json) {
        put_named(json, "bot", row->bot_id, row->bot);
        put_counts(json, row->games, row->wins, row->draws, row->losses, row->fouls);
        page_item_end(context);
    }
}

static bool list_opponents(StoreTx *tx, void *context, Error *error) {
    LadderPage *list = context;
    page_begin(&list->page);
    bot_opponents(
        tx, list->bot, list->page.after, page_rows(&list->page), put_opponent, &list->page);
    return bot_is_there(tx, list->bot, error);
}

void api_bots_opponents(const ApiCall *call, HttpReply *reply) {
    answer_bot(call, list_opponents, reply);
}

static void put_known(JsonWriter *json, const char *name, double number) {
    if (isnan(number)) {
        json_put_null(json, name);
    } else {
        json_put_real(json, name, number, 1);
    }
}

static void put_change(void *context, const ChangeRow *row) {
    JsonWriter *json = page_item(context, row->game_id);
    if (json) {
        json_put_integer(json, "atMs", row->at_ms);
        json_put_integer(json, "game", row->game_id);
        json_put_integer(json, "version", row->version_number);
        put_known(json, "before", row->before);
        json_put_real(json, "after", row->after, 1);
        put_named(json, "opponent", row->opponent, row->opponent_name);
        put_known(json, "points", row->points);
        put_known(json, "expected", row->expected);
        json_put_integer(json, "games", row->games);
        page_item_end(context);
    }
}

static bool list_changes(StoreTx *tx, void *context, Error *error) {
    LadderPage *list = context;
    page_begin(&list->page);
    bot_changes(tx, list->bot, list->page.after, page_rows(&list->page), put_change, &list->page);
    return bot_is_there(tx, list->bot, error);
}

void api_bots_changes(const ApiCall *call, HttpReply *reply) {
    answer_bot(call, list_changes, reply);
}
