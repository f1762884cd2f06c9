#pragma once
// The options by which every command about a game says which game, which rules and which moves.

#include "cli/arguments.h"
#include "rules/game.h"

// Table entries shared by the commands, so that one option has one meaning and one help text.
#define OPTION_VARIANT                                                                             \
    { "variant", "NAME", "Quoridor's rules (default standard)", choices_variants, false }
#define OPTION_SIZE                                                                                \
    { "size", "N", "the Amazons board (default 8)", choices_sizes, false }
#define OPTION_NOTATION                                                                            \
    { "notation", "NAME", "how moves are written (default standard)", choices_notations, false }
#define OPTION_MOVES                                                                               \
    {                                                                                              \
        "moves", "LIST",                                                                           \
            "moves to play first, separated by newline or `;`, in one-word notations by spaces "   \
            "too; the operand - reads them from standard input",                                   \
            NULL, false                                                                            \
    }
#define OPTION_POSITION                                                                            \
    { "position", "TEXT", "start from this position instead of the usual one", NULL, false }
#define OPTIONS_END                                                                                \
    { 0 }

// What moves on standard input may take; a game is thousands of bytes at most.
#define MOVES_INPUT_LIMIT_BYTES (1u << 20)

// The game named by an operand.
bool options_rules(const Arguments *arguments, const Rules **rules, Error *error);

// The variant chosen by --variant or --size, or the game's default.
bool options_variant(
    const Arguments *arguments, const Rules *rules, const Variant **variant, Error *error);

bool options_notation(
    const Arguments *arguments, const Rules *rules, Notation *notation, Error *error);

// The game after --position and --moves (or standard input), ready to use; release it. The first
// operand is the game, a second one can only be "-". On refusal nothing needs releasing.
bool options_game(const Arguments *arguments, Game *game, Notation *notation, Error *error);

// A command that reads a game and prints what `write` says of it.
int options_print_game(const Arguments *arguments,
    void (*write)(const Game *game, Notation notation, Text *out), Error *error);
