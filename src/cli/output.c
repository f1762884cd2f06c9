#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int output_write(const Text *text, Error *error) {
    bool written = fwrite(text->data, 1, text->size, stdout) == text->size && fflush(stdout) == 0;
    if (!written) {
        error_set(
            error, ERROR_FILE_UNWRITABLE, "standard output cannot be written: %s", strerror(errno));
        return EXIT_FAILED;
    }
    return EXIT_OK;
}

int output_print(void (*write)(Text *out), Error *error) {
    Text text;
    text_init(&text);
    write(&text);
    int status = output_write(&text, error);
    text_release(&text);
    return status;
}

bool output_arrived(Error *error) {
    return (!ferror(stdout) && fflush(stdout) == 0) ||
           error_set(error, ERROR_FILE_UNWRITABLE,
               "standard output cannot be written: is the disk full?");
}

bool output_has_colour(void) {
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour) && term && strcmp(term, "dumb") != 0;
}
