// Our own line protocol for runners and pages, and the same in the words of Fairy-Stockfish.
//
// The calling thread reads the input and a second thread thinks (text_think.c), so that `stop` and
// `isready` are obeyed at once. With the option `ponder` it thinks on after its answer.

#include <inttypes.h>
#include <string.h>

#include "base/cores.h"
#include "bot/text_session.h"

void text_say(TextSession *session, const Text *line) {
    pthread_mutex_lock(&session->lock);
    fprintf(session->bot->out, "%s\n", line->data);
    fflush(session->bot->out);
    pthread_mutex_unlock(&session->lock);
}

static void say_words(TextSession *session, const char *words) {
    Text line;
    text_init(&line);
    text_add(&line, words);
    text_say(session, &line);
    text_release(&line);
}

static void complain(TextSession *session, const char *reason) {
    Text line;
    text_init(&line);
    text_addf(&line, "info string %s", reason);
    text_say(session, &line);
    text_release(&line);
}

static bool read_limit(Slice *words, Slice name, EngineLimits *limits) {
    Slice word;
    long long value;
    if (!slice_next(words, " \t", &word) || !slice_to_long(word, &value) || value < 1) {
        return false;
    }
    if (slice_is(name, "movetime")) {
        limits->time_ms = value;
    } else if (slice_is(name, "nodes")) {
        limits->nodes = (uint64_t)value;
    } else {
        limits->depth = value > 1000 ? 1000 : (int)value;
    }
    return true;
}

static void go(TextSession *session, Slice words) {
    text_think_stop(session);
    EngineLimits limits = {0};
    bool is_infinite = false;
    bool is_ponder = false;
    bool known = true;
    Slice word;
    while (known && slice_next(&words, " \t", &word)) {
        if (slice_is(word, "infinite")) {
            is_infinite = true;
        } else if (slice_is(word, "ponder")) {
            is_ponder = true;
        } else if (slice_is(word, "movetime") || slice_is(word, "nodes") ||
                   slice_is(word, "depth")) {
            known = read_limit(&words, word, &limits);
        } else {
            known = false;
        }
    }
    if (!known) {
        complain(session, "go takes movetime MS, nodes N, depth D, infinite, ponder");
        say_words(session, "bestmove none");
        return;
    }
    if (limits.time_ms == 0 && limits.nodes == 0 && limits.depth == 0) {
        limits.time_ms = session->bot->time_ms;
    }
    session->limits = limits;
    session->is_infinite = is_infinite;
    session->is_ponder = is_ponder;
    text_think_start(session);
}

// Whether the network that the engine was given, if any, is for that board.
static bool suits_network(const EngineOptions *options, const Variant *variant, Error *error) {
    bool is_named = options->network && strcmp(options->network, "none") != 0;
    return !is_named || !options->variant || variant->size == options->variant->size ||
           error_set(error, ERROR_NETWORK_SHAPE, "a board of %s with a network for %s",
               variant->name, options->variant->name);
}

// `startpos` or a position text, then optionally `moves` and a list.
static bool read_position(TextSession *session, Slice words, Game *game, Error *error) {
    const TextDialect *dialect = session->dialect;
    const char *found = memmem(words.data, words.size, " moves", 6);
    Slice before = slice_trim(found ? (Slice){words.data, (size_t)(found - words.data)} : words);
    Slice moves = found ? slice_skip(words, (size_t)(found - words.data) + 6) : slice_from("");
    const Rules *rules = session->bot->rules;
    Position pos;
    if (slice_is(before, "startpos")) {
        rules->start(&pos, session->bot->variant);
    } else if (slice_starts(before, dialect->position)) {
        Slice text = slice_trim(slice_skip(before, strlen(dialect->position)));
        if (!rules->read(text, session->bot->variant, &pos, error) ||
            !suits_network(&session->bot->options, pos.variant, error)) {
            return error_prefix(error, ERROR_AT_POSITION, "position");
        }
    } else {
        return error_set(error, ERROR_BAD_COMMAND,
            "position takes startpos or %s TEXT, then moves LIST", dialect->position);
    }
    game_init_at(game, rules, &pos);
    if (!game_play_list(game, moves, dialect->notation, error)) {
        game_release(game);
        return false;
    }
    return true;
}

static void set_position(TextSession *session, Slice words) {
    text_think_stop(session);
    Game game;
    Error error;
    session->game_is_good = read_position(session, words, &game, &error);
    if (!session->game_is_good) {
        complain(session, error.text);
        return;
    }
    game_release(&session->game);
    session->game = game;
}

// `newgame`, optionally with the game and variant.
static void new_game(TextSession *session, Slice words) {
    text_think_stop(session);
    Bot *bot = session->bot;
    Slice game;
    Slice variant_name;
    if (slice_next(&words, " \t", &game)) {
        const Variant *variant = bot->variant;
        if (slice_next(&words, " \t", &variant_name)) {
            variant = rules_variant(bot->rules, variant_name);
        }
        if (!slice_is(game, bot->rules->name) || !variant) {
            complain(session, "newgame names a game or variant that this program does not play");
            session->game_is_good = false;
            return;
        }
        Error error;
        if (!suits_network(&bot->options, variant, &error)) {
            complain(session, error.text);
            session->game_is_good = false;
            return;
        }
        bot->variant = variant;
    }
    game_release(&session->game);
    game_init(&session->game, bot->rules, bot->variant);
    session->game_is_good = true;
    engine_new_game(bot->engine);
}

