#include "rules/record/pgn_tags.h"

#include <string.h>

#include "rules/record/roster.h"

void pgn_tags_init(PgnTags *tags) {
    tags->count = 0;
    tags->line = 0;
    text_init(&tags->scratch);
}

void pgn_tags_release(PgnTags *tags) {
    text_release(&tags->scratch);
}

static const PgnTag *find_tag(const PgnTags *tags, Slice name) {
    for (size_t i = 0; i < tags->count; i++) {
        Slice other = tags->list[i].name;
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0) {
            return &tags->list[i];
        }
    }
    return NULL;
}

// How many bytes of a tag value stand before its closing quote.
static bool find_quote(Slice text, size_t *size) {
    size_t i = 0;
    while (i < text.size && text.data[i] != '"' && text.data[i] != '\n') {
        bool escape = text.data[i] == '\\' && i + 1 < text.size &&
                      (text.data[i + 1] == '"' || text.data[i + 1] == '\\');
        i += escape ? 2 : 1;
    }
    *size = i;
    return i < text.size && text.data[i] == '"';
}

// Decodes a tag value: \" and \\ as in chess, and \n for the line break that PGN has no way to say.
// The result lives in the scratch text until the next call.
static Slice decode_value(PgnTags *tags, Slice value) {
    text_clear(&tags->scratch);
    for (size_t i = 0; i < value.size; i++) {
        char next = i + 1 < value.size ? value.data[i + 1] : '\0';
        bool escape = value.data[i] == '\\' && (next == '"' || next == '\\' || next == 'n');
        char byte = value.data[i + escape];
        text_add_byte(&tags->scratch, escape && next == 'n' ? '\n' : byte);
        i += escape;
    }
    return text_slice(&tags->scratch);
}

bool pgn_tags_find(PgnTags *tags, const char *name, Slice *value) {
    const PgnTag *tag = find_tag(tags, slice_from(name));
    if (!tag) {
        return false;
    }
    tags->line = tag->line;
    *value = decode_value(tags, tag->value);
    return true;
}

static bool read_tag(PgnTags *tags, Cursor *cursor, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    PgnTag tag = {.line = cursor->line};
    cursor_take(cursor, 1);
    cursor_skip_blanks(cursor);
    tag.name = cursor_take(cursor, cursor_token(cursor, PGN_MARKS).size);
    cursor_skip_blanks(cursor);
    if (tag.name.size == 0 || !cursor_accept(cursor, '"')) {
        return error_set(error, ERROR_BAD_TAG, "a tag is written [Name \"value\"]");
    }
    size_t size;
    if (!find_quote(cursor->rest, &size)) {
        return error_set(error, ERROR_TAG_NOT_CLOSED, "the value of tag %s has no closing quote",
            slice_quote(tag.name, quoted));
    }
    tag.value = cursor_take(cursor, size);
    cursor_take(cursor, 1);
    cursor_skip_blanks(cursor);
    if (!cursor_accept(cursor, ']')) {
        return error_set(error, ERROR_TAG_NOT_CLOSED, "the tag %s has no closing bracket",
            slice_quote(tag.name, quoted));
    }
    if (find_tag(tags, tag.name)) {
        return error_set(
            error, ERROR_TAG_TWICE, "the tag %s stands twice", slice_quote(tag.name, quoted));
    }
    if (tags->count == PGN_TAGS_MAX) {
        return error_set(error, ERROR_TOO_MANY_TAGS, "more than %d tags", RECORD_TAGS_MAX);
    }
    tags->list[tags->count++] = tag;
    return true;
}

bool pgn_tags_read(PgnTags *tags, Cursor *cursor, Error *error) {
    for (;;) {
        cursor_skip_blanks(cursor);
        tags->line = cursor->line;
        if (cursor_peek(cursor) != '[') {
            return true;
        }
        if (!read_tag(tags, cursor, error)) {
            return false;
        }
    }
}

static bool choose_rules(PgnTags *tags, const Rules **rules, Error *error) {
    Slice name;
    char quoted[SLICE_QUOTE_SIZE];
    if (!pgn_tags_find(tags, "Game", &name)) {
        return *rules || error_set(error, ERROR_TAG_MISSING, "the tag %s is missing", "Game");
    }
    const Rules *named = rules_find(name);
    if (!named) {
        return error_set(
            error, ERROR_UNKNOWN_GAME, "there is no game %s", slice_quote(name, quoted));
    }
    if (*rules && !slice_is(name, (*rules)->name)) {
        return error_set(error, ERROR_OTHER_GAME, "a game of %s where one of %s is due",
            named->name, (*rules)->name);
    }
    *rules = *rules ? *rules : named;
    return true;
}

