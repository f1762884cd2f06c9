#include "search/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool tree_init(Tree *tree, size_t memory_bytes) {
    size_t capacity = memory_bytes / sizeof(Node);
    // Indices are 32 bits, and the largest one has a meaning of its own.
    capacity = capacity < CHILDREN_BEING_MADE ? capacity : CHILDREN_BEING_MADE;
    // Never touched memory costs nothing, so a large tree is cheap until it is used.
    tree->nodes = capacity >= 2 ? malloc(capacity * sizeof(Node)) : NULL;
    tree->capacity = (uint32_t)capacity;
    atomic_init(&tree->used, 0);
    return tree->nodes != NULL;
}

void tree_release(Tree *tree) {
    free(tree->nodes);
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

// Copies a node without its children.
static void copy_node(Node *to, const Node *from) {
    atomic_init(&to->chance_sum, atomic_load(&from->chance_sum));
    atomic_init(&to->visits, atomic_load(&from->visits));
    atomic_init(&to->children, CHILDREN_NONE);
    atomic_init(&to->proof, atomic_load(&from->proof));
    to->move = from->move;
    to->chance = from->chance;
    to->prior = from->prior;
    to->child_count = from->child_count;
    to->has_all_children = from->has_all_children;
}

// Breadth first, with the copy itself as the queue: `children` of a copied node holds the
// original's index until its turn comes.
uint32_t tree_copy_below(Tree *to, const Tree *from, uint32_t index) {
    uint32_t root = tree_reset(to);
    copy_node(&to->nodes[root], &from->nodes[index]);
    atomic_store(&to->nodes[root].children, atomic_load(&from->nodes[index].children));
    for (uint32_t next = root; next < atomic_load(&to->used); next++) {
        Node *node = &to->nodes[next];
        uint32_t old = atomic_load(&node->children);
        if (old == CHILDREN_NONE) {
            continue;
        }
        assert(old != CHILDREN_BEING_MADE);
        uint32_t first = tree_allocate(to, node->child_count);
        atomic_store(&node->children, first);
        for (uint32_t i = 0; first && i < node->child_count; i++) {
            copy_node(&to->nodes[first + i], &from->nodes[old + i]);
            atomic_store(
                &to->nodes[first + i].children, atomic_load(&from->nodes[old + i].children));
        }
    }
    return root;
}
