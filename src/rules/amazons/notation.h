#pragma once
// Moves as text, in four notations. The same move on 10x10:
//
//      standard   d1-d7/g7       from, to, arrow; files from a, ranks from 1
//      Botzone    3 0 3 6 6 6    columns and rows from 0
//      Fairy      d1d7,d7g7      as Fairy-Stockfish writes it: the arrow goes from d7 to g7
//      SGF        djddgd         columns from the left and rows from the top, from a

#include "rules/rules.h"

// The notations above, as a bit set of Notation.
#define AMAZONS_NOTATIONS                                                                          \
    (1u << NOTATION_STANDARD | 1u << NOTATION_BOTZONE | 1u << NOTATION_FAIRY | 1u << NOTATION_SGF)

// See rules.h. The reason for an illegal move names squares in standard notation, whatever was
// read.
bool amazons_parse(const Position *pos, Slice text, Notation notation, Move *out, Error *error);
size_t amazons_format(const Position *pos, Move move, Notation notation, char *out);
