#include "bot/bot.h"

bool bot_read_line(Bot *bot, Text *line, Error *error) {
    switch (text_read_line(line, bot->in, BOT_LINE_LIMIT_BYTES)) {
    case LINE_READ:
        return true;
    case LINE_TOO_LONG:
        return error_set(error, ERROR_INPUT_TOO_LONG, "%s is longer than %u bytes",
            "a line of the judge", BOT_LINE_LIMIT_BYTES);
    case LINE_END:
        break;
    }
    error_clear(error);
    return false;
}

int bot_time_left(const Bot *bot, int time_ms) {
    return time_ms > 2 * bot->spent_ms ? time_ms - bot->spent_ms : (time_ms + 1) / 2;
}

Move bot_choose(Bot *bot, const Game *game, int time_ms) {
    const Level *level = bot->level;
    Move move = level_is_full(level) ? book_choose(bot->book, game, NULL)
                                     : level_begin(level, bot->engine, game, &bot->rng);
    if (move != MOVE_NONE) {
        return move;
    }
    EngineLimits limits = {
        .time_ms = time_ms, .nodes = level->nodes, .saves_time = bot->is_asked_once};
    return engine_think(bot->engine, game, &limits, NULL, NULL, NULL);
}
