// How many positions Lieberum's evaluation of Amazons values in a second of one core, for each CPU
// level and board size, as lines of `name value` in millions.
//
//     eval_amazons_bench
//
// The positions are those of random games, from opening to filling phase. CPU time is measured, in
// many short runs: the best one is what the code can do, the mean what a busy machine leaves of it.

#include <stdio.h>
#include <time.h>

#include "base/rng.h"
#include "eval/amazons/lieberum.h"
#include "rules/amazons/amazons.h"

enum { POSITIONS = 4096, RUNS = 200 };

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void play_positions(const Rules *rules, int size, Position *out) {
    Rng rng;
    rng_init(&rng, 2005);
    Move moves[MOVES_MAX];
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
            out[i++] = pos;
        }
    }
}

static void bench(const Evaluator *evaluator, CpuLevel level, int size, const Position *positions) {
    double best_s = 1e9;
    double total_s = 0;
    unsigned sum = 0;
    for (int run = 0; run < RUNS; run++) {
        const double start_s = cpu_seconds();
        for (int i = 0; i < POSITIONS; i++) {
            sum += (unsigned)evaluator->value(evaluator, &positions[i]);
        }
        const double run_s = cpu_seconds() - start_s;
        total_s += run_s;
        best_s = run_s < best_s ? run_s : best_s;
    }
    // The sum is printed so that nothing can be left out; it is the same for all levels.
    printf("%s_%dx%d_best_m %.2f\n", cpu_level_name(level), size, size, POSITIONS / best_s / 1e6);
    printf("%s_%dx%d_mean_m %.2f\n", cpu_level_name(level), size, size,
        POSITIONS * RUNS / total_s / 1e6);
    printf("%s_%dx%d_sum %u\n", cpu_level_name(level), size, size, sum);
}

int main(void) {
    static Position positions[POSITIONS];
    for (int size = 6; size <= 10; size += 2) {
        play_positions(amazons_rules(cpu_level()), size, positions);
        for (CpuLevel level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
            if (cpu_has(level)) {
                bench(lieberum_evaluator(level), level, size, positions);
            }
        }
    }
    return 0;
}
