// What the Quoridor evaluation and its parts cost, as lines of `name value`.
//
//     eval_quoridor_bench [SECONDS]
//
// Each figure is from SECONDS (default 0.5) of processor time of one thread, on positions with 4 to
// 16 random walls and the pawns about half way, the same on every machine. An expansion is what a
// search does to a new node: all its moves and their values. The network has HIDDEN units and
// random weights.

#include <stdio.h>

#include "cpu_time.h"
#include "eval/quoridor/classical.h"
#include "eval/quoridor/network.h"
#include "eval/quoridor/race.h"
#include "eval/quoridor/route.h"
#include "network_bench.h"

enum { POSITIONS = 1024, WALLS_MIN = 4, WALLS_SPAN = 13, BATCH = 256 };

typedef struct Bench {
    const Rules *rules;
    const Evaluator *evaluator;
    const float *rows; // of the network's plain form
    double seconds;
    Position positions[POSITIONS];
    Move moves[POSITIONS][MOVES_MAX / 16];
    size_t move_counts[POSITIONS];
    RaceTable table;
    int64_t sink; // keeps the compiler from leaving the work out
} Bench;

static void random_position(const Rules *rules, Position *pos, Rng *rng) {
    rules->start(pos, &rules->variants[0]);
    do {
        pos->quoridor.pawn[SIDE_FIRST] = (uint8_t)(9 + rng_below(rng, 36));
        pos->quoridor.pawn[SIDE_SECOND] = (uint8_t)(36 + rng_below(rng, 36));
    } while (pos->quoridor.pawn[SIDE_FIRST] == pos->quoridor.pawn[SIDE_SECOND]);
    uint64_t wall_count = WALLS_MIN + rng_below(rng, WALLS_SPAN);
    while (wall_count > 0) {
        Move moves[MOVES_MAX];
        Move move = moves[rng_below(rng, rules->moves(pos, moves))];
        if (quoridor_move_kind(move) != QUORIDOR_PAWN) {
            rules->apply(pos, move, pos);
            wall_count--;
        }
    }
    pos->quoridor.walls_left[SIDE_FIRST] = 5;
    pos->quoridor.walls_left[SIDE_SECOND] = 5;
}

static int64_t do_path_pair(Bench *bench, size_t i) {
    const QuoridorPosition *board = &bench->positions[i].quoridor;
    Ways open = ways_open(board);
    return route_length(open, SIDE_FIRST, board->pawn[SIDE_FIRST]) +
           route_length(open, SIDE_SECOND, board->pawn[SIDE_SECOND]);
}

static int64_t do_moves(Bench *bench, size_t i) {
    return (int64_t)bench->rules->moves(&bench->positions[i], bench->moves[i]);
}

static int64_t do_value(Bench *bench, size_t i) {
    return bench->evaluator->value(bench->evaluator, &bench->positions[i]);
}

static int64_t do_move_values(Bench *bench, size_t i) {
    int values[MOVES_MAX / 16];
    bench->evaluator->move_values(
        bench->evaluator, &bench->positions[i], bench->moves[i], bench->move_counts[i], values);
    return values[0];
}

static int64_t do_expansion(Bench *bench, size_t i) {
    do_moves(bench, i);
    return do_move_values(bench, i);
}

static int64_t do_float_expansion(Bench *bench, size_t i) {
    do_moves(bench, i);
    float sum = 0;
    for (size_t move = 0; move < bench->move_counts[i]; move++) {
        Position next;
        bench->rules->apply(&bench->positions[i], bench->moves[i][move], &next);
        sum += float_value(bench->evaluator->network, bench->rows, &next);
    }
    return (int64_t)sum;
}

static int64_t do_race_solve(Bench *bench, size_t i) {
    race_solve(&bench->table, &bench->positions[i]);
    return bench->table.plies[0][40][0];
}

static int64_t do_race_quick(Bench *bench, size_t i) {
    Position pos = bench->positions[i];
    pos.quoridor.walls_left[SIDE_FIRST] = pos.quoridor.walls_left[SIDE_SECOND] = 0;
    RaceResult result;
    return race_quick(&pos, &result);
}

// Prints and returns nanoseconds.
static double measure(Bench *bench, const char *name, int64_t (*work)(Bench *, size_t)) {
    double start = cpu_seconds();
    double elapsed = 0;
    uint64_t count = 0;
    size_t position = 0;
    // Many at a time, so that reading the clock does not show.
    while (elapsed < bench->seconds) {
        for (int i = 0; i < BATCH; i++) {
            bench->sink += work(bench, position);
            position = (position + 1) % POSITIONS;
        }
        count += BATCH;
        elapsed = cpu_seconds() - start;
    }
    double time_ns = 1e9 * elapsed / (double)count;
    printf("%s_ns %.1f\n", name, time_ns);
    return time_ns;
}

static void measure_network(Bench *bench, double classical_ns, Rng *rng) {
    Network network;
    Evaluator evaluator;
    float *rows = NULL;
    if (!random_network(&network, &NETWORK_QUORIDOR, rng) || !(rows = float_rows(&network))) {
        fprintf(stderr, "eval_quoridor_bench: out of memory\n");
        return;
    }
    bench->rows = rows;
    bench->evaluator = &evaluator;
    quoridor_network_evaluator(&evaluator, &network, CPU_BASE);
    double float_ns = measure(bench, "network_float_expansion", do_float_expansion);
    double base_ns = measure(bench, "network_base_expansion", do_expansion);
    quoridor_network_evaluator(&evaluator, &network, cpu_level());
    measure(bench, "network_value", do_value);
    measure(bench, "network_move_values", do_move_values);
    double best_ns = measure(bench, "network_expansion", do_expansion);
    double children = 0;
    for (size_t i = 0; i < POSITIONS; i++) {
        children += (double)bench->move_counts[i] / POSITIONS;
    }
    printf("network_expansions_per_s %.0f\n", 1e9 / best_ns);
    printf("network_children_per_s %.0f\n", 1e9 * children / best_ns);
    printf("network_base_to_%s_ratio %.2f\n", cpu_level_name(cpu_level()), base_ns / best_ns);
    printf("network_to_classical_ratio %.2f\n", best_ns / classical_ns);
    printf("network_to_float_ratio %.2f\n", float_ns / best_ns);
    network_release(&network);
    free(rows);
}

int main(int argc, char **argv) {
    static Bench bench;
    bench.rules = quoridor_rules(cpu_level());
    bench.evaluator = classical_evaluator(cpu_level());
    bench.seconds = argc > 1 ? atof(argv[1]) : 0.5;
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < POSITIONS; i++) {
        random_position(bench.rules, &bench.positions[i], &rng);
        bench.move_counts[i] = bench.rules->moves(&bench.positions[i], bench.moves[i]);
    }
    printf("level %s\n", cpu_level_name(cpu_level()));
    measure(&bench, "path_pair", do_path_pair);
    measure(&bench, "moves", do_moves);
    measure(&bench, "value", do_value);
    measure(&bench, "move_values", do_move_values);
    double classical_ns = measure(&bench, "expansion", do_expansion);
    measure(&bench, "race_solve", do_race_solve);
    measure(&bench, "race_quick", do_race_quick);
    measure_network(&bench, classical_ns, &rng);
    return bench.sink == 1; // practically never
}
