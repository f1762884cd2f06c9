// The routes about games that were played, and about those that somebody asks for.

#include <string.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/arena_json.h"
#include "api/job_input.h"
#include "api/page.h"
#include "api/tar.h"
#include "http/query.h"
#include "rules/record/record_io.h"
#include "rules/record/record_json.h"

// Games of one archive.
#define ARCHIVE_GAMES_MAX 1000
#define REQUEST_TIME_MS_MAX 60000

static Store *store_of(const ApiCall *call) {
    return queue_store(call->api->queue);
}

// ---- Filters ----

// What a query asks for, with the texts that the filter points at.
typedef struct GameQuery {
    GameFilter filter;
    Text result;
    Text verdict;
    Text name;
} GameQuery;

static void query_release(GameQuery *query) {
    text_release(&query->result);
    text_release(&query->verdict);
    text_release(&query->name);
}

static bool read_numbers(Slice query, GameFilter *filter, Error *error) {
    const struct {
        const char *name;
        int64_t *out;
    } NUMBERS[] = {{"bot", &filter->bot_id}, {"version", &filter->version_id},
        {"person", &filter->person_id}, {"contest", &filter->contest_id},
        {"request", &filter->request_id}};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        long long number = 0;
        if (!query_number(query, NUMBERS[i].name, 0, INT64_MAX, &number, error)) {
            return false;
        }
        *NUMBERS[i].out = number;
    }
    return true;
}

static bool read_board(Slice query, GameFilter *filter, Error *error) {
    Text text;
    Text variant;
    bool is_done = true;
    text_init(&text);
    text_init(&variant);
    if (query_find(query, "ladder", &text) && text.size > 0) {
        filter->is_ranked = true;
        is_done = board_from_slug(text_slice(&text), &filter->board, error);
    } else if (query_find(query, "game", &text) && text.size > 0) {
        query_find(query, "variant", &variant);
        is_done = board_find(text_slice(&text), text_slice(&variant), &filter->board, error);
    }
    if (is_done && query_find(query, "purpose", &text) && text.size > 0) {
        filter->has_purpose = true;
        is_done = purpose_find(text_slice(&text), &filter->purpose) ||
                  error_set(error, ERROR_BAD_REQUEST,
                      "purpose is check, requested, ranked, contest or room");
    }
    text_release(&text);
    text_release(&variant);
    return is_done;
}

// Release the query in any case.
static bool query_read(GameQuery *out, const ApiCall *call, Error *error) {
    Slice query = call->request->query;
    *out = (GameQuery){0};
    text_init(&out->result);
    text_init(&out->verdict);
    text_init(&out->name);
    query_find(query, "result", &out->result);
    query_find(query, "verdict", &out->verdict);
    query_find(query, "q", &out->name);
    out->filter.result = text_slice(&out->result);
    out->filter.verdict = text_slice(&out->verdict);
    out->filter.name = text_slice(&out->name);
    return read_numbers(query, &out->filter, error) && read_board(query, &out->filter, error);
}

// ---- Lists ----

typedef struct GameList {
    Page page;
    GameQuery query;
} GameList;

static void put_listed(void *context, const GameRow *game) {
    Page *page = context;
    JsonWriter *json = page_item(page, game->id);
    if (json) {
        put_game(json, game);
        page_item_end(page);
    }
}

static bool list_games(StoreTx *tx, void *context, Error *error) {
    (void)error;
    GameList *list = context;
    page_begin(&list->page);
    game_list(
        tx, &list->query.filter, list->page.after, page_rows(&list->page), put_listed, &list->page);
    return true;
}

void api_games_list(const ApiCall *call, HttpReply *reply) {
    GameList list;
    Error error;
    if (!query_read(&list.query, call, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&list.page, call, reply)) {
        bool is_read = store_transact(store_of(call), STORE_READ, list_games, &list, &error);
        page_end(&list.page, is_read, &error);
    }
    query_release(&list.query);
}

// ---- One game ----

typedef struct GameCall {
    const ApiCall *call;
    HttpReply *reply;
    int64_t id;
    RecordFormat format;
    bool is_json;
    RequestInput request;
    JsonWriter json;
    bool is_found;
    BotRights rights[2]; // of who played
} GameCall;

// The game's moves, as they were written down when it was played.
static bool read_record(StoreTx *tx, int64_t id, const char *game, Record *out, Text *text) {
    return game_record(tx, id, text) &&
           record_read(text_slice(text), RECORD_PGN, rules_find(slice_from(game)), out, NULL);
}

