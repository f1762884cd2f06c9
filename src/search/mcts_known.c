// A root whose result is known: its move is chosen without a search.

#include "search/known.h"
#include "search/mcts_parts.h"

// Sees to it that every move of the root is among its children, and returns how many those are: 0
// if there is no room. An old tree's inner node has only the best.
static uint32_t open_all_children(Mcts *mcts) {
    Node *root = tree_node(&mcts->tree, mcts->root);
    if (!root->has_all_children || tree_open_count(root) < root->child_count) {
        float value;
        mcts_reset_tree(mcts);
        root = tree_node(&mcts->tree, mcts->root);
        mcts_expand(&mcts->searchers[0], root, &mcts->root_pos, &value);
    }
    return tree_open_count(root);
}

// Makes one child the choice: proven, and visited more than the others.
static void choose_child(Mcts *mcts, uint32_t choice, bool is_won) {
    const Node *root = tree_node(&mcts->tree, mcts->root);
    uint32_t most = 0;
    for (uint32_t i = 0; i < root->child_count; i++) {
        Node *node = tree_node(&mcts->tree, tree_child(root, i));
        uint32_t visits = atomic_load(&node->visits);
        most = visits > most ? visits : most;
        if (!is_won) {
            atomic_store(&node->proof, PROOF_LOSS);
        }
    }
    Node *node = tree_node(&mcts->tree, choice);
    uint64_t more = most + 1 - atomic_load(&node->visits);
    atomic_store(&node->proof, is_won ? PROOF_WIN : PROOF_LOSS);
    atomic_fetch_add(&node->visits, (uint32_t)more);
    atomic_fetch_add(&node->chance_sum, is_won ? more * CHANCE_ONE : 0);
}

bool mcts_decide_root(Mcts *mcts) {
    Searcher *searcher = &mcts->searchers[0];
    Known known = {
        .evaluator = mcts->evaluator, .thinking = mcts->thinking, .memory = searcher->solver};
    if (!known_look(&known)) {
        return false;
    }
    uint32_t count = open_all_children(mcts);
    Node *root = tree_node(&mcts->tree, mcts->root);
    size_t index;
    for (uint32_t i = 0; i < count; i++) {
        searcher->moves[i] = tree_node(&mcts->tree, tree_child(root, i))->move;
    }
    if (!known_choose(&known, searcher->moves, count, &index)) {
        return false;
    }
    choose_child(mcts, tree_child(root, (uint32_t)index), known.result > 0);
    atomic_store(&root->proof, known.result > 0 ? PROOF_LOSS : PROOF_WIN);
    atomic_store(&searcher->simulations, known.nodes);
    return true;
}
