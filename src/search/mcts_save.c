// Writes the tree below an answer as text.

#include "base/checksum.h"
#include "search/mcts_record.h"

// Nodes are stored from so many visits on: as few as fit.
#define VISITS_MIN_MAX 1024
// What is not worth computing in an estimate, on average: the move and the prior of a child, a
// child that was not visited, and a record besides these.
#define MOVE_BITS 12
#define NEXT_BITS 21
#define RECORD_BITS 22
// Where the estimate was too low, so many times as many visits are asked for.
#define RETRY_FACTOR 1.5
#define RETRIES 4

typedef struct Saver {
    Mcts *mcts;
    const Rules *rules;
    MctsThread *thread;
    BitWriter *out;
    uint32_t visits_min; // of a node that gets a record
    uint32_t next_max;   // of the unvisited children in a record
    // The record under way, as its reader knows it.
    uint32_t best;       // minimax of its children
    uint32_t last_prior; // of the child before
    // The nodes with so many visits that can have a record, and what these take about without their
    // unvisited children.
    size_t records_by_visits[VISITS_MIN_MAX + 1];
    size_t bits_by_visits[VISITS_MIN_MAX + 1];
} Saver;

// What a record says about the children, above all about those that were not visited.
typedef struct Unvisited {
    uint32_t best; // the highest minimax of all, visited or not, as it is stored
    uint32_t visited_count;
    uint32_t next_count;
    Edge next[RECORD_NEXT_MAX]; // the first that may be visited
    Edge rest;                  // the highest evaluation and prior of the others
    bool is_rest;               // whether there are others, or moves without a child
} Unvisited;

