#include "search/book_builtin.h"

#include <string.h>

Slice book_builtin(const char *board) {
    const EmbeddedFile *file = BOOK_FILES;
    while (file->name && strcmp(file->name, board) != 0) {
        file++;
    }
    return file->bytes;
}
