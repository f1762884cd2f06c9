#include "match/report_history.h"

#include <stdlib.h>

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static int half_points(const MatchGame *game, size_t player) {
    Side side = game->first == player ? SIDE_FIRST : SIDE_SECOND;
    return game->result == RESULT_DRAW ? 1 : game->result == result_win_for(side) ? 2 : 0;
}

// The game of the same pair that ended before this one; null if there is none.
static const MatchGame *earlier_of_pair(const Match *match, const MatchGame *game) {
    const MatchGame *other = match_find(match, game->round, game->encounter, game->number ^ 1);
    return other && other < game ? other : NULL;
}

// How many games have ended by each moment; all of them by the last. Returns how many moments.
static size_t choose_moments(size_t game_count, size_t *games) {
    size_t count = game_count < HISTORY_POINTS_MAX ? game_count : HISTORY_POINTS_MAX;
    for (size_t i = 0; i < count; i++) {
        games[i] = (i + 1) * game_count / count;
    }
    return count;
}

static void follow_difference(History *history, const Match *match) {
    size_t moments[HISTORY_POINTS_MAX];
    size_t moment_count = choose_moments(match->game_count, moments);
    Tally pairs = {.unit = TALLY_PENTANOMIAL};
    size_t index = 0;
    for (size_t i = 0; i < moment_count; i++) {
        for (; index < moments[i]; index++) {
            const MatchGame *game = &match->games[index];
            const MatchGame *other = earlier_of_pair(match, game);
            if (other) {
                tally_add(&pairs, half_points(game, 0) + half_points(other, 0));
            }
        }
        if (tally_units(&pairs) > 0) {
            Stats stats = stats_compute(&pairs);
            history->games[history->point_count] = moments[i];
            history->points[history->point_count++] =
                (HistoryPoint){stats.elo, stats.elo_low, stats.elo_high};
        }
    }
}

static void follow_ratings(History *history, const Match *match) {
    history->point_count = choose_moments(match->game_count, history->games);
    Ratings *ratings = ratings_new(history->line_count);
    size_t index = 0;
    for (size_t point = 0; point < history->point_count; point++) {
        for (; index < history->games[point]; index++) {
            const MatchGame *game = &match->games[index];
            Tally tally = {.unit = TALLY_TRINOMIAL};
            tally_add(&tally, half_points(game, game->first));
            ratings_add(ratings, game->first, game->second, &tally);
        }
        ratings_fit(ratings);
        for (size_t line = 0; line < history->line_count; line++) {
            Rating rating = ratings_get(ratings, line);
            history->points[line * HISTORY_POINTS_MAX + point] =
                (HistoryPoint){rating.elo, rating.elo - rating.error, rating.elo + rating.error};
        }
    }
    ratings_free(ratings);
}

History *history_new(const Match *match) {
    size_t player_count = match->options->contestant_count;
    History *history = allocate(1, sizeof *history);
    history->line_count = player_count == 2 ? 1 : player_count;
    history->points = allocate(history->line_count * HISTORY_POINTS_MAX, sizeof *history->points);
    if (player_count == 2) {
        follow_difference(history, match);
    } else {
        follow_ratings(history, match);
    }
    return history;
}

void history_free(History *history) {
    if (history) {
        free(history->points);
        free(history);
    }
}
