// A search whose tree does not fit: it prunes, and goes on.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "search/kinds.h"
#include "unit/search/mcts_support.h"

// A position whose refutation takes thousands of nodes to be seen (widening_test.c).
#define MOVES "c4v g2v e2 e8 c5h a1h e3 e7 e4 e6 h3h a5h f2h e5 e6 e4 d2h b1v d6 d6h c7v b6h"
#define NODES 16000
#define LARGE (64 << 20)
#define SMALL (2 << 20) // full after about 2,000 nodes

static const atomic_bool NEVER = false;

static Search search_position(size_t memory_bytes) {
    const MctsSettings *settings = immure_settings(rules_find(slice_from("quoridor")));
    Search search = search_start("quoridor", settings, memory_bytes);
    assert_true(game_play_list(&search.game, slice_from(MOVES), NOTATION_STANDARD, NULL));
    return search;
}

static void a_small_tree_finds_what_a_large_one_finds(void **state) {
    (void)state;
    Search large = search_position(LARGE);
    Search small = search_position(SMALL);
    const EngineReport wanted = search_nodes(large.mcts, &large.game, NODES);
    const EngineReport found = search_nodes(small.mcts, &small.game, NODES);
    // The small one has been full again and again.
    assert_true(atomic_load(&large.mcts->tree.used) > 4 * small.mcts->tree.capacity);
    assert_int_equal(found.nodes, NODES);
    assert_int_equal(found.pv[0], wanted.pv[0]);
    assert_true(
        fabs(engine_win_probability(found.score) - engine_win_probability(wanted.score)) < 0.06);
    search_end(&large);
    search_end(&small);
}

// Pruning takes nothing from the root: its children and their visits.
static void the_root_keeps_its_children(void **state) {
    (void)state;
    Search search = search_position(SMALL);
    const Tree *tree = &search.mcts->tree;
    while (atomic_load(&tree->used) < tree->capacity / 2) {
        search_nodes(search.mcts, &search.game, 100);
    }
    const uint32_t count = root_of(search.mcts)->child_count;
    Node *before = malloc(count * sizeof *before);
    for (uint32_t i = 0; i < count; i++) {
        before[i] = *tree_node(tree, tree_child(root_of(search.mcts), i));
    }
    const Thinking thinking = {.game = &search.game, .stop_ns = DEADLINE_NEVER, .stop = &NEVER};
    search.mcts->thinking = &thinking;
    assert_true(mcts_prune(search.mcts));
    assert_true(search.mcts->may_prune);
    assert_true(atomic_load(&tree->used) < tree->capacity / 2);
    assert_int_equal(root_of(search.mcts)->child_count, count);
    for (uint32_t i = 0; i < count; i++) {
        const Node *child = tree_node(tree, tree_child(root_of(search.mcts), i));
        assert_int_equal(child->move, before[i].move);
        assert_int_equal(atomic_load(&child->visits), atomic_load(&before[i].visits));
        assert_int_equal(atomic_load(&child->wp_sum), atomic_load(&before[i].wp_sum));
        assert_int_equal(atomic_load(&child->minimax), atomic_load(&before[i].minimax));
    }
    free(before);
    search_end(&search);
}

// What the table of transpositions knew of nodes that are kept it knows after they were moved.
static void transpositions_are_followed(void **state) {
    (void)state;
    Search search = search_position(SMALL);
    Mcts *mcts = search.mcts;
    const Tree *tree = &mcts->tree;
    while (atomic_load(&tree->used) < tree->capacity / 2) {
        search_nodes(mcts, &search.game, 100);
    }
    const size_t slots = mcts->transpositions.mask + 1;
    Node *before = malloc(slots * sizeof *before);
    uint64_t *keys = malloc(slots * sizeof *keys);
    for (size_t i = 0; i < slots; i++) {
        const uint64_t data = mcts->transpositions.slots[i].data;
        before[i] = *tree_node(tree, (uint32_t)data);
        keys[i] = mcts->transpositions.slots[i].check ^ data;
    }
    const Thinking thinking = {.game = &search.game, .stop_ns = DEADLINE_NEVER, .stop = &NEVER};
    mcts->thinking = &thinking;
    assert_true(mcts_prune(mcts));
    size_t found = 0;
    for (size_t i = 0; i < slots; i++) {
        const uint64_t data = mcts->transpositions.slots[i].data;
        if (data != 0) {
            const Node *node = tree_node(tree, (uint32_t)data);
            assert_true((mcts->transpositions.slots[i].check ^ data) == keys[i]);
            assert_int_equal(node->move, before[i].move);
            assert_int_equal(atomic_load(&node->visits), atomic_load(&before[i].visits));
            assert_int_equal(atomic_load(&node->wp_sum), atomic_load(&before[i].wp_sum));
            found++;
        }
    }
    assert_true(found > 100);
    free(keys);
    free(before);
    search_end(&search);
}

static void a_stopped_search_prunes_nothing(void **state) {
    (void)state;
    Search search = search_position(SMALL);
    search_nodes(search.mcts, &search.game, 1000);
    const uint32_t used = atomic_load(&search.mcts->tree.used);
    const atomic_bool stop = true;
    const Thinking thinking = {.game = &search.game, .stop_ns = DEADLINE_NEVER, .stop = &stop};
    search.mcts->thinking = &thinking;
    assert_false(mcts_prune(search.mcts));
    assert_int_equal(atomic_load(&search.mcts->tree.used), used);
    search_end(&search);
}

// Without the time for it the tree stays full, and the search ends when it should.
static void nothing_is_pruned_in_a_hurry(void **state) {
    (void)state;
    Search search = search_position(SMALL);
    search_nodes(search.mcts, &search.game, 1000);
    const uint32_t used = atomic_load(&search.mcts->tree.used);
    const Thinking thinking = {.game = &search.game, .stop_ns = clock_now_ns(), .stop = &NEVER};
    search.mcts->thinking = &thinking;
    assert_false(mcts_prune(search.mcts));
    assert_int_equal(atomic_load(&search.mcts->tree.used), used);
    search_end(&search);
}

// A depth that no search reaches.
static void a_depth_alone_ends_with_the_memory(void **state) {
    (void)state;
    Search search = search_position(SMALL);
    const atomic_bool stop = false;
    const Thinking thinking = {.game = &search.game,
        .limits = {.depth = PV_MAX},
        .start_ns = clock_now_ns(),
        .stop_ns = DEADLINE_NEVER,
        .stop = &stop};
    EngineReport report;
    mcts_search(search.mcts, &thinking, &report);
    assert_true(report.pv_count > 0 && report.depth < PV_MAX);
    search_end(&search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_tree_finds_what_a_large_one_finds),
        cmocka_unit_test(the_root_keeps_its_children),
        cmocka_unit_test(transpositions_are_followed),
        cmocka_unit_test(a_stopped_search_prunes_nothing),
        cmocka_unit_test(nothing_is_pruned_in_a_hurry),
        cmocka_unit_test(a_depth_alone_ends_with_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
