// Makes a tree from the text that mcts_save wrote. The text may be anything: what is wrong leaves
// an empty tree.

#include "base/checksum.h"
#include "base/pages.h"
#include "search/mcts_record.h"

#define RECORD_PENDING UINT32_MAX

// What a search of 100 ms fills of the tree.
#define TOUCHED_BYTES ((size_t)8 << 20)

typedef struct Restorer {
    Mcts *mcts;
    const Rules *rules;
    MctsThread *thread;
    BitReader *in;
} Restorer;

static Move read_move(Restorer *restorer, size_t move_count) {
    const uint32_t index = bit_read(restorer->in, record_index_bits(move_count));
    return index < move_count ? restorer->thread->moves[index] : MOVE_NONE;
}

static uint32_t read_visits(Restorer *restorer) {
    const uint32_t visits = bit_read_count(restorer->in);
    return visits < VISITS_MAX ? visits : VISITS_MAX;
}

// `best` is the minimax of the best of the siblings.
static uint16_t read_minimax(Restorer *restorer, uint32_t best) {
    const uint32_t less = bit_read_number(restorer->in, RECORD_MINIMAX_BITS);
    return record_to_wp(less < best ? best - less : 0);
}

static uint16_t read_mean(Restorer *restorer, uint16_t minimax) {
    const int64_t mean = (int64_t)record_from_wp(minimax) +
                         record_to_difference(bit_read_number(restorer->in, RECORD_MEAN_BITS));
    return record_to_wp(mean < 0 ? 0 : mean > RECORD_WP_ONE ? RECORD_WP_ONE : (uint32_t)mean);
}

// Reads a child. RECORD_PENDING says that its record is to follow.
static bool read_child(Restorer *restorer, StoredChild *child, uint32_t best) {
    const uint32_t passed = bit_read_count(restorer->in) - 1;
    const uint32_t visits = read_visits(restorer);
    const bool has_record = bit_read(restorer->in, 1);
    *child = (StoredChild){.visits = visits, .passed = (uint16_t)passed};
    if (!has_record && bit_read(restorer->in, 1)) {
        child->proof = (uint8_t)bit_read(restorer->in, RECORD_PROOF_BITS);
        child->minimax = proven_minimax((Proof)child->proof);
        child->mean = child->minimax;
        return child->proof != PROOF_NONE && passed < MOVES_MAX;
    }
    child->record = has_record ? RECORD_PENDING : 0;
    child->minimax = read_minimax(restorer, best);
    child->mean = has_record || visits > 1 ? read_mean(restorer, child->minimax) : child->minimax;
    return passed < MOVES_MAX;
}

// Reads the record of a node with this minimax and those below it. Returns its number, 0 if it is
// damaged.
static uint32_t read_record(Restorer *restorer, uint16_t minimax, size_t depth) {
    StoredTree *stored = &restorer->mcts->stored;
    const uint32_t count = bit_read_count(restorer->in) - 1;
    const bool has_all = bit_read(restorer->in, 1);
    const uint32_t best = bit_read(restorer->in, 1) ? bit_read(restorer->in, RECORD_WP_BITS)
                                                    : record_usual_best(minimax);
    const bool is_possible =
        !restorer->in->is_over && depth + 1 < PATH_MAX_NODES && count > 0 && count <= MOVES_MAX;
    const uint32_t number = is_possible ? stored_tree_add(stored, count, has_all) : 0;
    if (number == 0) {
        return 0;
    }
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < count; i++) {
        is_good = read_child(restorer, stored_tree_child(stored, number, i), best);
    }
    is_good = is_good && !restorer->in->is_over;
    for (uint32_t i = 0; is_good && i < count; i++) {
        const StoredChild *child = stored_tree_child(stored, number, i);
        if (child->record == RECORD_PENDING) {
            const uint32_t below = read_record(restorer, child->minimax, depth + 1);
            stored_tree_child(stored, number, i)->record = below;
            is_good = below != 0;
        }
    }
    return is_good ? number : 0;
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

// A program that restores a tree ends after its move, so all page faults fall into its thinking
// time: a huge page takes milliseconds to clear, and single small ones cost a fault each.
static void prepare_pages(Mcts *mcts) {
    const Tree *tree = &mcts->tree;
    const Tt *tt = &mcts->transpositions;
    const size_t tt_bytes = (tt->mask + 1) * sizeof *tt->slots;
    pages_keep_small(tree->nodes, tree->size_bytes);
    pages_keep_small(tt->slots, tt_bytes);
    pages_touch(tree->nodes, tree->size_bytes < TOUCHED_BYTES ? tree->size_bytes : TOUCHED_BYTES);
    pages_touch(tt->slots, tt_bytes);
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
    prepare_pages(mcts);
    stored_tree_clear(&mcts->stored);
    const uint32_t visits = read_visits(&restorer);
    const uint16_t minimax = record_to_wp(bit_read(&reader, RECORD_WP_BITS));
    const uint16_t mean = read_mean(&restorer, minimax);
    const uint32_t record = read_record(&restorer, minimax, 0);
    if (record == 0) {
        return false;
    }
    mcts_reset_tree(mcts);
    mcts->root_pos = *game_position(game);
    Node *root = tree_node(&mcts->tree, mcts->root);
    atomic_store(&root->visits, visits);
    atomic_store(&root->minimax, minimax);
    atomic_store(&root->wp_sum, (uint64_t)mean * visits);
    atomic_store(&root->more_children, record);
    return true;
}
