#include "search/mcts.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/mcts_parts.h"

// One part in so many of the memory is for the table of transpositions: about a slot for each
// expanded node.
#define TRANSPOSITIONS_SHARE 32
// A thread reads the clock about this often. Simulations take from microseconds to milliseconds,
// and a cheap one tells little about the next.
#define CLOCK_INTERVAL_NS (NS_PER_MS / 5)
#define CLOCK_SIMULATIONS_MAX 8
#define DEPTH_INTERVAL 16 // simulations
#define SETTLED_INTERVAL_NS (5 * NS_PER_MS)
#define REPORT_INTERVAL_NS (250 * NS_PER_MS)

static size_t thread_bytes(const Evaluator *evaluator, int thread_count) {
    return (size_t)thread_count * (sizeof(MctsThread) + evaluator->memory_bytes);
}

size_t mcts_memory_min(const Evaluator *evaluator, int thread_count) {
    // A root with all its moves, and as much again: for its best replies and the transpositions.
    return thread_bytes(evaluator, thread_count) + 2 * MOVES_MAX * sizeof(Node);
}

// Divides the memory that the threads leave between the tree and the table of transpositions.
static bool take_memory(Mcts *mcts, size_t memory_bytes) {
    size_t left_bytes = memory_bytes - thread_bytes(mcts->evaluator, thread_pool_size(mcts->pool));
    size_t transpositions_bytes = left_bytes / TRANSPOSITIONS_SHARE;
    return tt_init(&mcts->transpositions, transpositions_bytes) &&
           tree_init(&mcts->tree, left_bytes - transpositions_bytes);
}

Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes) {
    assert(memory_bytes >= mcts_memory_min(evaluator, thread_count));
    Mcts *mcts = (Mcts *)calloc(1, sizeof *mcts);
    if (!mcts) {
        return NULL;
    }
    mcts->evaluator = evaluator;
    mcts->settings = *settings;
    mcts->optimism_odds = portable_exp(settings->optimism);
    mcts->loops = children_loops();
    mcts->pool = thread_pool_new(thread_count);
    size_t size = mcts->pool ? (size_t)thread_pool_size(mcts->pool) : 0;
    mcts->threads = (MctsThread *)calloc(size, sizeof *mcts->threads);
    mcts->solvers = (char *)calloc(size, evaluator->memory_bytes + 1);
    if (!mcts->pool || !mcts->threads || !mcts->solvers || !take_memory(mcts, memory_bytes)) {
        mcts_free(mcts);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        mcts->threads[i].mcts = mcts;
        mcts->threads[i].solver = mcts->solvers + i * evaluator->memory_bytes;
    }
    return mcts;
}

void mcts_free(Mcts *mcts) {
    if (mcts) {
        thread_pool_free(mcts->pool);
        tree_release(&mcts->tree);
        tt_release(&mcts->transpositions);
        stored_tree_release(&mcts->stored);
        free(mcts->threads);
        free(mcts->solvers);
        free(mcts);
    }
}

void mcts_clear(Mcts *mcts) {
    mcts->root = 0;
    memset(mcts->solvers, 0, (size_t)thread_pool_size(mcts->pool) * mcts->evaluator->memory_bytes);
}

uint64_t mcts_simulations(const Mcts *mcts) {
    uint64_t sum = 0;
    for (int i = 0; i < thread_pool_size(mcts->pool); i++) {
        sum += atomic_load_explicit(&mcts->threads[i].simulations, memory_order_relaxed);
    }
    return sum;
}

// Whether time or nodes are limited. A depth need not be reached.
static bool is_sure_to_end(const Thinking *thinking) {
    return thinking->limits.nodes > 0 || thinking->stop_ns != DEADLINE_NEVER;
}

// Whether a limit that does not depend on time is reached, or nothing is left to search.
static bool is_done(const MctsThread *thread) {
    const Mcts *mcts = thread->mcts;
    const EngineLimits *limits = &mcts->thinking->limits;
    const Node *root = tree_node(&mcts->tree, mcts->root);
    uint64_t own = atomic_load_explicit(&thread->simulations, memory_order_relaxed);
    return (limits->nodes > 0 && mcts_simulations(mcts) >= limits->nodes) ||
           atomic_load(&root->proof) != PROOF_NONE ||
           atomic_load_explicit(&root->visits, memory_order_relaxed) >= VISITS_MAX ||
           (limits->depth > 0 && own % DEPTH_INTERVAL == 0 &&
               mcts_is_deep_enough(mcts, limits->depth)) ||
           (!is_sure_to_end(mcts->thinking) && !mcts->may_prune &&
               atomic_load_explicit(&mcts->is_full, memory_order_relaxed));
}

// Whether the time left is too short to change the move.
static bool is_settled(MctsThread *thread, int64_t now_ns) {
    const Mcts *mcts = thread->mcts;
    const Thinking *thinking = mcts->thinking;
    if (!thinking->limits.saves_time || thinking->stop_ns == DEADLINE_NEVER ||
        now_ns < thread->settled_ns) {
        return false;
    }
    thread->settled_ns = now_ns + SETTLED_INTERVAL_NS;
    double rate = (double)mcts_simulations(mcts) / (double)(now_ns - mcts->threads_start_ns + 1);
    return mcts_is_settled(mcts, rate * (double)(thinking->stop_ns - now_ns));
}

