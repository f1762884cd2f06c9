#include "cli/duel.h"

#include "cli/books.h"
#include "cli/self.h"
#include "match/runner.h"

static void ignore_game(void *context, const Match *match, const MatchGame *game) {
    (void)context;
    (void)match;
    (void)game;
}

static void tell_warning(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "immure: note: %s\n", text);
}

static void read_result(const Match *match, DuelResult *result) {
    Tally pairs = match_pairs(match, 0, 1);
    MatchScore score = match_score(match, 0);
    *result =
        (DuelResult){.games = score.games, .points = score.points, .stats = stats_compute(&pairs)};
    if (match->options->sprt) {
        result->verdict = match_sprt(match, &result->llr);
    }
}

static bool play(
    const MatchOptions *options, const atomic_bool *stop, DuelResult *result, Error *error) {
    Match match;
    match_init(&match, options);
    Journal *journal = NULL;
    if (options->journal_path && !(journal = journal_open(options->journal_path, &match, error))) {
        match_release(&match);
        return false;
    }
    MatchListener listener = {.on_game = ignore_game, .on_warning = tell_warning};
    bool done = match_run(&match, journal, &listener, stop, error);
    if (done) {
        read_result(&match, result);
    }
    journal_close(journal);
    match_release(&match);
    return done;
}

static bool play_contestants(const Duel *duel, const Contestant *contestants,
    const atomic_bool *stop, DuelResult *result, Error *error) {
    char self[SELF_PATH_SIZE];
    Openings openings;
    MatchOptions options = {
        .rules = duel->rules,
        .variant = duel->variant,
        .contestants = contestants,
        .contestant_count = 2,
        .openings = &openings,
        .schedule = {.player_count = 2},
        .games = duel->games + duel->games % 2,
        .concurrency = duel->concurrency,
        .sprt = duel->sprt,
        .journal_path = duel->journal,
        .self = self,
        .seed = duel->seed,
    };
    if (!self_path(self, error) || !process_adopt_orphans(error) ||
        !books_load(&openings, duel->openings, duel->rules, duel->variant,
            match_openings_needed(&options), duel->seed, error)) {
        return false;
    }
    bool done = play(&options, stop, result, error);
    openings_release(&openings);
    return done;
}

bool duel_play(const Duel *duel, const atomic_bool *stop, DuelResult *result, Error *error) {
    Contestant contestants[2];
    int made = 0;
    while (made < 2 && contestant_parse(&contestants[made], slice_from(duel->players[made]),
                           duel->rules, error)) {
        made++;
    }
    bool done = made == 2 && play_contestants(duel, contestants, stop, result, error);
    while (made > 0) {
        contestant_release(&contestants[--made]);
    }
    return done;
}

void duel_write(const DuelResult *result, const char *prefix, Text *out) {
    text_addf(out, "%sgames %d\n%spoints %.1f\n", prefix, result->games, prefix, result->points);
    text_addf(out, "%selo %.1f\n%selo_error %.1f\n", prefix, result->stats.elo, prefix,
        result->stats.elo_error);
}
