#pragma once
// A pair of games as a value: all that is needed to play it, here or on another machine.
//
// Two players meet twice from one opening, with colours swapped. As JSON (docs/formats.md) a pair
// is the payload of a worker's job, and the two games are its result. Neither is believed: reading
// checks everything that can be wrong with a payload, and pair_check replays a result's moves.

#include <stdatomic.h>

#include "match/match.h"

typedef struct Pair {
    const Rules *rules;
    const Variant *variant;
    const Contestant *players[2]; // players[0] is the first of game 0 and the second of game 1
    const Move *opening;          // none if a protocol cannot be told of it
    size_t opening_count;
    uint64_t seeds[2][2];  // by game and Side, for engines without a seed of their own
    const char *owners[2]; // whose the players are, as hosts are judged; null: nobody says
    bool has_logs;         // what the programs said comes with the result
} Pair;

// The longest owner, with its terminator.
#define PAIR_OWNER_SIZE 65

// Who plays on that side of game 0 or 1.
static inline const Contestant *pair_player(const Pair *pair, int game, Side side) {
    return pair->players[((int)side + game) % 2];
}

// The pair that a game of a match belongs to; valid as long as the match's options.
Pair pair_make(const MatchOptions *options, const MatchGame *game);

// How long it may take: games of any length in reason, every turn to its limit.
int64_t pair_run_ms(const Pair *pair);

// Where and how a game is played.
typedef struct PairSetting {
    const char *self;        // this program, for built-in engines
    int core;                // of players with one thread; -1: any
    const atomic_bool *stop; // breaks the game off; may be null
    void *context;
    // Told as RefereeOptions.on_move; may be null.
    void (*on_move)(void *context, const Game *game);
    // A game that the referee spoiled is played again; may be null.
    void (*on_warning)(void *context, const char *text);
} PairSetting;

// Plays game 0 or 1 and fills in how it went (release with game_result_release). False with a
// reason if the referee failed again and again, or was stopped: then there is nothing to release.
bool pair_play(
    const Pair *pair, int game, const PairSetting *setting, MatchGame *out, Error *error);

// A pair that was read, with all that it points to. It stays where it is.
typedef struct PairInput {
    Pair pair;
    Contestant contestants[2];
    Game opening;
    char owners[2][PAIR_OWNER_SIZE];
} PairInput;

// The longest JSON of a pair or a result that is read.
#define PAIR_JSON_MAX (4u << 20)

// Writes a pair. False with a reason if a player's words are not UTF-8, or its name fits in no
// record.
bool pair_write(const Pair *pair, Text *out, Error *error);

// On refusal nothing needs releasing.
bool pair_read(PairInput *input, Slice json, Error *error);
void pair_input_release(PairInput *input);

// Writes the two games of a pair; false with a reason if a text is not UTF-8.
bool pair_result_write(const MatchGame games[2], Text *out, Error *error);

// Reads them, as they are told; release each with game_result_release.
bool pair_result_read(MatchGame games[2], Slice json, Error *error);

// Whether these can be the games of that pair: the names and the opening are right, all moves are
// legal, and the result and verdict follow from them or are a foul that was possible there.
bool pair_check(const Pair *pair, const MatchGame games[2], Error *error);
