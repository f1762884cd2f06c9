// Making children: all moves of a node evaluated at once, the best of them kept.

#include <math.h>

#include "search/mcts_parts.h"
#include "search/ordering.h"

static uint16_t chance_from_value(int value) {
    return (uint16_t)lrintf(value_to_chance(value) * CHANCE_ONE);
}

static Proof proof_of_outcome(Outcome outcome, Side mover) {
    if (outcome.result == RESULT_DRAW) {
        return PROOF_DRAW;
    }
    return outcome.result == result_win_for(mover) ? PROOF_WIN : PROOF_LOSS;
}

// Fills in the children in `order` and returns the node's value for its side to move: the mean over
// them, weighted by a softmax.
static float fill_children(Searcher *searcher, uint32_t first, size_t count) {
    const MctsSettings *settings = &searcher->mcts->settings;
    const int best = searcher->values[searcher->order[0]];
    float weights = 0;
    float soft_weights = 0;
    float value = 0;
    float *prior = searcher->priors;
    for (size_t i = 0; i < count; i++) {
        float below = (float)(searcher->values[searcher->order[i]] - best) / 1000.0f;
        prior[i] = expf(below / settings->temperature);
        weights += prior[i];
        float soft = expf(below / settings->softness);
        soft_weights += soft;
        value += soft * value_to_chance(searcher->values[searcher->order[i]]);
    }
    for (size_t i = 0; i < count; i++) {
        Node *child = tree_node(&searcher->mcts->tree, first + (uint32_t)i);
        int child_value = searcher->values[searcher->order[i]];
        child->move = searcher->moves[searcher->order[i]];
        child->chance = chance_from_value(child_value);
        child->prior = (uint16_t)lrintf(prior[i] / weights * PRIOR_ONE);
        if (child_value >= VALUE_MAX || child_value <= -VALUE_MAX) {
            atomic_init(&child->proof, child_value > 0 ? PROOF_WIN : PROOF_LOSS);
        }
    }
    return value / soft_weights;
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

float mcts_expand(Searcher *searcher, Node *node, const Position *pos) {
    Mcts *mcts = searcher->mcts;
    const Rules *rules = mcts->thinking->game->rules;
    float known = 1.0f - (float)node->chance / CHANCE_ONE;
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->children, &none, CHILDREN_BEING_MADE)) {
        return known;
    }
    // The root needs moves to choose from, even where its result is known.
    bool is_root = node == tree_node(&mcts->tree, mcts->root);
    Proof proof = is_root ? PROOF_NONE : solve(searcher, pos);
    size_t count = proof == PROOF_NONE ? rules->moves(pos, searcher->moves) : 0;
    if (count == 0) {
        proof = proof != PROOF_NONE
                    ? proof
                    : proof_of_outcome(rules->outcome(pos), side_other(position_turn(pos)));
        atomic_store(&node->proof, proof);
        atomic_store(&node->children, CHILDREN_NONE);
        return mcts_proven_value(proof);
    }
    mcts->evaluator->move_values(mcts->evaluator, pos, searcher->moves, count, searcher->values);
    size_t width = is_root ? count : (size_t)mcts->settings.width;
    size_t keep = count < width ? count : width;
    uint32_t first = tree_allocate(&mcts->tree, (uint32_t)keep);
    if (first == CHILDREN_NONE) {
        atomic_store(&node->children, CHILDREN_NONE);
        return known;
    }
    order_best(searcher->values, count, keep, searcher->order);
    float value = fill_children(searcher, first, keep);
    node->child_count = (uint16_t)keep;
    node->has_all_children = keep == count;
    atomic_store(&node->children, first);
    return value;
}
