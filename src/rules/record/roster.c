#include "rules/record/roster.h"

const RosterTag ROSTER[ROSTER_COUNT] = {
    {"Event", "EV", false},
    {"Site", "PC", false},
    {"Date", "DT", false},
    {"Round", "RO", false},
    {"First", "PB", false},
    {"Second", "PW", false},
    {"FirstTeam", "BT", false},
    {"SecondTeam", "WT", false},
    {"FirstRank", "BR", false},
    {"SecondRank", "WR", false},
    {"GameName", "GN", false},
    {"GameComment", "GC", true},
    {"Opening", "ON", false},
    {"Rules", "RU", false},
    {"TimeLimit", "TM", false},
    {"Overtime", "OT", false},
    {"Annotator", "AN", false},
    {"Source", "SO", false},
    {"User", "US", false},
    {"Copyright", "CP", false},
    [ROSTER_TERMINATION] = {"Termination", NULL, false},
};

size_t roster_find_tag(Slice tag) {
    size_t i = 0;
    while (i < ROSTER_COUNT && !slice_is(tag, ROSTER[i].tag)) {
        i++;
    }
    return i;
}

size_t roster_find_sgf(Slice property) {
    size_t i = 0;
    while (i < ROSTER_COUNT && !(ROSTER[i].sgf && slice_is(property, ROSTER[i].sgf))) {
        i++;
    }
    return i;
}

void roster_order(const Record *record, RosterOrder *out) {
    size_t ranks[RECORD_TAGS_MAX];
    for (size_t i = 0; i < record->tag_count; i++) {
        ranks[i] = roster_find_tag(record_text(record, record->tags[i].name));
    }
    out->count = 0;
    for (size_t rank = 0; rank <= ROSTER_COUNT; rank++) {
        for (size_t i = 0; i < record->tag_count; i++) {
            if (ranks[i] == rank) {
                out->tags[out->count].name = record_text(record, record->tags[i].name);
                out->tags[out->count].value = record_text(record, record->tags[i].value);
                out->tags[out->count].rank = rank;
                out->count++;
            }
        }
    }
}
