#include <stdio.h>
#include <string.h>

#include "cli/arena_server.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"

typedef struct WatchCommand {
    ArenaServer server;
    const char *bot;     // of one bot; null: of all
    const char *request; // of one request, until it has ended
    int games;           // so many, then it ends; 0: on and on
    int seen;
    long long last; // game that was shown
} WatchCommand;

// Shows games that are newer than the last, oldest first.
static void show(WatchCommand *watch, const json_t *list) {
    Text out;
    text_init(&out);
    for (size_t i = json_array_size(list); i > 0; i--) {
        const json_t *game = json_array_get(list, i - 1);
        if (arena_number(game, "id") > watch->last &&
            (!watch->games || watch->seen < watch->games)) {
            watch->last = arena_number(game, "id");
            watch->seen++;
            arena_add_game(&out, game);
        }
    }
    fputs(out.data, stdout);
    fflush(stdout);
    text_release(&out);
}

static bool look(WatchCommand *watch, bool *is_over, Error *error) {
    char path[80];
    if (watch->request) {
        snprintf(path, sizeof path, "requests/%.20s", watch->request);
    } else {
        snprintf(path, sizeof path, "games?limit=50%s%.20s", watch->bot ? "&bot=" : "",
            watch->bot ? watch->bot : "");
    }
    json_t *answer = arena_server_ask(&watch->server, "GET", path, NULL, error);
    if (!answer) {
        return false;
    }
    show(watch, json_object_get(answer, watch->request ? "games" : "items"));
    *is_over = watch->request && strcmp(arena_text(answer, "state"), "running") != 0;
    bool is_good = !*is_over || strcmp(arena_text(answer, "state"), "failed") != 0 ||
                   error_set(error, ERROR_GIVEN_UP, "%s",
                       arena_text(json_object_get(answer, "reason"), "text"));
    json_decref(answer);
    return is_good;
}

static int run(const Arguments *arguments, Error *error) {
    WatchCommand watch = {
        .bot = arguments_value(arguments, "bot"),
        .request = arguments_value(arguments, "request"),
    };
    if (!arguments_int(arguments, "games", 1, 1000000, &watch.games, error)) {
        return EXIT_BAD_INPUT;
    }
    bool is_over = false;
    bool is_good = arena_server_open(&watch.server, arguments, watch.request != NULL, error);
    while (is_good && !is_over) {
        is_good = look(&watch, &is_over, error);
        is_over = is_over || (watch.games > 0 && watch.seen >= watch.games);
        if (is_good && !is_over) {
            remote_wait(ARENA_POLL_MS, NULL, NULL);
        }
    }
    arena_server_close(&watch.server);
    return is_good ? EXIT_OK : EXIT_FAILED;
}

static const Option OPTIONS[] = {
    {"bot", "N", "games of this bot, by its number (default: of all)", NULL, false},
    {"request", "N", "games of this request, until it has ended", NULL, false},
    {"games", "N", "end after so many games", NULL, false},
    OPTION_ARENA_SERVER,
    OPTION_ARENA_TOKEN,
    OPTIONS_END,
};

const Command COMMAND_WATCH = {
    .name = "watch",
    .operands = "",
    .summary = "follow the games of a server's arena",
    .description =
        "Prints the newest games of the arena, and then each as it ends: its number, the "
        "players, the result, the verdict, the plies and what it was played for.",
    .options = OPTIONS,
    .run = run,
};
