#pragma once
// A game in progress: where it started, the moves so far and every position they led to.
//
// Owns its arrays. It adds to the position what only the course of the game can tell: a draw by
// repetition, taking back, and the number of the move that was wrong when a list of moves is read.

#include "rules/rules.h"

typedef struct Game {
    const Rules *rules;
    Move *moves;         // moves[i] leads from positions[i] to positions[i + 1]
    Position *positions; // count + 1 of them
    size_t count;
    size_t capacity;
} Game;

// Starts at the variant's start position, or at any other one.
void game_init(Game *game, const Rules *rules, const Variant *variant);
void game_init_at(Game *game, const Rules *rules, const Position *pos);
void game_init_copy(Game *game, const Game *other);
void game_release(Game *game);

// Whether it began at the variant's start position.
bool game_has_usual_start(const Game *game);

// The position now. Valid until the next game_play.
const Position *game_position(const Game *game);

// Whether the position now stands for the variant's n-th time, which draws the game.
bool game_is_repeated(const Game *game);

// The outcome with repetition taken into account.
Outcome game_outcome(const Game *game);

// Legal moves now; none once the game has ended.
size_t game_moves(const Game *game, Move *out);

// Plays a legal move. The game must not have ended.
void game_play(Game *game, Move move);

// Whether a legal move would end the game by the position alone; only repetition is not seen.
bool game_is_ended_by(const Game *game, Move move);

// The number that people give move `index` (from 0): full moves from 1, one number for both sides,
// through the whole game, also when it starts in its middle.
size_t game_move_number(const Game *game, size_t index);

// Puts the place of move `index`, which may be the one that is due, before a reason and returns
// false: `move 4 (second): ...`.
bool game_refuse_move(const Game *game, size_t index, Error *error);

// Takes the last move back; there must be one.
void game_undo(Game *game);

// Reads one move in a notation and plays it. On refusal the game is unchanged.
bool game_play_text(Game *game, Slice text, Notation notation, Error *error);

// Plays a list of moves separated by newlines or `;`, in one-word notations by spaces too. On
// refusal the reason starts with the place of the move (game_refuse_move), and the moves before it
// stay played.
bool game_play_list(Game *game, Slice text, Notation notation, Error *error);
