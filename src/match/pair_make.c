// The pairs of a match: who plays, from which opening, with which seeds.

#include "match/pair.h"

// A seed that is the same for the same game of the same match, and different for each player.
static uint64_t game_seed(
    const MatchOptions *options, const MatchGame *game, int number, Side side) {
    uint64_t seed = options->seed;
    const int parts[] = {game->round, game->encounter, number, (int)side};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        seed = (seed ^ (uint64_t)parts[i]) * 0x9e3779b97f4a7c15u;
        seed ^= seed >> 29;
    }
    return seed;
}

Pair pair_make(const MatchOptions *options, const MatchGame *game) {
    int is_second = game->number % 2;
    size_t players[2] = {game->first, game->second};
    Pair pair = {
        .rules = options->rules,
        .variant = options->variant,
        .players = {&options->contestants[players[is_second]],
            &options->contestants[players[1 - is_second]]},
    };
    for (int i = 0; i < 2; i++) {
        for (EACH_SIDE(side)) {
            pair.seeds[i][side] = game_seed(options, game, game->number - is_second + i, side);
        }
    }
    if (match_uses_openings(options, game->first, game->second)) {
        const Opening *opening = &options->openings->items[game->opening];
        pair.opening = opening->moves;
        pair.opening_count = opening->count;
    }
    return pair;
}
