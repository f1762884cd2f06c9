#pragma once
// The opening books that come with the program: the files of books/, put into it when it is built.

#include "base/embedded.h"

// Ended by one without a name. A book's name is its board's, as a network's is.
extern const EmbeddedFile BOOK_FILES[];

// The text of the book for a board; empty if there is none.
Slice book_builtin(const char *board);
