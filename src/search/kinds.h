#pragma once
// The engines, one file each.

#include "search/mcts.h"

// Says that the system refuses the memory, and returns null for create to return.
void *engine_without_memory(const EngineOptions *options, Error *error);

// Whether the options allow as much memory as the engine needs; false with the number of MB.
bool engine_has_memory(const EngineOptions *options, size_t needed_bytes, Error *error);

extern const EngineKind ENGINE_IMMURE;    // MCTS over the best evaluation: the default
extern const EngineKind ENGINE_ALPHABETA; // alpha-beta over the same
extern const EngineKind ENGINE_LIEBERUM;  // published engines, for comparison
extern const EngineKind ENGINE_LORENTZ;
extern const EngineKind ENGINE_KLOETZER;
extern const EngineKind ENGINE_PLAIN;  // alpha-beta over the evaluation of greedy: a reference
extern const EngineKind ENGINE_GREEDY; // the move that looks best one ply ahead
extern const EngineKind ENGINE_RANDOM; // any legal move; the example of how to write an engine

// What the default engine searches a game with, for measurements of the search without its engine.
const MctsSettings *immure_settings(const Rules *rules);

// Whether the default engine can do with the memory of the options; says why not.
bool immure_check_memory(const EngineOptions *options, Error *error);

// engine_save and engine_restore of the default engine. They are not in its table, so that only
// those programs for a site have them that need them (src/submission).
size_t immure_save(void *state, const Game *game, Move move, char *out, size_t capacity);
bool immure_restore(void *state, const Game *game, Slice text);
