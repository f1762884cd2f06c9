// The memory of MCTS: bounded, and tidied when the root moves.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "search/tree.h"

static const atomic_bool NEVER = false;
static const atomic_bool AT_ONCE = true;

// Gives a node children whose moves count up from `move`, side by side.
static uint32_t grow(Tree *tree, uint32_t index, uint16_t count, Move move) {
    uint32_t first = tree_allocate(tree, count);
    assert_int_not_equal(first, CHILDREN_NONE);
    tree_publish_children(tree_node(tree, index), first, count, false);
    for (uint16_t i = 0; i < count; i++) {
        tree_node(tree, first + i)->move = move + i;
    }
    return first;
}

// The same, all but the first few as edges.
static uint32_t grow_lazy(Tree *tree, uint32_t index, uint16_t count, Move move) {
    uint32_t first = tree_allocate_lazy(tree, count);
    assert_int_not_equal(first, CHILDREN_NONE);
    tree_publish_children(tree_node(tree, index), first, count, true);
    for (uint16_t i = 0; i < count; i++) {
        if (i < EAGER_CHILDREN) {
            tree_node(tree, first + i)->move = move + i;
        } else {
            tree_edges(tree, first)[i - EAGER_CHILDREN] = (Edge){.move = move + i, .wp = i};
        }
    }
    return first;
}

static void a_full_tree_refuses_and_stays_whole(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, (11 + TREE_SLACK) * sizeof(Node)));
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 8), 2);
    assert_int_equal(tree_allocate(&tree, 1), CHILDREN_NONE);
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 9), CHILDREN_NONE);
    assert_int_equal(tree_allocate_lazy(&tree, 25), CHILDREN_NONE);
    tree_release(&tree);
    assert_false(tree_init(&tree, sizeof(Node)));
}

// A part of a tree: from a node down, and nodes with fewer visits than that count as leaves.
typedef struct Part {
    const Tree *tree;
    uint32_t root;
    uint32_t visits_min;
} Part;

static bool is_leaf(const Part *part, uint32_t index) {
    return index != part->root &&
           atomic_load(&tree_node(part->tree, index)->visits) < part->visits_min;
}

// What it looks like from a node down, whatever the indices: a hash of moves, visits and shape.
static uint64_t shape_below(const Part *part, uint32_t index) {
    const Tree *tree = part->tree;
    const Node *node = tree_node(tree, index);
    uint32_t first = atomic_load(&node->children);
    uint64_t hash = node->move * UINT64_C(0x9e3779b97f4a7c15) + atomic_load(&node->visits);
    uint32_t node_count = tree_materialized_count(node);
    if (is_leaf(part, index)) {
        return hash;
    }
    for (uint32_t i = 0; i < node_count; i++) {
        hash = (hash ^ hash >> 29) * 31 + shape_below(part, tree_child(node, i));
    }
    for (uint32_t i = node_count; first && i < node->child_count; i++) {
        const Edge *edge = &tree_edges(tree, first)[i - EAGER_CHILDREN];
        hash = (hash ^ hash >> 29) * 31 + edge->move * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash;
}

#define SLOTS 2000

// Notes the slots of a node and all below it; what is shared is there once.
static void find_slots(const Part *part, uint32_t index, bool found[SLOTS]) {
    const Node *node = tree_node(part->tree, index);
    uint32_t node_count = is_leaf(part, index) ? 0 : tree_materialized_count(node);
    found[index] = true;
    for (uint32_t i = 0; i < node_count; i++) {
        find_slots(part, tree_child(node, i), found);
    }
    if (node_count > 0 && node_count < node->child_count) {
        uint32_t edges = atomic_load(&node->children) + EAGER_CHILDREN;
        for (uint32_t i = 0; i < (node->child_count - node_count + 3u) / 4; i++) {
            found[edges + i] = true;
        }
    }
}

static uint32_t size_of(const Part *part) {
    bool found[SLOTS] = {false};
    uint32_t size = 0;
    find_slots(part, part->root, found);
    for (size_t i = 0; i < SLOTS; i++) {
        size += found[i];
    }
    return size;
}

static void what_is_below_stays_and_nothing_else(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 100 * sizeof(Node)));
    uint32_t root = tree_reset(&tree);
    uint32_t first = grow(&tree, root, 3, 10);
    uint32_t left = grow(&tree, first, 2, 20);
    uint32_t right = grow(&tree, first + 2, 4, 30);
    grow(&tree, left + 1, 5, 40);
    grow(&tree, right + 3, 1, 50);
    atomic_store(&tree_node(&tree, right + 3)->visits, 77);

    uint32_t kept = tree_compact(&tree, first + 2, &NEVER);
    const Node *node = tree_node(&tree, kept);
    assert_int_equal(node->move, 12);
    assert_int_equal(node->child_count, 4);
    const Node *last = tree_node(&tree, atomic_load(&node->children) + 3);
    assert_int_equal(last->move, 33);
    assert_int_equal(atomic_load(&last->visits), 77);
    assert_int_equal(tree_node(&tree, atomic_load(&last->children))->move, 50);
    // Node 0, the root, its four children and one grandchild.
    assert_int_equal(atomic_load(&tree.used), 7);
    tree_release(&tree);
}

