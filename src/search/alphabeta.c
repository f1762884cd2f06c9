#include "search/alphabeta.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/alphabeta_parts.h"
#include "search/ordering.h"
#include "search/solved_root.h"

// Half of the first aspiration window, in thousandths of a logit.
#define ASPIRATION 150

// Late move reductions: none for the first moves, then by the logarithms of depth and place.
static void fill_reductions(AlphaBeta *search) {
    const float strength = search->settings.reduction;
    for (int depth = 3; depth <= DEPTH_MAX; depth++) {
        for (int place = 3; place < PLACES_MAX; place++) {
            float logs = portable_log((float)depth) * portable_log((float)place);
            search->reductions[depth][place] =
                strength > 0.0f ? (uint8_t)(0.4f + logs * strength) : 0;
        }
    }
}

// The threads' move lists are mostly untouched memory, so at least half of the limit goes to the
// transposition table whatever their size.
static size_t memory_for_table(size_t thread_bytes, size_t memory_bytes) {
    return thread_bytes < memory_bytes / 2 ? memory_bytes - thread_bytes : memory_bytes / 2;
}

AlphaBeta *alphabeta_new(const Evaluator *evaluator, const AlphaBetaSettings *settings,
    int thread_count, size_t memory_bytes) {
    AlphaBeta *search = calloc(1, sizeof *search);
    if (!search) {
        return NULL;
    }
    search->evaluator = evaluator;
    search->settings = *settings;
    fill_reductions(search);
    search->pool = thread_pool_new(thread_count);
    size_t size = search->pool ? (size_t)thread_pool_size(search->pool) : 0;
    size_t thread_bytes = size * (sizeof(AlphaBetaThread) + evaluator->memory_bytes);
    search->threads = calloc(size, sizeof *search->threads);
    search->solvers = calloc(size, evaluator->memory_bytes + 1);
    if (!search->pool || !search->threads || !search->solvers ||
        !tt_init(&search->tt, memory_for_table(thread_bytes, memory_bytes))) {
        alphabeta_free(search);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        search->threads[i].search = search;
        search->threads[i].index = (int)i;
        search->threads[i].solver = search->solvers + i * evaluator->memory_bytes;
    }
    return search;
}

void alphabeta_free(AlphaBeta *search) {
    if (search) {
        thread_pool_free(search->pool);
        free(search->threads);
        free(search->solvers);
        tt_release(&search->tt);
        free(search);
    }
}

void alphabeta_clear(AlphaBeta *search) {
    tt_clear(&search->tt);
    memset(search->solvers, 0,
        (size_t)thread_pool_size(search->pool) * search->evaluator->memory_bytes);
}

static uint64_t count_nodes(const AlphaBeta *search) {
    uint64_t sum = 0;
    for (int i = 0; i < thread_pool_size(search->pool); i++) {
        sum += atomic_load_explicit(&search->threads[i].nodes, memory_order_relaxed);
    }
    return sum;
}

bool alphabeta_must_stop(AlphaBetaThread *thread) {
    AlphaBeta *search = thread->search;
    const Thinking *thinking = search->thinking;
    if (atomic_load_explicit(&search->is_over, memory_order_relaxed)) {
        return true;
    }
    uint64_t own = atomic_load_explicit(&thread->nodes, memory_order_relaxed);
    atomic_store_explicit(&thread->nodes, own + 1, memory_order_relaxed);
    // Reading the clock takes much less time than a node.
    bool must_stop =
        atomic_load_explicit(thinking->stop, memory_order_relaxed) ||
        (thinking->limits.nodes > 0 && count_nodes(search) >= thinking->limits.nodes) ||
        (thinking->stop_ns != DEADLINE_NEVER && watch_look(&thread->watch, clock_now_ns()));
    if (must_stop) {
        atomic_store(&search->is_over, true);
    }
    return must_stop;
}

void alphabeta_note_line(AlphaBetaThread *thread, int depth, int score) {
    EngineReport *report = &thread->report;
    const Ply *root = &thread->plies[0];
    report->depth = depth;
    report->score = score / 10;
    report->pv_count = (size_t)root->pv_count;
    memcpy(report->pv, root->pv, report->pv_count * sizeof *report->pv);
}

// One iteration with an aspiration window, widened until the score is inside.
static int search_root(AlphaBetaThread *thread, int depth, int last_score) {
    int window = ASPIRATION;
    int alpha = depth > 2 ? last_score - window : -INFINITE_SCORE;
    int beta = depth > 2 ? last_score + window : INFINITE_SCORE;
    for (;;) {
        int score = alphabeta_node(thread, 0, depth, alpha, beta);
        if (atomic_load(&thread->search->is_over)) {
            return score;
        }
        window *= 4;
        if (score <= alpha && alpha > -INFINITE_SCORE) {
            alpha = score - window > -WIN_SCORE ? score - window : -INFINITE_SCORE;
        } else if (score >= beta && beta < INFINITE_SCORE) {
            beta = score + window < WIN_SCORE ? score + window : INFINITE_SCORE;
        } else {
            return score;
        }
    }
}

