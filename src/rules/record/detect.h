#pragma once
// Games in a text that does not say how it is written.
//
// PGN and SGF show it by their first byte, and hold any number of games. Everything else is one
// game: perhaps a position on the first line, then moves. Moves in letters are read in any case,
// with or without separators and numbers; moves in numbers are Botzone's (six numbers a move),
// SJTU's of 2022 (three) or of 2017 (two). The board is the one on which all moves are legal; if
// there is none, the reason is that of the board on which most are.
//
//      1. D1-D7/G7 a7b7b8        d1 d7 g7, a7 b7 b8        d1d7,d7g7
//      e2 E8 e3h                 e2e8e3h
//      3 0 3 6 6 6               4 10                      0 7 4
//
// In numbers, a line with one number only (a count of turns, the number of a player), one of -1
// (the request to begin) and the word END are passed over, as the sites' protocols send them.

#include "rules/record/record_io.h"

// A reader for record_detect_next.
RecordReader record_detector(Slice text);

// As record_read_next, for whatever comes.
RecordNext record_detect_next(RecordReader *reader, Record *out, Error *error);
