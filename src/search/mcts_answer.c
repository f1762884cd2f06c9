// What the tree says when it is asked: the move, the line, and whether more search could change it.

#include "base/clock.h"
#include "search/mcts_parts.h"

uint32_t mcts_best_child(const Tree *tree, const Node *node) {
    uint32_t first = atomic_load(&node->children);
    uint32_t best = 0;
    double best_rank = -1;
    for (uint32_t i = 0; first != CHILDREN_NONE && i < node->child_count; i++) {
        const Node *child = tree_node(tree, first + i);
        Proof proof = (Proof)atomic_load(&child->proof);
        double rank = (double)atomic_load(&child->visits) + (double)mcts_mean_chance(child);
        rank += proof == PROOF_WIN ? 1e12 : proof == PROOF_LOSS ? 0 : 1e6;
        if (rank > best_rank) {
            best_rank = rank;
            best = first + i;
        }
    }
    return best;
}

bool mcts_is_settled(const Mcts *mcts, double left) {
    const Node *root = tree_node(&mcts->tree, mcts->root);
    uint32_t first = atomic_load(&root->children);
    uint32_t most = 0;
    uint32_t second = 0;
    for (uint32_t i = 0; first != CHILDREN_NONE && i < root->child_count; i++) {
        uint32_t visits =
            atomic_load_explicit(&tree_node(&mcts->tree, first + i)->visits, memory_order_relaxed);
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return (double)(most - second) > left;
}

void mcts_fill_report(const Mcts *mcts, EngineReport *report) {
    const Tree *tree = &mcts->tree;
    *report = (EngineReport){
        .nodes = atomic_load(&mcts->simulations),
        .time_ms = (clock_now_ns() - mcts->start_ns) / NS_PER_MS,
    };
    const Node *node = tree_node(tree, mcts->root);
    uint32_t child;
    while (report->pv_count < PV_MAX && (child = mcts_best_child(tree, node)) != 0) {
        node = tree_node(tree, child);
        if (report->pv_count > 0 && atomic_load(&node->visits) == 0) {
            break;
        }
        if (report->pv_count == 0) {
            report->score = value_from_chance(mcts_mean_chance(node)) / 10;
        }
        report->pv[report->pv_count++] = node->move;
    }
    report->depth = (int)report->pv_count;
}

bool mcts_is_deep_enough(const Mcts *mcts, int depth) {
    const Node *node = tree_node(&mcts->tree, mcts->root);
    uint32_t child;
    while (depth > 0 && (child = mcts_best_child(&mcts->tree, node)) != 0 &&
           atomic_load(&tree_node(&mcts->tree, child)->visits) > 0) {
        node = tree_node(&mcts->tree, child);
        depth--;
    }
    return depth == 0;
}
