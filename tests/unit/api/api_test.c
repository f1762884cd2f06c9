// The routes without HTTP: the table and its description agree, and answers say what they should.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <string.h>

#include "api/api.h"

static Api api;

static int set_up(void **state) {
    (void)state;
    Error error;
    api.analyses = analyses_new(&(AnalysesOptions){.memory_mb = 8}, &error);
    return api.analyses ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    analyses_free(api.analyses);
    return 0;
}

// The answer as JSON, which the caller releases; null if its body is empty.
static json_t *answer(const char *method, const char *path, const char *body, int *status) {
    HttpRequest request = {
        .method = slice_from(method),
        .path = slice_from(path),
        .content_type = slice_from("Application/JSON; charset=utf-8"),
        .body = slice_from(body),
        .client = "test",
    };
    HttpReply reply;
    api_answer(&api, &request, &reply);
    *status = reply.status;
    json_t *document = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    assert_true(document || reply.body.size == 0);
    http_reply_release(&reply);
    return document;
}

static void posts(const char *path, const char *body, int status, const char *pointer_name,
    const char *expected) {
    int found;
    json_t *document = answer("POST", path, body, &found);
    const json_t *value = json_object_get(document, pointer_name);
    if (status >= 400) {
        value = json_object_get(json_object_get(document, "error"), "text");
    }
    assert_int_equal(found, status);
    assert_string_equal(json_string_value(value), expected);
    json_decref(document);
}

static void every_route_is_described(void **state) {
    (void)state;
    int status;
    json_t *root = answer("GET", "/api/v1/openapi.json", "", &status);
    json_t *paths = json_object_get(root, "paths");
    size_t described = 0;
    const char *path;
    json_t *item;
    json_object_foreach(paths, path, item) {
        described += json_object_size(item) - (json_object_get(item, "parameters") != NULL);
    }
    size_t count = 0;
    for (const ApiRoute *route = API_ROUTES; route->method; route++, count++) {
        char name[64] = "/";
        char method[16];
        strcat(name, route->path);
        strcpy(method, route->method);
        for (char *byte = method; *byte; byte++) {
            *byte = (char)(*byte | 0x20);
        }
        assert_non_null(json_object_get(json_object_get(paths, name), method));
    }
    assert_int_equal(count, described);
    json_decref(root);
}

static void positions_are_told(void **state) {
    (void)state;
    posts("/api/v1/positions", "{\"game\": \"quoridor\", \"moves\": [\"e2\", \"e8\", \"d3h\"]}",
        200, "text", "d3h e2 e8 9 10 2 3");
    posts("/api/v1/positions", "{\"game\": \"amazons\", \"variant\": \"6x6\"}", 200, "variant",
        "6x6");
    posts("/api/v1/positions", "{\"game\": \"quoridor\", \"moves\": [\"e2\", \"e2\"]}", 400, "",
        "move 1 (second): e2 is taken by the other pawn");
    posts("/api/v1/positions", "{\"game\": \"quoridor\", \"moves\": [3]}", 400, "",
        "move 1 (first): a move is a string");
    posts("/api/v1/positions", "{\"game\": \"quoridor\", \"variant\": \"\"}", 400, "",
        "unknown variant '' of quoridor");
    posts("/api/v1/positions",
        "{\"game\": \"amazons\", \"variant\": \"8x8\", "
        "\"start\": \"3q2/q4q/6/6/Q4Q/2Q3 w\"}",
        400, "", "start: the first player has 3 amazons instead of 4");
}

static void a_refusal_has_code_arguments_and_places(void **state) {
    (void)state;
    int status;
    json_t *document = answer("POST", "/api/v1/positions",
        "{\"game\": \"quoridor\", \"moves\": [\"e3h\", \"e3v\"]}", &status);
    char *text = json_dumps(document, JSON_COMPACT);
    assert_int_equal(status, 400);
    assert_string_equal(text,
        "{\"error\":{\"code\":\"wall-crosses\",\"arguments\":[\"e3v\",\"e3h\"],"
        "\"places\":[{\"code\":\"at-move\",\"arguments\":[\"1\",\"second\"]}],"
        "\"text\":\"move 1 (second): e3v crosses a wall at e3h\"}}");
    free(text);
    json_decref(document);
}

static void a_board_is_told_square_by_square(void **state) {
    (void)state;
    int status;
    json_t *view = answer("POST", "/api/v1/positions",
        "{\"game\": \"amazons\", \"variant\": \"10x10\", \"moves\": [\"d1-d7/g7\"]}", &status);
    json_t *first = json_object_get(json_object_get(view, "amazons"), "first");
    json_t *arrows = json_object_get(json_object_get(view, "amazons"), "arrows");
    assert_int_equal(status, 200);
    assert_int_equal(json_array_size(first), 4);
    assert_int_equal(json_array_size(arrows), 1);
    assert_string_equal(json_string_value(json_array_get(arrows, 0)), "g7");
    json_decref(view);
    view = answer("POST", "/api/v1/positions",
        "{\"game\": \"quoridor\", \"start\": \"d3hf6v e4 e6 9 9 1 8\"}", &status);
    json_t *board = json_object_get(view, "quoridor");
    char *text = json_dumps(board, JSON_COMPACT);
    assert_string_equal(
        text, "{\"pawns\":[\"e4\",\"e6\"],\"wallsLeft\":[9,9],\"walls\":[\"d3h\",\"f6v\"]}");
    free(text);
    json_decref(view);
}

static void records_are_converted(void **state) {
    (void)state;
    posts("/api/v1/conversions",
        "{\"game\": \"quoridor\", \"from\": \"standard\", \"to\": \"sjtu\", \"text\": "
        "\"e2\\ne8\\n\"}",
        200, "text", "4 10\n16 10\n");
    posts("/api/v1/conversions",
        "{\"game\": \"quoridor\", \"from\": \"sgf\", \"to\": \"pgn\", \"text\": \"\"}", 400, "",
        "from: sgf is not for quoridor");
    posts("/api/v1/conversions", "{\"game\": \"quoridor\", \"from\": \"pgn\", \"to\": \"pgn\"}",
        400, "", "text is missing");
    posts("/api/v1/conversions",
        "{\"game\": \"quoridor\", \"from\": \"standard\", \"to\": \"pgn\", \"text\": \"e2\\ne2\"}",
        400, "", "text: line 2: move 1 (second): e2 is taken by the other pawn");
}

static void questions_are_checked(void **state) {
    (void)state;
    posts("/api/v1/analyses", "{\"game\": \"quoridor\", \"engine\": \"lorentz\"}", 400, "",
        "engine lorentz plays only amazons");
    posts("/api/v1/analyses", "{\"game\": \"quoridor\", \"engine\": \"deep\"}", 400, "",
        "unknown engine 'deep'");
    posts("/api/v1/analyses", "{\"game\": \"quoridor\", \"timeMs\": 60001}", 400, "",
        "timeMs is not a whole number from 10 to 60000");
    posts("/api/v1/analyses", "{\"game\": \"quoridor\", \"multiPv\": 0}", 400, "",
        "multiPv is not a whole number from 1 to 10");
    posts("/api/v1/analyses", "{\"game\": \"quoridor\"}", 202, "state", "queued");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_route_is_described),
        cmocka_unit_test(positions_are_told),
        cmocka_unit_test(a_refusal_has_code_arguments_and_places),
        cmocka_unit_test(a_board_is_told_square_by_square),
        cmocka_unit_test(records_are_converted),
        cmocka_unit_test(questions_are_checked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
