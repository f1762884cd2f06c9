#include "search/alphabeta.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/ordering.h"
#include "search/repetition.h"
#include "search/table.h"

#define THREADS_MAX 64
#define DEPTH_MAX 64
#define INFINITE_SCORE 32000
// A win in n plies scores WIN_SCORE - n: sooner is better.
#define WIN_SCORE 31000
#define ASPIRATION 150
// Killer moves and history are worth this much in the order, in thousandths of a logit.
#define KILLER_BONUS 300
#define HISTORY_MAX 400
#define HISTORY_SIZE 4096
// Moves later in the order than this are all alike.
#define PLACES_MAX 256

struct AlphaBeta {
    const Evaluator *evaluator;
    AlphaBetaSettings settings;
    int thread_count;
    Table table;
    uint8_t reductions[DEPTH_MAX + 1][PLACES_MAX]; // by depth and place
    // The search under way.
    const Thinking *thinking;
    int64_t start_ns;
    int64_t deadline_ns; // INT64_MAX: none
    atomic_bool is_over;
    _Atomic uint64_t nodes;
};

// The moves of one node of the path. Allocated once for each thread and ply.
typedef struct Ply {
    Move moves[MOVES_MAX];
    int values[MOVES_MAX]; // by evaluation, for the side to move
    uint32_t order[MOVES_MAX];
    Move killers[2];
    Move pv[DEPTH_MAX];
    int pv_count;
} Ply;

typedef struct Searcher {
    AlphaBeta *search;
    int index; // of the thread
    pthread_t thread;
    Position path[DEPTH_MAX + 2]; // positions from the root down
    Ply *plies;                   // DEPTH_MAX + 2 of them
    int history[2][HISTORY_SIZE];
    void *solver;        // the evaluation's own memory
    EngineReport report; // of the last finished iteration
} Searcher;

// Plies fewer for a move late in the order: none for the first, then as the logarithms grow.
static void fill_reductions(AlphaBeta *search) {
    for (int depth = 3; depth <= DEPTH_MAX; depth++) {
        for (int place = 3; place < PLACES_MAX; place++) {
            float logs = portable_log((float)depth) * portable_log((float)place);
            search->reductions[depth][place] = (uint8_t)(0.4f + logs / 2.5f);
        }
    }
}

AlphaBeta *alphabeta_new(const Evaluator *evaluator, const AlphaBetaSettings *settings,
    int thread_count, size_t memory_bytes) {
    AlphaBeta *search = calloc(1, sizeof *search);
    if (!search) {
        return NULL;
    }
    fill_reductions(search);
    search->evaluator = evaluator;
    search->settings = *settings;
    search->thread_count = thread_count < THREADS_MAX ? thread_count : THREADS_MAX;
    if (!table_init(&search->table, memory_bytes)) {
        free(search);
        return NULL;
    }
    return search;
}

void alphabeta_free(AlphaBeta *search) {
    if (search) {
        table_release(&search->table);
        free(search);
    }
}

void alphabeta_clear(AlphaBeta *search) {
    table_clear(&search->table);
}

static bool must_stop(Searcher *searcher) {
    AlphaBeta *search = searcher->search;
    if (atomic_load_explicit(&search->is_over, memory_order_relaxed)) {
        return true;
    }
    uint64_t nodes = atomic_fetch_add_explicit(&search->nodes, 1, memory_order_relaxed) + 1;
    const EngineLimits *limits = &search->thinking->limits;
    if (atomic_load_explicit(search->thinking->stop, memory_order_relaxed) ||
        (limits->nodes > 0 && nodes >= limits->nodes) ||
        (search->deadline_ns != INT64_MAX && clock_now_ns() >= search->deadline_ns)) {
        atomic_store(&search->is_over, true);
        return true;
    }
    return false;
}

static int score_of_outcome(Outcome outcome, Side mover, int ply) {
    if (outcome.result == RESULT_DRAW) {
        return 0;
    }
    return outcome.result == result_win_for(mover) ? WIN_SCORE - ply : ply - WIN_SCORE;
}

// Proven scores count from the root in the search and from the position in the table.
static int score_to_table(int score, int ply) {
    return score > VALUE_MAX ? score + ply : score < -VALUE_MAX ? score - ply : score;
}

static int score_from_table(int score, int ply) {
    return score > VALUE_MAX ? score - ply : score < -VALUE_MAX ? score + ply : score;
}

static size_t history_index(Move move) {
    return (size_t)((move * 0x9e3779b1u) >> 20) % HISTORY_SIZE;
}

