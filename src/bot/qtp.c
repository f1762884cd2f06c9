// The Quoridor Text Protocol of the University of Athens: GTP with Quoridor's words.
//
// A command is a line, an answer `= RESULT` or `? REASON` and an empty line. Black begins, on
// rank 9 (rules/quoridor/notation.h), so it is our first player.

#include <string.h>
#include <strings.h>

#include "bot/bot.h"
#include "rules/quoridor/quoridor.h"

typedef struct QtpSession {
    Bot *bot;
    Game game;
    Text answer;
} QtpSession;

static const char *const COMMANDS[] = {
    "name",
    "version",
    "known_command",
    "list_commands",
    "boardsize",
    "walls",
    "clear_board",
    "playmove",
    "playwall",
    "genmove",
    "undo",
    "winner",
    "showboard",
    "quit",
    NULL,
};

static bool is_command(Slice word) {
    for (const char *const *name = COMMANDS; *name; name++) {
        if (slice_is(word, *name)) {
            return true;
        }
    }
    return false;
}

static bool slice_is_word(Slice slice, const char *word) {
    return slice.size == strlen(word) && strncasecmp(slice.data, word, slice.size) == 0;
}

// Cuts a colour off the front of the arguments and checks that it is to move.
static bool take_colour(const QtpSession *session, Slice *words, Error *error) {
    Slice word = {"", 0};
    slice_next(words, " \t", &word);
    bool is_white = slice_is_word(word, "white") || slice_is_word(word, "w");
    bool is_black = slice_is_word(word, "black") || slice_is_word(word, "b");
    if (!is_white && !is_black) {
        return error_set(error, ERROR_BAD_COMMAND, "the colour is missing: white or black");
    }
    Side side = is_black ? SIDE_FIRST : SIDE_SECOND;
    return side == position_turn(game_position(&session->game)) ||
           error_set(error, ERROR_NOT_ITS_TURN, "illegal move: it is not %s's turn",
               is_white ? "white" : "black");
}

static bool play(QtpSession *session, Slice words, bool is_wall, Error *error) {
    Game *game = &session->game;
    if (!take_colour(session, &words, error)) {
        return false;
    }
    if (!game_play_text(game, slice_trim(words), NOTATION_QTP, error)) {
        return error_prefix(error, ERROR_AT_ILLEGAL_MOVE, "illegal move");
    }
    if (is_wall == (quoridor_move_kind(game->moves[game->count - 1]) == QUORIDOR_PAWN)) {
        game_undo(game);
        return error_set(error, ERROR_BAD_COMMAND,
            is_wall ? "playwall takes the wall's orientation" : "playmove takes no orientation");
    }
    return true;
}

static bool generate(QtpSession *session, Slice words, Error *error) {
    Game *game = &session->game;
    if (!take_colour(session, &words, error)) {
        return false;
    }
    Outcome outcome = game_outcome(game);
    if (outcome.result != RESULT_NONE) {
        return outcome_refuse(outcome, error);
    }
    Move move = bot_choose(session->bot, game, session->bot->time_ms);
    char text[MOVE_TEXT_SIZE];
    game->rules->format(game_position(game), move, NOTATION_QTP, text);
    text_add(&session->answer, text);
    game_play(game, move);
    return true;
}

static bool undo(QtpSession *session, Slice words, Error *error) {
    Slice word;
    int count = 1;
    if (slice_next(&words, " \t", &word) && !slice_to_int(word, &count)) {
        return error_set(error, ERROR_BAD_COMMAND, "undo takes a number");
    }
    if (count < 1 || (size_t)count > session->game.count) {
        return error_set(error, ERROR_CANNOT_UNDO, "cannot undo");
    }
    while (count-- > 0) {
        game_undo(&session->game);
    }
    return true;
}

static void tell_winner(QtpSession *session) {
    Result result = game_outcome(&session->game).result;
    bool is_won = result == RESULT_FIRST_WINS || result == RESULT_SECOND_WINS;
    text_add(&session->answer, is_won ? "true " : "false");
    if (is_won) {
        text_add(&session->answer, result == RESULT_FIRST_WINS ? "black" : "white");
    }
}

