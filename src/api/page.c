#include "api/page.h"

#include "api/answers.h"
#include "api/api_status.h"
#include "http/query.h"

bool page_read(Page *page, const ApiCall *call, HttpReply *reply) {
    long long after = 0;
    long long limit = PAGE_ITEMS;
    Error error;
    Slice query = call->request->query;
    if (!query_number(query, "after", 0, INT64_MAX, &after, &error) ||
        !query_number(query, "limit", 1, PAGE_ITEMS_MAX, &limit, &error)) {
        api_refuse(reply, &error);
        return false;
    }
    *page = (Page){.reply = reply, .after = after, .limit = limit};
    return true;
}

int64_t page_rows(const Page *page) {
    return page->limit + 1;
}

void page_begin(Page *page) {
    page->json = http_reply_json(page->reply, 200);
    page->count = 0;
    page->has_more = false;
    json_open_object(&page->json, NULL);
    json_open_list(&page->json, "items");
}

JsonWriter *page_item(Page *page, int64_t row) {
    if (page->count == page->limit) {
        page->has_more = true;
        return NULL;
    }
    page->count++;
    page->last = row;
    json_open_object(&page->json, NULL);
    return &page->json;
}

void page_item_end(Page *page) {
    json_close_object(&page->json);
}

void page_list(Page *page, const ApiCall *call, StoreBody *body, void *context) {
    Error error;
    if (!store_transact(api_store(call), STORE_READ, body, context, &error)) {
        api_refuse(page->reply, &error);
        return;
    }
    json_close_list(&page->json);
    if (page->has_more) {
        char next[24];
        snprintf(next, sizeof next, "%lld", (long long)page->last);
        json_put_text(&page->json, "next", next);
    } else {
        json_put_null(&page->json, "next");
    }
    json_close_object(&page->json);
}
