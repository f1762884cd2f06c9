// Makes a tree from the text that mcts_save wrote. The text may be anything: what is wrong leaves
// an empty tree.

#include "base/checksum.h"
#include "search/mcts_record.h"

// More than any search makes: what is counted on top of it does not overflow.
#define VISITS_MAX (1u << 30)

typedef struct Restorer {
    Mcts *mcts;
    const Rules *rules;
    MctsThread *thread;
    BitReader *in;
    // The record under way.
    uint32_t best;       // minimax of its children
    uint32_t last_prior; // of the child before
} Restorer;

static Move read_move(Restorer *restorer, size_t move_count) {
    const uint32_t index = bit_read(restorer->in, record_index_bits(move_count));
    return index < move_count ? restorer->thread->moves[index] : MOVE_NONE;
}

static void read_prior(Restorer *restorer, Node *node) {
    const uint32_t less = bit_read_count(restorer->in) - 1;
    restorer->last_prior = less < restorer->last_prior ? restorer->last_prior - less : 0;
    node->prior = record_to_prior(restorer->last_prior);
}

static void read_minimax(Restorer *restorer, Node *node) {
    const uint32_t less = bit_read_number(restorer->in, RECORD_MINIMAX_BITS);
    const uint32_t stored = less < restorer->best ? restorer->best - less : 0;
    atomic_store(&node->minimax, record_to_wp(stored));
}

static void read_visits(Restorer *restorer, Node *node) {
    const uint32_t visits = bit_read_count(restorer->in);
    atomic_store(&node->visits, visits < VISITS_MAX ? visits : VISITS_MAX);
}

static void set_mean(Node *node, uint64_t mean) {
    atomic_store(&node->wp_sum, mean * atomic_load(&node->visits));
}

// Its minimax has been read.
static void read_mean(Restorer *restorer, Node *node) {
    const int64_t mean = (int64_t)record_from_wp(atomic_load(&node->minimax)) +
                         record_to_difference(bit_read_number(restorer->in, RECORD_MEAN_BITS));
    const int64_t bounded = mean < 0 ? 0 : mean > RECORD_WP_ONE ? RECORD_WP_ONE : mean;
    set_mean(node, record_to_wp((uint32_t)bounded));
}

// A node without a record is evaluated again when it is visited: all its children are in a
// placeholder. One that was visited once is a leaf again: most are refuted ones (mcts_refute.c).
static bool add_placeholder(Tree *tree, Node *node) {
    if (atomic_load(&node->visits) == 1) {
        return true;
    }
    const uint32_t first = tree_allocate(tree, 1);
    if (first == CHILDREN_NONE) {
        return false;
    }
    Node *child = tree_node(tree, first);
    child->prior = PRIOR_ONE;
    atomic_store(&child->minimax, (uint16_t)(WP_ONE - atomic_load(&node->minimax)));
    tree_publish_children(node, first, 1, false);
    return true;
}

// Reads a visited child. `pending` in place of its children says that its record is to follow.
static bool read_visited(Restorer *restorer, Node *child, size_t move_count) {
    child->move = read_move(restorer, move_count);
    read_prior(restorer, child);
    read_visits(restorer, child);
    const bool has_record = bit_read(restorer->in, 1);
    if (!has_record && bit_read(restorer->in, 1)) {
        const Proof proof = (Proof)bit_read(restorer->in, RECORD_PROOF_BITS);
        atomic_store(&child->proof, (uint8_t)proof);
        atomic_store(&child->minimax, proven_minimax(proof));
        set_mean(child, proven_minimax(proof));
        return proof != PROOF_NONE;
    }
    read_minimax(restorer, child);
    if (has_record || atomic_load(&child->visits) > 1) {
        read_mean(restorer, child);
    } else {
        set_mean(child, atomic_load(&child->minimax));
    }
    if (has_record) {
        atomic_store(&child->children, CHILDREN_PENDING);
        return true;
    }
    return add_placeholder(&restorer->mcts->tree, child);
}

// Whether each of the children has a move, and one of its own.
static bool has_distinct_moves(const Tree *tree, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const Move move = tree_node(tree, first + i)->move;
        for (uint32_t j = 0; j < i; j++) {
            if (tree_node(tree, first + j)->move == move) {
                return false;
            }
        }
        if (move == MOVE_NONE) {
            return false;
        }
    }
    return true;
}

