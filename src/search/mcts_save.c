// Writes the tree below an answer as text: first as records, then as many of these as fit.

#include "base/checksum.h"
#include "search/mcts_record.h"

// Nodes that were visited oftener always come first.
#define VISITS_MIN_MAX 1024
// What a reply takes besides its record: its length, move, visits, minimax and mean, and the rest
// of a character.
#define REPLY_BITS 80

typedef struct Saver {
    Mcts *mcts;
    StoredTree records;
    BitWriter *out;
    uint32_t visits_min; // of a node whose record is written
    // What the records of nodes with so many visits take.
    size_t bits_by_visits[VISITS_MIN_MAX + 1];
} Saver;

static uint32_t visits_of(const Node *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static StoredChild describe(const Node *node, uint32_t passed) {
    return (StoredChild){
        .visits = visits_of(node),
        .passed = (uint16_t)passed,
        .minimax = atomic_load(&node->minimax),
        .mean = (uint16_t)(atomic_load(&node->wp_sum) / visits_of(node)),
        .proof = atomic_load(&node->proof),
    };
}

// A record that nobody has asked for since it was restored.
static uint32_t copy_record(Saver *saver, uint32_t old_number) {
    const StoredTree *old = &saver->mcts->stored;
    const StoredRecord record = old->records[old_number];
    const uint32_t number = stored_tree_add(&saver->records, record.count, record.has_all_children);
    for (uint32_t i = 0; number != 0 && i < record.count; i++) {
        StoredChild child = old->children[record.first + i];
        child.record = child.record != 0 ? copy_record(saver, child.record) : 0;
        *stored_tree_child(&saver->records, number, i) = child;
    }
    return number;
}

// Makes the record of a node and those below it. Returns its number; 0 if there is nothing to say
// that the evaluation of the node does not tell, or if a transposition has said it.
static uint32_t make_record(Saver *saver, const Node *node, size_t depth) {
    Tree *tree = &saver->mcts->tree;
    if (atomic_load(&node->proof) != PROOF_NONE || depth + 1 >= PATH_MAX_NODES) {
        return 0;
    }
    if (tree_record(node) != 0) {
        return copy_record(saver, tree_record(node));
    }
    const uint32_t node_count = tree_materialized_count(node);
    uint32_t count = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        count += visits_of(tree_node(tree, tree_child(node, i))) > 0;
    }
    if (count == 0 || !tree_mark(tree, TREE_MARK_CHILDREN, atomic_load(&node->children))) {
        return 0;
    }
    const uint32_t number = stored_tree_add(&saver->records, count, node->has_all_children);
    uint32_t done = 0;
    uint32_t passed = 0;
    for (uint32_t i = 0; number != 0 && i < node_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        if (visits_of(child) == 0) {
            passed++;
            continue;
        }
        StoredChild described = describe(child, passed);
        described.record = make_record(saver, child, depth + 1);
        *stored_tree_child(&saver->records, number, done++) = described;
        passed = 0;
    }
    return number;
}

// What bit_write_count and bit_write_number take.
static size_t count_bits(uint32_t value) {
    return 2 * (31 - (size_t)__builtin_clz(value)) + 1;
}
static size_t number_bits(uint32_t value, int low_width) {
    return count_bits((value >> low_width) + 1) + (size_t)low_width;
}

// How a mean differs from minimax, as it is stored.
static uint32_t mean_difference(const StoredChild *child) {
    return record_from_difference(
        (int)record_from_wp(child->mean) - (int)record_from_wp(child->minimax));
}

// The highest minimax of the children that are not proven.
static uint32_t best_minimax(const StoredTree *records, uint32_t number) {
    uint32_t best = 0;
    for (uint32_t i = 0; i < records->records[number].count; i++) {
        const StoredChild *child = stored_tree_child(records, number, i);
        const uint32_t minimax = record_from_wp(child->minimax);
        best = child->proof == PROOF_NONE && minimax > best ? minimax : best;
    }
    return best;
}

