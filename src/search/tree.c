#include "search/tree.h"

#include <assert.h>
#include <string.h>

#include "base/pages.h"

#define MARKS_PER_WORD 64
#define EDGES_PER_NODE (sizeof(Node) / sizeof(Edge))

bool tree_init(Tree *tree, size_t memory_bytes) {
    // Two words of marks and a rank for every MARKS_PER_WORD nodes.
    const size_t word_bytes = sizeof *tree->marks + sizeof *tree->edge_marks + sizeof *tree->ranks;
    const size_t group_bytes = MARKS_PER_WORD * sizeof(Node) + word_bytes;
    const size_t slack_bytes = TREE_SLACK * sizeof(Node);
    const size_t node_bytes = memory_bytes < slack_bytes ? 0 : memory_bytes - slack_bytes;
    // In 64 bits: the product does not fit into a size_t of 32.
    const uint64_t fitting = (uint64_t)node_bytes * MARKS_PER_WORD / group_bytes;
    // Indices have 32 bits, and the largest is CHILDREN_PENDING.
    size_t capacity = fitting < CHILDREN_PENDING ? (size_t)fitting : CHILDREN_PENDING;
    size_t words = capacity / MARKS_PER_WORD + 1;
    *tree = (Tree){.capacity = (uint32_t)capacity};
    tree->size_bytes = capacity * sizeof(Node) + slack_bytes + words * word_bytes;
    tree->nodes = capacity >= 2 ? (Node *)pages_new(tree->size_bytes) : NULL;
    if (!tree->nodes) {
        return false;
    }
    tree->marks = (uint64_t *)(tree->nodes + capacity + TREE_SLACK);
    tree->edge_marks = tree->marks + words;
    tree->ranks = (uint32_t *)(tree->edge_marks + words);
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

// Allocates slots without clearing them.
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

// The slots that hold the edges of `count` children.
static uint32_t edge_slots(uint32_t count) {
    return (uint32_t)((count - EAGER_CHILDREN + EDGES_PER_NODE - 1) / EDGES_PER_NODE);
}

uint32_t tree_allocate_lazy(Tree *tree, uint32_t count) {
    assert(count > EAGER_CHILDREN);
    uint32_t first = take(tree, EAGER_CHILDREN + edge_slots(count));
    if (first != CHILDREN_NONE) {
        memset(&tree->nodes[first], 0, EAGER_CHILDREN * sizeof(Node));
    }
    return first;
}

bool tree_materialize(Tree *tree, Node *node) {
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->more_children, &none, CHILDREN_PENDING)) {
        return false;
    }
    const uint32_t count = node->child_count - EAGER_CHILDREN;
    const Edge *edges = tree_edges(tree, atomic_load(&node->children));
    const uint32_t more = tree_allocate(tree, count);
    for (uint32_t i = 0; more != CHILDREN_NONE && i < count; i++) {
        tree_fill_from_edge(tree_node(tree, more + i), &edges[i]);
    }
    atomic_store(&node->more_children, more);
    return more != CHILDREN_NONE;
}

static void mark(uint64_t *marks, uint32_t index) {
    marks[index / MARKS_PER_WORD] |= UINT64_C(1) << index % MARKS_PER_WORD;
}

static bool is_marked(const uint64_t *marks, uint32_t index) {
    return marks[index / MARKS_PER_WORD] >> index % MARKS_PER_WORD & 1;
}

void tree_clear_marks(Tree *tree) {
    const size_t words = atomic_load(&tree->used) / MARKS_PER_WORD + 1;
    memset(tree->marks, 0, words * sizeof *tree->marks);
    memset(tree->edge_marks, 0, words * sizeof *tree->edge_marks);
}

bool tree_has_mark(const Tree *tree, TreeMark which, uint32_t index) {
    return is_marked(which == TREE_MARK_NODE ? tree->edge_marks : tree->marks, index);
}

