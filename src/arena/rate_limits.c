#include "arena/rate_limits.h"

#include "base/text.h"

// A bucket that is asked about.
static Query *query_bucket(StoreTx *tx, const char *statement, const RateLimit *limit, Slice who) {
    Text key;
    text_init(&key);
    text_addf(&key, "%s:", limit->name);
    text_add_slice(&key, who);
    Query *query = query_begin(tx, statement);
    query_bind_text(query, 1, text_slice(&key));
    text_release(&key);
    return query;
}

bool rate_limit_charge(StoreTx *tx, const RateLimit *limit, Slice who, Error *error) {
    int64_t tolerance_ms = (limit->burst - 1) * limit->interval_ms;
    Query *query = query_bucket(tx, "rate_limits_charge", limit, who);
    query_bind_int(query, 2, limit->interval_ms);
    query_bind_int(query, 3, tolerance_ms);
    bool is_charged = query_changes(query) > 0;
    query_end(query);
    if (is_charged) {
        return true;
    }
    int64_t full_ms = query_take_int(query_bucket(tx, "rate_limits_wait", limit, who));
    int64_t wait_s = (full_ms - tolerance_ms + 999) / 1000;
    return error_set(error, ERROR_TOO_MANY_TRIES, "too many tries: try again in %lld s",
        (long long)(wait_s > 0 ? wait_s : 1));
}

void rate_limit_clear(StoreTx *tx, const RateLimit *limit, Slice who) {
    query_end(query_bucket(tx, "rate_limits_clear", limit, who));
}

void rate_limits_sweep(StoreTx *tx) {
    query_end(query_begin(tx, "rate_limits_sweep"));
}
