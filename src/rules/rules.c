#include "rules/rules.h"

static const char *const RESULT_TEXTS[] = {"*", "1-0", "0-1", "1/2-1/2"};

static const char *const NOTATION_NAMES[NOTATION_COUNT] = {
    [NOTATION_STANDARD] = "standard",
    [NOTATION_BOTZONE] = "botzone",
    [NOTATION_FAIRY] = "fairy",
    [NOTATION_SGF] = "sgf",
    [NOTATION_SJTU] = "sjtu",
    [NOTATION_SJTU_2022] = "sjtu-2022",
    [NOTATION_QTP] = "qtp",
};

const char *side_name(Side side) {
    return side == SIDE_FIRST ? "first" : "second";
}

const char *result_text(Result result) {
    return RESULT_TEXTS[result];
}

bool result_parse(Slice text, Result *out) {
    for (int i = RESULT_NONE; i <= RESULT_DRAW; i++) {
        if (slice_is(text, RESULT_TEXTS[i])) {
            *out = (Result)i;
            return true;
        }
    }
    return false;
}

const char *ending_text(Ending ending) {
    switch (ending) {
    case ENDING_NO_MOVE:
        return "no legal move";
    case ENDING_GOAL:
        return "goal reached";
    case ENDING_PLY_CAP:
        return "too many plies";
    case ENDING_REPETITION:
        return "repetition";
    case ENDING_NONE:
        break;
    }
    return "in progress";
}

bool outcome_refuse(Outcome outcome, Error *error) {
    return error_set(error, ERROR_GAME_OVER, "the game is over: %s (%s)",
        result_text(outcome.result), ending_text(outcome.ending));
}

const char *notation_name(Notation notation) {
    return NOTATION_NAMES[notation];
}

bool notation_find(Slice name, Notation *out) {
    for (int i = 0; i < NOTATION_COUNT; i++) {
        if (slice_is(name, NOTATION_NAMES[i])) {
            *out = (Notation)i;
            return true;
        }
    }
    return false;
}

const Variant *rules_variant(const Rules *rules, Slice name) {
    for (size_t i = 0; i < rules->variant_count; i++) {
        if (slice_is(name, rules->variants[i].name)) {
            return &rules->variants[i];
        }
    }
    return NULL;
}
