// The fast rules of Quoridor against published counts, against themselves on every CPU level, and
// against the slow twin over random games and dense positions.
//
// IMMURE_RANDOM_GAMES sets the number of random games of each variant.

#include "unit/rules/quoridor_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "rules/game.h"
#include "rules/perft.h"
#include "twin/quoridor_twin.h"

#define RANDOM_GAMES_DEFAULT 50
#define DENSE_POSITIONS 1500
#define DENSE_WALLS_MAX 30
// The longest game of any variant.
#define PLIES_MAX 400

static uint64_t random_game_count(void) {
    const char *wish = getenv("IMMURE_RANDOM_GAMES");
    return wish ? strtoull(wish, NULL, 10) : RANDOM_GAMES_DEFAULT;
}

typedef struct Counts {
    const char *variant;
    const char *moves;
    uint64_t leaves[3]; // at depth 1, 2, 3
} Counts;

// The counts of docs/protocols.md. The fourth and fifth differ by the edge rule alone.
static const Counts COUNTS[] = {
    {"standard", "", {131, 16677, 2062264}},
    {"standard", "e2 e8 e3 e7 e4 e6 e5", {132, 16938, 2111842}},
    {"standard", "e2 e8 e3 e7 e4 e6 e6h a8h e5 c8h", {123, 14448, 1671340}},
    {"standard", "e2 e8 d2 d8 c2 c8 b2 b8 a2 a8 a3 a7 b3 a6 b4 a5 b5", {131, 16928, 2094730}},
    {"sjtu", "e2 e8 d2 d8 c2 c8 b2 b8 a2 a8 a3 a7 b3 a6 b4 a5 b5", {131, 16678, 2062920}},
    {"standard", "e2 e8 e3 e7 e4 e6 d3h f3h b3h h3h d6h f6h b6h h6h a4v c4v e4v g4v",
        {85, 7017, 549093}},
    {"standard", "e2 e8 e3 e7 e4 e6 e5 f6 e6 f5 e7 f4 e8 f3", {132, 16804, 2094164}},
};

static void test_counts_are_the_published_ones(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        Game game;
        game_init(&game, best_rules(), variant_named(COUNTS[i].variant));
        assert_true(game_play_list(&game, slice_from(COUNTS[i].moves), NOTATION_STANDARD, NULL));
        for (int depth = 1; depth <= 3; depth++) {
            assert_int_equal(perft_count(&game, depth, 1), COUNTS[i].leaves[depth - 1]);
        }
        game_release(&game);
    }
}

static void test_twin_counts_are_the_published_ones(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
        Game game;
        QuoridorTwin twin;
        game_init(&game, best_rules(), variant_named(COUNTS[i].variant));
        assert_true(game_play_list(&game, slice_from(COUNTS[i].moves), NOTATION_STANDARD, NULL));
        quoridor_twin_set(&twin, game_position(&game));
        for (int depth = 1; depth <= 2; depth++) {
            assert_int_equal(quoridor_twin_perft(&twin, depth), COUNTS[i].leaves[depth - 1]);
        }
        game_release(&game);
    }
}

// How a random game is played. Uniform moves spend the walls first and then wander; runners meet,
// jump and reach their goals.
typedef enum Manner { MANNER_UNIFORM, MANNER_WALKER, MANNER_RUNNER, MANNER_COUNT } Manner;

static bool is_forward(const Position *pos, Move move) {
    int gain = quoridor_move_where(move) - pos->quoridor.pawn[pos->turn];
    return pos->turn == SIDE_FIRST ? gain > 1 : gain < -1;
}

static Move pick(const Position *pos, const Move *moves, size_t count, Manner manner, Rng *rng) {
    if (manner == MANNER_UNIFORM || rng_below(rng, 3) == 0) {
        return moves[rng_below(rng, count)];
    }
    size_t pawn_count = 0;
    while (pawn_count < count && quoridor_move_kind(moves[pawn_count]) == QUORIDOR_PAWN) {
        pawn_count++;
    }
    if (pawn_count == 0) {
        return moves[rng_below(rng, count)];
    }
    Move move = moves[rng_below(rng, pawn_count)];
    for (size_t i = 0; i < pawn_count && manner == MANNER_RUNNER; i++) {
        if (is_forward(pos, moves[i])) {
            move = moves[i];
        }
    }
    return move;
}

