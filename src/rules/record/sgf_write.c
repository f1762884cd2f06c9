#include "rules/record/roster.h"
#include "rules/record/sgf.h"
#include "rules/record/sgf_map.h"
#include "rules/record/sgf_setup.h"
#include "rules/record/sgf_syntax.h"
#include "rules/record/values.h"

static void write_text(Text *out, const char *name, Slice text) {
    text_addf(out, "%s[", name);
    sgf_encode(text, false, out);
    text_add_byte(out, ']');
}

// Whether a tag survives in a property of its own: line breaks and tabs do so only in some.
static bool has_property(size_t rank, Slice value) {
    if (rank >= ROSTER_TERMINATION) {
        return false;
    }
    bool has_lines = false;
    for (size_t i = 0; i < value.size; i++) {
        has_lines |= value.data[i] == '\n' || value.data[i] == '\t';
    }
    return ROSTER[rank].keeps_lines || !has_lines;
}

static void write_properties(const RosterOrder *order, Text *out) {
    for (size_t i = 0; i < order->count; i++) {
        if (has_property(order->tags[i].rank, order->tags[i].value)) {
            write_text(out, ROSTER[order->tags[i].rank].sgf, order->tags[i].value);
        }
    }
}

// Writes the tags that have no property, unless the result says the termination.
static void write_tags(const RosterOrder *order, bool has_termination, Text *out) {
    bool is_first = true;
    for (size_t i = 0; i < order->count; i++) {
        size_t rank = order->tags[i].rank;
        if (has_property(rank, order->tags[i].value) ||
            (has_termination && rank == ROSTER_TERMINATION)) {
            continue;
        }
        text_add(out, is_first ? SGF_TAG "[" : "[");
        text_add_slice(out, order->tags[i].name);
        text_add_byte(out, ':');
        sgf_encode(order->tags[i].value, true, out);
        text_add_byte(out, ']');
        is_first = false;
    }
}

static void write_note(const Record *record, size_t index, Text *out) {
    const RecordNote *note = &record->notes[index];
    SgfPlace place = sgf_place(record, index);
    char value[VALUE_TEXT_SIZE];
    if (note->elapsed_ms != RECORD_TIME_NONE) {
        value_format_seconds(note->elapsed_ms, value);
        write_text(out, SGF_ELAPSED, slice_from(value));
    }
    if (note->clock_ms != RECORD_TIME_NONE) {
        value_format_seconds(note->clock_ms, value);
        write_text(out, sgf_clock(place.mover), slice_from(value));
    }
    if (note->eval_text.size > 0) {
        write_text(out, "V", record_text(record, note->eval_text));
    }
    Slice properties = record_text(record, note->sgf);
    if (sgf_can_stand(properties, place)) {
        text_add_slice(out, properties);
    } else {
        write_text(out, SGF_PROPERTIES, properties);
    }
    if (note->comment.size > 0) {
        write_text(out, "C", record_text(record, note->comment));
    }
    text_add_byte(out, '\n');
}

static bool is_varied(const Record *record, size_t ply) {
    bool found = false;
    for (size_t i = 0; i < record->variation_count; i++) {
        found |= record->variations[i].ply == ply;
    }
    return found;
}

static void write_line(const Record *record, size_t start, Text *out);

// What SGF puts behind all that follows a move: the bracket around it, and its variations.
static void write_variations(const Record *record, size_t ply, Text *out) {
    text_add(out, ")");
    for (size_t i = 0; i < record->variation_count; i++) {
        if (record->variations[i].ply == ply) {
            text_add(out, "\n(");
            write_line(record->variations[i].line, ply, out);
            text_add(out, ")");
        }
    }
    text_add(out, "\n");
}

static void write_line(const Record *record, size_t start, Text *out) {
    const Game *game = &record->game;
    for (size_t i = start; i < game->count; i++) {
        const Position *pos = &game->positions[i];
        char move[MOVE_TEXT_SIZE];
        game->rules->format(pos, game->moves[i], NOTATION_SGF, move);
        text_addf(out, "%s;%s[%s]", is_varied(record, i) ? "(" : "", sgf_colour(position_turn(pos)),
            move);
        write_note(record, i + 1, out);
    }
    for (size_t i = game->count; i > start; i--) {
        if (is_varied(record, i - 1)) {
            write_variations(record, i - 1, out);
        }
    }
}

void sgf_write(const Record *record, Text *out) {
    const Game *game = &record->game;
    RosterOrder order;
    roster_order(record, &order);
    text_add(out, "(;FF[4]GM[18]CA[UTF-8]\n");
    write_properties(&order, out);
    text_add(out, "RE[");
    Slice termination = record_tag(record, slice_from(ROSTER[ROSTER_TERMINATION].tag));
    bool has_termination = sgf_format_result(record->result, termination, out);
    text_add(out, "]\n");
    write_tags(&order, has_termination, out);
    sgf_write_setup(&game->positions[0], out);
    write_note(record, 0, out);
    write_line(record, 0, out);
    text_add(out, ")\n");
}
