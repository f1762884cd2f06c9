// The two ways to look at a node's children: whatever these are, both must give the same.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "search/children.h"

#define COUNT_MAX 40
#define ROUNDS 20000

// Children, and behind them what must not be looked at: proven wins without a visit.
typedef struct Children {
    uint32_t count;
    Node nodes[COUNT_MAX + TREE_SLACK];
} Children;

// One in `rarity` of the things that end a loop or take a child out of it happens to each child.
static void make_node(Node *node, Rng *rng, uint64_t rarity) {
    const uint32_t visits_bits = 1 + (uint32_t)rng_below(rng, 31);
    const uint32_t visits = 1 + (uint32_t)rng_below(rng, (UINT64_C(1) << visits_bits) - 1);
    const bool is_visited = rng_below(rng, rarity) > 0;
    atomic_store(&node->visits, is_visited ? visits : 0);
    atomic_store(&node->wp_sum, is_visited ? rng_below(rng, (uint64_t)visits * WP_ONE + 1) : 0);
    atomic_store(&node->minimax, (uint16_t)rng_below(rng, WP_ONE + 1));
    node->prior = (uint16_t)rng_below(rng, PRIOR_ONE + 1);
    if (rng_below(rng, rarity) == 0) {
        atomic_store(&node->proof, (uint8_t)(PROOF_LOSS + rng_below(rng, 3)));
    }
    if (rng_below(rng, rarity) == 0) {
        atomic_store(&node->children, CHILDREN_PENDING);
    }
    // What is of no concern.
    node->move = (Move)rng_next(rng);
    atomic_store(&node->more_children, (uint32_t)rng_next(rng));
    node->child_count = (uint16_t)rng_next(rng);
    node->has_all_children = rng_below(rng, 2);
}

static void make_children(Children *children, Rng *rng) {
    static const uint64_t RARITIES[] = {2, 10, 100, 10000};
    const uint64_t rarity = RARITIES[rng_below(rng, 4)];
    *children = (Children){.count = (uint32_t)rng_below(rng, COUNT_MAX + 1)};
    for (uint32_t i = 0; i < COUNT_MAX + TREE_SLACK; i++) {
        if (i < children->count) {
            make_node(&children->nodes[i], rng, rarity);
        } else {
            atomic_store(&children->nodes[i].proof, PROOF_WIN);
        }
    }
    // Some are alike: the first of the best is wanted.
    for (uint32_t i = 0; i < children->count / 2; i++) {
        if (rng_below(rng, 3) == 0) {
            children->nodes[children->count - 1 - i] = children->nodes[i];
        }
    }
}

static void both_select_the_same(void **state) {
    (void)state;
    const ChildrenLoops *fastest = children_loops();
    Rng rng;
    rng_init(&rng, 1);
    size_t ended = 0;
    size_t blocked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Children children;
        make_children(&children, &rng);
        ChildrenChoice plain = {
            .share = (float)rng_below(&rng, 101) / 100,
            .scale = (float)rng_below(&rng, 1000000) / 1000,
            .reduction = (float)rng_below(&rng, 2) * (float)rng_below(&rng, WP_ONE),
            .score = rng_below(&rng, 2) ? 30000.0f : CHILDREN_NO_SCORE,
        };
        ChildrenChoice fast = plain;
        const bool is_over = CHILDREN_PLAIN.select(children.nodes, children.count, &plain);
        assert_int_equal(fastest->select(children.nodes, children.count, &fast), is_over);
        assert_ptr_equal(fast.best, plain.best);
        const Node *best = plain.best;
        if (!best || atomic_load(&best->proof) != PROOF_WIN) {
            assert_memory_equal(&fast.score, &plain.score, sizeof fast.score);
            assert_int_equal(fast.is_blocked, plain.is_blocked);
        }
        ended += is_over;
        blocked += plain.is_blocked;
    }
    assert_in_range(ended, ROUNDS / 10, ROUNDS - ROUNDS / 10);
    assert_in_range(blocked, ROUNDS / 20, ROUNDS - ROUNDS / 10);
}

static void both_find_the_same_minimax(void **state) {
    (void)state;
    const ChildrenLoops *fastest = children_loops();
    Rng rng;
    rng_init(&rng, 2);
    size_t visited = 0;
    for (int round = 0; round < ROUNDS; round++) {
        Children children;
        make_children(&children, &rng);
        const uint32_t before = (uint32_t)rng_below(&rng, 2) * (uint32_t)rng_below(&rng, WP_ONE);
        uint32_t plain = before;
        uint32_t fast = before;
        const bool are_visited = CHILDREN_PLAIN.minimax(children.nodes, children.count, &plain);
        assert_int_equal(fastest->minimax(children.nodes, children.count, &fast), are_visited);
        assert_int_equal(fast, plain);
        assert_true(plain >= before);
        visited += are_visited;
    }
    assert_in_range(visited, ROUNDS / 10, ROUNDS - ROUNDS / 10);
}

// What the loops are for, in numbers that can be followed by hand.
static void the_best_is_found_up_to_the_first_unvisited(void **state) {
    (void)state;
    Node nodes[4 + TREE_SLACK] = {0};
    static const struct {
        uint32_t visits;
        uint64_t wp_sum;
        uint16_t minimax;
        uint16_t prior;
    } CHILDREN[] = {{9, 9 * 30000, 30000, 100}, {3, 3 * 40000, 40000, 50}, {0, 0, 20000, 40},
        {5, 5 * 60000, 60000, 30}};
    for (size_t i = 0; i < 4; i++) {
        atomic_store(&nodes[i].visits, CHILDREN[i].visits);
        atomic_store(&nodes[i].wp_sum, CHILDREN[i].wp_sum);
        atomic_store(&nodes[i].minimax, CHILDREN[i].minimax);
        nodes[i].prior = CHILDREN[i].prior;
    }
    const ChildrenLoops *const loops[] = {&CHILDREN_PLAIN, children_loops()};
    for (size_t i = 0; i < 2; i++) {
        ChildrenChoice choice = {.share = 0.5f, .score = CHILDREN_NO_SCORE};
        assert_true(loops[i]->select(nodes, 4, &choice));
        assert_ptr_equal(choice.best, &nodes[1]);
        assert_true(choice.score == 40000.0f);
        // 20,000 + 40 * 1,000 beats 40,000 + 50 * 1,000 / 4.
        choice = (ChildrenChoice){.share = 0.5f, .scale = 1000.0f, .score = CHILDREN_NO_SCORE};
        assert_true(loops[i]->select(nodes, 4, &choice));
        assert_ptr_equal(choice.best, &nodes[2]);
        assert_true(choice.score == 60000.0f);
        // With a reduction of 10,000 it does not.
        choice = (ChildrenChoice){
            .share = 0.5f, .scale = 1000.0f, .reduction = 10000.0f, .score = CHILDREN_NO_SCORE};
        assert_true(loops[i]->select(nodes, 4, &choice));
        assert_ptr_equal(choice.best, &nodes[1]);
        assert_true(choice.score == 52500.0f);
        uint32_t best = 0;
        assert_false(loops[i]->minimax(nodes, 4, &best));
        assert_int_equal(best, 40000);
        assert_true(loops[i]->minimax(nodes, 2, &best));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_found_up_to_the_first_unvisited),
        cmocka_unit_test(both_select_the_same),
        cmocka_unit_test(both_find_the_same_minimax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
