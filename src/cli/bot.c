#include "bot/bot.h"

#include <string.h>

#include "base/clock.h"
#include "cli/book_option.h"
#include "cli/commands.h"
#include "cli/game_options.h"
#include "cli/output.h"
#include "cli/self.h"
#include "cli/thinking.h"

static const BotProtocol *find_protocol(const char *name) {
    for (const BotProtocol *const *protocol = BOT_PROTOCOLS; *protocol; protocol++) {
        if (strcmp((*protocol)->name, name) == 0) {
            return *protocol;
        }
    }
    return NULL;
}

static bool choose_protocol(
    const Arguments *arguments, const Rules *rules, const BotProtocol **protocol, Error *error) {
    const char *name = arguments_value(arguments, "protocol");
    if (!name) {
        return error_set(
            error, ERROR_OPTION_MISSING, "bot needs --protocol: see immure bot --help");
    }
    *protocol = find_protocol(name);
    char quoted[SLICE_QUOTE_SIZE];
    if (!*protocol) {
        return error_set(error, ERROR_UNKNOWN_PROTOCOL,
            "unknown protocol %s: see immure bot --help", slice_quote(slice_from(name), quoted));
    }
    const char *game = (*protocol)->game;
    if (game && strcmp(game, rules->name) != 0) {
        return error_set(error, ERROR_PROTOCOL_OTHER_GAME, "protocol %s is for %s", name, game);
    }
    return true;
}

static bool choose_variant(const Arguments *arguments, const BotProtocol *protocol,
    const Rules *rules, const Variant **variant, Error *error) {
    if (protocol->variant && !arguments_value(arguments, "variant")) {
        *variant = rules_variant(rules, slice_from(protocol->variant));
        return true;
    }
    return options_variant(arguments, rules, variant, error);
}

static int run(const Arguments *arguments, Error *error) {
    int64_t start_ms = clock_now_ms();
    Bot bot = {
        .in = stdin,
        .out = stdout,
        // Without --seed each run differs: a bot that always plays the same is easy prey.
        .options = {.thread_count = 1,
            .memory_mb = ENGINE_MEMORY_DEFAULT_MB,
            .seed = self_random_seed()},
        .level = level_at(LEVELS_COUNT),
        .keep_running = arguments_flag(arguments, "keep-running"),
        .ponders = arguments_flag(arguments, "ponder"),
    };
    const BotProtocol *protocol = NULL;
    if (!options_rules(arguments, &bot.rules, error) ||
        !choose_protocol(arguments, bot.rules, &protocol, error) ||
        !choose_variant(arguments, protocol, bot.rules, &bot.variant, error) ||
        !thinking_level(arguments, &bot.level, error) ||
        !thinking_seed(arguments, &bot.options.seed, error) ||
        !arguments_int(arguments, "time-ms", 1, 86400000, &bot.time_ms, error) ||
        !thinking_options(arguments, &bot.options, error)) {
        return EXIT_BAD_INPUT;
    }
    bot.options.rules = bot.rules;
    bot.options.variant = bot.variant;
    rng_init(&bot.rng, bot.options.seed);
    bot.time_ms = bot.time_ms ? bot.time_ms : protocol->time_ms;
    bot.engine = engine_new(thinking_kind(arguments), &bot.options, error);
    if (!bot.engine) {
        return EXIT_BAD_INPUT;
    }
    Book *book;
    if (!book_option(arguments, bot.rules, &book, error)) {
        engine_free(bot.engine);
        return EXIT_BAD_INPUT;
    }
    bot.book = book;
    bot.spent_ms = (int)(clock_now_ms() - start_ms);
    error_clear(error);
    bool done = protocol->run(&bot, error);
    engine_free(bot.engine);
    book_free(book);
    return !output_arrived(error) ? EXIT_FAILED : done ? EXIT_OK : EXIT_BAD_INPUT;
}

static const Option OPTIONS[] = {
    {"protocol", "P", "what is spoken", choices_bot_protocols, false},
    {"level", "N", "how hard it tries, from beginner to full strength (default 8)", choices_levels,
        false},
    OPTION_ENGINE,
    {"time-ms", "T", "thinking time for a move, instead of what the protocol's judge allows", NULL,
        false},
    OPTION_MEMORY,
    OPTION_THREADS,
    OPTION_NETWORK,
    OPTION_SET,
    OPTION_BOOK,
    {"seed", "S", "the seed of the random numbers; without it each run differs", NULL, false},
    {"keep-running", NULL, "Botzone: stay alive between turns", NULL, false},
    {"ponder", NULL, "text, uci, sjtu: think on the opponent's time too", NULL, false},
    OPTION_VARIANT,
    OPTION_SIZE,
    OPTIONS_END,
};

const Command COMMAND_BOT = {
    .name = "bot",
    .takes_game = true,
    .operands = "GAME --protocol P",
    .summary = "play on standard input and output, as a judge or runner asks",
    .description = "Speaks a protocol on standard input and output until the input ends or the "
                   "protocol is done. docs/protocols.md describes each of them.",
    .options = OPTIONS,
    .operand_min = 1,
    .operand_max = 1,
    .run = run,
};
