#include "cli/arena_server.h"

#include <stdlib.h>

#include "base/clock.h"
#include "cli/game_server.h"

#define PATIENCE_MS 60000

bool arena_server_open(
    ArenaServer *server, const Arguments *arguments, bool needs_token, Error *error) {
    const char *url = arguments_value(arguments, "server");
    const char *token = arguments_value(arguments, "token");
    *server = (ArenaServer){0};
    token = token ? token : getenv("IMMURE_TOKEN");
    if (needs_token && !token) {
        return game_server_token(arguments, error) != NULL;
    }
    server->http = remote_http_new(url ? url : "http://localhost:8080", token, error);
    if (server->http) {
        server->remote = remote_http_remote(server->http);
    }
    return server->http != NULL;
}

void arena_server_close(ArenaServer *server) {
    remote_http_free(server->http);
}

json_t *arena_server_ask(
    const ArenaServer *server, const char *method, const char *path, json_t *body, Error *error) {
    Text address;
    text_init(&address);
    text_addf(&address, "/api/v1/%s", path);
    int64_t end_ms = clock_now_ms() + PATIENCE_MS;
    json_t *answer = NULL;
    RemoteStatus status;
    bool is_again;
    do {
        int retry_after_s;
        status = remote_ask(&server->remote, method, address.data, json_incref(body), &answer,
            &retry_after_s, error);
        int64_t wait_ms = retry_after_s > 0 ? retry_after_s * INT64_C(1000) : ARENA_POLL_MS;
        // What is too far away is better told than waited for.
        is_again = status == REMOTE_AGAIN && clock_now_ms() + wait_ms < end_ms;
        if (is_again) {
            remote_wait((int)wait_ms, NULL, NULL);
        }
    } while (is_again);
    json_decref(body);
    text_release(&address);
    return status == REMOTE_DONE ? answer : NULL;
}

const char *arena_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

long long arena_number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

void arena_add_game(Text *out, const json_t *game) {
    const json_t *players = json_object_get(game, "players");
    const json_t *verdict = json_object_get(game, "verdict");
    text_addf(out, "%-8lld %-24s %-24s %-8s %-14s %4lld plies  %s\n", arena_number(game, "id"),
        arena_text(json_array_get(players, 0), "name"),
        arena_text(json_array_get(players, 1), "name"), arena_text(game, "result"),
        arena_text(verdict, "kind"), arena_number(game, "plies"), arena_text(game, "purpose"));
}
