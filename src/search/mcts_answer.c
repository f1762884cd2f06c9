// Reading the tree: the best move, the principal variation, and whether more search matters.

#include "base/clock.h"
#include "search/mcts_parts.h"

// Proven wins come first, then the most visited children, then proven losses.
static double child_rank(const Mcts *mcts, const Node *child, uint32_t visits) {
    const double class_size = 1e10; // more than any number of visits
    Proof proof = (Proof)atomic_load(&child->proof);
    double rank = (double)visits + (double)mcts_wp(mcts, child);
    return rank + class_size * (proof == PROOF_WIN ? 2 : proof == PROOF_LOSS ? 0 : 1);
}

uint32_t mcts_best_child(const Mcts *mcts, const Node *node) {
    uint32_t count = tree_materialized_count(node);
    uint32_t best = 0;
    double best_rank = -1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = tree_child(node, i);
        const Node *child = tree_node(&mcts->tree, index);
        double rank = child_rank(mcts, child, atomic_load(&child->visits));
        if (rank > best_rank) {
            best_rank = rank;
            best = index;
        }
    }
    return best;
}

bool mcts_is_settled(const Mcts *mcts, double left) {
    const Node *root = tree_node(&mcts->tree, mcts->root);
    uint32_t node_count = tree_materialized_count(root);
    uint32_t count = root->child_count - node_count; // of children that are not lost
    uint32_t most = 0;
    uint32_t second = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        const Node *child = tree_node(&mcts->tree, tree_child(root, i));
        if (atomic_load_explicit(&child->proof, memory_order_relaxed) == PROOF_LOSS) {
            continue;
        }
        uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        count++;
        second = visits > most ? most : visits > second ? visits : second;
        most = visits > most ? visits : most;
    }
    return count == 1 || (double)(most - second) > left;
}

// The score of a move of the root.
static void score_move(const Mcts *mcts, const Node *node, EngineReport *report) {
    Proof proof = (Proof)atomic_load(&node->proof);
    report->is_proven = proof != PROOF_NONE;
    report->score = proof == PROOF_WIN    ? VALUE_MAX / 10
                    : proof == PROOF_LOSS ? -VALUE_MAX / 10
                    : proof == PROOF_DRAW ? 0
                                          : value_from_win_probability(mcts_wp(mcts, node)) / 10;
}

// The principal variation through a child of the root, its length and its score.
static void fill_line(const Mcts *mcts, uint32_t child, EngineReport *report) {
    const Tree *tree = &mcts->tree;
    const Node *node = tree_node(tree, child);
    score_move(mcts, node, report);
    do {
        report->pv[report->pv_count++] = node->move;
        child = mcts_best_child(mcts, node);
        node = tree_node(tree, child);
    } while (report->pv_count < PV_MAX && child != 0 && atomic_load(&node->visits) > 0);
    report->depth = (int)report->pv_count;
}

static bool root_is_proven(const Mcts *mcts) {
    return atomic_load(&tree_node(&mcts->tree, mcts->root)->proof) != PROOF_NONE;
}

void mcts_fill_report(const Mcts *mcts, EngineReport *report) {
    *report = (EngineReport){
        .nodes = mcts_simulations(mcts),
        .time_ms = (clock_now_ns() - mcts->thinking->start_ns) / NS_PER_MS,
    };
    uint32_t child = mcts_best_child(mcts, tree_node(&mcts->tree, mcts->root));
    if (child != 0) {
        fill_line(mcts, child, report);
        // A proven draw of one move proves nothing of the others.
        report->is_proven = report->score > 0 ? report->is_proven : root_is_proven(mcts);
    }
}

// A child of the root as it was when all of them were looked at.
typedef struct RankedChild {
    double rank;
    uint32_t index;
    uint32_t visits;
} RankedChild;

// The best children of the root, at most `wanted`, best first; equals in the order of their
// indices. Each is looked at once: in a search under way their ranks change all the time.
static size_t rank_children(const Mcts *mcts, size_t wanted, RankedChild *best) {
    const Node *root = tree_node(&mcts->tree, mcts->root);
    const uint32_t child_count = tree_materialized_count(root);
    size_t count = 0;
    for (uint32_t i = 0; i < child_count; i++) {
        const uint32_t index = tree_child(root, i);
        const Node *child = tree_node(&mcts->tree, index);
        const uint32_t visits = atomic_load(&child->visits);
        const double rank = child_rank(mcts, child, visits);
        if (count == wanted && rank <= best[count - 1].rank) {
            continue;
        }
        size_t at = count < wanted ? count++ : count - 1;
        for (; at > 0 && best[at - 1].rank < rank; at--) {
            best[at] = best[at - 1];
        }
        best[at] = (RankedChild){.rank = rank, .index = index, .visits = visits};
    }
    return count;
}

size_t mcts_lines(const Mcts *mcts, size_t wanted, EngineReport *lines) {
    RankedChild best[ENGINE_LINES_MAX];
    const size_t count = mcts->root != 0 ? rank_children(mcts, wanted, best) : 0;
    for (size_t i = 0; i < count; i++) {
        lines[i] = (EngineReport){.nodes = best[i].visits};
        fill_line(mcts, best[i].index, &lines[i]);
    }
    return count;
}

bool mcts_is_deep_enough(const Mcts *mcts, int depth) {
    const Node *node = tree_node(&mcts->tree, mcts->root);
    uint32_t child;
    while (depth > 0 && (child = mcts_best_child(mcts, node)) != 0 &&
           atomic_load(&tree_node(&mcts->tree, child)->visits) > 0) {
        node = tree_node(&mcts->tree, child);
        depth--;
    }
    return depth == 0;
}
