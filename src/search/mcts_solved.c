// A root whose result is known exactly: its move is chosen without a search.

#include "search/mcts_parts.h"
#include "search/solved_root.h"

// Makes every legal move of the root a child that is a node, and returns their number: 0 if there
// is no room. A root from an older tree may have only the best moves.
static uint32_t materialize_all_children(Mcts *mcts) {
    Node *root = tree_node(&mcts->tree, mcts->root);
    if (!root->has_all_children || tree_materialized_count(root) < root->child_count) {
        float value;
        mcts_reset_tree(mcts);
        root = tree_node(&mcts->tree, mcts->root);
        mcts_expand(&mcts->threads[0], root, NULL, &mcts->root_pos, &value);
    }
    return tree_materialized_count(root);
}

// Makes one child the best: proven, and visited more than the others.
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
    atomic_fetch_add(&node->wp_sum, is_won ? more * WP_ONE : 0);
}

bool mcts_answer_solved(Mcts *mcts) {
    MctsThread *thread = &mcts->threads[0];
    SolvedRoot known = {
        .evaluator = mcts->evaluator, .thinking = mcts->thinking, .memory = thread->solver};
    if (!solved_root_probe(&known)) {
        return false;
    }
    uint32_t count = materialize_all_children(mcts);
    Node *root = tree_node(&mcts->tree, mcts->root);
    size_t index;
    for (uint32_t i = 0; i < count; i++) {
        thread->moves[i] = tree_node(&mcts->tree, tree_child(root, i))->move;
    }
    if (!solved_root_choose(&known, thread->moves, count, &index)) {
        return false;
    }
    choose_child(mcts, tree_child(root, (uint32_t)index), known.result > 0);
    atomic_store(&root->proof, known.result > 0 ? PROOF_LOSS : PROOF_WIN);
    atomic_store(&thread->simulations, known.nodes);
    return true;
}
