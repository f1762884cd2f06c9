// Our own line protocol for runners and pages, and the same in the words of Fairy-Stockfish.
//
// The calling thread reads the input and a second thread thinks, so that `stop` and `isready` are
// obeyed at once. With the option `ponder` it thinks on after its answer.
//
// `go infinite` searches without limits and answers at `stop`, even if the search ends before.
// `go ponder` does so until `ponderhit`; then the limits begin to count in a second search, which
// continues with the engine's tree or table.

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/cores.h"
#include "bot/bot.h"
#include "bot/ponder.h"

// The words in which the two protocols differ.
typedef struct TextDialect {
    const char *hello;
    const char *hello_end;
    const char *new_game;
    const char *position; // the word before a position text
    Notation notation;
} TextDialect;

typedef struct TextSession {
    Bot *bot;
    const TextDialect *dialect;
    Game game;
    bool game_is_good; // false after a refused position: the answer is `bestmove none`
    // The question: set before the thinker starts.
    EngineLimits limits;
    bool is_infinite; // no limits, and no answer before `stop`
    bool is_ponder;   // no limits before `ponderhit`
    pthread_t thinker;
    bool has_thinker;       // started and not yet joined
    pthread_mutex_t lock;   // guards what follows, and the output
    pthread_cond_t changed; // one of these
    bool is_pondering;      // until `ponderhit` or `stop`
    bool is_stopped;
} TextSession;

static void say(TextSession *session, const Text *line) {
    pthread_mutex_lock(&session->lock);
    fprintf(session->bot->out, "%s\n", line->data);
    fflush(session->bot->out);
    pthread_mutex_unlock(&session->lock);
}

static void say_words(TextSession *session, const char *words) {
    Text line;
    text_init(&line);
    text_add(&line, words);
    say(session, &line);
    text_release(&line);
}

static void complain(TextSession *session, const char *reason) {
    Text line;
    text_init(&line);
    text_addf(&line, "info string %s", reason);
    say(session, &line);
    text_release(&line);
}

// Adds the moves of a line, each written in the position that it is played in.
static void add_line(
    Text *out, const Game *game, Notation notation, const Move *moves, size_t count) {
    Position pos = *game_position(game);
    for (size_t i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        game->rules->format(&pos, moves[i], notation, move);
        text_addf(out, " %s", move);
        game->rules->apply(&pos, moves[i], &pos);
    }
}

static void report_progress(void *context, const EngineReport *report) {
    TextSession *session = context;
    Text line;
    text_init(&line);
    uint64_t spent_ms = report->time_ms > 0 ? (uint64_t)report->time_ms : 1;
    text_addf(&line, "info depth %d score %d nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64 " pv",
        report->depth, report->score, report->nodes, report->nodes * 1000 / spent_ms,
        report->time_ms);
    add_line(&line, &session->game, session->dialect->notation, report->pv, report->pv_count);
    say(session, &line);
    text_release(&line);
}

// Ponders the position after the move until the next command.
static void ponder_after(TextSession *session, Move move) {
    Game game;
    game_init_copy(&game, &session->game);
    game_play(&game, move);
    ponder(session->bot, &game);
    game_release(&game);
}

// The book's move, or MOVE_NONE where it has none.
static Move ask_book(TextSession *session) {
    BookAnswer answer;
    Move move = book_choose(session->bot->book, &session->game, &answer);
    if (move != MOVE_NONE) {
        Text line;
        text_init(&line);
        text_addf(&line, "info string from the book: score %d, %" PRIu64 " nodes",
            answer.choices[0].score, answer.nodes);
        say(session, &line);
        text_release(&line);
    }
    return move;
}

static Move search(TextSession *session, const EngineLimits *limits) {
    return engine_think(
        session->bot->engine, &session->game, limits, report_progress, session, NULL);
}

// Waits for `ponderhit` or `stop`; true after `ponderhit`, whose engine_stop is cleared.
static bool wait_for_hit(TextSession *session) {
    pthread_mutex_lock(&session->lock);
    while (session->is_pondering) {
        pthread_cond_wait(&session->changed, &session->lock);
    }
    bool is_hit = !session->is_stopped;
    if (is_hit) {
        engine_clear_stop(session->bot->engine);
    }
    pthread_mutex_unlock(&session->lock);
    return is_hit;
}

static void wait_for_stop(TextSession *session) {
    pthread_mutex_lock(&session->lock);
    while (!session->is_stopped) {
        pthread_cond_wait(&session->changed, &session->lock);
    }
    pthread_mutex_unlock(&session->lock);
}

static Move choose(TextSession *session) {
    const EngineLimits none = {0};
    if (session->is_ponder) {
        Move move = search(session, &none);
        if (!wait_for_hit(session)) {
            return move;
        }
    }
    if (session->is_infinite) {
        return search(session, &none);
    }
    const Level *level = session->bot->level;
    Move move = MOVE_NONE;
    if (!level_is_full(level)) {
        move = level_begin(level, session->bot->engine, &session->game, &session->bot->rng);
    } else if (!session->is_ponder) {
        move = ask_book(session);
    }
    EngineLimits limits = session->limits;
    if (level->nodes > 0 && (limits.nodes == 0 || limits.nodes > level->nodes)) {
        limits.nodes = level->nodes;
    }
    return move != MOVE_NONE ? move : search(session, &limits);
}

static void *think(void *argument) {
    TextSession *session = (TextSession *)argument;
    Text line;
    text_init(&line);
    text_add(&line, "bestmove");
    bool can_move = session->game_is_good && game_outcome(&session->game).result == RESULT_NONE;
    Move move = MOVE_NONE;
    if (can_move) {
        move = choose(session);
        add_line(&line, &session->game, session->dialect->notation, &move, 1);
    } else {
        text_add(&line, " none");
        wait_for_hit(session);
    }
    if (session->is_infinite) {
        wait_for_stop(session);
    }
    say(session, &line);
    text_release(&line);
    if (can_move) {
        ponder_after(session, move);
    }
    return NULL;
}

// Ends the pondering of `go ponder`; without a hit the question, too.
static void end_pondering(TextSession *session, bool is_hit) {
    pthread_mutex_lock(&session->lock);
    if (session->is_pondering || !is_hit) {
        engine_stop(session->bot->engine);
        session->is_pondering = false;
        session->is_stopped = !is_hit;
        pthread_cond_signal(&session->changed);
    }
    pthread_mutex_unlock(&session->lock);
}

// Ends the question and waits for its answer.
static void stop(TextSession *session) {
    end_pondering(session, false);
    if (session->has_thinker) {
        pthread_join(session->thinker, NULL);
        session->has_thinker = false;
    }
    engine_clear_stop(session->bot->engine);
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
    stop(session);
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
    session->is_pondering = is_ponder;
    session->is_stopped = false;
    session->has_thinker = pthread_create(&session->thinker, NULL, think, session) == 0;
    if (!session->has_thinker) {
        // In this thread `stop` is not read: only the limits can end the search.
        session->is_infinite = session->is_ponder = session->is_pondering = false;
        session->bot->ponders = false;
        think(session);
    }
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
    stop(session);
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
    stop(session);
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
    stop(session);
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
    say(session, &text);
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
        stop(session);
    } else if (slice_is(word, "ponderhit")) {
        end_pondering(session, true);
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
    stop(&session);
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
