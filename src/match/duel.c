#include "match/duel.h"

static void read_result(const Match *match, DuelResult *result) {
    Tally pairs = match->options->sprt ? match->test.pairs : match_pentanomial(match, 0, 1);
    MatchScore score = match_score(match, 0);
    *result = (DuelResult){
        .games = score.games,
        .points = score.points,
        .stats = stats_compute(&pairs),
        .verdict = match->test.status,
        .llr = match->test.llr,
    };
}

static bool play(const MatchOptions *options, const MatchListener *listener,
    const atomic_bool *stop, DuelResult *result, Error *error) {
    Match match;
    match_init(&match, options);
    Journal *journal = NULL;
    if (options->journal_path && !(journal = journal_open(options->journal_path, &match, error))) {
        match_release(&match);
        return false;
    }
    bool done = process_adopt_orphans(error) && match_run(&match, journal, listener, stop, error);
    if (done) {
        read_result(&match, result);
    }
    journal_close(journal);
    match_release(&match);
    return done;
}

bool duel_play(const Duel *duel, const MatchListener *listener, const atomic_bool *stop,
    DuelResult *result, Error *error) {
    Contestant contestants[2];
    MatchOptions options = {
        .rules = duel->rules,
        .variant = duel->variant,
        .contestants = contestants,
        .contestant_count = 2,
        .openings = duel->openings,
        .schedule = {.player_count = 2},
        .games = duel->games + duel->games % 2,
        .concurrency = duel->concurrency,
        .sprt = duel->sprt,
        .journal_path = duel->journal,
        .self = duel->self,
        .venue = duel->venue,
        .seed = duel->seed,
    };
    int made = 0;
    while (made < 2 && contestant_parse(&contestants[made], slice_from(duel->players[made]),
                           duel->rules, error)) {
        made++;
    }
    bool done = made == 2 && play(&options, listener, stop, result, error);
    while (made > 0) {
        contestant_release(&contestants[--made]);
    }
    return done;
}
