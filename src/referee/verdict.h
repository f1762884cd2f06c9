#pragma once
// How a refereed game ended, told apart as finely as a bot's author needs to know.

#include "rules/rules.h"

typedef enum VerdictKind {
    VERDICT_WIN,           // a pawn reached its goal
    VERDICT_NO_MOVE,       // the loser had no legal move
    VERDICT_PLY_CAP,       // drawn by the variant's number of plies
    VERDICT_REPETITION,    // drawn by repetition
    VERDICT_ILLEGAL_MOVE,  // a move that the rules forbid; the reason says why
    VERDICT_MALFORMED,     // an answer that is no move at all
    VERDICT_TIMEOUT,       // no answer in time
    VERDICT_CRASH,         // the program ended when it should not have
    VERDICT_OUTPUT_LIMIT,  // it printed more than it may
    VERDICT_MEMORY_LIMIT,  // it used more memory than it may
    VERDICT_NEVER_STARTED, // it could not be run
    VERDICT_FAULT,         // the referee's own trouble: nobody lost, the game does not count
    VERDICT_KIND_COUNT,
} VerdictKind;

typedef struct Verdict {
    VerdictKind kind;
    Result result; // RESULT_NONE only for VERDICT_FAULT
    Error reason;  // of a foul, with the side (AT_SIDE); else only the text, which may be empty
} Verdict;

// One word for scripts, e.g. "illegal-move".
const char *verdict_name(VerdictKind kind);
bool verdict_find(Slice name, VerdictKind *out);

// Whether a program, not the game, decided it.
static inline bool verdict_is_forfeit(VerdictKind kind) {
    return kind >= VERDICT_ILLEGAL_MOVE && kind <= VERDICT_NEVER_STARTED;
}

// The verdict on a game that the rules have ended.
Verdict verdict_from_outcome(Outcome outcome);
