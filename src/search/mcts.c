#include "search/mcts.h"

#include <stdlib.h>

#include "base/clock.h"
#include "search/mcts_parts.h"

#define THREADS_MAX 64
// Looking at the clock costs less than a hundredth of a simulation, but need not be done each time.
#define CLOCK_INTERVAL 16
#define REPORT_INTERVAL_NS (250 * NS_PER_MS)

// What is left of the memory for trees when every thread has its own things.
static size_t memory_for_trees(const Mcts *mcts, size_t memory_bytes) {
    size_t thread_bytes = sizeof(Searcher) + mcts->evaluator->memory_bytes;
    size_t used_bytes = (size_t)mcts->thread_count * thread_bytes;
    return memory_bytes > used_bytes ? memory_bytes - used_bytes : 0;
}

Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes) {
    Mcts *mcts = calloc(1, sizeof *mcts);
    if (!mcts) {
        return NULL;
    }
    mcts->evaluator = evaluator;
    mcts->settings = *settings;
    mcts->thread_count = thread_count < THREADS_MAX ? thread_count : THREADS_MAX;
    mcts->searchers = calloc((size_t)mcts->thread_count, sizeof *mcts->searchers);
    mcts->solvers = calloc((size_t)mcts->thread_count, evaluator->memory_bytes + 1);
    size_t tree_bytes = memory_for_trees(mcts, memory_bytes) / 2;
    if (!mcts->searchers || !mcts->solvers || !tree_init(&mcts->tree, tree_bytes) ||
        !tree_init(&mcts->spare, tree_bytes)) {
        mcts_free(mcts);
        return NULL;
    }
    for (int i = 0; i < mcts->thread_count; i++) {
        Searcher *searcher = &mcts->searchers[i];
        searcher->mcts = mcts;
        searcher->is_first = i == 0;
        searcher->solver = mcts->solvers + (size_t)i * evaluator->memory_bytes;
    }
    return mcts;
}

void mcts_free(Mcts *mcts) {
    if (mcts) {
        tree_release(&mcts->tree);
        tree_release(&mcts->spare);
        free(mcts->searchers);
        free(mcts->solvers);
        free(mcts);
    }
}

void mcts_clear(Mcts *mcts) {
    mcts->root = 0;
}

static bool is_time_up(const Mcts *mcts, uint64_t simulations) {
    const EngineLimits *limits = &mcts->thinking->limits;
    if (atomic_load_explicit(mcts->thinking->stop, memory_order_relaxed) ||
        (limits->nodes > 0 && simulations >= limits->nodes)) {
        return true;
    }
    const Node *root = tree_node(&mcts->tree, mcts->root);
    if (atomic_load(&root->proof) != PROOF_NONE) {
        return true;
    }
    if (simulations % CLOCK_INTERVAL != 0) {
        return false;
    }
    if (limits->depth > 0 && mcts_is_deep_enough(mcts, limits->depth)) {
        return true;
    }
    if (mcts->deadline_ns == INT64_MAX) {
        return false;
    }
    int64_t now_ns = clock_now_ns();
    if (now_ns >= mcts->deadline_ns) {
        return true;
    }
    double rate = (double)simulations / (double)(now_ns - mcts->start_ns + 1);
    return simulations % (64 * CLOCK_INTERVAL) == 0 &&
           mcts_is_settled(mcts, rate * (double)(mcts->deadline_ns - now_ns));
}

// Tells the listener now and then; only the calling thread does.
static void report_progress(Mcts *mcts, int64_t *next_ns) {
    const Thinking *thinking = mcts->thinking;
    if (thinking->listener && clock_now_ns() >= *next_ns) {
        EngineReport report;
        mcts_fill_report(mcts, &report);
        if (report.pv_count > 0) {
            thinking->listener(thinking->context, &report);
        }
        *next_ns = clock_now_ns() + REPORT_INTERVAL_NS;
    }
}

static void *search_thread(void *argument) {
    Searcher *searcher = argument;
    Mcts *mcts = searcher->mcts;
    int64_t next_report_ns = mcts->start_ns + REPORT_INTERVAL_NS;
    while (!atomic_load_explicit(&mcts->is_over, memory_order_relaxed)) {
        uint64_t done = atomic_fetch_add_explicit(&mcts->simulations, 1, memory_order_relaxed);
        if (done > 0 && is_time_up(mcts, done)) {
            atomic_store(&mcts->is_over, true);
            break;
        }
        mcts_simulate(searcher);
        if (searcher->is_first && done % CLOCK_INTERVAL == 0) {
            report_progress(mcts, &next_report_ns);
        }
    }
    return NULL;
}

void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report) {
    mcts->thinking = thinking;
    mcts->start_ns = clock_now_ns();
    mcts->deadline_ns = thinking->limits.time_ms > 0
                            ? mcts->start_ns + thinking->limits.time_ms * NS_PER_MS
                            : INT64_MAX;
    atomic_store(&mcts->is_over, false);
    atomic_store(&mcts->simulations, 0);
    mcts_move_root(mcts, thinking->game);
    Searcher *searchers = mcts->searchers;
    int started = 1;
    for (int i = 1; i < mcts->thread_count; i++) {
        started += pthread_create(&searchers[i].thread, NULL, search_thread, &searchers[i]) == 0;
    }
    search_thread(&searchers[0]);
    for (int i = 1; i < started; i++) {
        pthread_join(searchers[i].thread, NULL);
    }
    mcts_fill_report(mcts, report);
}