bool tree_mark(Tree *tree, TreeMark which, uint32_t index) {
    if (tree_has_mark(tree, which, index)) {
        return false;
    }
    mark(which == TREE_MARK_NODE ? tree->edge_marks : tree->marks, index);
    return true;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// Marks a node's children. Returns the first that had no mark yet, or `none`.
static uint32_t mark_children(Tree *tree, const Node *node, uint32_t none) {
    const uint32_t node_count = tree_materialized_count(node);
    uint32_t found = none;
    assert(node_count > 0); // no thread is searching
    for (uint32_t i = 0; i < node_count; i++) {
        const uint32_t child = tree_child(node, i);
        found = is_marked(tree->marks, child) ? found : smaller(found, child);
        mark(tree->marks, child);
    }
    if (node_count < node->child_count) {
        const uint32_t edges = atomic_load(&node->children) + EAGER_CHILDREN;
        for (uint32_t i = 0; i < edge_slots(node->child_count); i++) {
            mark(tree->marks, edges + i);
            mark(tree->edge_marks, edges + i);
        }
    }
    return found;
}

// What a compaction keeps: all nodes below the root, the children of those with enough visits.
typedef struct Kept {
    uint32_t root;
    uint32_t visits_min;
} Kept;

// Whether there are children below a marked slot. One with edges has none.
static bool has_children(const Tree *tree, uint32_t index) {
    return !is_marked(tree->edge_marks, index) &&
           atomic_load(&tree_node(tree, index)->children) != CHILDREN_NONE;
}

static bool keeps_children(const Tree *tree, uint32_t index, Kept kept) {
    return index == kept.root || atomic_load(&tree_node(tree, index)->visits) >= kept.visits_min;
}

// Marks what is kept. Most children lie behind their parents, so one pass forward finds nearly all.
// A node that shares the children of an earlier one makes another pass necessary.
static void mark_kept(Tree *tree, Kept kept, uint32_t used) {
    tree_clear_marks(tree);
    mark(tree->marks, kept.root);
    for (uint32_t from = kept.root, back; from < used; from = back) {
        back = used;
        for (uint32_t i = from; i < used; i++) {
            const Node *node = tree_node(tree, i);
            if (is_marked(tree->marks, i) && has_children(tree, i) &&
                keeps_children(tree, i, kept)) {
                const uint32_t found = mark_children(tree, node, used);
                back = found < i ? smaller(back, found) : back;
            }
        }
    }
}

// The index of a marked node after compaction. None stays none.
static uint32_t new_index(const Tree *tree, uint32_t index) {
    if (index == CHILDREN_NONE) {
        return CHILDREN_NONE;
    }
    uint64_t before = (UINT64_C(1) << index % MARKS_PER_WORD) - 1;
    uint64_t word = tree->marks[index / MARKS_PER_WORD] & before;
    return tree->ranks[index / MARKS_PER_WORD] + (uint32_t)__builtin_popcountll(word);
}

// Makes a leaf of a node. What it knows of itself stays.
static void drop_children(Node *node) {
    node->child_count = 0;
    node->has_all_children = false;
    atomic_store(&node->children, CHILDREN_NONE);
    atomic_store(&node->more_children, CHILDREN_NONE);
}

static void move_node(Tree *tree, uint32_t to, uint32_t from, Kept kept) {
    const bool is_parent = has_children(tree, from);
    const bool stays_parent = is_parent && keeps_children(tree, from, kept);
    memmove(&tree->nodes[to], &tree->nodes[from], sizeof(Node));
    Node *node = &tree->nodes[to];
    if (stays_parent) {
        atomic_store(&node->children, new_index(tree, atomic_load(&node->children)));
        atomic_store(&node->more_children, new_index(tree, atomic_load(&node->more_children)));
    } else if (is_parent) {
        drop_children(node);
    }
}

uint32_t tree_compact(Tree *tree, uint32_t index) {
    return tree_prune(tree, index, 0);
}

uint32_t tree_prune(Tree *tree, uint32_t index, uint32_t visits_min) {
    const Kept kept = {index, visits_min};
    uint32_t used = atomic_load(&tree->used);
    mark_kept(tree, kept, used);
    uint32_t rank = 1;
    for (uint32_t word = 0; word <= used / MARKS_PER_WORD; word++) {
        tree->ranks[word] = rank;
        rank += (uint32_t)__builtin_popcountll(tree->marks[word]);
    }
    // Indices only decrease, so no node is overwritten before it is moved.
    uint32_t next = 1;
    for (uint32_t word = 0; word <= used / MARKS_PER_WORD; word++) {
        for (uint64_t left = tree->marks[word]; left != 0; left &= left - 1) {
            move_node(tree, next++, word * MARKS_PER_WORD + (uint32_t)__builtin_ctzll(left), kept);
        }
    }
    atomic_store(&tree->used, next);
    return new_index(tree, index);
}