// The number that the children's minimax is told by, which `*is_usual` if the reader knows it.
static uint32_t find_best(
    const StoredTree *records, uint32_t number, uint16_t minimax, bool *is_usual) {
    const uint32_t best = best_minimax(records, number);
    const uint32_t usual = record_usual_best(minimax);
    *is_usual = best <= usual;
    return *is_usual ? usual : best;
}

// What a child takes at most.
static size_t child_bits(const StoredChild *child, uint32_t best) {
    const size_t bits = count_bits(child->passed + 1u) + count_bits(child->visits) + 2;
    if (child->proof != PROOF_NONE) {
        return bits + RECORD_PROOF_BITS;
    }
    return bits + number_bits(best - record_from_wp(child->minimax), RECORD_MINIMAX_BITS) +
           (child->record != 0 || child->visits > 1
                   ? number_bits(mean_difference(child), RECORD_MEAN_BITS)
                   : 0);
}

// Counts what the record of a node and those below it take. `visits` is the smallest number of
// visits from the root on.
static void count_record(Saver *saver, uint32_t number, const StoredChild *node, uint32_t visits) {
    const StoredTree *records = &saver->records;
    const uint32_t count = records->records[number].count;
    visits = node->visits < visits ? node->visits : visits;
    bool is_usual;
    const uint32_t best = find_best(records, number, node->minimax, &is_usual);
    size_t bits = count_bits(count + 1) + 2 + (is_usual ? 0 : RECORD_WP_BITS);
    for (uint32_t i = 0; i < count; i++) {
        const StoredChild *child = stored_tree_child(records, number, i);
        bits += child_bits(child, best);
        if (child->record != 0) {
            count_record(saver, child->record, child, visits);
        }
    }
    saver->bits_by_visits[visits] += bits;
}

// Finds the smallest number of visits for which all records below the answer fit.
static void choose_records(Saver *saver, uint32_t answer) {
    const StoredTree *records = &saver->records;
    size_t room_bits = (saver->out->capacity - saver->out->size) / 2 * BIT_TEXT_PAIR_BITS;
    for (uint32_t i = 0; i < records->records[answer].count; i++) {
        const StoredChild *reply = stored_tree_child(records, answer, i);
        if (reply->record != 0) {
            count_record(saver, reply->record, reply, VISITS_MIN_MAX);
            const uint32_t visits = reply->visits < VISITS_MIN_MAX ? reply->visits : VISITS_MIN_MAX;
            saver->bits_by_visits[visits] += REPLY_BITS;
        }
    }
    saver->visits_min = VISITS_MIN_MAX + 1;
    while (saver->visits_min > 1 && saver->bits_by_visits[saver->visits_min - 1] <= room_bits) {
        saver->visits_min--;
        room_bits -= saver->bits_by_visits[saver->visits_min];
    }
}

static bool is_written(const Saver *saver, const StoredChild *child) {
    return child->record != 0 && child->visits >= saver->visits_min;
}

static void write_child(Saver *saver, const StoredChild *child, uint32_t best) {
    const bool has_record = is_written(saver, child);
    const bool is_proven = child->proof != PROOF_NONE;
    bit_write_count(saver->out, child->passed + 1u);
    bit_write_count(saver->out, child->visits);
    bit_write(saver->out, has_record, 1);
    if (!has_record) {
        bit_write(saver->out, is_proven, 1);
    }
    if (is_proven) {
        bit_write(saver->out, child->proof, RECORD_PROOF_BITS);
        return;
    }
    bit_write_number(saver->out, best - record_from_wp(child->minimax), RECORD_MINIMAX_BITS);
    if (has_record || child->visits > 1) {
        bit_write_number(saver->out, mean_difference(child), RECORD_MEAN_BITS);
    }
}

static void write_record(Saver *saver, uint32_t number, const StoredChild *node) {
    const StoredTree *records = &saver->records;
    const StoredRecord *record = &records->records[number];
    bool is_usual;
    const uint32_t best = find_best(records, number, node->minimax, &is_usual);
    bit_write_count(saver->out, record->count + 1);
    bit_write(saver->out, record->has_all_children, 1);
    bit_write(saver->out, !is_usual, 1);
    if (!is_usual) {
        bit_write(saver->out, best, RECORD_WP_BITS);
    }
    for (uint32_t i = 0; i < record->count; i++) {
        write_child(saver, stored_tree_child(records, number, i), best);
    }
    for (uint32_t i = 0; i < record->count && !saver->out->is_full; i++) {
        const StoredChild *child = stored_tree_child(records, number, i);
        if (is_written(saver, child)) {
            write_record(saver, child->record, child);
        }
    }
}

