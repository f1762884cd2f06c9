#include <stdlib.h>
#include <string.h>

#include "match/game_result.h"
#include "match/pair.h"

static json_t *load(Slice json, Error *error) {
    if (json.size > PAIR_JSON_MAX) {
        error_set(error, ERROR_INPUT_TOO_LONG, "%s is longer than %u bytes", "the JSON of a pair",
            PAIR_JSON_MAX);
        return NULL;
    }
    json_t *root = json_loadb(json.data, json.size, JSON_REJECT_DUPLICATES, NULL);
    if (!root) {
        error_set(error, ERROR_NOT_JSON, "this is no JSON");
    }
    return root;
}

// Writes a value and gives it up; null, from texts that are not UTF-8, is refused.
static bool dump(json_t *root, Text *out, Error *error) {
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (!text) {
        return error_set(error, ERROR_NOT_UTF8, "names, commands and details must be UTF-8");
    }
    text_add(out, text);
    free(text);
    return true;
}

// A name is a tag of the record, by which a result is checked.
static bool check_name(const Pair *pair, const Contestant *player, Error *error) {
    Record record;
    record_init(&record, pair->rules, pair->variant);
    bool done = record_set_tag(&record, slice_from("First"), text_slice(&player->name), error);
    record_release(&record);
    return done || error_prefix(error, ERROR_AT_PLAYER, "player");
}

static json_t *opening_json(const Pair *pair) {
    json_t *moves = json_array();
    Position pos;
    pair->rules->start(&pos, pair->variant);
    for (size_t i = 0; i < pair->opening_count; i++) {
        char text[MOVE_TEXT_SIZE];
        pair->rules->format(&pos, pair->opening[i], NOTATION_STANDARD, text);
        json_array_append_new(moves, json_string(text));
        pair->rules->apply(&pos, pair->opening[i], &pos);
    }
    return moves;
}

bool pair_write(const Pair *pair, Text *out, Error *error) {
    json_int_t seeds[4];
    for (int i = 0; i < 4; i++) {
        seeds[i] = (json_int_t)(pair->seeds[i / 2][i % 2] & INT64_MAX);
    }
    return check_name(pair, pair->players[0], error) && check_name(pair, pair->players[1], error) &&
           dump(json_pack("{s:s s:s s:[ss] s:o s:[[II][II]] s:o* s:o*}", "game", pair->rules->name,
                    "variant", pair->variant->name, "players", pair->players[0]->words.data,
                    pair->players[1]->words.data, "opening", opening_json(pair), "seeds", seeds[0],
                    seeds[1], seeds[2], seeds[3], "owners",
                    pair->owners[0] ? json_pack("[ss]", pair->owners[0], pair->owners[1]) : NULL,
                    "logs", pair->has_logs ? json_true() : NULL),
               out, error);
}

// The members of a payload, as jansson gives them.
typedef struct Members {
    const char *game;
    const char *variant;
    const char *words[2];
    json_t *opening;
    json_int_t seeds[2][2];
    const char *owners[2]; // null: nobody says
    int has_logs;
} Members;

static bool unpack(const json_t *root, Members *members, Error *error) {
    *members = (Members){0};
    bool done = json_unpack_ex((json_t *)root, NULL, JSON_STRICT,
                    "{s:s s:s s:[ss] s:o s:[[II][II]] s?[ss] s?b}", "game", &members->game,
                    "variant", &members->variant, "players", &members->words[0], &members->words[1],
                    "opening", &members->opening, "seeds", &members->seeds[0][0],
                    &members->seeds[0][1], &members->seeds[1][0], &members->seeds[1][1], "owners",
                    &members->owners[0], &members->owners[1], "logs", &members->has_logs) == 0;
    for (int i = 0; i < 4; i++) {
        done = done && members->seeds[i / 2][i % 2] >= 0;
    }
    for (int i = 0; i < 2 && done && members->owners[i]; i++) {
        done = strlen(members->owners[i]) < PAIR_OWNER_SIZE;
    }
    return (done && json_is_array(members->opening)) ||
           error_set(error, ERROR_BAD_PAIR,
               "a pair has a game, a variant, two players, an opening and four seeds");
}

