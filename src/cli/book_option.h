#pragma once
// Which opening book whoever plays answers from: the option of bots and of the terminal.

#include "cli/arguments.h"
#include "search/book.h"

#define OPTION_BOOK                                                                                \
    {                                                                                              \
        "book", "FILE",                                                                            \
            "the opening book to answer from; none for no book (default: the built-in one if the " \
            "engine is immure)",                                                                   \
            NULL, false                                                                            \
    }

// The book of --book, or the built-in ones of the game if the default engine plays: the others are
// there to be themselves. Null for none; free it. False with a reason if the book is damaged.
bool book_option(const Arguments *arguments, const Rules *rules, Book **book, Error *error);

// The same as a book's text, for one board: its built-in book is called `name`. Empty for none.
bool book_option_text(
    const Arguments *arguments, const Rules *rules, const char *name, Text *out, Error *error);
