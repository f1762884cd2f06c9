#pragma once
// The key of a position in a book: the position itself, the same for its mirror image.
//
// Both start positions are symmetric from left to right, and no other symmetry keeps every piece of
// the start with its owner; so only this one lets two games transpose. The key is exact: no two
// other positions share it. It leaves out the ply, and Quoridor's variants, which differ only in
// what happens long after the opening.

#include "rules/rules.h"

typedef struct BookKey {
    uint64_t words[7];
} BookKey;

// Makes the key and returns whether it is that of the mirror image: then moves stored with the key
// have to be mirrored too.
bool book_key_make(BookKey *key, const Rules *rules, const Position *pos);

// By bytes, as memcmp does.
int book_key_compare(const BookKey *a, const BookKey *b);

// The move that leads to the mirror image of where `move` leads, in the mirror image.
Move book_key_mirror(const Rules *rules, const Variant *variant, Move move);