static void edges_become_nodes(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 40 * sizeof(Node)));
    uint32_t root = tree_reset(&tree);
    Node *node = tree_node(&tree, root);
    grow_lazy(&tree, root, 18, 100);
    // Node 0, the root, the eager children and 14 edges in the room of four.
    assert_int_equal(atomic_load(&tree.used), 2 + EAGER_CHILDREN + 4);
    assert_int_equal(tree_materialized_count(node), EAGER_CHILDREN);
    assert_true(tree_materialize(&tree, node));
    assert_int_equal(tree_materialized_count(node), 18);
    for (uint32_t i = 0; i < 18; i++) {
        const Node *child = tree_node(&tree, tree_child(node, i));
        assert_int_equal(child->move, 100 + i);
        assert_int_equal(atomic_load(&child->minimax), i < EAGER_CHILDREN ? 0 : i);
        assert_int_equal(atomic_load(&child->visits), 0);
    }
    assert_false(tree_materialize(&tree, node));
    // Where there is no room they stay what they are.
    Node *next = tree_node(&tree, tree_child(node, 7));
    grow_lazy(&tree, tree_child(node, 7), 16, 200);
    assert_false(tree_materialize(&tree, next));
    assert_int_equal(tree_materialized_count(next), EAGER_CHILDREN);
    assert_int_equal(tree_edges(&tree, atomic_load(&next->children))[0].move, 204);
    tree_release(&tree);
}

static void children_are_shared(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 60 * sizeof(Node)));
    uint32_t root = tree_reset(&tree);
    uint32_t first = grow(&tree, root, 3, 10);
    Node *other = tree_node(&tree, first);
    Node *node = tree_node(&tree, first + 1);
    assert_false(tree_share_children(node, other));
    grow_lazy(&tree, first, 12, 20);
    assert_true(tree_share_children(node, other));
    // The eager children are the same nodes; the others become nodes of each parent's own.
    assert_int_equal(tree_child(node, 3), tree_child(other, 3));
    assert_true(tree_materialize(&tree, other));
    assert_int_equal(tree_materialized_count(node), EAGER_CHILDREN);
    assert_true(tree_materialize(&tree, node));
    assert_int_not_equal(tree_child(node, 4), tree_child(other, 4));
    assert_int_equal(tree_node(&tree, tree_child(node, 11))->move, 31);
    // Unless they were nodes by then.
    Node *third = tree_node(&tree, first + 2);
    assert_true(tree_share_children(third, other));
    assert_int_equal(tree_child(third, 11), tree_child(other, 11));
    tree_release(&tree);
}