// Drawn as everywhere here, with our names of the squares: Black of QTP is the first player. The
// last newline is left out, since two in a row end an answer.
static void show_board(QtpSession *session) {
    Text board;
    text_init(&board);
    session->bot->rules->draw(game_position(&session->game), false, &board);
    text_addf(&session->answer, "\n%.*s", (int)board.size - 1, board.data);
    text_release(&board);
}

static void clear_board(QtpSession *session) {
    game_release(&session->game);
    game_init(&session->game, session->bot->rules, session->bot->variant);
    engine_new_game(session->bot->engine);
}

// The board and the walls are what the variant says; other numbers are not played here.
static bool check_number(Slice words, int wanted, const char *what, Error *error) {
    Slice word = {"", 0};
    int number;
    slice_next(&words, " \t", &word);
    return (slice_to_int(word, &number) && number == wanted) ||
           error_set(error, ERROR_BAD_COMMAND, "unacceptable %s: only %d is played", what, wanted);
}

static bool obey(QtpSession *session, Slice command, Slice words, Error *error) {
    const Variant *variant = session->bot->variant;
    if (slice_is(command, "name")) {
        text_add(&session->answer, "Immure");
    } else if (slice_is(command, "version")) {
        text_add(&session->answer, IMMURE_VERSION);
    } else if (slice_is(command, "known_command")) {
        text_add(&session->answer, is_command(slice_trim(words)) ? "true" : "false");
    } else if (slice_is(command, "list_commands")) {
        for (const char *const *name = COMMANDS; *name; name++) {
            text_addf(&session->answer, "%s%s", name == COMMANDS ? "" : "\n", *name);
        }
    } else if (slice_is(command, "boardsize")) {
        return check_number(words, variant->size, "size", error);
    } else if (slice_is(command, "walls")) {
        return check_number(words, variant->walls, "number of walls", error);
    } else if (slice_is(command, "clear_board")) {
        clear_board(session);
    } else if (slice_is(command, "playmove") || slice_is(command, "playwall")) {
        return play(session, words, slice_is(command, "playwall"), error);
    } else if (slice_is(command, "genmove")) {
        return generate(session, words, error);
    } else if (slice_is(command, "undo")) {
        return undo(session, words, error);
    } else if (slice_is(command, "winner")) {
        tell_winner(session);
    } else if (slice_is(command, "showboard")) {
        show_board(session);
    } else if (!slice_is(command, "quit")) {
        return error_set(error, ERROR_UNKNOWN_COMMAND, "unknown command");
    }
    return true;
}

// Answers a line; returns false after `quit`.
static bool answer_line(QtpSession *session, Slice line) {
    const char *comment = line.size > 0 ? memchr(line.data, '#', line.size) : NULL;
    Slice words = comment ? (Slice){line.data, (size_t)(comment - line.data)} : line;
    Slice command;
    if (!slice_next(&words, " \t", &command)) {
        return true;
    }
    Error error;
    text_clear(&session->answer);
    bool done = obey(session, command, words, &error);
    const char *text = done ? session->answer.data : error.text;
    bool is_blank = *text == '\0' || *text == '\n';
    fprintf(session->bot->out, "%s%s%s\n\n", done ? "=" : "?", is_blank ? "" : " ", text);
    fflush(session->bot->out);
    return !slice_is(command, "quit");
}

static bool run(Bot *bot, Error *error) {
    QtpSession session = {.bot = bot};
    Text line;
    text_init(&line);
    text_init(&session.answer);
    game_init(&session.game, bot->rules, bot->variant);
    engine_new_game(bot->engine);
    error_clear(error);
    while (bot_read_line(bot, &line, error) && answer_line(&session, text_slice(&line))) {
    }
    game_release(&session.game);
    text_release(&session.answer);
    text_release(&line);
    return error->reason.code == ERROR_NONE;
}

const BotProtocol BOT_QTP = {
    .name = "qtp",
    .game = "quoridor",
    .time_ms = 1000,
    .run = run,
};
