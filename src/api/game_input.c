#include "api/game_input.h"

#include "api/json_input.h"
#include "api/limits.h"

static bool read_start(const json_t *object, const Rules **rules, Position *pos, Error *error) {
    Slice game_name = {0};
    Slice variant_name = {0};
    Slice start = {0};
    char quoted[SLICE_QUOTE_SIZE];
    if (!json_input_text(object, "game", &game_name, error) ||
        !json_input_text(object, "variant", &variant_name, error) ||
        !json_input_text(object, "start", &start, error)) {
        return false;
    }
    if (!game_name.data) {
        return error_set(error, ERROR_MEMBER_MISSING, "%s is missing", "game");
    }
    *rules = rules_find(game_name);
    if (!*rules) {
        return error_set(
            error, ERROR_UNKNOWN_GAME, "unknown game %s", slice_quote(game_name, quoted));
    }
    const Variant *variant =
        variant_name.data ? rules_variant(*rules, variant_name) : &(*rules)->variants[0];
    if (!variant) {
        return error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
            slice_quote(variant_name, quoted), (*rules)->name);
    }
    if (!start.data) {
        (*rules)->start(pos, variant);
        return true;
    }
    if (!(*rules)->read(start, variant, pos, error)) {
        return error_prefix(error, ERROR_AT_MEMBER, "%s", "start");
    }
    // An Amazons text knows its own board; it must be the one that was asked for.
    return !variant_name.data || pos->variant == variant ||
           error_set(error, ERROR_POSITION_VARIANT, "this is a position of %s, not of %s",
               pos->variant->name, variant->name) ||
           error_prefix(error, ERROR_AT_MEMBER, "%s", "start");
}

static bool play_moves(const json_t *moves, Game *game, Error *error) {
    if (json_array_size(moves) > LIMIT_MOVES) {
        return error_set(error, ERROR_TOO_MANY_MOVES, "more than %d moves", LIMIT_MOVES);
    }
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        bool is_played =
            json_is_string(move)
                ? game_play_text(game, json_input_slice(move), NOTATION_STANDARD, error)
                : error_set(error, ERROR_MOVE_NOT_STRING, "a move is a string");
        if (!is_played) {
            return game_refuse_move(game, i, error);
        }
    }
    return true;
}

bool game_input_read(const json_t *object, Game *out, Error *error) {
    const Rules *rules = NULL;
    Position pos;
    const json_t *moves = NULL;
    if (!read_start(object, &rules, &pos, error) ||
        !json_input_list(object, "moves", &moves, error)) {
        return false;
    }
    Game game;
    game_init_at(&game, rules, &pos);
    if (!play_moves(moves, &game, error)) {
        game_release(&game);
        return false;
    }
    *out = game;
    return true;
}
