#pragma once
// What a book knows a position by: the position itself, the same for its mirror image.
//
// Both games begin on a board that is its own mirror image from left to right, and no other
// symmetry leaves every piece of the start to its owner; so of the board's symmetries only this one
// makes two games meet. The key is exact, no two positions share it but for the mirror. It leaves
// out how many moves were played, and Quoridor's variants, which differ only in what happens much
// later than any book.

#include "rules/rules.h"

typedef struct BookKey {
    uint64_t words[7];
} BookKey;

// Makes the key and says whether it was made from the mirror image: then moves that are kept with
// the key have to be mirrored too.
bool book_key_make(BookKey *key, const Rules *rules, const Position *pos);

// By bytes, as memcmp does.
int book_key_compare(const BookKey *a, const BookKey *b);

// The move that leads to the mirror image of where `move` leads, in the mirror image.
Move book_key_mirror(const Rules *rules, const Variant *variant, Move move);
