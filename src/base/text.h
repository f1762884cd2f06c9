#pragma once
// A growing string.
//
// text_init makes it the empty string; append, and release it in the end. From then on `data` is
// always terminated (an empty Text points at a static ""), so it can be printed as it is. Running
// out of memory ends the program: every growth here is bounded by an input limit, so that cannot
// happen by feeding it.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/slice.h"

typedef struct Text {
    char *data;
    size_t size;     // without the terminator
    size_t capacity; // bytes owned; 0 while `data` is not ours
} Text;

void text_init(Text *text);
void text_release(Text *text);

// Back to the empty string, keeping the memory.
void text_clear(Text *text);

void text_add(Text *text, const char *string);
void text_add_slice(Text *text, Slice slice);
void text_add_byte(Text *text, char byte);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Sorts the lines byte by byte, as `LC_ALL=C sort` does; the last line must end with a newline.
void text_sort_lines(Text *text);

Slice text_slice(const Text *text);

typedef enum LineStatus { LINE_READ, LINE_END, LINE_TOO_LONG } LineStatus;

// Replaces the text by the stream's next line, without its newline and a carriage return before it.
// A last line without newline counts. LINE_TOO_LONG leaves the rest of the line unread.
LineStatus text_read_line(Text *text, FILE *stream, size_t limit_bytes);

// Reads a stream to its end. More than `limit_bytes`, or a read error, is refused: `what` names the
// stream in the reason.
bool text_read_stream(Text *text, FILE *stream, size_t limit_bytes, const char *what, Error *error);
bool text_read_file(Text *text, const char *path, size_t limit_bytes, Error *error);

// Replaces a file at once or not at all, so that nobody ever finds half of it. A link stays, and
// the file that it leads to is replaced; a device or a pipe is written to.
bool text_write_file(const Text *text, const char *path, Error *error);

// Whether text_write_file can be expected to do it, for who would else work for hours and then have
// nowhere to put the result. Says why not; changes nothing.
bool text_check_file(const char *path, Error *error);
