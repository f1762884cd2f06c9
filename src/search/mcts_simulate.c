// One simulation: selection down to a leaf, expansion, backup.

#include <math.h>

#include "search/mcts_parts.h"
#include "search/repetition.h"

#define CACHE_LINE 64
#define GROWTH_VISITS 1000.0f // from about so many on, c of PUCT grows
// Of the children behind the eager ones: the eight that the wide loops load together (children.c).
#define PREFETCH_LINES 4

// c of PUCT. It grows with the visits, as in AlphaZero: what is wide enough for a thousand of them
// is too narrow for a hundred thousand (docs/decisions/0031).
static float exploration_at(const MctsSettings *settings, uint32_t visits) {
    const float growth = settings->growth * portable_log(1.0f + (float)visits / GROWTH_VISITS);
    return settings->exploration * (1.0f + growth);
}

// The child to visit: the best by PUCT of those that are not proven losses. Children lie in the
// order of their priors, which without a policy is that of their first evaluations, and with one is
// near to it. So the first unvisited child is the best of the unvisited ones, and the search for it
// ends there: most nodes have visited few of their many children. 0 if other threads are expanding
// every candidate.
static uint32_t select_child(Mcts *mcts, Node *node) {
    Tree *tree = &mcts->tree;
    const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    ChildrenChoice choice = {
        .share = mcts->settings.minimax,
        .scale = exploration_at(&mcts->settings, visits) * sqrtf((float)visits + 1.0f) *
                 (WP_ONE / (float)PRIOR_ONE),
        .reduction = mcts->settings.fpu * WP_ONE,
        .score = CHILDREN_NO_SCORE,
    };
    const uint32_t count = node->child_count;
    const uint32_t eager = count < EAGER_CHILDREN ? count : EAGER_CHILDREN;
    const uint32_t node_count = tree_materialized_count(node);
    // The others are looked at only if all of these have been visited or are no candidates.
    if (!mcts->loops->select(tree_node(tree, tree_child(node, 0)), eager, &choice) &&
        count > eager && (node_count == count || tree_materialize(tree, node))) {
        mcts->loops->select(tree_node(tree, tree_child(node, eager)), count - eager, &choice);
    }
    if (choice.best) {
        return (uint32_t)(choice.best - tree->nodes);
    }
    return choice.is_blocked ? 0 : tree_child(node, 0);
}

