#pragma once
// Shared by the files of alpha-beta only.
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
// Later places have the same reduction.
#define PLACES_MAX 256

// The search stack: one node of the path.
typedef struct Ply {
    Move moves[MOVES_MAX];
    int values[MOVES_MAX]; // by evaluation, for the side to move
    uint32_t order[MOVES_MAX];
    Move pv[DEPTH_MAX];
    int pv_count;
} Ply;

// One thread's state and buffers, allocated with the engine.
typedef struct AlphaBetaThread {
    AlphaBeta *search;
    int index;              // of the thread
    void *solver;           // memory for Evaluator.solve
    _Atomic uint64_t nodes; // by this thread in the current search; the others only read it
    Watch watch;
    EngineReport report;            // its best line so far
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
    char *solvers;            // memory for Evaluator.solve, for each thread
    Tt tt;
    uint8_t reductions[DEPTH_MAX + 1][PLACES_MAX]; // by depth and place
    // The current search.
    const Thinking *thinking;
    atomic_bool is_over;
};

// The score of path[ply] for its side to move, between alpha and beta or a bound beyond them.
// Meaningless once the search is over.
int alphabeta_node(AlphaBetaThread *thread, int ply, int depth, int alpha, int beta);

// Counts a node; true, and the search is over, when a limit is reached.
bool alphabeta_must_stop(AlphaBetaThread *thread);

// Records the root's best line. The first move of an iteration is the best of the one before, so a
// move that replaces it is better even if the iteration is not finished.
void alphabeta_note_line(AlphaBetaThread *thread, int depth, int score);