// A random tree, of which ever smaller parts are kept.
static void a_kept_part_looks_as_before(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 4);
    for (int round = 0; round < 200; round++) {
        Tree tree;
        assert_true(tree_init(&tree, SLOTS * sizeof(Node)));
        uint32_t root = tree_reset(&tree);
        Move move = 1;
        uint32_t nodes[SLOTS] = {root};
        int depths[SLOTS] = {0}; // by index; nodes of the same depth may share
        size_t node_count = 1;
        for (int i = 0; i < 300; i++) {
            uint32_t index = nodes[rng_below(&rng, node_count)];
            uint32_t other = nodes[rng_below(&rng, node_count)];
            Node *parent = tree_node(&tree, index);
            uint16_t count = (uint16_t)(1 + rng_below(&rng, 9));
            bool is_new = atomic_load(&parent->children) == CHILDREN_NONE;
            uint32_t before = is_new ? 0 : tree_materialized_count(parent);
            if (atomic_load(&tree.used) + count >= tree.capacity) {
                break;
            } else if (!is_new) {
                tree_materialize(&tree, parent);
            } else if (other != index && depths[other] == depths[index] &&
                       tree_share_children(parent, tree_node(&tree, other))) {
                continue;
            } else if (count > EAGER_CHILDREN && rng_below(&rng, 3) > 0) {
                grow_lazy(&tree, index, count, move);
            } else {
                grow(&tree, index, count, move);
            }
            for (uint32_t child = before; child < tree_materialized_count(parent); child++) {
                nodes[node_count++] = tree_child(parent, child);
                depths[tree_child(parent, child)] = depths[index] + 1;
            }
            atomic_store(&parent->visits, move);
            move += count;
        }
        while (atomic_load(&tree_node(&tree, root)->children)) {
            const Node *node = tree_node(&tree, root);
            uint32_t next =
                tree_child(node, (uint32_t)rng_below(&rng, tree_materialized_count(node)));
            // Every second time all children are kept.
            const uint32_t visits_min = rng_below(&rng, 2) ? (uint32_t)rng_below(&rng, move) : 0;
            const Part before = {&tree, next, visits_min};
            uint64_t shape = shape_below(&before, next);
            uint32_t size = size_of(&before);
            root = visits_min > 0 ? tree_prune(&tree, next, visits_min, &NEVER)
                                  : tree_compact(&tree, next, &NEVER);
            const Part after = {&tree, root, 0};
            assert_true(shape_below(&after, root) == shape);
            assert_int_equal(atomic_load(&tree.used), size + 1);
        }
        tree_release(&tree);
    }
}

static void as_much_is_kept_as_there_is_room_for(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 20 * sizeof(Node)));
    uint32_t root = tree_reset(&tree);
    uint32_t first = grow(&tree, root, 3, 10);
    grow(&tree, first, 2, 20);
    grow(&tree, first + 2, 4, 30);
    atomic_store(&tree_node(&tree, root)->visits, 100);
    atomic_store(&tree_node(&tree, first)->visits, 20);
    atomic_store(&tree_node(&tree, first + 2)->visits, 3);
    assert_int_equal(tree_visits_to_keep(&tree, root, 9, &NEVER), 1);
    assert_int_equal(tree_visits_to_keep(&tree, root, 8, &NEVER), 4);
    assert_int_equal(tree_visits_to_keep(&tree, root, 5, &NEVER), 4);
    assert_int_equal(tree_visits_to_keep(&tree, root, 4, &NEVER), 32);
    assert_int_equal(tree_visits_to_keep(&tree, root, 2, &NEVER), 128);
    tree_release(&tree);
}

static void who_was_moved_is_found(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 40 * sizeof(Node)));
    const uint32_t root = tree_reset(&tree);
    const uint32_t first = grow(&tree, root, 3, 10);
    const uint32_t lost = grow(&tree, first, 2, 20);
    const uint32_t kept = grow_lazy(&tree, first + 2, 12, 30);
    const uint32_t now = tree_compact(&tree, first + 2, &NEVER);
    assert_int_equal(tree_moved_to(&tree, first + 2), now);
    for (uint32_t i = 0; i < EAGER_CHILDREN; i++) {
        assert_int_equal(tree_node(&tree, tree_moved_to(&tree, kept + i))->move, 30 + i);
    }
    assert_int_equal(tree_moved_to(&tree, kept + EAGER_CHILDREN), 0); // edges
    assert_int_equal(tree_moved_to(&tree, lost), 0);
    assert_int_equal(tree_moved_to(&tree, root), 0);
    tree_release(&tree);
}

static void nothing_is_changed_by_who_is_stopped(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 20 * sizeof(Node)));
    const uint32_t root = tree_reset(&tree);
    const uint32_t first = grow(&tree, root, 3, 10);
    const uint32_t used = atomic_load(&tree.used);
    assert_int_equal(tree_compact(&tree, first, &AT_ONCE), 0);
    assert_int_equal(tree_prune(&tree, root, 5, &AT_ONCE), 0);
    assert_int_equal(tree_visits_to_keep(&tree, root, 2, &AT_ONCE), 0);
    assert_int_equal(atomic_load(&tree.used), used);
    assert_int_equal(tree_child(tree_node(&tree, root), 0), first);
    tree_release(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_tree_refuses_and_stays_whole),
        cmocka_unit_test(what_is_below_stays_and_nothing_else),
        cmocka_unit_test(edges_become_nodes),
        cmocka_unit_test(children_are_shared),
        cmocka_unit_test(a_kept_part_looks_as_before),
        cmocka_unit_test(as_much_is_kept_as_there_is_room_for),
        cmocka_unit_test(who_was_moved_is_found),
        cmocka_unit_test(nothing_is_changed_by_who_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