// A move as an index into the `move_count` legal ones in thread->moves, so that none that is read
// can be illegal.
static void write_move(Saver *saver, size_t move_count, Move move) {
    const Move *moves = saver->mcts->threads[0].moves;
    uint32_t index = 0;
    while (index + 1 < move_count && moves[index] != move) {
        index++;
    }
    bit_write(saver->out, index, record_index_bits(move_count));
}

// Writes what is known about one of the replies in thread->moves.
static void write_reply(Saver *saver, size_t move_count, Move move, const StoredChild *reply) {
    const size_t start = saver->out->size;
    bit_write(saver->out, 0, RECORD_LENGTH_BITS);
    write_move(saver, move_count, move);
    bit_write_count(saver->out, reply->visits);
    bit_write(saver->out, record_from_wp(reply->minimax), RECORD_WP_BITS);
    bit_write_number(saver->out, mean_difference(reply), RECORD_MEAN_BITS);
    write_record(saver, reply->record, reply);
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

// Writes the replies to an answer, whose record has this number and which leads to a position with
// the moves in thread->moves.
static void write_replies(Saver *saver, const Node *answer, uint32_t number, size_t move_count) {
    const Tree *tree = &saver->mcts->tree;
    uint32_t at = 0; // among the children
    for (uint32_t i = 0; i < saver->records.records[number].count; i++, at++) {
        const StoredChild *reply = stored_tree_child(&saver->records, number, i);
        at += reply->passed;
        if (is_written(saver, reply)) {
            write_reply(saver, move_count, tree_node(tree, tree_child(answer, at))->move, reply);
        }
    }
}

// Writes what there is to say of the replies to an answer, which leads to `pos`.
static void write_answer(
    Saver *saver, const Node *answer, const Position *pos, const Rules *rules) {
    Mcts *mcts = saver->mcts;
    tree_clear_marks(&mcts->tree);
    const uint32_t number = make_record(saver, answer, 0);
    if (number != 0 && tree_materialized_count(answer) > 0 && !saver->out->is_full) {
        const size_t move_count = rules->moves(pos, mcts->threads[0].moves);
        const BitWriter start = *saver->out;
        choose_records(saver, number);
        write_replies(saver, answer, number, move_count);
        // Nodes with more than VISITS_MIN_MAX visits were not told apart.
        while (saver->out->is_full) {
            *saver->out = start;
            saver->visits_min *= 2;
            write_replies(saver, answer, number, move_count);
        }
    }
    stored_tree_release(&saver->records);
}

size_t mcts_save(Mcts *mcts, const Game *game, Move move, char *out, size_t capacity) {
    const uint32_t answer = mcts_find_child(mcts, game_position(game), move);
    if (answer == 0 || capacity < RECORD_HEAD_CHARACTERS) {
        return 0;
    }
    Position pos;
    game->rules->apply(game_position(game), move, &pos);
    BitWriter writer;
    bit_writer_init(&writer, out, capacity);
    bit_write(&writer, 0, 32);
    bit_write(&writer, RECORD_VERSION, RECORD_VERSION_BITS);
    bit_write(&writer, tt_check(&pos), 32);
    bit_writer_align(&writer);
    Saver saver = {.mcts = mcts, .out = &writer};
    write_answer(&saver, tree_node(&mcts->tree, answer), &pos, game->rules);
    BitWriter head;
    bit_writer_init(&head, out, RECORD_HEAD_CHARACTERS);
    bit_write(&head,
        checksum_crc32(out + RECORD_HEAD_CHARACTERS, writer.size - RECORD_HEAD_CHARACTERS), 32);
    bit_write(&head, RECORD_VERSION, RECORD_VERSION_BITS);
    return writer.size;
}
