#pragma once
// The façade between the users of engines (protocols, terminal, page) and the searches.
//
// An Engine is one player with its own memory: create it, tell it when a new game starts, ask it to
// think as often as you like, free it. One thread asks; engine_stop may be called from any other.
// Each way of playing is an EngineKind, a small table of functions; random.c is the example to
// start from when writing a new one.

#include <stdatomic.h>

#include "rules/game.h"
#include "search/settings.h"

// What an engine gets where nobody says otherwise: with the program around it, it stays below the
// 256 MB that Botzone allows.
#define ENGINE_MEMORY_DEFAULT_MB 200

typedef struct EngineOptions {
    const Rules *rules; // the game that it will play
    // The board, so that a network for another one is refused; null if any may come.
    const Variant *variant;
    int thread_count; // 1 to THREADS_MAX
    int memory_mb;
    uint64_t seed; // the same seed, input and node limit give the same move on one thread
    // For engines with a learned evaluation or with settings; null for the default.
    const char *network;  // evaluators.h says what it may be
    const char *settings; // e.g. "width=64,exploration=0.4"
} EngineOptions;

// What ends the thinking; 0 is no limit. Without limits it ends by engine_stop, or when the engine
// can find no more: the result is proven, or its memory is full and little of that can be freed.
// With a depth alone it ends as soon as its memory is full.
typedef struct EngineLimits {
    int64_t time_ms;
    uint64_t nodes;
    int depth;
    // Stop before the time is up once the rest of it could not change the move. For a program that
    // ends with its answer, or a person who waits; any other uses the tree for its next move.
    bool saves_time;
} EngineLimits;

#define PV_MAX 64
#define ENGINE_LINES_MAX 100

// The result of a search so far, for the side to move.
typedef struct EngineReport {
    int depth;
    int score;      // hundredths of a logit of the win probability: 100 is 73 %, 0 is even
    bool is_proven; // whether the score's sign is the result by best play, 0 a draw
    uint64_t nodes;
    int64_t time_ms;
    Move pv[PV_MAX]; // the best line; pv[0] is the move
    size_t pv_count;
} EngineReport;

// Called during a search, from the thread that called engine_think.
typedef void (*EngineListener)(void *context, const EngineReport *report);

typedef struct Thinking {
    const Game *game; // not over
    EngineLimits limits;
    int64_t start_ns; // by clock_now_ns
    int64_t stop_ns;  // to be compared with the clock as often as `stop` is read; or DEADLINE_NEVER
    EngineListener listener; // may be null
    void *context;
    const atomic_bool *stop; // to be read at least every few milliseconds
} Thinking;

typedef struct EngineKind {
    const char *name;
    const char *game; // the only one it plays; null for any
    const char *summary;
    const Setting *settings; // what EngineOptions.settings may name; null: nothing
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

// Whether engine_new would make such an engine, as far as that does not depend on this machine: the
// kind, its game, its settings and the memory that it needs at least. Says why not. The network is
// not looked at.
bool engine_check(Slice kind, const EngineOptions *options, Error *error);

// Null with a reason if there is no such kind, if it does not play the game or has no such
// settings, if the network is not for it, or if the memory cannot be had. Free with engine_free.
Engine *engine_new(Slice kind, const EngineOptions *options, Error *error);
void engine_free(Engine *engine);

const char *engine_name(const Engine *engine);

void engine_new_game(Engine *engine);

// Thinks about a game that is not over and returns the move; `report` may be null.
Move engine_think(Engine *engine, const Game *game, const EngineLimits *limits,
    EngineListener listener, void *context, EngineReport *report);

// Fills the best lines that the last thinking has found, at most `wanted` (1 to ENGINE_LINES_MAX),
// best first, and returns how many; `nodes` is what went into each. 0 if the engine keeps only its
// best line. Thinking again about the same game goes on from there, so an analysis can be done in
// slices. A listener may ask too: it gets one snapshot of the search under way.
size_t engine_lines(const Engine *engine, size_t wanted, EngineReport *lines);

// For a program that is started anew for each move. engine_save writes what the last thinking has
// found out about the position after `move`, its answer in `game`, as text without blanks,
// quotation marks and backslashes: as much as fits, no terminator. It returns the number of
// characters, 0 if there is nothing. engine_restore takes that text once the opponent has replied,
// so that the next thinking goes on from there. It may be any text: false, and the engine begins
// anew, if it is of no use. Only the default engine can do so.
bool engine_can_save(const Engine *engine);
size_t engine_save(Engine *engine, const Game *game, Move move, char *out, size_t capacity);
bool engine_restore(Engine *engine, const Game *game, Slice text);

// Sets the stop flag: the thinking under way, and every later one, returns soon with a legal move,
// until the flag is cleared. Any thread may call it. So a stop that comes just before the thinking
// begins is not lost. Clear the flag before the next thinking that shall not be stopped.
void engine_stop(Engine *engine);
void engine_clear_stop(Engine *engine);

// The win probability, 0 to 1, of a report's score.
double engine_win_probability(int score);
