// The routes about bots and their versions.

#include <string.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/arena_json.h"
#include "api/job_input.h"
#include "api/page.h"
#include "arena/pipeline.h"
#include "arena/rate_limits.h"
#include "http/query.h"
#include "store/blobs.h"

// Versions that a person hands in: so many at once, and then one in so many minutes.
static const RateLimit SUBMISSIONS = {"submissions", 30, 2 * 60 * 1000};

// The newest versions that an answer about a bot shows.
#define VERSIONS_SHOWN 200

// ---- Reading ----

typedef struct BotList {
    Page page;
    BotFilter filter;
} BotList;

static void put_listed(void *context, const ArenaBot *bot) {
    Page *page = context;
    JsonWriter *json = page_item(page, bot->id);
    if (json) {
        put_bot(json, bot);
        page_item_end(page);
    }
}

static bool list_bots(StoreTx *tx, void *context, Error *error) {
    (void)error;
    BotList *list = context;
    page_begin(&list->page);
    bot_list(tx, &list->filter, list->page.after, page_rows(&list->page), put_listed, &list->page);
    return true;
}

static bool read_filter(const ApiCall *call, Text texts[3], BotFilter *out, Error *error) {
    Slice query = call->request->query;
    long long owner = 0;
    query_find(query, "game", &texts[0]);
    query_find(query, "variant", &texts[1]);
    query_find(query, "q", &texts[2]);
    out->name = text_slice(&texts[2]);
    if (!query_number(query, "owner", 0, INT64_MAX, &owner, error)) {
        return false;
    }
    out->owner_id = owner;
    return texts[0].size == 0 ||
           board_find(text_slice(&texts[0]), text_slice(&texts[1]), &out->board, error);
}

void api_bots_list(const ApiCall *call, HttpReply *reply) {
    BotList list = {0};
    Text texts[3];
    Error error;
    for (int i = 0; i < 3; i++) {
        text_init(&texts[i]);
    }
    if (!read_filter(call, texts, &list.filter, &error)) {
        api_refuse(reply, &error);
    } else if (page_read(&list.page, call, reply)) {
        page_list(&list.page, call, list_bots, &list);
    }
    for (int i = 0; i < 3; i++) {
        text_release(&texts[i]);
    }
}

static void put_short(void *json, const Version *version) {
    json_open_object(json, NULL);
    put_version(json, version);
    json_close_object(json);
}

static void put_whole_bot(StoreTx *tx, JsonWriter *json, const ArenaBot *bot) {
    json_open_object(json, NULL);
    put_bot(json, bot);
    json_open_list(json, "versions");
    version_list(tx, bot->id, 0, VERSIONS_SHOWN, put_short, json);
    json_close_list(json);
    json_close_object(json);
}

static bool show_bot(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    ArenaBot bot;
    if (!bot_find(tx, item->id, &bot, error)) {
        return false;
    }
    JsonWriter json = http_reply_json(item->reply, 200);
    put_whole_bot(tx, &json, &bot);
    bot_release(&bot);
    return true;
}

void api_bots_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_bot, reply);
}

static bool show_version(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    JsonWriter json = http_reply_json(item->reply, 200);
    return put_version_details(tx, &json, NULL, item->id, &item->call->person, error);
}

void api_versions_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_version, reply);
}

static bool show_source(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    Version version;
    ArenaBot bot;
    if (!version_find(tx, item->id, &version, error)) {
        return false;
    }
    version_release(&version);
    if (!bot_find(tx, version.bot_id, &bot, error)) {
        return false;
    }
    bot_release(&bot);
    BotRights rights = bot_rights(&bot);
    if (!rights_see_source(&item->call->person, &rights)) {
        return error_set(error, ERROR_FORBIDDEN, "the source of %s is private", bot.name);
    }
    HttpReply *reply = item->reply;
    text_clear(&reply->body);
    reply->status = 200;
    reply->content_type = "text/plain; charset=utf-8";
    const CompileLanguage *language = compile_language_find(slice_from(version.language));
    snprintf(reply->attachment, sizeof reply->attachment, "%s",
        language ? compile_language_usual_file(language) : "");
    return (version.has_source && blob_get(tx, &version.source, &reply->body)) ||
           error_set(error, ERROR_NOT_FOUND, "this version has no source");
}

void api_versions_source(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_source, reply);
}

static bool write_version(
    StoreTx *tx, int64_t id, const Person *person, Text *out, bool *is_over, Error *error) {
    JsonWriter json = {.out = out};
    Version version;
    if (!version_find(tx, id, &version, error)) {
        return false;
    }
    *is_over = strcmp(version.state, "ready") == 0 || strcmp(version.state, "failed") == 0;
    version_release(&version);
    return put_version_details(tx, &json, NULL, id, person, error);
}

void api_versions_events(const ApiCall *call, HttpReply *reply) {
    api_follow(call, write_version, reply);
}

// ---- Handing in ----

// What a change is made of.
typedef struct BotCall {
    ApiItem item; // of a new bot without a number
    const Person *person;
    const json_t *body;
    VersionInput input;
} BotCall;

static BotCall bot_call(const ApiCall *call, const json_t *body, HttpReply *reply) {
    return (BotCall){.item = {.call = call, .reply = reply}, .person = &call->person, .body = body};
}

// In the transaction that hands in: what is refused costs nothing.
static bool charge(StoreTx *tx, const BotCall *call, Error *error) {
    char who[24];
    snprintf(who, sizeof who, "%lld", (long long)call->person->id);
    return rate_limit_charge(tx, &SUBMISSIONS, slice_from(who), error);
}