static bool set_engine_option(EngineOptions *options, Slice name, long long value) {
    if (slice_is(name, "threads") && value >= 1 && value <= THREADS_MAX) {
        options->thread_count = (int)value;
    } else if (slice_is(name, "memory") && value >= 1 && value <= 1 << 20) {
        options->memory_mb = (int)value;
    } else if (slice_is(name, "seed")) {
        options->seed = (uint64_t)value;
    } else {
        return false;
    }
    return true;
}

// `setoption name NAME value VALUE`: the engine is replaced by one of the same kind.
static void set_option(TextSession *session, Slice words) {
    text_think_stop(session);
    Slice parts[4];
    size_t count = 0;
    while (count < 4 && slice_next(&words, " \t", &parts[count])) {
        count++;
    }
    Bot *bot = session->bot;
    EngineOptions options = bot->options;
    long long value;
    if (count == 4 && slice_is(parts[1], "ponder") && slice_to_long(parts[3], &value)) {
        bot->ponders = value != 0;
        return;
    }
    if (count != 4 || !slice_is(parts[0], "name") || !slice_is(parts[2], "value") ||
        !slice_to_long(parts[3], &value) || !set_engine_option(&options, parts[1], value)) {
        complain(session, "setoption takes name threads|memory|seed|ponder value N");
        return;
    }
    Error error;
    Engine *engine = engine_new(slice_from(engine_name(bot->engine)), &options, &error);
    if (!engine) {
        complain(session, error.text);
        return;
    }
    engine_free(bot->engine);
    bot->engine = engine;
    bot->options = options;
}

static void say_hello(TextSession *session) {
    Text text;
    text_init(&text);
    text_addf(&text, "id name Immure %s %s\nid author the Immure authors\n", IMMURE_VERSION,
        engine_name(session->bot->engine));
    text_addf(&text, "option name threads type spin default %d min 1 max %d\n",
        session->bot->options.thread_count, THREADS_MAX);
    text_addf(&text, "option name memory type spin default %d min 1 max 1048576\n",
        session->bot->options.memory_mb);
    text_addf(
        &text, "option name seed type spin default %" PRIu64 "\n", session->bot->options.seed);
    text_addf(
        &text, "option name ponder type spin default %d min 0 max 1\n", session->bot->ponders);
    text_add(&text, session->dialect->hello_end);
    text_say(session, &text);
    text_release(&text);
}

// Returns false when the conversation is over.
static bool obey(TextSession *session, Slice line) {
    Slice word;
    if (!slice_next(&line, " \t", &word)) {
        return true;
    }
    if (slice_is(word, "quit")) {
        return false;
    }
    if (slice_is(word, "isready")) {
        say_words(session, "readyok");
    } else if (slice_is(word, "go")) {
        go(session, line);
    } else if (slice_is(word, "stop")) {
        text_think_stop(session);
    } else if (slice_is(word, "ponderhit")) {
        text_think_hit(session);
    } else if (slice_is(word, "position")) {
        set_position(session, line);
    } else if (slice_is(word, session->dialect->new_game)) {
        new_game(session, line);
    } else if (slice_is(word, "setoption")) {
        set_option(session, line);
    } else if (slice_is(word, session->dialect->hello)) {
        say_hello(session);
    } else {
        complain(session, "unknown command");
    }
    return true;
}

static bool converse(Bot *bot, const TextDialect *dialect, Error *error) {
    TextSession session = {
        .bot = bot,
        .dialect = dialect,
        .game_is_good = true,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
    };
    Text line;
    text_init(&line);
    game_init(&session.game, bot->rules, bot->variant);
    engine_new_game(bot->engine);
    error_clear(error);
    while (bot_read_line(bot, &line, error) && obey(&session, text_slice(&line))) {
    }
    text_think_stop(&session);
    game_release(&session.game);
    text_release(&line);
    return error->reason.code == ERROR_NONE;
}

static bool run_text(Bot *bot, Error *error) {
    static const TextDialect DIALECT = {"immure", "immureok", "newgame", "text", NOTATION_STANDARD};
    return converse(bot, &DIALECT, error);
}

static bool run_uci(Bot *bot, Error *error) {
    static const TextDialect DIALECT = {"uci", "uciok", "ucinewgame", "fen", NOTATION_FAIRY};
    return converse(bot, &DIALECT, error);
}

const BotProtocol BOT_TEXT = {.name = "text", .time_ms = 1000, .run = run_text};

const BotProtocol BOT_UCI = {.name = "uci", .game = "amazons", .time_ms = 1000, .run = run_uci};
