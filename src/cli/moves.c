#include "cli/commands.h"
#include "cli/game_options.h"

static void write_moves(const Game *game, Notation notation, Text *out) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        game->rules->format(game_position(game), moves[i], notation, text);
        text_addf(out, "%s\n", text);
    }
    text_sort_lines(out);
}

static int run(const Arguments *arguments, Error *error) {
    return options_print_game(arguments, write_moves, error);
}

static const Option OPTIONS[] = {
    OPTION_MOVES,
    OPTION_POSITION,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTION_NOTATION,
    OPTIONS_END,
};

const Command COMMAND_MOVES = {
    .name = "moves",
    .takes_game = true,
    .operands = "GAME [-]",
    .summary = "list the legal moves",
    .description = "Prints every legal move, one a line, sorted by its text; nothing when the game "
                   "is over.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 2,
    .run = run,
};
