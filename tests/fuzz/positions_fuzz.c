// Position texts: what is accepted must be playable, and reading what is written changes nothing.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input;
    Position pos;
    Error error;
    if (!fuzz_input(data, size, &input) ||
        !input.rules->read(input.text, input.variant, &pos, &error)) {
        return 0;
    }
    char text[POSITION_TEXT_SIZE];
    char text_again[POSITION_TEXT_SIZE];
    size_t length = input.rules->write(&pos, text);
    FUZZ_REQUIRE(length == strlen(text) && length < POSITION_TEXT_SIZE);
    Position again;
    FUZZ_REQUIRE(input.rules->read(slice_from(text), input.variant, &again, &error));
    input.rules->write(&again, text_again);
    FUZZ_REQUIRE(strcmp(text, text_again) == 0);

    Move moves[MOVES_MAX];
    size_t count = input.rules->moves(&pos, moves);
    FUZZ_REQUIRE(count == input.rules->count(&pos));
    Text board;
    text_init(&board);
    input.rules->draw(&pos, true, &board);
    text_release(&board);
    for (size_t i = 0; i < count; i += 1 + count / 8) {
        Position next;
        input.rules->apply(&pos, moves[i], &next);
        FUZZ_REQUIRE(next.ply == pos.ply + 1 && next.turn != pos.turn);
        Move replies[MOVES_MAX];
        FUZZ_REQUIRE(input.rules->count(&next) == input.rules->moves(&next, replies));
    }
    return 0;
}
