#include "match/runner.h"

#include <assert.h>
#include <limits.h>

#include "match/agenda.h"
#include "match/threads.h"

bool match_run(Match *match, Journal *journal, const MatchListener *listener,
    const atomic_bool *stop, Error *error) {
    const MatchOptions *options = match->options;
    assert(match_planned_games(options) < INT_MAX);
    const MatchVenue *venue = options->venue ? options->venue : &MATCH_THREADS;
    Agenda *agenda = agenda_new(match, journal, listener, stop);
    int rounds = schedule_rounds(&options->schedule);
    for (int round = 0; round < rounds && !agenda_is_over(agenda); round++) {
        while (!agenda_is_over(agenda) && agenda_open_round(agenda, round)) { // again: extra pairs
            venue->play(venue->context, agenda);
        }
    }
    return agenda_end(agenda, error);
}
