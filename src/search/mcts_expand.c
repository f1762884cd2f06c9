// Expansion: evaluates all moves of a node at once and keeps the best as its children.

#include <assert.h>
#include <string.h>

#include "search/mcts_parts.h"
#include "search/ordering.h"

static Proof proof_of_outcome(Outcome outcome, Side mover) {
    if (outcome.result == RESULT_DRAW) {
        return PROOF_DRAW;
    }
    return outcome.result == result_win_for(mover) ? PROOF_WIN : PROOF_LOSS;
}

// Plain loops that the compiler vectorizes.
void mcts_weigh(MctsThread *thread, MctsRanks ranks, size_t count) {
    const float prior_scale = 1.0f / (1000.0f * ranks.temperature);
    const float weight_scale = 1.0f / (1000.0f * thread->mcts->settings.softness);
    const int most = ranks.of_moves[thread->order[0]];
    int best = thread->values[thread->order[0]];
    int *restrict values = thread->ordered;
    float *restrict wps = thread->wps;
    float *restrict priors = thread->priors;
    float *restrict weights = thread->weights;
    for (size_t i = 0; i < count; i++) {
        values[i] = thread->values[thread->order[i]];
        best = values[i] > best ? values[i] : best;
        priors[i] = (float)(ranks.of_moves[thread->order[i]] - most);
    }
    for (size_t i = 0; i < count; i++) {
        float below = (float)(values[i] - best);
        wps[i] = value_to_win_probability(values[i]);
        priors[i] = portable_exp(priors[i] * prior_scale);
        weights[i] = portable_exp(below * weight_scale);
    }
}

static Proof proof_of_value(int value) {
    return value >= VALUE_MAX ? PROOF_WIN : value <= -VALUE_MAX ? PROOF_LOSS : PROOF_NONE;
}

static Edge make_edge(const MctsThread *thread, size_t i, float prior_scale) {
    return (Edge){
        .move = thread->moves[thread->order[i]],
        .wp = mcts_discounted_wp(thread->mcts, thread->wps[i]),
        .prior = (uint16_t)portable_round(thread->priors[i] * prior_scale),
    };
}

// What makes priors of the softmax: those of the first `count` moves in `order` sum up to one.
static float prior_scale_for(const MctsThread *thread, size_t count) {
    float sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += thread->priors[i];
    }
    return PRIOR_ONE / sum;
}

// Fills in the children in `order`, those behind `node_count` as edges.
static void fill_children(
    MctsThread *thread, uint32_t first, size_t node_count, size_t count, float prior_scale) {
    Edge *edges = tree_edges(&thread->mcts->tree, first);
    for (size_t i = 0; i < count; i++) {
        const Edge edge = make_edge(thread, i, prior_scale);
        if (i < node_count) {
            Node *child = tree_node(&thread->mcts->tree, first + (uint32_t)i);
            tree_fill_from_edge(child, &edge);
            atomic_init(&child->proof, proof_of_value(thread->ordered[i]));
        } else {
            edges[i - node_count] = edge;
        }
    }
}

// An unexpanded node's evaluation, for its side to move.
static float first_value(const Mcts *mcts, const Node *node) {
    return 1.0f - mcts_first_wp(mcts, atomic_load(&node->minimax));
}

// The mean of the moves' win probabilities, weighted by a softmax, and the first evaluation.
float mcts_value_target(const MctsThread *thread, const Node *node, size_t count) {
    float weight_sum = 0;
    float wp_sum = 0;
    for (size_t i = 0; i < count; i++) {
        weight_sum += thread->weights[i];
        wp_sum += thread->weights[i] * thread->wps[i];
    }
    const float mean = wp_sum / weight_sum;
    const Mcts *mcts = thread->mcts;
    return mean + mcts->settings.first * (first_value(mcts, node) - mean);
}

// The exact result where the evaluator knows it, for the side that moved into the position.
static Proof solve(MctsThread *thread, const Position *pos) {
    const Evaluator *evaluator = thread->mcts->evaluator;
    int result;
    if (!evaluator->solve || !evaluator->solve(pos, thread->solver, &result)) {
        return PROOF_NONE;
    }
    return result > 0 ? PROOF_LOSS : result < 0 ? PROOF_WIN : PROOF_DRAW;
}

// Whether children may be edges: an edge has no room for a proof.
static bool can_be_lazy(const MctsThread *thread, size_t keep) {
    bool is_open = true;
    for (size_t i = 0; i < keep && is_open; i++) {
        is_open = proof_of_value(thread->values[thread->order[i]]) == PROOF_NONE;
    }
    return keep > EAGER_CHILDREN && is_open;
}

