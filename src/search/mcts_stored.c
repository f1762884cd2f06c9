// Gives a restored node the children that it had.

#include "search/mcts_stored.h"

#include <stdlib.h>

#include "search/mcts_parts.h"

#define RECORDS_START 1024
#define CHILDREN_START 8192

void stored_tree_release(StoredTree *stored) {
    free(stored->records);
    free(stored->children);
    *stored = (StoredTree){0};
}

void stored_tree_clear(StoredTree *stored) {
    stored->record_count = 0;
    stored->child_count = 0;
}

static bool reserve_record(StoredTree *stored) {
    if (stored->record_count + 1 < stored->record_capacity) {
        return true;
    }
    const uint32_t capacity =
        stored->record_capacity > 0 ? 2 * stored->record_capacity : RECORDS_START;
    StoredRecord *records =
        (StoredRecord *)realloc(stored->records, capacity * sizeof *stored->records);
    if (records) {
        stored->records = records;
        stored->record_capacity = capacity;
    }
    return records != NULL;
}

static bool reserve_children(StoredTree *stored, uint32_t count) {
    uint32_t capacity = stored->child_capacity > 0 ? stored->child_capacity : CHILDREN_START;
    while (capacity < stored->child_count + count) {
        capacity *= 2;
    }
    if (capacity == stored->child_capacity) {
        return true;
    }
    StoredChild *children =
        (StoredChild *)realloc(stored->children, capacity * sizeof *stored->children);
    if (children) {
        stored->children = children;
        stored->child_capacity = capacity;
    }
    return children != NULL;
}

uint32_t stored_tree_add(StoredTree *stored, uint32_t count, bool has_all_children) {
    if (!reserve_record(stored) || !reserve_children(stored, count)) {
        return 0;
    }
    stored->records[++stored->record_count] =
        (StoredRecord){stored->child_count, count, has_all_children};
    stored->child_count += count;
    return stored->record_count;
}

static void fill_child(Node *child, const StoredChild *stored) {
    atomic_store(&child->visits, stored->visits);
    atomic_store(&child->wp_sum, (uint64_t)stored->mean * stored->visits);
    atomic_store(&child->minimax, stored->minimax);
    atomic_store(&child->more_children, stored->record);
    if (stored->proof != PROOF_NONE) {
        atomic_store(&child->proof, stored->proof);
    }
}

static void fill_children(Mcts *mcts, Node *node, uint32_t number) {
    Tree *tree = &mcts->tree;
    uint32_t next = 0;
    for (uint32_t i = 0; i < mcts->stored.records[number].count; i++) {
        const StoredChild *stored = stored_tree_child(&mcts->stored, number, i);
        next += stored->passed;
        // Only a forged text has more children than the node, or the tree is full.
        if (next >= node->child_count ||
            (next >= tree_materialized_count(node) && !tree_materialize(tree, node))) {
            return;
        }
        fill_child(tree_node(tree, tree_child(node, next++)), stored);
    }
}

bool mcts_unfold(MctsThread *thread, Node *node, const Position *pos) {
    Mcts *mcts = thread->mcts;
    const uint32_t number = tree_record(node);
    uint32_t none = CHILDREN_NONE;
    if (number == 0 || !atomic_compare_exchange_strong(&node->children, &none, CHILDREN_PENDING)) {
        return false;
    }
    const bool has_all = mcts->stored.records[number].has_all_children;
    const size_t count = mcts->thinking->game->rules->moves(pos, thread->moves);
    // Other threads see the children only when they are complete.
    Node unfolded = {0};
    if (count == 0 || !mcts_make_children_again(thread, &unfolded, pos, count, has_all)) {
        // Where room will be made the record is for the next visit.
        if (count == 0 || !mcts->may_prune) {
            atomic_store(&node->more_children, CHILDREN_NONE);
        }
        atomic_store(&node->children, CHILDREN_NONE);
        return false;
    }
    fill_children(mcts, &unfolded, number);
    tree_share_children(node, &unfolded);
    mcts_enter_transposition(mcts, node, pos);
    return true;
}
