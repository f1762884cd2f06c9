#include "cli/choices.h"

#include <stdio.h>
#include <string.h>

#include "bot/bot.h"
#include "match/schedule.h"
#include "referee/player.h"
#include "rules/record/record_io.h"
#include "sandbox/compile.h"
#include "search/level.h"

static Choice choice(const char *name, const char *game) {
    return (Choice){slice_from(name), game};
}

bool choices_games(size_t index, Choice *out) {
    if (index >= rules_count()) {
        return false;
    }
    *out = choice(rules_at(index)->name, NULL);
    return true;
}

bool choices_variants(size_t index, Choice *out) {
    const Rules *rules = rules_find(slice_from("quoridor"));
    bool is_there = index < rules->variant_count;
    *out = choice(is_there ? rules->variants[index].name : "", NULL);
    return is_there;
}

// The smallest board first; the rules list the usual one first.
static bool board_at(size_t index, const char **name) {
    const Rules *rules = rules_find(slice_from("amazons"));
    *name = "";
    for (size_t i = 0; i < rules->variant_count; i++) {
        size_t smaller_count = 0;
        for (size_t j = 0; j < rules->variant_count; j++) {
            smaller_count += rules->variants[j].size < rules->variants[i].size;
        }
        *name = smaller_count == index ? rules->variants[i].name : *name;
    }
    return index < rules->variant_count;
}

bool choices_boards(size_t index, Choice *out) {
    const char *name;
    bool is_there = board_at(index, &name);
    *out = choice(name, NULL);
    return is_there;
}

bool choices_sizes(size_t index, Choice *out) {
    const char *name;
    bool is_there = board_at(index, &name);
    *out = (Choice){{name, strcspn(name, "x")}, NULL};
    return is_there;
}

bool choices_notations(size_t index, Choice *out) {
    if (index >= NOTATION_COUNT) {
        return false;
    }
    const char *game = NULL;
    size_t count = 0;
    for (size_t i = 0; i < rules_count(); i++) {
        if (rules_has_notation(rules_at(i), (Notation)index)) {
            game = rules_at(i)->name;
            count++;
        }
    }
    *out = choice(notation_name((Notation)index), count == 1 ? game : NULL);
    return true;
}

bool choices_record_formats(size_t index, Choice *out) {
    for (int i = 0; i < (int)RECORD_LIST + NOTATION_COUNT; i++) {
        const char *name = record_format_name((RecordFormat)i);
        RecordFormat found;
        // SGF's notation goes by the name of the file format.
        bool is_named = record_format_find(slice_from(name), &found) && (int)found == i;
        if (is_named && index-- == 0) {
            *out = choice(name, NULL);
            return true;
        }
    }
    return false;
}

bool choices_input_formats(size_t index, Choice *out) {
    if (index == 0) {
        *out = choice(FORMAT_AUTO, NULL);
        return true;
    }
    return choices_record_formats(index - 1, out);
}

bool choices_engines(size_t index, Choice *out) {
    const EngineKind *const *kind = ENGINE_KINDS;
    while (*kind && index-- > 0) {
        kind++;
    }
    *out = *kind ? choice((*kind)->name, (*kind)->game) : choice("", NULL);
    return *kind != NULL;
}

bool choices_bot_protocols(size_t index, Choice *out) {
    const BotProtocol *const *protocol = BOT_PROTOCOLS;
    while (*protocol && index-- > 0) {
        protocol++;
    }
    *out = *protocol ? choice((*protocol)->name, (*protocol)->game) : choice("", NULL);
    return *protocol != NULL;
}

bool choices_player_protocols(size_t index, Choice *out) {
    const PlayerProtocol *const *protocol = PLAYER_PROTOCOLS;
    while (*protocol && index-- > 0) {
        protocol++;
    }
    *out = *protocol ? choice((*protocol)->name, (*protocol)->game) : choice("", NULL);
    return *protocol != NULL;
}

bool choices_levels(size_t index, Choice *out) {
    if (index >= LEVELS_COUNT) {
        return false;
    }
    *out = choice(level_at((int)index + 1)->name, NULL);
    return true;
}

bool choices_schedules(size_t index, Choice *out) {
    if (index >= SCHEDULE_FORMAT_COUNT) {
        return false;
    }
    *out = choice(schedule_format_name((ScheduleFormat)index), NULL);
    return true;
}

void choices_add_words(Choices choices, Text *out) {
    Choice found;
    for (size_t i = 0; choices(i, &found); i++) {
        text_add(out, i > 0 ? " " : "");
        text_add_slice(out, found.name);
    }
}

// Adds the names that are for one game, or, if `game` is null, those that are for any.
static void add_names_for(Choices choices, const char *game, Text *out) {
    Choice found;
    size_t count = 0;
    for (size_t i = 0; choices(i, &found); i++) {
        bool fits = game ? found.game && strcmp(found.game, game) == 0 : !found.game;
        if (fits) {
            text_add(out, count++ > 0 ? ", " : out->size > 0 ? "; " : "");
            text_addf(out, "%s%s", game && count == 1 ? game : "", game && count == 1 ? ": " : "");
            text_add_slice(out, found.name);
        }
    }
}

void choices_add_help(Choices choices, Text *out) {
    Text names;
    text_init(&names);
    add_names_for(choices, NULL, &names);
    for (size_t i = 0; i < rules_count(); i++) {
        add_names_for(choices, rules_at(i)->name, &names);
    }
    text_add(out, names.data);
    text_release(&names);
}

bool choices_refuse(
    Choices choices, ErrorCode code, const char *what, const char *value, Error *error) {
    Text names;
    text_init(&names);
    Choice found;
    Choice next;
    for (size_t i = 0; choices(i, &found); i++) {
        text_add(&names, i == 0 ? "" : choices(i + 1, &next) ? ", " : " or ");
        text_add_slice(&names, found.name);
    }
    char quoted[SLICE_QUOTE_SIZE];
    error_set(error, code, "unknown %s %s: choose %s", what, slice_quote(slice_from(value), quoted),
        names.data);
    text_release(&names);
    return false;
}

bool choices_languages(size_t index, Choice *out) {
    const char *name = compile_language_name(index);
    if (name) {
        *out = (Choice){.name = slice_from(name)};
    }
    return name != NULL;
}
