#pragma once
// The bot in the hands of a course's own main, which reads and writes and calls a few functions.

#include "submission/program/player.h"

typedef struct Course {
    Bot bot;
    Game game;
    Notation notation;
} Course;

// Makes the bot. Whoever has none cannot play, so a failure ends the program.
void course_init(Course *course, Notation notation);

// Plays the opponent's move, some numbers in the judge's notation.
void course_update(Course *course, int side, const int *numbers, int count);

// Chooses and plays the own move, as numbers.
void course_choose(Course *course, int *numbers, int count);
