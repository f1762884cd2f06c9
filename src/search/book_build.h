#pragma once
// Growing a book by our own search, the likeliest positions first.
//
// The best moves of each entry lead to the positions that may come next. A position's price is the
// sum along the way there of what each move gives away by the search's scores, and a toll for each
// ply; the cheapest position is searched next (drop-out expansion: T. Lincke, Strategies for the
// Automatic Construction of Opening Books, 2000). Whoever plays by the book plays first choices
// only, so lines in which both sides stray are left out: no game comes there.
//
// Which positions are wanted follows from the entries alone. So a file is simply gone through again
// to go on with it, and with a limit of nodes and one thread it is the same however often the work
// was stopped.

#include "search/book.h"
#include "search/engine.h"

typedef struct BookProgress {
    size_t entries;
    const Game *game; // the position of the newest entry
    const BookAnswer *answer;
} BookProgress;

typedef struct BookPlan {
    const Variant *variant;
    EngineLimits limits; // for each entry
    size_t entries;      // how many the file shall have
    const char *maker;   // said on the first line of a new file
    const atomic_bool *stop;
    void (*listener)(void *context, const BookProgress *progress); // may be null
    void *context;
} BookPlan;

// Makes or goes on with the book in a file, which is replaced after each new entry; the entry under
// way when `stop` is set is given up. Tells how many entries the file has in the end: fewer than
// planned after a stop, or if there are no more positions. False with a reason if the file is no
// book of this board or cannot be written.
bool book_build(const BookPlan *plan, const Rules *rules, Engine *engine, const char *path,
    size_t *entries, Error *error);
