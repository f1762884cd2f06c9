#include "submission/program/course.h"

#include <stdlib.h>

#include "bot/sjtu.h"

static void fail(const Error *error) {
    fprintf(stderr, "immure: %s\n", error->text);
    exit(EXIT_FAILURE);
}

void course_init(Course *course, Notation notation) {
    Error error;
    if (!player_init(&course->bot, &error)) {
        fail(&error);
    }
    course->bot.spent_ms = 0; // starting has a limit of its own
    course->notation = notation;
    game_init(&course->game, course->bot.rules, course->bot.variant);
    engine_new_game(course->bot.engine);
}

void course_update(Course *course, int side, const int *numbers, int count) {
    char move[64];
    Error error;
    int length = 0;
    for (int i = 0; i < count; i++) {
        length +=
            snprintf(move + length, sizeof move - (size_t)length, i > 0 ? " %d" : "%d", numbers[i]);
    }
    if (!sjtu_play_opponent(&course->game, side == 0 ? SIDE_FIRST : SIDE_SECOND, slice_from(move),
            course->notation, &error)) {
        fail(&error);
    }
}

void course_choose(Course *course, int *numbers, int count) {
    char move[MOVE_TEXT_SIZE];
    sjtu_choose(&course->bot, &course->game, course->notation, move);
    Slice rest = slice_from(move);
    Slice word;
    for (int i = 0; i < count && slice_next(&rest, " ", &word); i++) {
        slice_to_int(word, &numbers[i]);
    }
}