static bool choose_start(PgnTags *tags, const Rules *rules, Position *start, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    Slice name;
    Slice text;
    const Variant *variant = NULL;
    if (pgn_tags_find(tags, "Variant", &name)) {
        variant = rules_variant(rules, name);
        if (!variant) {
            return error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
                slice_quote(name, quoted), rules->name);
        }
    }
    const Variant *usual = variant ? variant : &rules->variants[0];
    if (!pgn_tags_find(tags, "Position", &text)) {
        rules->start(start, usual);
        return true;
    }
    Position pos;
    if (!rules->read(text, usual, &pos, error)) {
        return error_prefix(error, ERROR_AT_TAG, "the tag %s", "Position");
    }
    // The text of an Amazons position has a size of its own.
    if (variant && pos.variant != variant) {
        return error_set(error, ERROR_POSITION_VARIANT,
            "the tag Position is for %s, the tag Variant says %s", pos.variant->name,
            variant->name);
    }
    *start = pos;
    return true;
}

bool pgn_tags_start(PgnTags *tags, const Rules *rules, Record *record, Error *error) {
    Position start;
    if (!choose_rules(tags, &rules, error) || !choose_start(tags, rules, &start, error)) {
        return false;
    }
    record_init_at(record, rules, &start);
    for (size_t i = 0; i < tags->count; i++) {
        const PgnTag *tag = &tags->list[i];
        tags->line = tag->line;
        if (!record_tag_is_derived(tag->name) &&
            !record_set_tag(record, tag->name, decode_value(tags, tag->value), error)) {
            record_release(record);
            return false;
        }
    }
    return true;
}

static void write_value(Text *out, Slice value) {
    for (size_t i = 0; i < value.size; i++) {
        char byte = value.data[i];
        if (byte == '\n') {
            text_add(out, "\\n");
            continue;
        }
        if (byte == '"' || byte == '\\') {
            text_add_byte(out, '\\');
        }
        text_add_byte(out, byte);
    }
}

static void write_tag(Text *out, Slice name, Slice value) {
    text_add_byte(out, '[');
    text_add_slice(out, name);
    text_add(out, " \"");
    write_value(out, value);
    text_add(out, "\"]\n");
}

static void write_position(const Record *record, Text *out) {
    if (!game_has_usual_start(&record->game)) {
        char text[POSITION_TEXT_SIZE];
        record->game.rules->write(&record->game.positions[0], text);
        write_tag(out, slice_from("Position"), slice_from(text));
    }
}

void pgn_tags_write(const Record *record, Text *out) {
    const Game *game = &record->game;
    write_tag(out, slice_from("Game"), slice_from(game->rules->name));
    write_tag(out, slice_from("Variant"), slice_from(game->positions[0].variant->name));
    RosterOrder order;
    roster_order(record, &order);
    size_t i = 0;
    for (; i < order.count && order.tags[i].rank < ROSTER_TERMINATION; i++) {
        write_tag(out, order.tags[i].name, order.tags[i].value);
    }
    write_tag(out, slice_from("Result"), slice_from(result_text(record->result)));
    for (; i < order.count; i++) {
        write_tag(out, order.tags[i].name, order.tags[i].value);
    }
    write_position(record, out);
}

bool pgn_tags_replace(Slice pgn, const char *name, Slice value, Text *out) {
    PgnTags tags;
    Cursor cursor = cursor_at_start(pgn);
    Error error;
    pgn_tags_init(&tags);
    const PgnTag *tag =
        pgn_tags_read(&tags, &cursor, &error) ? find_tag(&tags, slice_from(name)) : NULL;
    if (tag) {
        size_t before = (size_t)(tag->value.data - pgn.data);
        text_add_slice(out, (Slice){pgn.data, before});
        write_value(out, value);
        text_add_slice(out, slice_skip(pgn, before + tag->value.size));
    }
    pgn_tags_release(&tags);
    return tag != NULL;
}
