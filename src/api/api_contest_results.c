// Who enters a contest, who is taken out, and what comes out of it.

#include <stdio.h>
#include <time.h>

#include "api/answers.h"
#include "api/api_routes.h"
#include "api/api_status.h"
#include "api/contest_output.h"
#include "api/job_input.h"
#include "arena/contest_table.h"
#include "jobs/audit.h"
#include "match/report.h"

// ---- Entries ----

typedef struct EntryCall {
    const ApiCall *call;
    int64_t id;
    json_int_t bot;
    Slice reason;
    bool (*change)(
        StoreTx *tx, const Contest *contest, int64_t bot, const Person *asker, Error *error);
} EntryCall;

// Only who may see a contest may enter it: a draft is as if it were not there.
static bool change_entry(StoreTx *tx, void *context, Error *error) {
    const EntryCall *entry = context;
    Contest contest;
    return contest_find(tx, entry->id, &entry->call->person, &contest, error) &&
           contest_lock(tx, entry->id, &contest, error) &&
           entry->change(tx, &contest, entry->bot, &entry->call->person, error);
}

static bool read_entry(const ApiCall *call, const json_t *body, EntryCall *out, Error *error) {
    out->call = call;
    return job_input_id(call->id, &out->id, error) &&
           job_input_number(body, "bot", 1, INT64_MAX, &out->bot, error);
}

static void answer_entry(const ApiCall *call, EntryCall *entry, HttpReply *reply) {
    static const char *const NAMES[] = {"bot", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Error error;
    bool is_valid = read_entry(call, body, entry, &error);
    api_answer_change(call, is_valid, change_entry, entry, &error, reply);
    json_decref(body);
}

void api_contest_entries_post(const ApiCall *call, HttpReply *reply) {
    answer_entry(call, &(EntryCall){.change = contest_enter}, reply);
}

void api_contest_entries_delete(const ApiCall *call, HttpReply *reply) {
    answer_entry(call, &(EntryCall){.change = contest_withdraw}, reply);
}

static bool disqualify(StoreTx *tx, void *context, Error *error) {
    const EntryCall *entry = context;
    Contest contest;
    if (!contest_lock(tx, entry->id, &contest, error) ||
        !contest_disqualify(
            tx, entry->call->api->queue, &contest, entry->bot, entry->reason, error)) {
        return false;
    }
    char subject[64];
    snprintf(subject, sizeof subject, "contest %lld, bot %lld", (long long)entry->id,
        (long long)entry->bot);
    audit_add(tx, entry->call->person.name, "disqualified", slice_from(subject), entry->reason);
    return true;
}

void api_contest_disqualifications_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"bot", "reason", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    EntryCall entry = {0};
    Error error;
    bool is_valid = read_entry(call, body, &entry, &error) &&
                    job_input_text(body, "reason", &entry.reason, &error);
    if (is_valid &&
        (slice_trim(entry.reason).size == 0 || entry.reason.size > CONTEST_OUT_REASON_MAX)) {
        is_valid = error_set(&error, ERROR_BAD_REQUEST, "reason is a text of up to %d bytes",
            CONTEST_OUT_REASON_MAX);
    }
    api_answer_change(call, is_valid, disqualify, &entry, &error, reply);
    json_decref(body);
}

// ---- Results ----

typedef struct ResultCall {
    const ApiCall *call;
    int64_t id;
    ContestDetail detail;
    void (*write)(
        const struct ResultCall *result, const Contest *contest, const ContestMatch *match);
    HttpReply *reply;
} ResultCall;

static bool show_result(StoreTx *tx, void *context, Error *error) {
    const ResultCall *result = context;
    Contest contest;
    ContestMatch match;
    if (!contest_find(tx, result->id, &result->call->person, &contest, error) ||
        !contest_match_load(&match, tx, &contest, result->detail, error)) {
        return false;
    }
    result->write(result, &contest, &match);
    contest_match_release(&match);
    return true;
}