static bool read_children(Restorer *restorer, Node *node, const Position *pos) {
    Tree *tree = &restorer->mcts->tree;
    const size_t move_count = restorer->rules->moves(pos, restorer->thread->moves);
    const uint32_t visited_count = bit_read_count(restorer->in) - 1;
    const uint32_t next_count = bit_read(restorer->in, RECORD_NEXT_BITS);
    const uint32_t rest_count = bit_read(restorer->in, 1);
    const uint32_t move_children = visited_count + next_count;
    const uint32_t count = move_children + rest_count;
    if (restorer->in->is_over || visited_count > move_count || move_children > move_count ||
        count == 0 || (rest_count == 0 && move_children < move_count)) {
        return false;
    }
    restorer->best = bit_read(restorer->in, 1)
                         ? bit_read(restorer->in, RECORD_WP_BITS)
                         : RECORD_WP_ONE - record_from_wp(atomic_load(&node->minimax));
    restorer->last_prior = RECORD_PRIOR_FIRST;
    const uint32_t first = tree_allocate(tree, count);
    bool is_good = first != CHILDREN_NONE;
    for (uint32_t i = 0; is_good && i < visited_count; i++) {
        is_good = read_visited(restorer, tree_node(tree, first + i), move_count);
    }
    for (uint32_t i = visited_count; is_good && i < count; i++) {
        Node *child = tree_node(tree, first + i);
        child->move = i < move_children ? read_move(restorer, move_count) : MOVE_NONE;
        read_prior(restorer, child);
        read_minimax(restorer, child);
    }
    if (!is_good || restorer->in->is_over || !has_distinct_moves(tree, first, move_children)) {
        return false;
    }
    node->has_all_children = rest_count == 0;
    tree_publish_children(node, first, count, false);
    return true;
}

// Reads the record of a node whose position is in path[depth].
static bool read_record(Restorer *restorer, Node *node, size_t depth) {
    Position *path = restorer->thread->path;
    if (depth + 1 >= PATH_MAX_NODES || !read_children(restorer, node, &path[depth])) {
        return false;
    }
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < node->child_count; i++) {
        Node *child = tree_node(&restorer->mcts->tree, tree_child(node, i));
        if (atomic_load(&child->children) == CHILDREN_PENDING) {
            restorer->rules->apply(&path[depth], child->move, &path[depth + 1]);
            is_good = read_record(restorer, child, depth + 1);
        }
    }
    return is_good;
}

// Goes on to the reply that was played; false if it is not there. Its move has been read.
static bool find_reply(Restorer *restorer, const Position *pos, Move reply) {
    const size_t move_count = restorer->rules->moves(pos, restorer->thread->moves);
    while (!restorer->in->is_over) {
        const uint32_t length = bit_read(restorer->in, RECORD_LENGTH_BITS);
        const Slice rest = restorer->in->rest;
        if (length == 0 || length > rest.size) {
            return false;
        }
        if (read_move(restorer, move_count) == reply) {
            return !restorer->in->is_over;
        }
        bit_reader_init(restorer->in, slice_skip(rest, length));
    }
    return false;
}

static bool read_head(BitReader *in, Slice text, const Position *pos) {
    if (text.size < RECORD_HEAD_CHARACTERS) {
        return false;
    }
    const Slice body = slice_skip(text, RECORD_HEAD_CHARACTERS);
    bit_reader_init(in, text);
    bool is_good = bit_read(in, 32) == checksum_crc32(body.data, body.size);
    is_good = bit_read(in, RECORD_VERSION_BITS) == RECORD_VERSION && is_good;
    is_good = bit_read(in, 32) == tt_check(pos) && is_good;
    bit_reader_align(in);
    return is_good && !in->is_over;
}

bool mcts_restore(Mcts *mcts, const Game *game, Slice text) {
    mcts->root = 0;
    if (game->count == 0) {
        return false;
    }
    const Position *before = &game->positions[game->count - 1];
    BitReader reader;
    Restorer restorer = {
        .mcts = mcts, .rules = game->rules, .thread = &mcts->threads[0], .in = &reader};
    if (!read_head(&reader, text, before) ||
        !find_reply(&restorer, before, game->moves[game->count - 1])) {
        return false;
    }
    mcts_reset_tree(mcts);
    Node *root = tree_node(&mcts->tree, mcts->root);
    mcts->root_pos = *game_position(game);
    mcts->threads[0].path[0] = mcts->root_pos;
    read_visits(&restorer, root);
    atomic_store(&root->minimax, record_to_wp(bit_read(&reader, RECORD_WP_BITS)));
    read_mean(&restorer, root);
    // What follows must find room for all moves of the root.
    if (!read_record(&restorer, root, 0) || mcts->tree.capacity - mcts->tree.used < MOVES_MAX) {
        mcts->root = 0;
    }
    return mcts->root != 0;
}
