#include "players/contestant.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "base/duration.h"

static void init(Contestant *contestant) {
    *contestant = (Contestant){.threads = 1, .seed = -1};
    text_init(&contestant->name);
    text_init(&contestant->command);
    text_init(&contestant->directory);
    text_init(&contestant->engine);
    text_init(&contestant->network);
    text_init(&contestant->settings);
    text_init(&contestant->words);
}

void contestant_release(Contestant *contestant) {
    text_release(&contestant->name);
    text_release(&contestant->command);
    for (char **word = contestant->argv; word && *word; word++) {
        free(*word);
    }
    free(contestant->argv);
    text_release(&contestant->directory);
    text_release(&contestant->engine);
    text_release(&contestant->network);
    text_release(&contestant->settings);
    text_release(&contestant->words);
}

// Sets a field of a Contestant from a value; false if it makes no sense.
typedef bool (*Setter)(void *field, Slice value, int max);

static bool set_text(void *field, Slice value, int max) {
    (void)max;
    text_clear(field);
    text_add_slice(field, value);
    return value.size > 0 && !memchr(value.data, '\0', value.size);
}

static bool set_time(void *field, Slice value, int max) {
    (void)max;
    return duration_parse(value, field);
}

static bool set_number(void *field, Slice value, int max) {
    int number;
    if (!slice_to_int(value, &number) || number < 1 || number > max) {
        return false;
    }
    *(int *)field = number;
    return true;
}

static bool set_seed(void *field, Slice value, int max) {
    (void)max;
    long long *seed = field;
    return slice_to_long(value, seed) && *seed >= 0;
}

static bool set_nodes(void *field, Slice value, int max) {
    (void)max;
    long long nodes;
    bool done = slice_to_long(value, &nodes) && nodes > 0;
    *(uint64_t *)field = done ? (uint64_t)nodes : 0;
    return done;
}

static bool set_protocol(void *field, Slice value, int max) {
    (void)max;
    const PlayerProtocol *protocol = player_protocol_find(value);
    *(const PlayerProtocol **)field = protocol;
    return protocol != NULL;
}

static bool set_switch(void *field, Slice value, int max) {
    (void)max;
    *(bool *)field = slice_is(value, "on");
    return slice_is(value, "on") || slice_is(value, "off");
}

#define TIME "a time such as 500ms, 2s or 1m"

// Every key of a player, in the order in which a refusal lists them.
static const struct {
    const char *name;
    Setter set;
    size_t field;
    const char *takes;
    int max; // of a whole number from 1
} KEYS[] = {
    {"name", set_text, offsetof(Contestant, name), "a text", 0},
    {"cmd", set_text, offsetof(Contestant, command), "a command", 0},
    {"engine", set_text, offsetof(Contestant, engine), "the name of an engine", 0},
    {"protocol", set_protocol, offsetof(Contestant, protocol), "the name of a protocol", 0},
    {"time", set_time, offsetof(Contestant, turn_ms), TIME, 0},
    {"first-time", set_time, offsetof(Contestant, first_turn_ms), TIME, 0},
    {"start-time", set_time, offsetof(Contestant, start_ms), TIME, 0},
    {"margin", set_time, offsetof(Contestant, margin_ms), TIME, 0},
    {"memory", set_number, offsetof(Contestant, memory_mb), "megabytes", 1 << 20},
    {"nodes", set_nodes, offsetof(Contestant, nodes), "a whole number from 1", 0},
    {"depth", set_number, offsetof(Contestant, depth), "plies", 1000},
    {"level", set_number, offsetof(Contestant, level), "(1 is the weakest)", CONTESTANT_LEVEL_MAX},
    {"threads", set_number, offsetof(Contestant, threads), "threads", THREADS_MAX},
    {"seed", set_seed, offsetof(Contestant, seed), "a whole number from 0", 0},
    {"network", set_text, offsetof(Contestant, network), "the name of a file", 0},
    {"set", set_text, offsetof(Contestant, settings), "an engine's numbers", 0},
    {"book", set_switch, offsetof(Contestant, has_book), "on or off", 0},
    {"dir", set_text, offsetof(Contestant, directory), "the name of a folder", 0},
    {"sandbox", set_switch, offsetof(Contestant, is_boxed), "on or off", 0},
};
#define KEY_COUNT (sizeof KEYS / sizeof *KEYS)

static bool refuse_key(Slice key, Error *error) {
    Text names;
    text_init(&names);
    for (size_t i = 0; i < KEY_COUNT; i++) {
        text_addf(&names, "%s%s", i > 0 ? ", " : "", KEYS[i].name);
    }
    char quoted[SLICE_QUOTE_SIZE];
    error_set(error, ERROR_UNKNOWN_PLAYER_KEY, "unknown key %s: choose %s",
        slice_quote(key, quoted), names.data);
    text_release(&names);
    return false;
}

