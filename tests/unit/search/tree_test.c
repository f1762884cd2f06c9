// The memory of MCTS: bounded, and tidied when the root moves.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "search/tree.h"

// Gives a node children whose moves count up from `move`.
static uint32_t grow(Tree *tree, uint32_t index, uint16_t count, Move move) {
    uint32_t first = tree_allocate(tree, count);
    assert_int_not_equal(first, CHILDREN_NONE);
    tree_node(tree, index)->child_count = count;
    atomic_store(&tree_node(tree, index)->children, first);
    for (uint16_t i = 0; i < count; i++) {
        tree_node(tree, first + i)->move = move + i;
    }
    return first;
}

static void a_full_tree_refuses_and_stays_whole(void **state) {
    (void)state;
    Tree tree;
    assert_true(tree_init(&tree, 11 * sizeof(Node)));
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 8), 2);
    assert_int_equal(tree_allocate(&tree, 1), CHILDREN_NONE);
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 9), CHILDREN_NONE);
    tree_release(&tree);
    assert_false(tree_init(&tree, sizeof(Node)));
}

// What a tree looks like from a node down, whatever the indices: a hash of moves, visits and shape.
static uint64_t shape_of(const Tree *tree, uint32_t index) {
    const Node *node = tree_node(tree, index);
    uint32_t first = atomic_load(&node->children);
    uint64_t hash = node->move * UINT64_C(0x9e3779b97f4a7c15) + atomic_load(&node->visits);
    for (uint32_t i = 0; first && i < node->child_count; i++) {
        hash = (hash ^ hash >> 29) * 31 + shape_of(tree, first + i);
    }
    return hash;
}

static uint32_t size_of(const Tree *tree, uint32_t index) {
    const Node *node = tree_node(tree, index);
    uint32_t first = atomic_load(&node->children);
    uint32_t size = 1;
    for (uint32_t i = 0; first && i < node->child_count; i++) {
        size += size_of(tree, first + i);
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

    uint32_t kept = tree_keep_below(&tree, first + 2);
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

// A random tree, of which ever smaller parts are kept.
static void a_kept_part_looks_as_before(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 4);
    for (int round = 0; round < 200; round++) {
        Tree tree;
        assert_true(tree_init(&tree, 2000 * sizeof(Node)));
        uint32_t root = tree_reset(&tree);
        Move move = 1;
        for (int i = 0; i < 300; i++) {
            uint32_t used = atomic_load(&tree.used);
            uint32_t parent = root + (uint32_t)rng_below(&rng, used - root);
            uint32_t count = 1 + (uint32_t)rng_below(&rng, 8);
            if (!atomic_load(&tree_node(&tree, parent)->children) && used + count < tree.capacity) {
                grow(&tree, parent, (uint16_t)count, move);
                atomic_store(&tree_node(&tree, parent)->visits, move);
                move += count;
            }
        }
        while (atomic_load(&tree_node(&tree, root)->children)) {
            uint32_t first = atomic_load(&tree_node(&tree, root)->children);
            uint32_t next = first + (uint32_t)rng_below(&rng, tree_node(&tree, root)->child_count);
            uint64_t shape = shape_of(&tree, next);
            uint32_t size = size_of(&tree, next);
            root = tree_keep_below(&tree, next);
            assert_true(shape_of(&tree, root) == shape);
            assert_int_equal(atomic_load(&tree.used), size + 1);
        }
        tree_release(&tree);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_tree_refuses_and_stays_whole),
        cmocka_unit_test(what_is_below_stays_and_nothing_else),
        cmocka_unit_test(a_kept_part_looks_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