// A level against the plain one.
static void compare_level(CpuLevel level) {
    if (!cpu_has(level)) {
        skip();
    }
    const Rules *base = quoridor_rules(CPU_BASE);
    const Rules *fast = quoridor_rules(level);
    Rng rng;
    rng_init(&rng, 1);
    for (uint64_t i = 0; i < random_game_count() * base->variant_count; i++) {
        Position pos;
        Move moves[2][MOVES_MAX];
        base->start(&pos, &base->variants[i % base->variant_count]);
        size_t count;
        while ((count = base->moves(&pos, moves[0])) > 0) {
            assert_int_equal(fast->moves(&pos, moves[1]), count);
            assert_memory_equal(moves[0], moves[1], count * sizeof **moves);
            assert_int_equal(base->count(&pos), count);
            assert_int_equal(fast->count(&pos), count);
            Move move = pick(&pos, moves[0], count, (Manner)(i / 3 % MANNER_COUNT), &rng);
            Position after;
            fast->apply(&pos, move, &after);
            base->apply(&pos, move, &pos);
            assert_true(base->same(&pos, &after));
            assert_true(pos.quoridor.open_north == after.quoridor.open_north);
            assert_true(pos.quoridor.open_east == after.quoridor.open_east);
            assert_int_equal(base->outcome(&pos).ending, fast->outcome(&pos).ending);
            assert_int_equal(base->outcome(&pos).result, fast->outcome(&pos).result);
        }
        assert_int_equal(fast->moves(&pos, moves[1]), 0);
    }
}

static void test_v3_agrees_with_base(void **state) {
    (void)state;
    compare_level(CPU_V3);
}

static void test_v4_agrees_with_base(void **state) {
    (void)state;
    compare_level(CPU_V4);
}

static int compare_cells(const void *a, const void *b) {
    const TwinCell *x = a;
    const TwinCell *y = b;
    return x->row != y->row ? x->row - y->row : x->column - y->column;
}

static TwinCell cell_of(const Position *pos, Move move) {
    char text[MOVE_TEXT_SIZE];
    TwinCell cell;
    best_rules()->format(pos, move, NOTATION_SJTU, text);
    assert_int_equal(sscanf(text, "%d %d", &cell.row, &cell.column), 2);
    return cell;
}

// The same moves, no more and no fewer, by both rules.
static void assert_same_moves(
    const Position *pos, const Move *moves, size_t count, const QuoridorTwin *twin) {
    TwinCell fast[MOVES_MAX];
    TwinCell slow[QUORIDOR_TWIN_MOVES_MAX];
    for (size_t i = 0; i < count; i++) {
        fast[i] = cell_of(pos, moves[i]);
    }
    qsort(fast, count, sizeof *fast, compare_cells);
    assert_int_equal(quoridor_twin_moves(twin, slow), count);
    assert_memory_equal(fast, slow, count * sizeof *slow);
}

// Whether parse takes exactly the legal moves out of everything that can be written.
static void assert_parse_agrees(const Position *pos, const Move *moves, size_t count) {
    size_t taken = 0;
    for (int kind = QUORIDOR_PAWN; kind <= QUORIDOR_VERTICAL; kind++) {
        int places = kind == QUORIDOR_PAWN ? QUORIDOR_SQUARES : QUORIDOR_SLOTS;
        for (int where = 0; where < places; where++) {
            char text[MOVE_TEXT_SIZE];
            Move move = quoridor_move((QuoridorKind)kind, where);
            best_rules()->format(pos, move, NOTATION_STANDARD, text);
            if (best_rules()->parse(pos, slice_from(text), NOTATION_STANDARD, &move, NULL)) {
                assert_true(taken < count);
                assert_int_equal(move, moves[taken++]);
            }
        }
    }
    assert_int_equal(taken, count);
}

// The outcome by the twin's own memory of the game.
static Outcome twin_outcome(const QuoridorTwin *history, int ply) {
    const QuoridorTwin *now = &history[ply];
    Outcome outcome = quoridor_twin_outcome(now);
    int seen = 0;
    for (int i = 0; i <= ply; i++) {
        seen += quoridor_twin_same(&history[i], now);
    }
    int limit = now->variant->repetition_limit;
    if (outcome.result == RESULT_NONE && limit > 0 && seen >= limit) {
        return (Outcome){RESULT_DRAW, ENDING_REPETITION};
    }
    return outcome;
}