static void answer_result(ResultCall *result) {
    Error error;
    if (!job_input_id(result->call->id, &result->id, &error) ||
        !store_transact(api_store(result->call), STORE_READ, show_result, result, &error)) {
        api_refuse(result->reply, &error);
    }
}

static void write_standings(HttpReply *reply, const Contest *contest, const ContestMatch *match) {
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "contest", contest->id);
    json_put_text(&json, "state", contest_state_name(contest->state));
    json_put_integer(&json, "gamesPlayed", (int64_t)match->match.game_count);
    json_put_integer(
        &json, "gamesPlanned", match->field_count < 2 ? 0 : match_expected_games(&match->match));
    contest_put_standings(&json, match);
    json_close_object(&json);
}

// What standings follow from, as a hash.
static Sha256 standings_key(StoreTx *tx, const Contest *contest, const ContestMatch *match) {
    Text text;
    text_init(&text);
    JsonWriter json = {.out = &text};
    Query *count = query_begin(tx, "contest_games_count");
    query_bind_int(count, 1, contest->id);
    json_open_object(&json, NULL);
    json_put_integer(&json, "games", query_take_int(count));
    contest_put(&json, contest);
    contest_put_entries(&json, match);
    json_close_object(&json);
    Sha256 key = sha256_of(text_slice(&text));
    text_release(&text);
    return key;
}

static bool show_standings(StoreTx *tx, void *context, Error *error) {
    const ApiItem *item = context;
    StandingsCache *cache = item->call->api->standings;
    Contest contest;
    ContestMatch match;
    if (!contest_find(tx, item->id, &item->call->person, &contest, error) ||
        !contest_match_load(&match, tx, &contest, CONTEST_ENTRIES, error)) {
        return false;
    }
    Sha256 key = standings_key(tx, &contest, &match);
    contest_match_release(&match);
    http_reply_json(item->reply, 200);
    if (tx_failed(tx) || standings_cache_find(cache, contest.id, &key, &item->reply->body)) {
        return true;
    }
    if (!contest_match_load(&match, tx, &contest, CONTEST_POINTS, error)) {
        return false;
    }
    write_standings(item->reply, &contest, &match);
    contest_match_release(&match);
    if (!tx_failed(tx)) { // then all was read
        standings_cache_put(cache, contest.id, &key, text_slice(&item->reply->body));
    }
    return true;
}

void api_contest_standings_get(const ApiCall *call, HttpReply *reply) {
    api_show(call, show_standings, reply);
}

// Begins a file to save.
static void begin_file(const ResultCall *result, const char *type, const char *format) {
    HttpReply *reply = result->reply;
    reply->status = 200;
    reply->content_type = type;
    text_clear(&reply->body);
    snprintf(reply->attachment, sizeof reply->attachment, "contest-%lld.%s", (long long)result->id,
        format);
}

static void write_csv(const ResultCall *result, const Contest *contest, const ContestMatch *match) {
    (void)contest;
    begin_file(result, "text/csv; charset=utf-8", "csv");
    contest_csv(match, &result->reply->body);
}

void api_contest_csv_get(const ApiCall *call, HttpReply *reply) {
    answer_result(&(ResultCall){call, 0, CONTEST_POINTS, write_csv, reply});
}

static void write_report(
    const ResultCall *result, const Contest *contest, const ContestMatch *match) {
    char date[32] = "";
    struct tm utc;
    time_t at = (time_t)((contest->ended_ms ? contest->ended_ms : contest->now_ms) / 1000);
    if (gmtime_r(&at, &utc)) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    }
    begin_file(result, "text/html; charset=utf-8", "html");
    report_write(&match->match, date, result->call->api->replay, &result->reply->body);
}

void api_contest_report_get(const ApiCall *call, HttpReply *reply) {
    answer_result(&(ResultCall){call, 0, CONTEST_RECORDS, write_report, reply});
}
