// The memory of MCTS: bounded, copied when the root moves.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
    assert_true(tree_init(&tree, 10 * sizeof(Node)));
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 8), 2);
    assert_int_equal(tree_allocate(&tree, 1), CHILDREN_NONE);
    assert_int_equal(tree_reset(&tree), 1);
    assert_int_equal(tree_allocate(&tree, 9), CHILDREN_NONE);
    tree_release(&tree);
    assert_false(tree_init(&tree, sizeof(Node)));
}

static void a_copy_holds_what_is_below_and_nothing_else(void **state) {
    (void)state;
    Tree tree;
    Tree copy;
    assert_true(tree_init(&tree, 100 * sizeof(Node)) && tree_init(&copy, 100 * sizeof(Node)));
    uint32_t root = tree_reset(&tree);
    uint32_t first = grow(&tree, root, 3, 10);
    uint32_t left = grow(&tree, first, 2, 20);
    uint32_t right = grow(&tree, first + 2, 4, 30);
    grow(&tree, left + 1, 5, 40);
    grow(&tree, right + 3, 1, 50);
    atomic_store(&tree_node(&tree, right + 3)->visits, 77);

    uint32_t copied = tree_copy_below(&copy, &tree, first + 2);
    const Node *node = tree_node(&copy, copied);
    assert_int_equal(node->move, 12);
    assert_int_equal(node->child_count, 4);
    const Node *last = tree_node(&copy, atomic_load(&node->children) + 3);
    assert_int_equal(last->move, 33);
    assert_int_equal(atomic_load(&last->visits), 77);
    assert_int_equal(tree_node(&copy, atomic_load(&last->children))->move, 50);
    // Node 0, the root, its four children and one grandchild.
    assert_int_equal(atomic_load(&copy.used), 7);
    tree_release(&tree);
    tree_release(&copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_tree_refuses_and_stays_whole),
        cmocka_unit_test(a_copy_holds_what_is_below_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
