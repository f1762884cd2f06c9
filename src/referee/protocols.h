#pragma once
// The protocols that the referee speaks, one file a family.

#include "referee/player.h"

extern const PlayerProtocol PLAYER_BOTZONE;
extern const PlayerProtocol PLAYER_BOTZONE_JSON;
extern const PlayerProtocol PLAYER_SJTU;
extern const PlayerProtocol PLAYER_SJTU_2022;
extern const PlayerProtocol PLAYER_TEXT;
extern const PlayerProtocol PLAYER_UCI;
