// Botzone's simple interaction, and the turn that both interactions share.

#include "bot/botzone.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

#include "base/clock.h"

// Judges write a turn at once, so what there is of a line of data has come with the moves, but for
// what the pipe did not hold.
#define DATA_WAIT_MS 5
#define REST_WAIT_MS 10

#define NO_MOVE "-1 -1 -1 -1 -1 -1"

// The site's judge waits for a program that ends with its answer until it has ended, and before
// that it writes a tree that is longer than a pipe holds. On a busy core that took up to a
// twentieth of a second, so such a program does not think for more than this of the site's time.
#define SITE_MS 1000
#define RESTARTED_MAX_MS 900

bool botzone_play(Game *game, Slice move, bool is_first, Error *error) {
    return (is_first && slice_is(move, NO_MOVE)) ||
           game_play_text(game, move, NOTATION_BOTZONE, error);
}

// Botzone doubles the time of a player's first turn. Only a player who has not moved yet can be
// sure that this is it. What the program needed to start counts too.
static int turn_time_ms(const Bot *bot, const Game *game) {
    int time_ms = bot->time_ms;
    if (!bot->keep_running && time_ms > RESTARTED_MAX_MS && time_ms < SITE_MS) {
        time_ms = RESTARTED_MAX_MS;
    }
    time_ms = game->count < 2 ? 2 * time_ms : time_ms;
    return bot_time_left(bot, time_ms);
}

// Takes up what was stored with the last answer. The time for it is charged to this one.
static void restore(Bot *bot, const Game *game, Slice data) {
    const int64_t start_ms = clock_now_ms();
    engine_restore(bot->engine, game, data);
    bot->spent_ms += (int)(clock_now_ms() - start_ms);
}

static void answer(Bot *bot, Game *game, const BotzoneCodec *codec) {
    char text[MOVE_TEXT_SIZE] = NO_MOVE;
    char data[BOTZONE_DATA_MAX];
    size_t data_size = 0;
    // The real judge never asks a player who cannot move; another one may.
    if (game_outcome(game).result == RESULT_NONE) {
        Move move = bot_choose(bot, game, turn_time_ms(bot, game));
        game->rules->format(game_position(game), move, NOTATION_BOTZONE, text);
        if (!bot->keep_running) {
            data_size = engine_save(bot->engine, game, move, data, sizeof data);
        }
        game_play(game, move);
    }
    codec->write_answer(bot, text, (Slice){data, data_size});
}

bool botzone_run(Bot *bot, const BotzoneCodec *codec, Error *error) {
    Game game;
    Text data;
    game_init(&game, bot->rules, bot->variant);
    text_init(&data);
    engine_new_game(bot->engine);
    bot->is_asked_once = !bot->keep_running && !engine_can_save(bot->engine);
    bool going = codec->read_turn(bot, &game, &data, error);
    if (going && data.size > 0) {
        restore(bot, &game, text_slice(&data));
    }
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
    text_release(&data);
    game_release(&game);
    return error->reason.code == ERROR_NONE;
}

// Waits until there is more to read; false if nothing comes.
static bool await_input(FILE *in, int wait_ms) {
    struct pollfd waited = {.fd = fileno(in), .events = POLLIN};
    const bool is_late = errno == EAGAIN && poll(&waited, 1, wait_ms) > 0;
    clearerr(in);
    return is_late;
}

// Reads the line of data if there is one. Judges leave it out when there is none, and need not
// close their side, so this must not wait for it.
static void simple_read_data(Bot *bot, Text *data) {
    const int64_t start_ms = clock_now_ms();
    const int fd = fileno(bot->in);
    const int flags = fd >= 0 ? fcntl(fd, F_GETFL) : -1;
    if (flags >= 0) {
        fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    }
    for (;;) {
        errno = 0;
        const int byte = getc(bot->in);
        if (byte == EOF && await_input(bot->in, data->size > 0 ? REST_WAIT_MS : DATA_WAIT_MS)) {
            continue;
        }
        if (byte == EOF || byte == '\n' || data->size == BOT_LINE_LIMIT_BYTES) {
            break;
        }
        text_add_byte(data, (char)byte);
    }
    if (flags >= 0) {
        fcntl(fd, F_SETFL, flags);
    }
    if (data->size > 0) {
        bot->spent_ms += (int)(clock_now_ms() - start_ms);
    }
}

static bool simple_read_turn(Bot *bot, Game *game, Text *data, Error *error) {
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
    if (done && turns > 1 && !bot->keep_running) {
        simple_read_data(bot, data);
    }
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

// The second line is for people, the third is data.
static void simple_write_answer(Bot *bot, const char *move, Slice data) {
    fprintf(bot->out, "%s\n", move);
    if (data.size > 0) {
        fprintf(bot->out, "%zu characters of tree\n", data.size);
        fwrite(data.data, 1, data.size, bot->out);
        fputc('\n', bot->out);
    }
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
