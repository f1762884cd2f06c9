#pragma once
// The live board: games under way in the arena, move by move, for anyone who watches.
//
//   worker's beat ──> live_beat ───────┐
//   leases in the store ──> live_poll ─┴─> the board ──> events in a ring ──> streams (HttpFeed)
//
// What a server hears from its own workers is told at once; what others heard it finds in the store
// about once a second, and asks only while somebody watches. Progress is not believed: moves are
// played by the rules, and what is no legal game goes no further. Nothing but names, moves and
// times leaves the board; the games of clients' own matches are never on it. A person's game
// against a bot is; of two people who play by a link nobody is told but those who have it.
//
// Events have numbers that begin at the microsecond at which the board was made, so those of two
// servers, or of one before and after a restart, never meet: whoever comes with a number that is
// not in the ring gets a snapshot, and the rest from there.
//
//     snapshot  {"games": [GAME, ...]}              what is under way
//     begin     GAME: {"id", "game", "variant", "purpose", "contest", "players", "startedMs",
//               "moves"}; again for a game that is played anew
//     move      {"id", "ply", "move", "atMs"}       ply counts from 0
//     end       {"id", "result", "verdict", "record", "reason"}; a second one, with the number of
//               the record, when a game is over before its pair
//
// All functions may be called from any thread.

#include "http/handler.h"
#include "store/store.h"

typedef struct Live Live;
typedef struct LiveGame LiveGame;

typedef struct LiveOptions {
    Store *store;
    // Those who read `source` (the Live, or a LiveGame) have news. Called without a lock; may be
    // null.
    void (*on_change)(void *context, const void *source);
    void *context;
} LiveOptions;

Live *live_new(const LiveOptions *options);

// No game may be held any more.
void live_free(Live *live);

// How far a leased job is, as its host tells it; the lease must have been checked.
void live_beat(Live *live, int64_t job, Slice progress);

// Whether somebody has read lately, so that polling is worth it.
bool live_is_watched(Live *live);

// Brings the board up to date from the store.
bool live_poll(Live *live, Error *error);

// The same, unless that was done a moment ago: for whoever comes to an unwatched board.
bool live_refresh(Live *live, Error *error);

// All games under way: {"games": [GAME, ...]}.
void live_write(Live *live, JsonWriter *json);

// The events of the board, which never ends, and of one game (HttpFeed.read, FEED_EVENTS).
uint64_t live_read(Live *live, uint64_t after, Text *out, bool *is_over);
uint64_t live_game_read(LiveGame *game, uint64_t after, Text *out, bool *is_over);

// The game of an id, held until it is released; null with a reason. It stays on the board for a
// while after it has ended. One that is not there is looked for in the store: follow may wait.
LiveGame *live_follow(Live *live, Slice id, Error *error);
void live_game_release(LiveGame *game);