// What priors are made of: the values, or with a policy a mix of these and its logits.
static MctsRanks rank_moves(MctsThread *thread, const Position *pos, size_t count) {
    const Mcts *mcts = thread->mcts;
    const MctsSettings *settings = &mcts->settings;
    if (!mcts->has_policy) {
        return mcts_rank_by_value(thread);
    }
    mcts->evaluator->policy(mcts->evaluator, pos, thread->moves, count, thread->mixed);
    const float value_scale = (1.0f - settings->policy) / settings->temperature;
    for (size_t i = 0; i < count; i++) {
        thread->mixed[i] = portable_round(
            value_scale * (float)thread->values[i] + settings->policy * (float)thread->mixed[i]);
    }
    return (MctsRanks){thread->mixed, 1.0f};
}

// Evaluates the `count` moves in thread->moves, and orders and weighs the best `keep` of them.
static void evaluate_moves(MctsThread *thread, const Position *pos, size_t count, size_t keep) {
    const Evaluator *evaluator = thread->mcts->evaluator;
    evaluator->move_values(evaluator, pos, thread->moves, count, thread->values);
    const MctsRanks ranks = rank_moves(thread, pos, count);
    order_best(ranks.of_moves, count, keep, thread->order);
    mcts_weigh(thread, ranks, keep);
}

// Which moves become children, and whose priors sum up to one.
typedef enum Breadth {
    BREADTH_EXPANDED, // the best `width`
    BREADTH_WIDENED,  // all; the priors of the best `width`, as before it was widened
    BREADTH_ROOT,     // all
} Breadth;

void mcts_report_full(Mcts *mcts) {
    atomic_store(&mcts->is_full, true);
    if (mcts->may_prune) {
        atomic_store(&mcts->is_paused, true);
    }
}

// Makes children of the `count` moves in thread->moves and returns the node's value target. When
// the tree is full, returns the node's first evaluation.
static float make_children(
    MctsThread *thread, Node *node, const Position *pos, size_t count, Breadth breadth) {
    Mcts *mcts = thread->mcts;
    const size_t width = (size_t)mcts->settings.width;
    const size_t best = count < width ? count : width;
    const size_t keep = breadth == BREADTH_EXPANDED ? best : count;
    evaluate_moves(thread, pos, count, keep);
    bool is_lazy = breadth == BREADTH_EXPANDED && can_be_lazy(thread, keep);
    uint32_t first = is_lazy ? tree_allocate_lazy(&mcts->tree, (uint32_t)keep)
                             : tree_allocate(&mcts->tree, (uint32_t)keep);
    if (first == CHILDREN_NONE) {
        mcts_report_full(mcts);
        atomic_store(&node->children, CHILDREN_NONE);
        return first_value(mcts, node);
    }
    fill_children(thread, first, is_lazy ? EAGER_CHILDREN : keep, keep,
        prior_scale_for(thread, breadth == BREADTH_ROOT ? keep : best));
    const float value = mcts_value_target(thread, node, keep);
    node->has_all_children = keep == count;
    tree_publish_children(node, first, (uint32_t)keep, is_lazy);
    return value;
}

// Copies `count` children into one block that begins at `first`, all of them as nodes.
static void copy_children(const Tree *tree, const Node *node, size_t count, uint32_t first) {
    const uint32_t node_count = tree_materialized_count(node);
    const Edge *edges = tree_edges(tree, atomic_load(&node->children));
    for (uint32_t i = 0; i < count; i++) {
        Node *child = tree_node(tree, first + i);
        if (i < node_count) {
            memcpy(child, tree_node(tree, tree_child(node, i)), sizeof *child);
        } else {
            tree_fill_from_edge(child, &edges[i - node_count]);
        }
    }
}

// The children are copied, not moved: transpositions may share the old ones.
void mcts_widen(MctsThread *thread, Node *node, const Position *pos) {
    Mcts *mcts = thread->mcts;
    Tree *tree = &mcts->tree;
    const size_t count = mcts->thinking->game->rules->moves(pos, thread->moves);
    const uint32_t first = tree_allocate(tree, (uint32_t)count);
    if (first == CHILDREN_NONE) {
        mcts_report_full(mcts);
        return;
    }
    evaluate_moves(thread, pos, count, count);
    const uint32_t old_count = node->child_count;
    assert(old_count > 0); // an unexpanded node is expanded
    // As at the expansion, so that old and new priors compare.
    const float prior_scale = prior_scale_for(thread, old_count);
    copy_children(tree, node, old_count, first);
    for (size_t i = old_count; i < count; i++) {
        const Edge edge = make_edge(thread, i, prior_scale);
        Node *child = tree_node(tree, first + (uint32_t)i);
        tree_fill_from_edge(child, &edge);
        atomic_init(&child->proof, proof_of_value(thread->ordered[i]));
    }
    node->has_all_children = true;
    tree_publish_children(node, first, (uint32_t)count, false);
}

