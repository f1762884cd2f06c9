// Making children: all moves of a node evaluated at once, the best of them kept.

#include "search/mcts_parts.h"
#include "search/ordering.h"

static Proof proof_of_outcome(Outcome outcome, Side mover) {
    if (outcome.result == RESULT_DRAW) {
        return PROOF_DRAW;
    }
    return outcome.result == result_win_for(mover) ? PROOF_WIN : PROOF_LOSS;
}

// The chances of the children in `order`, and two softmaxes of their values, not yet divided by
// their sums: the priors, and the weights of the mean. Plain loops: they become vector code.
static void weigh_children(Searcher *searcher, size_t count) {
    const MctsSettings *settings = &searcher->mcts->settings;
    const float prior_scale = 1.0f / (1000.0f * settings->temperature);
    const float weight_scale = 1.0f / (1000.0f * settings->softness);
    const int best = searcher->values[searcher->order[0]];
    int *restrict values = searcher->ordered;
    float *restrict chances = searcher->chances;
    float *restrict priors = searcher->priors;
    float *restrict weights = searcher->weights;
    for (size_t i = 0; i < count; i++) {
        values[i] = searcher->values[searcher->order[i]];
    }
    for (size_t i = 0; i < count; i++) {
        float below = (float)(values[i] - best);
        chances[i] = value_to_win_probability(values[i]);
        priors[i] = portable_exp(below * prior_scale);
        weights[i] = portable_exp(below * weight_scale);
    }
}

static Proof proof_of_value(int value) {
    return value >= VALUE_MAX ? PROOF_WIN : value <= -VALUE_MAX ? PROOF_LOSS : PROOF_NONE;
}

// Fills in the children in `order`, those behind `node_count` as seeds, and returns the node's
// value for its side to move: the mean over them, weighted by a softmax.
static float fill_children(Searcher *searcher, uint32_t first, size_t node_count, size_t count) {
    weigh_children(searcher, count);
    float prior_sum = 0;
    float weight_sum = 0;
    float chance_sum = 0;
    for (size_t i = 0; i < count; i++) {
        prior_sum += searcher->priors[i];
        weight_sum += searcher->weights[i];
        chance_sum += searcher->weights[i] * searcher->chances[i];
    }
    const float prior_scale = PRIOR_ONE / prior_sum;
    Seed *seeds = tree_seeds(&searcher->mcts->tree, first);
    for (size_t i = 0; i < count; i++) {
        const Seed seed = {
            .move = searcher->moves[searcher->order[i]],
            .chance = (uint16_t)portable_round(searcher->chances[i] * CHANCE_ONE),
            .prior = (uint16_t)portable_round(searcher->priors[i] * prior_scale),
        };
        if (i < node_count) {
            Node *child = tree_node(&searcher->mcts->tree, first + (uint32_t)i);
            child->move = seed.move;
            atomic_init(&child->minimax, seed.chance);
            child->prior = seed.prior;
            atomic_init(&child->proof, proof_of_value(searcher->ordered[i]));
        } else {
            seeds[i - node_count] = seed;
        }
    }
    return chance_sum / weight_sum;
}

// What was thought of a node when it was made, for its side to move.
static float first_value(const Node *node) {
    return 1.0f - (float)atomic_load(&node->minimax) / CHANCE_ONE;
}

// What the evaluation knows for certain, for the side that moved into the position.
static Proof solve(Searcher *searcher, const Position *pos) {
    const Evaluator *evaluator = searcher->mcts->evaluator;
    int result;
    if (!evaluator->solve || !evaluator->solve(pos, searcher->solver, &result)) {
        return PROOF_NONE;
    }
    return result > 0 ? PROOF_LOSS : result < 0 ? PROOF_WIN : PROOF_DRAW;
}

// Whether children can be folded: seeds have no room for proofs, and a root shows all it has.
static bool can_fold(const Searcher *searcher, size_t keep, bool is_root) {
    const int best = searcher->values[searcher->order[0]];
    const int worst = searcher->values[searcher->order[keep - 1]];
    return keep > CHILDREN_AT_HAND && !is_root && proof_of_value(best) == PROOF_NONE &&
           proof_of_value(worst) == PROOF_NONE;
}

