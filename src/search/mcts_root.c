// The tree's room: what is kept from move to move, and what is given up when it is full.

#include "base/clock.h"
#include "search/mcts_parts.h"

// Upper estimates: tree_compact reads every node about once and moves those that stay. Pruning
// reads them twice.
#define COMPACT_NS_PER_NODE 10
#define PRUNE_NS_PER_NODE 20
#define RENUMBER_NS_PER_TRANSPOSITION 10
// Compacting or pruning may take one part in WORK_SHARE of the time that is left
// (docs/decisions/0032). A tree that would take more than one in SOON_SHARE is compacted before it
// is too large for that. Renumbering only saves evaluations, so it gets less.
#define WORK_SHARE 4
#define SOON_SHARE 8
#define RENUMBER_SHARE 32

void mcts_reset_tree(Mcts *mcts) {
    mcts->root = tree_reset(&mcts->tree);
    mcts->tree_number++;
    atomic_store(&mcts->is_full, false);
}

// Whether work on the tree takes at most one part in `share` of the time that is left.
static bool has_time(const Mcts *mcts, int64_t cost_ns, int share) {
    const int64_t stop_ns = mcts->thinking->stop_ns;
    return stop_ns == DEADLINE_NEVER || cost_ns < (stop_ns - clock_now_ns()) / share;
}

static int64_t cost_of_nodes(const Mcts *mcts, int64_t ns_per_node) {
    return (int64_t)atomic_load(&mcts->tree.used) * ns_per_node;
}

// Follows what a compaction did to the tree, whose root is now `root`.
static void follow_compaction(Mcts *mcts, uint32_t root) {
    const int64_t cost_ns =
        (int64_t)(mcts->transpositions.mask + 1) * RENUMBER_NS_PER_TRANSPOSITION;
    mcts->root = root;
    if (has_time(mcts, cost_ns, RENUMBER_SHARE)) {
        mcts_renumber_transpositions(mcts);
    } else {
        mcts->tree_number++;
    }
}

static bool is_half_full(const Tree *tree) {
    return atomic_load(&tree->used) >= tree->capacity / 2;
}

// Compacts the tree once half of it is used, or earlier if it would soon take too long for the time
// that there is for a move. Where it does take too long, empties a tree that is half full; another
// one has room for this move.
static void make_room(Mcts *mcts) {
    const int64_t cost_ns = cost_of_nodes(mcts, COMPACT_NS_PER_NODE);
    const bool must_shrink = is_half_full(&mcts->tree);
    if (mcts->root == 1 || (!must_shrink && has_time(mcts, cost_ns, SOON_SHARE))) {
        return;
    }
    if (has_time(mcts, cost_ns, WORK_SHARE)) {
        const uint32_t root = tree_compact(&mcts->tree, mcts->root, mcts->thinking->stop);
        if (root != 0) {
            follow_compaction(mcts, root);
        }
    } else if (must_shrink) {
        mcts_reset_tree(mcts);
    }
}

// Makes nodes of all moves of the root, unless the tree is full. A root without children gets all
// when it is expanded.
static void complete_root(Mcts *mcts) {
    Node *root = tree_node(&mcts->tree, mcts->root);
    const uint32_t node_count = tree_materialized_count(root);
    if (node_count == 0) {
        return;
    }
    if (!root->has_all_children && mcts->settings.widen > 0) {
        mcts_widen(&mcts->threads[0], root, &mcts->root_pos);
    } else if (node_count < root->child_count) {
        tree_materialize(&mcts->tree, root);
    }
}

bool mcts_prune(Mcts *mcts) {
    Tree *tree = &mcts->tree;
    const atomic_bool *stop = mcts->thinking->stop;
    mcts->may_prune = false;
    if (!has_time(mcts, cost_of_nodes(mcts, PRUNE_NS_PER_NODE), WORK_SHARE)) {
        return false;
    }
    const uint32_t visits_min = tree_visits_to_keep(tree, mcts->root, tree->capacity / 2, stop);
    const uint32_t root = visits_min ? tree_prune(tree, mcts->root, visits_min, stop) : 0;
    if (root == 0) {
        return false;
    }
    follow_compaction(mcts, root);
    complete_root(mcts);
    mcts->may_prune = atomic_load(&tree->used) < tree->capacity - tree->capacity / 4;
    return true;
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

// Whether the root has a position. The rules of a variant are not in the key.
static bool is_root(const Mcts *mcts, const Position *pos) {
    const Position *root_pos = &mcts->root_pos;
    return pos->variant == root_pos->variant && pos->ply == root_pos->ply &&
           tt_key(pos) == tt_key(root_pos);
}

uint32_t mcts_find_child(const Mcts *mcts, const Position *pos, Move move) {
    return mcts->root != 0 && is_root(mcts, pos)
               ? child_by_move(&mcts->tree, tree_node(&mcts->tree, mcts->root), move)
               : 0;
}

void mcts_move_root(Mcts *mcts, const Game *game) {
    const Position *now = game_position(game);
    uint32_t found = 0;
    for (size_t back = 0; mcts->root != 0 && back <= 2 && back <= game->count && !found; back++) {
        const Position *before = &game->positions[game->count - back];
        if (!is_root(mcts, before)) {
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