// Calls the listener now and then, from the calling thread only.
static void report_progress(MctsThread *thread, int64_t now_ns) {
    const Mcts *mcts = thread->mcts;
    const Thinking *thinking = mcts->thinking;
    if (!thinking->listener || thread != mcts->threads || now_ns < thread->report_ns) {
        return;
    }
    EngineReport report;
    mcts_fill_report(mcts, &report);
    if (report.pv_count > 0) {
        thinking->listener(thinking->context, &report);
    }
    thread->report_ns = clock_now_ns() + REPORT_INTERVAL_NS;
}

// Reads the clock and decides after how many simulations to read it again.
static int64_t look_at_clock(MctsThread *thread, uint64_t simulations) {
    int64_t now_ns = clock_now_ns();
    int64_t each_ns = (now_ns - thread->watch.look_ns) / (int64_t)(thread->clock_interval);
    int64_t interval = CLOCK_INTERVAL_NS / (each_ns + 1);
    interval = interval < 1                       ? 1
               : interval > CLOCK_SIMULATIONS_MAX ? CLOCK_SIMULATIONS_MAX
                                                  : interval;
    thread->clock_interval = (uint64_t)interval;
    thread->clock_simulations = simulations + (uint64_t)interval;
    return now_ns;
}

static void search_until_pause(void *context, int index) {
    Mcts *mcts = (Mcts *)context;
    MctsThread *thread = &mcts->threads[index];
    const Thinking *thinking = mcts->thinking;
    thread->watch.look_ns = clock_now_ns(); // starting the thread was no delay
    while (!atomic_load_explicit(&mcts->is_over, memory_order_relaxed) &&
           !atomic_load_explicit(thinking->stop, memory_order_relaxed) && !is_done(thread)) {
        if (atomic_load_explicit(&mcts->is_paused, memory_order_relaxed)) {
            return;
        }
        if (!mcts_simulate(thread)) {
            sched_yield();
            continue;
        }
        uint64_t done = atomic_load_explicit(&thread->simulations, memory_order_relaxed) + 1;
        atomic_store_explicit(&thread->simulations, done, memory_order_relaxed);
        if (done >= thread->clock_simulations) {
            int64_t now_ns = look_at_clock(thread, done);
            report_progress(thread, now_ns);
            if (watch_look(&thread->watch, now_ns) || is_settled(thread, now_ns)) {
                break;
            }
        }
    }
    atomic_store(&mcts->is_over, true);
}

// Widens the nodes that the threads have asked for. Two may have asked for the same.
static void widen_nodes(Mcts *mcts) {
    for (int i = 0; i < thread_pool_size(mcts->pool); i++) {
        MctsThread *thread = &mcts->threads[i];
        Node *node = tree_node(&mcts->tree, thread->widen_node);
        if (thread->widen_node != 0 && mcts_is_widening_due(mcts, node)) {
            mcts_widen(thread, node, &thread->widen_pos);
        }
        thread->widen_node = 0;
    }
}

// Changes the tree while no thread is searching.
static void use_pause(Mcts *mcts) {
    widen_nodes(mcts);
    if (atomic_load(&mcts->is_full) && mcts->may_prune) {
        atomic_store(&mcts->is_full, !mcts_prune(mcts));
    }
    atomic_store(&mcts->is_paused, false);
}

static void thread_start(MctsThread *thread, const Thinking *thinking) {
    int64_t start_ns = thinking->start_ns;
    atomic_store(&thread->simulations, 0);
    thread->clock_simulations = 1;
    thread->clock_interval = 1;
    watch_start(&thread->watch, start_ns, thinking->stop_ns);
    thread->report_ns = start_ns + REPORT_INTERVAL_NS;
}

void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report) {
    mcts->thinking = thinking;
    atomic_store(&mcts->is_over, false);
    atomic_store(&mcts->is_full, false);
    // A search that might never reach its depth ends when the tree is full.
    mcts->may_prune = thinking->limits.depth == 0 || is_sure_to_end(thinking);
    for (int i = 0; i < thread_pool_size(mcts->pool); i++) {
        thread_start(&mcts->threads[i], thinking);
    }
    const Evaluator *evaluator = mcts->evaluator;
    mcts->has_policy = evaluator->policy &&
                       evaluator->policy(evaluator, game_position(thinking->game), NULL, 0, NULL);
    mcts_move_root(mcts, thinking->game);
    if (!mcts_answer_solved(mcts)) {
        // The first simulation expands the root: there must be an answer however short the time is,
        // and the other threads have nothing to do before.
        mcts_simulate(&mcts->threads[0]);
        atomic_store(&mcts->threads[0].simulations, 1);
        mcts->threads_start_ns = clock_now_ns();
        for (int i = 0; i < thread_pool_size(mcts->pool); i++) {
            // Not at once: the rate is unknown after a few simulations.
            mcts->threads[i].settled_ns = mcts->threads_start_ns + SETTLED_INTERVAL_NS;
        }
        do {
            use_pause(mcts);
            thread_pool_run(mcts->pool, search_until_pause, mcts);
        } while (!atomic_load(&mcts->is_over));
        widen_nodes(mcts);
    }
    mcts_fill_report(mcts, report);
}
