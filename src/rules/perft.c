#include "rules/perft.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Root moves are handed out one at a time, so that a thread with cheap subtrees takes more of them.
typedef struct PerftJob {
    const Game *game;
    int depth;
    PerftRoot *roots;
    size_t root_count;
    atomic_size_t next;
} PerftJob;

static uint64_t walk(Game *game, int depth) {
    if (game_is_repeated(game)) {
        return 0;
    }
    if (depth == 1) {
        return game->rules->count(game_position(game));
    }
    Move moves[MOVES_MAX];
    size_t count = game->rules->moves(game_position(game), moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        game_play(game, moves[i]);
        nodes += walk(game, depth - 1);
        game_undo(game);
    }
    return nodes;
}

static void *work(void *argument) {
    PerftJob *job = argument;
    Game game;
    game_init_copy(&game, job->game);
    size_t i;
    while ((i = atomic_fetch_add(&job->next, 1)) < job->root_count) {
        game_play(&game, job->roots[i].move);
        job->roots[i].nodes = job->depth == 1 ? 1 : walk(&game, job->depth - 1);
        game_undo(&game);
    }
    game_release(&game);
    return NULL;
}

size_t perft_divide(const Game *game, int depth, int thread_count, PerftRoot *out) {
    assert(depth >= 1 && thread_count >= 1 && thread_count <= PERFT_THREADS_MAX);
    Move moves[MOVES_MAX];
    size_t count = game_moves(game, moves);
    for (size_t i = 0; i < count; i++) {
        out[i] = (PerftRoot){.move = moves[i]};
    }
    PerftJob job = {.game = game, .depth = depth, .roots = out, .root_count = count};
    pthread_t threads[PERFT_THREADS_MAX];
    int started = 0;
    // The caller's thread works too, so a thread that cannot be started only costs time.
    while (started < thread_count - 1 && pthread_create(&threads[started], NULL, work, &job) == 0) {
        started++;
    }
    work(&job);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    return count;
}

uint64_t perft_count(const Game *game, int depth, int thread_count) {
    if (depth == 0) {
        return 1;
    }
    PerftRoot roots[MOVES_MAX];
    size_t count = perft_divide(game, depth, thread_count, roots);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        nodes += roots[i].nodes;
    }
    return nodes;
}