// Gives a node its children, the best of the moves that the searcher has listed, and returns its
// value. Falls back on what is known of the node when the tree is full.
static float make_children(
    Searcher *searcher, Node *node, const Position *pos, size_t count, bool is_root) {
    Mcts *mcts = searcher->mcts;
    size_t width = is_root ? count : (size_t)mcts->settings.width;
    size_t keep = count < width ? count : width;
    mcts->evaluator->move_values(mcts->evaluator, pos, searcher->moves, count, searcher->values);
    order_best(searcher->values, count, keep, searcher->order);
    bool is_folded = can_fold(searcher, keep, is_root);
    uint32_t first = is_folded ? tree_allocate_folded(&mcts->tree, (uint32_t)keep)
                               : tree_allocate(&mcts->tree, (uint32_t)keep);
    if (first == CHILDREN_NONE) {
        atomic_store(&mcts->is_full, true);
        atomic_store(&node->children, CHILDREN_NONE);
        return first_value(node);
    }
    float value = fill_children(searcher, first, is_folded ? CHILDREN_AT_HAND : keep, keep);
    value += mcts->settings.first * (first_value(node) - value);
    node->has_all_children = keep == count;
    tree_give_children(node, first, (uint32_t)keep, is_folded);
    return value;
}

// What a node is found by. Only positions after the same number of plies are the same here: so no
// node comes to be below itself.
static uint64_t twin_key(const Mcts *mcts, const Position *pos) {
    return table_key(pos) ^ (pos->ply * UINT64_C(0x9e3779b97f4a7c15)) ^
           (mcts->tree_number * UINT64_C(0xd1342543de82ef95));
}

// What is kept with the key: where the node is, and a second hash of its position. The moves of
// another one would be against the rules, so that it is the same has to be as good as certain.
static uint64_t twin_data(uint32_t index, const Position *pos) {
    return (uint64_t)table_check(pos) << 32 | index;
}

// Gives a node what is known of another with the same position: its children, and the value that
// the search has come to. False if there is none.
static bool follow_twin(Mcts *mcts, Node *node, const Position *pos, uint64_t key, float *value) {
    const uint64_t data = table_find(&mcts->twins, key);
    const uint32_t index = (uint32_t)data;
    if (index == 0 || data != twin_data(index, pos)) {
        return false;
    }
    const Node *twin = tree_node(&mcts->tree, index);
    Proof proof = (Proof)atomic_load(&twin->proof);
    if (proof != PROOF_NONE) {
        atomic_store(&node->proof, proof);
        atomic_store(&node->children, CHILDREN_NONE);
        *value = mcts_proven_value(proof);
        return true;
    }
    *value = 1.0f - mcts_chance(mcts, twin);
    return tree_share_children(node, twin);
}

bool mcts_expand(Searcher *searcher, Node *node, const Position *pos, float *value) {
    Mcts *mcts = searcher->mcts;
    const Rules *rules = mcts->thinking->game->rules;
    if (atomic_load_explicit(&mcts->is_full, memory_order_relaxed)) {
        *value = first_value(node);
        return true;
    }
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->children, &none, CHILDREN_BEING_MADE)) {
        return false;
    }
    // The root needs moves to choose from, even where its result is known.
    bool is_root = node == tree_node(&mcts->tree, mcts->root);
    uint64_t key = twin_key(mcts, pos);
    if (!is_root && follow_twin(mcts, node, pos, key, value)) {
        return true;
    }
    Proof proof = is_root ? PROOF_NONE : solve(searcher, pos);
    size_t count = proof == PROOF_NONE ? rules->moves(pos, searcher->moves) : 0;
    if (count > 0) {
        *value = make_children(searcher, node, pos, count, is_root);
        table_put(&mcts->twins, key, twin_data((uint32_t)(node - mcts->tree.nodes), pos));
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
