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

// What is written about the results of a contest, and kept until they change.
typedef struct ResultKind {
    StandingsForm form;
    ContestDetail detail;
    const char *type;      // of a file to save; null: JSON to be read
    const char *extension; // its
    void (*write)(const ApiItem *item, const Contest *contest, const ContestMatch *match);
} ResultKind;

typedef struct ResultCall {
    ApiItem item;
    const ResultKind *kind;
} ResultCall;

// What results follow from, as a hash.
static Sha256 results_key(StoreTx *tx, const Contest *contest, const ContestMatch *match) {
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

static bool show_result(StoreTx *tx, void *context, Error *error) {
    const ResultCall *result = context;
    const ApiItem *item = &result->item;
    StandingsForm form = result->kind->form;
    StandingsCache *cache = item->call->api->standings;
    Contest contest;
    ContestMatch match;
    if (!contest_find(tx, item->id, &item->call->person, &contest, error) ||
        !contest_match_load(&match, tx, &contest, CONTEST_ENTRIES, error)) {
        return false;
    }
    Sha256 key = results_key(tx, &contest, &match);
    contest_match_release(&match);
    http_reply_json(item->reply, 200);
    if (tx_failed(tx) || standings_cache_find(cache, contest.id, form, &key, &item->reply->body)) {
        return true;
    }
    if (!contest_match_load(&match, tx, &contest, result->kind->detail, error)) {
        return false;
    }
    result->kind->write(item, &contest, &match);
    contest_match_release(&match);
    if (!tx_failed(tx)) { // then all was read
        standings_cache_put(cache, contest.id, form, &key, text_slice(&item->reply->body));
    }
    return true;
}

static void answer_result(const ApiCall *call, const ResultKind *kind, HttpReply *reply) {
    ResultCall result = {.item = {.call = call, .reply = reply}, .kind = kind};
    Error error;
    if (!job_input_id(call->id, &result.item.id, &error) ||
        !store_transact(api_store(call), STORE_READ, show_result, &result, &error)) {
        api_refuse(reply, &error);
    } else if (kind->type) {
        reply->content_type = kind->type;
        snprintf(reply->attachment, sizeof reply->attachment, "contest-%lld.%s",
            (long long)result.item.id, kind->extension);
    }
}

static void write_standings(
    const ApiItem *item, const Contest *contest, const ContestMatch *match) {
    JsonWriter json = http_reply_json(item->reply, 200);
    json_open_object(&json, NULL);
    json_put_integer(&json, "contest", contest->id);
    json_put_text(&json, "state", contest_state_name(contest->state));
    json_put_integer(&json, "gamesPlayed", (int64_t)match->match.game_count);
    json_put_integer(
        &json, "gamesPlanned", match->field_count < 2 ? 0 : match_expected_games(&match->match));
    contest_put_standings(&json, match);
    json_close_object(&json);
}

void api_contest_standings_get(const ApiCall *call, HttpReply *reply) {
    static const ResultKind STANDINGS = {
        .form = STANDINGS_JSON, .detail = CONTEST_POINTS, .write = write_standings};
    answer_result(call, &STANDINGS, reply);
}

static void write_csv(const ApiItem *item, const Contest *contest, const ContestMatch *match) {
    (void)contest;
    contest_csv(match, &item->reply->body);
}

void api_contest_csv_get(const ApiCall *call, HttpReply *reply) {
    static const ResultKind CSV = {
        STANDINGS_CSV, CONTEST_POINTS, "text/csv; charset=utf-8", "csv", write_csv};
    answer_result(call, &CSV, reply);
}

static void write_report(const ApiItem *item, const Contest *contest, const ContestMatch *match) {
    char date[32] = "";
    struct tm utc;
    time_t at = (time_t)((contest->ended_ms ? contest->ended_ms : contest->now_ms) / 1000);
    if (gmtime_r(&at, &utc)) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    }
    report_write(&match->match, date, item->call->api->replay, &item->reply->body);
}

void api_contest_report_get(const ApiCall *call, HttpReply *reply) {
    static const ResultKind REPORT = {
        STANDINGS_REPORT, CONTEST_RECORDS, "text/html; charset=utf-8", "html", write_report};
    answer_result(call, &REPORT, reply);
}
