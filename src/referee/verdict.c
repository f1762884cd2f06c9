#include "referee/verdict.h"

static const char *const NAMES[VERDICT_KIND_COUNT] = {
    [VERDICT_WIN] = "win",
    [VERDICT_NO_MOVE] = "no-move",
    [VERDICT_PLY_CAP] = "draw-by-plies",
    [VERDICT_REPETITION] = "draw-by-repetition",
    [VERDICT_ILLEGAL_MOVE] = "illegal-move",
    [VERDICT_MALFORMED] = "malformed-output",
    [VERDICT_TIMEOUT] = "timeout",
    [VERDICT_CRASH] = "crash",
    [VERDICT_OUTPUT_LIMIT] = "output-limit",
    [VERDICT_MEMORY_LIMIT] = "memory-limit",
    [VERDICT_NEVER_STARTED] = "never-started",
    [VERDICT_FAULT] = "referee-fault",
};

const char *verdict_name(VerdictKind kind) {
    return NAMES[kind];
}

bool verdict_find(Slice name, VerdictKind *out) {
    for (int i = 0; i < VERDICT_KIND_COUNT; i++) {
        if (slice_is(name, NAMES[i])) {
            *out = (VerdictKind)i;
            return true;
        }
    }
    return false;
}

Verdict verdict_from_outcome(Outcome outcome) {
    static const VerdictKind KINDS[] = {
        [ENDING_NONE] = VERDICT_FAULT,
        [ENDING_NO_MOVE] = VERDICT_NO_MOVE,
        [ENDING_GOAL] = VERDICT_WIN,
        [ENDING_PLY_CAP] = VERDICT_PLY_CAP,
        [ENDING_REPETITION] = VERDICT_REPETITION,
    };
    Verdict verdict = {.kind = KINDS[outcome.ending], .result = outcome.result};
    error_set(&verdict.reason, ERROR_NONE, "%s", ending_text(outcome.ending));
    return verdict;
}
