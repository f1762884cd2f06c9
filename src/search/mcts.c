#include "search/mcts.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/mcts_parts.h"

#define THREADS_MAX 64
// One part in so many of the memory is for finding twins: about a slot for each node with children.
#define TWINS_SHARE 32
// A thread looks at the clock about this often. Simulations take from microseconds to milliseconds.
#define CLOCK_INTERVAL_NS (NS_PER_MS / 5)
#define CLOCK_SIMULATIONS_MAX 64
#define DEPTH_INTERVAL 16 // simulations
#define SETTLED_INTERVAL_NS (5 * NS_PER_MS)
#define REPORT_INTERVAL_NS (250 * NS_PER_MS)

// Takes what is left of the memory when every thread has its own things.
static bool take_memory(Mcts *mcts, size_t memory_bytes) {
    size_t thread_bytes = sizeof(Searcher) + mcts->evaluator->memory_bytes;
    size_t used_bytes = (size_t)crew_size(mcts->crew) * thread_bytes;
    size_t left_bytes = memory_bytes > used_bytes ? memory_bytes - used_bytes : 0;
    size_t twins_bytes = left_bytes / TWINS_SHARE;
    return table_init(&mcts->twins, twins_bytes) &&
           tree_init(&mcts->tree, left_bytes - twins_bytes);
}

Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes) {
    Mcts *mcts = (Mcts *)calloc(1, sizeof *mcts);
    if (!mcts) {
        return NULL;
    }
    mcts->evaluator = evaluator;
    mcts->settings = *settings;
    mcts->crew = crew_new(thread_count < THREADS_MAX ? thread_count : THREADS_MAX);
    size_t size = mcts->crew ? (size_t)crew_size(mcts->crew) : 0;
    mcts->searchers = (Searcher *)calloc(size, sizeof *mcts->searchers);
    mcts->solvers = (char *)calloc(size, evaluator->memory_bytes + 1);
    if (!mcts->crew || !mcts->searchers || !mcts->solvers || !take_memory(mcts, memory_bytes)) {
        mcts_free(mcts);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        mcts->searchers[i].mcts = mcts;
        mcts->searchers[i].solver = mcts->solvers + i * evaluator->memory_bytes;
    }
    return mcts;
}

void mcts_free(Mcts *mcts) {
    if (mcts) {
        crew_free(mcts->crew);
        tree_release(&mcts->tree);
        table_release(&mcts->twins);
        free(mcts->searchers);
        free(mcts->solvers);
        free(mcts);
    }
}

void mcts_clear(Mcts *mcts) {
    mcts->root = 0;
    memset(mcts->solvers, 0, (size_t)crew_size(mcts->crew) * mcts->evaluator->memory_bytes);
}

uint64_t mcts_simulations(const Mcts *mcts) {
    uint64_t sum = 0;
    for (int i = 0; i < crew_size(mcts->crew); i++) {
        sum += atomic_load_explicit(&mcts->searchers[i].simulations, memory_order_relaxed);
    }
    return sum;
}

// Whether the limits that a machine's speed has no part in are reached, or nothing is left to do.
static bool is_done(const Searcher *searcher) {
    const Mcts *mcts = searcher->mcts;
    const EngineLimits *limits = &mcts->thinking->limits;
    uint64_t own = atomic_load_explicit(&searcher->simulations, memory_order_relaxed);
    bool has_limit = limits->nodes > 0 || mcts->thinking->stop_ns != DEADLINE_NEVER;
    return (limits->nodes > 0 && mcts_simulations(mcts) >= limits->nodes) ||
           atomic_load(&tree_node(&mcts->tree, mcts->root)->proof) != PROOF_NONE ||
           (limits->depth > 0 && own % DEPTH_INTERVAL == 0 &&
               mcts_is_deep_enough(mcts, limits->depth)) ||
           (!has_limit && atomic_load_explicit(&mcts->is_full, memory_order_relaxed));
}

