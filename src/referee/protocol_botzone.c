// Botzone's two interactions, each in restart and keep-running mode.
//
// A turn is the same in all of them: start the program or wake it, send its input, read output up
// to its end or the keep-running marker. Only how input and answer are written differs, so a Codec
// is all that the simple and the JSON interaction do not share.

#include <stdlib.h>
#include <string.h>

#include "base/foreign_text.h"
#include "referee/botzone_json.h"
#include "referee/conversation.h"
#include "referee/protocols.h"

#define KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
#define NO_MOVE "-1 -1 -1 -1 -1 -1"
// The limit of each of data and globaldata, which Botzone stores for a bot.
#define STORE_LIMIT_BYTES 100000
// A response comes back as it was written, unless it is longer than anybody needs: all of them are
// written again each turn.
#define RESPONSE_LIMIT_BYTES 4096
// Room for any six integers, terminator included.
#define SIX_INTEGERS_SIZE (6 * 12)

typedef struct Codec {
    // A whole turn for a program that was just started, and the newest request for one that runs.
    void (*add_turn)(Text *out, const Player *player, const Game *game);
    void (*add_request)(Text *out, const Game *game);
    // Finds the six integers in the output and keeps data and globaldata.
    bool (*read_answer)(Player *player, Slice output, int move[BOTZONE_FIELD_COUNT], Foul *foul);
} Codec;

// The moves of a turn, oldest first: requests and responses in turn, beginning with a request. The
// player who begins the game is asked with no move first.
static size_t turn_entry_count(const Game *game) {
    return game->count + (position_turn(game_position(game)) == SIDE_FIRST ? 1 : 0);
}

static void turn_entry(const Game *game, size_t index, char *out) {
    size_t offset = turn_entry_count(game) - game->count;
    if (index < offset) {
        strcpy(out, NO_MOVE);
    } else {
        size_t ply = index - offset;
        game->rules->format(&game->positions[ply], game->moves[ply], NOTATION_BOTZONE, out);
    }
}

static void keep(Text *store, Slice value) {
    text_clear(store);
    text_add_slice(
        store, value.size > STORE_LIMIT_BYTES ? (Slice){value.data, STORE_LIMIT_BYTES} : value);
}

// Simple interaction: lines of integers.

static void simple_add_request(Text *out, const Game *game) {
    char move[MOVE_TEXT_SIZE];
    turn_entry(game, turn_entry_count(game) - 1, move);
    text_addf(out, "%s\n", move);
}

static void simple_add_turn(Text *out, const Player *player, const Game *game) {
    size_t count = turn_entry_count(game);
    text_addf(out, "%zu\n", (count + 1) / 2);
    for (size_t i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        turn_entry(game, i, move);
        text_addf(out, "%s\n", move);
    }
    if (player->data.size > 0 || player->globaldata.size > 0) {
        text_addf(out, "%s\n", player->data.data);
    }
    if (player->globaldata.size > 0) {
        text_addf(out, "%s\n", player->globaldata.data);
    }
}

// The next piece between single spaces, which may be empty; false at the end.
static bool next_piece(Slice *rest, Slice *piece) {
    if (!rest->data) {
        return false;
    }
    const char *space = memchr(rest->data, ' ', rest->size);
    *piece = space ? (Slice){rest->data, (size_t)(space - rest->data)} : *rest;
    *rest = space ? slice_skip(*rest, piece->size + 1) : (Slice){NULL, 0};
    return true;
}

// The site reads `response.split(' ').map(parseInt)`: a blank too many is a number too few, and
// what follows the digits of a number or the sixth number does not count.
static bool simple_read_move(const Player *player, Slice response, int move[BOTZONE_FIELD_COUNT]) {
    Slice word;
    for (size_t i = 0; i < BOTZONE_FIELD_COUNT; i++) {
        bool is_there = player->options->is_lenient ? slice_next(&response, " \t", &word)
                                                    : next_piece(&response, &word);
        if (!is_there || !javascript_parse_int(word, &move[i])) {
            return false;
        }
    }
    return true;
}

static bool simple_read_answer(
    Player *player, Slice output, int move[BOTZONE_FIELD_COUNT], Foul *foul) {
    Slice rest = output;
    Slice response = {"", 0};
    Slice debug;
    Slice data = {"", 0};
    slice_next_line(&rest, &response);
    if (slice_next_line(&rest, &debug)) {
        slice_next_line(&rest, &data);
    }
    keep(&player->data, data);
    rest = slice_trim(rest);
    if (rest.size > 0) { // unlike data, it stays until there is another
        keep(&player->globaldata, rest);
    }
    char quoted[SLICE_QUOTE_SIZE];
    return simple_read_move(player, response, move) ||
           error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_NOT_SIX_INTEGERS,
               "%s instead of six integers", slice_quote(response, quoted));
}

