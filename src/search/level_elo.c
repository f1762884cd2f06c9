#include <assert.h>
#include <string.h>

#include "search/level.h"

int level_elo(int number, const Rules *rules) {
    assert(number >= 1 && number <= LEVELS_COUNT);
    const LevelElo *measured = LEVEL_ELO;
    while (strcmp(measured->game, rules->name) != 0) {
        measured++;
    }
    return measured->elo[number - 1];
}