// Plays one game by both rules and compares every position. Returns how it ended.
static Ending compare_game(const Variant *variant, Manner manner, Rng *rng) {
    static QuoridorTwin history[PLIES_MAX + 1];
    Game game;
    game_init(&game, best_rules(), variant);
    quoridor_twin_start(&history[0], variant);
    for (int ply = 0;; ply++) {
        const Position *pos = game_position(&game);
        Move moves[MOVES_MAX];
        size_t count = best_rules()->moves(pos, moves);
        Outcome outcome = game_outcome(&game);
        Outcome expected = twin_outcome(history, ply);
        assert_int_equal(outcome.result, expected.result);
        assert_int_equal(outcome.ending, expected.ending);
        assert_int_equal(best_rules()->count(pos), count);
        assert_same_moves(pos, moves, count, &history[ply]);
        assert_parse_agrees(pos, moves, count);
        if (outcome.result != RESULT_NONE) {
            game_release(&game);
            return outcome.ending;
        }
        Move move = pick(pos, moves, count, manner, rng);
        history[ply + 1] = history[ply];
        quoridor_twin_play(&history[ply + 1], cell_of(pos, move));
        game_play(&game, move);
    }
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    const Rules *rules = best_rules();
    Rng rng;
    rng_init(&rng, 2);
    int endings[ENDING_REPETITION + 1] = {0};
    for (size_t v = 0; v < rules->variant_count; v++) {
        for (uint64_t i = 0; i < random_game_count(); i++) {
            endings[compare_game(&rules->variants[v], (Manner)(i % MANNER_COUNT), &rng)]++;
        }
    }
    if (random_game_count() >= RANDOM_GAMES_DEFAULT) {
        assert_true(endings[ENDING_GOAL] > 0 && endings[ENDING_PLY_CAP] > 0);
        assert_true(endings[ENDING_REPETITION] > 0);
    }
}

// More walls than a game has, pawns anywhere: rings, islands and nearly closed areas that games
// seldom show. Stocks are refilled so that all places are put to the test.
static void dense_position(Position *pos, Rng *rng) {
    const Rules *rules = best_rules();
    rules->start(pos, variant_named("standard"));
    do {
        pos->quoridor.pawn[SIDE_FIRST] = (uint8_t)rng_below(rng, QUORIDOR_SQUARES - 9);
        pos->quoridor.pawn[SIDE_SECOND] = (uint8_t)(9 + rng_below(rng, QUORIDOR_SQUARES - 9));
    } while (pos->quoridor.pawn[SIDE_FIRST] == pos->quoridor.pawn[SIDE_SECOND]);
    uint64_t wall_count = rng_below(rng, DENSE_WALLS_MAX + 1);
    for (uint64_t i = 0; i < wall_count; i++) {
        Move moves[MOVES_MAX];
        size_t count = rules->moves(pos, moves);
        Move move = moves[rng_below(rng, count)];
        if (quoridor_move_kind(move) != QUORIDOR_PAWN) {
            rules->apply(pos, move, pos);
        }
        pos->quoridor.walls_left[SIDE_FIRST] = pos->quoridor.walls_left[SIDE_SECOND] = 1;
    }
}

static void test_twin_agrees_in_dense_positions(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 3);
    for (int i = 0; i < DENSE_POSITIONS; i++) {
        Position pos;
        QuoridorTwin twin;
        Move moves[MOVES_MAX];
        dense_position(&pos, &rng);
        quoridor_twin_set(&twin, &pos);
        assert_same_moves(&pos, moves, best_rules()->moves(&pos, moves), &twin);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_are_the_published_ones),
        cmocka_unit_test(test_twin_counts_are_the_published_ones),
        cmocka_unit_test(test_v3_agrees_with_base),
        cmocka_unit_test(test_v4_agrees_with_base),
        cmocka_unit_test(test_twin_agrees_in_random_games),
        cmocka_unit_test(test_twin_agrees_in_dense_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
