// Bodies of requests: whatever comes, the answer is JSON, and an error says so.

#include "fuzz.h"

#include <jansson.h>

#include "api/api.h"

static const char *const PATHS[] = {
    API_PREFIX "positions", API_PREFIX "conversions", API_PREFIX "analyses"};

// One for all inputs: nobody thinks, and what is asked for is stopped at once.
static Api *shared_api(void) {
    static Api api;
    if (!api.analyses) {
        api.analyses = analyses_new(&(AnalysesOptions){.memory_mb = 1}, NULL);
    }
    return &api;
}

static void stop(Api *api, const json_t *document) {
    Analysis *analysis = analyses_find(
        api->analyses, slice_from(json_string_value(json_object_get(document, "id"))));
    FUZZ_REQUIRE(analysis);
    analysis_stop(analysis);
    analysis_release(analysis);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) {
        return 0;
    }
    Api *api = shared_api();
    HttpRequest request = {
        .method = slice_from("POST"),
        .path = slice_from(PATHS[data[0] % (sizeof PATHS / sizeof *PATHS)]),
        .content_type = slice_from("application/json"),
        .body = {(const char *)data + 1, size - 1},
        .client = "fuzzer",
    };
    HttpReply reply;
    api_answer(api, &request, &reply);
    json_t *document = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    FUZZ_REQUIRE(document);
    FUZZ_REQUIRE(reply.status == 200 || reply.status == 202 || reply.status == 400);
    FUZZ_REQUIRE((reply.status == 400) == (json_object_get(document, "error") != NULL));
    FUZZ_REQUIRE(!reply.feed.source);
    if (reply.status == 202) {
        stop(api, document);
    }
    json_decref(document);
    http_reply_release(&reply);
    return 0;
}
