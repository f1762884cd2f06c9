// The routes about games that were played.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/arena_json.h"
#include "api/game_query.h"
#include "api/job_input.h"
#include "api/page.h"
#include "api/tar.h"
#include "arena/log_retention.h"
#include "http/query.h"
#include "rules/record/record_io.h"
#include "rules/record/record_json.h"

// Games of one archive.
#define ARCHIVE_GAMES_MAX 1000

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
    if (!game_query_read(&list.query, call->request->query, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, list_games, &list);
    }
    game_query_release(&list.query);
}

// ---- One game ----

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

// What an answer about one game is written from.
typedef struct GameShow {
    const ApiItem *item;
    StoreTx *tx;
    bool is_found;
    RecordFormat format;
    bool is_json;        // the record, and of no format
    BotRights rights[2]; // of who played
    GamePurpose purpose;
} GameShow;

// Shows the game to `visit`, whose context is a GameShow. NOT_FOUND.
static bool visit_game(GameShow *show, GameVisit *visit, Error *error) {
    game_list(show->tx, &(GameFilter){.id = show->item->id}, 0, 1, visit, show);
    return show->is_found || error_set(error, ERROR_NOT_FOUND, "there is no such game");
}

static void put_one(void *context, const GameRow *game) {
    GameShow *show = context;
    const GameSide *sides = game->sides;
    JsonWriter json = http_reply_json(show->item->reply, 200);
    show->is_found = true;
    json_open_object(&json, NULL);
    put_game(&json, game);
    put_times(show->tx, &json, game);
    json_put_integers(&json, "timeMs", sides[0].time_ms, sides[1].time_ms);
    json_put_integers(&json, "memoryKb", sides[0].memory_kb, sides[1].memory_kb);
    json_close_object(&json);
}

static bool show_game(StoreTx *tx, void *item, Error *error) {
    return visit_game(&(GameShow){.item = item, .tx = tx}, put_one, error);
}

void api_games_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_game, reply);
}

// ---- Records ----

static void write_record(void *context, const GameRow *game) {
    GameShow *show = context;
    Text *body = &show->item->reply->body;
    Record record;
    Text text;
    text_init(&text);
    text_clear(body);
    if (read_record(show->tx, game->id, game->game, &record, &text)) {
        show->is_found = true;
        if (show->is_json) {
            json_put_record(&(JsonWriter){.out = body}, NULL, &record);
        } else {
            show->is_found = record_write(&record, show->format, body, NULL);
        }
        record_release(&record);
    }
    text_release(&text);
}

static bool read_format(const ApiCall *call, GameShow *show, Error *error) {
    Text text;
    text_init(&text);
    bool is_asked = query_find(call->request->query, "format", &text);
    Slice name = is_asked ? text_slice(&text) : slice_from("text");
    show->is_json = slice_is(name, "json");
    show->format = slice_is(name, "sgf") ? RECORD_SGF : RECORD_PGN;
    bool is_known = show->is_json || show->format == RECORD_SGF || slice_is(name, "text");
    text_release(&text);
    return is_known || error_set(error, ERROR_UNKNOWN_FORMAT, "format is text, sgf or json");
}

static bool show_record(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    GameShow show = {.item = item, .tx = tx};
    if (!read_format(item->call, &show, error) || !visit_game(&show, write_record, error)) {
        return false;
    }
    HttpReply *reply = item->reply;
    reply->status = 200;
    reply->content_type = show.is_json ? NULL : "text/plain; charset=utf-8";
    snprintf(reply->attachment, sizeof reply->attachment, "game-%lld.%s", (long long)item->id,
        show.is_json                ? "json"
        : show.format == RECORD_SGF ? "sgf"
                                    : "pgn");
    return true;
}

void api_games_record(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_record, reply);
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
    if (!game_query_read(&archive.query, call->request->query, &error) ||
        !store_transact(api_store(call), STORE_READ, answer_archive, &archive, &error)) {
        api_refuse(reply, &error);
    } else {
        reply->status = 200;
        reply->content_type = "application/x-tar";
        snprintf(reply->attachment, sizeof reply->attachment, "games.tar");
    }
    game_query_release(&archive.query);
}

// ---- Logs ----

static void note_rights(void *context, const GameRow *game) {
    GameShow *show = context;
    show->is_found = true;
    show->purpose = game->purpose;
    for (int side = 0; side < 2; side++) {
        show->rights[side] = (BotRights){.owner_id = game->sides[side].person_id};
    }
}

static bool show_log(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    const Person *person = &item->call->person;
    GameShow show = {.item = item, .tx = tx};
    if (!visit_game(&show, note_rights, error)) {
        return false;
    }
    if (!rights_see_log(person, &show.rights[0]) && !rights_see_log(person, &show.rights[1])) {
        return error_set(error, ERROR_FORBIDDEN, "logs are for the owners of the programs");
    }
    JsonWriter json = http_reply_json(item->reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "sides");
    for (int side = 0; side < 2; side++) {
        Text log;
        text_init(&log);
        bool is_shown =
            rights_see_log(person, &show.rights[side]) && game_log(tx, item->id, (Side)side, &log);
        json_put_json(&json, NULL, is_shown ? text_slice(&log) : slice_from("null"));
        text_release(&log);
    }
    json_close_list(&json);
    json_put_boolean(&json, "isKept", !game_logs_are_gone(tx, show.purpose, item->id));
    json_close_object(&json);
    return true;
}

void api_games_log(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_log, reply);
}
