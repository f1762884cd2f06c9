#include "rules/game_json.h"

#include <string.h>

#include "rules/amazons/legality.h"
#include "rules/quoridor/legality.h"

void json_put_move(
    JsonWriter *json, const char *name, const Rules *rules, const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    rules->format(pos, move, NOTATION_STANDARD, text);
    json_put_text(json, name, text);
}

void json_put_moves(JsonWriter *json, const char *name, const Rules *rules, const Position *start,
    const Move *moves, size_t count) {
    Position pos = *start;
    json_open_list(json, name);
    for (size_t i = 0; i < count; i++) {
        json_put_move(json, NULL, rules, &pos, moves[i]);
        rules->apply(&pos, moves[i], &pos);
    }
    json_close_list(json);
}

void json_put_outcome(JsonWriter *json, const char *name, Outcome outcome) {
    json_open_object(json, name);
    json_put_text(json, "result", result_text(outcome.result));
    json_put_text(json, "ending", ending_text(outcome.ending));
    json_close_object(json);
}

static void put_names(JsonWriter *json, const Rules *rules, const Variant *variant) {
    json_put_text(json, "game", rules->name);
    json_put_text(json, "variant", variant->name);
}

static void put_position_text(
    JsonWriter *json, const char *name, const Rules *rules, const Position *pos) {
    char text[POSITION_TEXT_SIZE];
    rules->write(pos, text);
    json_put_text(json, name, text);
}

void json_put_topic(JsonWriter *json, const Rules *rules, const Position *pos) {
    put_names(json, rules, pos->variant);
    put_position_text(json, "position", rules, pos);
}

void json_put_spec(JsonWriter *json, const char *name, const Game *game) {
    const Rules *rules = game->rules;
    const Position *start = &game->positions[0];
    json_open_object(json, name);
    put_names(json, rules, start->variant);
    if (!game_has_usual_start(game)) {
        put_position_text(json, "start", rules, start);
    }
    json_put_moves(json, "moves", rules, start, game->moves, game->count);
    json_close_object(json);
}

static void put_squares(JsonWriter *json, const char *name, int size, Bits128 set) {
    json_open_list(json, name);
    while (set) {
        char text[AMAZONS_SQUARE_SIZE];
        json_put_text(json, NULL, amazons_square_name(size, bits128_pop(&set), text));
    }
    json_close_list(json);
}

static void put_amazons(JsonWriter *json, const Position *pos) {
    const AmazonsPosition *board = &pos->amazons;
    int size = pos->variant->size;
    json_open_object(json, "amazons");
    for (EACH_SIDE(side)) {
        put_squares(json, side_name(side), size, board->amazons[side]);
    }
    put_squares(json, "arrows", size, board->arrows);
    json_close_object(json);
}

static void put_name(JsonWriter *json, QuoridorKind kind, int where) {
    char name[QUORIDOR_NAME_SIZE];
    quoridor_name(quoridor_move(kind, where), name);
    json_put_text(json, NULL, name);
}

static void put_walls(JsonWriter *json, QuoridorKind kind, uint64_t slots) {
    while (slots) {
        put_name(json, kind, bits64_pop(&slots));
    }
}

static void put_quoridor(JsonWriter *json, const Position *pos) {
    const QuoridorPosition *board = &pos->quoridor;
    json_open_object(json, "quoridor");
    json_open_list(json, "pawns");
    for (EACH_SIDE(side)) {
        put_name(json, QUORIDOR_PAWN, board->pawn[side]);
    }
    json_close_list(json);
    json_open_list(json, "wallsLeft");
    for (EACH_SIDE(side)) {
        json_put_integer(json, NULL, board->walls_left[side]);
    }
    json_close_list(json);
    json_open_list(json, "walls");
    put_walls(json, QUORIDOR_HORIZONTAL, board->horizontal);
    put_walls(json, QUORIDOR_VERTICAL, board->vertical);
    json_close_list(json);
    json_close_object(json);
}

static void put_legal_moves(JsonWriter *json, const Game *game) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    json_open_list(json, "legalMoves");
    for (size_t i = 0; i < count; i++) {
        json_put_move(json, NULL, game->rules, game_position(game), moves[i]);
    }
    json_close_list(json);
}

void json_put_position(JsonWriter *json, const char *name, const Game *game) {
    const Position *pos = game_position(game);
    json_open_object(json, name);
    put_names(json, game->rules, pos->variant);
    json_put_integer(json, "turn", pos->turn);
    json_put_integer(json, "ply", pos->ply);
    json_put_integer(json, "size", pos->variant->size);
    json_put_outcome(json, "outcome", game_outcome(game));
    put_legal_moves(json, game);
    put_position_text(json, "text", game->rules, pos);
    if (strcmp(game->rules->name, "amazons") == 0) {
        put_amazons(json, pos);
    } else {
        put_quoridor(json, pos);
    }
    json_close_object(json);
}
