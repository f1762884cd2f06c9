#include "cli/analyse_view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "search/analysis_json.h"

// Larger than any score of an engine: what the rules themselves say.
#define SCORE_DECIDED 1000000

// The smallest search misjudges; this many more moves than asked for get a second look.
#define SPARE_CANDIDATES 2

typedef struct ScoredMove {
    Move move;
    int score; // for the side that plays it
    size_t order;
} ScoredMove;

PositionReview view_position(Engine *engine, const Game *game, const EngineLimits *limits) {
    PositionReview view = {.outcome = game_outcome(game)};
    if (view.outcome.result != RESULT_NONE) {
        view.score = view.outcome.result == RESULT_FIRST_WINS    ? SCORE_DECIDED
                     : view.outcome.result == RESULT_SECOND_WINS ? -SCORE_DECIDED
                                                                 : 0;
    } else {
        engine_think(engine, game, limits, NULL, NULL, &view.report);
        view.score = report_score_first(&view.report, game_position(game));
    }
    view.win_probability = engine_win_probability(view.score);
    return view;
}

static int score_for(const PositionReview *view, Side side) {
    return side == SIDE_FIRST ? view->score : -view->score;
}

// The view of the position after a move, as a line of the position before it.
static PositionReview view_after(
    Engine *engine, Game *game, Move move, const EngineLimits *limits) {
    game_play(game, move);
    PositionReview view = view_position(engine, game, limits);
    game_undo(game);
    EngineReport *report = &view.report;
    size_t kept = report->pv_count < PV_MAX ? report->pv_count : PV_MAX - 1;
    memmove(report->pv + 1, report->pv, kept * sizeof *report->pv);
    report->pv[0] = move;
    report->pv_count = kept + 1;
    report->depth++;
    report->score = score_for(&view, position_turn(game_position(game)));
    view.outcome = (Outcome){RESULT_NONE, ENDING_NONE};
    return view;
}

// The better one first; equals in the order of the rules, so that the answer is always the same.
static int compare_candidates(const void *a, const void *b) {
    const ScoredMove *left = a;
    const ScoredMove *right = b;
    if (left->score != right->score) {
        return left->score > right->score ? -1 : 1;
    }
    return left->order < right->order ? -1 : left->order > right->order;
}

static size_t screen(Engine *engine, Game *game, Move best, ScoredMove *candidates) {
    Move moves[MOVES_MAX];
    Side side = position_turn(game_position(game));
    size_t move_count = game_moves(game, moves);
    size_t count = 0;
    for (size_t i = 0; i < move_count; i++) {
        if (moves[i] != best) {
            PositionReview view = view_after(engine, game, moves[i], &(EngineLimits){.nodes = 1});
            candidates[count++] = (ScoredMove){moves[i], score_for(&view, side), i};
        }
    }
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    return count;
}

// Puts a line in its place among those behind the first; the worst one falls off the end.
static size_t insert_line(
    PositionReview *lines, size_t count, size_t wanted, const PositionReview *line, Side side) {
    size_t place = count;
    while (place > 1 && score_for(&lines[place - 1], side) < score_for(line, side)) {
        place--;
    }
    if (place == wanted) {
        return count;
    }
    size_t kept = count < wanted ? count : wanted - 1;
    memmove(lines + place + 1, lines + place, (kept - place) * sizeof *lines);
    lines[place] = *line;
    return kept + 1;
}

// What the search of the first line has found out about the others; none if the engine keeps none.
static size_t view_found(
    const Engine *engine, const Game *game, size_t wanted, PositionReview *lines) {
    EngineReport reports[ENGINE_LINES_MAX];
    size_t count = engine_lines(engine, wanted, reports);
    for (size_t i = 1; i < count; i++) {
        int score = report_score_first(&reports[i], game_position(game));
        lines[i] = (PositionReview){
            .report = reports[i], .score = score, .win_probability = engine_win_probability(score)};
    }
    return count;
}

// Looks for the other lines where the search of the first has kept nothing.
static size_t view_searched(Engine *engine, const Game *game, const EngineLimits *limits,
    size_t wanted, PositionReview *lines) {
    Game tried;
    game_init_copy(&tried, game);
    ScoredMove *candidates = malloc(MOVES_MAX * sizeof *candidates);
    if (!candidates) {
        abort();
    }
    Side side = position_turn(game_position(game));
    size_t candidate_count = screen(engine, &tried, lines[0].report.pv[0], candidates);
    size_t count = 1;
    for (size_t i = 0; i < candidate_count && i < wanted - 1 + SPARE_CANDIDATES; i++) {
        PositionReview line = view_after(engine, &tried, candidates[i].move, limits);
        count = insert_line(lines, count, wanted, &line, side);
    }
    free(candidates);
    game_release(&tried);
    return count;
}

size_t view_lines(Engine *engine, const Game *game, const EngineLimits *limits, size_t wanted,
    PositionReview *lines) {
    assert(wanted > 0 && wanted <= ENGINE_LINES_MAX);
    lines[0] = view_position(engine, game, limits);
    if (wanted == 1) {
        return 1;
    }
    size_t found = view_found(engine, game, wanted, lines);
    return found > 0 ? found : view_searched(engine, game, limits, wanted, lines);
}
