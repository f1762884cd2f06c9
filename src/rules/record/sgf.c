#include "rules/record/sgf.h"

#include <stdlib.h>

#include "rules/record/roster.h"
#include "rules/record/sgf_map.h"
#include "rules/record/sgf_setup.h"
#include "rules/record/sgf_syntax.h"
#include "rules/record/values.h"

#define GAME_OF_AMAZONS "18"

// An open bracket: the line that it stands in, and how many moves that had by then.
typedef struct SgfBranch {
    Record *line;
    size_t ply;
} SgfBranch;

typedef struct SgfReader {
    Cursor cursor;
    size_t line; // of the node being read, for the reason of a refusal
    Slice node;
    Record record;       // from read_root on
    Record *current;     // the line being read: the record, or a variation in it
    SgfBranch *branches; // the brackets that are open, the outermost first
    size_t branch_count;
    size_t branch_capacity;
    bool has_result;
    Text text;  // the value that was decoded last
    Text extra; // properties of the node that a Record has no place for
} SgfReader;

// Finds a property with one value and decodes it; it is valid until the next call, and its data is
// null if there is none.
static bool find_text(
    SgfReader *reader, const char *name, bool keeps_lines, Slice *value, Error *error) {
    Slice raw;
    if (!sgf_find_value(reader->node, name, &raw, error)) {
        return false;
    }
    text_clear(&reader->text);
    sgf_decode(raw, keeps_lines, &reader->text);
    *value = raw.data ? text_slice(&reader->text) : raw;
    return true;
}

static bool read_comment(SgfReader *reader, size_t index, Error *error) {
    Slice text;
    return find_text(reader, "C", true, &text, error) &&
           (!text.data || record_set_comment(reader->current, index, text, error));
}

static bool read_eval(SgfReader *reader, size_t index, Error *error) {
    Slice text;
    if (!find_text(reader, "V", false, &text, error)) {
        return false;
    }
    return !text.data || record_set_eval_text(reader->current, index, text, error) ||
           error_prefix(error, ERROR_AT_PROPERTY, "%s", "V");
}

static bool read_time(SgfReader *reader, const char *name, int64_t *time_ms, Error *error) {
    Slice text;
    *time_ms = RECORD_TIME_NONE;
    if (!find_text(reader, name, false, &text, error)) {
        return false;
    }
    if (text.data && !value_parse_time(text, time_ms)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not a time in seconds", name,
            slice_quote(text, quoted));
    }
    return true;
}

// Gathers what a Record has no place for, so that writing it as SGF again loses nothing.
static bool read_extra(SgfReader *reader, size_t index, Error *error) {
    SgfPlace place = sgf_place(reader->current, index);
    Cursor cursor = cursor_at_start(reader->node);
    SgfProperty property;
    text_clear(&reader->extra);
    while (sgf_next_property(&cursor, &property, NULL)) {
        if (!sgf_is_known(property.name, place)) {
            sgf_copy(property, &reader->extra);
        }
    }
    Slice kept;
    if (!find_text(reader, SGF_PROPERTIES, true, &kept, error)) {
        return false;
    }
    text_add_slice(&reader->extra, kept);
    return record_set_sgf(reader->current, index, text_slice(&reader->extra), error);
}

static bool read_note(SgfReader *reader, size_t index, Error *error) {
    const char *clock = sgf_clock(sgf_place(reader->current, index).mover);
    int64_t elapsed_ms;
    int64_t clock_ms;
    if (!read_comment(reader, index, error) || !read_eval(reader, index, error) ||
        !read_time(reader, SGF_ELAPSED, &elapsed_ms, error) ||
        !read_time(reader, clock, &clock_ms, error) || !read_extra(reader, index, error)) {
        return false;
    }
    record_set_elapsed(reader->current, index, elapsed_ms);
    record_set_clock(reader->current, index, clock_ms);
    return true;
}

static bool add_tag(SgfReader *reader, Slice name, Slice value, Error *error) {
    if (record_tag(reader->current, name).data) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(
            error, ERROR_TAG_TWICE, "the tag %s is given twice", slice_quote(name, quoted));
    }
    return record_set_tag(reader->current, name, value, error);
}

static bool read_roster(SgfReader *reader, Error *error) {
    for (size_t i = 0; i < ROSTER_TERMINATION; i++) {
        Slice value;
        if (!find_text(reader, ROSTER[i].sgf, ROSTER[i].keeps_lines, &value, error) ||
            (value.data && !add_tag(reader, slice_from(ROSTER[i].tag), value, error))) {
            return false;
        }
    }
    return true;
}