// The key of a node in the table of transpositions. It includes the ply, so that no node becomes
// its own descendant.
static uint64_t transposition_key(const Mcts *mcts, const Position *pos) {
    return tt_key(pos) ^ (pos->ply * UINT64_C(0x9e3779b97f4a7c15)) ^
           (mcts->tree_number * UINT64_C(0xd1342543de82ef95));
}

// The entry: the node's index and a second hash of its position. A collision would give a node
// illegal moves, so 64 bits of key alone are not enough.
static uint64_t transposition_data(uint32_t index, const Position *pos) {
    return (uint64_t)tt_check(pos) << 32 | index;
}

static void enter_transposition(Mcts *mcts, const Node *node, const Position *pos, uint64_t key) {
    tt_put(
        &mcts->transpositions, key, transposition_data((uint32_t)(node - mcts->tree.nodes), pos));
}

void mcts_enter_transposition(Mcts *mcts, const Node *node, const Position *pos) {
    enter_transposition(mcts, node, pos, transposition_key(mcts, pos));
}

static uint64_t renumber(const void *tree, uint64_t data) {
    const uint32_t index = tree_moved_to((const Tree *)tree, (uint32_t)data);
    return index != 0 ? (data & ~(uint64_t)UINT32_MAX) | index : 0;
}

void mcts_renumber_transpositions(Mcts *mcts) {
    tt_map(&mcts->transpositions, renumber, &mcts->tree);
}

// Another node with the same position that was expanded or refuted; null if there is none.
static const Node *find_transposition(const Mcts *mcts, const Position *pos, uint64_t key) {
    const uint64_t data = tt_find(&mcts->transpositions, key);
    const uint32_t index = (uint32_t)data;
    return index != 0 && data == transposition_data(index, pos) ? tree_node(&mcts->tree, index)
                                                                : NULL;
}

bool mcts_make_children_again(
    MctsThread *thread, Node *node, const Position *pos, size_t count, bool has_all) {
    const bool was_widened = has_all && count > (size_t)thread->mcts->settings.width;
    make_children(thread, node, pos, count, was_widened ? BREADTH_WIDENED : BREADTH_EXPANDED);
    return atomic_load(&node->children) != CHILDREN_NONE;
}

// Shares the children of another node with the same position, whose Q becomes the value. False if
// it has none.
static bool reuse_transposition(Mcts *mcts, Node *node, const Node *other, float *value) {
    Proof proof = (Proof)atomic_load(&other->proof);
    if (proof != PROOF_NONE) {
        atomic_store(&node->proof, proof);
        atomic_store(&node->children, CHILDREN_NONE);
        *value = mcts_proven_value(proof);
        return true;
    }
    *value = 1.0f - mcts_wp(mcts, other);
    return tree_share_children(node, other);
}

// Whether a leaf is worth a look for a refutation: at its first visit.
static bool may_be_refuted(const Mcts *mcts, const Node *node, const Node *parent) {
    return parent && mcts->settings.replies > 0 &&
           atomic_load_explicit(&node->visits, memory_order_relaxed) == 1;
}

bool mcts_expand(
    MctsThread *thread, Node *node, const Node *parent, const Position *pos, float *value) {
    Mcts *mcts = thread->mcts;
    const Rules *rules = mcts->thinking->game->rules;
    if (atomic_load_explicit(&mcts->is_full, memory_order_relaxed)) {
        *value = first_value(mcts, node);
        return true;
    }
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->children, &none, CHILDREN_PENDING)) {
        return false;
    }
    // The root needs children to choose from, even where its result is known.
    bool is_root = !parent;
    uint64_t key = transposition_key(mcts, pos);
    const Node *other = is_root ? NULL : find_transposition(mcts, pos, key);
    if (other && reuse_transposition(mcts, node, other, value)) {
        return true;
    }
    if (other && may_be_refuted(mcts, node, parent) &&
        mcts_refute_as(mcts, node, parent, other, value)) {
        atomic_store(&node->children, CHILDREN_NONE);
        return true;
    }
    Proof proof = is_root ? PROOF_NONE : solve(thread, pos);
    size_t count = proof == PROOF_NONE ? rules->moves(pos, thread->moves) : 0;
    if (count > 0 && may_be_refuted(mcts, node, parent) &&
        mcts_refute(thread, node, parent, pos, count, value)) {
        atomic_store(&node->children, CHILDREN_NONE);
        enter_transposition(mcts, node, pos, key);
        return true;
    }
    if (count > 0) {
        *value = make_children(thread, node, pos, count, is_root ? BREADTH_ROOT : BREADTH_EXPANDED);
        enter_transposition(mcts, node, pos, key);
        return true;
    }
    if (proof == PROOF_NONE) {
        proof = proof_of_outcome(rules->outcome(pos), side_other(position_turn(pos)));
    }
    atomic_store(&node->proof, proof);
    atomic_store(&node->children, CHILDREN_NONE);
    *value = mcts_proven_value(proof);
    return true;
}
