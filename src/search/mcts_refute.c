// Refuting a leaf by a few replies, instead of evaluating all its moves.
//
// The replies are those that answer its siblings best, which mostly answer the leaf as well. If one
// of them makes the leaf worse than a sibling, it is refuted and gets no children. The replies that
// were left out can only lower its value further, and its parent prefers the sibling already. A
// leaf that is visited again is expanded with all its moves.

#include <string.h>

#include "search/mcts_parts.h"
#include "search/ordering.h"

// Of all siblings that are asked.
#define REPLIES_MAX 256

// The replies, and a bit for the hash of each: nearly all other moves are told by that.
#define HASH_BITS 12
typedef struct Replies {
    size_t count;
    Move moves[REPLIES_MAX];
    uint64_t hashes[(1 << HASH_BITS) / 64];
} Replies;

static uint32_t move_hash(Move move) {
    return move * UINT32_C(0x9e3779b1) >> (32 - HASH_BITS);
}

static bool has_reply(const Replies *replies, Move move) {
    const uint32_t hash = move_hash(move);
    if (!(replies->hashes[hash / 64] >> hash % 64 & 1)) {
        return false;
    }
    for (size_t i = 0; i < replies->count; i++) {
        if (replies->moves[i] == move) {
            return true;
        }
    }
    return false;
}

static void add_reply(Replies *replies, Move move) {
    if (replies->count < REPLIES_MAX && !has_reply(replies, move)) {
        const uint32_t hash = move_hash(move);
        replies->hashes[hash / 64] |= UINT64_C(1) << hash % 64;
        replies->moves[replies->count++] = move;
    }
}

// Adds the first children of an expanded node: the best by their first evaluations.
static void add_replies(Replies *replies, const Tree *tree, const Node *node, uint32_t most) {
    const uint32_t node_count = tree_materialized_count(node);
    const Edge *edges = tree_edges(tree, atomic_load(&node->children));
    for (uint32_t i = 0; i < node->child_count && i < most; i++) {
        add_reply(replies, i < node_count ? tree_node(tree, tree_child(node, i))->move
                                          : edges[i - node_count].move);
    }
}

// The highest Q among a leaf's siblings: what its parent has without the leaf. No sibling behind
// the first unvisited one is better than that one.
static float best_sibling(const Mcts *mcts, const Node *leaf, const Node *parent) {
    const uint32_t node_count = tree_materialized_count(parent);
    float best = 0;
    bool is_visited = true;
    for (uint32_t i = 0; i < node_count && is_visited; i++) {
        const Node *sibling = tree_node(&mcts->tree, tree_child(parent, i));
        if (sibling != leaf) {
            const float wp = mcts_wp(mcts, sibling);
            best = wp > best ? wp : best;
            is_visited = atomic_load_explicit(&sibling->visits, memory_order_relaxed) > 0;
        }
    }
    return best;
}

// Collects the replies to a leaf's siblings. The leaf itself has no children.
static void ask_siblings(const Mcts *mcts, const Node *parent, Replies *replies) {
    const Tree *tree = &mcts->tree;
    const uint32_t node_count = tree_materialized_count(parent);
    const uint32_t most = (uint32_t)mcts->settings.replies;
    int wanted = mcts->settings.siblings;
    memset(replies, 0, sizeof *replies);
    for (uint32_t i = 0; i < node_count && wanted > 0; i++) {
        const Node *sibling = tree_node(tree, tree_child(parent, i));
        if (tree_materialized_count(sibling) > 0) {
            add_replies(replies, tree, sibling, most);
            wanted--;
        }
        if (atomic_load_explicit(&sibling->visits, memory_order_relaxed) == 0) {
            break;
        }
    }
}

// Whether a leaf with this win probability is worse than a sibling.
static bool is_refuted(const Mcts *mcts, const Node *leaf, const Node *parent, float wp) {
    return wp < best_sibling(mcts, leaf, parent) - mcts->settings.margin;
}

bool mcts_refute_as(
    const Mcts *mcts, Node *leaf, const Node *parent, const Node *other, float *value) {
    const uint16_t minimax = atomic_load_explicit(&other->minimax, memory_order_relaxed);
    if (!is_refuted(mcts, leaf, parent, (float)minimax / WP_ONE)) {
        return false;
    }
    *value = 1.0f - mcts_wp(mcts, other);
    atomic_store(&leaf->minimax, minimax);
    return true;
}

// Copies those of the first `count` moves in thread->moves that are replies into thread->replies,
// in the same order, and returns how many.
static size_t keep_replies(MctsThread *thread, size_t count, const Replies *replies) {
    size_t kept = 0;
    for (size_t i = 0; i < count && kept < replies->count; i++) {
        thread->replies[kept] = thread->moves[i];
        kept += has_reply(replies, thread->moves[i]);
    }
    return kept;
}

bool mcts_refute(MctsThread *thread, Node *leaf, const Node *parent, const Position *pos,
    size_t move_count, float *value) {
    const Mcts *mcts = thread->mcts;
    const Evaluator *evaluator = mcts->evaluator;
    Replies replies;
    ask_siblings(mcts, parent, &replies);
    if (move_count < 2 * replies.count) {
        return false; // little would be spared
    }
    const size_t count = keep_replies(thread, move_count, &replies);
    if (count == 0) {
        return false;
    }
    evaluator->move_values(evaluator, pos, thread->replies, count, thread->values);
    order_best(thread->values, count, count, thread->order);
    mcts_weigh(thread, mcts_rank_by_value(thread), count);
    // A proof is left to the expansion.
    const uint16_t minimax = (uint16_t)(WP_ONE - mcts_discounted_wp(mcts, thread->wps[0]));
    if (thread->ordered[0] >= VALUE_MAX ||
        !is_refuted(mcts, leaf, parent, (float)minimax / WP_ONE)) {
        return false;
    }
    *value = mcts_value_target(thread, leaf, count);
    atomic_store(&leaf->minimax, minimax);
    return true;
}
