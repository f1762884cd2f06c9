// Lists of moves in every notation: what is accepted must be legal and must survive being written.

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput input;
    if (!fuzz_input(data, size, &input)) {
        return 0;
    }
    Game game;
    Error error;
    game_init(&game, input.rules, input.variant);
    game_play_list(&game, input.text, input.notation, &error);
    for (size_t i = 0; i < game.count; i++) {
        const Position *pos = &game.positions[i];
        Move legal[MOVES_MAX];
        size_t count = input.rules->moves(pos, legal);
        bool found = false;
        for (size_t j = 0; j < count; j++) {
            found = found || legal[j] == game.moves[i];
        }
        FUZZ_REQUIRE(found);
        char text[MOVE_TEXT_SIZE];
        size_t length = input.rules->format(pos, game.moves[i], input.notation, text);
        Move again;
        FUZZ_REQUIRE(length == strlen(text) && length < MOVE_TEXT_SIZE);
        FUZZ_REQUIRE(input.rules->parse(pos, slice_from(text), input.notation, &again, &error));
        FUZZ_REQUIRE(again == game.moves[i]);
    }
    game_release(&game);
    return 0;
}
