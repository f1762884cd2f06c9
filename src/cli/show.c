#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"

static void write_game(const Game *game, Notation notation, Text *out) {
    (void)notation; // moves are read in it, but none is written
    const Position *pos = game_position(game);
    game->rules->draw(pos, output_has_colour(), out);
    char text[POSITION_TEXT_SIZE];
    game->rules->write(pos, text);
    Outcome outcome = game_outcome(game);
    text_addf(out, "turn %s\n", side_name(position_turn(pos)));
    text_addf(out, "position %s\n", text);
    text_addf(out, "result %s\n", result_text(outcome.result));
    if (outcome.result != RESULT_NONE) {
        text_addf(out, "ending %s\n", ending_text(outcome.ending));
    }
}

static int run(const Arguments *arguments, Error *error) {
    return options_print_game(arguments, write_game, error);
}

static const Option OPTIONS[] = {
    OPTION_MOVES,
    OPTION_POSITION,
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTION_NOTATION,
    OPTIONS_END,
};

const Command COMMAND_SHOW = {
    .name = "show",
    .takes_game = true,
    .operands = "GAME [-]",
    .summary = "draw the board",
    .description = "Draws the board after the moves, then prints the side to move (`turn`), the "
                   "position text (`position`) and how the game stands (`result`, and `ending` "
                   "when it is over). Colours are used on a terminal.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 2,
    .run = run,
};
