// Going down the tree, and back up with what was found there.

#include <math.h>

#include "search/mcts_parts.h"
#include "search/repetition.h"

// The child to visit: the best by PUCT among those that are not proven lost. Children lie in the
// order of their first values, which is also that of their priors, so of those not yet visited the
// first is the best and the search for it ends there: most nodes have visited few of their many.
// 0 if other threads are making the children of all that come into question.
static uint32_t select_child(Mcts *mcts, Node *node) {
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    float scale =
        mcts->settings.exploration * sqrtf((float)visits + 1.0f) * (CHANCE_ONE / (float)PRIOR_ONE);
    float best_score = -1.0f;
    uint32_t best = 0;
    bool is_blocked = false;
    uint32_t open_count = tree_open_count(node);
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (i == open_count) {
            // All that are nodes have been visited or are out of the question.
            if (!tree_unfold(&mcts->tree, node)) {
                break;
            }
            open_count = node->child_count;
        }
        const uint32_t index = tree_child(node, i);
        const Node *child = tree_node(&mcts->tree, index);
        uint8_t proof = atomic_load_explicit(&child->proof, memory_order_relaxed);
        if (proof == PROOF_WIN) {
            return index;
        }
        if (proof == PROOF_LOSS) {
            continue;
        }
        if (atomic_load_explicit(&child->children, memory_order_relaxed) == CHILDREN_BEING_MADE) {
            is_blocked = true;
            continue;
        }
        uint32_t child_visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        float score = mcts_score(mcts, child, scale * (float)child->prior);
        if (score > best_score) {
            best_score = score;
            best = index;
        }
        if (child_visits == 0) {
            break;
        }
    }
    return best || is_blocked ? best : tree_child(node, 0);
}

// What a node's children prove about it, for the side that moved into it.
static Proof proof_from_children(const Tree *tree, const Node *node) {
    const uint32_t open_count = tree_open_count(node);
    if (open_count == 0) {
        return PROOF_NONE;
    }
    bool all_known = node->has_all_children && open_count == node->child_count;
    Proof best = PROOF_LOSS;
    for (uint32_t i = 0; i < open_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        Proof proof = (Proof)atomic_load_explicit(&child->proof, memory_order_relaxed);
        if (proof == PROOF_WIN) {
            return PROOF_LOSS;
        }
        all_known = all_known && proof != PROOF_NONE;
        best = proof > best ? proof : best;
    }
    if (!all_known) {
        return PROOF_NONE;
    }
    return best == PROOF_DRAW ? PROOF_DRAW : PROOF_WIN;
}

// What minimax says of a child, for the side that moves into it.
static uint16_t known_minimax(const Node *child) {
    const Proof proof = (Proof)atomic_load_explicit(&child->proof, memory_order_relaxed);
    if (proof != PROOF_NONE) {
        return (uint16_t)((1.0f - mcts_proven_value(proof)) * CHANCE_ONE);
    }
    return atomic_load_explicit(&child->minimax, memory_order_relaxed);
}

// Takes a node's minimax from its children, if it has any. Behind the first that nobody has visited
// there is none better than that: their order is that of their first evaluations.
static void update_minimax(const Tree *tree, Node *node) {
    const uint32_t open_count = tree_open_count(node);
    if (open_count == 0) {
        return;
    }
    uint16_t best = 0;
    bool is_visited = true;
    for (uint32_t i = 0; is_visited && i < open_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        const uint16_t minimax = known_minimax(child);
        best = minimax > best ? minimax : best;
        is_visited = atomic_load_explicit(&child->visits, memory_order_relaxed) > 0;
    }
    if (is_visited && open_count < node->child_count) {
        const uint16_t next = tree_seeds(tree, atomic_load(&node->children))->chance;
        best = next > best ? next : best;
    }
    atomic_store_explicit(&node->minimax, (uint16_t)(CHANCE_ONE - best), memory_order_relaxed);
}

// Adds a result to every node of the path; `value` is that of the last node's side to move. What
// minimax says of the last node has to be there already.
static void back_up(Searcher *searcher, size_t depth, float value, bool is_proven) {
    Tree *tree = &searcher->mcts->tree;
    for (size_t i = depth + 1; i-- > 0;) {
        Node *node = tree_node(tree, searcher->nodes[i]);
        value = 1.0f - value;
        atomic_fetch_add_explicit(
            &node->chance_sum, (uint64_t)portable_round(value * CHANCE_ONE), memory_order_relaxed);
        if (i < depth) {
            update_minimax(tree, node);
        }
        if (is_proven && atomic_load(&node->proof) == PROOF_NONE) {
            Proof proof = proof_from_children(tree, node);
            if (proof == PROOF_NONE) {
                is_proven = false;
            } else {
                atomic_store(&node->proof, proof);
            }
        }
    }
}

// Takes the visits back of a simulation that came to nothing.
static void undo_visits(Searcher *searcher, size_t depth) {
    for (size_t i = 0; i <= depth; i++) {
        Node *node = tree_node(&searcher->mcts->tree, searcher->nodes[i]);
        atomic_fetch_sub_explicit(&node->visits, 1, memory_order_relaxed);
    }
}

static bool expand_leaf(Searcher *searcher, Node *node, size_t depth) {
    float value;
    if (!mcts_expand(searcher, node, &searcher->path[depth], &value)) {
        undo_visits(searcher, depth);
        return false;
    }
    update_minimax(&searcher->mcts->tree, node);
    Proof found = proof_from_children(&searcher->mcts->tree, node);
    back_up(searcher, depth, value, found != PROOF_NONE || atomic_load(&node->proof) != PROOF_NONE);
    return true;
}

bool mcts_simulate(Searcher *searcher) {
    Mcts *mcts = searcher->mcts;
    const Game *game = mcts->thinking->game;
    uint32_t index = mcts->root;
    searcher->path[0] = mcts->root_pos;
    for (size_t depth = 0;; depth++) {
        Node *node = tree_node(&mcts->tree, index);
        searcher->nodes[depth] = index;
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        Proof proof = (Proof)atomic_load(&node->proof);
        if (proof != PROOF_NONE && depth > 0) {
            back_up(searcher, depth, mcts_proven_value(proof), true);
            return true;
        }
        if (depth > 0 && is_repetition(game, searcher->path, depth)) {
            atomic_store_explicit(&node->minimax, CHANCE_ONE / 2, memory_order_relaxed);
            back_up(searcher, depth, 0.5f, false);
            return true;
        }
        if (tree_open_count(node) == 0 || depth + 1 == PATH_MAX_NODES) {
            return expand_leaf(searcher, node, depth);
        }
        index = select_child(mcts, node);
        if (index == 0) {
            undo_visits(searcher, depth);
            return false;
        }
        Move move = tree_node(&mcts->tree, index)->move;
        game->rules->apply(&searcher->path[depth], move, &searcher->path[depth + 1]);
    }
}