// The proof that follows from a node's children, for the side that moved into the node.
static Proof proof_from_children(const Tree *tree, const Node *node) {
    const uint32_t node_count = tree_materialized_count(node);
    if (node_count == 0) {
        return PROOF_NONE;
    }
    bool all_known = node->has_all_children && node_count == node->child_count;
    Proof best = PROOF_LOSS;
    for (uint32_t i = 0; i < node_count; i++) {
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

// Updates a node's minimax from its children, if it has any, up to the first unvisited one. Without
// a policy none behind that one is better. With one a move may be that looks better than it is
// likely: it counts once it has been visited. Counting it at once won nothing
// (docs/decisions/0029).
static void update_minimax(const Mcts *mcts, Node *node) {
    const Tree *tree = &mcts->tree;
    const ChildrenLoops *loops = mcts->loops;
    const uint32_t node_count = tree_materialized_count(node);
    if (node_count == 0) {
        return;
    }
    const uint32_t eager = node_count < EAGER_CHILDREN ? node_count : EAGER_CHILDREN;
    uint32_t best = 0;
    bool are_visited = loops->minimax(tree_node(tree, tree_child(node, 0)), eager, &best);
    if (node_count > eager && are_visited) {
        const Node *others = tree_node(tree, tree_child(node, eager));
        are_visited = loops->minimax(others, node_count - eager, &best);
    }
    if (node->child_count > node_count && are_visited) {
        const Edge *edges = tree_edges(tree, atomic_load(&node->children));
        best = edges[0].wp > best ? edges[0].wp : best;
    }
    atomic_store_explicit(&node->minimax, (uint16_t)(WP_ONE - best), memory_order_relaxed);
}

// Backs up a value along the path. `value` is the win probability of the side to move in the last
// node, whose minimax must be up to date.
static void backup(MctsThread *thread, size_t depth, float value, bool is_proven) {
    Tree *tree = &thread->mcts->tree;
    for (size_t i = depth + 1; i-- > 0;) {
        Node *node = tree_node(tree, thread->nodes[i]);
        value = 1.0f - value;
        atomic_fetch_add_explicit(
            &node->wp_sum, (uint64_t)portable_round(value * WP_ONE), memory_order_relaxed);
        if (i < depth) {
            update_minimax(thread->mcts, node);
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

// Takes back the visits of a simulation that was given up.
static void revert_virtual_loss(MctsThread *thread, size_t depth) {
    for (size_t i = 0; i <= depth; i++) {
        Node *node = tree_node(&thread->mcts->tree, thread->nodes[i]);
        atomic_fetch_sub_explicit(&node->visits, 1, memory_order_relaxed);
    }
}

static bool expand_leaf(MctsThread *thread, Node *node, size_t depth) {
    const Tree *tree = &thread->mcts->tree;
    const Node *parent = depth > 0 ? tree_node(tree, thread->nodes[depth - 1]) : NULL;
    float value;
    if (!mcts_expand(thread, node, parent, &thread->path[depth], &value)) {
        revert_virtual_loss(thread, depth);
        return false;
    }
    update_minimax(thread->mcts, node);
    Proof found = proof_from_children(tree, node);
    backup(thread, depth, value, found != PROOF_NONE || atomic_load(&node->proof) != PROOF_NONE);
    return true;
}

// Asks for a node to be widened, in place of any that was asked for before.
static void request_widening(MctsThread *thread, uint32_t index, size_t depth) {
    thread->widen_node = index;
    thread->widen_pos = thread->path[depth];
    atomic_store(&thread->mcts->is_paused, true);
}

// Whether a node shall be widened: only the first on a path, nearest to the root, and where there
// is room.
static bool shall_widen(const MctsThread *thread, const Node *node) {
    const Mcts *mcts = thread->mcts;
    return !node->has_all_children && thread->widen_node == 0 && mcts_is_widening_due(mcts, node) &&
           !atomic_load_explicit(&mcts->is_full, memory_order_relaxed);
}

// Asks for the memory that the next selection begins with, while the move is being made. Where
// there are no children it asks for something else, which does no harm.
static void prefetch_children(const Tree *tree, const Node *node) {
    const char *eager = (const char *)tree_node(tree, atomic_load(&node->children));
    const char *more = (const char *)tree_node(tree, atomic_load(&node->more_children));
    for (size_t i = 0; i < PREFETCH_LINES; i++) {
        __builtin_prefetch(more + i * CACHE_LINE);
    }
    for (size_t i = 0; i < EAGER_CHILDREN * sizeof(Node) / CACHE_LINE; i++) {
        __builtin_prefetch(eager + i * CACHE_LINE);
    }
}

// What a node is worth to its side to move by minimax alone.
static float minimax_value(const Node *node) {
    const uint16_t minimax = atomic_load_explicit(&node->minimax, memory_order_relaxed);
    return 1.0f - (float)minimax / WP_ONE;
}

bool mcts_simulate(MctsThread *thread) {
    Mcts *mcts = thread->mcts;
    const Game *game = mcts->thinking->game;
    uint32_t index = mcts->root;
    thread->path[0] = mcts->root_pos;
    for (size_t depth = 0;; depth++) {
        Node *node = tree_node(&mcts->tree, index);
        thread->nodes[depth] = index;
        atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
        Proof proof = (Proof)atomic_load(&node->proof);
        if (proof != PROOF_NONE && depth > 0) {
            backup(thread, depth, mcts_proven_value(proof), true);
            return true;
        }
        if (depth > 0 && is_repetition(game, thread->path, depth)) {
            atomic_store_explicit(&node->minimax, WP_ONE / 2, memory_order_relaxed);
            backup(thread, depth, 0.5f, false);
            return true;
        }
        if (tree_materialized_count(node) == 0 &&
            !mcts_unfold(thread, node, &thread->path[depth])) {
            return expand_leaf(thread, node, depth);
        }
        if (depth + 1 == PATH_MAX_NODES) {
            backup(thread, depth, minimax_value(node), false);
            return true;
        }
        if (shall_widen(thread, node)) {
            request_widening(thread, index, depth);
        }
        index = select_child(mcts, node);
        if (index == 0) {
            revert_virtual_loss(thread, depth);
            return false;
        }
        const Node *child = tree_node(&mcts->tree, index);
        prefetch_children(&mcts->tree, child);
        game->rules->apply(&thread->path[depth], child->move, &thread->path[depth + 1]);
    }
}
