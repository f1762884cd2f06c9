#include "bot/ponder.h"

#include "base/clock.h"

void ponder(Bot *bot, const Game *game) {
    if (bot->ponders && game_outcome(game).result == RESULT_NONE) {
        EngineLimits none = {0};
        engine_think(bot->engine, game, &none, NULL, NULL, NULL);
    }
}

static void *run(void *argument) {
    Pondering *pondering = (Pondering *)argument;
    ponder(pondering->bot, &pondering->game);
    return NULL;
}

void pondering_start(Pondering *pondering, Bot *bot, const Game *game) {
    if (!bot->ponders || game_outcome(game).result != RESULT_NONE) {
        return;
    }
    pondering->bot = bot;
    game_init_copy(&pondering->game, game);
    pondering->is_running = pthread_create(&pondering->thread, NULL, run, pondering) == 0;
    if (!pondering->is_running) {
        game_release(&pondering->game); // without a thread there is no pondering
    }
}

void pondering_stop(Pondering *pondering) {
    if (!pondering->is_running) {
        return;
    }
    const int64_t start_ms = clock_now_ms();
    engine_stop(pondering->bot->engine);
    pthread_join(pondering->thread, NULL);
    engine_clear_stop(pondering->bot->engine);
    pondering->bot->spent_ms = (int)(clock_now_ms() - start_ms);
    game_release(&pondering->game);
    pondering->is_running = false;
}
