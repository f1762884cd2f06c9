#pragma once
// Lieberum's terms written once more, slowly and straight from the formulas: the twin that the fast
// evaluation of Amazons is compared with. It shares no code with it.
//
// Distances are numbers, one for each square, found by a breadth-first walk from the amazons.

#include "twin/amazons_twin.h"

// In squares, from the view of the side to move. What eval/amazons/lieberum.h says of fractions
// that are too small to count holds here too, so that both can be equal to the last digit.
typedef struct AmazonsTwinTerms {
    double t1;
    double t2;
    double c1;
    double c2;
    double w;
    double mobility;
} AmazonsTwinTerms;

#define AMAZONS_TWIN_FAR 1000 // no way leads there

typedef struct AmazonsTwinDistances {
    int of[10][10]; // [y][x]
} AmazonsTwinDistances;

// How many moves of up to `longest` squares a side needs to each square; 0 where its amazons stand.
AmazonsTwinDistances amazons_twin_distances(
    const AmazonsTwin *twin, AmazonsTwinCell side, int longest);

void amazons_twin_terms(const AmazonsTwin *twin, AmazonsTwinTerms *out);
