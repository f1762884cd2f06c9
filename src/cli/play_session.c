#include "cli/play_session.h"

#include <inttypes.h>

#include "cli/thinking.h"

#define LISTED_MOVES 6

void session_release(Session *session) {
    game_release(&session->game);
    engine_free(session->engine);
    book_free(session->book);
}

Result session_result(const Session *session) {
    return session->has_resigned ? result_win_for(side_other(session->resigned))
                                 : game_outcome(&session->game).result;
}

Side session_turn(const Session *session) {
    return position_turn(game_position(&session->game));
}

bool session_is_finished(const Session *session) {
    return session_result(session) != RESULT_NONE && !session->has_person[SIDE_FIRST] &&
           !session->has_person[SIDE_SECOND];
}

void session_add_move(const Session *session, Move move, Text *out) {
    char text[MOVE_TEXT_SIZE];
    const Game *game = &session->game;
    game->rules->format(game_position(game), move, session->notation, text);
    text_addf(out, "%zu. %s", game->count + 1, text);
}

void session_add_view(const Session *session, const EngineReport *report, Text *out) {
    const Game *game = &session->game;
    size_t count = report->pv_count < LISTED_MOVES ? report->pv_count : LISTED_MOVES;
    text_addf(out, "%.0f %% for %s, depth %d, %" PRIu64 " nodes",
        100 * engine_win_probability(report->score), side_name(session_turn(session)),
        report->depth, report->nodes);
    if (count > 1) {
        text_add(out, ", line ");
        thinking_add_line(
            out, game->rules, game_position(game), report->pv, count, session->notation);
    }
}

void session_play(Session *session, Move move, Text *out) {
    game_play(&session->game, move);
    session->must_draw = true;
    Outcome outcome = game_outcome(&session->game);
    if (outcome.result == RESULT_DRAW) {
        text_addf(out, "the game is drawn (%s)\n", ending_text(outcome.ending));
    } else if (outcome.result != RESULT_NONE) {
        text_addf(out, "%s wins (%s)\n",
            side_name(outcome.result == RESULT_FIRST_WINS ? SIDE_FIRST : SIDE_SECOND),
            ending_text(outcome.ending));
    }
}

bool session_engine_move(Session *session, Text *out) {
    if (session_result(session) != RESULT_NONE || session->has_person[session_turn(session)]) {
        return false;
    }
    const Level *level = session->level;
    Move move = level_begin(level, session->engine, &session->game, &session->rng);
    BookAnswer answer;
    text_addf(out, "%s plays ", engine_name(session->engine));
    if (move != MOVE_NONE) {
        session_add_move(session, move, out);
        text_add(out, " without much thought\n");
    } else if (level_is_full(level) &&
               (move = book_choose(session->book, &session->game, &answer)) != MOVE_NONE) {
        session_add_move(session, move, out);
        text_addf(out, " (%.0f %% for %s, from the book)\n",
            100 * engine_win_probability(answer.choices[0].score),
            side_name(session_turn(session)));
    } else {
        EngineReport report;
        EngineLimits limits = {
            .time_ms = session->time_ms, .nodes = level->nodes, .saves_time = true};
        move = engine_think(session->engine, &session->game, &limits, NULL, NULL, &report);
        session_add_move(session, move, out);
        text_add(out, " (");
        session_add_view(session, &report, out);
        text_add(out, ")\n");
    }
    session_play(session, move, out);
    return true;
}

void session_draw(Session *session, Text *out) {
    if (session->must_draw) {
        text_add(out, "\n");
        session->game.rules->draw(game_position(&session->game), session->has_colour, out);
        session->must_draw = false;
    }
}

void session_prompt(const Session *session, Text *out) {
    bool is_over = session_result(session) != RESULT_NONE;
    text_addf(out, "%s> ", is_over ? "over" : side_name(session_turn(session)));
}
