#include "rules/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void game_reserve(Game *game, size_t capacity) {
    game->moves = (Move *)realloc(game->moves, capacity * sizeof *game->moves);
    game->positions =
        (Position *)realloc(game->positions, (capacity + 1) * sizeof *game->positions);
    if (!game->moves || !game->positions) {
        abort();
    }
    game->capacity = capacity;
}

void game_init_at(Game *game, const Rules *rules, const Position *pos) {
    *game = (Game){.rules = rules};
    game_reserve(game, 128);
    game->positions[0] = *pos;
}

void game_init(Game *game, const Rules *rules, const Variant *variant) {
    Position pos;
    rules->start(&pos, variant);
    game_init_at(game, rules, &pos);
}

void game_init_copy(Game *game, const Game *other) {
    *game = (Game){.rules = other->rules};
    game_reserve(game, other->capacity);
    memcpy(game->moves, other->moves, other->count * sizeof *other->moves);
    memcpy(game->positions, other->positions, (other->count + 1) * sizeof *other->positions);
    game->count = other->count;
}

void game_release(Game *game) {
    free(game->moves);
    free(game->positions);
    *game = (Game){0};
}

bool game_has_usual_start(const Game *game) {
    const Position *start = &game->positions[0];
    Position usual;
    char text[POSITION_TEXT_SIZE];
    char usual_text[POSITION_TEXT_SIZE];
    game->rules->start(&usual, start->variant);
    game->rules->write(start, text);
    game->rules->write(&usual, usual_text);
    return strcmp(text, usual_text) == 0;
}

const Position *game_position(const Game *game) {
    return &game->positions[game->count];
}

bool game_is_repeated(const Game *game) {
    const Position *now = game_position(game);
    size_t limit = (size_t)now->variant->repetition_limit;
    // Each side must leave and come back, so a position recurs after four plies at the earliest.
    if (limit == 0 || !game->rules->same || game->count < 4 * (limit - 1)) {
        return false;
    }
    size_t seen = 1;
    for (size_t back = 4; back <= game->count && seen < limit; back += 2) {
        const Position *before = &game->positions[game->count - back];
        if (!game->rules->can_recur(before, now)) {
            break;
        }
        seen += game->rules->same(before, now);
    }
    return seen >= limit;
}

Outcome game_outcome(const Game *game) {
    Outcome outcome = game->rules->outcome(game_position(game));
    if (outcome.result == RESULT_NONE && game_is_repeated(game)) {
        return (Outcome){RESULT_DRAW, ENDING_REPETITION};
    }
    return outcome;
}

size_t game_moves(const Game *game, Move *out) {
    return game_is_repeated(game) ? 0 : game->rules->moves(game_position(game), out);
}

void game_play(Game *game, Move move) {
    assert(move != MOVE_NONE);
    if (game->count == game->capacity) {
        game_reserve(game, game->capacity * 2);
    }
    game->moves[game->count] = move;
    game->rules->apply(&game->positions[game->count], move, &game->positions[game->count + 1]);
    game->count++;
}

void game_undo(Game *game) {
    assert(game->count > 0);
    game->count--;
}

bool game_play_text(Game *game, Slice text, Notation notation, Error *error) {
    Outcome outcome = game_outcome(game);
    if (outcome.result != RESULT_NONE) {
        return outcome_refuse(outcome, error);
    }
    Move move;
    if (!game->rules->parse(game_position(game), text, notation, &move, error)) {
        return false;
    }
    game_play(game, move);
    return true;
}

bool game_is_ended_by(const Game *game, Move move) {
    Position next;
    game->rules->apply(game_position(game), move, &next);
    return game->rules->outcome(&next).result != RESULT_NONE;
}

size_t game_move_number(const Game *game, size_t index) {
    const Position *start = &game->positions[0];
    return start->ply / 2u + 1 + (index + start->turn) / 2;
}

bool game_refuse_move(const Game *game, size_t index, Error *error) {
    return error_prefix(error, ERROR_AT_MOVE, "move %zu (%s)", game_move_number(game, index),
        side_name(position_turn(&game->positions[index])));
}

// Moves in these notations are several numbers, so a space cannot end them.
static bool notation_has_spaces(Notation notation) {
    return notation == NOTATION_BOTZONE || notation == NOTATION_SJTU ||
           notation == NOTATION_SJTU_2022 || notation == NOTATION_QTP;
}

bool game_play_list(Game *game, Slice text, Notation notation, Error *error) {
    const char *separators = notation_has_spaces(notation) ? ";\r\n" : "; \t\r\n";
    Slice piece;
    while (slice_next(&text, separators, &piece)) {
        Slice move = slice_trim(piece);
        if (move.size > 0 && !game_play_text(game, move, notation, error)) {
            return game_refuse_move(game, game->count, error);
        }
    }
    return true;
}
