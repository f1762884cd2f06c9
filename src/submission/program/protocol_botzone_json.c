#include "submission/program/player.h"

const BotProtocol *const SUBMISSION_PROTOCOL = &BOT_BOTZONE_JSON;
