#include "rules/record/sgf_map.h"

#include "rules/record/roster.h"
#include "rules/record/sgf_syntax.h"
#include "rules/record/values.h"

static const char *const KNOWN_ANYWHERE[] = {
    "B", "W", "AB", "AW", "AE", "AA", "PL", "C", "V", SGF_ELAPSED, SGF_PROPERTIES, NULL};
static const char *const KNOWN_IN_ROOT[] = {"FF", "GM", "CA", "SZ", "RE", SGF_TAG, SGF_PLY, NULL};

// The ways to win that SGF has words for: short, long, and as the tag Termination says it.
static const char *const WINS[][3] = {
    {"R", "Resign", "resignation"},
    {"T", "Time", "time forfeit"},
    {"F", "Forfeit", "forfeit"},
};
#define WIN_COUNT (sizeof WINS / sizeof *WINS)

SgfPlace sgf_place(const Record *record, size_t index) {
    return (SgfPlace){index == 0, side_other(position_turn(&record->game.positions[index]))};
}

const char *sgf_colour(Side side) {
    return side == SIDE_FIRST ? "B" : "W";
}

const char *sgf_clock(Side side) {
    return side == SIDE_FIRST ? "BL" : "WL";
}

static bool is_listed(Slice name, const char *const *list) {
    while (*list && !slice_is(name, *list)) {
        list++;
    }
    return *list != NULL;
}

bool sgf_is_known(Slice name, SgfPlace place) {
    if (is_listed(name, KNOWN_ANYWHERE) || slice_is(name, sgf_clock(place.mover))) {
        return true;
    }
    return place.is_root &&
           (is_listed(name, KNOWN_IN_ROOT) || roster_find_sgf(name) != ROSTER_COUNT);
}

bool sgf_can_stand(Slice properties, SgfPlace place) {
    Text copy;
    text_init(&copy);
    Cursor cursor = cursor_at_start(properties);
    SgfProperty property;
    bool fits = true;
    while (fits && sgf_next_property(&cursor, &property, NULL)) {
        fits = !sgf_is_known(property.name, place);
        sgf_copy(property, &copy);
    }
    // A copy leaves out blanks and stops at whatever is no property.
    fits = fits && copy.size == properties.size;
    text_release(&copy);
    return fits;
}

static bool parse_win(Slice reason, Slice *termination) {
    *termination = reason.size > 0 ? reason : (Slice){NULL, 0};
    for (size_t i = 0; i < WIN_COUNT; i++) {
        if (slice_is(reason, WINS[i][0]) || slice_is(reason, WINS[i][1])) {
            *termination = slice_from(WINS[i][2]);
        }
    }
    return true;
}

bool sgf_parse_result(Slice text, Result *result, Slice *termination) {
    *termination = (Slice){NULL, 0};
    if (slice_starts(text, "B+") || slice_starts(text, "W+")) {
        *result = text.data[0] == 'B' ? RESULT_FIRST_WINS : RESULT_SECOND_WINS;
        return parse_win(slice_skip(text, 2), termination);
    }
    if (slice_is(text, "0") || slice_is(text, "Draw")) {
        *result = RESULT_DRAW;
        return true;
    }
    *result = RESULT_NONE;
    if (slice_is(text, "Void")) {
        *termination = slice_from("void");
        return true;
    }
    return text.size == 0 || slice_is(text, "?");
}

static bool format_win(Slice termination, Text *out) {
    for (size_t i = 0; i < WIN_COUNT; i++) {
        if (slice_is(termination, WINS[i][2])) {
            text_add(out, WINS[i][0]);
            return true;
        }
    }
    double score;
    if (termination.size > 0 && termination.data[0] >= '0' &&
        value_parse_eval(termination, &score)) {
        text_add_slice(out, termination);
        return true;
    }
    return false;
}

bool sgf_format_result(Result result, Slice termination, Text *out) {
    switch (result) {
    case RESULT_FIRST_WINS:
    case RESULT_SECOND_WINS:
        text_add(out, result == RESULT_FIRST_WINS ? "B+" : "W+");
        return format_win(termination, out);
    case RESULT_DRAW:
        text_add_byte(out, '0');
        return false;
    case RESULT_NONE:
        break;
    }
    bool is_void = slice_is(termination, "void");
    text_add(out, is_void ? "Void" : "?");
    return is_void;
}
