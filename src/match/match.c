#include "match/match.h"

#include <limits.h>
#include <stdlib.h>

#include "match/game_result.h"

void match_init(Match *match, const MatchOptions *options) {
    *match = (Match){.options = options, .test.pairs.unit = TALLY_PENTANOMIAL};
}

void match_release(Match *match) {
    for (size_t i = 0; i < match->game_count; i++) {
        game_result_release(&match->games[i]);
    }
    free(match->games);
    free(match->slots);
    *match = (Match){0};
}

// Where a game's name is or would be in the hash table.
static size_t find_slot(const Match *match, int round, int encounter, int number) {
    size_t mask = 2 * match->game_capacity - 1;
    uint64_t hash = ((uint64_t)round * 4099 + (uint64_t)encounter) * 65537 + (uint64_t)number;
    size_t slot = (size_t)((hash * 0x9e3779b97f4a7c15u) >> 20) & mask;
    for (; match->slots[slot] != 0; slot = (slot + 1) & mask) {
        const MatchGame *game = &match->games[match->slots[slot] - 1];
        if (game->round == round && game->encounter == encounter && game->number == number) {
            break;
        }
    }
    return slot;
}

const MatchGame *match_find(const Match *match, int round, int encounter, int number) {
    if (match->game_capacity == 0) {
        return NULL;
    }
    size_t entry = match->slots[find_slot(match, round, encounter, number)];
    return entry ? &match->games[entry - 1] : NULL;
}

static void grow(Match *match) {
    match->game_capacity = match->game_capacity ? 2 * match->game_capacity : 64;
    match->games = realloc(match->games, match->game_capacity * sizeof *match->games);
    free(match->slots);
    match->slots = calloc(2 * match->game_capacity, sizeof *match->slots);
    if (!match->games || !match->slots) {
        abort();
    }
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        match->slots[find_slot(match, game->round, game->encounter, game->number)] = i + 1;
    }
}

// Half points of a result for one side.
static int half_points(Result result, Side side) {
    if (result == RESULT_DRAW) {
        return 1;
    }
    return result == result_win_for(side) ? 2 : 0;
}

static Side side_of(const MatchGame *game, size_t player) {
    return game->first == player ? SIDE_FIRST : SIDE_SECOND;
}

// Half points of a pair of games for one player, given the first of them; -1 if it is incomplete.
static int pair_half_points(const Match *match, const MatchGame *game, size_t player) {
    const MatchGame *other = match_find(match, game->round, game->encounter, game->number + 1);
    return other ? half_points(game->result, side_of(game, player)) +
                       half_points(other->result, side_of(other, player))
                 : -1;
}

// Counts the pairs that come next and are complete.
static void go_on_with_test(Match *match) {
    MatchTest *test = &match->test;
    while (test->status == SPRT_CONTINUE) {
        const MatchGame *game = match_find(match, 0, 0, 2 * (int)tally_units(&test->pairs));
        int points = game ? pair_half_points(match, game, 0) : -1;
        if (points < 0) {
            return;
        }
        tally_add(&test->pairs, points);
        test->llr = sprt_llr(match->options->sprt, &test->pairs);
        test->status = sprt_status(match->options->sprt, test->llr);
    }
}

bool match_take_game(Match *match, const MatchGame *game) {
    if (match_find(match, game->round, game->encounter, game->number)) {
        return false;
    }
    if (match->game_count == match->game_capacity) {
        grow(match);
    }
    size_t slot = find_slot(match, game->round, game->encounter, game->number);
    match->games[match->game_count++] = *game;
    match->slots[slot] = match->game_count;
    if (match->options->sprt) {
        go_on_with_test(match);
    }
    return true;
}

size_t match_encounters_max(const MatchOptions *options) {
    size_t count = 0;
    for (int round = 0; round < schedule_rounds(&options->schedule); round++) {
        count += schedule_encounters(&options->schedule, round);
    }
    return count;
}

// Gives the games that were not played to who is still there, if one of the two is out.
static void add_walkover(const Schedule *schedule, Encounter *encounter, int games) {
    bool is_a_out = schedule_is_out(schedule, encounter->a, encounter->round);
    bool is_b_out = schedule_is_out(schedule, encounter->b, encounter->round);
    encounter->points_a += is_b_out && !is_a_out ? games : 0;
    encounter->points_b += is_a_out && !is_b_out ? games : 0;
    encounter->is_over = encounter->is_over || is_a_out || is_b_out;
}

static int extra_pairs_max(const MatchOptions *options) {
    return options->schedule.format == SCHEDULE_KNOCKOUT ? MATCH_EXTRA_PAIRS_MAX : 0;
}

// Fills in what is known of an encounter.
static void sum_encounter(const Match *match, Encounter *encounter, int index) {
    const MatchOptions *options = match->options;
    encounter->games = options->games;
    if (encounter->a == encounter->b) {
        encounter->points_a = encounter->games;
        encounter->is_over = true;
        return;
    }
    int left = 0;
    for (int number = 0; number < encounter->games; number++) {
        const MatchGame *game = match_find(match, encounter->round, index, number);
        if (game) {
            encounter->points_a += half_points(game->result, side_of(game, encounter->a)) / 2.0;
            encounter->points_b += half_points(game->result, side_of(game, encounter->b)) / 2.0;
        }
        left += !game;
        bool is_level = left == 0 && encounter->points_a == encounter->points_b;
        if (is_level && number + 1 == encounter->games &&
            encounter->games < options->games + 2 * extra_pairs_max(options)) {
            encounter->games += 2;
        }
    }
    encounter->is_over = left == 0;
    add_walkover(&match->options->schedule, encounter, left);
}

