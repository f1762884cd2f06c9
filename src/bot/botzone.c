// Botzone's simple interaction, and the turn that both interactions share.

#include "bot/botzone.h"

#include <string.h>

#define NO_MOVE "-1 -1 -1 -1 -1 -1"

bool botzone_play(Game *game, Slice move, bool is_first, Error *error) {
    return (is_first && slice_is(move, NO_MOVE)) ||
           game_play_text(game, move, NOTATION_BOTZONE, error);
}

// Botzone doubles the time of a player's first turn. Only a player who has not moved yet can be
// sure that this is it. What the program needed to start counts too.
static int turn_time_ms(const Bot *bot, const Game *game) {
    int time_ms = game->count < 2 ? 2 * bot->time_ms : bot->time_ms;
    return time_ms > 2 * bot->spent_ms ? time_ms - bot->spent_ms : time_ms / 2;
}

static void answer(Bot *bot, Game *game, const BotzoneCodec *codec) {
    char text[MOVE_TEXT_SIZE] = NO_MOVE;
    // The real judge never asks a player who cannot move; another one may.
    if (game_outcome(game).result == RESULT_NONE) {
        Move move = bot_choose(bot, game, turn_time_ms(bot, game));
        game->rules->format(game_position(game), move, NOTATION_BOTZONE, text);
        game_play(game, move);
    }
    codec->write_answer(bot, text);
}

bool botzone_run(Bot *bot, const BotzoneCodec *codec, Error *error) {
    Game game;
    game_init(&game, bot->rules, bot->variant);
    engine_new_game(bot->engine);
    bot->is_asked_once = !bot->keep_running;
    bool going = codec->read_turn(bot, &game, error);
    for (int turn = 1; going; turn++) {
        answer(bot, &game, codec);
        bot->spent_ms = 0;
        if (bot->keep_running) {
            fputs(BOTZONE_KEEP_RUNNING "\n", bot->out);
        }
        fflush(bot->out);
        going = bot->keep_running && codec->read_request(bot, &game, turn == 1, error);
        if (!bot->keep_running) {
            error_clear(error);
        }
    }
    game_release(&game);
    return error->reason.code == ERROR_NONE;
}

static bool simple_read_turn(Bot *bot, Game *game, Error *error) {
    Text line;
    text_init(&line);
    int turns = 0;
    bool done = bot_read_line(bot, &line, error);
    if (done && (!slice_to_int(slice_trim(text_slice(&line)), &turns) || turns < 1 ||
                    turns > BOTZONE_TURNS_MAX)) {
        char quoted[SLICE_QUOTE_SIZE];
        done = error_set(error, ERROR_BAD_TURN_COUNT, "%s is not a number of turns from 1 to %d",
            slice_quote(text_slice(&line), quoted), BOTZONE_TURNS_MAX);
    }
    for (int i = 0; done && i < 2 * turns - 1; i++) {
        done = bot_read_line(bot, &line, error);
        if (!done && error->reason.code == ERROR_NONE) {
            error_set(error, ERROR_INPUT_ENDS, "the turn's input ends early");
        }
        done = done && (botzone_play(game, slice_trim(text_slice(&line)), i == 0, error) ||
                           error_prefix(error, ERROR_AT_LINE, "line %d", i + 2));
    }
    text_release(&line);
    return done;
}

static bool is_six_integers(Slice line) {
    int count = 0;
    int number;
    Slice word;
    while (slice_next(&line, " ", &word)) {
        count += slice_to_int(word, &number) ? 1 : 7;
    }
    return count == 6;
}

// Data and globaldata of the whole turn may still be unread: any lines, so all that can be told is
// which of them are no moves.
static bool simple_read_request(Bot *bot, Game *game, bool is_first, Error *error) {
    Text line;
    text_init(&line);
    Slice request;
    bool done;
    do {
        done = bot_read_line(bot, &line, error);
        request = slice_trim(text_slice(&line));
    } while (done && (request.size == 0 || (is_first && !is_six_integers(request))));
    done = done && botzone_play(game, request, false, error);
    text_release(&line);
    return done;
}

static void simple_write_answer(Bot *bot, const char *move) {
    fprintf(bot->out, "%s\n", move);
}

static bool run(Bot *bot, Error *error) {
    static const BotzoneCodec CODEC = {
        simple_read_turn,
        simple_read_request,
        simple_write_answer,
    };
    return botzone_run(bot, &CODEC, error);
}

const BotProtocol BOT_BOTZONE = {
    .name = "botzone",
    .game = "amazons",
    .time_ms = 950, // authors report that 0.95 s never times out there and 0.97 s may
    .run = run,
};
