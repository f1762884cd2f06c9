#pragma once
// Growing a book by our own search, the likeliest positions first.
//
// The best moves of each entry lead to the next candidates. A candidate's price is the sum along
// its line of what each move loses by the search's scores, and a constant for each ply; the
// cheapest is searched next (drop-out expansion: T. Lincke, Strategies for the Automatic
// Construction of Opening Books, 2000). A player with the book plays first choices only, so lines
// in which both sides deviate are left out.
//
// The candidates follow from the entries alone. So the work resumes by reading the file again, and
// with a node limit and one thread the result does not depend on interruptions.

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
    size_t entries;      // wanted in the file
    const char *maker;   // for the first line of a new file
    const atomic_bool *stop;
    void (*listener)(void *context, const BookProgress *progress); // may be null
    void *context;
} BookPlan;

// Makes the book in a file, or extends it; the file is replaced after each new entry, and the entry
// under way when `stop` is set is dropped. `*entries` is the number in the file at the end: fewer
// than planned after a stop, or if there are no more candidates. False with a reason if the file is
// no book of this variant or cannot be written.
bool book_build(const BookPlan *plan, const Rules *rules, Engine *engine, const char *path,
    size_t *entries, Error *error);
