#pragma once
// An opening book: positions with the move to play there, found beforehand by a long search.
//
// Players use a book (bots, the terminal); engines do not know it, so an analysis is always a
// search. Positions and their mirror images share an entry (book_key.h), and
// one book holds any boards of its game. The text is for people too; docs/formats.md describes it:
//
//     book quoridor standard # by immure book, engine immure
//     : e2 3 20000 ; b2h 1 ; d1h -12
//     e2 : e8 -5 20000 ; e7h -9
//
// The moves to the position, a colon, the move to play, its score and the nodes that went into it;
// then the next best moves with their scores, which are where the book grows (book_build.h).
// All of it is checked when it is read.

#include "rules/game.h"

#define BOOK_CHOICES_MAX 4
#define BOOK_LIMIT_BYTES (16u << 20)
// No engine's score is larger: a win of greedy's. Scores are negated and subtracted.
#define BOOK_SCORE_MAX 1000000

typedef struct BookChoice {
    Move move;
    int score; // as in EngineReport
} BookChoice;

typedef struct BookAnswer {
    BookChoice choices[BOOK_CHOICES_MAX]; // the first is played
    size_t choice_count;                  // at least 1
    uint64_t nodes;
} BookAnswer;

typedef struct Book Book;

// An empty book of a game. Free it.
Book *book_new(const Rules *rules);
void book_free(Book *book);

size_t book_size(const Book *book);

// Adds a book's text; `name` stands for it in the reason, which tells the line. On refusal the
// entries before that line stay.
bool book_read(Book *book, Slice text, const char *name, Error *error);
bool book_read_file(Book *book, const char *path, Error *error);

// The variant that a text is for, from its first line; null with a reason.
const Variant *book_read_head(const Rules *rules, Slice text, Error *error);

// Adds an entry, unless the position has one already: then false.
bool book_add(Book *book, const Position *pos, const BookAnswer *answer);

// The entry of a position, its moves mirrored if need be; false if there is none.
bool book_find(const Book *book, const Position *pos, BookAnswer *answer);

// The move to play in a game that is not over, or MOVE_NONE: if there is no entry (a null book has
// none), if the move would not be legal, or if the position occurred before in this game, since a
// book could then go in circles. `answer` may be null.
Move book_choose(const Book *book, const Game *game, BookAnswer *answer);

// Writes the first line, and the line of an entry for the current position.
void book_write_head(Text *out, const Rules *rules, const Variant *variant, const char *maker);
void book_write_entry(Text *out, const Game *game, const BookAnswer *answer);
