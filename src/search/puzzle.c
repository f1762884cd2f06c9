#include "search/puzzle.h"

#include <string.h>

#include "base/rng.h"
#include "eval/simple.h"

// With fewer moves than this there is nothing to choose. A race of Quoridor has no more.
#define CHOICES_MIN 3
// Random plies before the engine plays.
#define START_PLIES 8
// Moves other than the best that are looked at first, because they are the likeliest to win too.
#define RIVALS_MAX 8
// Before some point of a game nothing can be proven: so many positions in vain end the look.
#define UNPROVEN_MAX 3

// The proof of a position: 1, 0 or -1 for the side to move, or no proof within the nodes.
static bool prove(Engine *engine, const Game *game, uint64_t nodes, int *result) {
    EngineReport report;
    EngineLimits limits = {.nodes = nodes};
    engine_think(engine, game, &limits, NULL, NULL, &report);
    *result = (report.score > 0) - (report.score < 0);
    return report.is_proven;
}

// Whether a move loses, by proof.
static bool loses(Engine *engine, const Game *game, Move move, uint64_t nodes) {
    Game after;
    game_init_at(&after, game->rules, game_position(game));
    game_play(&after, move);
    Outcome outcome = game_outcome(&after);
    Side other = side_other(position_turn(game_position(game)));
    int result;
    bool lost = outcome.result == RESULT_NONE ? prove(engine, &after, nodes, &result) && result > 0
                                              : outcome.result == result_win_for(other);
    game_release(&after);
    return lost;
}

static bool all_others_lose(
    Engine *engine, const Game *game, Move best, uint64_t nodes, const Move *first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (first[i] != best && !loses(engine, game, first[i], nodes)) {
            return false;
        }
    }
    return true;
}

// A human looks at moves that seem good first: by the plainest evaluation, how many seem as good.
static int grade_of(const Game *game, Move best, const Move *moves, size_t count) {
    static const size_t SEEM_AS_GOOD[PUZZLE_GRADES - 1] = {0, 2, 7, 20};
    const Evaluator *evaluator = simple_evaluator(game->rules);
    int values[MOVES_MAX];
    int best_value = 0;
    evaluator->move_values(evaluator, game_position(game), moves, count, values);
    for (size_t i = 0; i < count; i++) {
        best_value = moves[i] == best ? values[i] : best_value;
    }
    size_t rivals = 0;
    for (size_t i = 0; i < count; i++) {
        rivals += moves[i] != best && values[i] >= best_value;
    }
    int grade = 1;
    while (grade < PUZZLE_GRADES && rivals > SEEM_AS_GOOD[grade - 1]) {
        grade++;
    }
    return grade;
}

bool puzzle_prove(Engine *engine, const Game *game, const PuzzleLimits *limits, Puzzle *puzzle) {
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    if (count < CHOICES_MIN) {
        return false;
    }
    EngineReport lines[RIVALS_MAX];
    EngineLimits win = {.nodes = limits->win_nodes};
    engine_new_game(engine);
    EngineReport report;
    Move best = engine_think(engine, game, &win, NULL, NULL, &report);
    if (!report.is_proven || report.score <= 0 || report.pv_count < 3) {
        return false; // not won, not proven, or over with the next move
    }
    Move rivals[RIVALS_MAX];
    size_t rival_count = engine_lines(engine, RIVALS_MAX, lines);
    for (size_t i = 0; i < rival_count; i++) {
        rivals[i] = lines[i].pv[0];
    }
    if (!all_others_lose(engine, game, best, limits->loss_nodes, rivals, rival_count) ||
        !all_others_lose(engine, game, best, limits->loss_nodes, moves, count)) {
        return false;
    }
    *puzzle = (Puzzle){
        .pos = *game_position(game),
        .move = best,
        .grade = grade_of(game, best, moves, count),
    };
    return true;
}

static bool play_game(Engine *engine, Game *game, Rng *rng, uint64_t nodes) {
    EngineLimits limits = {.nodes = nodes};
    engine_new_game(engine);
    while (game_outcome(game).result == RESULT_NONE) {
        Move moves[MOVES_MAX];
        size_t count = game_moves(game, moves);
        game_play(game, game->count < START_PLIES
                            ? moves[rng_below(rng, count)]
                            : engine_think(engine, game, &limits, NULL, NULL, NULL));
    }
    return game->count > START_PLIES;
}

size_t puzzle_search_game(Engine *engine, const Rules *rules, const Variant *variant,
    const PuzzleLimits *limits, uint64_t seed, uint64_t nodes, Puzzle *out, size_t most,
    const atomic_bool *stop) {
    Rng rng;
    rng_init(&rng, seed);
    Game game;
    game_init(&game, rules, variant);
    size_t found = 0;
    size_t unproven = 0;
    if (play_game(engine, &game, &rng, nodes)) {
        for (size_t i = game.count; i-- > START_PLIES && found < most && unproven < UNPROVEN_MAX;) {
            Game at;
            game_init_at(&at, rules, &game.positions[i]);
            int result;
            if (atomic_load(stop)) {
                unproven = UNPROVEN_MAX;
            } else if (!prove(engine, &at, limits->win_nodes, &result)) {
                unproven++;
            } else if (result > 0 && puzzle_prove(engine, &at, limits, &out[found])) {
                found++;
            }
            game_release(&at);
        }
    }
    game_release(&game);
    return found;
}

void puzzle_write(const Puzzle *puzzle, const Rules *rules, Text *out) {
    char move[MOVE_TEXT_SIZE];
    char pos[POSITION_TEXT_SIZE];
    rules->format(&puzzle->pos, puzzle->move, NOTATION_STANDARD, move);
    rules->write(&puzzle->pos, pos);
    text_addf(out, "%d %s %s\n", puzzle->grade, move, pos);
}

bool puzzle_read(
    Slice line, const Rules *rules, const Variant *variant, Puzzle *puzzle, Error *error) {
    Slice grade = {"", 0};
    Slice move = {"", 0};
    Puzzle read;
    if (!slice_next(&line, " ", &grade) || !slice_to_int(grade, &read.grade) || read.grade < 1 ||
        read.grade > PUZZLE_GRADES || !slice_next(&line, " ", &move)) {
        return error_set(error, ERROR_BAD_PUZZLE, "a puzzle is GRADE MOVE POSITION");
    }
    if (!rules->read(slice_trim(line), variant, &read.pos, error) ||
        !rules->parse(&read.pos, move, NOTATION_STANDARD, &read.move, error)) {
        return false;
    }
    *puzzle = read;
    return true;
}