// JSON interaction.

static json_t *json_from_move(const char *move) {
    json_t *object = json_object();
    Slice rest = slice_from(move);
    Slice word;
    int number;
    for (size_t i = 0; slice_next(&rest, " ", &word) && slice_to_int(word, &number); i++) {
        json_object_set_new(object, BOTZONE_FIELD_NAMES[i], json_integer(number));
    }
    return object;
}

// Adds a value and frees it.
static void add_json(Text *out, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text) {
        abort();
    }
    text_add(out, text);
    free(text);
    json_decref(value);
}

static void json_add_request(Text *out, const Game *game) {
    char move[MOVE_TEXT_SIZE];
    turn_entry(game, turn_entry_count(game) - 1, move);
    add_json(out, json_from_move(move));
    text_add_byte(out, '\n');
}

static const char *stored_json(const Text *store) {
    return store->size > 0 ? store->data : "\"\"";
}

// What the program itself has answered at a ply; nothing for a move of an opening.
static Slice json_written_response(const Player *player, size_t ply) {
    Slice rest = text_slice(&player->responses);
    Slice line;
    Slice found = {"", 0};
    while (slice_next_line(&rest, &line)) {
        Slice word;
        int number;
        if (slice_next(&line, " ", &word) && slice_to_int(word, &number) && (size_t)number == ply) {
            found = slice_trim(line);
        }
    }
    return found;
}

// The requests (from 0) or responses (from 1) of a turn.
static void json_add_list(Text *out, const Player *player, const Game *game, size_t from) {
    size_t count = turn_entry_count(game);
    size_t offset = count - game->count;
    for (size_t i = from; i < count; i += 2) {
        Slice written = {"", 0};
        if (from == 1) {
            written = json_written_response(player, i - offset);
        }
        text_add(out, i > from ? "," : "");
        if (written.size > 0) {
            text_add_slice(out, written);
        } else {
            char move[MOVE_TEXT_SIZE];
            turn_entry(game, i, move);
            add_json(out, json_from_move(move));
        }
    }
}

static void json_add_turn(Text *out, const Player *player, const Game *game) {
    text_add(out, "{\"requests\":[");
    json_add_list(out, player, game, 0);
    text_add(out, "],\"responses\":[");
    json_add_list(out, player, game, 1);
    text_add_byte(out, ']');
    text_addf(out, ",\"data\":%s,\"globaldata\":%s", stored_json(&player->data),
        stored_json(&player->globaldata));
    text_addf(out, ",\"time_limit\":%g,\"memory_limit\":%d}\n",
        (double)player_turn_ms(player) / 1000, player_memory_mb(player));
}

// Stores a value as JSON. One beyond the limit is dropped, since a part of it would be no JSON.
static void json_keep(Text *store, const json_t *output, const char *key) {
    json_t *value = json_object_get(output, key);
    text_clear(store);
    if (value) {
        add_json(store, json_incref(value));
    }
    if (store->size > STORE_LIMIT_BYTES) {
        text_clear(store);
    }
}

// The site parses the whole output.
static bool json_read_answer(
    Player *player, Slice output, int move[BOTZONE_FIELD_COUNT], Foul *foul) {
    char quoted[SLICE_QUOTE_SIZE];
    slice_quote(slice_trim(output), quoted);
    json_t *value = botzone_json_parse(output, player->options->is_lenient);
    if (!value) {
        return error_set(
            foul_as(foul, VERDICT_MALFORMED), ERROR_OUTPUT_NOT_JSON, "%s is not JSON", quoted);
    }
    json_keep(&player->data, value, "data");
    const json_t *globaldata = json_object_get(value, "globaldata");
    if (globaldata && !json_is_null(globaldata)) { // unlike data, it stays until there is another
        json_keep(&player->globaldata, value, "globaldata");
    }
    // An output without a `response` is itself the response.
    json_t *response = json_object_get(value, "response");
    response = response ? response : value;
    bool done = botzone_json_move(response, move);
    if (done) {
        text_clear(&player->response);
        add_json(&player->response, json_incref(response));
    }
    json_decref(value);
    return done || error_set(foul_as(foul, VERDICT_MALFORMED), ERROR_JSON_WITHOUT_MOVE,
                       "%s holds no six integers x0 to y2", quoted);
}

// A turn.

static bool foul_for_staying(const Player *player, Foul *foul) {
    return error_set(foul_as(foul, VERDICT_TIMEOUT), ERROR_STILL_RUNNING,
        "answered, but neither ended nor asked to keep running within %.3f s",
        player_limit_s(player));
}

