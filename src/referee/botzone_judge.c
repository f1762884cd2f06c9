#include "referee/botzone_judge.h"

#include <jansson.h>
#include <stdlib.h>

#include "rules/game.h"

static const char *const FIELDS[] = {"x0", "y0", "x1", "y1", "x2", "y2"};
static const char *const PLAYERS[] = {"0", "1"};

// The judge's output: `command`, `content` and `display`.
static json_t *request(Side player, const json_t *move, json_t *display) {
    json_t *content = json_object();
    json_object_set(content, PLAYERS[player], (json_t *)move);
    json_t *output = json_object();
    json_object_set_new(output, "command", json_string("request"));
    json_object_set_new(output, "content", content);
    json_object_set_new(output, "display", display);
    return output;
}

static json_t *finish(Side winner, const char *err, json_t *display) {
    json_t *content = json_object();
    json_object_set_new(content, "0", json_integer(winner == SIDE_FIRST ? 2 : 0));
    json_object_set_new(content, "1", json_integer(winner == SIDE_SECOND ? 2 : 0));
    json_object_set_new(display, "winner", json_integer(winner));
    if (err) {
        json_object_set_new(display, "err", json_string(err));
    }
    json_t *output = json_object();
    json_object_set_new(output, "command", json_string("finish"));
    json_object_set_new(output, "content", content);
    json_object_set_new(output, "display", display);
    return output;
}

// The answer as an object, new or shared; null if it is none. Old logs call it `content`, and it
// may come as a string that holds the object.
static json_t *answer_object(const json_t *answer) {
    json_t *response = json_object_get(answer, "response");
    if (!response || json_is_null(response)) {
        response = json_object_get(answer, "content");
    }
    if (json_is_string(response)) {
        return json_loadb(json_string_value(response), json_string_length(response), 0, NULL);
    }
    return json_incref(response);
}

// The six integers as text and as a clean object; false if one is missing or no integer.
static bool read_move(const json_t *answer, char text[MOVE_TEXT_SIZE * 6], json_t *clean) {
    json_t *object = answer_object(answer);
    size_t length = 0;
    bool done = json_is_object(object);
    for (size_t i = 0; i < 6 && done; i++) {
        const json_t *number = json_object_get(object, FIELDS[i]);
        done = json_is_integer(number);
        length += (size_t)snprintf(text + length, MOVE_TEXT_SIZE, "%s%" JSON_INTEGER_FORMAT,
            i ? " " : "", json_integer_value(number));
        json_object_set_new(clean, FIELDS[i], json_integer(json_integer_value(number)));
    }
    json_decref(object);
    return done;
}

static size_t legal_count(const Game *game, Side side) {
    Position pos = *game_position(game);
    pos.turn = (uint8_t)side;
    return game->rules->count(&pos);
}

static json_t *invalid_input(Side player, const json_t *answer) {
    const char *verdict = json_string_value(json_object_get(answer, "verdict"));
    char err[64];
    snprintf(err, sizeof err, "INVALID_INPUT_VERDICT_%s", verdict ? verdict : "");
    return finish(side_other(player), err, json_object());
}

// Plays one answer. Returns the output if it is the last of the log or ends the game, else null.
static json_t *judge_answer(Game *game, const json_t *entry, bool is_last) {
    Side player = position_turn(game_position(game));
    const json_t *answer = json_object_get(entry, PLAYERS[player]);
    char text[MOVE_TEXT_SIZE * 6];
    json_t *move = json_object();
    json_t *output = NULL;
    if (!read_move(answer, text, move)) {
        output = invalid_input(player, answer);
    } else if (!game_play_text(game, slice_from(text), NOTATION_BOTZONE, NULL)) {
        output = finish(side_other(player), "INVALIDMOVE", json_object());
    } else if (is_last) {
        json_t *display = json_copy(move);
        json_object_set_new(
            display, "blackCount", json_integer((json_int_t)legal_count(game, SIDE_FIRST)));
        json_object_set_new(
            display, "whiteCount", json_integer((json_int_t)legal_count(game, SIDE_SECOND)));
        bool is_over = game_outcome(game).result != RESULT_NONE;
        output =
            is_over ? finish(player, NULL, display) : request(side_other(player), move, display);
    }
    json_decref(move);
    return output;
}

static json_t *first_request(void) {
    json_t *move = json_object();
    for (size_t i = 0; i < 6; i++) {
        json_object_set_new(move, FIELDS[i], json_integer(-1));
    }
    json_t *output = request(SIDE_FIRST, move, json_string(""));
    json_decref(move);
    return output;
}

static json_t *judge_log(const Rules *rules, const json_t *log) {
    size_t count = json_array_size(log);
    if (count < 2) {
        return first_request();
    }
    Game game;
    game_init(&game, rules, &rules->variants[0]);
    json_t *output = NULL;
    for (size_t i = 1; i < count && !output; i += 2) {
        output = judge_answer(&game, json_array_get(log, i), i + 2 > count - 1);
    }
    game_release(&game);
    return output;
}

bool botzone_judge(const Rules *rules, Slice input, Text *output, Error *error) {
    json_error_t reason;
    json_t *root = json_loadb(input.data, input.size, 0, &reason);
    if (!root) {
        return error_set(error, "the judge's input is not JSON: %s", reason.text);
    }
    const json_t *log = json_object_get(root, "log");
    if (!json_is_array(log)) {
        json_decref(root);
        return error_set(error, "the judge's input has no array named log");
    }
    json_t *answer = judge_log(rules, log);
    char *text = json_dumps(answer, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (!text) {
        abort();
    }
    text_addf(output, "%s\n", text);
    free(text);
    json_decref(answer);
    json_decref(root);
    return true;
}
