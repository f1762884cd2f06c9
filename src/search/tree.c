#include "search/tree.h"

#include <assert.h>
#include <string.h>

#include "base/pages.h"

#define MARKS_PER_WORD 64

bool tree_init(Tree *tree, size_t memory_bytes) {
    // A word of marks and a rank for every so many nodes.
    const size_t group_bytes =
        MARKS_PER_WORD * sizeof(Node) + sizeof *tree->marks + sizeof *tree->ranks;
    // In 64 bits, for where a size has 32 the product does not fit.
    const uint64_t fitting = (uint64_t)memory_bytes * MARKS_PER_WORD / group_bytes;
    // Indices are 32 bits, and the largest one has a meaning of its own.
    size_t capacity = fitting < CHILDREN_BEING_MADE ? (size_t)fitting : CHILDREN_BEING_MADE;
    size_t words = capacity / MARKS_PER_WORD + 1;
    *tree = (Tree){.capacity = (uint32_t)capacity};
    tree->size_bytes =
        capacity * sizeof(Node) + words * (sizeof *tree->marks + sizeof *tree->ranks);
    tree->nodes = capacity >= 2 ? pages_new(tree->size_bytes) : NULL;
    if (!tree->nodes) {
        return false;
    }
    tree->marks = (uint64_t *)(tree->nodes + capacity);
    tree->ranks = (uint32_t *)(tree->marks + words);
    return true;
}

void tree_release(Tree *tree) {
    pages_free(tree->nodes, tree->size_bytes);
    *tree = (Tree){0};
}

uint32_t tree_reset(Tree *tree) {
    atomic_store(&tree->used, 1);
    return tree_allocate(tree, 1);
}

uint32_t tree_allocate(Tree *tree, uint32_t count) {
    uint32_t first = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - first) {
            return CHILDREN_NONE;
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &tree->used, &first, first + count, memory_order_relaxed, memory_order_relaxed));
    memset(&tree->nodes[first], 0, count * sizeof(Node));
    return first;
}

static void mark(Tree *tree, uint32_t index) {
    tree->marks[index / MARKS_PER_WORD] |= UINT64_C(1) << index % MARKS_PER_WORD;
}

static bool is_marked(const Tree *tree, uint32_t index) {
    return tree->marks[index / MARKS_PER_WORD] >> index % MARKS_PER_WORD & 1;
}

// Marks a node and all below it. Children are made after their parents, so once forward will do.
static void mark_below(Tree *tree, uint32_t index, uint32_t used) {
    memset(tree->marks, 0, (used / MARKS_PER_WORD + 1) * sizeof *tree->marks);
    mark(tree, index);
    for (uint32_t i = index; i < used; i++) {
        uint32_t first = is_marked(tree, i) ? atomic_load(&tree->nodes[i].children) : CHILDREN_NONE;
        assert(first != CHILDREN_BEING_MADE && (first == CHILDREN_NONE || first > i));
        for (uint32_t child = first; first && child < first + tree->nodes[i].child_count; child++) {
            mark(tree, child);
        }
    }
}

// Where a marked node goes: behind all marked ones before it. Node 0 stays what it is.
static uint32_t new_index(const Tree *tree, uint32_t index) {
    uint64_t before = (UINT64_C(1) << index % MARKS_PER_WORD) - 1;
    uint64_t word = tree->marks[index / MARKS_PER_WORD] & before;
    return tree->ranks[index / MARKS_PER_WORD] + (uint32_t)__builtin_popcountll(word);
}

static void move_node(Tree *tree, uint32_t to, uint32_t from) {
    Node *node = &tree->nodes[to];
    const Node *old = &tree->nodes[from];
    uint32_t children = atomic_load(&old->children);
    atomic_init(&node->chance_sum, atomic_load(&old->chance_sum));
    atomic_init(&node->visits, atomic_load(&old->visits));
    atomic_init(&node->children, children ? new_index(tree, children) : CHILDREN_NONE);
    atomic_init(&node->proof, atomic_load(&old->proof));
    node->move = old->move;
    node->chance = old->chance;
    node->prior = old->prior;
    node->child_count = old->child_count;
    node->has_all_children = old->has_all_children;
}

uint32_t tree_keep_below(Tree *tree, uint32_t index) {
    uint32_t used = atomic_load(&tree->used);
    mark_below(tree, index, used);
    uint32_t rank = 1;
    for (uint32_t word = 0; word <= used / MARKS_PER_WORD; word++) {
        tree->ranks[word] = rank;
        rank += (uint32_t)__builtin_popcountll(tree->marks[word]);
    }
    // Nobody moves up, so nobody is overwritten before its turn.
    uint32_t next = 1;
    for (uint32_t i = index; i < used; i++) {
        if (is_marked(tree, i)) {
            move_node(tree, next++, i);
        }
    }
    atomic_store(&tree->used, next);
    return new_index(tree, index);
}
