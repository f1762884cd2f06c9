#pragma once
// A server's arena as the commands of bot writers ask it: --server and a personal token.

#include <jansson.h>

#include "cli/arguments.h"
#include "jobs/remote_http.h"

#define OPTION_ARENA_SERVER                                                                        \
    { "server", "URL", "the server's address (default http://localhost:8080)", NULL, false }
#define OPTION_ARENA_TOKEN                                                                         \
    { "token", "T", "yours, from your account's page; better as IMMURE_TOKEN", NULL, false }

// Between two looks at something that is on its way.
#define ARENA_POLL_MS 1000

typedef struct ArenaServer {
    RemoteHttp *http;
    Remote remote;
} ArenaServer;

// Close it also if it fails. Only changes need a token.
bool arena_server_open(
    ArenaServer *server, const Arguments *arguments, bool needs_token, Error *error);
void arena_server_close(ArenaServer *server);

// Asks for a path below /api/v1/. The body is given up (null: none). Null with a reason; what the
// network or a busy server refuses is asked again for a minute, when the server wants to be asked.
json_t *arena_server_ask(
    const ArenaServer *server, const char *method, const char *path, json_t *body, Error *error);

// Texts and numbers of an answer; "" and 0 if they are not there.
const char *arena_text(const json_t *object, const char *name);
long long arena_number(const json_t *object, const char *name);

// One line about a game: its number, both players, the result and the verdict.
void arena_add_game(Text *out, const json_t *game);
