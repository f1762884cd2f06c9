// The two readers of JSON: what JavaScript takes and what it makes of it. What JsonCpp does is in
// tests/transcripts/botzone_judge.txt; here only that the two differ where they should.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/text.h"
#include "referee/botzone_json.h"

static void assert_parses(Slice text, const char *expected) {
    json_t *value = botzone_json_parse(text, false);
    assert_non_null(value);
    char *written = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    assert_string_equal(written, expected);
    free(written);
    json_decref(value);
}

static void test_what_javascript_takes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *value;
    } CASES[] = {
        {" [ 1 , -2.50e+1 , true,false,null , \"\" , { } , [ ] ] ",
            "[1,-25,true,false,null,\"\",{},[]]"},
        {"\r\n\t{\"a\" : {\"b\":[]}}\n", "{\"a\":{\"b\":[]}}"},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}"},
        {"-0", "0"},
        {"[0.0,3e0,-0.0,0.5]", "[0,3,0,0.5]"},
        {"[9007199254740991.0,9007199254740992.0]", "[9007199254740991,9007199254740992.0]"},
        {"9223372036854775807", "9223372036854775807"},
        {"9223372036854775808", "9.2233720368547758e18"},
        {"[1e999,-1e999]", "[null,null]"},
        {"1e-999", "0"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u4E2d\\ud83d\\ude00\"",
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u00E9\\u4E2D\\uD83D\\uDE00\""},
        {"\"\\u0000\"", "\"\\u0000\""},
        {"\"\xe4\xb8\xad\x7f\"", "\"\\u4E2D\x7f\""},
        // Halves of surrogate pairs and bytes that are no UTF-8.
        {"\"\\ud800\"", "\"\\uFFFD\""},
        {"\"\\udc00\\ud800\"", "\"\\uFFFD\\uFFFD\""},
        {"\"\\ud800\\u0041\"", "\"\\uFFFDA\""},
        {"\"\\ud800\\ud83d\\ude00\"", "\"\\uFFFD\\uD83D\\uDE00\""},
        {"\"\xff\"", "\"\\uFFFD\""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        assert_parses(slice_from(CASES[i].text), CASES[i].value);
    }
}

static void test_what_javascript_refuses(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"", " ", "x", "{", "[", "]", "[1,]", "[,1]", "[1 2]",
        "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"\":1,}", "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}",
        "1 2", "{}x", "{}{}", "01", "-", "-01", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "+1", "0x1",
        "NaN", "Infinity", "tru", "truex", "nul", "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"\t\"", "\"\n\"", "/**/1", "1//",
        "\xef\xbb\xbf"
        "1",
        "\xff"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        json_t *value = botzone_json_parse(slice_from(TEXTS[i]), false);
        if (value) {
            fail_msg("'%s' is taken", TEXTS[i]);
        }
    }
    assert_null(botzone_json_parse((Slice){"1\0", 2}, false));
    assert_null(botzone_json_parse((Slice){"\"\0\"", 3}, false));
}

static void test_text_after_the_value(void **state) {
    (void)state;
    json_t *value = botzone_json_parse(slice_from("{\"a\":1}\ntalk"), true);
    assert_int_equal(json_integer_value(json_object_get(value, "a")), 1);
    json_decref(value);
    assert_null(botzone_json_parse(slice_from("talk {\"a\":1}"), true));
}

static void test_depth(void **state) {
    (void)state;
    for (int depth = BOTZONE_JSON_DEPTH - 1; depth <= BOTZONE_JSON_DEPTH; depth++) {
        Text text;
        text_init(&text);
        for (int i = 0; i < depth; i++) {
            text_add_byte(&text, '[');
        }
        text_add_byte(&text, '1');
        for (int i = 0; i < depth; i++) {
            text_add_byte(&text, ']');
        }
        bool is_allowed = depth < BOTZONE_JSON_DEPTH;
        json_t *value = botzone_json_parse(text_slice(&text), false);
        assert_int_equal(value != NULL, is_allowed);
        json_decref(value);
        assert_int_equal(botzone_json_recover(text_slice(&text), &value), is_allowed);
        json_decref(value);
        text_release(&text);
    }
}

// After an error JsonCpp keeps what stood before it and goes on behind the next bracket.
static void test_recovery(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *value;
        bool done;
    } CASES[] = {
        {"{\"a\":1,\"b\":@,\"c\":3}", "{\"a\":1,\"b\":null}", false},
        {"[{\"a\":tru},2,3]", "[{\"a\":null}]", false},
        {"{\"a\":1,\"a\":1e999}", "{\"a\":1}", false},
        {"{\"a\":1,\"a\":[2,@]}", "{\"a\":[2,null]}", false},
        {"[1 2]", "[1]", false},
        {"", "null", false},
        {"{\"a\":1 /**/ 5 \"b\":2}", "{\"a\":1,\"b\":2}", true},
        {"[1/**/]/", "[1]", true},
        {"[/**/]", "[null]", false},
        {"/* /", "null", false},
        {"//\n1", "1", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        json_t *value;
        if (botzone_json_recover(slice_from(CASES[i].text), &value) != CASES[i].done) {
            fail_msg("'%s' is %s", CASES[i].text, CASES[i].done ? "refused" : "taken");
        }
        char *written = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        assert_string_equal(written, CASES[i].value);
        free(written);
        json_decref(value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_javascript_takes),
        cmocka_unit_test(test_what_javascript_refuses),
        cmocka_unit_test(test_text_after_the_value),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_recovery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