// Sorts the `keep` best moves to the front of `order`: by evaluation, with a bonus for moves that
// were good nearby, and the table's move first of all.
static void order_moves(Searcher *searcher, int ply, size_t count, size_t keep, Move first) {
    Ply *node = &searcher->plies[ply];
    const int *history = searcher->history[searcher->path[ply].turn];
    int ranks[MOVES_MAX];
    for (size_t i = 0; i < count; i++) {
        Move move = node->moves[i];
        ranks[i] = node->values[i] + history[history_index(move)];
        ranks[i] += (move == node->killers[0] || move == node->killers[1]) * KILLER_BONUS;
        ranks[i] = move == first ? INFINITE_SCORE : ranks[i];
    }
    order_best(ranks, count, keep, node->order);
}

static void remember_cutoff(Searcher *searcher, int ply, Move move, int depth) {
    Ply *node = &searcher->plies[ply];
    if (node->killers[0] != move) {
        node->killers[1] = node->killers[0];
        node->killers[0] = move;
    }
    int *history = &searcher->history[searcher->path[ply].turn][history_index(move)];
    // Grows by less the larger it is, so it never passes HISTORY_MAX.
    *history += depth * depth * 8 * (HISTORY_MAX - *history) / HISTORY_MAX;
    *history = *history < HISTORY_MAX ? *history : HISTORY_MAX;
}

static void set_pv(Ply *node, const Ply *below, Move move) {
    node->pv[0] = move;
    int count = below->pv_count < DEPTH_MAX - 1 ? below->pv_count : DEPTH_MAX - 1;
    memcpy(node->pv + 1, below->pv, (size_t)count * sizeof *node->pv);
    node->pv_count = count + 1;
}

// The best of all moves by evaluation: a search of one ply.
static int best_value(Ply *node, size_t count, int ply) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        best = node->values[i] > node->values[best] ? i : best;
    }
    node->pv[0] = node->moves[best];
    node->pv_count = 1;
    int value = node->values[best];
    return value >= VALUE_MAX    ? WIN_SCORE - ply - 1
           : value <= -VALUE_MAX ? ply + 1 - WIN_SCORE
                                 : value;
}

static int search_node(Searcher *searcher, int ply, int depth, int alpha, int beta);

// A child's score for the side to move: a narrow window first where a better move is known.
static int search_child(Searcher *searcher, int ply, int depth, int alpha, int beta, size_t place) {
    int less = searcher->search->reductions[depth][place < PLACES_MAX ? place : PLACES_MAX - 1];
    int score = 0;
    bool needs_full = place == 0;
    if (!needs_full) {
        score = -search_node(searcher, ply + 1, depth - 1 - less, -alpha - 1, -alpha);
        if (score > alpha && less > 0) {
            score = -search_node(searcher, ply + 1, depth - 1, -alpha - 1, -alpha);
        }
        needs_full = score > alpha && score < beta;
    }
    return needs_full ? -search_node(searcher, ply + 1, depth - 1, -beta, -alpha) : score;
}

// One node, in steps. Returns nonsense once the search is over; nobody uses it then.
static int search_node(Searcher *searcher, int ply, int depth, int alpha, int beta) {
    AlphaBeta *search = searcher->search;
    const Rules *rules = search->thinking->game->rules;
    Ply *node = &searcher->plies[ply];
    const Position *pos = &searcher->path[ply];
    node->pv_count = 0;

    // 1. Draws by repetition, and time.
    if (ply > 0 && is_repetition(search->thinking->game, searcher->path, (size_t)ply)) {
        return 0;
    }
    if (must_stop(searcher)) {
        return 0;
    }

    // 2. The table.
    uint64_t key = table_key(pos);
    TableEntry entry = {.move = MOVE_NONE};
    if (table_probe(&search->table, key, &entry) && ply > 0 && entry.depth >= depth) {
        int score = score_from_table(entry.score, ply);
        if (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && score >= beta) ||
            (entry.bound == BOUND_UPPER && score <= alpha)) {
            return score;
        }
    }

    // 3. What is known for certain. The root needs moves to choose from all the same.
    int known;
    if (ply > 0 && search->evaluator->solve &&
        search->evaluator->solve(pos, searcher->solver, &known)) {
        // How long it takes is not told; it is no sooner than the next ply.
        return known * (WIN_SCORE - ply - 1);
    }

    // 4. The moves and what they look like.
    size_t count = rules->moves(pos, node->moves);
    if (count == 0) {
        return score_of_outcome(rules->outcome(pos), position_turn(pos), ply);
    }
    search->evaluator->move_values(search->evaluator, pos, node->moves, count, node->values);
    if (depth <= 1 || ply >= DEPTH_MAX) {
        return best_value(node, count, ply);
    }

    // 5. The best of them, searched.
    size_t width = (size_t)(search->settings.width + search->settings.width_add * (depth - 2));
    size_t keep = ply == 0 || count < width ? count : width;
    order_moves(searcher, ply, count, keep, entry.move);
    int best = -INFINITE_SCORE;
    Move best_move = MOVE_NONE;
    Bound bound = BOUND_UPPER;
    for (size_t i = 0; i < keep; i++) {
        Move move = node->moves[node->order[i]];
        int value = node->values[node->order[i]];
        node[1].pv_count = 0;
        int score;
        if (value >= VALUE_MAX || value <= -VALUE_MAX) {
            score = value > 0 ? WIN_SCORE - ply - 1 : ply + 1 - WIN_SCORE;
        } else {
            rules->apply(pos, move, &searcher->path[ply + 1]);
            score = search_child(searcher, ply, depth, alpha, beta, i);
        }
        if (atomic_load_explicit(&search->is_over, memory_order_relaxed)) {
            return 0;
        }
        if (score > best) {
            best = score;
            best_move = move;
            set_pv(node, &node[1], move);
        }
        if (score > alpha) {
            alpha = score;
            bound = BOUND_EXACT;
        }
        if (alpha >= beta) {
            bound = BOUND_LOWER;
            remember_cutoff(searcher, ply, move, depth);
            break;
        }
    }

    // 6. What was found out, for the next time.
    entry = (TableEntry){best_move, score_to_table(best, ply), depth, bound};
    table_store(&search->table, key, &entry);
    return best;
}