static void tell_listener(AlphaBetaThread *thread) {
    const Thinking *thinking = thread->search->thinking;
    EngineReport *report = &thread->report;
    if (thread->index == 0 && thinking->listener) {
        report->nodes = count_nodes(thread->search);
        report->time_ms = (clock_now_ns() - thinking->start_ns) / NS_PER_MS;
        thinking->listener(thinking->context, report);
    }
}

static void search_until_over(void *context, int index) {
    AlphaBeta *search = context;
    AlphaBetaThread *thread = &search->threads[index];
    const Thinking *thinking = search->thinking;
    int limit = thinking->limits.depth > 0 && thinking->limits.depth < DEPTH_MAX
                    ? thinking->limits.depth
                    : DEPTH_MAX - 1;
    int score = 0;
    watch_start(&thread->watch, clock_now_ns(), thinking->stop_ns);
    // Lazy SMP: every other thread starts a ply deeper, so that not all do the same work.
    for (int depth = 1 + index % 2; depth <= limit; depth++) {
        score = search_root(thread, depth, score);
        if (atomic_load(&search->is_over)) {
            break;
        }
        alphabeta_note_line(thread, depth, score);
        tell_listener(thread);
        if (score > VALUE_MAX && depth >= WIN_SCORE - score) {
            break; // no other win can be sooner
        }
    }
    if (index == 0) {
        atomic_store(&search->is_over, true);
    }
}

static void thread_start(AlphaBetaThread *thread, const Game *game) {
    atomic_store(&thread->nodes, 0);
    thread->report = (EngineReport){0};
    thread->path[0] = *game_position(game);
    memset(thread->history, 0, sizeof thread->history);
    memset(thread->killers, 0, sizeof thread->killers);
}

// Sets a move if even the search of one ply was stopped: the best by the evaluation alone.
static void ensure_move(const AlphaBeta *search, const Game *game, EngineReport *report) {
    if (report->pv_count > 0) {
        return;
    }
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    size_t count = game_moves(game, moves);
    search->evaluator->move_values(search->evaluator, game_position(game), moves, count, values);
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        best = values[i] > values[best] ? i : best;
    }
    report->depth = 1;
    report->score = values[best] / 10;
    report->pv[report->pv_count++] = moves[best];
}

// Answers without a search where Evaluator.solve knows the result.
static bool answer_solved(AlphaBeta *search, const Thinking *thinking, EngineReport *report) {
    AlphaBetaThread *thread = &search->threads[0];
    SolvedRoot known = {
        .evaluator = search->evaluator, .thinking = thinking, .memory = thread->solver};
    if (!solved_root_probe(&known)) {
        return false;
    }
    Ply *root = &thread->plies[0];
    Move moves[MOVES_MAX];
    size_t index;
    size_t count = game_moves(thinking->game, root->moves);
    search->evaluator->move_values(
        search->evaluator, game_position(thinking->game), root->moves, count, root->values);
    order_best(root->values, count, count, root->order);
    for (size_t i = 0; i < count; i++) {
        moves[i] = root->moves[root->order[i]];
    }
    if (!solved_root_choose(&known, moves, count, &index)) {
        return false;
    }
    *report = (EngineReport){
        .depth = 1,
        .score = (known.result > 0 ? WIN_SCORE - 1 : 1 - WIN_SCORE) / 10,
        .is_proven = true,
        .nodes = known.nodes,
        .time_ms = (clock_now_ns() - thinking->start_ns) / NS_PER_MS,
        .pv = {moves[index]},
        .pv_count = 1,
    };
    return true;
}

void alphabeta_search(AlphaBeta *search, const Thinking *thinking, EngineReport *report) {
    if (answer_solved(search, thinking, report)) {
        return;
    }
    search->thinking = thinking;
    atomic_store(&search->is_over, false);
    for (int i = 0; i < thread_pool_size(search->pool); i++) {
        thread_start(&search->threads[i], thinking->game);
    }
    thread_pool_run(search->pool, search_until_over, search);
    const AlphaBetaThread *deepest = &search->threads[0];
    for (int i = 1; i < thread_pool_size(search->pool); i++) {
        const AlphaBetaThread *other = &search->threads[i];
        deepest = other->report.depth > deepest->report.depth ? other : deepest;
    }
    *report = deepest->report;
    report->nodes = count_nodes(search);
    ensure_move(search, thinking->game, report);
}
