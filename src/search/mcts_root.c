// The tree's room: what is kept from move to move, and what is given up when it is full.

#include "base/clock.h"
#include "search/mcts_parts.h"

// Upper estimates: tree_compact reads every node about once and moves those that stay. Pruning
// reads them twice.
#define COMPACT_NS_PER_NODE 10
#define PRUNE_NS_PER_NODE 20

void mcts_reset_tree(Mcts *mcts) {
    mcts->root = tree_reset(&mcts->tree);
    mcts->tree_number++;
}

static void compact_tree(Mcts *mcts) {
    mcts->root = tree_compact(&mcts->tree, mcts->root);
    mcts->tree_number++;
}

// Whether work on the tree takes but a small part of the time that is left.
static bool has_time(const Mcts *mcts, int64_t now_ns, int64_t ns_per_node) {
    const int64_t stop_ns = mcts->thinking->stop_ns;
    const int64_t cost_ns = (int64_t)atomic_load(&mcts->tree.used) * ns_per_node;
    return stop_ns == DEADLINE_NEVER || cost_ns < (stop_ns - now_ns) / 4;
}

static bool is_half_full(const Tree *tree) {
    return atomic_load(&tree->used) >= tree->capacity / 2;
}

// Compacts the tree once half of it is used. Where the time is too short for that, empties it.
static void make_room(Mcts *mcts) {
    if (!is_half_full(&mcts->tree) || mcts->root == 1) {
        return;
    }
    if (has_time(mcts, mcts->thinking->start_ns, COMPACT_NS_PER_NODE)) {
        compact_tree(mcts);
    } else {
        mcts_reset_tree(mcts);
    }
}

// Makes nodes of all moves of the root, unless the tree is full.
static void complete_root(Mcts *mcts) {
    Node *root = tree_node(&mcts->tree, mcts->root);
    if (!root->has_all_children && mcts->settings.widen > 0) {
        mcts_widen(&mcts->threads[0], root, &mcts->root_pos);
    } else if (tree_materialized_count(root) < root->child_count) {
        tree_materialize(&mcts->tree, root);
    }
}

bool mcts_prune(Mcts *mcts) {
    Tree *tree = &mcts->tree;
    if (!has_time(mcts, clock_now_ns(), PRUNE_NS_PER_NODE)) {
        return false;
    }
    const uint32_t visits_min = tree_visits_to_keep(tree, mcts->root, tree->capacity / 2);
    mcts->root = tree_prune(tree, mcts->root, visits_min);
    mcts->tree_number++;
    complete_root(mcts);
    return atomic_load(&tree->used) < tree->capacity - tree->capacity / 4;
}

// The child that a move leads to; 0 if it is no node.
static uint32_t child_by_move(const Tree *tree, const Node *node, Move move) {
    uint32_t count = tree_materialized_count(node);
    for (uint32_t i = 0; i < count; i++) {
        if (tree_node(tree, tree_child(node, i))->move == move) {
            return tree_child(node, i);
        }
    }
    return 0;
}

uint32_t mcts_find_child(const Mcts *mcts, const Position *pos, Move move) {
    bool is_root =
        mcts->root != 0 && pos->ply == mcts->root_pos.ply && tt_key(pos) == tt_key(&mcts->root_pos);
    return is_root ? child_by_move(&mcts->tree, tree_node(&mcts->tree, mcts->root), move) : 0;
}

void mcts_move_root(Mcts *mcts, const Game *game) {
    const Position *now = game_position(game);
    uint32_t found = 0;
    for (size_t back = 0; mcts->root != 0 && back <= 2 && back <= game->count && !found; back++) {
        const Position *before = &game->positions[game->count - back];
        if (before->ply != mcts->root_pos.ply || tt_key(before) != tt_key(&mcts->root_pos)) {
            continue;
        }
        found = mcts->root;
        for (size_t i = game->count - back; i < game->count && found; i++) {
            const Node *node = tree_node(&mcts->tree, found);
            found = child_by_move(&mcts->tree, node, game->moves[i]);
        }
    }
    Node *root = tree_node(&mcts->tree, found);
    if (!found ||
        (tree_materialized_count(root) == 0 && !mcts_unfold(&mcts->threads[0], root, now))) {
        mcts_reset_tree(mcts);
    } else {
        mcts->root = found;
        make_room(mcts);
        mcts->root_pos = *now;
        complete_root(mcts);
    }
    mcts->root_pos = *now;
}