static bool read_result(SgfReader *reader, Error *error) {
    Slice text;
    Slice termination;
    if (!find_text(reader, "RE", false, &text, error)) {
        return false;
    }
    reader->has_result = text.data != NULL;
    if (!sgf_parse_result(text, &reader->current->result, &termination)) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(
            error, ERROR_BAD_PROPERTY, "%s: %s is not a result", "RE", slice_quote(text, quoted));
    }
    return !termination.data ||
           add_tag(reader, slice_from(ROSTER[ROSTER_TERMINATION].tag), termination, error);
}

static bool read_tags(SgfReader *reader, Error *error) {
    SgfProperty property;
    if (!sgf_find(reader->node, SGF_TAG, &property, error)) {
        return false;
    }
    Slice pair;
    while (sgf_next_value(&property.values, &pair)) {
        Slice name;
        Slice value;
        if (!sgf_split(pair, &name, &value)) {
            char quoted[SLICE_QUOTE_SIZE];
            return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not a name:value", SGF_TAG,
                slice_quote(pair, quoted));
        }
        text_clear(&reader->text);
        sgf_decode(value, true, &reader->text);
        if (!add_tag(reader, name, text_slice(&reader->text), error)) {
            return false;
        }
    }
    return true;
}

// Only the game, format and character set that are understood: in any other the same properties
// would mean something else.
static bool check_kind(SgfReader *reader, Error *error) {
    Slice game;
    Slice format;
    Slice charset;
    char quoted[SLICE_QUOTE_SIZE];
    if (!sgf_find_value(reader->node, "GM", &game, error) ||
        !sgf_find_value(reader->node, "FF", &format, error) ||
        !sgf_find_value(reader->node, "CA", &charset, error)) {
        return false;
    }
    if (!slice_is(slice_trim(game), GAME_OF_AMAZONS)) {
        return error_set(
            error, ERROR_NOT_AMAZONS, "not a game of Amazons: GM[" GAME_OF_AMAZONS "] is missing");
    }
    if (format.data && !slice_is(slice_trim(format), "4")) {
        return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not read, only 4 is", "FF",
            slice_quote(format, quoted));
    }
    if (charset.data && !slice_is(slice_trim(charset), "UTF-8")) {
        return error_set(error, ERROR_BAD_PROPERTY, "%s: %s is not read, only UTF-8 is", "CA",
            slice_quote(charset, quoted));
    }
    return true;
}

static bool read_root(SgfReader *reader, const Rules *rules, Error *error) {
    Position start;
    SgfProperty move = {0};
    if (!sgf_read_node(&reader->cursor, &reader->node, error) || !check_kind(reader, error) ||
        !sgf_read_setup(reader->node, rules, &start, error) ||
        !sgf_find(reader->node, "B", &move, error) ||
        (move.name.size == 0 && !sgf_find(reader->node, "W", &move, error))) {
        return false;
    }
    if (move.name.size > 0) {
        return error_set(error, ERROR_MOVE_IN_ROOT, "a move in the root node");
    }
    record_init_at(&reader->record, rules, &start);
    if (!read_roster(reader, error) || !read_result(reader, error) || !read_tags(reader, error) ||
        !read_note(reader, 0, error)) {
        record_release(&reader->record);
        return false;
    }
    return true;
}

// A record is a line of moves from one position; SGF could set up another one in its middle.
static bool check_no_setup(Slice node, Error *error) {
    static const char *const SETUP[] = {"AB", "AW", "AE", "AA", "PL"};
    for (size_t i = 0; i < sizeof SETUP / sizeof *SETUP; i++) {
        SgfProperty property;
        if (!sgf_find(node, SETUP[i], &property, error)) {
            return false;
        }
        if (property.name.size > 0) {
            return error_set(error, ERROR_SETUP_AFTER_ROOT,
                "%s after the root, which a record cannot hold", SETUP[i]);
        }
    }
    return true;
}

static bool read_node(SgfReader *reader, Error *error) {
    Record *record = reader->current;
    Slice move;
    Slice other;
    Side turn = position_turn(game_position(&record->game));
    const char *colour = sgf_colour(turn);
    const char *other_colour = sgf_colour(side_other(turn));
    if (!sgf_read_node(&reader->cursor, &reader->node, error) ||
        !check_no_setup(reader->node, error) ||
        !sgf_find_value(reader->node, colour, &move, error) ||
        !sgf_find_value(reader->node, other_colour, &other, error)) {
        return false;
    }
    if (other.data) {
        return error_set(
            error, ERROR_WRONG_COLOUR, "%s moves where %s is to move", other_colour, colour);
    }
    if (!move.data) {
        return error_set(error, ERROR_NODE_WITHOUT_MOVE, "a node without a move");
    }
    return record_append_text(record, move, NOTATION_SGF, error) &&
           read_note(reader, record->game.count, error);
}

