#pragma once
// --server and --token: games on the workers of a server instead of this machine.

#include "cli/arguments.h"
#include "jobs/remote_http.h"
#include "jobs/remote_match.h"
#include "jobs/remote_selfplay.h"

#define OPTION_SERVER                                                                              \
    { "server", "URL", "play on the workers of this server (docs/workers.md)", NULL, false }
#define OPTION_TOKEN                                                                               \
    { "token", "T", "for the server; better in the environment, as IMMURE_TOKEN", NULL, false }

// A server that was asked for, or none: then `http` is null.
typedef struct GameServer {
    RemoteHttp *http;
    Remote remote;
    Text bench;
    RemoteMatchOptions match; // for remote_match_new
    RemoteSelfplay selfplay;  // for remote_selfplay_venue
} GameServer;

// The address and the token of the words; null without a token, with a reason.
const char *game_server_token(const Arguments *arguments, Error *error);

bool game_server_open(
    GameServer *server, const Arguments *arguments, const atomic_bool *stop, Error *error);
void game_server_close(GameServer *server);