static uint32_t visits_of(const Node *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static void look_at_minimax(Unvisited *unvisited, uint16_t wp) {
    const uint32_t stored = record_from_wp(wp);
    unvisited->best = stored > unvisited->best ? stored : unvisited->best;
}

static void look_at_unvisited(Unvisited *unvisited, uint32_t next_max, Edge edge) {
    look_at_minimax(unvisited, edge.wp);
    if (unvisited->next_count < next_max && edge.move != MOVE_NONE) {
        unvisited->next[unvisited->next_count++] = edge;
        return;
    }
    Edge *rest = &unvisited->rest;
    rest->wp = edge.wp > rest->wp ? edge.wp : rest->wp;
    rest->prior = edge.prior > rest->prior ? edge.prior : rest->prior;
    unvisited->is_rest = true;
}

static Unvisited look_at_children(const Saver *saver, const Node *node) {
    const Tree *tree = &saver->mcts->tree;
    const uint32_t node_count = tree_materialized_count(node);
    Unvisited unvisited = {.is_rest = !node->has_all_children};
    for (uint32_t i = 0; i < node_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        if (visits_of(child) > 0) {
            unvisited.visited_count++;
            if (atomic_load(&child->proof) == PROOF_NONE) {
                look_at_minimax(&unvisited, atomic_load(&child->minimax));
            }
        } else if (atomic_load(&child->proof) != PROOF_NONE) {
            unvisited.is_rest = true; // evaluated as lost: never visited
        } else {
            const Edge edge = {child->move, atomic_load(&child->minimax), child->prior};
            look_at_unvisited(&unvisited, saver->next_max, edge);
        }
    }
    const Edge *edges = tree_edges(tree, atomic_load(&node->children));
    for (uint32_t i = node_count; i < node->child_count; i++) {
        look_at_unvisited(&unvisited, saver->next_max, edges[i - node_count]);
    }
    return unvisited;
}

static bool can_have_record(const Tree *tree, const Node *node, size_t depth) {
    const uint32_t count = tree_materialized_count(node);
    const bool is_empty = count == 1 && tree_is_partial(tree, node);
    return atomic_load(&node->proof) == PROOF_NONE && count > 0 && !is_empty &&
           visits_of(node) > 0 && depth + 1 < PATH_MAX_NODES;
}

// Whether nobody else has a record of these children: transpositions share them.
static bool mark_children(Saver *saver, const Node *node) {
    return tree_mark(&saver->mcts->tree, TREE_MARK_CHILDREN, atomic_load(&node->children));
}

// What bit_write_count and bit_write_number take.
static size_t count_bits(uint32_t value) {
    return 2 * (31 - (size_t)__builtin_clz(value)) + 1;
}
static size_t number_bits(uint32_t value, int low_width) {
    return count_bits((value >> low_width) + 1) + (size_t)low_width;
}

// How a node's mean differs from its minimax, as it is stored.
static uint32_t mean_difference(const Node *node) {
    const uint32_t mean = (uint32_t)(atomic_load(&node->wp_sum) / visits_of(node));
    const uint32_t minimax = record_from_wp(atomic_load(&node->minimax));
    return record_from_difference((int)record_from_wp(mean) - (int)minimax);
}

// What a visited child takes about, if the best of its siblings has this minimax.
static size_t visited_bits(const Node *child, uint32_t best) {
    const size_t bits = MOVE_BITS + count_bits(visits_of(child)) + 2;
    if (atomic_load(&child->proof) != PROOF_NONE) {
        return bits + RECORD_PROOF_BITS;
    }
    const uint32_t minimax = record_from_wp(atomic_load(&child->minimax));
    const size_t minimax_bits =
        number_bits(minimax < best ? best - minimax : 0, RECORD_MINIMAX_BITS);
    const size_t mean_bits =
        visits_of(child) > 1 ? number_bits(mean_difference(child), RECORD_MEAN_BITS) : 0;
    return bits + minimax_bits + mean_bits;
}

// The best minimax among a node's children by the node's own, as it is stored. It is another only
// where a transposition has changed them since.
static uint32_t usual_best(const Node *node) {
    return RECORD_WP_ONE - record_from_wp(atomic_load(&node->minimax));
}

// Estimates what the records below a node take. `visits` is the smallest number from the root on.
static void estimate(Saver *saver, const Node *node, uint32_t visits, size_t depth) {
    const Tree *tree = &saver->mcts->tree;
    visits = visits_of(node) < visits ? visits_of(node) : visits;
    if (!can_have_record(tree, node, depth) || !mark_children(saver, node)) {
        return;
    }
    const uint32_t node_count = tree_materialized_count(node);
    size_t bits = RECORD_BITS;
    for (uint32_t i = 0; i < node_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        if (visits_of(child) > 0) {
            bits += visited_bits(child, usual_best(node));
            estimate(saver, child, visits, depth + 1);
        }
    }
    saver->bits_by_visits[visits] += bits;
    saver->records_by_visits[visits]++;
}

// The smallest number of visits for which all records fit, by the estimate.
static uint32_t find_visits_min(const Saver *saver) {
    size_t room_bits = saver->out->capacity * BIT_TEXT_PAIR_BITS / 2;
    uint32_t visits = VISITS_MIN_MAX + 1;
    while (visits > 1) {
        const size_t bits = saver->bits_by_visits[visits - 1] +
                            saver->records_by_visits[visits - 1] * saver->next_max * NEXT_BITS;
        if (bits >= room_bits) {
            break;
        }
        room_bits -= bits;
        visits--;
    }
    return visits;
}

// Chooses how much is stored: all nodes before more of their unvisited children.
static void choose_records(Saver *saver, const Node *root) {
    tree_clear_marks(&saver->mcts->tree);
    estimate(saver, root, VISITS_MIN_MAX, 0);
    saver->next_max = RECORD_NEXT_MAX;
    while ((saver->visits_min = find_visits_min(saver)) > 1 && saver->next_max > 1) {
        saver->next_max /= 2;
    }
}

static void write_move(Saver *saver, size_t move_count, Move move) {
    uint32_t index = 0;
    while (index + 1 < move_count && saver->thread->moves[index] != move) {
        index++;
    }
    bit_write(saver->out, index, record_index_bits(move_count));
}

// A child that is out of order gets the prior of the one before.
static void write_prior(Saver *saver, uint16_t prior) {
    const uint32_t stored = record_from_prior(prior);
    const uint32_t kept = stored < saver->last_prior ? stored : saver->last_prior;
    bit_write_count(saver->out, saver->last_prior - kept + 1);
    saver->last_prior = kept;
}

static void write_minimax(Saver *saver, uint16_t minimax) {
    bit_write_number(saver->out, saver->best - record_from_wp(minimax), RECORD_MINIMAX_BITS);
}

static void write_edge(Saver *saver, Edge edge) {
    write_prior(saver, edge.prior);
    write_minimax(saver, edge.wp);
}

static void write_mean(Saver *saver, const Node *node) {
    bit_write_number(saver->out, mean_difference(node), RECORD_MEAN_BITS);
}

// Writes a visited child, and marks it if its record is to follow.
static void write_visited(Saver *saver, uint32_t index, size_t move_count, size_t depth) {
    const Tree *tree = &saver->mcts->tree;
    const Node *child = tree_node(tree, index);
    const bool has_record = visits_of(child) >= saver->visits_min &&
                            can_have_record(tree, child, depth) && mark_children(saver, child);
    const bool is_proven = atomic_load(&child->proof) != PROOF_NONE;
    write_move(saver, move_count, child->move);
    write_prior(saver, child->prior);
    bit_write_count(saver->out, visits_of(child));
    bit_write(saver->out, has_record, 1);
    if (has_record) {
        tree_mark(&saver->mcts->tree, TREE_MARK_NODE, index);
    } else {
        bit_write(saver->out, is_proven, 1);
    }
    if (is_proven) {
        bit_write(saver->out, atomic_load(&child->proof), RECORD_PROOF_BITS);
        return;
    }
    write_minimax(saver, atomic_load(&child->minimax));
    if (has_record || visits_of(child) > 1) {
        write_mean(saver, child);
    }
}

static void write_record(Saver *saver, const Node *node, size_t depth);

static void write_records_below(Saver *saver, const Node *node, size_t depth) {
    const Tree *tree = &saver->mcts->tree;
    const uint32_t node_count = tree_materialized_count(node);
    for (uint32_t i = 0; i < node_count && !saver->out->is_full; i++) {
        const uint32_t index = tree_child(node, i);
        if (tree_has_mark(tree, TREE_MARK_NODE, index)) {
            const Node *child = tree_node(tree, index);
            Position *path = saver->thread->path;
            saver->rules->apply(&path[depth], child->move, &path[depth + 1]);
            write_record(saver, child, depth + 1);
        }
    }
}

static void write_record(Saver *saver, const Node *node, size_t depth) {
    const Tree *tree = &saver->mcts->tree;
    const Position *pos = &saver->thread->path[depth];
    const size_t move_count = saver->rules->moves(pos, saver->thread->moves);
    const uint32_t node_count = tree_materialized_count(node);
    const Unvisited unvisited = look_at_children(saver, node);
    bit_write_count(saver->out, unvisited.visited_count + 1);
    bit_write(saver->out, unvisited.next_count, RECORD_NEXT_BITS);
    bit_write(saver->out, unvisited.is_rest, 1);
    saver->best = usual_best(node);
    bit_write(saver->out, unvisited.best != saver->best, 1);
    if (unvisited.best != saver->best) {
        bit_write(saver->out, unvisited.best, RECORD_WP_BITS);
        saver->best = unvisited.best;
    }
    saver->last_prior = RECORD_PRIOR_FIRST;
    for (uint32_t i = 0; i < node_count; i++) {
        const uint32_t index = tree_child(node, i);
        if (visits_of(tree_node(tree, index)) > 0) {
            write_visited(saver, index, move_count, depth + 1);
        }
    }
    for (uint32_t i = 0; i < unvisited.next_count; i++) {
        write_move(saver, move_count, unvisited.next[i].move);
        write_edge(saver, unvisited.next[i]);
    }
    if (unvisited.is_rest) {
        write_edge(saver, unvisited.rest);
    }
    write_records_below(saver, node, depth);
}

// Writes what is known about a reply; the position before it is in path[0].
static void write_reply(Saver *saver, const Node *reply) {
    Position *path = saver->thread->path;
    const size_t start = saver->out->size;
    bit_write(saver->out, 0, RECORD_LENGTH_BITS);
    const size_t move_count = saver->rules->moves(&path[0], saver->thread->moves);
    write_move(saver, move_count, reply->move);
    bit_write_count(saver->out, visits_of(reply));
    bit_write(saver->out, record_from_wp(atomic_load(&reply->minimax)), RECORD_WP_BITS);
    write_mean(saver, reply);
    saver->rules->apply(&path[0], reply->move, &path[1]);
    write_record(saver, reply, 1);
    bit_writer_align(saver->out);
    if (saver->out->is_full) {
        saver->out->size = start; // those before it are whole
        return;
    }
    BitWriter length;
    bit_writer_init(&length, saver->out->out + start, RECORD_LENGTH_CHARACTERS);
    const size_t behind = start + RECORD_LENGTH_CHARACTERS;
    bit_write(&length, (uint32_t)(saver->out->size - behind), RECORD_LENGTH_BITS);
}

// Writes the replies to an answer, the most visited first: those behind them are left out if the
// text is full.
static void write_replies(Saver *saver, const Node *answer) {
    Mcts *mcts = saver->mcts;
    const uint32_t count = tree_materialized_count(answer);
    tree_clear_marks(&mcts->tree);
    for (;;) {
        uint32_t best = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t index = tree_child(answer, i);
            const Node *reply = tree_node(&mcts->tree, index);
            const bool is_left = visits_of(reply) >= saver->visits_min &&
                                 can_have_record(&mcts->tree, reply, 1) &&
                                 !tree_has_mark(&mcts->tree, TREE_MARK_NODE, index);
            if (is_left &&
                (best == 0 || visits_of(reply) > visits_of(tree_node(&mcts->tree, best)))) {
                best = index;
            }
        }
        if (best == 0 || saver->out->is_full) {
            return;
        }
        tree_mark(&mcts->tree, TREE_MARK_NODE, best);
        if (mark_children(saver, tree_node(&mcts->tree, best))) {
            write_reply(saver, tree_node(&mcts->tree, best));
        }
    }
}

