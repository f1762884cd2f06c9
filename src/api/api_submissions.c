// The engine as one source file for a site (docs/submissions.md).

#include <stdio.h>
#include <string.h>

#include "api/api_routes.h"
#include "api/limits.h"
#include "http/query.h"
#include "submission/site_file.h"

#define ENDING ".cpp"

static bool read_options(const HttpRequest *request, SubmissionOptions *options, Error *error) {
    long long level = options->level;
    long long time_ms = options->time_ms;
    if (!query_number(request->query, "level", 1, LEVELS_COUNT, &level, error) ||
        !query_number(request->query, "timeMs", 1, LIMIT_SUBMISSION_MS, &time_ms, error)) {
        return false;
    }
    options->level = (int)level;
    options->time_ms = (int)time_ms;
    return true;
}

void api_submissions(const ApiCall *call, HttpReply *reply) {
    Slice id = call->id;
    Error error;
    SubmissionOptions options;
    size_t ending = strlen(ENDING);
    bool has_ending = id.size > ending && slice_is(slice_skip(id, id.size - ending), ENDING);
    Slice name = {id.data, id.size - (has_ending ? ending : 0)};
    if (!has_ending || !submission_file_find(name, &options)) {
        char quoted[SLICE_QUOTE_SIZE];
        error_set(&error, ERROR_NOT_FOUND, "there is no submission %s", slice_quote(id, quoted));
        http_refuse(reply, 404, &error);
        return;
    }
    if (!read_options(call->request, &options, &error) ||
        !submission_file_write(&options, &reply->body, &error)) {
        http_refuse(reply, 400, &error);
        return;
    }
    reply->status = 200;
    reply->content_type = "text/x-c++src; charset=utf-8";
    snprintf(reply->attachment, sizeof reply->attachment, "%.*s", (int)id.size, id.data);
}
