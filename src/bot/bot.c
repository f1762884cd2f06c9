#include "bot/bot.h"

const BotProtocol *const BOT_PROTOCOLS[] = {
    &BOT_BOTZONE,
    &BOT_BOTZONE_JSON,
    &BOT_SJTU,
    &BOT_SJTU_2022,
    &BOT_TEXT,
    &BOT_UCI,
    &BOT_QTP,
    NULL,
};

bool bot_read_line(Bot *bot, Text *line, Error *error) {
    switch (text_read_line(line, bot->in, BOT_LINE_LIMIT_BYTES)) {
    case LINE_READ:
        return true;
    case LINE_TOO_LONG:
        return error_set(
            error, "a line of the judge is longer than %u bytes", BOT_LINE_LIMIT_BYTES);
    case LINE_END:
        break;
    }
    return error_set(error, "%s", "");
}

Move bot_choose(Bot *bot, const Game *game, int time_ms) {
    Move move = book_choose(bot->book, game, NULL);
    if (move != MOVE_NONE) {
        return move;
    }
    EngineLimits limits = {.time_ms = time_ms, .saves_time = bot->is_asked_once};
    return engine_think(bot->engine, game, &limits, NULL, NULL, NULL);
}
