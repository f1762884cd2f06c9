// Botzone's JSON interaction: a turn is one line of JSON, and so is the answer.

#include "bot/botzone.h"

// Plays a request or response.
static bool play_entry(Game *game, const BotzoneMove *entry, bool is_first, Error *error) {
    char move[6 * 24] = "";
    size_t length = 0;
    for (size_t i = 0; i < 6; i++) {
        if (!entry->is_whole[i]) {
            return error_set(
                error, ERROR_BAD_FIELD, "\"%s\" is not a whole number", BOTZONE_FIELDS[i]);
        }
        length += (size_t)snprintf(
            move + length, sizeof move - length, "%s%lld", i ? " " : "", entry->number[i]);
    }
    return botzone_play(game, slice_from(move), is_first, error);
}

static bool play_turn(Game *game, Slice line, Text *data, Error *error) {
    BotzoneTurn turn;
    if (!botzone_read_turn(line, &turn, data, error)) {
        return false;
    }
    size_t count = turn.request_count;
    if (count < 1 || count > BOTZONE_TURNS_MAX || turn.response_count + 1 != count) {
        return error_set(error, ERROR_BAD_TURN_COUNT,
            "requests must be one more than responses, from 1 to %d", BOTZONE_TURNS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        if (!play_entry(game, &turn.requests[i], i == 0, error)) {
            return error_prefix(error, ERROR_AT_REQUEST, "request %zu", i + 1);
        }
        if (i + 1 < count && !play_entry(game, &turn.responses[i], false, error)) {
            return error_prefix(error, ERROR_AT_RESPONSE, "response %zu", i + 1);
        }
    }
    return true;
}

static bool play_request(Game *game, Slice line, Text *data, Error *error) {
    (void)data; // of no use to a program that runs on
    BotzoneMove request;
    return botzone_read_request(line, &request, error) && play_entry(game, &request, false, error);
}

typedef bool (*PlayLine)(Game *game, Slice line, Text *data, Error *error);

static bool read_line(Bot *bot, Game *game, PlayLine play, Text *data, Error *error) {
    Text line;
    text_init(&line);
    bool done = bot_read_line(bot, &line, error) && play(game, text_slice(&line), data, error);
    text_release(&line);
    return done;
}

static bool read_turn(Bot *bot, Game *game, Text *data, Error *error) {
    return read_line(bot, game, play_turn, bot->keep_running ? NULL : data, error);
}

static bool read_request(Bot *bot, Game *game, bool is_first, Error *error) {
    (void)is_first; // a whole turn is one line: nothing of it is left
    return read_line(bot, game, play_request, NULL, error);
}

static void write_answer(Bot *bot, const char *move, Slice data) {
    Slice rest = slice_from(move);
    Slice number;
    fputs("{\"response\":{", bot->out);
    for (size_t i = 0; i < 6 && slice_next(&rest, " ", &number); i++) {
        fprintf(bot->out, "%s\"%s\":%.*s", i ? "," : "", BOTZONE_FIELDS[i], (int)number.size,
            number.data);
    }
    fputc('}', bot->out);
    if (data.size > 0) {
        fputs(",\"data\":\"", bot->out); // none of its characters needs an escape
        fwrite(data.data, 1, data.size, bot->out);
        fputc('"', bot->out);
    }
    fputs("}\n", bot->out);
}

static bool run(Bot *bot, Error *error) {
    static const BotzoneCodec CODEC = {read_turn, read_request, write_answer};
    return botzone_run(bot, &CODEC, error);
}

const BotProtocol BOT_BOTZONE_JSON = {
    .name = "botzone-json",
    .game = "amazons",
    .time_ms = 950,
    .run = run,
};
