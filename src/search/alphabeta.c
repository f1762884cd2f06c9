#include "search/alphabeta.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/alphabeta_parts.h"
#include "search/known.h"
#include "search/ordering.h"

#define THREADS_MAX 64
#define ASPIRATION 150

// Plies fewer for a move late in the order: none for the first, then as the logarithms grow.
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

// Threads have room for many moves at every ply and use little of it, but half of the memory is for
// the table whatever they do.
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
    search->crew = crew_new(thread_count < THREADS_MAX ? thread_count : THREADS_MAX);
    size_t size = search->crew ? (size_t)crew_size(search->crew) : 0;
    size_t thread_bytes = size * (sizeof(Searcher) + evaluator->memory_bytes);
    search->searchers = calloc(size, sizeof *search->searchers);
    search->solvers = calloc(size, evaluator->memory_bytes + 1);
    if (!search->crew || !search->searchers || !search->solvers ||
        !table_init(&search->table, memory_for_table(thread_bytes, memory_bytes))) {
        alphabeta_free(search);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        search->searchers[i].search = search;
        search->searchers[i].index = (int)i;
        search->searchers[i].solver = search->solvers + i * evaluator->memory_bytes;
    }
    return search;
}

void alphabeta_free(AlphaBeta *search) {
    if (search) {
        crew_free(search->crew);
        free(search->searchers);
        free(search->solvers);
        table_release(&search->table);
        free(search);
    }
}

void alphabeta_clear(AlphaBeta *search) {
    table_clear(&search->table);
    memset(search->solvers, 0, (size_t)crew_size(search->crew) * search->evaluator->memory_bytes);
}

static uint64_t count_nodes(const AlphaBeta *search) {
    uint64_t sum = 0;
    for (int i = 0; i < crew_size(search->crew); i++) {
        sum += atomic_load_explicit(&search->searchers[i].nodes, memory_order_relaxed);
    }
    return sum;
}

bool alphabeta_must_stop(Searcher *searcher) {
    AlphaBeta *search = searcher->search;
    const Thinking *thinking = search->thinking;
    if (atomic_load_explicit(&search->is_over, memory_order_relaxed)) {
        return true;
    }
    uint64_t own = atomic_load_explicit(&searcher->nodes, memory_order_relaxed);
    atomic_store_explicit(&searcher->nodes, own + 1, memory_order_relaxed);
    // A node takes longer than a look at the clock by far.
    bool must_stop =
        atomic_load_explicit(thinking->stop, memory_order_relaxed) ||
        (thinking->limits.nodes > 0 && count_nodes(search) >= thinking->limits.nodes) ||
        (thinking->stop_ns != DEADLINE_NEVER && watch_look(&searcher->watch, clock_now_ns()));
    if (must_stop) {
        atomic_store(&search->is_over, true);
    }
    return must_stop;
}

void alphabeta_note_line(Searcher *searcher, int depth, int score) {
    EngineReport *report = &searcher->report;
    const Ply *root = &searcher->plies[0];
    report->depth = depth;
    report->score = score / 10;
    report->pv_count = (size_t)root->pv_count;
    memcpy(report->pv, root->pv, report->pv_count * sizeof *report->pv);
}

// One iteration with a window around the last score, widened until the score is inside.
static int search_root(Searcher *searcher, int depth, int last_score) {
    int window = ASPIRATION;
    int alpha = depth > 2 ? last_score - window : -INFINITE_SCORE;
    int beta = depth > 2 ? last_score + window : INFINITE_SCORE;
    for (;;) {
        int score = alphabeta_node(searcher, 0, depth, alpha, beta);
        if (atomic_load(&searcher->search->is_over)) {
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

static void tell_listener(Searcher *searcher) {
    const Thinking *thinking = searcher->search->thinking;
    EngineReport *report = &searcher->report;
    if (searcher->index == 0 && thinking->listener) {
        report->nodes = count_nodes(searcher->search);
        report->time_ms = (clock_now_ns() - thinking->start_ns) / NS_PER_MS;
        thinking->listener(thinking->context, report);
    }
}

static void search_until_over(void *context, int index) {
    AlphaBeta *search = context;
    Searcher *searcher = &search->searchers[index];
    const Thinking *thinking = search->thinking;
    int limit = thinking->limits.depth > 0 && thinking->limits.depth < DEPTH_MAX
                    ? thinking->limits.depth
                    : DEPTH_MAX - 1;
    int score = 0;
    watch_start(&searcher->watch, clock_now_ns(), thinking->stop_ns);
    // Helpers start a ply deeper in turn, so that they do not all do the same work.
    for (int depth = 1 + index % 2; depth <= limit; depth++) {
        score = search_root(searcher, depth, score);
        if (atomic_load(&search->is_over)) {
            break;
        }
        alphabeta_note_line(searcher, depth, score);
        tell_listener(searcher);
        if (score > VALUE_MAX && depth >= WIN_SCORE - score) {
            break; // no other win can be sooner
        }
    }
    if (index == 0) {
        atomic_store(&search->is_over, true);
    }
}

static void searcher_start(Searcher *searcher, const Game *game) {
    atomic_store(&searcher->nodes, 0);
    searcher->report = (EngineReport){0};
    searcher->path[0] = *game_position(game);
    memset(searcher->history, 0, sizeof searcher->history);
    memset(searcher->killers, 0, sizeof searcher->killers);
}

// A move at any price: the first search of one ply may have been cut short. The evaluation alone
// takes no time.
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

// The answer without a search, where the result of the game is known.
static bool answer_known(AlphaBeta *search, const Thinking *thinking, EngineReport *report) {
    Searcher *searcher = &search->searchers[0];
    Known known = {
        .evaluator = search->evaluator, .thinking = thinking, .memory = searcher->solver};
    if (!known_look(&known)) {
        return false;
    }
    Ply *root = &searcher->plies[0];
    Move moves[MOVES_MAX];
    size_t index;
    size_t count = game_moves(thinking->game, root->moves);
    search->evaluator->move_values(
        search->evaluator, game_position(thinking->game), root->moves, count, root->values);
    order_best(root->values, count, count, root->order);
    for (size_t i = 0; i < count; i++) {
        moves[i] = root->moves[root->order[i]];
    }
    if (!known_choose(&known, moves, count, &index)) {
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
    if (answer_known(search, thinking, report)) {
        return;
    }
    search->thinking = thinking;
    atomic_store(&search->is_over, false);
    for (int i = 0; i < crew_size(search->crew); i++) {
        searcher_start(&search->searchers[i], thinking->game);
    }
    crew_run(search->crew, search_until_over, search);
    const Searcher *deepest = &search->searchers[0];
    for (int i = 1; i < crew_size(search->crew); i++) {
        const Searcher *other = &search->searchers[i];
        deepest = other->report.depth > deepest->report.depth ? other : deepest;
    }
    *report = deepest->report;
    report->nodes = count_nodes(search);
    ensure_move(search, thinking->game, report);
}
