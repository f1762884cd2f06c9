#include "api/game_json.h"

#include <stdlib.h>
#include <string.h>

#include "api/json_input.h"
#include "api/limits.h"
#include "rules/amazons/amazons.h"
#include "rules/quoridor/quoridor.h"

static json_t *checked(json_t *value) {
    if (!value) {
        abort();
    }
    return value;
}

// Reading

static bool read_start(const json_t *object, const Rules **rules, Position *pos, Error *error) {
    Slice game_name = {0};
    Slice variant_name = {0};
    Slice start = {0};
    char quoted[SLICE_QUOTE_SIZE];
    if (!json_input_text(object, "game", &game_name, error) ||
        !json_input_text(object, "variant", &variant_name, error) ||
        !json_input_text(object, "start", &start, error)) {
        return false;
    }
    if (!game_name.data) {
        return error_set(error, ERROR_MEMBER_MISSING, "%s is missing", "game");
    }
    *rules = rules_find(game_name);
    if (!*rules) {
        return error_set(
            error, ERROR_UNKNOWN_GAME, "unknown game %s", slice_quote(game_name, quoted));
    }
    const Variant *variant =
        variant_name.data ? rules_variant(*rules, variant_name) : &(*rules)->variants[0];
    if (!variant) {
        return error_set(error, ERROR_UNKNOWN_VARIANT, "unknown variant %s of %s",
            slice_quote(variant_name, quoted), (*rules)->name);
    }
    if (!start.data) {
        (*rules)->start(pos, variant);
        return true;
    }
    if (!(*rules)->read(start, variant, pos, error)) {
        return error_prefix(error, ERROR_AT_MEMBER, "%s", "start");
    }
    // An Amazons text knows its own board; it must be the one that was asked for.
    return !variant_name.data || pos->variant == variant ||
           error_set(error, ERROR_POSITION_VARIANT, "this is a position of %s, not of %s",
               pos->variant->name, variant->name) ||
           error_prefix(error, ERROR_AT_MEMBER, "%s", "start");
}

static bool play_moves(const json_t *moves, Game *game, Error *error) {
    if (json_array_size(moves) > LIMIT_MOVES) {
        return error_set(error, ERROR_TOO_MANY_MOVES, "more than %d moves", LIMIT_MOVES);
    }
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        if (!json_is_string(move)) {
            return error_set(error, ERROR_MOVE_NOT_STRING, "move %zu is not a string", i + 1);
        }
        if (!game_play_text(game, json_input_slice(move), NOTATION_STANDARD, error)) {
            return error_prefix(error, ERROR_AT_MOVE, "move %zu", i + 1);
        }
    }
    return true;
}

bool game_json_read(const json_t *object, Game *out, Error *error) {
    const Rules *rules = NULL;
    Position pos;
    const json_t *moves = NULL;
    if (!read_start(object, &rules, &pos, error) ||
        !json_input_list(object, "moves", &moves, error)) {
        return false;
    }
    Game game;
    game_init_at(&game, rules, &pos);
    if (!play_moves(moves, &game, error)) {
        game_release(&game);
        return false;
    }
    *out = game;
    return true;
}

// Writing

json_t *game_json_variant(const Rules *rules, const Variant *variant) {
    json_t *object = checked(json_pack("{s:s s:i s:i s:i}", "name", variant->name, "size",
        variant->size, "plyCap", variant->ply_cap, "repetitionLimit", variant->repetition_limit));
    if (rules->same) { // only Quoridor's pawns can go back
        json_object_set_new(object, "walls", json_integer(variant->walls));
        json_object_set_new(object, "edgeIsBarrier", json_boolean(variant->edge_is_barrier));
    }
    return object;
}

static json_t *square_name(int column, int row) {
    return checked(json_sprintf("%c%d", 'a' + column, row + 1));
}

static json_t *amazons_squares(const Position *pos, Bits128 set) {
    json_t *list = checked(json_array());
    int size = pos->variant->size;
    while (set) {
        int square = bits128_pop(&set);
        json_array_append_new(
            list, square_name(amazons_column(size, square), amazons_row(size, square)));
    }
    return list;
}

static json_t *amazons_view(const Position *pos) {
    const AmazonsPosition *board = &pos->amazons;
    return checked(
        json_pack("{s:o s:o s:o}", "first", amazons_squares(pos, board->amazons[SIDE_FIRST]),
            "second", amazons_squares(pos, board->amazons[SIDE_SECOND]), "arrows",
            amazons_squares(pos, board->arrows)));
}

static json_t *move_text(const Rules *rules, const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    rules->format(pos, move, NOTATION_STANDARD, text);
    return checked(json_string(text));
}

