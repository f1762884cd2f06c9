// The routes that answer at once: what there is, positions, records.

#include <string.h>

#include "api/api_routes.h"
#include "api/game_json.h"
#include "api/json_input.h"
#include "api/limits.h"
#include "base/cpu.h"
#include "http/limits.h"
#include "rules/record/record_io.h"

// docs/openapi.json, put there by the build.
extern const Slice OPENAPI;

void api_about(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)request, (void)id;
    http_reply_json(reply, 200,
        json_pack("{s:s s:s s:s s:s s:{s:i s:i s:i s:i s:i s:i s:i}}", "name", "immure", "version",
            IMMURE_VERSION, "cpu", cpu_level_name(cpu_level()), "api", API_PREFIX "openapi.json",
            "limits", "bodyBytes", (int)LIMIT_BODY_BYTES, "moves", LIMIT_MOVES, "analysisMs",
            LIMIT_ANALYSIS_MS, "multiPv", LIMIT_LINES, "queue", LIMIT_QUEUE, "analysesEach",
            LIMIT_ANALYSES_EACH, "unwatchedMs", LIMIT_UNWATCHED_MS));
}

void api_openapi(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)request, (void)id;
    reply->status = 200;
    text_add_slice(&reply->body, OPENAPI);
}

static json_t *variants_json(const Rules *rules) {
    json_t *list = json_array();
    for (size_t i = 0; i < rules->variant_count; i++) {
        json_array_append_new(list, game_json_variant(rules, &rules->variants[i]));
    }
    return list;
}

static json_t *formats_json(const Rules *rules) {
    json_t *list = json_array();
    for (int i = 0; i < (int)RECORD_LIST + NOTATION_COUNT; i++) {
        RecordFormat format;
        // SGF's notation goes by the name of the file format.
        const char *name = record_format_name((RecordFormat)i);
        if (record_format_find(slice_from(name), &format) && format == (RecordFormat)i &&
            record_format_fits(format, rules)) {
            json_array_append_new(list, json_string(name));
        }
    }
    return list;
}

void api_games(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)request, (void)id;
    json_t *list = json_array();
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        json_array_append_new(list, json_pack("{s:s s:o s:o}", "name", rules->name, "variants",
                                        variants_json(rules), "formats", formats_json(rules)));
    }
    http_reply_json(reply, 200, json_pack("{s:o}", "games", list));
}

void api_engines(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)request, (void)id;
    json_t *list = json_array();
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        json_t *games = json_array();
        for (size_t i = 0; i < rules_count(); i++) {
            const char *name = rules_at(i)->name;
            if (!(*kind)->game || strcmp((*kind)->game, name) == 0) {
                json_array_append_new(games, json_string(name));
            }
        }
        json_array_append_new(
            list, json_pack("{s:s s:s s:o s:b}", "name", (*kind)->name, "summary", (*kind)->summary,
                      "games", games, "isDefault", kind == ENGINE_KINDS));
    }
    http_reply_json(reply, 200, json_pack("{s:o}", "engines", list));
}

void api_positions(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)id;
    static const char *const NAMES[] = {GAME_MEMBERS, NULL};
    json_t *body = api_read_body(request, NAMES, reply);
    if (!body) {
        return;
    }
    Game game;
    Error error;
    if (game_json_read(body, &game, &error)) {
        http_reply_json(reply, 200, game_json_view(&game));
        game_release(&game);
    } else {
        http_refuse(reply, 400, "bad-game", "%s", error.text);
    }
    json_decref(body);
}

static bool read_format(const json_t *body, const char *member, const Rules *rules,
    RecordFormat *format, Error *error) {
    Slice name = {0};
    char quoted[SLICE_QUOTE_SIZE];
    if (!json_input_text(body, member, &name, error)) {
        return false;
    }
    if (!name.data) {
        return error_set(error, ERROR_MEMBER_MISSING, "%s is missing", member);
    }
    if (!record_format_find(name, format)) {
        error_set(error, ERROR_UNKNOWN_FORMAT, "unknown format %s", slice_quote(name, quoted));
        return error_prefix(error, ERROR_AT_MEMBER, "%s", member);
    }
    if (!record_format_fits(*format, rules)) {
        error_set(error, ERROR_WRONG_FORMAT, "%s is not for %s", record_format_name(*format),
            rules->name);
        return error_prefix(error, ERROR_AT_MEMBER, "%s", member);
    }
    return true;
}

// A list of moves does not say what it is of: game, variant and start do.
static bool read_record(
    const json_t *body, const Game *start, RecordFormat format, Record *out, Error *error) {
    Slice text = {0};
    if (!json_input_text(body, "text", &text, error)) {
        return false;
    }
    if (!text.data) {
        return error_set(error, ERROR_MEMBER_MISSING, "%s is missing", "text");
    }
    bool done = format < RECORD_LIST
                    ? record_read(text, format, start->rules, out, error)
                    : record_read_moves(text, (Notation)((int)format - (int)RECORD_LIST),
                          start->rules, game_position(start), out, error);
    return done || error_prefix(error, ERROR_AT_MEMBER, "%s", "text");
}

static bool convert(const json_t *body, const Game *start, json_t **answer, Error *error) {
    RecordFormat from;
    RecordFormat to;
    Record record;
    if (!read_format(body, "from", start->rules, &from, error) ||
        !read_format(body, "to", start->rules, &to, error) ||
        !read_record(body, start, from, &record, error)) {
        return false;
    }
    Text text;
    text_init(&text);
    bool done = record_write(&record, to, &text, error);
    if (done && record.game.count > LIMIT_MOVES) {
        error_set(error, ERROR_TOO_MANY_MOVES, "more than %d moves", LIMIT_MOVES);
        done = error_prefix(error, ERROR_AT_MEMBER, "%s", "text");
    }
    json_t *written = done ? json_stringn(text.data, text.size) : NULL;
    if (done && !written) {
        done = error_set(error, ERROR_NOT_UTF8, "text: the record is not UTF-8");
    }
    if (done) {
        *answer = json_pack("{s:o s:o}", "text", written, "record", game_json_record(&record));
    }
    text_release(&text);
    record_release(&record);
    return done;
}

void api_conversions(Api *api, const HttpRequest *request, Slice id, HttpReply *reply) {
    (void)api, (void)id;
    static const char *const NAMES[] = {"game", "variant", "start", "from", "to", "text", NULL};
    json_t *body = api_read_body(request, NAMES, reply);
    if (!body) {
        return;
    }
    Game start;
    Error error;
    json_t *answer;
    if (!game_json_read(body, &start, &error)) {
        http_refuse(reply, 400, "bad-game", "%s", error.text);
        json_decref(body);
        return;
    }
    if (convert(body, &start, &answer, &error)) {
        http_reply_json(reply, 200, answer);
    } else {
        http_refuse(reply, 400, "bad-record", "%s", error.text);
    }
    game_release(&start);
    json_decref(body);
}
