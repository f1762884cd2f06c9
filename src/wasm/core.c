#include "wasm/core.h"

#include <stdlib.h>
#include <string.h>

Core *immure_new(int memory_mb) {
    Core *core = calloc(1, sizeof *core);
    if (core) {
        core->memory_mb = memory_mb;
        text_init(&core->answer);
    }
    return core;
}

void immure_free(Core *core) {
    core_search_release(&core->search);
    free(core->request);
    text_release(&core->answer);
    free(core);
}

char *immure_request(Core *core, size_t size_bytes) {
    free(core->request);
    core->request = size_bytes <= CORE_REQUEST_MAX ? malloc(size_bytes + 1) : NULL;
    core->request_size = core->request ? size_bytes : 0;
    return core->request;
}

const char *immure_answer(const Core *core) {
    return core->answer.data;
}

size_t immure_answer_size(const Core *core) {
    return core->answer.size;
}

JsonWriter core_begin(Core *core) {
    core->rest = (Slice){core->request, core->request_size};
    text_clear(&core->answer);
    return (JsonWriter){.out = &core->answer};
}

bool core_refuse(Core *core, const Error *error) {
    text_clear(&core->answer);
    json_put_error(&(JsonWriter){.out = &core->answer}, NULL, error);
    return false;
}

bool core_field_is_left(const Core *core) {
    return core->rest.size >= sizeof(uint32_t);
}

Slice core_field(Core *core) {
    uint32_t size = 0;
    if (!core_field_is_left(core)) {
        return slice_from("");
    }
    memcpy(&size, core->rest.data, sizeof size);
    core->rest = slice_skip(core->rest, sizeof size);
    Slice field = {core->rest.data, size < core->rest.size ? size : core->rest.size};
    core->rest = slice_skip(core->rest, field.size);
    return field;
}

bool core_read_rules(Core *core, const Rules **rules, Error *error) {
    Slice name = core_field(core);
    char quoted[SLICE_QUOTE_SIZE];
    *rules = rules_find(name);
    return *rules ||
           error_set(error, ERROR_UNKNOWN_GAME, "unknown game %s", slice_quote(name, quoted));
}

bool core_read_start(Core *core, const Rules **rules, Position *start, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    if (!core_read_rules(core, rules, error)) {
        return false;
    }
    Slice name = core_field(core);
    Slice text = core_field(core);
    const Variant *variant = rules_variant(*rules, name);
    if (!variant) {
        return error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
            slice_quote(name, quoted), (*rules)->name);
    }
    if (text.size == 0) {
        (*rules)->start(start, variant);
        return true;
    }
    if (!(*rules)->read(text, variant, start, error)) {
        return error_prefix(error, ERROR_AT_POSITION, "position");
    }
    // The size of an Amazons board is in the text.
    return start->variant == variant ||
           error_set(error, ERROR_POSITION_VARIANT, "position: the board is %s, not %s",
               start->variant->name, variant->name);
}

bool core_read_game(Core *core, Game *game, Error *error) {
    const Rules *rules;
    Position start;
    if (!core_read_start(core, &rules, &start, error)) {
        return false;
    }
    game_init_at(game, rules, &start);
    if (!game_play_list(game, core_field(core), NOTATION_STANDARD, error)) {
        game_release(game);
        return false;
    }
    return true;
}
