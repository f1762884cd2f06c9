#pragma once
// What the parts of alpha-beta share; nobody else includes this.
//
//   alphabeta.c       the search: its threads, iterations, and when to stop
//   alphabeta_node.c  one node, in numbered steps

#include "base/thread_pool.h"
#include "search/alphabeta.h"
#include "search/deadline.h"
#include "search/tt.h"

#define DEPTH_MAX 64
#define INFINITE_SCORE 32000
// A win in n plies scores WIN_SCORE - n: sooner is better.
#define WIN_SCORE 31000
#define HISTORY_SIZE 4096
// Moves later in the order than this are all alike.
#define PLACES_MAX 256

// The moves of one node of the path.
typedef struct Ply {
    Move moves[MOVES_MAX];
    int values[MOVES_MAX]; // by evaluation, for the side to move
    uint32_t order[MOVES_MAX];
    Move pv[DEPTH_MAX];
    int pv_count;
} Ply;

// What one thread needs. Taken at the start, all of it.
typedef struct AlphaBetaThread {
    AlphaBeta *search;
    int index;              // of the thread
    void *solver;           // the evaluation's own memory
    _Atomic uint64_t nodes; // of the search under way, by this thread; others only read it
    Watch watch;
    EngineReport report;            // what it would answer now
    int history[2][HISTORY_SIZE];   // by side
    Move killers[DEPTH_MAX + 2][2]; // by ply
    Position path[DEPTH_MAX + 2];   // positions from the root down
    Ply plies[DEPTH_MAX + 2];
} AlphaBetaThread;

struct AlphaBeta {
    const Evaluator *evaluator;
    AlphaBetaSettings settings;
    ThreadPool *pool;
    AlphaBetaThread *threads; // one a thread
    char *solvers;            // the evaluation's memory, for each thread
    Tt tt;
    uint8_t reductions[DEPTH_MAX + 1][PLACES_MAX]; // by depth and place
    // The search under way.
    const Thinking *thinking;
    atomic_bool is_over;
};

// The score of path[ply] for its side to move, between alpha and beta or a bound beyond them.
// Nonsense once the search is over; nobody uses it then.
int alphabeta_node(AlphaBetaThread *thread, int ply, int depth, int alpha, int beta);

// Counts a node; true, and the search is over, when a limit is reached.
bool alphabeta_must_stop(AlphaBetaThread *thread);

// Takes down what the root's best line is now. The first move of an iteration is the best of the
// one before, so whatever replaces it is better even if the iteration is never finished.
void alphabeta_note_line(AlphaBetaThread *thread, int depth, int score);