static bool find_rules(const Members *members, Pair *pair, Error *error) {
    char quoted[SLICE_QUOTE_SIZE];
    pair->rules = rules_find(slice_from(members->game));
    if (!pair->rules) {
        return error_set(error, ERROR_UNKNOWN_GAME, "unknown game %s",
            slice_quote(slice_from(members->game), quoted));
    }
    pair->variant = rules_variant(pair->rules, slice_from(members->variant));
    return pair->variant ||
           error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
               slice_quote(slice_from(members->variant), quoted), pair->rules->name);
}

static bool read_players(PairInput *input, const Members *members, Error *error) {
    Pair *pair = &input->pair;
    int made = 0;
    bool done = true;
    while (done && made < 2) {
        Contestant *player = &input->contestants[made];
        done = contestant_parse(player, slice_from(members->words[made]), pair->rules, error);
        made += done;
        done = done && check_name(pair, player, error);
        if (done && player->directory.size > 0) {
            done = error_set(error, ERROR_BAD_PAIR, "a folder (dir=) is on one machine only");
        }
    }
    while (!done && made > 0) {
        contestant_release(&input->contestants[--made]);
    }
    pair->players[0] = &input->contestants[0];
    pair->players[1] = &input->contestants[1];
    return done;
}

static bool play_opening(PairInput *input, const json_t *moves, Error *error) {
    Game *game = &input->opening;
    size_t index;
    json_t *move;
    json_array_foreach(moves, index, move) {
        const char *text = json_string_value(move);
        if (!text) {
            return error_set(error, ERROR_MOVE_NOT_STRING, "move %zu is not a string", index + 1);
        }
        if (!game_play_text(game, slice_from(text), NOTATION_STANDARD, error)) {
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", index + 1);
        }
    }
    return game->count == 0 ||
           (input->contestants[0].protocol->takes_openings &&
               input->contestants[1].protocol->takes_openings) ||
           error_set(error, ERROR_BAD_PAIR, "a player's protocol cannot be told of an opening");
}

static bool fill(PairInput *input, const Members *members, Error *error) {
    Pair *pair = &input->pair;
    *pair = (Pair){0};
    if (!find_rules(members, pair, error) || !read_players(input, members, error)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        pair->seeds[i / 2][i % 2] = (uint64_t)members->seeds[i / 2][i % 2];
    }
    for (int i = 0; i < 2 && members->owners[i]; i++) {
        pair->owners[i] = strcpy(input->owners[i], members->owners[i]);
    }
    pair->has_logs = members->has_logs;
    game_init(&input->opening, pair->rules, pair->variant);
    if (!play_opening(input, members->opening, error)) {
        pair_input_release(input);
        return error_prefix(error, ERROR_AT_OPENINGS, "opening");
    }
    pair->opening = input->opening.moves;
    pair->opening_count = input->opening.count;
    return true;
}

bool pair_read(PairInput *input, Slice json, Error *error) {
    Members members;
    json_t *root = load(json, error);
    bool done = root && unpack(root, &members, error) && fill(input, &members, error);
    json_decref(root);
    return done;
}

void pair_input_release(PairInput *input) {
    contestant_release(&input->contestants[0]);
    contestant_release(&input->contestants[1]);
    game_release(&input->opening);
}

bool pair_result_write(const MatchGame games[2], Text *out, Error *error) {
    json_t *first = game_result_json(&games[0]);
    json_t *second = game_result_json(&games[1]);
    if (!first || !second) {
        json_decref(first);
        json_decref(second);
        return dump(NULL, out, error);
    }
    return dump(json_pack("{s:[oo]}", "games", first, second), out, error);
}

bool pair_result_read(MatchGame games[2], Slice json, Error *error) {
    json_t *root = load(json, error);
    if (!root) {
        return false;
    }
    json_t *objects[2];
    bool done = false;
    if (json_unpack_ex(root, NULL, JSON_STRICT, "{s:[oo]}", "games", &objects[0], &objects[1]) ==
            0 &&
        game_result_read(objects[0], &games[0])) {
        done = game_result_read(objects[1], &games[1]);
        if (!done) {
            game_result_release(&games[0]);
        }
    }
    json_decref(root);
    return done || error_set(error, ERROR_BAD_RESULT, "this is no result of two games");
}