// Sets one `key=value`; false with a reason if either is not known.
static bool set(Contestant *contestant, Slice key, Slice value, Error *error) {
    size_t i = 0;
    while (i < KEY_COUNT && !slice_is(key, KEYS[i].name)) {
        i++;
    }
    if (i == KEY_COUNT) {
        return refuse_key(key, error);
    }
    if (KEYS[i].set((char *)contestant + KEYS[i].field, value, KEYS[i].max)) {
        return true;
    }
    if (KEYS[i].set == set_protocol) {
        return player_protocol_refuse(value, error);
    }
    char quoted[SLICE_QUOTE_SIZE];
    slice_quote(value, quoted);
    return KEYS[i].max ? error_set(error, ERROR_BAD_PLAYER_VALUE, "%s=%s: it takes from 1 to %d %s",
                             KEYS[i].name, quoted, KEYS[i].max, KEYS[i].takes)
                       : error_set(error, ERROR_BAD_PLAYER_VALUE, "%s=%s: it takes %s",
                             KEYS[i].name, quoted, KEYS[i].takes);
}

bool contestant_next_word(Slice *rest, Slice *key, Text *value) {
    if (rest->size == 0) {
        return false;
    }
    const char *equals = memchr(rest->data, '=', rest->size);
    size_t key_size = equals ? (size_t)(equals - rest->data) : rest->size;
    *key = (Slice){rest->data, key_size};
    *rest = slice_skip(*rest, key_size + 1);
    text_clear(value);
    while (rest->size > 0) {
        char byte = rest->data[0];
        bool doubled = byte == ',' && rest->size > 1 && rest->data[1] == ',';
        *rest = slice_skip(*rest, doubled ? 2 : 1);
        if (byte == ',' && !doubled) {
            break;
        }
        text_add_byte(value, byte);
    }
    return true;
}

void contestant_add_word(Text *words, Slice key, Slice value) {
    text_add(words, words->size > 0 ? "," : "");
    text_add_slice(words, key);
    text_add_byte(words, '=');
    for (size_t i = 0; i < value.size; i++) {
        text_add(words, value.data[i] == ',' ? "," : "");
        text_add_byte(words, value.data[i]);
    }
}

const char *contestant_usual_protocol(const Rules *rules) {
    return strcmp(rules->name, "amazons") == 0 ? "botzone" : "sjtu";
}

// Whether a program can be told to think by nodes or depth; the others would only lose their clock.
static bool takes_limits(const PlayerProtocol *protocol) {
    return strcmp(protocol->name, "text") == 0 || strcmp(protocol->name, "uci") == 0;
}

// Fills in what follows from the rest and checks that it fits together.
static bool complete(Contestant *contestant, const Rules *rules, Error *error) {
    bool is_engine = contestant->engine.size > 0;
    if (is_engine == (contestant->command.size > 0)) {
        return error_set(error, ERROR_BAD_PLAYER, "a player is either cmd=COMMAND or engine=NAME");
    }
    if (is_engine && contestant->protocol) {
        return error_set(error, ERROR_BAD_PLAYER, "an engine needs no protocol");
    }
    if (!is_engine &&
        (contestant->seed >= 0 || contestant->network.size > 0 || contestant->settings.size > 0 ||
            contestant->has_book || contestant->level > 0)) {
        return error_set(error, ERROR_BAD_PLAYER,
            "seed, network, set, book and level are for engines; a program has its own arguments");
    }
    if (is_engine && contestant->is_boxed) {
        return error_set(error, ERROR_BAD_PLAYER, "an engine needs no sandbox");
    }
    if (!contestant->protocol) {
        contestant->protocol =
            player_protocol_find(slice_from(is_engine ? "text" : contestant_usual_protocol(rules)));
    }
    const char *game = contestant->protocol->game;
    if (game && strcmp(game, rules->name) != 0) {
        return error_set(error, ERROR_PROTOCOL_OTHER_GAME, "protocol %s is for %s",
            contestant->protocol->name, game);
    }
    if ((contestant->nodes || contestant->depth) && !takes_limits(contestant->protocol)) {
        return error_set(error, ERROR_BAD_PLAYER, "protocol %s knows no nodes or depth",
            contestant->protocol->name);
    }
    if (contestant->name.size == 0) {
        text_add(&contestant->name, is_engine ? contestant->engine.data : contestant->command.data);
    }
    return true;
}

bool contestant_parse(Contestant *contestant, Slice words, const Rules *rules, Error *error) {
    init(contestant);
    text_add_slice(&contestant->words, words);
    Text value;
    text_init(&value);
    Slice key;
    bool done = true;
    while (done && contestant_next_word(&words, &key, &value)) {
        done = set(contestant, key, text_slice(&value), error);
    }
    done = done && complete(contestant, rules, error);
    text_release(&value);
    if (!done) {
        contestant_release(contestant);
        return error_prefix(error, ERROR_AT_PLAYER, "player");
    }
    return true;
}

