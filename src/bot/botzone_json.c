// Botzone's JSON interaction: a turn is one line of JSON, and so is the answer.

#include <inttypes.h>
#include <jansson.h>

#include "bot/botzone.h"

static const char *const FIELDS[] = {"x0", "y0", "x1", "y1", "x2", "y2"};

// Plays a request or response: an object with six numbers, or a string that holds one.
static bool play_entry(Game *game, const json_t *entry, bool is_first, Error *error) {
    json_t *held = json_is_string(entry) ? json_loads(json_string_value(entry), 0, NULL) : NULL;
    const json_t *object = held ? held : entry;
    char move[6 * 24] = "";
    size_t length = 0;
    bool done = true;
    for (size_t i = 0; i < 6 && done; i++) {
        const json_t *number = json_object_get(object, FIELDS[i]);
        done =
            json_is_integer(number) || error_set(error, "\"%s\" is not a whole number", FIELDS[i]);
        length += (size_t)snprintf(move + length, sizeof move - length, "%s%" JSON_INTEGER_FORMAT,
            i ? " " : "", json_integer_value(number));
    }
    done = done && botzone_play(game, slice_from(move), is_first, error);
    json_decref(held);
    return done;
}

static bool play_turn(Game *game, const json_t *turn, Error *error) {
    const json_t *requests = json_object_get(turn, "requests");
    const json_t *responses = json_object_get(turn, "responses");
    size_t count = json_array_size(requests);
    if (count < 1 || count > BOTZONE_TURNS_MAX || json_array_size(responses) + 1 != count) {
        return error_set(
            error, "requests must be one more than responses, from 1 to %d", BOTZONE_TURNS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        if (!play_entry(game, json_array_get(requests, i), i == 0, error)) {
            return error_prefix(error, "request %zu", i + 1);
        }
        if (i + 1 < count && !play_entry(game, json_array_get(responses, i), false, error)) {
            return error_prefix(error, "response %zu", i + 1);
        }
    }
    return true;
}

static bool play_request(Game *game, const json_t *request, Error *error) {
    return play_entry(game, request, false, error);
}

static bool read_line(
    Bot *bot, Game *game, bool (*play)(Game *, const json_t *, Error *), Error *error) {
    Text line;
    text_init(&line);
    bool done = bot_read_line(bot, &line, error);
    if (done) {
        json_error_t reason;
        json_t *input = json_loadb(line.data, line.size, JSON_ALLOW_NUL, &reason);
        done = input ? play(game, input, error)
                     : error_set(error, "the turn is not JSON: %s", reason.text);
        json_decref(input);
    }
    text_release(&line);
    return done;
}

static bool read_turn(Bot *bot, Game *game, Error *error) {
    return read_line(bot, game, play_turn, error);
}

static bool read_request(Bot *bot, Game *game, bool is_first, Error *error) {
    (void)is_first; // a whole turn is one line: nothing of it is left
    return read_line(bot, game, play_request, error);
}

static void write_answer(Bot *bot, const char *move) {
    Slice rest = slice_from(move);
    Slice number;
    fputs("{\"response\":{", bot->out);
    for (size_t i = 0; i < 6 && slice_next(&rest, " ", &number); i++) {
        fprintf(bot->out, "%s\"%s\":%.*s", i ? "," : "", FIELDS[i], (int)number.size, number.data);
    }
    fputs("}}\n", bot->out);
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
