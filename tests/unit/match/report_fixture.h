#pragma once
// Matches made by hand: a game that nobody plays, players that nobody starts, results as told.

#include <stdlib.h>
#include <string.h>

#include "match/match.h"

#define FIXTURE_PLAYERS_MAX 12

typedef struct Fixture {
    Rules rules;
    Variant variant;
    PlayerProtocol protocol;
    Openings openings;
    Sprt sprt;
    Contestant contestants[FIXTURE_PLAYERS_MAX];
    MatchOptions options;
    Match match;
} Fixture;

static inline void fixture_set(Text *text, const char *value) {
    text_clear(text);
    text_add(text, value);
}

// A round robin of the given players, 100 games each, without games so far.
static inline void fixture_init(Fixture *fixture, const char *const *names, size_t count) {
    *fixture = (Fixture){
        .rules = {.name = "amazons"},
        .variant = {.name = "8x8", .size = 8},
        .protocol = {.name = "botzone",
            .takes_openings = true,
            .turn_ms = 1000,
            .first_turn_ms = 2000},
        .openings = {.count = 500},
        .sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = SPRT_NORMALISED},
    };
    text_init(&fixture->openings.source);
    text_add(&fixture->openings.source, "books/amazons.txt");
    for (size_t i = 0; i < count; i++) {
        Contestant *contestant = &fixture->contestants[i];
        *contestant = (Contestant){.protocol = &fixture->protocol, .threads = 1, .seed = -1};
        text_init(&contestant->name);
        text_init(&contestant->command);
        text_init(&contestant->directory);
        text_init(&contestant->engine);
        text_init(&contestant->words);
        text_add(&contestant->name, names[i]);
        text_add(&contestant->command, "./bot");
        text_addf(&contestant->words, "name=%s,cmd=./bot,time=1s", names[i]);
    }
    fixture->options = (MatchOptions){
        .rules = &fixture->rules,
        .variant = &fixture->variant,
        .contestants = fixture->contestants,
        .contestant_count = count,
        .openings = &fixture->openings,
        .schedule = {.format = SCHEDULE_ROUND_ROBIN, .player_count = count},
        .games = 100,
        .concurrency = 2,
        .seed = 7,
    };
    match_init(&fixture->match, &fixture->options);
}

static inline void fixture_release(Fixture *fixture) {
    for (size_t i = 0; i < fixture->options.contestant_count; i++) {
        contestant_release(&fixture->contestants[i]);
    }
    text_release(&fixture->openings.source);
    match_release(&fixture->match);
}

// Adds a game of an encounter between `a` and `b`; in odd games `b` has the first move. The result
// counts for `a`: 'w', 'd' or 'l'.
static inline void fixture_play(Fixture *fixture, int encounter, size_t a, size_t b, int number,
    char result, VerdictKind verdict) {
    bool swapped = number % 2 == 1;
    MatchGame game = {
        .encounter = encounter,
        .number = number,
        .first = swapped ? b : a,
        .second = swapped ? a : b,
        .opening = (size_t)(number / 2),
        .verdict = verdict,
        .result = result == 'd'                ? RESULT_DRAW
                  : (result == 'w') == swapped ? RESULT_SECOND_WINS
                                               : RESULT_FIRST_WINS,
        .plies = 40 + number % 7,
        .time_ms = 1000 + 10 * number,
        .detail = strdup(verdict == VERDICT_TIMEOUT ? "no answer in 1000 ms" : "no legal move"),
        .record = strdup("[Game \"amazons\"]\n\n1. a3-d6/g6 {[%emt 0.250] fine} "
                         "f8-f3/e2 {[%emt 0.750]} 1-0\n"),
    };
    match_take_game(&fixture->match, &game);
}

// Plays pairs in order: results such as "wl" for each, seen by `a`.
static inline void fixture_play_pairs(
    Fixture *fixture, int encounter, size_t a, size_t b, const char *const *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            fixture_play(fixture, encounter, a, b, 2 * (int)i + k, pairs[i][k], VERDICT_NO_MOVE);
        }
    }
}
