#pragma once
// A match as it runs, for the person watching: a table that redraws itself on a terminal, plain
// lines elsewhere, and the closing numbers.

#include "match/runner.h"

typedef struct MatchView {
    bool is_live; // redraw in place
    int64_t start_ms;
    size_t games_before; // played by earlier runs: they say nothing about the speed of this one
    int drawn_lines;     // of the table now on the screen
} MatchView;

void match_view_init(MatchView *view, const Match *match, bool is_live);

// A listener that shows each game; `view` must outlive it.
MatchListener match_view_listener(MatchView *view);

// Takes the table off the screen, to make room for something else.
void match_view_clear(MatchView *view);

// The closing table and, on lines of their own, the numbers that a script may read.
void match_view_write_summary(const Match *match, Text *out);
