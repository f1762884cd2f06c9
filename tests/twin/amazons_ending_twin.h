#pragma once
// The ends of Amazons games searched to their last move, by nothing but the twin's rules: who wins,
// and how many moves a side could make if the other stood still. Every position is looked at once.

#include "twin/amazons_twin.h"

typedef struct AmazonsEndingTwin AmazonsEndingTwin;

// Aborts if there is no memory. Free with amazons_ending_twin_free.
AmazonsEndingTwin *amazons_ending_twin_new(void);
void amazons_ending_twin_free(AmazonsEndingTwin *twin);

// Whether the side to move wins. False in `*is_found` if that takes more positions than there is
// room for.
bool amazons_ending_twin_wins(AmazonsEndingTwin *twin, const AmazonsTwin *board, bool *is_found);

// The longest sequence of moves of the side to move alone, in the same way.
int amazons_ending_twin_fill(AmazonsEndingTwin *twin, const AmazonsTwin *board, bool *is_found);

// The empty squares that some amazon is connected to, over empty squares and amazons.
int amazons_ending_twin_open(const AmazonsTwin *board);

// Of these the ones that are so connected to amazons of both sides.
int amazons_ending_twin_contested(const AmazonsTwin *board);
