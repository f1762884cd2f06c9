// Botzone's JSON messages: the reader that goes into submissions takes and refuses what jansson
// does, and reads the same moves.

#include <jansson.h>

#include "bot/botzone_reader.h"
#include "fuzz.h"

// Where the two may differ: jansson looks into letters beyond ASCII and at the size of numbers, and
// goes deeper; and it passes over a NUL after a number.
static bool is_plain(Slice text) {
    size_t depth = 0;
    size_t digits = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        bool is_digit = byte >= '0' && byte <= '9';
        digits = is_digit ? digits + 1 : 0;
        depth += byte == '[' || byte == '{';
        if (byte == 0 || byte >= 128 || byte == '\\' || digits > 2 || depth > 60) {
            return false;
        }
    }
    return true;
}

static void require_same_move(const BotzoneMove *move, const json_t *object) {
    for (size_t i = 0; i < 6; i++) {
        const json_t *number = json_object_get(object, BOTZONE_FIELDS[i]);
        FUZZ_REQUIRE(move->is_whole[i] == json_is_integer(number));
        FUZZ_REQUIRE(!move->is_whole[i] || move->number[i] == json_integer_value(number));
    }
}

static void require_same_moves(const BotzoneMove *moves, size_t count, const json_t *list) {
    FUZZ_REQUIRE(count == json_array_size(list));
    for (size_t i = 0; i < count && i < BOTZONE_TURNS_MAX; i++) {
        const json_t *entry = json_array_get(list, i);
        if (!json_is_string(entry)) {
            require_same_move(&moves[i], entry);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Slice text = {(const char *)data, size};
    static BotzoneTurn turn;
    BotzoneMove move;
    Error error;
    Text stored;
    text_init(&stored);
    bool is_json = botzone_read_turn(text, &turn, &stored, &error);
    text_release(&stored);
    FUZZ_REQUIRE(botzone_read_request(text, &move, &error) == is_json);
    if (!is_plain(text)) {
        return 0;
    }
    json_t *json = json_loadb(text.data, text.size, JSON_ALLOW_NUL, NULL);
    FUZZ_REQUIRE((json != NULL) == is_json);
    if (json) {
        require_same_move(&move, json);
        require_same_moves(turn.requests, turn.request_count, json_object_get(json, "requests"));
        require_same_moves(turn.responses, turn.response_count, json_object_get(json, "responses"));
    }
    json_decref(json);
    return 0;
}
