#pragma once
// Many games between programs: what is to be played, what has been played, and what it shows.
//
// A Match is made from options and, if there is a journal, from the games already in it; playing
// goes on from there. Results are kept as an append-only list and everything else (points, pairs,
// ratings, the encounters of later rounds) is derived from that list, so nothing can disagree.
//
// A game is named by its round, its encounter in the round and its number in the encounter. Games
// 2k and 2k+1 of an encounter share an opening with colours swapped and make a pair.

#include "match/openings.h"
#include "match/ratings.h"
#include "match/schedule.h"
#include "match/sprt.h"
#include "players/contestant.h"
#include "rules/record/record.h"

typedef struct MatchVenue MatchVenue;

typedef struct MatchOptions {
    const Rules *rules;
    const Variant *variant;
    const Contestant *contestants;
    size_t contestant_count;
    const Openings *openings;
    Schedule schedule;
    int games;                // of each encounter, even; a level one of a knockout has more
    int concurrency;          // games at a time, on this machine
    const MatchVenue *venue;  // who plays them (agenda.h); null: threads of this program
    const Sprt *sprt;         // null: play all games; only for two contestants
    const char *journal_path; // null: keep nothing
    const char *self;         // this program, for built-in engines
    uint64_t seed;
    const char *title;        // of a contest; null: a match has none
    const char *const *notes; // about each contestant of a contest, or empty; may be null
} MatchOptions;

typedef struct MatchGame {
    int round;
    int encounter; // in the round
    int number;    // in the encounter
    size_t first;  // contestants by colour
    size_t second;
    size_t opening;
    VerdictKind verdict;
    Result result;
    int plies;
    int64_t time_ms;
    char *detail;  // the verdict's, for people
    char *reason;  // of a foul, as JSON (base/json.h); null: none
    char *record;  // in the text format
    char *logs[2]; // by Side, as side_log.h has them; null unless they were asked for
} MatchGame;

// The SPRT as far as it has come. Pairs count in the order of their numbers, and none after the one
// that decides: so which games end first changes nothing, and a decision stays.
typedef struct MatchTest {
    Tally pairs; // that count
    double llr;  // the log-likelihood ratio after them
    SprtStatus status;
} MatchTest;

typedef struct Match {
    const MatchOptions *options;
    MatchGame *games; // in the order in which they ended
    size_t game_count;
    size_t game_capacity;
    size_t *slots;  // a hash table of games by name: index + 1, or 0; twice game_capacity long
    MatchTest test; // follows from the games; only with options->sprt
} Match;

void match_init(Match *match, const MatchOptions *options);
void match_release(Match *match);

// Adds a game that has been played; the match takes over its texts. False, and nothing is taken, if
// that game is already there.
bool match_take_game(Match *match, const MatchGame *game);

// The game of that name; null while it has not been played.
const MatchGame *match_find(const Match *match, int round, int encounter, int number);

// All encounters of the rounds that can be known by now, with their points so far. A round is known
// once the rounds before it are complete. `out` has room for match_encounters_max.
size_t match_encounters(const Match *match, Encounter *out);
size_t match_encounters_max(const MatchOptions *options);

// An encounter of a knockout that is level has more pairs, one after the other, until it is decided
// or so many have been played.
#define MATCH_EXTRA_PAIRS_MAX 3

// How many games the whole match has, if no encounter of a knockout is level; INT_MAX if they are
// as many or more, and then it cannot be run.
int match_planned_games(const MatchOptions *options);

// The same with the extra pairs that have been begun.
int match_expected_games(const Match *match);

// The results of one player. A draw is half a point.
typedef struct MatchScore {
    int games;
    int wins;
    int draws;
    int losses;
    int timeouts; // losses by verdict
    int crashes;
    int fouls; // illegal, malformed, output, memory, never started
    double points;
} MatchScore;

MatchScore match_score(const Match *match, size_t player);

// One player against another.
MatchScore match_score_between(const Match *match, size_t player, size_t other);

// The pentanomial between two players, counted for the first: their complete pairs by half points.
Tally match_pentanomial(const Match *match, size_t player, size_t other);

// Ratings of all from all games; free with ratings_free.
Ratings *match_ratings(const Match *match);

// The opening of a pair of games: books that are shorter than the match begin anew.
size_t match_opening(const Match *match, int round, int encounter, int number);

// How many random openings to make so that none has to be used again: then the opening of a game
// stays the same when a match is resumed with more games.
size_t match_openings_needed(const MatchOptions *options);

// Whether the opening is really used: a protocol that cannot be told moves gets the plain start.
bool match_uses_openings(const MatchOptions *options, size_t a, size_t b);
