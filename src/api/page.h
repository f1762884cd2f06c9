#pragma once
// Lists, page by page: `?limit=20&after=CURSOR` is answered with {"items": [...], "next": CURSOR},
// where `next` is null behind the last item. The cursor is the number of the last row, as a text; a
// list is read by an index from there on, never by counting rows.
//
//     Page page;
//     if (!page_read(&page, call, reply)) return;
//     page_list(&page, call, body, context);
//     ... in the body: page_begin(&page), ask for page_rows(&page) rows above page.after,
//         and for each: JsonWriter *json = page_item(&page, row->id);
//                       if (json) { json_put_text(json, "name", ...); page_item_end(&page); }

#include "api/api.h"
#include "base/json.h"

#define PAGE_ITEMS 50
#define PAGE_ITEMS_MAX 200

typedef struct Page {
    HttpReply *reply;
    JsonWriter json;
    int64_t after; // rows beyond this one are wanted
    int64_t limit;
    int64_t count;
    int64_t last; // row so far
    bool has_more;
} Page;

// Reads which rows are wanted. False if the reply is a refusal.
bool page_read(Page *page, const ApiCall *call, HttpReply *reply);

// How many rows to ask the store for: one more than are shown, to know whether there are more.
int64_t page_rows(const Page *page);

// Begins the list, anew if the store is read again.
void page_begin(Page *page);

// Opens the object of a row and returns where to write it; null if the row is beyond the page.
JsonWriter *page_item(Page *page, int64_t row);
void page_item_end(Page *page);

// Reads the list in a transaction, whose body begins it, and ends it; or refuses.
void page_list(Page *page, const ApiCall *call, StoreBody *body, void *context);
