// Programs that share code, for teachers.

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/arena_json.h"
#include "api/page.h"
#include "arena/similarities.h"
#include "http/query.h"
#include "store/blobs.h"

static void put_side(JsonWriter *json, const char *name, const SimilarSide *side) {
    json_open_object(json, name);
    put_named(json, "bot", side->bot_id, side->bot_name);
    put_named(json, "owner", side->person_id, side->person_name);
    json_open_object(json, "version");
    json_put_integer(json, "id", side->version_id);
    json_put_integer(json, "number", side->version_number);
    json_close_object(json);
    json_put_real(json, "share", side->share, 3);
    json_close_object(json);
}

static void put_row(JsonWriter *json, const SimilarRow *row) {
    json_put_integer(json, "id", row->id);
    json_put_text(json, "game", row->game);
    json_put_text(json, "variant", row->variant);
    json_put_integer(json, "tokens", row->token_count);
    put_side(json, "first", &row->sides[0]);
    put_side(json, "second", &row->sides[1]);
}

// ---- The list ----

typedef struct SimilarityListCall {
    Page page;
    Text game;
    Text variant;
} SimilarityListCall;

static void put_item(void *context, const SimilarRow *row) {
    Page *page = context;
    JsonWriter *json = page_item(page, row->id);
    if (json) {
        put_row(json, row);
        page_item_end(page);
    }
}

static bool list(StoreTx *tx, void *context, Error *error) {
    (void)error;
    SimilarityListCall *call = context;
    Page *page = &call->page;
    page_begin(page);
    similarities_list(tx, text_slice(&call->game), text_slice(&call->variant), page->after,
        page_rows(page), put_item, page);
    return true;
}

void api_similarities_get(const ApiCall *call, HttpReply *reply) {
    SimilarityListCall similar;
    if (!page_read(&similar.page, call, reply)) {
        return;
    }
    text_init(&similar.game);
    text_init(&similar.variant);
    query_find(call->request->query, "game", &similar.game);
    query_find(call->request->query, "variant", &similar.variant);
    page_list(&similar.page, call, list, &similar);
    text_release(&similar.variant);
    text_release(&similar.game);
}

// ---- A single pair ----

typedef struct ShowCall {
    const ApiItem *item;
    StoreTx *tx;
    bool is_found;
} ShowCall;

static void put_source(
    const ShowCall *show, JsonWriter *json, const char *name, const Sha256 *hash) {
    Text source;
    text_init(&source);
    if (blob_get(show->tx, hash, &source)) {
        json_put_slice(json, name, text_slice(&source));
    } else {
        json_put_null(json, name);
    }
    text_release(&source);
}

static void put_pair(void *context, const SimilarRow *row) {
    ShowCall *show = context;
    show->is_found = row->id == show->item->id;
    if (!show->is_found) {
        return;
    }
    JsonWriter json = http_reply_json(show->item->reply, 200);
    json_open_object(&json, NULL);
    put_row(&json, row);
    json_put_json(&json, "ranges", row->ranges);
    put_source(show, &json, "firstSource", &row->sides[0].source);
    put_source(show, &json, "secondSource", &row->sides[1].source);
    json_close_object(&json);
}

static bool show_pair(StoreTx *tx, void *context, Error *error) {
    ShowCall show = {.item = context, .tx = tx};
    similarities_list(tx, slice_from(""), slice_from(""), show.item->id - 1, 1, put_pair, &show);
    return show.is_found ||
           error_set(error, ERROR_NOT_FOUND, "there is no such pair: it may have been replaced");
}

void api_similarity_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_pair, reply);
}
