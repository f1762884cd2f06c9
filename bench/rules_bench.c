// How fast the rules generate moves, for each CPU level and beside their slow twins, as lines of
// `name value`.
//
// Each figure is leaves of the game tree a second on one thread, the best of the runs that fit into
// two seconds: the fast rules to a published depth, whose count is checked, the twin to one that it
// can manage. Both count the last ply instead of playing it.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "rules/amazons/amazons.h"
#include "rules/perft.h"
#include "rules/quoridor/quoridor.h"
#include "twin/amazons_twin.h"
#include "twin/quoridor_twin.h"

// How long each figure is measured, at least.
#define RUN_NS (2 * NS_PER_S)

typedef struct Task {
    const char *name;
    const Rules *(*rules)(CpuLevel level);
    const char *variant;
    int depth;
    uint64_t nodes;
    uint64_t (*twin)(const Variant *variant, int depth);
    int twin_depth;
} Task;

static uint64_t count_amazons(const AmazonsTwin *twin, int depth) {
    AmazonsTwinMove *moves = malloc(AMAZONS_TWIN_MOVES_MAX * sizeof *moves);
    if (!moves) {
        abort();
    }
    size_t count = amazons_twin_moves(twin, moves);
    uint64_t nodes = depth == 1 ? count : 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        AmazonsTwin next = *twin;
        amazons_twin_play(&next, moves[i]);
        nodes += count_amazons(&next, depth - 1);
    }
    free(moves);
    return nodes;
}

static uint64_t twin_amazons(const Variant *variant, int depth) {
    AmazonsTwin twin;
    amazons_twin_start(&twin, variant->size);
    return count_amazons(&twin, depth);
}

static uint64_t twin_quoridor(const Variant *variant, int depth) {
    QuoridorTwin twin;
    quoridor_twin_start(&twin, variant);
    return quoridor_twin_perft(&twin, depth);
}

static const Task TASKS[] = {
    {"amazons_8x8", amazons_rules, "8x8", 3, 1358441750, twin_amazons, 2},
    {"amazons_10x10", amazons_rules, "10x10", 2, 4307152, twin_amazons, 2},
    {"quoridor", quoridor_rules, "standard", 4, 247569030, twin_quoridor, 2},
};

static uint64_t count_twin(const Task *task, const Rules *rules) {
    return task->twin(rules_variant(rules, slice_from(task->variant)), task->twin_depth);
}

static uint64_t count_fast(const Task *task, const Rules *rules) {
    Game game;
    game_init(&game, rules, rules_variant(rules, slice_from(task->variant)));
    uint64_t nodes = perft_count(&game, task->depth, 1);
    game_release(&game);
    if (nodes != task->nodes) {
        fprintf(stderr, "rules_bench: %s counts %" PRIu64 "\n", task->name, nodes);
        exit(1);
    }
    return nodes;
}

static double bench(
    const Task *task, CpuLevel level, uint64_t (*count)(const Task *task, const Rules *rules)) {
    const Rules *rules = task->rules(level);
    double best = 0;
    int64_t end_ns = clock_now_ns() + RUN_NS;
    for (int64_t start_ns, now_ns = 0; now_ns < end_ns;) {
        start_ns = clock_now_ns();
        uint64_t nodes = count(task, rules);
        now_ns = clock_now_ns();
        double rate = (double)nodes * (double)NS_PER_S / (double)(now_ns - start_ns);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void) {
    for (size_t i = 0; i < sizeof TASKS / sizeof *TASKS; i++) {
        const Task *task = &TASKS[i];
        double twin = bench(task, CPU_BASE, count_twin);
        printf("%s_twin_moves_per_s %.0f\n", task->name, twin);
        for (int level = CPU_BASE; level < CPU_LEVEL_COUNT; level++) {
            if (!cpu_has((CpuLevel)level)) {
                continue;
            }
            double fast = bench(task, (CpuLevel)level, count_fast);
            const char *level_name = cpu_level_name((CpuLevel)level);
            printf("%s_%s_moves_per_s %.0f\n", task->name, level_name, fast);
            printf("%s_%s_ratio %.1f\n", task->name, level_name, fast / twin);
            fflush(stdout);
        }
    }
    return 0;
}
