// The routes that answer at once: what there is, positions, records.

#include <string.h>

#include "api/api_routes.h"
#include "api/game_input.h"
#include "api/json_input.h"
#include "api/limits.h"
#include "base/cpu.h"
#include "http/limits.h"
#include "rules/game_json.h"
#include "rules/record/record_io.h"
#include "rules/record/record_json.h"

// docs/openapi.json, put there by the build.
extern const Slice OPENAPI;

void api_about(const ApiCall *call, HttpReply *reply) {
    (void)call;
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_put_text(&json, "name", "immure");
    json_put_text(&json, "version", IMMURE_VERSION);
    json_put_text(&json, "cpu", cpu_level_name(cpu_level()));
    json_put_text(&json, "api", API_PREFIX "openapi.json");
    json_open_object(&json, "limits");
    json_put_integer(&json, "bodyBytes", LIMIT_BODY_BYTES);
    json_put_integer(&json, "moves", LIMIT_MOVES);
    json_put_integer(&json, "analysisMs", LIMIT_ANALYSIS_MS);
    json_put_integer(&json, "multiPv", LIMIT_LINES);
    json_put_integer(&json, "queue", LIMIT_QUEUE);
    json_put_integer(&json, "analysesEach", LIMIT_ANALYSES_EACH);
    json_put_integer(&json, "unwatchedMs", LIMIT_UNWATCHED_MS);
    json_close_object(&json);
    json_close_object(&json);
}

void api_openapi(const ApiCall *call, HttpReply *reply) {
    (void)call;
    reply->status = 200;
    text_add_slice(&reply->body, OPENAPI);
}

static void put_variant(JsonWriter *json, const Rules *rules, const Variant *variant) {
    json_open_object(json, NULL);
    json_put_text(json, "name", variant->name);
    json_put_integer(json, "size", variant->size);
    json_put_integer(json, "plyCap", variant->ply_cap);
    json_put_integer(json, "repetitionLimit", variant->repetition_limit);
    if (rules->same) { // only Quoridor's pawns can go back
        json_put_integer(json, "walls", variant->walls);
        json_put_boolean(json, "edgeIsBarrier", variant->edge_is_barrier);
    }
    json_close_object(json);
}

static void put_formats(JsonWriter *json, const Rules *rules) {
    json_open_list(json, "formats");
    for (int i = 0; i < (int)RECORD_LIST + NOTATION_COUNT; i++) {
        RecordFormat format;
        // SGF's notation goes by the name of the file format.
        const char *name = record_format_name((RecordFormat)i);
        if (record_format_find(slice_from(name), &format) && format == (RecordFormat)i &&
            record_format_fits(format, rules)) {
            json_put_text(json, NULL, name);
        }
    }
    json_close_list(json);
}

void api_rules(const ApiCall *call, HttpReply *reply) {
    (void)call;
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "games");
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        json_open_object(&json, NULL);
        json_put_text(&json, "name", rules->name);
        json_open_list(&json, "variants");
        for (size_t j = 0; j < rules->variant_count; j++) {
            put_variant(&json, rules, &rules->variants[j]);
        }
        json_close_list(&json);
        put_formats(&json, rules);
        json_close_object(&json);
    }
    json_close_list(&json);
    json_close_object(&json);
}

static void put_engine(JsonWriter *json, const EngineKind *kind) {
    json_open_object(json, NULL);
    json_put_text(json, "name", kind->name);
    json_put_text(json, "summary", kind->summary);
    json_open_list(json, "games");
    for (size_t i = 0; i < rules_count(); i++) {
        const char *name = rules_at(i)->name;
        if (!kind->game || strcmp(kind->game, name) == 0) {
            json_put_text(json, NULL, name);
        }
    }
    json_close_list(json);
    json_put_boolean(json, "isDefault", kind == ENGINE_KINDS[0]);
    json_close_object(json);
}

void api_engines(const ApiCall *call, HttpReply *reply) {
    (void)call;
    JsonWriter json = http_reply_json(reply, 200);
    json_open_object(&json, NULL);
    json_open_list(&json, "engines");
    for (const EngineKind *const *kind = ENGINE_KINDS; *kind; kind++) {
        put_engine(&json, *kind);
    }
    json_close_list(&json);
    json_close_object(&json);
}

void api_positions(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {GAME_MEMBERS, NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Game game;
    Error error;
    if (game_input_read(body, &game, &error)) {
        JsonWriter json = http_reply_json(reply, 200);
        json_put_position(&json, NULL, &game);
        game_release(&game);
    } else {
        http_refuse(reply, 400, &error);
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

static bool convert(const json_t *body, const Game *start, HttpReply *reply, Error *error) {
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
    if (done) {
        JsonWriter json = http_reply_json(reply, 200);
        json_open_object(&json, NULL);
        json_put_slice(&json, "text", text_slice(&text));
        json_put_record(&json, "record", &record);
        json_close_object(&json);
    }
    text_release(&text);
    record_release(&record);
    return done;
}

void api_conversions(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {"game", "variant", "start", "from", "to", "text", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Game start;
    Error error;
    bool is_read = game_input_read(body, &start, &error);
    if (!is_read || !convert(body, &start, reply, &error)) {
        http_refuse(reply, 400, &error);
    }
    if (is_read) {
        game_release(&start);
    }
    json_decref(body);
}
