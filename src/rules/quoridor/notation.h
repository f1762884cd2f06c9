#pragma once
// Moves as text, in four notations. e is the fifth file; the wall in slot (2, 4) is e3h or e3v.
//
//      notation    pawn to e2   wall above e3, f3   wall right of e3, e4
//      standard    e2           e3h                 e3v
//      SJTU        4 10         7 10                6 11
//      SJTU 2022   0 7 4        2 5 4               1 5 4
//      QTP         E8           E7 horizontal       E7 vertical
//
// Standard names a wall by its square nearest a1. SJTU counts the squares and the gaps between them
// from 1, row before column: square (r, f) is (2r, 2f), and a wall is named by its first cell. SJTU
// 2022 is kind, row and column from 0, with the first player, its side 0, at row 8: so its rows run
// against ours (judge.py of that course, as kept in public repositories of its students).
//
// QTP is the Quoridor Text Protocol of the University of Athens: moves are the arguments of its
// commands `playmove COLOUR E8` and `playwall COLOUR E7 horizontal` after the colour, and what
// `genmove` answers. A wall is named by the upper left of its four squares. Its referee lets Black
// begin, from E9 on top, so the first player is Black and the ranks run against ours: row 0 is rank
// 9. Reading takes either case, and `h` and `v`, as the referee does.

#include "rules/rules.h"

// The notations above, as a bit set of Notation.
#define QUORIDOR_NOTATIONS                                                                         \
    (1u << NOTATION_STANDARD | 1u << NOTATION_SJTU | 1u << NOTATION_SJTU_2022 | 1u << NOTATION_QTP)

// See rules.h. A move's reason names squares and walls in standard notation, whatever was read.
bool quoridor_parse(const Position *pos, Slice text, Notation notation, Move *out, Error *error);
size_t quoridor_format(const Position *pos, Move move, Notation notation, char *out);

// Reads a square such as e2 or a move in standard notation, legal or not, without a reason.
bool quoridor_parse_square(Slice text, int *out);
bool quoridor_parse_name(Slice text, Move *out);
