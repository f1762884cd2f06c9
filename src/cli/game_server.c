#include "cli/game_server.h"

#include <stdlib.h>

#include "jobs/host_speed.h"

// Between two looks at the results.
#define POLL_MS 250
#define IDLE_MS 20000

const char *game_server_token(const Arguments *arguments, Error *error) {
    const char *token = arguments_value(arguments, "token");
    token = token ? token : getenv("IMMURE_TOKEN");
    if (!token) {
        error_set(error, ERROR_OPTION_MISSING,
            "a server needs --token T, or IMMURE_TOKEN in the environment");
    }
    return token;
}

bool game_server_open(
    GameServer *server, const Arguments *arguments, const atomic_bool *stop, Error *error) {
    const char *url = arguments_value(arguments, "server");
    *server = (GameServer){0};
    text_init(&server->bench);
    if (!url) {
        return true;
    }
    const char *token = game_server_token(arguments, error);
    double speed;
    if (!token || !(server->http = remote_http_new(url, token, error))) {
        return false;
    }
    if (!host_measure(&server->bench, &speed, error)) {
        game_server_close(server);
        return false;
    }
    server->remote = remote_http_remote(server->http);
    server->match = (RemoteMatchOptions){.remote = &server->remote,
        .bench = server->bench.data,
        .stop = stop,
        .poll_ms = POLL_MS,
        .idle_ms = IDLE_MS};
    server->selfplay = (RemoteSelfplay){
        .remote = &server->remote, .bench = server->bench.data, .poll_ms = POLL_MS};
    return true;
}

void game_server_close(GameServer *server) {
    remote_http_free(server->http);
    text_release(&server->bench);
    *server = (GameServer){0};
}
