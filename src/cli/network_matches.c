#include "cli/network_matches.h"

#include <inttypes.h>

#include "cli/self.h"
#include "match/books.h"

static void ignore_game(void *context, const Match *match, const MatchGame *game) {
    (void)context;
    (void)match;
    (void)game;
}

static void tell_warning(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "immure: note: %s\n", text);
}

static void add_player(
    Text *out, const char *name, const char *network, const NetworkMatch *match) {
    text_addf(out, "name=%s,engine=immure,", name);
    if (match->nodes > 0) {
        text_addf(out, "nodes=%" PRIu64, match->nodes);
    } else {
        text_addf(out, "time=%dms,margin=1s", match->time_ms);
    }
    contestant_add_word(out, slice_from("network"), slice_from(network));
}

bool network_matches_play(const NetworkMatch *match, const Sprt *sprt, const GameServer *server,
    const atomic_bool *stop, DuelResult *result, Error *error) {
    char self[SELF_PATH_SIZE];
    Openings openings;
    if (!self_path(self, error) || !books_load(&openings, NULL, match->rules, match->variant,
                                       (size_t)match->games, match->seed, error)) {
        return false;
    }
    Text players[2];
    text_init(&players[0]);
    text_init(&players[1]);
    add_player(&players[0], "new", match->new_network, match);
    add_player(&players[1], "old", match->old_network, match);
    RemoteMatch *workers = remote_match_new(&server->match);
    MatchVenue venue = remote_match_venue(workers);
    Duel duel = {
        .rules = match->rules,
        .variant = match->variant,
        .players = {players[0].data, players[1].data},
        .openings = &openings,
        .games = match->games,
        .concurrency = match->concurrency,
        .sprt = sprt,
        .journal = match->journal,
        .self = self,
        .venue = server->http ? &venue : NULL,
        .seed = match->seed,
    };
    MatchListener listener = {.on_game = ignore_game, .on_warning = tell_warning};
    bool done = duel_play(&duel, &listener, stop, result, error);
    remote_match_free(workers);
    text_release(&players[0]);
    text_release(&players[1]);
    openings_release(&openings);
    return done;
}

static bool play(void *context, const NetworkMatch *match, const atomic_bool *stop,
    NetworkMatchResult *result, Error *error) {
    Sprt sprt;
    DuelResult duel;
    if ((match->sprt && !sprt_parse(&sprt, slice_from(match->sprt), error)) ||
        !network_matches_play(match, match->sprt ? &sprt : NULL, context, stop, &duel, error)) {
        return false;
    }
    *result = (NetworkMatchResult){
        .games = duel.games,
        .elo = duel.stats.elo,
        .elo_error = duel.stats.elo_error,
        .verdict = duel.verdict == SPRT_ACCEPT_H1   ? NETWORK_BETTER
                   : duel.verdict == SPRT_ACCEPT_H0 ? NETWORK_NOT_BETTER
                                                    : NETWORK_UNDECIDED,
    };
    return true;
}

NetworkMatches network_matches(GameServer *server) {
    return (NetworkMatches){.context = server, .play = play};
}