// One iteration with a window around the last score, widened until the score is inside.
static int search_root(Searcher *searcher, int depth, int last_score) {
    int window = ASPIRATION;
    int alpha = depth > 2 ? last_score - window : -INFINITE_SCORE;
    int beta = depth > 2 ? last_score + window : INFINITE_SCORE;
    for (;;) {
        int score = search_node(searcher, 0, depth, alpha, beta);
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

static void *search_thread(void *argument) {
    Searcher *searcher = argument;
    AlphaBeta *search = searcher->search;
    const Thinking *thinking = search->thinking;
    Ply *root = &searcher->plies[0];
    int limit = thinking->limits.depth > 0 && thinking->limits.depth < DEPTH_MAX
                    ? thinking->limits.depth
                    : DEPTH_MAX - 1;
    int score = 0;
    // Helpers start a ply deeper in turn, so that they do not all do the same work.
    for (int depth = 1 + searcher->index % 2; depth <= limit; depth++) {
        searcher->path[0] = *game_position(thinking->game);
        score = search_root(searcher, depth, score);
        if (atomic_load(&search->is_over)) {
            break; // what an unfinished iteration found cannot be trusted
        }
        EngineReport *report = &searcher->report;
        report->depth = depth;
        report->score = score / 10;
        report->nodes = atomic_load(&search->nodes);
        report->time_ms = (clock_now_ns() - search->start_ns) / NS_PER_MS;
        report->pv_count = (size_t)root->pv_count;
        memcpy(report->pv, root->pv, report->pv_count * sizeof *report->pv);
        if (searcher->index == 0 && thinking->listener) {
            thinking->listener(thinking->context, report);
        }
        if (score > VALUE_MAX && depth >= WIN_SCORE - score) {
            break; // no other win can be sooner
        }
    }
    if (searcher->index == 0) {
        atomic_store(&search->is_over, true);
    }
    return NULL;
}

static void searcher_init(Searcher *searcher, AlphaBeta *search, int index) {
    *searcher = (Searcher){.search = search, .index = index};
    searcher->plies = calloc(DEPTH_MAX + 2, sizeof *searcher->plies);
    searcher->solver = calloc(1, search->evaluator->memory_bytes + 1);
    if (!searcher->plies || !searcher->solver) {
        abort();
    }
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

void alphabeta_search(AlphaBeta *search, const Thinking *thinking, EngineReport *report) {
    search->thinking = thinking;
    search->start_ns = clock_now_ns();
    search->deadline_ns = thinking->limits.time_ms > 0
                              ? search->start_ns + thinking->limits.time_ms * NS_PER_MS
                              : INT64_MAX;
    atomic_store(&search->is_over, false);
    atomic_store(&search->nodes, 0);
    Searcher *searchers = calloc((size_t)search->thread_count, sizeof *searchers);
    if (!searchers) {
        abort();
    }
    int started = 0;
    for (int i = 0; i < search->thread_count; i++) {
        searcher_init(&searchers[i], search, i);
    }
    for (int i = 1; i < search->thread_count; i++) {
        started += pthread_create(&searchers[i].thread, NULL, search_thread, &searchers[i]) == 0;
    }
    search_thread(&searchers[0]);
    for (int i = 1; i <= started; i++) {
        pthread_join(searchers[i].thread, NULL);
    }
    *report = searchers[0].report;
    report->nodes = atomic_load(&search->nodes);
    ensure_move(search, thinking->game, report);
    for (int i = 0; i < search->thread_count; i++) {
        free(searchers[i].plies);
        free(searchers[i].solver);
    }
    free(searchers);
}
