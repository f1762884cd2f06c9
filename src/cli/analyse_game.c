#include "cli/analyse_game.h"

#include <math.h>
#include <stdlib.h>

static const struct {
    const char *name;
    const char *sign;
    double loss; // from here on
} MARKS[MARK_COUNT] = {
    [MARK_NONE] = {"", "", 0},
    [MARK_INACCURACY] = {"inaccuracy", "?!", 0.05},
    [MARK_MISTAKE] = {"mistake", "?", 0.10},
    [MARK_BLUNDER] = {"blunder", "??", 0.20},
};

const char *mark_name(Mark mark) {
    return MARKS[mark].name;
}

const char *mark_sign(Mark mark) {
    return MARKS[mark].sign;
}

static Mark mark_of_loss(double loss) {
    Mark mark = MARK_BLUNDER;
    while (loss < MARKS[mark].loss) {
        mark--;
    }
    return mark;
}

Side game_analysis_mover(const GameAnalysis *analysis, size_t step) {
    return position_turn(&analysis->game->positions[step - 1]);
}

static double loss_of_move(const GameAnalysis *analysis, size_t step) {
    const PositionReview *before = &analysis->steps[step - 1].view;
    const PositionReview *after = &analysis->steps[step].view;
    if (analysis->game->moves[step - 1] == before->report.pv[0]) {
        return 0;
    }
    double loss = before->win_probability - after->win_probability;
    return fmax(0, game_analysis_mover(analysis, step) == SIDE_FIRST ? loss : -loss);
}

// The searched part of a game: a Game knows only its last outcome, and repetition needs the moves.
static void search_steps(
    GameAnalysis *analysis, Engine *engine, const EngineLimits *limits, GameProgress progress) {
    const Game *game = analysis->game;
    Game replay;
    game_init_at(&replay, game->rules, &game->positions[0]);
    for (size_t i = 0; i <= game->count; i++) {
        if (progress) {
            progress(i, game->count + 1);
        }
        if (i > 0) {
            game_play(&replay, game->moves[i - 1]);
        }
        analysis->steps[i].view = view_position(engine, &replay, limits);
    }
    game_release(&replay);
}

static void weigh_moves(GameAnalysis *analysis) {
    int moves[2] = {0, 0};
    for (size_t i = 1; i <= analysis->game->count; i++) {
        ReviewStep *step = &analysis->steps[i];
        Side mover = game_analysis_mover(analysis, i);
        step->loss = loss_of_move(analysis, i);
        step->mark = mark_of_loss(step->loss);
        analysis->marks[mover][step->mark]++;
        analysis->mean_loss[mover] += step->loss;
        moves[mover]++;
    }
    for (int side = SIDE_FIRST; side <= SIDE_SECOND; side++) {
        analysis->mean_loss[side] /= moves[side] > 0 ? moves[side] : 1;
    }
}

// Inserts each mistake where it belongs: there are few, and equals stay in the game's order.
static void list_mistakes(GameAnalysis *analysis) {
    for (size_t i = 1; i <= analysis->game->count; i++) {
        if (analysis->steps[i].mark == MARK_NONE) {
            continue;
        }
        size_t place = analysis->mistake_count++;
        while (place > 0 &&
               analysis->steps[analysis->mistakes[place - 1]].loss < analysis->steps[i].loss) {
            analysis->mistakes[place] = analysis->mistakes[place - 1];
            place--;
        }
        analysis->mistakes[place] = i;
    }
}

void game_analysis_init(GameAnalysis *analysis, const Game *game, Engine *engine,
    const EngineLimits *limits, GameProgress progress) {
    *analysis = (GameAnalysis){
        .game = game,
        .steps = calloc(game->count + 1, sizeof *analysis->steps),
        .mistakes = calloc(game->count + 1, sizeof *analysis->mistakes),
    };
    if (!analysis->steps || !analysis->mistakes) {
        abort();
    }
    search_steps(analysis, engine, limits, progress);
    weigh_moves(analysis);
    list_mistakes(analysis);
}

void game_analysis_release(GameAnalysis *analysis) {
    free(analysis->steps);
    free(analysis->mistakes);
}
