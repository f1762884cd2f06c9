#include "cli/match_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "match/move_times.h"

#define BAR_WIDTH 30

void match_view_init(MatchView *view, const Match *match, bool is_live) {
    *view = (MatchView){
        .is_live = is_live,
        .start_ms = clock_now_ms(),
        .games_before = match->game_count,
    };
}

static void add_duration(Text *out, int64_t ms) {
    int64_t seconds = ms / 1000;
    if (seconds >= 3600) {
        text_addf(out, "%dh%02dm", (int)(seconds / 3600), (int)(seconds / 60 % 60));
    } else {
        text_addf(out, "%dm%02ds", (int)(seconds / 60), (int)(seconds % 60));
    }
}

static void add_progress(Text *out, const MatchView *view, const Match *match) {
    int planned = match_expected_games(match);
    int done = (int)match->game_count;
    int filled = planned > 0 ? BAR_WIDTH * done / planned : 0;
    text_add(out, "[");
    for (int i = 0; i < BAR_WIDTH; i++) {
        text_add_byte(out, i < filled ? '#' : '.');
    }
    int64_t spent_ms = clock_now_ms() - view->start_ms;
    int64_t played = (int64_t)(match->game_count - view->games_before);
    text_addf(out, "] %d of %d games  ", done, planned);
    add_duration(out, spent_ms);
    if (played > 0) {
        text_add(out, "  left ");
        add_duration(out, spent_ms * (planned - done) / played);
    }
    text_add_byte(out, '\n');
}

static int compare_players(const void *a, const void *b, void *context) {
    const Ratings *ratings = context;
    size_t i = *(const size_t *)a;
    size_t j = *(const size_t *)b;
    double x = ratings_get(ratings, i).elo;
    double y = ratings_get(ratings, j).elo;
    return x != y ? (x < y) - (x > y) : (i > j) - (i < j);
}

static void add_standings(Text *out, const Match *match) {
    size_t count = match->options->contestant_count;
    Ratings *ratings = match_ratings(match);
    size_t order[SCHEDULE_PLAYERS_MAX];
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
    }
    qsort_r(order, count, sizeof *order, compare_players, ratings);
    text_addf(out, "%4s  %-24s %7s %6s %8s %6s %6s %6s %6s %8s %6s\n", "rank", "player", "elo",
        "+-", "points", "games", "won", "drawn", "lost", "on time", "fouls");
    for (size_t i = 0; i < count; i++) {
        MatchScore score = match_score(match, order[i]);
        Rating rating = ratings_get(ratings, order[i]);
        text_addf(out, "%4zu  %-24.24s %7.0f %6.0f %8.1f %6d %6d %6d %6d %8d %6d\n", i + 1,
            match->options->contestants[order[i]].name.data, rating.elo, rating.error, score.points,
            score.games, score.wins, score.draws, score.losses, score.timeouts,
            score.crashes + score.fouls);
    }
    ratings_free(ratings);
}

static void add_sprt(Text *out, const Match *match) {
    static const char *const STATUS[] = {"goes on", "H0 accepted", "H1 accepted"};
    const Sprt *sprt = match->options->sprt;
    text_addf(out, "SPRT [%g, %g]: LLR %.2f (%.2f, %.2f), %s\n", sprt->elo0, sprt->elo1,
        match->test.llr, sprt_lower_bound(sprt), sprt_upper_bound(sprt),
        STATUS[match->test.status]);
}

// What the pairs of two players say.
static void add_duel(Text *out, const Match *match) {
    Tally pairs = match_pentanomial(match, 0, 1);
    Stats stats = stats_compute(&pairs);
    text_addf(out,
        "%.40s against %.40s: Elo %.1f (%.1f to %.1f), LOS %.1f %%, normalised Elo %.1f +- %.1f\n",
        match->options->contestants[0].name.data, match->options->contestants[1].name.data,
        stats.elo, stats.elo_low, stats.elo_high, 100 * stats.los, stats.normalised_elo,
        stats.normalised_elo_error);
    text_addf(out, "pairs LL %lld, LD %lld, DD or WL %lld, WD %lld, WW %lld\n", pairs.count[0],
        pairs.count[1], pairs.count[2], pairs.count[3], pairs.count[4]);
    if (match->options->sprt) {
        add_sprt(out, match);
    }
}

static void add_table(Text *out, const Match *match) {
    add_standings(out, match);
    if (match->options->contestant_count == 2) {
        add_duel(out, match);
    }
}

void match_view_clear(MatchView *view) {
    if (view->drawn_lines > 0) {
        printf("\033[%dA\033[J", view->drawn_lines);
        fflush(stdout);
    }
    view->drawn_lines = 0;
}

static void redraw(MatchView *view, const Match *match) {
    Text text;
    text_init(&text);
    add_progress(&text, view, match);
    add_table(&text, match);
    match_view_clear(view);
    fputs(text.data, stdout);
    fflush(stdout);
    for (size_t i = 0; i < text.size; i++) {
        view->drawn_lines += text.data[i] == '\n';
    }
    text_release(&text);
}

static void print_line(const Match *match, const MatchGame *game) {
    const Contestant *contestants = match->options->contestants;
    printf("game %zu of %d: %s - %s %s %s (%s), %d plies\n", match->game_count,
        match_expected_games(match), contestants[game->first].name.data,
        contestants[game->second].name.data, result_text(game->result), verdict_name(game->verdict),
        game->detail, game->plies);
    fflush(stdout);
}

static void on_game(void *context, const Match *match, const MatchGame *game) {
    MatchView *view = context;
    if (view->is_live) {
        redraw(view, match);
    } else {
        print_line(match, game);
    }
}

static void on_warning(void *context, const char *text) {
    // The warning takes the table's place; the next game draws a new one below.
    match_view_clear(context);
    fprintf(stderr, "immure: warning: %s\n", text);
}

MatchListener match_view_listener(MatchView *view) {
    return (MatchListener){.context = view, .on_game = on_game, .on_warning = on_warning};
}

static void add_move_times(Text *out, const Match *match) {
    MoveTimes times[SCHEDULE_PLAYERS_MAX];
    match_move_times(match, times);
    for (size_t i = 0; i < match->options->contestant_count; i++) {
        text_addf(out, "move_ms_mean_%zu %.1f\nmove_ms_longest_%zu %" PRId64 "\n", i + 1,
            move_times_mean_ms(&times[i]), i + 1, times[i].longest_ms);
    }
}

void match_view_write_summary(const Match *match, Text *out) {
    static const char *const DECISIONS[] = {"undecided", "H0", "H1"};
    add_table(out, match);
    text_addf(out, "games %zu\n", match->game_count);
    for (size_t i = 0; i < match->options->contestant_count; i++) {
        MatchScore score = match_score(match, i);
        text_addf(out, "points_%zu %.1f\ntimeouts_%zu %d\nfouls_%zu %d\n", i + 1, score.points,
            i + 1, score.timeouts, i + 1, score.crashes + score.fouls);
    }
    add_move_times(out, match);
    if (match->options->contestant_count == 2) {
        Tally pairs = match_pentanomial(match, 0, 1);
        Stats stats = stats_compute(&pairs);
        text_addf(out,
            "pairs %lld\nelo %.2f\nelo_low %.2f\nelo_high %.2f\nelo_error %.2f\nlos %.4f\n",
            stats.units, stats.elo, stats.elo_low, stats.elo_high, stats.elo_error, stats.los);
    }
    if (match->options->sprt) {
        text_addf(out, "llr %.4f\nsprt %s\n", match->test.llr, DECISIONS[match->test.status]);
    }
}
