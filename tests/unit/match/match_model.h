#pragma once
// A world in which the true strengths are known, to judge statistics by.
//
// The score of a game follows the Elo formula, and a share of the even games is drawn. The opening
// of a pair favours whoever moves first by `bias_elo`, so the two games of a pair differ.

#include "base/rng.h"
#include "match/stats.h"

typedef struct GameModel {
    double draw_share; // of games between equals
    double bias_elo;
} GameModel;

// The chances of a loss, a draw and a win for a player who is `elo` stronger.
static inline void model_game(const GameModel *model, double elo, double chance[3]) {
    double score = stats_score(elo);
    double draw = model->draw_share * 4 * score * (1 - score);
    chance[0] = 1 - score - draw / 2;
    chance[1] = draw;
    chance[2] = score - draw / 2;
}

// The chances of the five results of a pair.
static inline void model_pair(const GameModel *model, double elo, double chance[5]) {
    double first[3];
    double second[3];
    model_game(model, elo + model->bias_elo, first);
    model_game(model, elo - model->bias_elo, second);
    for (int i = 0; i < 5; i++) {
        chance[i] = 0;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            chance[i + j] += first[i] * second[j];
        }
    }
}

// Plays `units` games or pairs with the given chances and adds them to the tally.
static inline void model_play(Tally *tally, const double *chance, int units, Rng *rng) {
    for (int unit = 0; unit < units; unit++) {
        double left = rng_unit(rng);
        int half_points = 0;
        while (half_points < tally_cells(tally) - 1 && left >= chance[half_points]) {
            left -= chance[half_points];
            half_points++;
        }
        tally_add(tally, half_points);
    }
}
