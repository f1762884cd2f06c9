// The Quoridor course of SJTU, 2017 and 2022 editions.
//
// Both judges run the program for the whole game and never say that it is over: they kill it. So a
// bot that has won waits for more input instead of leaving.

#include "bot/sjtu.h"

#include <string.h>

#include "base/foreign_text.h"
#include "bot/ponder.h"
#include "rules/quoridor/quoridor.h"

// Under the 2017 rules a player can be without a move; it has to answer something and loses. Its
// own square is never a legal answer, so it cannot be mistaken for a move.
static void answer_nothing(const Game *game, Notation notation, char *out) {
    const Position *pos = game_position(game);
    int square = pos->quoridor.pawn[position_turn(pos)];
    Move stay = quoridor_move(QUORIDOR_PAWN, square);
    game->rules->format(pos, stay, notation, out);
}

void sjtu_choose(Bot *bot, Game *game, Notation notation, char *out) {
    if (game_outcome(game).result != RESULT_NONE) {
        answer_nothing(game, notation, out);
        return;
    }
    Move move = bot_choose(bot, game, bot_time_left(bot, bot->time_ms));
    bot->spent_ms = 0;
    game->rules->format(game_position(game), move, notation, out);
    game_play(game, move);
}

static bool read_side(Bot *bot, Text *line, Side *side, Error *error) {
    if (!bot_read_line(bot, line, error)) {
        return false;
    }
    Slice word = slice_trim(text_slice(line));
    char quoted[SLICE_QUOTE_SIZE];
    if (!slice_is(word, "0") && !slice_is(word, "1")) {
        return error_set(
            error, ERROR_UNKNOWN_SIDE, "%s is not a side: 0 or 1", slice_quote(word, quoted));
    }
    *side = slice_is(word, "0") ? SIDE_FIRST : SIDE_SECOND;
    return true;
}

// Whether the opponent is to move. It is not told when the game is over, so then both may be.
static bool is_opponents_turn(const Game *game, Side side) {
    return game_outcome(game).result == RESULT_NONE && position_turn(game_position(game)) != side;
}

bool sjtu_play_opponent(Game *game, Side side, Slice line, Notation notation, Error *error) {
    bool done = position_turn(game_position(game)) != side
                    ? game_play_text(game, line, notation, error)
                    : error_set(error, ERROR_NOT_ITS_TURN, "it is not its turn");
    return done || error_prefix(error, ERROR_AT_OPPONENT_MOVE, "the opponent's move");
}

// Adds the numbers of a line to the opponent's move, and plays it when there are two. The judge
// repeats the opponent's text: numbers for Python, wherever its lines ended.
static bool take_numbers(Game *game, Side side, Slice line, Text *move, Error *error) {
    Slice rest = line;
    Slice word;
    while (python_split(&rest, &word)) {
        int number;
        if (!python_int(word, &number)) {
            return sjtu_play_opponent(game, side, line, NOTATION_SJTU, error);
        }
        text_addf(move, move->size > 0 ? " %d" : "%d", number);
    }
    if (!strchr(move->data, ' ')) {
        return true;
    }
    bool done = sjtu_play_opponent(game, side, text_slice(move), NOTATION_SJTU, error);
    text_clear(move);
    return done;
}

// A line of the 2017 judge: `Action` asks for a move, two numbers are the opponent's move, and a
// blank line follows each of those. `move` is what has come of the opponent's move.
static bool take_line_2017(Bot *bot, Game *game, Side side, Slice line, Text *move, Error *error) {
    if (!slice_is(line, "Action")) {
        return take_numbers(game, side, line, move, error);
    }
    if (move->size > 0) {
        return sjtu_play_opponent(game, side, text_slice(move), NOTATION_SJTU, error);
    }
    if (is_opponents_turn(game, side)) {
        return error_set(error, ERROR_NOT_ITS_TURN, "Action, but it is the opponent's turn");
    }
    char answer[MOVE_TEXT_SIZE];
    sjtu_choose(bot, game, NOTATION_SJTU, answer);
    fprintf(bot->out, "%s\nEND\n", answer);
    fflush(bot->out);
    return true;
}

// A line of the 2022 judge: the opponent's move, or `-1 0 0` before the first one; each asks for an
// answer.
static bool take_line_2022(Bot *bot, Game *game, Side side, Slice line, Text *move, Error *error) {
    (void)move; // always a whole line
    if (line.size == 0) {
        return true;
    }
    bool is_first = game->count == 0 && side == SIDE_FIRST && slice_starts(line, "-1");
    if (!is_first && !sjtu_play_opponent(game, side, line, NOTATION_SJTU_2022, error)) {
        return false;
    }
    char answer[MOVE_TEXT_SIZE];
    sjtu_choose(bot, game, NOTATION_SJTU_2022, answer);
    fprintf(bot->out, "%s\n", answer);
    fflush(bot->out);
    return true;
}

static bool converse(Bot *bot, const char *greeting,
    bool (*take_line)(Bot *, Game *, Side, Slice, Text *, Error *), Error *error) {
    Text line;
    Text move;
    Game game;
    Side side = SIDE_FIRST;
    text_init(&line);
    text_init(&move);
    game_init(&game, bot->rules, bot->variant);
    bool going = read_side(bot, &line, &side, error);
    if (going) {
        fputs(greeting, bot->out);
        fflush(bot->out);
        engine_new_game(bot->engine);
    }
    Pondering pondering = {0};
    bot->spent_ms = 0; // starting has a limit of its own
    while (going) {
        // The judge lets both programs run all the time.
        if (is_opponents_turn(&game, side)) {
            pondering_start(&pondering, bot, &game);
        }
        going = bot_read_line(bot, &line, error);
        pondering_stop(&pondering);
        going = going && take_line(bot, &game, side, slice_trim(text_slice(&line)), &move, error);
    }
    game_release(&game);
    text_release(&move);
    text_release(&line);
    return error->reason.code == ERROR_NONE;
}

static bool run_2017(Bot *bot, Error *error) {
    return converse(bot, "Immure\nEND\n", take_line_2017, error);
}

static bool run_2022(Bot *bot, Error *error) {
    return converse(bot, "Immure\n", take_line_2022, error);
}

const BotProtocol BOT_SJTU = {
    .name = "sjtu",
    .game = "quoridor",
    .variant = "sjtu",
    .time_ms = 900, // of 1 s wall clock, GetUpdate included
    .run = run_2017,
};

const BotProtocol BOT_SJTU_2022 = {
    .name = "sjtu-2022",
    .game = "quoridor",
    .variant = "sjtu-2022",
    .time_ms = 900,
    .run = run_2022,
};