static void put_times(StoreTx *tx, JsonWriter *json, const GameRow *game) {
    Record record;
    Text text;
    text_init(&text);
    bool is_read = read_record(tx, game->id, game->game, &record, &text);
    json_put_text(json, "record", text.data);
    json_open_list(json, "moveTimesMs");
    for (size_t i = 1; is_read && i <= record.game.count; i++) {
        int64_t elapsed_ms = record.notes[i].elapsed_ms;
        json_put_integer(json, NULL, elapsed_ms != RECORD_TIME_NONE ? elapsed_ms : 0);
    }
    json_close_list(json);
    if (is_read) {
        record_release(&record);
    }
    text_release(&text);
}

typedef struct OneGame {
    StoreTx *tx;
    GameCall *call;
} OneGame;

static void put_one(void *context, const GameRow *game) {
    const OneGame *one = context;
    JsonWriter *json = &one->call->json;
    one->call->is_found = true;
    put_game(json, game);
    put_times(one->tx, json, game);
    json_open_list(json, "timeMs");
    json_put_integer(json, NULL, game->sides[0].time_ms);
    json_put_integer(json, NULL, game->sides[1].time_ms);
    json_close_list(json);
    json_open_list(json, "memoryKb");
    json_put_integer(json, NULL, game->sides[0].memory_kb);
    json_put_integer(json, NULL, game->sides[1].memory_kb);
    json_close_list(json);
}

static bool refuse_game(Error *error) {
    return error_set(error, ERROR_NOT_FOUND, "there is no such game");
}

static bool answer_game(StoreTx *tx, void *context, Error *error) {
    GameCall *call = context;
    OneGame one = {tx, call};
    call->is_found = false;
    call->json = http_reply_json(call->reply, 200);
    json_open_object(&call->json, NULL);
    game_list(tx, &(GameFilter){.id = call->id}, 0, 1, put_one, &one);
    json_close_object(&call->json);
    return call->is_found || refuse_game(error);
}

static void answer(GameCall *call, StoreMode mode, StoreBody *body, bool is_valid, Error *error) {
    if (!is_valid || !store_transact(store_of(call->call), mode, body, call, error)) {
        api_refuse(call->reply, error);
    }
}

void api_games_get(const ApiCall *call, HttpReply *reply) {
    GameCall game = {.call = call, .reply = reply};
    Error error;
    answer(&game, STORE_READ, answer_game, job_input_id(call->id, &game.id, &error), &error);
}

// ---- Records ----

static void write_record(void *context, const GameRow *game) {
    const OneGame *one = context;
    GameCall *call = one->call;
    Record record;
    Text text;
    text_init(&text);
    HttpReply *reply = call->reply;
    if (read_record(one->tx, game->id, game->game, &record, &text)) {
        call->is_found = true;
        if (call->is_json) {
            JsonWriter json = {.out = &reply->body};
            json_put_record(&json, NULL, &record);
        } else {
            call->is_found = record_write(&record, call->format, &reply->body, NULL);
        }
        record_release(&record);
    }
    text_release(&text);
}

static bool answer_record(StoreTx *tx, void *context, Error *error) {
    GameCall *call = context;
    OneGame one = {tx, call};
    call->is_found = false;
    text_clear(&call->reply->body);
    game_list(tx, &(GameFilter){.id = call->id}, 0, 1, write_record, &one);
    if (!call->is_found) {
        return refuse_game(error);
    }
    const char *ending = call->is_json ? "json" : call->format == RECORD_SGF ? "sgf" : "pgn";
    call->reply->status = 200;
    call->reply->content_type = call->is_json ? NULL : "text/plain; charset=utf-8";
    snprintf(call->reply->attachment, sizeof call->reply->attachment, "game-%lld.%s",
        (long long)call->id, ending);
    return true;
}

void api_games_record(const ApiCall *call, HttpReply *reply) {
    GameCall game = {.call = call, .reply = reply, .format = RECORD_PGN};
    Error error;
    Text format;
    text_init(&format);
    bool is_valid = job_input_id(call->id, &game.id, &error);
    if (query_find(call->request->query, "format", &format)) {
        Slice name = text_slice(&format);
        game.is_json = slice_is(name, "json");
        game.format = slice_is(name, "sgf") ? RECORD_SGF : RECORD_PGN;
        is_valid =
            is_valid && (game.is_json || slice_is(name, "sgf") || slice_is(name, "text") ||
                            error_set(&error, ERROR_UNKNOWN_FORMAT, "format is text, sgf or json"));
    }
    text_release(&format);
    answer(&game, STORE_READ, answer_record, is_valid, &error);
}

typedef struct Archive {
    StoreTx *tx;
    HttpReply *reply;
    GameQuery query;
} Archive;

static void add_to_archive(void *context, const GameRow *game) {
    Archive *archive = context;
    char name[32];
    Text record;
    text_init(&record);
    snprintf(name, sizeof name, "game-%lld.pgn", (long long)game->id);
    if (game_record(archive->tx, game->id, &record)) {
        tar_add(&archive->reply->body, name, text_slice(&record), game->ended_ms / 1000);
    }
    text_release(&record);
}

