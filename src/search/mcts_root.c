// Keeping the tree from move to move.

#include "search/mcts_parts.h"
#include "search/table.h"

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
            uint32_t first = atomic_load(&node->children);
            uint32_t next = 0;
            for (uint32_t c = 0; first != CHILDREN_NONE && c < node->child_count; c++) {
                next = tree_node(&mcts->tree, first + c)->move == game->moves[i] ? first + c : next;
            }
            found = next;
        }
    }
    if (found && found == mcts->root) {
        return; // thinking on
    }
    if (found && atomic_load(&tree_node(&mcts->tree, found)->children) != CHILDREN_NONE) {
        mcts->root = tree_copy_below(&mcts->spare, &mcts->tree, found);
        Tree swapped = mcts->tree;
        mcts->tree = mcts->spare;
        mcts->spare = swapped;
    } else {
        mcts->root = tree_reset(&mcts->tree);
    }
    mcts->root_pos = *now;
}
