// No thinking on the opponent's time: nothing here needs a thread.

#include "bot/ponder.h"

void pondering_start(Pondering *pondering, Bot *bot, const Game *game) {
    (void)pondering;
    (void)bot;
    (void)game;
}

void pondering_stop(Pondering *pondering) {
    (void)pondering;
}