// Whether what is left of the time is too short for another answer.
static bool is_settled(Searcher *searcher, int64_t now_ns) {
    const Mcts *mcts = searcher->mcts;
    const Thinking *thinking = mcts->thinking;
    if (!thinking->limits.saves_time || thinking->stop_ns == DEADLINE_NEVER ||
        now_ns < searcher->settled_ns) {
        return false;
    }
    searcher->settled_ns = now_ns + SETTLED_INTERVAL_NS;
    double rate = (double)mcts_simulations(mcts) / (double)(now_ns - mcts->crew_ns + 1);
    return mcts_is_settled(mcts, rate * (double)(thinking->stop_ns - now_ns));
}

// Tells the listener now and then; only the calling thread does.
static void report_progress(Searcher *searcher, int64_t now_ns) {
    const Mcts *mcts = searcher->mcts;
    const Thinking *thinking = mcts->thinking;
    if (!thinking->listener || searcher != mcts->searchers || now_ns < searcher->report_ns) {
        return;
    }
    EngineReport report;
    mcts_fill_report(mcts, &report);
    if (report.pv_count > 0) {
        thinking->listener(thinking->context, &report);
    }
    searcher->report_ns = clock_now_ns() + REPORT_INTERVAL_NS;
}

// Looks at the clock, and decides after how many simulations to look again.
static int64_t look_at_clock(Searcher *searcher, uint64_t simulations) {
    int64_t now_ns = clock_now_ns();
    int64_t each_ns = (now_ns - searcher->watch.look_ns) / (int64_t)(searcher->clock_interval);
    int64_t interval = CLOCK_INTERVAL_NS / (each_ns + 1);
    interval = interval < 1                       ? 1
               : interval > CLOCK_SIMULATIONS_MAX ? CLOCK_SIMULATIONS_MAX
                                                  : interval;
    searcher->clock_interval = (uint64_t)interval;
    searcher->clock_simulations = simulations + (uint64_t)interval;
    return now_ns;
}

static void search_until_over(void *context, int index) {
    Mcts *mcts = (Mcts *)context;
    Searcher *searcher = &mcts->searchers[index];
    const Thinking *thinking = mcts->thinking;
    searcher->watch.look_ns = clock_now_ns(); // what came before was no waiting
    // Not at once: a few simulations say little of how many there will be.
    searcher->settled_ns = searcher->watch.look_ns + SETTLED_INTERVAL_NS;
    while (!atomic_load_explicit(&mcts->is_over, memory_order_relaxed) &&
           !atomic_load_explicit(thinking->stop, memory_order_relaxed) && !is_done(searcher)) {
        if (!mcts_simulate(searcher)) {
            sched_yield();
            continue;
        }
        uint64_t done = atomic_load_explicit(&searcher->simulations, memory_order_relaxed) + 1;
        atomic_store_explicit(&searcher->simulations, done, memory_order_relaxed);
        if (done >= searcher->clock_simulations) {
            int64_t now_ns = look_at_clock(searcher, done);
            report_progress(searcher, now_ns);
            if (watch_look(&searcher->watch, now_ns) || is_settled(searcher, now_ns)) {
                break;
            }
        }
    }
    atomic_store(&mcts->is_over, true);
}

static void searcher_start(Searcher *searcher, const Thinking *thinking) {
    int64_t start_ns = thinking->start_ns;
    atomic_store(&searcher->simulations, 0);
    searcher->clock_simulations = 1;
    searcher->clock_interval = 1;
    watch_start(&searcher->watch, start_ns, thinking->stop_ns);
    searcher->report_ns = start_ns + REPORT_INTERVAL_NS;
}

void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report) {
    mcts->thinking = thinking;
    atomic_store(&mcts->is_over, false);
    atomic_store(&mcts->is_full, false);
    for (int i = 0; i < crew_size(mcts->crew); i++) {
        searcher_start(&mcts->searchers[i], thinking);
    }
    mcts_move_root(mcts, thinking->game);
    if (!mcts_decide_root(mcts)) {
        // The first simulation gives the root its moves: there must be an answer, however little
        // time there is, and nothing for a second thread to do before.
        mcts_simulate(&mcts->searchers[0]);
        atomic_store(&mcts->searchers[0].simulations, 1);
        mcts->crew_ns = clock_now_ns();
        crew_run(mcts->crew, search_until_over, mcts);
    }
    mcts_fill_report(mcts, report);
}
