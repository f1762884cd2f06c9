#include "cli/book_option.h"

#include <string.h>

#include "cli/thinking.h"
#include "search/book_builtin.h"

#define BOOK_SIZE_MAX (1u << 24)

static bool is_for(const EmbeddedFile *file, const char *game) {
    size_t size = strlen(game);
    return strncmp(file->name, game, size) == 0 &&
           (file->name[size] == '\0' || file->name[size] == '-');
}

static bool read_builtin(Book *book, const char *game, Error *error) {
    bool done = true;
    for (const EmbeddedFile *file = BOOK_FILES; done && file->name; file++) {
        done = !is_for(file, game) || book_read(book, file->bytes, file->name, error);
    }
    return done;
}

bool book_option(const Arguments *arguments, const Rules *rules, Book **book, Error *error) {
    const char *path = arguments_value(arguments, "book");
    bool is_unused = path ? strcmp(path, "none") == 0
                          : !slice_is(thinking_kind(arguments), ENGINE_KINDS[0]->name);
    *book = NULL;
    if (is_unused) {
        return true;
    }
    Book *found = book_new(rules);
    if (path ? !book_read_file(found, path, error) : !read_builtin(found, rules->name, error)) {
        book_free(found);
        return false;
    }
    *book = found;
    return true;
}

bool book_option_text(
    const Arguments *arguments, const Rules *rules, const char *name, Text *out, Error *error) {
    const char *path = arguments_value(arguments, "book");
    if (path && strcmp(path, "none") == 0) {
        return true;
    }
    if (!path) {
        text_add_slice(out, book_builtin(name));
        return true;
    }
    Book *book = book_new(rules);
    bool done = text_read_file(out, path, BOOK_SIZE_MAX, error) &&
                book_read(book, text_slice(out), path, error);
    book_free(book);
    return done;
}
