// Pairs of games that come from a client, and their results, which come from a worker: what is
// accepted survives being written and read again, and no result crashes the check.

#include "fuzz.h"

#include "match/game_result.h"
#include "match/pair.h"

static void try_pair(Slice json) {
    PairInput input;
    PairInput again;
    Text first;
    Text second;
    Error error;
    if (!pair_read(&input, json, &error)) {
        return;
    }
    text_init(&first);
    text_init(&second);
    FUZZ_REQUIRE(pair_write(&input.pair, &first, &error));
    FUZZ_REQUIRE(pair_read(&again, text_slice(&first), &error));
    FUZZ_REQUIRE(pair_write(&again.pair, &second, &error));
    FUZZ_REQUIRE(strcmp(first.data, second.data) == 0);
    text_release(&first);
    text_release(&second);
    pair_input_release(&input);
    pair_input_release(&again);
}

static void try_result(Slice json) {
    static const char PAIR[] =
        "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[\"name=A,engine=random\",\"name=B,"
        "engine=random\"],\"opening\":[\"a2-d5/b3\"],\"seeds\":[[1,2],[3,4]]}";
    MatchGame games[2];
    Error error;
    if (!pair_result_read(games, json, &error)) {
        return;
    }
    PairInput input;
    FUZZ_REQUIRE(pair_read(&input, slice_from(PAIR), &error));
    pair_check(&input.pair, games, &error);
    Text text;
    text_init(&text);
    FUZZ_REQUIRE(pair_result_write(games, &text, &error));
    text_release(&text);
    game_result_release(&games[0]);
    game_result_release(&games[1]);
    pair_input_release(&input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0) {
        Slice json = {(const char *)data + 1, size - 1};
        data[0] & 1 ? try_result(json) : try_pair(json);
    }
    return 0;
}
