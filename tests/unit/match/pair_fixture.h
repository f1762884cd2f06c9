#pragma once
// What the tests of pairs share: payloads as JSON, and games that were played from them.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/game_result.h"
#include "match/pair.h"

#define PAYLOAD(players, opening)                                                                  \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" players "],\"opening\":[" opening    \
    "],\"seeds\":[[1,2],[3,4]]}"
#define LOGGED(players)                                                                            \
    "{\"game\":\"amazons\",\"variant\":\"6x6\",\"players\":[" players                              \
    "],\"opening\":[],\"seeds\":[[1,2],[3,4]],\"owners\":[\"ann\",\"bob\"],\"logs\":true}"
#define RANDOM "\"name=A,engine=random\",\"name=B,engine=random,seed=7\""
#define OPENING "\"a2-d5/b3\",\"a5-b5/c6\""

static inline void read_pair(PairInput *input, const char *json) {
    Error error = {0};
    if (!pair_read(input, slice_from(json), &error)) {
        fail_msg("%s", error.text);
    }
}

// Two games that really took place.
typedef struct Played {
    PairInput input;
    MatchGame games[2];
} Played;

static inline void play(Played *played, const char *json) {
    PairSetting setting = {.self = getenv("IMMURE"), .core = -1};
    read_pair(&played->input, json);
    for (int i = 0; i < 2; i++) {
        Error error = {0};
        played->games[i] = (MatchGame){0};
        if (!pair_play(&played->input.pair, i, &setting, &played->games[i], &error)) {
            fail_msg("%s", error.text);
        }
    }
}

static inline void release(Played *played) {
    game_result_release(&played->games[0]);
    game_result_release(&played->games[1]);
    pair_input_release(&played->input);
}

static inline void assert_believed(const Played *played) {
    Error error = {0};
    if (!pair_check(&played->input.pair, played->games, &error)) {
        fail_msg("%s", error.text);
    }
}
