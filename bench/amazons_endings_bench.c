// What the exact endings of Amazons cost and how often they answer, for each board size, as lines
// of `name value`.
//
//     amazons_endings_bench [GAMES]
//
// The positions are those of games of one ply of search with a little noise, in stretches of ten
// plies counted from the end of the game: how many of a hundred are solved, in how many nothing is
// contested, in how many of these the result is known, and the CPU time that a call takes in the
// mean.

#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "cpu_time.h"
#include "eval/amazons/endings.h"
#include "eval/amazons/lieberum.h"
#include "rules/amazons/amazons.h"

enum { PLIES_MAX = 92, STRETCH = 10, STRETCHES = 5, NOISE = 400, RANDOM_PLIES = 4 };

// The positions of one stretch, game by game.
typedef struct Stretch {
    Position *positions;
    int count;
} Stretch;

// Plays a game and keeps its positions; returns how many.
static int play(const Rules *rules, const Evaluator *evaluator, int size, Rng *rng, Position *out) {
    static Move moves[MOVES_MAX];
    static int values[MOVES_MAX];
    rules->start(&out[0], amazons_variant(size));
    int ply = 0;
    size_t count;
    while ((count = rules->moves(&out[ply], moves)) > 0) {
        evaluator->move_values(evaluator, &out[ply], moves, count, values);
        size_t best = 0;
        for (size_t i = 0; i < count; i++) {
            values[i] += (int)rng_below(rng, NOISE);
            best = values[i] > values[best] ? i : best;
        }
        best = ply < RANDOM_PLIES ? rng_below(rng, count) : best;
        rules->apply(&out[ply], moves[best], &out[ply + 1]);
        ply++;
    }
    return ply;
}

static void play_games(int games, int size, Stretch *stretches) {
    Rng rng;
    rng_init(&rng, 1988);
    for (int game = 0; game < games; game++) {
        Position positions[PLIES_MAX + 1];
        const int plies = play(
            amazons_rules(cpu_level()), lieberum_evaluator(cpu_level()), size, &rng, positions);
        for (int ply = 0; ply < plies; ply++) {
            const int from_end = (plies - 1 - ply) / STRETCH;
            Stretch *stretch = &stretches[from_end < STRETCHES ? from_end : STRETCHES - 1];
            stretch->positions[stretch->count++] = positions[ply];
        }
    }
}

static void measure(const Stretch *stretch, const char *name, EndingsMemory *memory) {
    const Evaluator *evaluator = lieberum_evaluator(cpu_level());
    int result;
    int solved = 0;
    int filling = 0;
    int filling_solved = 0;
    *memory = (EndingsMemory){0};
    const double start_s = cpu_seconds();
    for (int i = 0; i < stretch->count; i++) {
        solved += evaluator->solve(&stretch->positions[i], memory, &result);
    }
    const double spent_s = cpu_seconds() - start_s;
    for (int i = 0; i < stretch->count; i++) {
        EndingsCount count;
        endings_count_base(&stretch->positions[i], memory, &count);
        if (count.contested_count == 0) {
            filling++;
            filling_solved += evaluator->solve(&stretch->positions[i], memory, &result);
        }
    }
    printf("%s_solved_percent %.1f\n", name, 100.0 * solved / stretch->count);
    printf("%s_filling_percent %.1f\n", name, 100.0 * filling / stretch->count);
    if (filling > 0) {
        printf("%s_filling_solved_percent %.1f\n", name, 100.0 * filling_solved / filling);
    }
    printf("%s_call_ns %.0f\n", name, 1e9 * spent_s / stretch->count);
}

int main(int argc, char **argv) {
    const int games = argc > 1 ? atoi(argv[1]) : 100;
    EndingsMemory *memory = malloc(sizeof *memory);
    Stretch stretches[STRETCHES];
    for (int i = 0; i < STRETCHES; i++) {
        stretches[i].positions = malloc((size_t)games * PLIES_MAX * sizeof(Position));
        if (!stretches[i].positions || !memory) {
            return 1;
        }
    }
    for (int size = 6; size <= 10; size += 2) {
        for (int i = 0; i < STRETCHES; i++) {
            stretches[i].count = 0;
        }
        play_games(games, size, stretches);
        for (int i = 0; i < STRETCHES && stretches[i].count > 0; i++) {
            char name[32];
            snprintf(name, sizeof name, "%dx%d_last_%d", size, size, (i + 1) * STRETCH);
            measure(&stretches[i], name, memory);
        }
    }
    for (int i = 0; i < STRETCHES; i++) {
        free(stretches[i].positions);
    }
    free(memory);
    return 0;
}
