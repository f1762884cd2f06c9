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

// What a compaction keeps: all nodes below the root, the children of those with enough visits.
typedef struct Kept {
    uint32_t root;
    uint32_t visits_min;
} Kept;

// Whether there are children below a slot that is marked as no edges.
static bool has_children(const Tree *tree, uint32_t index) {
    return atomic_load(&tree_node(tree, index)->children) != CHILDREN_NONE;
}

static bool keeps_children(const Tree *tree, uint32_t index, Kept kept) {
    return index == kept.root || atomic_load(&tree_node(tree, index)->visits) >= kept.visits_min;
}

#define VISITS_LOG_COUNT 32
// Words of marks between two looks at the stop flag: some 100,000 slots, about a millisecond.
#define STOP_INTERVAL 2048

// How many slots were marked, by the binary logarithm of their parent's visits.
typedef struct SlotCounts {
    uint32_t slots[VISITS_LOG_COUNT];
} SlotCounts;

static uint32_t mark_edges(Tree *tree, const Node *node) {
    const uint32_t first = atomic_load(&node->children) + EAGER_CHILDREN;
    const uint32_t count = edge_slots(node->child_count);
    if (is_marked(tree->marks, first)) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        mark(tree->marks, first + i);
        mark(tree->edge_marks, first + i);
    }
    return count;
}

// Marks a node's children, and all below those that lie behind `front`; those before it are yet to
// come. A game's length bounds the recursion: no node is its own descendant.
static void mark_children(
    Tree *tree, uint32_t index, Kept kept, uint32_t front, SlotCounts *counts) {
    const Node *node = tree_node(tree, index);
    const uint32_t node_count = tree_materialized_count(node);
    assert(node_count > 0); // no thread is searching
    uint32_t marked = node_count < node->child_count ? mark_edges(tree, node) : 0;
    for (uint32_t i = 0; i < node_count; i++) {
        const uint32_t child = tree_child(node, i);
        if (is_marked(tree->marks, child)) {
            continue;
        }
        mark(tree->marks, child);
        marked++;
        if (child < front && has_children(tree, child) && keeps_children(tree, child, kept)) {
            mark_children(tree, child, kept, front, counts);
        }
    }
    const uint32_t visits = atomic_load(&node->visits);
    counts->slots[VISITS_LOG_COUNT - 1 - __builtin_clz(visits | 1)] += marked;
}

// Marks what is kept. Children lie behind their parents but where two nodes share them, so one pass
// forward finds nearly all. False once `stop` is set.
static bool mark_kept(Tree *tree, Kept kept, const atomic_bool *stop, SlotCounts *counts) {
    *counts = (SlotCounts){0};
    tree_clear_marks(tree);
    mark(tree->marks, kept.root);
    // Marks appear in the word that is being read, too.
    const uint32_t words = atomic_load(&tree->used) / MARKS_PER_WORD + 1;
    for (uint32_t word = kept.root / MARKS_PER_WORD; word < words; word++) {
        if (word % STOP_INTERVAL == 0 && atomic_load_explicit(stop, memory_order_relaxed)) {
            return false;
        }
        uint64_t later = UINT64_MAX;
        for (uint64_t left; (left = tree->marks[word] & ~tree->edge_marks[word] & later) != 0;) {
            const uint32_t bit = (uint32_t)__builtin_ctzll(left);
            const uint32_t index = word * MARKS_PER_WORD + bit;
            later = bit + 1 < MARKS_PER_WORD ? UINT64_MAX << (bit + 1) : 0;
            if (has_children(tree, index) && keeps_children(tree, index, kept)) {
                mark_children(tree, index, kept, index, counts);
            }
        }
    }
    return true;
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
    const bool is_parent = !is_marked(tree->edge_marks, from) && has_children(tree, from);
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

uint32_t tree_compact(Tree *tree, uint32_t index, const atomic_bool *stop) {
    return tree_prune(tree, index, 0, stop);
}

uint32_t tree_prune(Tree *tree, uint32_t index, uint32_t visits_min, const atomic_bool *stop) {
    const Kept kept = {index, visits_min};
    const uint32_t used = atomic_load(&tree->used);
    SlotCounts counts;
    if (!mark_kept(tree, kept, stop, &counts)) {
        return 0;
    }
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

uint32_t tree_moved_to(const Tree *tree, uint32_t index) {
    return is_marked(tree->marks, index) && !is_marked(tree->edge_marks, index)
               ? new_index(tree, index)
               : 0;
}

uint32_t tree_visits_to_keep(Tree *tree, uint32_t index, uint32_t slots, const atomic_bool *stop) {
    SlotCounts counts;
    if (!mark_kept(tree, (Kept){index, 0}, stop, &counts)) {
        return 0;
    }
    int power = VISITS_LOG_COUNT;
    for (uint32_t kept = 0; power > 0 && kept + counts.slots[power - 1] <= slots; power--) {
        kept += counts.slots[power - 1];
    }
    return power < VISITS_LOG_COUNT ? UINT32_C(1) << power : UINT32_MAX;
}
