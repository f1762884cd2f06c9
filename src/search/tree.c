#include "search/tree.h"

#include <assert.h>
#include <string.h>

#include "base/pages.h"

#define MARKS_PER_WORD 64
#define SEEDS_PER_NODE (sizeof(Node) / sizeof(Seed))

bool tree_init(Tree *tree, size_t memory_bytes) {
    // Two words of marks and a rank for every so many nodes.
    const size_t word_bytes = sizeof *tree->marks + sizeof *tree->seed_marks + sizeof *tree->ranks;
    const size_t group_bytes = MARKS_PER_WORD * sizeof(Node) + word_bytes;
    // In 64 bits, for where a size has 32 the product does not fit.
    const uint64_t fitting = (uint64_t)memory_bytes * MARKS_PER_WORD / group_bytes;
    // Indices are 32 bits, and the largest one has a meaning of its own.
    size_t capacity = fitting < CHILDREN_BEING_MADE ? (size_t)fitting : CHILDREN_BEING_MADE;
    size_t words = capacity / MARKS_PER_WORD + 1;
    *tree = (Tree){.capacity = (uint32_t)capacity};
    tree->size_bytes = capacity * sizeof(Node) + words * word_bytes;
    tree->nodes = capacity >= 2 ? (Node *)pages_new(tree->size_bytes) : NULL;
    if (!tree->nodes) {
        return false;
    }
    tree->marks = (uint64_t *)(tree->nodes + capacity);
    tree->seed_marks = tree->marks + words;
    tree->ranks = (uint32_t *)(tree->seed_marks + words);
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

// Takes slots, as they are.
static uint32_t take(Tree *tree, uint32_t count) {
    uint32_t first = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - first) {
            return CHILDREN_NONE;
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &tree->used, &first, first + count, memory_order_relaxed, memory_order_relaxed));
    return first;
}

uint32_t tree_allocate(Tree *tree, uint32_t count) {
    uint32_t first = take(tree, count);
    if (first != CHILDREN_NONE) {
        memset(&tree->nodes[first], 0, count * sizeof(Node));
    }
    return first;
}

// The slots that the seeds of so many children fill.
static uint32_t seed_slots(uint32_t count) {
    return (uint32_t)((count - CHILDREN_AT_HAND + SEEDS_PER_NODE - 1) / SEEDS_PER_NODE);
}

uint32_t tree_allocate_folded(Tree *tree, uint32_t count) {
    assert(count > CHILDREN_AT_HAND);
    uint32_t first = take(tree, CHILDREN_AT_HAND + seed_slots(count));
    if (first != CHILDREN_NONE) {
        memset(&tree->nodes[first], 0, CHILDREN_AT_HAND * sizeof(Node));
    }
    return first;
}

bool tree_unfold(Tree *tree, Node *node) {
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->rest, &none, CHILDREN_BEING_MADE)) {
        return false;
    }
    const uint32_t count = node->child_count - CHILDREN_AT_HAND;
    const Seed *seeds = tree_seeds(tree, atomic_load(&node->children));
    const uint32_t rest = tree_allocate(tree, count);
    for (uint32_t i = 0; rest != CHILDREN_NONE && i < count; i++) {
        Node *child = tree_node(tree, rest + i);
        child->move = seeds[i].move;
        atomic_init(&child->minimax, seeds[i].chance);
        child->prior = seeds[i].prior;
    }
    atomic_store(&node->rest, rest);
    return rest != CHILDREN_NONE;
}

static void mark(uint64_t *marks, uint32_t index) {
    marks[index / MARKS_PER_WORD] |= UINT64_C(1) << index % MARKS_PER_WORD;
}

static bool is_marked(const uint64_t *marks, uint32_t index) {
    return marks[index / MARKS_PER_WORD] >> index % MARKS_PER_WORD & 1;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// Marks what belongs to a node; the first of its children that had no mark, or `none`.
static uint32_t mark_children(Tree *tree, const Node *node, uint32_t none) {
    const uint32_t open_count = tree_open_count(node);
    uint32_t found = none;
    assert(open_count > 0); // nobody is making them
    for (uint32_t i = 0; i < open_count; i++) {
        const uint32_t child = tree_child(node, i);
        found = is_marked(tree->marks, child) ? found : smaller(found, child);
        mark(tree->marks, child);
    }
    if (open_count < node->child_count) {
        const uint32_t seeds = atomic_load(&node->children) + CHILDREN_AT_HAND;
        for (uint32_t i = 0; i < seed_slots(node->child_count); i++) {
            mark(tree->marks, seeds + i);
            mark(tree->seed_marks, seeds + i);
        }
    }
    return found;
}

// Marks a node and all below it. Most children are made after their parents, so one way forward
// finds nearly all; whoever shares the children of a node before it makes for another one.
static void mark_below(Tree *tree, uint32_t index, uint32_t used) {
    const size_t words = used / MARKS_PER_WORD + 1;
    memset(tree->marks, 0, words * sizeof *tree->marks);
    memset(tree->seed_marks, 0, words * sizeof *tree->seed_marks);
    mark(tree->marks, index);
    for (uint32_t from = index, back; from < used; from = back) {
        back = used;
        for (uint32_t i = from; i < used; i++) {
            const Node *node = tree_node(tree, i);
            if (is_marked(tree->marks, i) && !is_marked(tree->seed_marks, i) &&
                atomic_load(&node->children) != CHILDREN_NONE) {
                const uint32_t found = mark_children(tree, node, used);
                back = found < i ? smaller(back, found) : back;
            }
        }
    }
}

// Where a marked node goes: behind all marked ones before it. None stays none.
static uint32_t new_index(const Tree *tree, uint32_t index) {
    if (index == CHILDREN_NONE) {
        return CHILDREN_NONE;
    }
    uint64_t before = (UINT64_C(1) << index % MARKS_PER_WORD) - 1;
    uint64_t word = tree->marks[index / MARKS_PER_WORD] & before;
    return tree->ranks[index / MARKS_PER_WORD] + (uint32_t)__builtin_popcountll(word);
}

static void move_node(Tree *tree, uint32_t to, uint32_t from) {
    memmove(&tree->nodes[to], &tree->nodes[from], sizeof(Node));
    if (!is_marked(tree->seed_marks, from)) {
        Node *node = &tree->nodes[to];
        atomic_store(&node->children, new_index(tree, atomic_load(&node->children)));
        atomic_store(&node->rest, new_index(tree, atomic_load(&node->rest)));
    }
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
    for (uint32_t word = 0; word <= used / MARKS_PER_WORD; word++) {
        for (uint64_t left = tree->marks[word]; left != 0; left &= left - 1) {
            move_node(tree, next++, word * MARKS_PER_WORD + (uint32_t)__builtin_ctzll(left));
        }
    }
    atomic_store(&tree->used, next);
    return new_index(tree, index);
}