static void add_walls(json_t *list, const Rules *rules, const Position *pos, QuoridorKind kind) {
    uint64_t slots =
        kind == QUORIDOR_HORIZONTAL ? pos->quoridor.horizontal : pos->quoridor.vertical;
    while (slots) {
        Move wall = quoridor_move(kind, bits64_pop(&slots));
        json_array_append_new(list, move_text(rules, pos, wall));
    }
}

static json_t *pawn_square(const Position *pos, Side side) {
    int square = pos->quoridor.pawn[side];
    return square_name(quoridor_column(square), quoridor_row(square));
}

static json_t *quoridor_view(const Rules *rules, const Position *pos) {
    json_t *walls = checked(json_array());
    add_walls(walls, rules, pos, QUORIDOR_HORIZONTAL);
    add_walls(walls, rules, pos, QUORIDOR_VERTICAL);
    return checked(json_pack("{s:[o, o] s:[i, i] s:o}", "pawns", pawn_square(pos, SIDE_FIRST),
        pawn_square(pos, SIDE_SECOND), "wallsLeft", pos->quoridor.walls_left[SIDE_FIRST],
        pos->quoridor.walls_left[SIDE_SECOND], "walls", walls));
}

static json_t *legal_moves(const Game *game) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    json_t *list = checked(json_array());
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, move_text(game->rules, game_position(game), moves[i]));
    }
    return list;
}

json_t *game_json_view(const Game *game) {
    const Position *pos = game_position(game);
    Outcome outcome = game_outcome(game);
    char text[POSITION_TEXT_SIZE];
    game->rules->write(pos, text);
    json_t *view = checked(json_pack("{s:s s:s s:i s:i s:i s:{s:s s:s} s:s s:o}", "game",
        game->rules->name, "variant", pos->variant->name, "turn", pos->turn, "ply", pos->ply,
        "size", pos->variant->size, "outcome", "result", result_text(outcome.result), "ending",
        ending_text(outcome.ending), "text", text, "legalMoves", legal_moves(game)));
    if (strcmp(game->rules->name, "amazons") == 0) {
        json_object_set_new(view, "amazons", amazons_view(pos));
    } else {
        json_object_set_new(view, "quoridor", quoridor_view(game->rules, pos));
    }
    return view;
}

json_t *game_json_line(const Rules *rules, const Position *start, const Move *moves, size_t count) {
    json_t *list = checked(json_array());
    Position pos = *start;
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, move_text(rules, &pos, moves[i]));
        rules->apply(&pos, moves[i], &pos);
    }
    return list;
}

static json_t *spec_json(const Game *game) {
    const Position *start = &game->positions[0];
    Position usual;
    char text[POSITION_TEXT_SIZE];
    char usual_text[POSITION_TEXT_SIZE];
    game->rules->start(&usual, start->variant);
    game->rules->write(start, text);
    game->rules->write(&usual, usual_text);
    json_t *spec = checked(
        json_pack("{s:s s:s s:o}", "game", game->rules->name, "variant", start->variant->name,
            "moves", game_json_line(game->rules, start, game->moves, game->count)));
    if (strcmp(text, usual_text) != 0) {
        json_object_set_new(spec, "start", json_string(text));
    }
    return spec;
}

// A record's texts are any bytes; those that are not UTF-8 cannot be told in JSON and are left out.
static void set_text(json_t *object, const char *name, Slice text) {
    json_t *value = json_stringn(text.data, text.size);
    if (value) {
        json_object_set_new(object, name, value);
    }
}

static json_t *record_move(const Record *record, size_t index) {
    const Game *game = &record->game;
    const RecordNote *note = &record->notes[index + 1];
    json_t *move = checked(json_pack(
        "{s:o}", "move", move_text(game->rules, &game->positions[index], game->moves[index])));
    if (note->elapsed_ms != RECORD_TIME_NONE) {
        json_object_set_new(move, "timeMs", json_integer(note->elapsed_ms));
    }
    if (note->eval_text.size > 0) {
        json_object_set_new(move, "score", json_real(note->eval));
    }
    if (note->comment.size > 0) {
        set_text(move, "comment", record_text(record, note->comment));
    }
    return move;
}

json_t *game_json_record(const Record *record) {
    json_t *tags = checked(json_object());
    for (size_t i = 0; i < record->tag_count; i++) {
        Slice name = record_text(record, record->tags[i].name);
        char key[RECORD_TAG_NAME_MAX + 1];
        memcpy(key, name.data, name.size);
        key[name.size] = '\0';
        set_text(tags, key, record_text(record, record->tags[i].value));
    }
    json_t *moves = checked(json_array());
    for (size_t i = 0; i < record->game.count; i++) {
        json_array_append_new(moves, record_move(record, i));
    }
    return checked(json_pack("{s:o s:s s:o s:o}", "spec", spec_json(&record->game), "result",
        result_text(record->result), "tags", tags, "moves", moves));
}
