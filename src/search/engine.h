#pragma once
// The façade between whoever wants a move (protocols, terminal, page) and what finds one.
//
// An Engine is one player with its own memory: create it, tell it when a new game starts, ask it to
// think as often as you like, free it. One thread asks; engine_stop may be called from any other.
// Each way of playing is an EngineKind, a small table of functions; random.c is the example to
// start from when writing a new one.

#include <stdatomic.h>

#include "rules/game.h"

typedef struct EngineOptions {
    const Rules *rules; // the game that it will play
    int thread_count;   // 1 to THREADS_MAX
    int memory_mb;
    uint64_t seed; // the same seed, input and node limit give the same move on one thread
    // For engines with a learned evaluation or with numbers to play with; null for the usual.
    const char *network;  // evaluators.h says what it may be
    const char *settings; // e.g. "width=64,exploration=0.4"
} EngineOptions;

// What ends the thinking; 0 is no limit. With no limit at all only engine_stop ends it.
typedef struct EngineLimits {
    int64_t time_ms;
    uint64_t nodes;
    int depth;
    // Stop before the time is up when more of it could not change the move. For somebody who waits,
    // or an engine that ends with its answer; any other needs what it finds out at its next move.
    bool saves_time;
} EngineLimits;

#define PV_MAX 64
#define ENGINE_LINES_MAX 100

// What the engine thinks, from the side to move's view.
typedef struct EngineReport {
    int depth;
    int score;      // hundredths of a logit of the win probability: 100 is 73 %, 0 is even
    bool is_proven; // whether the score's sign is the result by best play, 0 a draw
    uint64_t nodes;
    int64_t time_ms;
    Move pv[PV_MAX]; // the best line; pv[0] is the move
    size_t pv_count;
} EngineReport;

// Called while thinking, from the thinking thread, each time the engine knows more.
typedef void (*EngineListener)(void *context, const EngineReport *report);

typedef struct Thinking {
    const Game *game; // not over
    EngineLimits limits;
    int64_t start_ns; // by clock_now_ns
    int64_t stop_ns; // look at the clock as often as at `stop`; DEADLINE_NEVER without a time limit
    EngineListener listener; // may be null
    void *context;
    const atomic_bool *stop; // look at it at least every few milliseconds
} Thinking;

typedef struct EngineKind {
    const char *name;
    const char *game; // the only one it plays; null for any
    const char *summary;
    // Null with a reason if the options make no sense or the memory cannot be had.
    void *(*create)(const EngineOptions *options, Error *error);
    void (*destroy)(void *state);
    void (*new_game)(void *state);
    // Fills the final report; its pv has at least one move.
    void (*think)(void *state, const Thinking *thinking, EngineReport *report);
    // Null where only the best line is known; see engine_lines.
    size_t (*lines)(const void *state, size_t wanted, EngineReport *lines);
} EngineKind;

// All kinds, ended by null; the first is the default.
extern const EngineKind *const ENGINE_KINDS[];

// The kind of that name; null if there is none.
const EngineKind *engine_kind_find(Slice name);

typedef struct Engine Engine;

// Null with a reason if there is no such kind, if it does not play the game, or if the memory
// cannot be had. Free with engine_free.
Engine *engine_new(Slice kind, const EngineOptions *options, Error *error);
void engine_free(Engine *engine);

const char *engine_name(const Engine *engine);

void engine_new_game(Engine *engine);

// Thinks about a game that is not over and returns the move; `report` may be null.
Move engine_think(Engine *engine, const Game *game, const EngineLimits *limits,
    EngineListener listener, void *context, EngineReport *report);

// Fills the best lines that the last thinking has found, at most `wanted` (1 to ENGINE_LINES_MAX),
// best first, and returns how many; `nodes` is what went into each. None if the engine keeps only
// its choice. Thinking again about the same game goes on from there, so an analysis can be done in
// slices. A listener may ask too: it gets one snapshot of the search under way.
size_t engine_lines(const Engine *engine, size_t wanted, EngineReport *lines);

// Sets the stop flag: the thinking under way, and every later one, returns soon with a legal move,
// until the flag is cleared. Any thread may call it. So a stop that comes just before the thinking
// begins is not lost. Clear the flag before the next thinking that shall not be stopped.
void engine_stop(Engine *engine);
void engine_clear_stop(Engine *engine);
