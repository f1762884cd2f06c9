#include "train/starts.h"

#include <math.h>
#include <string.h>

// Soft enough that plans differ from game to game, hard enough that nobody is lost at once.
#define OPENING_TEMPERATURE 700.0
// Uniformly random moves, one in so many. In Quoridor nearly all of these are walls, and many would
// empty the stocks before the game begins.
#define AMAZONS_RANDOM_ONE_IN 3
#define QUORIDOR_RANDOM_ONE_IN 8
// Games that start with other stocks of walls, one in so many: the prototype's worst misjudgements
// were of a lead in distance against a lead in walls.
#define OTHER_WALLS_ONE_IN 3

Move start_draw_move(const Game *game, const Evaluator *evaluator, double temperature, Rng *rng) {
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    size_t count = game_moves(game, moves);
    evaluator->move_values(evaluator, game_position(game), moves, count, values);
    int best = values[0];
    for (size_t i = 1; i < count; i++) {
        best = values[i] > best ? values[i] : best;
    }
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += exp((values[i] - best) / temperature);
    }
    double left = rng_unit(rng) * sum;
    size_t chosen = 0;
    while (chosen + 1 < count && (left -= exp((values[chosen] - best) / temperature)) >= 0) {
        chosen++;
    }
    return moves[chosen];
}

static void play_opening(
    Game *game, const Evaluator *evaluator, int plies, uint64_t random_one_in, Rng *rng) {
    for (int i = 0; i < plies; i++) {
        Move move;
        if (rng_below(rng, random_one_in) == 0) {
            Move moves[MOVES_MAX];
            size_t count = game_moves(game, moves);
            move = moves[rng_below(rng, count)];
        } else {
            move = start_draw_move(game, evaluator, OPENING_TEMPERATURE, rng);
        }
        game_play(game, move);
        if (game_outcome(game).result != RESULT_NONE) {
            return;
        }
    }
}

void start_game(Game *game, const Rules *rules, const Variant *variant, const Evaluator *evaluator,
    int plies, Rng *rng) {
    bool is_quoridor = strcmp(rules->name, "quoridor") == 0;
    for (;;) {
        Position start;
        rules->start(&start, variant);
        if (is_quoridor && rng_below(rng, OTHER_WALLS_ONE_IN) == 0) {
            for (int side = 0; side < 2; side++) {
                start.quoridor.walls_left[side] =
                    (uint8_t)rng_below(rng, (uint64_t)variant->walls + 1);
            }
        }
        game_init_at(game, rules, &start);
        play_opening(game, evaluator, (int)rng_below(rng, (uint64_t)plies + 1),
            is_quoridor ? QUORIDOR_RANDOM_ONE_IN : AMAZONS_RANDOM_ONE_IN, rng);
        if (game_outcome(game).result == RESULT_NONE) {
            return;
        }
        game_release(game);
    }
}
