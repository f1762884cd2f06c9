#include "api/game_query.h"

#include "http/query.h"

void game_query_release(GameQuery *query) {
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

bool game_query_read(GameQuery *out, Slice query, Error *error) {
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
