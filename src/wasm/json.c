#include "wasm/json.h"

void json_string(Text *out, Slice text) {
    text_add_byte(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte == '"' || byte == '\\') {
            text_add_byte(out, '\\');
            text_add_byte(out, text.data[i]);
        } else if (byte < ' ') {
            text_addf(out, "\\u%04x", byte);
        } else {
            text_add_byte(out, text.data[i]);
        }
    }
    text_add_byte(out, '"');
}

void json_comma(Text *out, size_t index) {
    if (index > 0) {
        text_add_byte(out, ',');
    }
}

void json_move(Text *out, const Rules *rules, const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    rules->format(pos, move, NOTATION_STANDARD, text);
    json_string(out, slice_from(text));
}

void json_moves(
    Text *out, const Rules *rules, const Position *start, const Move *moves, size_t count) {
    Position pos = *start;
    text_add_byte(out, '[');
    for (size_t i = 0; i < count; i++) {
        json_comma(out, i);
        json_move(out, rules, &pos, moves[i]);
        rules->apply(&pos, moves[i], &pos);
    }
    text_add_byte(out, ']');
}
