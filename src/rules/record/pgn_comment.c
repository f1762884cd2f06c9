#include "rules/record/pgn_comment.h"

#include <string.h>

#include "rules/record/cursor.h"
#include "rules/record/values.h"

static const char *const COMMANDS[] = {"[%emt ", "[%clk ", "[%eval ", "[%sgf "};
enum { COMMAND_EMT, COMMAND_CLK, COMMAND_EVAL, COMMAND_SGF, COMMAND_COUNT };

static void forget(PgnComment *comment) {
    text_clear(&comment->text);
    text_clear(&comment->eval);
    text_clear(&comment->sgf);
    comment->elapsed_ms = RECORD_TIME_NONE;
    comment->clock_ms = RECORD_TIME_NONE;
}

void pgn_comment_init(PgnComment *comment) {
    text_init(&comment->text);
    text_init(&comment->eval);
    text_init(&comment->sgf);
    forget(comment);
}

void pgn_comment_release(PgnComment *comment) {
    text_release(&comment->text);
    text_release(&comment->eval);
    text_release(&comment->sgf);
}

static bool starts_escape(Slice text) {
    return text.size > 1 && text.data[0] == '\\' &&
           (text.data[1] == '\\' || text.data[1] == '}' || text.data[1] == '[' ||
               text.data[1] == ']');
}

// The first `end` that no backslash makes ordinary; the whole size if there is none.
static size_t find_end(Slice text, char end) {
    size_t i = 0;
    while (i < text.size && text.data[i] != end) {
        i += starts_escape(slice_skip(text, i)) ? 2 : 1;
    }
    return i;
}

size_t pgn_comment_size(Slice text) {
    return find_end(text, '}');
}

// Adds the byte, escape or line break at the front of a text and returns how many bytes that took.
static size_t decode_one(Slice text, Text *out) {
    size_t line_break = cursor_line_break(text);
    if (line_break > 0) {
        text_add_byte(out, '\n');
        return line_break;
    }
    size_t escape = starts_escape(text);
    text_add_byte(out, text.data[escape]);
    return escape + 1;
}

// Which command a text starts with; COMMAND_COUNT if with none.
static int find_command(Slice text) {
    int command = 0;
    while (command < COMMAND_COUNT && !slice_starts(text, COMMANDS[command])) {
        command++;
    }
    return command;
}

// Reads the value of a command that is a number. A number is short, so a text full of commands that
// never end costs no more than its length.
static bool read_number(PgnComment *comment, int command, Slice value) {
    switch (command) {
    case COMMAND_EMT:
        return comment->elapsed_ms == RECORD_TIME_NONE &&
               value_parse_time(value, &comment->elapsed_ms);
    case COMMAND_CLK:
        return comment->clock_ms == RECORD_TIME_NONE && value_parse_time(value, &comment->clock_ms);
    default: {
        double ignored;
        bool fits = comment->eval.size == 0 && value_parse_eval(value, &ignored);
        if (fits) {
            text_add_slice(&comment->eval, value);
        }
        return fits;
    }
    }
}

// Reads the value of the SGF command, which may be long: so it is looked for only once a comment.
static bool read_sgf(PgnComment *comment, Slice value) {
    if (value.size == 0) {
        return false;
    }
    while (value.size > 0) {
        value = slice_skip(value, decode_one(value, &comment->sgf));
    }
    return true;
}

// Reads the command at the front of a text and returns its size; 0 if there is none to read.
static size_t read_command(PgnComment *comment, Slice text) {
    int command = find_command(text);
    if (command == COMMAND_COUNT) {
        return 0;
    }
    size_t prefix = strlen(COMMANDS[command]);
    Slice value = slice_skip(text, prefix);
    if (command != COMMAND_SGF && value.size > VALUE_TEXT_SIZE) {
        value.size = VALUE_TEXT_SIZE;
    }
    if (command == COMMAND_SGF && (comment->sgf.size > 0 || comment->sgf_is_open)) {
        return 0;
    }
    size_t size = find_end(value, ']');
    if (size == value.size) {
        comment->sgf_is_open |= command == COMMAND_SGF;
        return 0;
    }
    value.size = size;
    bool read =
        command == COMMAND_SGF ? read_sgf(comment, value) : read_number(comment, command, value);
    return read ? prefix + size + 1 : 0;
}

