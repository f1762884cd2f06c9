#pragma once
// A match without programs: its players are named A, B, C and so on, and its games are made up.
// Include it after <cmocka.h>.

#include <stdlib.h>
#include <string.h>

#include "match/match.h"

#define FIXTURE_PLAYERS_MAX 8

typedef struct Fixture {
    Contestant contestants[FIXTURE_PLAYERS_MAX];
    Openings openings;
    MatchOptions options;
    Match match;
} Fixture;

static inline void fixture_init(
    Fixture *fixture, size_t players, ScheduleFormat format, int games) {
    const Rules *rules = rules_find(slice_from("amazons"));
    for (size_t i = 0; i < players; i++) {
        char words[] = "name=A,engine=random";
        words[5] = (char)('A' + i);
        assert_true(contestant_parse(&fixture->contestants[i], slice_from(words), rules, NULL));
    }
    assert_true(openings_load(&fixture->openings, NULL, rules, &rules->variants[0], 1, 1, NULL));
    fixture->options = (MatchOptions){
        .rules = rules,
        .variant = &rules->variants[0],
        .contestants = fixture->contestants,
        .contestant_count = players,
        .openings = &fixture->openings,
        .schedule = {.format = format, .player_count = players},
        .games = games,
        .concurrency = 1,
        .seed = 1,
    };
    match_init(&fixture->match, &fixture->options);
}

static inline void fixture_release(Fixture *fixture) {
    match_release(&fixture->match);
    openings_release(&fixture->openings);
    for (size_t i = 0; i < fixture->options.contestant_count; i++) {
        contestant_release(&fixture->contestants[i]);
    }
}

// The game of that name between two players; the caller has to give it away or drop it.
static inline MatchGame fixture_game(int encounter, int number, size_t first, size_t second) {
    return (MatchGame){
        .encounter = encounter,
        .number = number,
        .first = first,
        .second = second,
        .opening = (size_t)number / 2,
        .verdict = VERDICT_NO_MOVE,
        .result = RESULT_FIRST_WINS,
        .plies = 40 + number,
        .time_ms = 1000 + number,
        .detail = strdup("no legal move"),
        .record = strdup("[Result \"1-0\"]\n\n1. d1-d7/g7 1-0\n"),
    };
}

static inline void fixture_drop(MatchGame *game) {
    free(game->detail);
    free(game->record);
}

// Plays a game of the first encounter between players 0 and 1, who swap colours by its number.
static inline void fixture_play(Fixture *fixture, int number, Result result, VerdictKind verdict) {
    MatchGame game = fixture_game(0, number, number % 2 ? 1 : 0, number % 2 ? 0 : 1);
    game.result = result;
    game.verdict = verdict;
    assert_true(match_take_game(&fixture->match, &game));
}