size_t match_encounters(const Match *match, Encounter *out) {
    const Schedule *schedule = &match->options->schedule;
    size_t count = 0;
    bool complete = true;
    for (int round = 0; round < schedule_rounds(schedule) && complete; round++) {
        size_t added = schedule_round(schedule, round, out, count, out + count);
        for (size_t i = 0; i < added; i++) {
            sum_encounter(match, &out[count + i], (int)i);
            complete = complete && out[count + i].is_over;
        }
        count += added;
    }
    return count;
}

static int64_t planned_encounters(const MatchOptions *options) {
    int64_t players = (int64_t)options->schedule.player_count;
    switch (options->schedule.format) {
    case SCHEDULE_KNOCKOUT: // all but one have to lose
        return players - 1;
    case SCHEDULE_SWISS: // without byes
        return players / 2 * schedule_rounds(&options->schedule);
    default:
        return (int64_t)match_encounters_max(options);
    }
}

static int as_int(int64_t count) {
    return count < INT_MAX ? (int)count : INT_MAX;
}

int match_planned_games(const MatchOptions *options) {
    return as_int(options->games * planned_encounters(options));
}

int match_expected_games(const Match *match) {
    int64_t games = match_planned_games(match->options);
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        bool is_first = game->number % 2 == 0 ||
                        !match_find(match, game->round, game->encounter, game->number - 1);
        games += game->number >= match->options->games && is_first ? 2 : 0;
    }
    return as_int(games);
}

static void count_game(MatchScore *score, const MatchGame *game, size_t player) {
    int points = half_points(game->result, side_of(game, player));
    score->games++;
    score->wins += points == 2;
    score->draws += points == 1;
    score->points += points / 2.0;
    if (points == 0) {
        score->losses++;
        score->timeouts += game->verdict == VERDICT_TIMEOUT;
        score->crashes += game->verdict == VERDICT_CRASH;
        score->fouls += verdict_is_forfeit(game->verdict) && game->verdict != VERDICT_TIMEOUT &&
                        game->verdict != VERDICT_CRASH;
    }
}

MatchScore match_score(const Match *match, size_t player) {
    MatchScore score = {0};
    for (size_t i = 0; i < match->game_count; i++) {
        if (match->games[i].first == player || match->games[i].second == player) {
            count_game(&score, &match->games[i], player);
        }
    }
    return score;
}

static bool is_between(const MatchGame *game, size_t a, size_t b) {
    return (game->first == a && game->second == b) || (game->first == b && game->second == a);
}

MatchScore match_score_between(const Match *match, size_t player, size_t other) {
    MatchScore score = {0};
    for (size_t i = 0; i < match->game_count; i++) {
        if (is_between(&match->games[i], player, other)) {
            count_game(&score, &match->games[i], player);
        }
    }
    return score;
}

Tally match_pentanomial(const Match *match, size_t player, size_t other) {
    Tally tally = {.unit = TALLY_PENTANOMIAL};
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        if (game->number % 2 == 1 || !is_between(game, player, other)) {
            continue;
        }
        int points = pair_half_points(match, game, player);
        if (points >= 0) {
            tally_add(&tally, points);
        }
    }
    return tally;
}

Ratings *match_ratings(const Match *match) {
    size_t count = match->options->contestant_count;
    // The games of each two players, counted for the one earlier in the list; in one pass, because
    // this is shown after every game.
    Tally *tallies = calloc(count * count, sizeof *tallies);
    if (!tallies) {
        abort();
    }
    for (size_t i = 0; i < match->game_count; i++) {
        const MatchGame *game = &match->games[i];
        bool is_in_order = game->first < game->second;
        size_t a = is_in_order ? game->first : game->second;
        size_t b = is_in_order ? game->second : game->first;
        Tally *tally = &tallies[a * count + b];
        tally->unit = TALLY_TRINOMIAL;
        tally_add(tally, half_points(game->result, side_of(game, a)));
    }
    Ratings *ratings = ratings_new(count);
    for (size_t i = 0; i < count * count; i++) {
        if (tallies[i].unit == TALLY_TRINOMIAL) {
            ratings_add(ratings, i / count, i % count, &tallies[i]);
        }
    }
    free(tallies);
    ratings_fit(ratings);
    return ratings;
}

// Encounters start at different places of the book, so that a round does not play the same opening
// everywhere at once.
static size_t opening_index(int round, int encounter, int pair) {
    return (size_t)(round * 31 + encounter * 7 + pair);
}

size_t match_opening(const Match *match, int round, int encounter, int number) {
    return opening_index(round, encounter, number / 2) % match->options->openings->count;
}

size_t match_openings_needed(const MatchOptions *options) {
    int rounds = schedule_rounds(&options->schedule);
    size_t encounters = 0;
    for (int round = 0; round < rounds; round++) {
        size_t count = schedule_encounters(&options->schedule, round);
        encounters = count > encounters ? count : encounters;
    }
    int pairs = options->games / 2 + extra_pairs_max(options);
    return opening_index(rounds - 1, (int)encounters - 1, pairs - 1) + 1;
}

bool match_uses_openings(const MatchOptions *options, size_t a, size_t b) {
    return options->contestants[a].protocol->takes_openings &&
           options->contestants[b].protocol->takes_openings;
}
