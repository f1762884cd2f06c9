#pragma once
// What the page calls: the rules, the records and the engine, behind one handle.
//
// A call has a request and an answer, both bytes in the module's memory. The request is a list of
// fields, each a 32-bit little-endian size and so many bytes of UTF-8; the page writes it where
// immure_request says, then calls. True: the answer is JSON in the shape of web/src/core/types.ts.
// False: it is the reason, as json_put_error writes it. The answer lasts until the next call.
//
// A game takes four fields: its name, the variant, the start position (empty for the usual one),
// and the moves in standard notation, one a line. web/src/core/module.ts is the other side of this.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef struct Core Core;

// `memory_mb` is for the engine and is taken when it first thinks. Null if there is none at all.
Core *EXPORT(immure_new)(int memory_mb);
void EXPORT(immure_free)(Core *core);

// Room for a request of so many bytes; null if that is too much.
char *EXPORT(immure_request)(Core *core, size_t size_bytes);
const char *EXPORT(immure_answer)(const Core *core);
size_t EXPORT(immure_answer_size)(const Core *core);

// Request: the name of a game. Answer: its variants' names.
bool EXPORT(immure_variants)(Core *core);

// Request: a game. Answers: PositionView, Overlay.
bool EXPORT(immure_view)(Core *core);
bool EXPORT(immure_overlay)(Core *core);

// Request: nothing. Answer: the names of all codes that a reason can have.
bool EXPORT(immure_error_codes)(Core *core);

// Request: a game and a move. Answer: why it is illegal, a reason as above, or null.
bool EXPORT(immure_why_illegal)(Core *core);

// Request: a game. Answer: the number of move sequences of that depth, as a string.
bool EXPORT(immure_perft)(Core *core, int depth);

// Request: a text, written in whatever way (rules/record/detect.h). Answer: GameRecord[].
bool EXPORT(immure_read_records)(Core *core);

// Request: the format, a game, the result, the comment before the first move; then how many tags
// and, for each, name and value; then for each move comment, elapsed and clock in milliseconds,
// score (empty where there is none); then how many variations and, for each, the ply that it
// replaces, its moves, their notes and its own variations in the same way. Answer: the record as a
// JSON string.
bool EXPORT(immure_write_record)(Core *core);

// Request: the bytes of a network file, for all engines made from now on; the search under way is
// given up. Answer: the board that it is for, e.g. "amazons-8x8".
bool EXPORT(immure_load_network)(Core *core);

// Request: the name of a game. Answer: {"signature", "nodes", "timeMs"}, as `immure bench`.
bool EXPORT(immure_bench)(Core *core);

// Gets ready to think about a game (request), forgetting the search before; level 0 is an analysis.
// Limits are as EngineLimits. No answer. immure_search_step does the work.
bool EXPORT(immure_search_begin)(
    Core *core, int level, double seed, double time_ms, double nodes, int depth, int line_count);

// Thinks for about so many milliseconds; true while there is more to do.
bool EXPORT(immure_search_step)(Core *core, double slice_ms);

// Answer: Analysis, as far as it has come.
bool EXPORT(immure_search_report)(Core *core);
