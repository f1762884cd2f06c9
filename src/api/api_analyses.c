// The routes about native analyses.

#include <stdio.h>
#include <string.h>

#include "api/api_routes.h"
#include "api/game_input.h"
#include "api/json_input.h"
#include "api/limits.h"

#define TIME_DEFAULT_MS 1000
#define TIME_MIN_MS 10
#define RETRY_S 5

static bool read_kind(
    const json_t *body, const Rules *rules, const EngineKind **out, Error *error) {
    Slice name = slice_from(ENGINE_KINDS[0]->name);
    char quoted[SLICE_QUOTE_SIZE];
    if (!json_input_text(body, "engine", &name, error)) {
        return false;
    }
    const EngineKind *kind = engine_kind_find(name);
    if (!kind) {
        return error_set(
            error, ERROR_UNKNOWN_ENGINE, "unknown engine %s", slice_quote(name, quoted));
    }
    *out = kind;
    return !kind->game || strcmp(kind->game, rules->name) == 0 ||
           error_set(
               error, ERROR_ENGINE_OTHER_GAME, "engine %s plays only %s", kind->name, kind->game);
}

// Everything but the game.
static bool read_question(const json_t *body, Question *question, Error *error) {
    json_int_t time_ms = TIME_DEFAULT_MS;
    json_int_t nodes = 0;
    json_int_t depth = 0;
    json_int_t lines = 1;
    if (!read_kind(body, question->game.rules, &question->kind, error) ||
        !json_input_number(body, "timeMs", TIME_MIN_MS, LIMIT_ANALYSIS_MS, &time_ms, error) ||
        !json_input_number(body, "nodes", 1, INT64_MAX, &nodes, error) ||
        !json_input_number(body, "depth", 1, PV_MAX, &depth, error) ||
        !json_input_number(body, "multiPv", 1, LIMIT_LINES, &lines, error)) {
        return false;
    }
    question->limits =
        (EngineLimits){.time_ms = time_ms, .nodes = (uint64_t)nodes, .depth = (int)depth};
    question->line_count = (int)lines;
    Outcome outcome = game_outcome(&question->game);
    return outcome.result == RESULT_NONE || outcome_refuse(outcome, error);
}

static void refuse_question(HttpReply *reply, AnalysesRefusal refusal) {
    Error error;
    int status = 503;
    switch (refusal) {
    case ANALYSES_CLIENT_BUSY:
        status = 429;
        error_set(&error, ERROR_TOO_MANY_ANALYSES,
            "you have %d analyses under way: stop one or wait", LIMIT_ANALYSES_EACH);
        break;
    case ANALYSES_QUEUE_FULL:
        error_set(&error, ERROR_QUEUE_FULL, "%d analyses wait already: try again in a while",
            LIMIT_QUEUE);
        break;
    case ANALYSES_CLOSING:
    case ANALYSES_ACCEPTED:
        error_set(&error, ERROR_STOPPING, "the server is stopping");
        break;
    }
    reply->retry_after_s = RETRY_S;
    http_refuse(reply, status, &error);
}

// Replies with how an analysis stands.
static void reply_state(HttpReply *reply, int status, Analysis *analysis) {
    bool is_over;
    analysis_read(analysis, 0, &reply->body, &is_over);
    reply->status = status;
}

void api_analyses_post(const ApiCall *call, HttpReply *reply) {
    static const char *const NAMES[] = {
        GAME_MEMBERS, "engine", "timeMs", "nodes", "depth", "multiPv", NULL};
    json_t *body = api_read_body(call->request, NAMES, reply);
    if (!body) {
        return;
    }
    Question question = {0};
    Error error;
    Analysis *analysis;
    if (!game_input_read(body, &question.game, &error)) {
        http_refuse(reply, 400, &error);
        json_decref(body);
        return;
    }
    if (!read_question(body, &question, &error)) {
        http_refuse(reply, 400, &error);
        game_release(&question.game);
        json_decref(body);
        return;
    }
    json_decref(body);
    AnalysesRefusal refusal =
        analyses_add(call->api->analyses, &question, call->request->client, &analysis);
    if (refusal != ANALYSES_ACCEPTED) {
        refuse_question(reply, refusal);
        return;
    }
    reply_state(reply, 202, analysis);
    snprintf(
        reply->location, sizeof reply->location, API_PREFIX "analyses/%s", analysis_id(analysis));
    analysis_release(analysis);
}

// The analysis of a path, held. Null if the reply is a refusal.
static Analysis *find(const ApiCall *call, HttpReply *reply) {
    Analysis *analysis = analyses_find(call->api->analyses, call->id);
    if (!analysis) {
        Error error;
        error_set(&error, ERROR_NOT_FOUND, "there is no such analysis, or none any more");
        http_refuse(reply, 404, &error);
    }
    return analysis;
}

void api_analyses_get(const ApiCall *call, HttpReply *reply) {
    Analysis *analysis = find(call, reply);
    if (analysis) {
        reply_state(reply, 200, analysis);
        analysis_release(analysis);
    }
}

void api_analyses_delete(const ApiCall *call, HttpReply *reply) {
    Analysis *analysis = find(call, reply);
    if (analysis) {
        analysis_stop(analysis);
        reply_state(reply, 202, analysis);
        analysis_release(analysis);
    }
}

static uint64_t read_feed(void *analysis, uint64_t after, Text *out, bool *is_over) {
    return analysis_read(analysis, after, out, is_over);
}

static void release_feed(void *analysis) {
    analysis_release(analysis);
}

void api_analyses_events(const ApiCall *call, HttpReply *reply) {
    Analysis *analysis = find(call, reply);
    if (analysis) {
        reply->status = 200;
        reply->feed = (HttpFeed){.source = analysis, .read = read_feed, .release = release_feed};
    }
}