static size_t count_blanks(Slice text) {
    size_t count = 0;
    while (count < text.size && cursor_is_blank((unsigned char)text.data[count])) {
        count++;
    }
    return count;
}

// Comments on the same move stand on lines of their own.
static void add_piece(PgnComment *comment, Slice piece) {
    if (comment->text.size > 0 && piece.size > 0) {
        text_add_byte(&comment->text, '\n');
    }
    text_add_slice(&comment->text, piece);
}

void pgn_comment_add(PgnComment *comment, Slice text) {
    Text piece;
    text_init(&piece);
    comment->sgf_is_open = false;
    while (text.size > 0) {
        size_t blanks = count_blanks(text);
        size_t command = read_command(comment, slice_skip(text, blanks));
        if (command > 0) {
            // A command takes the blanks before it along; at the front also one after it, which is
            // what parts the commands from the comment.
            text = slice_skip(text, blanks + command);
            if (piece.size == 0 && count_blanks(text) > 0) {
                size_t line_break = cursor_line_break(text);
                text = slice_skip(text, line_break > 0 ? line_break : 1);
            }
            continue;
        }
        Slice rest = slice_skip(text, blanks);
        while (text.size > rest.size) {
            text = slice_skip(text, decode_one(text, &piece));
        }
        if (text.size > 0) {
            text = slice_skip(text, decode_one(text, &piece));
        }
    }
    add_piece(comment, text_slice(&piece));
    text_release(&piece);
}

void pgn_comment_add_line(PgnComment *comment, Slice text) {
    add_piece(comment, text);
}

bool pgn_comment_store(PgnComment *comment, Record *record, size_t index, Error *error) {
    if (!record_set_comment(record, index, text_slice(&comment->text), error) ||
        !record_set_sgf(record, index, text_slice(&comment->sgf), error)) {
        return false;
    }
    if (comment->eval.size > 0 &&
        !record_set_eval_text(record, index, text_slice(&comment->eval), error)) {
        return false;
    }
    record_set_elapsed(record, index, comment->elapsed_ms);
    record_set_clock(record, index, comment->clock_ms);
    forget(comment);
    return true;
}

// Between commands and text stands one space.
static void start_command(Text *out, int command) {
    if (out->data[out->size - 1] != '{') {
        text_add_byte(out, ' ');
    }
    text_add(out, COMMANDS[command]);
}

static void add_command(Text *out, int command, const char *value) {
    start_command(out, command);
    text_addf(out, "%s]", value);
}

// A `]` is escaped only where it would end a command, a `[` only where it would start one.
static void add_escaped(Text *out, Slice text, bool in_command) {
    for (; text.size > 0; text = slice_skip(text, 1)) {
        char byte = text.data[0];
        if (byte == '\\' || byte == '}' || (byte == ']' && in_command) ||
            (byte == '[' && !in_command && find_command(text) != COMMAND_COUNT)) {
            text_add_byte(out, '\\');
        }
        text_add_byte(out, byte);
    }
}

static bool is_empty(const RecordNote *note) {
    return note->comment.size == 0 && note->eval_text.size == 0 && note->sgf.size == 0 &&
           note->elapsed_ms == RECORD_TIME_NONE && note->clock_ms == RECORD_TIME_NONE;
}

void pgn_comment_write(const Record *record, size_t index, Text *out) {
    const RecordNote *note = &record->notes[index];
    if (is_empty(note)) {
        return;
    }
    size_t start = out->size;
    char value[VALUE_TEXT_SIZE];
    text_add_byte(out, '{');
    if (note->elapsed_ms != RECORD_TIME_NONE) {
        value_format_seconds(note->elapsed_ms, value);
        add_command(out, COMMAND_EMT, value);
    }
    if (note->clock_ms != RECORD_TIME_NONE) {
        value_format_clock(note->clock_ms, value);
        add_command(out, COMMAND_CLK, value);
    }
    if (note->eval_text.size > 0) {
        start_command(out, COMMAND_EVAL);
        text_add_slice(out, record_text(record, note->eval_text));
        text_add_byte(out, ']');
    }
    if (note->sgf.size > 0) {
        start_command(out, COMMAND_SGF);
        add_escaped(out, record_text(record, note->sgf), true);
        text_add_byte(out, ']');
    }
    if (note->comment.size > 0 && out->size > start + 1) {
        text_add_byte(out, ' ');
    }
    add_escaped(out, record_text(record, note->comment), false);
    text_add_byte(out, '}');
}
