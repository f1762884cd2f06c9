// What a bot prints: Botzone's judge always rules on it, and whatever counts as JSON can be written
// and read again.

#include "fuzz.h"

#include <jansson.h>

#include "referee/botzone_json.h"
#include "referee/botzone_judge.h"

// The text as a bot's response, as its debug output, and as a string, after which the log goes on.
static void judge(Slice text) {
    static const char *const PARTS[][2] = {
        {"{\"log\":[{},{\"0\":{\"verdict\":\"OK\",\"response\":", "}}]}"},
        {"{\"log\":[{},{\"0\":{\"debug\":", ",\"verdict\":\"OK\",\"response\":{}}},{},{}]}"},
        {"{\"log\":[{},{\"0\":{\"verdict\":\"", "\"}}]}"},
    };
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        Text input;
        Text output;
        text_init(&input);
        text_init(&output);
        text_add(&input, PARTS[i][0]);
        text_add_slice(&input, text);
        text_add(&input, PARTS[i][1]);
        FUZZ_REQUIRE(
            botzone_judge(rules_find(slice_from("amazons")), text_slice(&input), &output, NULL));
        json_t *said = json_loadb(output.data, output.size, JSON_ALLOW_NUL, NULL);
        FUZZ_REQUIRE(json_is_string(json_object_get(said, "command")));
        FUZZ_REQUIRE(json_is_object(json_object_get(said, "display")));
        json_decref(said);
        text_release(&input);
        text_release(&output);
    }
}

static void parse(Slice text) {
    json_t *value = botzone_json_parse(text, false);
    if (!value) {
        return;
    }
    char *written = json_dumps(value, JSON_ENCODE_ANY);
    FUZZ_REQUIRE(written);
    json_t *again = botzone_json_parse(slice_from(written), false);
    FUZZ_REQUIRE(again && json_equal(value, again));
    int move[BOTZONE_FIELD_COUNT];
    int moved[BOTZONE_FIELD_COUNT];
    FUZZ_REQUIRE(botzone_json_move(value, move) == botzone_json_move(again, moved));
    json_decref(again);
    json_decref(value);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Slice text = {(const char *)data, size};
    parse(text);
    judge(text);
    return 0;
}
