// One node of alpha-beta.

#include <string.h>

#include "search/alphabeta_parts.h"
#include "search/ordering.h"
#include "search/repetition.h"

// Killer moves and history are worth this much in the order, in thousandths of a logit.
#define KILLER_BONUS 300
#define HISTORY_MAX 400
#define FUTILITY_DEPTH_MAX 4

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
// caused cutoffs nearby, and the table's move first.
static void order_moves(AlphaBetaThread *thread, int ply, size_t count, size_t keep, Move first) {
    Ply *node = &thread->plies[ply];
    const int *history = thread->history[thread->path[ply].turn];
    const Move *killers = thread->killers[ply];
    int ranks[MOVES_MAX];
    int highest = -INFINITE_SCORE;
    size_t first_index = count;
    for (size_t i = 0; i < count; i++) {
        Move move = node->moves[i];
        ranks[i] = node->values[i] + history[history_index(move)];
        ranks[i] += (move == killers[0] || move == killers[1]) * KILLER_BONUS;
        highest = ranks[i] > highest ? ranks[i] : highest;
        first_index = move == first ? i : first_index;
    }
    if (first_index < count) {
        ranks[first_index] = highest + 1;
    }
    order_best(ranks, count, keep, node->order);
}

static void remember_cutoff(AlphaBetaThread *thread, int ply, Move move, int depth) {
    Move *killers = thread->killers[ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int *history = &thread->history[thread->path[ply].turn][history_index(move)];
    // The gain shrinks as it grows, so it never exceeds HISTORY_MAX.
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

// Futility pruning: the move's evaluation is too far below alpha.
static bool is_futile(const AlphaBeta *search, int depth, int value, int alpha) {
    int margin = search->settings.futility * (depth - 1);
    return margin > 0 && depth <= FUTILITY_DEPTH_MAX && value + margin <= alpha &&
           value > -VALUE_MAX;
}

// Principal variation search: a child's score for the side to move, with a null window first
// unless it is the first child.
static int search_child(
    AlphaBetaThread *thread, int ply, int depth, int alpha, int beta, size_t place) {
    int less = thread->search->reductions[depth][place < PLACES_MAX ? place : PLACES_MAX - 1];
    int score = 0;
    bool needs_full = place == 0;
    if (!needs_full) {
        score = -alphabeta_node(thread, ply + 1, depth - 1 - less, -alpha - 1, -alpha);
        if (score > alpha && less > 0) {
            score = -alphabeta_node(thread, ply + 1, depth - 1, -alpha - 1, -alpha);
        }
        needs_full = score > alpha && score < beta;
    }
    return needs_full ? -alphabeta_node(thread, ply + 1, depth - 1, -beta, -alpha) : score;
}

int alphabeta_node(AlphaBetaThread *thread, int ply, int depth, int alpha, int beta) {
    AlphaBeta *search = thread->search;
    const Rules *rules = search->thinking->game->rules;
    Ply *node = &thread->plies[ply];
    const Position *pos = &thread->path[ply];
    node->pv_count = 0;

    // 1. Draws by repetition, and time.
    if (ply > 0 && is_repetition(search->thinking->game, thread->path, (size_t)ply)) {
        return 0;
    }
    if (alphabeta_must_stop(thread)) {
        return 0;
    }

    // 2. The table.
    uint64_t key = tt_key(pos);
    TtEntry entry = {.move = MOVE_NONE};
    if (tt_probe(&search->tt, key, &entry) && ply > 0 && entry.depth >= depth) {
        int score = score_from_table(entry.score, ply);
        if (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER && score >= beta) ||
            (entry.bound == BOUND_UPPER && score <= alpha)) {
            return score;
        }
    }

    // 3. The exact result, where the evaluator knows it. The root needs a move all the same.
    int known;
    if (ply > 0 && search->evaluator->solve &&
        search->evaluator->solve(pos, thread->solver, &known)) {
        // The number of plies is unknown; it is at least one.
        return known > 0 ? WIN_SCORE - ply - 1 : known < 0 ? ply + 1 - WIN_SCORE : 0;
    }

    // 4. The moves and their evaluations.
    size_t count = rules->moves(pos, node->moves);
    if (count == 0) {
        return score_of_outcome(rules->outcome(pos), position_turn(pos), ply);
    }
    search->evaluator->move_values(search->evaluator, pos, node->moves, count, node->values);
    if (depth <= 1 || ply >= DEPTH_MAX) {
        return best_value(node, count, ply);
    }

    // 5. The search of the best of them.
    size_t width = (size_t)(search->settings.width + search->settings.width_add * (depth - 2));
    size_t keep = ply == 0 || count < width ? count : width;
    order_moves(thread, ply, count, keep, entry.move);
    int best = -INFINITE_SCORE;
    Move best_move = MOVE_NONE;
    Bound bound = BOUND_UPPER;
    for (size_t i = 0; i < keep; i++) {
        Move move = node->moves[node->order[i]];
        int value = node->values[node->order[i]];
        node[1].pv_count = 0;
        int score;
        if (i > 0 && ply > 0 && is_futile(search, depth, value, alpha)) {
            best = best > value ? best : value;
            continue;
        }
        if (value >= VALUE_MAX || value <= -VALUE_MAX) {
            score = value > 0 ? WIN_SCORE - ply - 1 : ply + 1 - WIN_SCORE;
        } else {
            rules->apply(pos, move, &thread->path[ply + 1]);
            score = search_child(thread, ply, depth, alpha, beta, i);
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
            if (ply == 0) {
                alphabeta_note_line(thread, depth, score);
            }
        }
        if (alpha >= beta) {
            bound = BOUND_LOWER;
            remember_cutoff(thread, ply, move, depth);
            break;
        }
    }

    // 6. The entry for the table.
    entry = (TtEntry){best_move, score_to_table(best, ply), depth, bound};
    tt_store(&search->tt, key, &entry);
    return best;
}
