#pragma once
// A match as one HTML page for people: who is how strong and how sure that is, who beat whom, how
// the games ended, and every game with its record. A contest, which has a title, begins with its
// final standings.
//
// The page is complete in itself: style and script are inside, nothing is fetched, and without
// script it only lacks sorting, filtering and the replay of games. Whatever came from players
// (names, commands, details, records) is escaped. The markup is also well-formed XML, so that tools
// can read it.

#include "match/match.h"

// Appends the page to `out`. `date` is printed as it is. `replay` is the script that puts a board
// to each record (web/src/replay), empty in a program that was built without the page; it must not
// contain `]]>`. The match must not change meanwhile.
void report_write(const Match *match, const char *date, Slice replay, Text *out);