size_t mcts_save(Mcts *mcts, const Game *game, Move move, char *out, size_t capacity) {
    const uint32_t answer = mcts_find_child(mcts, game_position(game), move);
    if (answer == 0 || capacity < RECORD_HEAD_CHARACTERS) {
        return 0;
    }
    BitWriter writer;
    bit_writer_init(&writer, out, capacity);
    Saver saver = {.mcts = mcts, .rules = game->rules, .thread = &mcts->threads[0], .out = &writer};
    const Node *node = tree_node(&mcts->tree, answer);
    choose_records(&saver, node);
    game->rules->apply(game_position(game), move, &saver.thread->path[0]);
    bit_write(&writer, 0, 32);
    bit_write(&writer, RECORD_VERSION, RECORD_VERSION_BITS);
    bit_write(&writer, tt_check(&saver.thread->path[0]), 32);
    bit_writer_align(&writer);
    const BitWriter start = writer;
    for (int i = 0; i <= RETRIES && (i == 0 || writer.is_full); i++) {
        writer = start;
        write_replies(&saver, node);
        saver.visits_min = (uint32_t)((double)saver.visits_min * RETRY_FACTOR) + 1;
    }
    BitWriter head;
    bit_writer_init(&head, out, RECORD_HEAD_CHARACTERS);
    bit_write(&head,
        checksum_crc32(out + RECORD_HEAD_CHARACTERS, writer.size - RECORD_HEAD_CHARACTERS), 32);
    bit_write(&head, RECORD_VERSION, RECORD_VERSION_BITS);
    return writer.size;
}
