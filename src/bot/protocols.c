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
