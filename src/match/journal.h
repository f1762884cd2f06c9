#pragma once
// The games of a match on disk, so that a match survives being stopped or killed.
//
// One line of JSON a game, appended with a single write and synchronised when the game has ended,
// after a first line that says which match this is. A line that was cut short by a crash, or that
// has zeros since a power cut, is dropped when the journal is opened again. A lock keeps two runs
// from writing the same journal.

#include "match/match.h"

typedef struct Journal Journal;

// Opens or creates the match's journal and adds the games in it to the match. Null with a reason if
// it belongs to another match, is damaged before its last line, or is in use.
Journal *journal_open(const char *path, Match *match, Error *error);
void journal_close(Journal *journal);

// What tells this run of a match from all others, for who keeps its games elsewhere: its options,
// and the file, which a copy or a new journal of the same match is not. Without a journal every run
// is another one.
void journal_identity(const Journal *journal, const MatchOptions *options, Text *out);

// Appends a game. When this returns true the game is on disk: it survives the end of this process
// and a power cut.
bool journal_add(Journal *journal, const MatchGame *game, Error *error);