bool contestant_from_command(Contestant *contestant, const char *command, const char *protocol,
    const Rules *rules, Error *error) {
    init(contestant);
    bool is_engine = strncmp(command, "engine:", 7) == 0;
    text_add(is_engine ? &contestant->engine : &contestant->command, command + (is_engine ? 7 : 0));
    text_add(&contestant->words, command);
    bool done = true;
    if (protocol) {
        contestant->protocol = player_protocol_find(slice_from(protocol));
        done = contestant->protocol || player_protocol_refuse(slice_from(protocol), error);
    }
    done = done && complete(contestant, rules, error);
    if (!done) {
        contestant_release(contestant);
    }
    return done;
}

void contestant_box(Contestant *contestant) {
    if (contestant->engine.size == 0 && !contestant->is_boxed) {
        contestant->is_boxed = true;
        text_add(&contestant->words, ",sandbox=on");
    }
}

static int scaled(int time_ms, double scale) {
    double scaled_ms = time_ms * scale;
    return time_ms > 0 && scaled_ms < 1 ? 1 : scaled_ms < INT_MAX ? (int)scaled_ms : INT_MAX;
}

void contestant_scale_times(Contestant *contestant, double scale) {
    const PlayerProtocol *protocol = contestant->protocol;
    double longer = scale > 1 ? scale : 1;
    double turn_scale = takes_limits(protocol) ? scale : longer;
    if (contestant->turn_ms || (!contestant->nodes && !contestant->depth)) {
        int turn_ms = contestant->turn_ms ? contestant->turn_ms : protocol->turn_ms;
        contestant->turn_ms = scaled(turn_ms, turn_scale);
    }
    if (contestant->first_turn_ms) {
        contestant->first_turn_ms = scaled(contestant->first_turn_ms, turn_scale);
    }
    int start_ms = contestant->start_ms ? contestant->start_ms : protocol->start_ms;
    int margin_ms = contestant->margin_ms ? contestant->margin_ms : protocol->margin_ms;
    contestant->start_ms = scaled(start_ms, longer);
    contestant->margin_ms = scaled(margin_ms, longer);
}

int contestant_engine_memory_mb(const Contestant *contestant) {
    return contestant->memory_mb ? contestant->memory_mb : CONTESTANT_ENGINE_MEMORY_MB;
}

PlayerOptions contestant_player(const Contestant *contestant, const char *self, const char *game,
    const Variant *variant, uint64_t seed, ContestantCall *call) {
    PlayerOptions options = {
        .name = contestant->name.data,
        .directory = contestant->directory.size > 0 ? contestant->directory.data : NULL,
        .protocol = contestant->protocol,
        .turn_ms = contestant->turn_ms,
        .first_turn_ms = contestant->first_turn_ms,
        .start_ms = contestant->start_ms,
        .margin_ms = contestant->margin_ms,
        .memory_mb = contestant->memory_mb,
        .nodes = contestant->nodes,
        .depth = contestant->depth,
        .is_boxed = contestant->is_boxed,
    };
    if (contestant->engine.size == 0) {
        options.argv = contestant->argv;
        options.command = contestant->command.data;
        return options;
    }
    if (contestant->seed >= 0) {
        seed = (uint64_t)contestant->seed;
    }
    snprintf(call->numbers[0], sizeof call->numbers[0], "%" PRIu64, seed & INT64_MAX);
    snprintf(call->numbers[1], sizeof call->numbers[1], "%d", contestant->threads);
    snprintf(
        call->numbers[2], sizeof call->numbers[2], "%d", contestant_engine_memory_mb(contestant));
    char *const words[] = {(char *)self, "bot", (char *)game, "--variant", (char *)variant->name,
        "--protocol", "text", "--engine", contestant->engine.data, "--seed", call->numbers[0],
        "--threads", call->numbers[1], "--memory-mb", call->numbers[2]};
    size_t count = sizeof words / sizeof *words;
    memcpy(call->argv, words, sizeof words);
    if (contestant->network.size > 0) {
        call->argv[count++] = "--network";
        call->argv[count++] = contestant->network.data;
    }
    if (contestant->settings.size > 0) {
        call->argv[count++] = "--set";
        call->argv[count++] = contestant->settings.data;
    }
    if (contestant->level > 0) {
        snprintf(call->numbers[3], sizeof call->numbers[3], "%d", contestant->level);
        call->argv[count++] = "--level";
        call->argv[count++] = call->numbers[3];
    }
    if (!contestant->has_book) {
        call->argv[count++] = "--book";
        call->argv[count++] = "none";
    }
    call->argv[count] = NULL;
    options.argv = call->argv;
    // What the engine is told to use is for its tables; the program itself needs some too.
    options.memory_mb = 0;
    return options;
}
