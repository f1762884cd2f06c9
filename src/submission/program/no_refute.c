// No refutation of leaves: Quoridor's search asks for none (search/immure.c), and its files have
// little room left.

#include "search/mcts_parts.h"

bool mcts_refute(MctsThread *thread, Node *leaf, const Node *parent, const Position *pos,
    size_t move_count, float *value) {
    (void)thread;
    (void)leaf;
    (void)parent;
    (void)pos;
    (void)move_count;
    (void)value;
    return false;
}

bool mcts_refute_as(
    const Mcts *mcts, Node *leaf, const Node *parent, const Node *other, float *value) {
    (void)mcts;
    (void)leaf;
    (void)parent;
    (void)other;
    (void)value;
    return false;
}