static bool answer_archive(StoreTx *tx, void *context, Error *error) {
    (void)error;
    Archive *archive = context;
    archive->tx = tx;
    text_clear(&archive->reply->body);
    game_list(tx, &archive->query.filter, 0, ARCHIVE_GAMES_MAX, add_to_archive, archive);
    tar_end(&archive->reply->body);
    return true;
}

void api_games_archive(const ApiCall *call, HttpReply *reply) {
    Archive archive = {.reply = reply};
    Error error;
    if (!query_read(&archive.query, call, &error) ||
        !store_transact(store_of(call), STORE_READ, answer_archive, &archive, &error)) {
        api_refuse(reply, &error);
    } else {
        reply->status = 200;
        reply->content_type = "application/x-tar";
        snprintf(reply->attachment, sizeof reply->attachment, "games.tar");
    }
    query_release(&archive.query);
}

// ---- Logs ----

static void note_rights(void *context, const GameRow *game) {
    GameCall *call = context;
    call->is_found = true;
    for (int side = 0; side < 2; side++) {
        call->rights[side] = (BotRights){.owner_id = game->sides[side].person_id};
    }
}

static bool answer_log(StoreTx *tx, void *context, Error *error) {
    GameCall *call = context;
    const Person *person = &call->call->person;
    call->is_found = false;
    game_list(tx, &(GameFilter){.id = call->id}, 0, 1, note_rights, call);
    if (!call->is_found) {
        return refuse_game(error);
    }
    if (!rights_see_log(person, &call->rights[0]) && !rights_see_log(person, &call->rights[1])) {
        return error_set(error, ERROR_FORBIDDEN, "logs are for the owners of the programs");
    }
    JsonWriter json = http_reply_json(call->reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "sides");
    for (int side = 0; side < 2; side++) {
        Text log;
        text_init(&log);
        bool is_shown =
            rights_see_log(person, &call->rights[side]) && game_log(tx, call->id, (Side)side, &log);
        json_put_json(&json, NULL, is_shown ? text_slice(&log) : slice_from("null"));
        text_release(&log);
    }
    json_close_list(&json);
    json_close_object(&json);
    return true;
}

void api_games_log(const ApiCall *call, HttpReply *reply) {
    GameCall game = {.call = call, .reply = reply};
    Error error;
    answer(&game, STORE_READ, answer_log, job_input_id(call->id, &game.id, &error), &error);
}

// ---- Requests ----

static bool answer_request(StoreTx *tx, void *context, Error *error) {
    GameCall *call = context;
    JsonWriter json = http_reply_json(call->reply, 200);
    return put_request(tx, &json, NULL, call->id, error);
}

void api_requests_get(const ApiCall *call, HttpReply *reply) {
    GameCall game = {.call = call, .reply = reply};
    Error error;
    answer(&game, STORE_READ, answer_request, job_input_id(call->id, &game.id, &error), &error);
}

static bool write_request(
    StoreTx *tx, int64_t id, const Person *person, Text *out, bool *is_over, Error *error) {
    (void)person;
    JsonWriter json = {.out = out};
    GameRequest request;
    if (!request_find(tx, id, &request, error)) {
        return false;
    }
    *is_over = request.ended_ms != 0;
    request_release(&request);
    return put_request(tx, &json, NULL, id, error);
}

void api_requests_events(const ApiCall *call, HttpReply *reply) {
    api_follow(call, write_request, reply);
}

static bool make_request(StoreTx *tx, void *context, Error *error) {
    GameCall *call = context;
    int64_t id = request_add(tx, &call->call->person, &call->request, error);
    if (id == 0) {
        return false;
    }
    JsonWriter json = http_reply_json(call->reply, 201);
    json_open_object(&json, NULL);
    bool is_put = put_request(tx, &json, "request", id, error);
    json_close_object(&json);
    snprintf(call->reply->location, sizeof call->reply->location, API_PREFIX "requests/%lld",
        (long long)id);
    return is_put;
}

void api_requests_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"first", "second", "pairs", "timeMs", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    json_int_t numbers[4] = {0, 0, 1, 0};
    Error error;
    bool is_valid = job_input_number(body, "first", 1, INT64_MAX, &numbers[0], &error) &&
                    job_input_number(body, "second", 1, INT64_MAX, &numbers[1], &error) &&
                    json_input_number(body, "pairs", 1, REQUEST_PAIRS_MAX, &numbers[2], &error) &&
                    json_input_number(body, "timeMs", 1, REQUEST_TIME_MS_MAX, &numbers[3], &error);
    GameCall game = {
        .call = call,
        .reply = reply,
        .request = {{numbers[0], numbers[1]}, numbers[2], (int)numbers[3]},
    };
    answer(&game, STORE_WRITE, make_request, is_valid, &error);
    json_decref(body);
}
