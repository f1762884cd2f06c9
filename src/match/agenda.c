#include "match/agenda.h"

#include <pthread.h>
#include <stdlib.h>

#include "match/game_result.h"

struct Agenda {
    Match *match;
    Journal *journal;
    const MatchListener *listener;
    const atomic_bool *stop;
    pthread_mutex_t lock; // guards all that follows, the match and the journal
    Encounter *encounters;
    size_t encounter_count; // of the rounds known so far
    size_t round_start;     // the first encounter of the current round
    int games;              // the most that an encounter of the round has
    int next;               // the next game to hand out, counted within the round
    bool has_failed;
    Error error;
};

Agenda *agenda_new(
    Match *match, Journal *journal, const MatchListener *listener, const atomic_bool *stop) {
    Agenda *agenda = calloc(1, sizeof *agenda);
    if (!agenda) {
        abort();
    }
    agenda->match = match;
    agenda->journal = journal;
    agenda->listener = listener;
    agenda->stop = stop;
    pthread_mutex_init(&agenda->lock, NULL);
    agenda->encounters = calloc(match_encounters_max(match->options), sizeof *agenda->encounters);
    if (!agenda->encounters) {
        abort();
    }
    return agenda;
}

bool agenda_end(Agenda *agenda, Error *error) {
    bool has_failed = agenda->has_failed;
    if (has_failed) {
        *error = agenda->error;
    }
    pthread_mutex_destroy(&agenda->lock);
    free(agenda->encounters);
    free(agenda);
    return !has_failed;
}

bool agenda_open_round(Agenda *agenda, int round) {
    agenda->encounter_count = match_encounters(agenda->match, agenda->encounters);
    agenda->round_start = 0;
    while (agenda->round_start < agenda->encounter_count &&
           agenda->encounters[agenda->round_start].round < round) {
        agenda->round_start++;
    }
    size_t end = agenda->round_start;
    bool has_games = false;
    agenda->games = 0;
    for (; end < agenda->encounter_count && agenda->encounters[end].round == round; end++) {
        const Encounter *encounter = &agenda->encounters[end];
        agenda->games = encounter->games > agenda->games ? encounter->games : agenda->games;
        has_games = has_games || !encounter->is_over;
    }
    agenda->encounter_count = end;
    agenda->next = 0;
    return has_games;
}

// The k-th game of the current round: pair by pair, and within a pair's turn encounter by
// encounter.
static bool round_game(const Agenda *agenda, int k, MatchGame *game) {
    int encounters = (int)(agenda->encounter_count - agenda->round_start);
    if (encounters == 0 || k >= encounters * agenda->games) {
        return false;
    }
    int pair = k / (2 * encounters);
    int index = k % (2 * encounters) / 2;
    const Encounter *encounter = &agenda->encounters[agenda->round_start + (size_t)index];
    int number = 2 * pair + k % 2;
    *game = (MatchGame){
        .round = encounter->round,
        .encounter = index,
        .number = number,
        .first = number % 2 == 0 ? encounter->a : encounter->b,
        .second = number % 2 == 0 ? encounter->b : encounter->a,
    };
    game->opening = match_opening(agenda->match, encounter->round, index, number);
    return true;
}

static bool is_over(const Agenda *agenda) {
    return agenda->has_failed || agenda->match->test.status != SPRT_CONTINUE ||
           atomic_load(agenda->stop);
}

bool agenda_is_over(Agenda *agenda) {
    pthread_mutex_lock(&agenda->lock);
    bool over = is_over(agenda);
    pthread_mutex_unlock(&agenda->lock);
    return over;
}

// Whether a game that round_game found is one to be played: byes and shorter encounters have fewer.
static bool is_wanted(const Agenda *agenda, const MatchGame *game) {
    size_t index = agenda->round_start + (size_t)game->encounter;
    return game->first != game->second && game->number < agenda->encounters[index].games;
}

static bool is_played(const Agenda *agenda, const MatchGame *game, int number) {
    return match_find(agenda->match, game->round, game->encounter, number);
}

static bool is_pair_played(const Agenda *agenda, const MatchGame *game) {
    return is_played(agenda, game, game->number) && is_played(agenda, game, game->number + 1);
}

// Takes the next game, or the next `step` of them as one.
static bool take(Agenda *agenda, int step, MatchGame *game) {
    pthread_mutex_lock(&agenda->lock);
    bool found = false;
    while (!found && !is_over(agenda) && round_game(agenda, agenda->next, game)) {
        agenda->next += step;
        found = is_wanted(agenda, game) &&
                !(step == 2 ? is_pair_played(agenda, game) : is_played(agenda, game, game->number));
    }
    pthread_mutex_unlock(&agenda->lock);
    return found;
}

bool agenda_take_game(Agenda *agenda, MatchGame *game) {
    return take(agenda, 1, game);
}

bool agenda_take_pair(Agenda *agenda, MatchGame *game) {
    return take(agenda, 2, game);
}

MatchGame agenda_second_game(const MatchGame *game) {
    MatchGame second = *game;
    second.number++;
    second.first = game->second;
    second.second = game->first;
    return second;
}

void agenda_finish(Agenda *agenda, MatchGame *game) {
    pthread_mutex_lock(&agenda->lock);
    bool is_new = !is_played(agenda, game, game->number);
    bool is_kept =
        is_new && (!agenda->journal || journal_add(agenda->journal, game, &agenda->error));
    if (is_kept) {
        match_take_game(agenda->match, game);
        agenda->listener->on_game(agenda->listener->context, agenda->match, game);
    } else {
        game_result_release(game);
        agenda->has_failed = agenda->has_failed || is_new;
    }
    pthread_mutex_unlock(&agenda->lock);
}

void agenda_warn(Agenda *agenda, const char *text) {
    pthread_mutex_lock(&agenda->lock);
    agenda->listener->on_warning(agenda->listener->context, text);
    pthread_mutex_unlock(&agenda->lock);
}

void agenda_fail(Agenda *agenda, const Error *error) {
    pthread_mutex_lock(&agenda->lock);
    if (!agenda->has_failed) {
        agenda->has_failed = true;
        agenda->error = *error;
    }
    pthread_mutex_unlock(&agenda->lock);
}

const Match *agenda_match(const Agenda *agenda) {
    return agenda->match;
}

void agenda_identity(const Agenda *agenda, Text *out) {
    journal_identity(agenda->journal, agenda->match->options, out);
}
