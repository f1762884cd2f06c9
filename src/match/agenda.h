#pragma once
// What is left to play in a round of a match, and what has been played of it.
//
// Whoever plays the games (a MatchVenue) takes them from here and gives them back: one thread for
// each core, or one that hands them to other machines. Games are handed out pair by pair across all
// encounters of the round, so that the statistics mean something early. A game that comes back is
// written to the journal, counted, and told to the listener. Any number of threads may call.

#include "match/pair.h"
#include "match/runner.h"

typedef struct Agenda Agenda;

// Plays the games of the agenda until it has none left or is over.
struct MatchVenue {
    void *context;
    void (*play)(void *context, Agenda *agenda);
};

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