static bool read_version(const json_t *body, VersionInput *out, Error *error) {
    return job_input_text(body, "protocol", &out->protocol, error) &&
           job_input_text(body, "language", &out->language, error) &&
           job_input_text(body, "source", &out->source, error) &&
           job_input_flag(body, "draft", &out->is_draft, error);
}

// Submits to a bot and answers with what was made.
static bool submit(StoreTx *tx, const BotCall *call, int64_t bot_id, bool is_new, Error *error) {
    ArenaBot bot;
    if (!bot_find(tx, bot_id, &bot, error)) {
        return false;
    }
    bot_release(&bot);
    BotRights rights = bot_rights(&bot);
    if (!rights_change_bot(call->person, &rights)) {
        return error_set(error, ERROR_FORBIDDEN, "%s is not yours", bot.name);
    }
    int64_t version = charge(tx, call, error) ? pipeline_submit(tx, &bot, &call->input, error) : 0;
    if (version == 0 || !bot_find(tx, bot_id, &bot, error)) {
        return false;
    }
    HttpReply *reply = call->item.reply;
    JsonWriter json = http_reply_json(reply, 201);
    json_open_object(&json, NULL);
    if (is_new) {
        json_open_object(&json, "bot");
        put_bot(&json, &bot);
        json_close_object(&json);
    }
    bot_release(&bot);
    bool is_put = put_version_details(tx, &json, "version", version, call->person, error);
    json_close_object(&json);
    snprintf(
        reply->location, sizeof reply->location, API_PREFIX "versions/%lld", (long long)version);
    return is_put;
}

static bool make_bot(StoreTx *tx, void *context, Error *error) {
    const BotCall *call = context;
    Slice name;
    Slice game;
    Slice variant;
    Board board;
    if (!job_input_text(call->body, "name", &name, error) ||
        !job_input_text(call->body, "game", &game, error) ||
        !job_input_text(call->body, "variant", &variant, error) ||
        !board_find(game, variant, &board, error)) {
        return false;
    }
    int64_t bot = bot_add(tx, call->person->id, &board, name, error);
    return bot != 0 && submit(tx, call, bot, true, error);
}

static bool add_version(StoreTx *tx, void *context, Error *error) {
    const BotCall *call = context;
    return submit(tx, call, call->item.id, false, error);
}

static void hand_in(
    const ApiCall *call, const char *const *names, StoreBody *body, HttpReply *reply) {
    json_t *read = api_read_body(call->request, names, reply);
    if (!read) {
        return;
    }
    BotCall bot = bot_call(call, read, reply);
    Error error;
    bool is_valid = (body == make_bot || job_input_id(call->id, &bot.item.id, &error)) &&
                    read_version(read, &bot.input, &error);
    api_change(call, is_valid, body, &bot, &error, reply);
    json_decref(read);
}

void api_bots_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {
        "name", "game", "variant", "protocol", "language", "source", "draft", NULL};
    hand_in(call, NAMES, make_bot, reply);
}

void api_bots_versions(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"protocol", "language", "source", "draft", NULL};
    hand_in(call, NAMES, add_version, reply);
}

// ---- Changing ----

static bool may(bool is_allowed, const ArenaBot *bot, Error *error) {
    return is_allowed || error_set(error, ERROR_FORBIDDEN, "%s is not yours", bot->name);
}

static bool change_state(StoreTx *tx, const ArenaBot *bot, Slice state, Error *error) {
    static const char *const STATES[] = {"active", "paused", "retired"};
    for (size_t i = 0; i < sizeof STATES / sizeof *STATES; i++) {
        if (slice_is(state, STATES[i])) {
            bot_set_state(tx, bot->id, STATES[i], slice_from(""));
            return true;
        }
    }
    return error_set(error, ERROR_BAD_REQUEST, "state is active, paused or retired");
}

static bool apply(StoreTx *tx, const BotCall *call, const ArenaBot *bot, Error *error) {
    const json_t *body = call->body;
    BotRights rights = bot_rights(bot);
    bool is_own = rights_change_bot(call->person, &rights);
    Slice name = {0};
    Slice state = {0};
    json_int_t version = 0;
    bool is_shared = bot->is_shared;
    bool has_shared = json_object_get(body, "isShared") != NULL;
    if (!json_input_text(body, "name", &name, error) ||
        !json_input_text(body, "state", &state, error) ||
        !json_input_number(body, "activeVersion", 1, INT64_MAX, &version, error) ||
        !job_input_flag(body, "isShared", &is_shared, error)) {
        return false;
    }
    if (state.data && (!may(rights_stop_bot(call->person, &rights), bot, error) ||
                          !change_state(tx, bot, state, error))) {
        return false;
    }
    if ((name.data || version != 0 || has_shared || !state.data) && !may(is_own, bot, error)) {
        return false;
    }
    if (has_shared) {
        bot_share(tx, bot->id, is_shared);
    }
    return (!name.data || bot_rename(tx, bot, name, error)) &&
           (version == 0 || bot_activate(tx, bot->id, version, error));
}

static bool change_bot(StoreTx *tx, void *context, Error *error) {
    BotCall *call = context;
    ArenaBot bot;
    if (!bot_find(tx, call->item.id, &bot, error)) {
        return false;
    }
    bool is_changed = apply(tx, call, &bot, error);
    bot_release(&bot);
    return is_changed && show_bot(tx, &call->item, error);
}

void api_bots_patch(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"activeVersion", "state", "isShared", "name", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (body) {
        BotCall change = bot_call(call, body, reply);
        Error error;
        bool is_valid = job_input_id(call->id, &change.item.id, &error);
        api_change(call, is_valid, change_bot, &change, &error, reply);
        json_decref(body);
    }
}
