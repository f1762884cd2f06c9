#pragma once
// A contest as a match: its entries are the contestants in the order of the draw, its games those
// of the match. Encounters, standings and the report follow as they do for any match.

#include "arena/contests.h"
#include "match/match.h"
#include "match/standings.h"

typedef struct ContestEntry {
    int64_t bot_id;
    char *bot_name;
    int64_t person_id;  // 0: the house
    char *person_name;  // empty for the house
    int64_t version_id; // 0: none
    int64_t version_number;
    bool is_drawn; // has a place in the field: its index
    bool is_out;
    char *out_reason; // JSON, or empty
    char *out_text;   // the same in words
} ContestEntry;

typedef struct ContestMatch {
    ContestEntry *entries; // the field in the order of the draw, then those without a place
    size_t entry_count;
    size_t field_count;
    Contestant *contestants; // of the field
    const char **notes;      // why they are out, or empty
    int *out_rounds;
    Openings openings;
    MatchOptions options;
    Match match;
    Encounter *encounters; // of the rounds that are known
    size_t encounter_count;
} ContestMatch;

typedef enum ContestDetail {
    CONTEST_ENTRIES, // no games
    CONTEST_POINTS,  // enough for standings
    CONTEST_PLAYING, // with the players and openings of what is to be played
    CONTEST_RECORDS, // and the record of each game
} ContestDetail;

// Loads a contest. On failure nothing needs releasing. It stays where it is: its parts refer to
// each other.
bool contest_match_load(
    ContestMatch *out, StoreTx *tx, const Contest *contest, ContestDetail detail, Error *error);
void contest_match_release(ContestMatch *match);

// The standings of the field, best first; `out` has room for it.
void contest_match_standings(const ContestMatch *match, Standing *out);