static bool finish(SgfReader *reader, Error *error) {
    if (!reader->has_result) {
        reader->record.result = game_outcome(&reader->record.game).result;
    }
    return record_check_result(&reader->record, error);
}

static void push_branch(SgfReader *reader, size_t ply) {
    if (reader->branch_count == reader->branch_capacity) {
        reader->branch_capacity = reader->branch_capacity ? 2 * reader->branch_capacity : 16;
        reader->branches =
            realloc(reader->branches, reader->branch_capacity * sizeof *reader->branches);
        if (!reader->branches) {
            abort();
        }
    }
    reader->branches[reader->branch_count++] = (SgfBranch){reader->current, ply};
}

// Opens a bracket behind `ply` moves. The first one there goes on with the line, each further one
// is a variation of what followed.
static bool open_branch(SgfReader *reader, bool is_further, size_t ply, Error *error) {
    push_branch(reader, ply);
    if (is_further) {
        Record *variation = record_add_variation(reader->current, ply, error);
        if (!variation) {
            return false;
        }
        reader->current = variation;
    }
    cursor_skip_blanks(&reader->cursor);
    return true;
}

// Back to where the innermost bracket was opened, as if nothing had followed there.
static size_t close_branch(SgfReader *reader) {
    SgfBranch branch = reader->branches[--reader->branch_count];
    Record *line = reader->current;
    line->result = line->depth > 0 ? game_outcome(&line->game).result : line->result;
    reader->current = branch.line;
    return branch.ply;
}

static bool refuse_text(const SgfReader *reader, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    Slice rest = reader->cursor.rest;
    return error_set(error, ERROR_UNEXPECTED_TEXT, "%s where a node is due",
        slice_quote((Slice){rest.data, rest.size > 0}, quoted));
}

// Reads what follows the root.
static bool read_moves(SgfReader *reader, Error *error) {
    Cursor *cursor = &reader->cursor;
    bool is_closing = false; // a bracket was closed: there can be further ones, but no nodes
    size_t ply = 0;
    for (;;) {
        cursor_skip_blanks(cursor);
        reader->line = cursor->line;
        if (cursor_accept(cursor, ')')) {
            if (reader->branch_count == 0) {
                return finish(reader, error);
            }
            is_closing = true;
            ply = close_branch(reader);
            continue;
        }
        if (cursor_peek(cursor) == -1) {
            return error_set(
                error, ERROR_RECORD_NOT_CLOSED, "the record ends without its closing ')'");
        }
        bool is_branch = cursor_accept(cursor, '(');
        if (is_branch && !open_branch(reader, is_closing,
                             is_closing ? ply : reader->current->game.count, error)) {
            return false;
        }
        if ((is_closing && !is_branch) || !cursor_accept(cursor, ';')) {
            return refuse_text(reader, error);
        }
        is_closing = false;
        size_t index = reader->current->game.count;
        if (!read_node(reader, error)) {
            return game_refuse_move(&reader->current->game, index, error);
        }
    }
}

static bool read_tree(SgfReader *reader, const Rules *rules, Error *error) {
    Cursor *cursor = &reader->cursor;
    bool is_tree = cursor_accept(cursor, '(');
    cursor_skip_blanks(cursor);
    if (!is_tree || !cursor_accept(cursor, ';')) {
        return error_set(error, ERROR_NOT_SGF, "an SGF record starts with (;");
    }
    if (!read_root(reader, rules, error)) {
        return false;
    }
    if (!read_moves(reader, error)) {
        record_release(&reader->record);
        return false;
    }
    return true;
}

bool sgf_read(Cursor *cursor, const Rules *rules, Record *out, Error *error) {
    SgfReader reader = {.cursor = *cursor, .line = cursor->line};
    reader.current = &reader.record;
    text_init(&reader.text);
    text_init(&reader.extra);
    bool done = read_tree(&reader, rules, error);
    text_release(&reader.text);
    text_release(&reader.extra);
    free(reader.branches);
    if (!done) {
        return error_prefix(error, ERROR_AT_LINE, "line %zu", reader.line);
    }
    *cursor = reader.cursor;
    *out = reader.record;
    return true;
}
