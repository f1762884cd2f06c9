#include "bridge/news.h"

#include <ctype.h>

static bool is_match_id(Slice text) {
    bool is_plain = text.size > 0 && text.size <= MATCH_ID_MAX;
    for (size_t i = 0; is_plain && i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        is_plain = byte < 128 && (isalnum(byte) || byte == '_' || byte == '-');
    }
    return is_plain;
}

static bool next_number(Slice *rest, int min, int max, int *out) {
    Slice word;
    return slice_next(rest, " ", &word) && slice_to_int(word, out) && *out >= min && *out <= max;
}

static bool read_waiting(Slice *text, NewsRequest *out) {
    Slice match;
    if (!slice_next_line(text, &match) || !slice_next_line(text, &out->request)) {
        return false;
    }
    out->match = slice_trim(match);
    out->request = slice_trim(out->request);
    return is_match_id(out->match);
}

static bool read_ended(Slice *text, NewsEnd *out) {
    Slice line;
    if (!slice_next_line(text, &line)) {
        return false;
    }
    bool done = slice_next(&line, " ", &out->match) && is_match_id(out->match) &&
                next_number(&line, 0, 15, &out->slot) &&
                next_number(&line, 0, 16, &out->player_count);
    out->scores = slice_trim(line);
    return done;
}

static bool read_all(Slice text, News *out) {
    Slice line;
    int waiting;
    int ended;
    if (!slice_next_line(&text, &line)) {
        return false;
    }
    line = slice_trim(line);
    if (!next_number(&line, 0, NEWS_WAITING_MAX, &waiting) ||
        !next_number(&line, 0, NEWS_ENDED_MAX, &ended) || slice_trim(line).size > 0) {
        return false;
    }
    bool done = true;
    out->waiting_count = (size_t)waiting;
    out->ended_count = (size_t)ended;
    for (size_t i = 0; done && i < out->waiting_count; i++) {
        done = read_waiting(&text, &out->waiting[i]);
    }
    for (size_t i = 0; done && i < out->ended_count; i++) {
        done = read_ended(&text, &out->ended[i]);
    }
    return done && slice_trim(text).size == 0;
}

bool news_read(Slice text, News *out, Error *error) {
    return read_all(text, out) ||
           error_set(error, ERROR_BAD_NEWS, "the site's answer is not the news of local programs");
}
