#pragma once
// What is left to play in a round of a match, and what has been played of it.
//
// Whoever plays the games (a MatchVenue) takes them from here and gives them back: one thread for
// each core, or one that hands them to other machines. Games are handed out pair by pair across all
// encounters of the round, so that the statistics mean something early. A game that comes back is
// written to the journal, counted, and told to the listener.
//
// match_run makes it, opens the rounds and ends it; a venue calls the rest, from any number of
// threads.

#include "match/pair.h"
#include "match/runner.h"

typedef struct Agenda Agenda;

// Plays the games of the agenda until it has none left or is over.
struct MatchVenue {
    void *context;
    void (*play)(void *context, Agenda *agenda);
};

// Everything outlives the agenda; the journal may be null.
Agenda *agenda_new(
    Match *match, Journal *journal, const MatchListener *listener, const atomic_bool *stop);

// Frees it. False with the reason if agenda_fail was called or the journal could not be written.
bool agenda_end(Agenda *agenda, Error *error);

// Finds the encounters of a round, while no game is under way. Whether some of their games are left
// to play: also true again, for the extra pairs of a knockout.
bool agenda_open_round(Agenda *agenda, int round);

// The next game, with its name, players and opening; false when there is none left.
bool agenda_take_game(Agenda *agenda, MatchGame *game);

// The next pair that is not complete, by its first game.
bool agenda_take_pair(Agenda *agenda, MatchGame *game);

// The other game of a pair, given the first.
MatchGame agenda_second_game(const MatchGame *game);

// Counts a game that has ended and takes its texts. One that was there already is dropped.
void agenda_finish(Agenda *agenda, MatchGame *game);

void agenda_warn(Agenda *agenda, const char *text);

// Ends the match with an error.
void agenda_fail(Agenda *agenda, const Error *error);

// Whether no more games are wanted: the match has failed, is decided or is to stop.
bool agenda_is_over(Agenda *agenda);

const Match *agenda_match(const Agenda *agenda);

// As journal_identity.
void agenda_identity(const Agenda *agenda, Text *out);
