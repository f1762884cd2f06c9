#include "cli/game_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/output.h"

bool options_rules(const Arguments *arguments, const Rules **rules, Error *error) {
    const char *name = arguments->operands[0];
    *rules = rules_find(slice_from(name));
    return *rules || choices_refuse(choices_games, ERROR_UNKNOWN_NAME, "game", name, error);
}

bool options_variant(
    const Arguments *arguments, const Rules *rules, const Variant **variant, Error *error) {
    const char *name = arguments_optional(arguments, "variant");
    const char *size = arguments_optional(arguments, "size");
    bool is_amazons = strcmp(rules->name, "amazons") == 0;
    if (size && !is_amazons) {
        return error_set(error, ERROR_OPTIONS_CONFLICT, "--size is for amazons; %s takes --variant",
            rules->name);
    }
    if (size && name) {
        return error_set(error, ERROR_OPTIONS_CONFLICT,
            "--size and --variant both choose the board: give one of them");
    }
    char size_name[24];
    if (size) {
        snprintf(size_name, sizeof size_name, "%.10sx%.10s", size, size);
        name = size_name;
    }
    *variant = name ? rules_variant(rules, slice_from(name)) : &rules->variants[0];
    if (*variant) {
        return true;
    }
    return size ? choices_refuse(choices_sizes, ERROR_BAD_OPTION, "board size", size, error)
                : choices_refuse(is_amazons ? choices_boards : choices_variants, ERROR_UNKNOWN_NAME,
                      "variant", name, error);
}

bool options_notation(
    const Arguments *arguments, const Rules *rules, Notation *notation, Error *error) {
    const char *name = arguments_optional(arguments, "notation");
    *notation = NOTATION_STANDARD;
    if (!name) {
        return true;
    }
    Notation found;
    if (!notation_find(slice_from(name), &found)) {
        return choices_refuse(choices_notations, ERROR_UNKNOWN_NOTATION, "notation", name, error);
    }
    if (!rules_has_notation(rules, found)) {
        return error_set(
            error, ERROR_WRONG_NOTATION, "notation %s is not for %s", name, rules->name);
    }
    *notation = found;
    return true;
}

// The moves given by --moves or on standard input; `storage` owns what was read.
static bool given_moves(const Arguments *arguments, Text *storage, Slice *moves, Error *error) {
    const char *value = arguments_optional(arguments, "moves");
    const char *operand = arguments->operand_count > 1 ? arguments->operands[1] : NULL;
    *moves = slice_from(value ? value : "");
    if (!operand) {
        return true;
    }
    if (strcmp(operand, "-") != 0) {
        char quoted[SLICE_QUOTE_SIZE];
        return error_set(error, ERROR_TOO_MANY_WORDS,
            "%s is one word too many: moves go after --moves, or - reads them",
            slice_quote(slice_from(operand), quoted));
    }
    if (value) {
        return error_set(
            error, ERROR_OPTIONS_CONFLICT, "moves come from --moves or from -, not from both");
    }
    if (!text_read_stream(storage, stdin, MOVES_INPUT_LIMIT_BYTES, "standard input", error)) {
        return false;
    }
    *moves = text_slice(storage);
    return true;
}

static bool start_position(
    const Arguments *arguments, const Rules *rules, Position *pos, Error *error) {
    const Variant *variant;
    if (!options_variant(arguments, rules, &variant, error)) {
        return false;
    }
    const char *text = arguments_optional(arguments, "position");
    if (!text) {
        rules->start(pos, variant);
        return true;
    }
    return rules->read(slice_from(text), variant, pos, error) ||
           error_prefix(error, ERROR_AT_POSITION, "position");
}

bool options_game(const Arguments *arguments, Game *game, Notation *notation, Error *error) {
    const Rules *rules;
    Position pos;
    if (!options_rules(arguments, &rules, error) ||
        !options_notation(arguments, rules, notation, error) ||
        !start_position(arguments, rules, &pos, error)) {
        return false;
    }
    Text storage;
    Slice moves;
    text_init(&storage);
    game_init_at(game, rules, &pos);
    bool done = given_moves(arguments, &storage, &moves, error) &&
                game_play_list(game, moves, *notation, error);
    if (!done) {
        game_release(game);
    }
    text_release(&storage);
    return done;
}

int options_print_game(const Arguments *arguments,
    void (*write)(const Game *game, Notation notation, Text *out), Error *error) {
    Game game;
    Notation notation;
    if (!options_game(arguments, &game, &notation, error)) {
        return EXIT_BAD_INPUT;
    }
    Text out;
    text_init(&out);
    write(&game, notation, &out);
    int status = output_write(&out, error);
    text_release(&out);
    game_release(&game);
    return status;
}
