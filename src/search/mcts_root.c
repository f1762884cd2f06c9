// Keeping the tree from move to move.

#include "search/mcts_parts.h"
#include "search/table.h"

// A guess on the high side: tree_keep_below reads every node once and moves those that stay.
#define TIDYING_NS_PER_NODE 10

// What is not below the root is left where it is until half of the tree is used: then it goes. If
// there is too little time for that everything goes.
static void make_room(Mcts *mcts) {
    const Thinking *thinking = mcts->thinking;
    uint32_t used = atomic_load(&mcts->tree.used);
    if (used < mcts->tree.capacity / 2 || mcts->root == 1) {
        return;
    }
    int64_t cost_ns = (int64_t)used * TIDYING_NS_PER_NODE;
    bool has_time = thinking->stop_ns == DEADLINE_NEVER ||
                    cost_ns < (thinking->stop_ns - thinking->start_ns) / 4;
    mcts->root = has_time ? tree_keep_below(&mcts->tree, mcts->root) : tree_reset(&mcts->tree);
}

void mcts_move_root(Mcts *mcts, const Game *game) {
    const Position *now = game_position(game);
    uint32_t found = 0;
    for (size_t back = 0; mcts->root != 0 && back <= 2 && back <= game->count && !found; back++) {
        const Position *before = &game->positions[game->count - back];
        if (before->ply != mcts->root_pos.ply || table_key(before) != table_key(&mcts->root_pos)) {
            continue;
        }
        found = mcts->root;
        for (size_t i = game->count - back; i < game->count && found; i++) {
            const Node *node = tree_node(&mcts->tree, found);
            uint32_t first = mcts_children(node);
            uint32_t next = 0;
            for (uint32_t c = 0; first != CHILDREN_NONE && c < node->child_count; c++) {
                next = tree_node(&mcts->tree, first + c)->move == game->moves[i] ? first + c : next;
            }
            found = next;
        }
    }
    if (!found || mcts_children(tree_node(&mcts->tree, found)) == CHILDREN_NONE) {
        mcts->root = tree_reset(&mcts->tree);
    } else {
        mcts->root = found;
        make_room(mcts);
    }
    mcts->root_pos = *now;
}
