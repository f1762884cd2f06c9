// Leaves that a few replies refute: what they are worth, what they spare, when they are expanded.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "eval/evaluators.h"
#include "unit/search/mcts_support.h"

#define NODES 1500

static const MctsSettings SETTINGS = {
    .exploration = 0.8f,
    .temperature = 1.0f,
    .width = 150,
    .softness = 0.3f,
    .minimax = 0.5f,
    .siblings = 4,
    .replies = 8,
    .margin = 0.03f,
};

// An evaluator that counts what it is asked for, and asks another.
static const Evaluator *counted;
static uint64_t value_count;

static void count_move_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    (void)self;
    value_count += count;
    counted->move_values(counted, pos, moves, count, values);
}

// A search with that evaluator.
typedef struct CountedSearch {
    Evaluation *evaluation;
    Evaluator evaluator;
    Mcts *mcts;
    Game game;
} CountedSearch;

static void search_init(CountedSearch *search, const Rules *rules, const MctsSettings *settings) {
    search->evaluation = evaluation_new(rules, NULL, NULL, NULL);
    counted = evaluation_table(search->evaluation);
    search->evaluator = *counted;
    search->evaluator.move_values = count_move_values;
    search->evaluator.policy = NULL; // it is for the other's own table
    value_count = 0;
    search->mcts = mcts_new(&search->evaluator, settings, 1, 64 << 20);
    assert_non_null(search->mcts);
    game_init(&search->game, rules, &rules->variants[0]);
}

static void search_release(CountedSearch *search) {
    game_release(&search->game);
    mcts_free(search->mcts);
    evaluation_free(search->evaluation);
}

// Whether a node was visited and got no children, though its game goes on.
static bool is_refuted(const Node *node, const Rules *rules, const Position *pos) {
    return node->visits > 0 && node->children == CHILDREN_NONE && node->proof == PROOF_NONE &&
           rules->outcome(pos).result == RESULT_NONE;
}

// A refuted leaf is worth what one of its replies leaves of it, and was visited once: the second
// visit expands it.
static void check_leaf(const Node *leaf, const Rules *rules, const Position *pos) {
    static Move moves[MOVES_MAX];
    static int values[MOVES_MAX];
    const size_t count = rules->moves(pos, moves);
    counted->move_values(counted, pos, moves, count, values);
    bool is_value_of_reply = false;
    for (size_t i = 0; i < count; i++) {
        const int wp = portable_round(value_to_win_probability(values[i]) * WP_ONE);
        is_value_of_reply |= WP_ONE - wp == leaf->minimax;
    }
    assert_true(is_value_of_reply);
    assert_int_equal(leaf->visits, 1);
}

// The number of refuted leaves below a node, each of which is checked.
static size_t check_below(
    const Mcts *mcts, uint32_t index, const Rules *rules, const Position *pos) {
    const Node *node = tree_node(&mcts->tree, index);
    if (is_refuted(node, rules, pos)) {
        check_leaf(node, rules, pos);
        return 1;
    }
    size_t count = 0;
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        const uint32_t child = tree_child(node, i);
        if (tree_node(&mcts->tree, child)->visits > 0) {
            Position after;
            rules->apply(pos, tree_node(&mcts->tree, child)->move, &after);
            count += check_below(mcts, child, rules, &after);
        }
    }
    return count;
}

static void leaves_are_worth_what_a_reply_leaves(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        CountedSearch search;
        search_init(&search, rules_at(i), &SETTINGS);
        search_nodes(search.mcts, &search.game, NODES);
        const size_t refuted =
            check_below(search.mcts, search.mcts->root, rules_at(i), game_position(&search.game));
        print_message("# %s: %zu of %d leaves are refuted\n", rules_at(i)->name, refuted, NODES);
        assert_true(refuted > NODES / 10);
        search_release(&search);
    }
}

static uint64_t evaluations(const Rules *rules, int replies) {
    MctsSettings settings = SETTINGS;
    settings.replies = replies;
    CountedSearch search;
    search_init(&search, rules, &settings);
    search_nodes(search.mcts, &search.game, NODES);
    if (replies == 0) {
        assert_int_equal(
            check_below(search.mcts, search.mcts->root, rules, game_position(&search.game)), 0);
    }
    search_release(&search);
    return value_count;
}

static void evaluations_are_spared(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const uint64_t all = evaluations(rules_at(i), 0);
        const uint64_t some = evaluations(rules_at(i), SETTINGS.replies);
        print_message("# %s: %llu evaluations instead of %llu\n", rules_at(i)->name,
            (unsigned long long)some, (unsigned long long)all);
        assert_true(10 * some < 9 * all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_worth_what_a_reply_leaves),
        cmocka_unit_test(evaluations_are_spared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
