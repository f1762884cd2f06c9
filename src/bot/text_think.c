// The thinking thread of the text protocols.
//
// `go infinite` searches without limits and answers at `stop`, even if the search ends before.
// `go ponder` does so until `ponderhit`; then the limits begin to count in a second search, which
// continues with the engine's tree or table.

#include <inttypes.h>

#include "bot/ponder.h"
#include "bot/text_session.h"

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
    text_say(session, &line);
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
        text_say(session, &line);
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
    text_say(session, &line);
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

void text_think_hit(TextSession *session) {
    end_pondering(session, true);
}

void text_think_stop(TextSession *session) {
    end_pondering(session, false);
    if (session->has_thinker) {
        pthread_join(session->thinker, NULL);
        session->has_thinker = false;
    }
    engine_clear_stop(session->bot->engine);
}

void text_think_start(TextSession *session) {
    session->is_pondering = session->is_ponder;
    session->is_stopped = false;
    session->has_thinker = pthread_create(&session->thinker, NULL, think, session) == 0;
    if (!session->has_thinker) {
        // In this thread `stop` is not read: only the limits can end the search.
        session->is_infinite = session->is_ponder = session->is_pondering = false;
        session->bot->ponders = false;
        think(session);
    }
}
