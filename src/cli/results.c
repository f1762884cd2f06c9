#include <stdio.h>

#include "cli/arena_server.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"

static void add_bot(Text *out, const json_t *bot) {
    const json_t *rating = json_object_get(bot, "rating");
    text_addf(out, "%s  %s %s  %s", arena_text(bot, "name"), arena_text(bot, "game"),
        arena_text(bot, "variant"), arena_text(bot, "state"));
    if (json_is_object(rating)) {
        text_addf(out, "  rating %.0f +- %.0f  rank %lld  %lld games",
            json_number_value(json_object_get(rating, "elo")),
            json_number_value(json_object_get(rating, "error")), arena_number(rating, "rank"),
            arena_number(rating, "games"));
    }
    text_add_byte(out, '\n');
    size_t index;
    json_t *version;
    json_array_foreach(json_object_get(bot, "versions"), index, version) {
        bool is_active = arena_number(bot, "activeVersion") == arena_number(version, "id");
        text_addf(out, "v%-4lld %s%s  %s\n", arena_number(version, "number"),
            arena_text(version, "state"), is_active ? ", active" : "",
            arena_text(json_object_get(version, "reason"), "text"));
    }
}

static int run(const Arguments *arguments, Error *error) {
    ArenaServer server = {0};
    int games = 20;
    if (!arguments_int(arguments, "games", 1, 200, &games, error)) {
        return EXIT_BAD_INPUT;
    }
    char path[80];
    Text out;
    text_init(&out);
    int status = EXIT_FAILED;
    snprintf(path, sizeof path, "bots/%.20s", arguments->operands[0]);
    json_t *bot = arena_server_open(&server, arguments, false, error)
                      ? arena_server_ask(&server, "GET", path, NULL, error)
                      : NULL;
    snprintf(path, sizeof path, "games?bot=%.20s&limit=%d", arguments->operands[0], games);
    json_t *list = bot ? arena_server_ask(&server, "GET", path, NULL, error) : NULL;
    if (list) {
        size_t index;
        json_t *game;
        add_bot(&out, bot);
        json_array_foreach(json_object_get(list, "items"), index, game) {
            arena_add_game(&out, game);
        }
        status = output_write(&out, error);
    }
    json_decref(list);
    json_decref(bot);
    arena_server_close(&server);
    text_release(&out);
    return status;
}

static const Option OPTIONS[] = {
    {"games", "N", "at most so many (default 20)", NULL, false},
    OPTION_ARENA_SERVER,
    OPTION_ARENA_TOKEN,
    OPTIONS_END,
};

const Command COMMAND_RESULTS = {
    .name = "results",
    .operands = "BOT",
    .summary = "show a bot's versions, rating and newest games",
    .description = "Asks a server's arena about a bot, by its number: its versions and what became "
                   "of them, its rating, and its newest games.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
