// How many positions and moves of Amazons are valued in a second of one core, for each CPU level
// and board size, as lines of `name value` in millions.
//
//     eval_amazons_bench
//
// The positions are those of random games, from opening to filling phase. CPU time is measured, in
// many short runs: the best one is what the code can do, the mean what a busy machine leaves of it.
// The network has HIDDEN units and random weights. What matters in a search is moves.

#include <stdio.h>

#include "cpu_time.h"
#include "eval/amazons/lieberum.h"
#include "eval/amazons/network.h"
#include "eval/amazons/network_inputs.h"
#include "network_bench.h"
#include "rules/amazons/amazons.h"

enum { POSITIONS = 4096, NODES = 256 };

typedef struct Bench {
    int size;
    Position positions[POSITIONS];
    size_t move_counts[NODES]; // of the first positions
    Move moves[NODES][MOVES_MAX];
    Network network;
    float *rows; // the network's first layer
} Bench;

// Values everything once and returns how many values that were; the sum of them goes to `sum`.
typedef size_t Run(const Bench *bench, const Evaluator *evaluator, unsigned *sum);

static void play_positions(Bench *bench, const Rules *rules) {
    Rng rng;
    rng_init(&rng, 2005);
    Move moves[MOVES_MAX];
    const int size = bench->size;
    for (int i = 0; i < POSITIONS;) {
        Position pos;
        rules->start(&pos, amazons_variant(size));
        const uint64_t plies = 6 + rng_below(&rng, (uint64_t)(size * size * 6 / 10 - 6));
        size_t count = rules->moves(&pos, moves);
        for (uint64_t ply = 0; ply < plies && count > 0; ply++) {
            rules->apply(&pos, moves[rng_below(&rng, count)], &pos);
            count = rules->moves(&pos, moves);
        }
        if (count > 0) {
            bench->positions[i++] = pos;
        }
    }
    for (int i = 0; i < NODES; i++) {
        bench->move_counts[i] = rules->moves(&bench->positions[i], bench->moves[i]);
    }
}

static size_t run_values(const Bench *bench, const Evaluator *evaluator, unsigned *sum) {
    for (int i = 0; i < POSITIONS; i++) {
        *sum += (unsigned)evaluator->value(evaluator, &bench->positions[i]);
    }
    return POSITIONS;
}

static size_t run_moves(const Bench *bench, const Evaluator *evaluator, unsigned *sum) {
    size_t done = 0;
    for (int i = 0; i < NODES; i++) {
        int values[MOVES_MAX];
        const size_t count = bench->move_counts[i];
        evaluator->move_values(evaluator, &bench->positions[i], bench->moves[i], count, values);
        *sum += (unsigned)values[count / 2];
        done += count;
    }
    return done;
}

static size_t run_floats(const Bench *bench, const Evaluator *evaluator, unsigned *sum) {
    (void)evaluator;
    for (int i = 0; i < POSITIONS; i++) {
        *sum +=
            (unsigned)(int)(1000 * float_value(&bench->network, bench->rows, &bench->positions[i]));
    }
    return POSITIONS;
}

// Returns millions a second, of the best run.
static double measure(const Bench *bench, Run *run, const Evaluator *evaluator, const char *name,
    const char *level, int runs) {
    double best = 0;
    double total_s = 0;
    size_t done = 0;
    unsigned sum = 0;
    for (int i = 0; i < runs; i++) {
        const double start_s = cpu_seconds();
        const size_t count = run(bench, evaluator, &sum);
        const double run_s = cpu_seconds() - start_s;
        total_s += run_s;
        done += count;
        best = (double)count / run_s > best ? (double)count / run_s : best;
    }
    // The sum is printed so that nothing can be left out; it is the same for all levels.
    const int size = bench->size;
    printf("%s_%s_%dx%d_best_m %.2f\n", name, level, size, size, best / 1e6);
    printf("%s_%s_%dx%d_mean_m %.2f\n", name, level, size, size, (double)done / total_s / 1e6);
    printf("%s_%s_%dx%d_sum %u\n", name, level, size, size, sum);
    return best;
}

static void bench_size(Bench *bench) {
    double lieberum[CPU_LEVEL_COUNT] = {0};
    double network[CPU_LEVEL_COUNT] = {0};
    for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
        Evaluator learned;
        if (!cpu_has(level) || !amazons_network_evaluator(&learned, &bench->network, level)) {
            continue;
        }
        const char *name = cpu_level_name(level);
        const Evaluator *classical = lieberum_evaluator(level);
        measure(bench, run_values, classical, "lieberum_value", name, 60);
        measure(bench, run_values, &learned, "network_value", name, 60);
        lieberum[level] = measure(bench, run_moves, classical, "lieberum_moves", name, 8);
        network[level] = measure(bench, run_moves, &learned, "network_moves", name, 30);
    }
    const double floats = measure(bench, run_floats, NULL, "network_float", "plain", 20);
    const CpuLevel best = cpu_level();
    const int size = bench->size;
    printf("network_%dx%d_%s_to_base %.2f\n", size, size, cpu_level_name(best),
        network[best] / network[CPU_BASE]);
    printf("network_%dx%d_to_lieberum %.2f\n", size, size, network[best] / lieberum[best]);
    printf("network_%dx%d_to_float %.2f\n", size, size, network[best] / floats);
}

int main(void) {
    static Bench bench;
    const NetworkShape *shapes[] = {&NETWORK_AMAZONS_6, &NETWORK_AMAZONS_8, &NETWORK_AMAZONS_10};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        bench.size = shapes[i]->board_size;
        play_positions(&bench, amazons_rules(cpu_level()));
        Rng rng;
        rng_init(&rng, 5);
        if (!random_network(&bench.network, shapes[i], &rng) ||
            !(bench.rows = float_rows(&bench.network))) {
            fprintf(stderr, "no memory for a network\n");
            return 1;
        }
        bench_size(&bench);
        network_release(&bench.network);
        free(bench.rows);
    }
    return 0;
}