// A program that prints no marker must exit with code 0 before its deadline.
static bool await_exit(Player *player, Foul *foul) {
    ProcessState state = process_wait(player->process, player->deadline_ns);
    if (state.kind == PROCESS_RUNNING) {
        return foul_for_staying(player, foul);
    }
    bool is_good = state.kind == PROCESS_EXITED && state.code == 0;
    return is_good || player_foul(player, PROCESS_CLOSED, foul);
}

// Collects the output of a turn. `*runs_on` says that the program asked to keep running.
static bool read_output(Player *player, Text *output, bool *runs_on, Foul *foul) {
    *runs_on = false;
    for (;;) {
        Slice line;
        ProcessStatus status = process_read_line(player->process, player->deadline_ns, &line);
        if (line.size > 0 || status == PROCESS_OK) {
            player_note(player, '<', line);
        }
        if (status == PROCESS_TIMEOUT && output->size > 0) {
            return foul_for_staying(player, foul);
        }
        if (status != PROCESS_OK && status != PROCESS_CLOSED) {
            return player_foul(player, status, foul);
        }
        if (status == PROCESS_OK && slice_is(slice_trim(line), KEEP_RUNNING)) {
            *runs_on = true;
            return true;
        }
        text_add_slice(output, line);
        if (status == PROCESS_CLOSED) {
            return await_exit(player, foul);
        }
        text_add_byte(output, '\n');
    }
}

// Starts the program or wakes it, and gives it its input.
static bool send_turn(Player *player, const Game *game, const Codec *codec, Foul *foul) {
    Text text;
    text_init(&text);
    bool done = true;
    if (player->process) {
        process_resume(player->process);
        codec->add_request(&text, game);
    } else {
        codec->add_turn(&text, player, game);
        done = player_spawn(player, foul);
    }
    done = done && player_send(player, &text, foul);
    text_release(&text);
    return done;
}

static bool play_turn(Player *player, const Game *game, const Codec *codec,
    int move[BOTZONE_FIELD_COUNT], Foul *foul) {
    bool ran_on = player->process != NULL;
    bool runs_on = false;
    Text output;
    text_init(&output);
    bool done = send_turn(player, game, codec, foul) && //
                read_output(player, &output, &runs_on, foul);
    if (done && ran_on && !runs_on && slice_trim(text_slice(&output)).size == 0) {
        done = error_set(foul_as(foul, VERDICT_CRASH), ERROR_PROGRAM_SILENT,
            "exited with code 0 without an answer");
    }
    if (done && runs_on) {
        process_suspend(player->process);
    } else {
        player_stop(player);
    }
    done = done && codec->read_answer(player, text_slice(&output), move, foul);
    text_release(&output);
    return done;
}

static bool ask(Player *player, const Game *game, const Codec *codec, Move *move, Foul *foul) {
    int at[BOTZONE_FIELD_COUNT];
    if (!play_turn(player, game, codec, at, foul)) {
        return false;
    }
    char text[SIX_INTEGERS_SIZE];
    snprintf(text, sizeof text, "%d %d %d %d %d %d", at[0], at[1], at[2], at[3], at[4], at[5]);
    return player_parse(game, slice_from(text), NOTATION_BOTZONE, move, foul);
}

static bool begin(Player *player, const Game *game, Foul *foul) {
    (void)player;
    (void)game;
    (void)foul;
    return true; // Botzone starts a program only when it is its turn
}

static bool ask_simple(Player *player, const Game *game, Move *move, Foul *foul) {
    static const Codec CODEC = {simple_add_turn, simple_add_request, simple_read_answer};
    return ask(player, game, &CODEC, move, foul);
}

static bool ask_json(Player *player, const Game *game, Move *move, Foul *foul) {
    static const Codec CODEC = {json_add_turn, json_add_request, json_read_answer};
    bool done = ask(player, game, &CODEC, move, foul);
    if (done && player->response.size <= RESPONSE_LIMIT_BYTES) {
        text_addf(&player->responses, "%zu %s\n", game->count, player->response.data);
    }
    return done;
}

const PlayerProtocol PLAYER_BOTZONE = {
    .name = "botzone",
    .game = "amazons",
    .takes_openings = true,
    .turn_ms = 1000,
    .first_turn_ms = 2000,
    .start_ms = 1000,
    .memory_mb = 256,
    .begin = begin,
    .ask = ask_simple,
};

const PlayerProtocol PLAYER_BOTZONE_JSON = {
    .name = "botzone-json",
    .game = "amazons",
    .takes_openings = true,
    .turn_ms = 1000,
    .first_turn_ms = 2000,
    .start_ms = 1000,
    .memory_mb = 256,
    .begin = begin,
    .ask = ask_json,
};
