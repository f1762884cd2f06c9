// The tree of MCTS from search to search: what its nodes hold, what is kept, what is answered.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>

#include "base/rng.h"
#include "search/mcts_parts.h"
#include "unit/search/mcts_support.h"

static const MctsSettings SETTINGS = {
    .exploration = 0.5f, .temperature = 0.5f, .width = 64, .softness = 0.3f, .minimax = 0.5f};

static uint16_t larger(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

// By every child, visited or not, a node or still a edge.
static uint16_t slow_minimax(const Tree *tree, const Node *node) {
    const uint16_t by_proof[] = {[PROOF_LOSS] = 0, [PROOF_DRAW] = WP_ONE / 2, [PROOF_WIN] = WP_ONE};
    const uint32_t node_count = tree_materialized_count(node);
    uint16_t best = 0;
    for (uint32_t i = 0; i < node_count; i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        best = larger(best, child->proof == PROOF_NONE ? child->minimax : by_proof[child->proof]);
    }
    for (uint32_t i = node_count; i < node->child_count; i++) {
        best = larger(best, tree_edges(tree, node->children)[i - node_count].wp);
    }
    return (uint16_t)(WP_ONE - best);
}

// The root and its children: deeper nodes may share theirs with a transposition, which keeps them
// up to date for itself alone.
static void check_top(const Mcts *mcts) {
    const Tree *tree = &mcts->tree;
    const Node *root = tree_node(tree, mcts->root);
    assert_int_equal(root->minimax, slow_minimax(tree, root));
    for (uint32_t i = 0; i < tree_materialized_count(root); i++) {
        const Node *child = tree_node(tree, tree_child(root, i));
        if (tree_materialized_count(child) > 0) {
            assert_int_equal(child->minimax, slow_minimax(tree, child));
        }
    }
}

// Searches on and on from where a game stands and looks at the tree now and then, until the result
// is known.
static void check_search(const Game *game, const Evaluator *evaluator) {
    Mcts *mcts = mcts_new(evaluator, &SETTINGS, 1, 64 << 20);
    assert_non_null(mcts);
    EngineReport report = search_nodes(mcts, game, 25);
    for (int i = 0; i < 40 && !report.is_proven; i++) {
        check_top(mcts);
        report = search_nodes(mcts, game, 25);
    }
    mcts_free(mcts);
}

static void minimax_is_that_of_all_children(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const Rules *rules = rules_at(i);
        Evaluation *evaluation = evaluation_new(rules, NULL, NULL, NULL);
        Game game;
        game_init(&game, rules, &rules->variants[0]);
        for (int ply = 0; ply < 24; ply++) {
            Move moves[MOVES_MAX];
            const size_t count = game_moves(&game, moves);
            game_play(&game, moves[count / 3]);
            if (ply % 8 == 7) {
                check_search(&game, evaluation_table(evaluation));
            }
        }
        game_release(&game);
        evaluation_free(evaluation);
    }
}

// The first evaluation counts until there is a visit; then the best reply does, at its share.
static void what_a_node_is_worth(void **state) {
    (void)state;
    Mcts mcts = {.settings = SETTINGS};
    Node node = {.minimax = WP_ONE / 4};
    assert_float_equal(mcts_wp(&mcts, &node), 0.25f, 1e-4f);
    node.visits = 3;
    node.wp_sum = 3 * (uint64_t)WP_ONE - WP_ONE / 4;
    // The mean over three visits and the minimax is 3/4.
    assert_float_equal(mcts_wp(&mcts, &node), 0.5f, 1e-4f);
    mcts.settings.minimax = 0;
    assert_float_equal(mcts_wp(&mcts, &node), 0.75f, 1e-4f);
    mcts.settings.minimax = 1;
    assert_float_equal(mcts_wp(&mcts, &node), 0.25f, 1e-4f);
}

#define MEMORY (64 << 20)

// First evaluations are stored for less than they say, in logits; what an expansion backs up is
// what they say.
static void first_evaluations_are_discounted(void **state) {
    (void)state;
    MctsSettings hopeful_settings = SETTINGS;
    MctsSettings discounted_settings = SETTINGS;
    hopeful_settings.first = discounted_settings.first = 0.4f;
    discounted_settings.optimism = 0.25f;
    Search hopeful = search_start("amazons", &hopeful_settings, MEMORY);
    Search discounted = search_start("amazons", &discounted_settings, MEMORY);
    search_nodes(hopeful.mcts, &hopeful.game, 1);
    search_nodes(discounted.mcts, &discounted.game, 1);
    const Node *roots[] = {root_of(hopeful.mcts), root_of(discounted.mcts)};
    assert_int_equal(roots[0]->child_count, roots[1]->child_count);
    for (uint32_t i = 0; i < roots[0]->child_count; i++) {
        const Node *child = tree_node(&hopeful.mcts->tree, tree_child(roots[0], i));
        const Node *less = tree_node(&discounted.mcts->tree, tree_child(roots[1], i));
        const float wp = (float)child->minimax / WP_ONE;
        const float less_wp = (float)less->minimax / WP_ONE;
        assert_int_equal(child->move, less->move);
        assert_int_equal(child->prior, less->prior);
        assert_float_equal(logf(wp / (1 - wp)) - logf(less_wp / (1 - less_wp)),
            discounted_settings.optimism, 1e-3f);
        assert_float_equal(mcts_first_wp(discounted.mcts, less->minimax), wp, 1e-4f);
    }
    assert_int_equal(roots[0]->wp_sum, roots[1]->wp_sum);
    search_end(&hopeful);
    search_end(&discounted);
}

// How many of the root's children a search of Quoridor visits.
static size_t count_visited(const MctsSettings *settings, uint64_t nodes) {
    Search search = search_start("quoridor", settings, MEMORY);
    search_nodes(search.mcts, &search.game, nodes);
    const Node *root = root_of(search.mcts);
    size_t visited = 0;
    for (uint32_t i = 0; i < root->child_count; i++) {
        visited += tree_node(&search.mcts->tree, tree_child(root, i))->visits > 0;
    }
    search_end(&search);
    return visited;
}

static size_t count_reduced(float fpu) {
    MctsSettings settings = SETTINGS;
    settings.fpu = fpu;
    return count_visited(&settings, 400);
}

static void unvisited_children_wait_by_their_reduction(void **state) {
    (void)state;
    const size_t reduced = count_reduced(0.1f);
    assert_true(reduced > 1 && reduced < count_reduced(0));
    // Nothing makes up for a whole game, so only the first is ever visited.
    assert_int_equal(count_reduced(1), 1);
}

static void exploration_grows_with_visits(void **state) {
    (void)state;
    MctsSettings growing = SETTINGS;
    growing.growth = 1;
    // Hardly at first, by a third after 400 visits.
    assert_int_equal(count_visited(&growing, 20), count_visited(&SETTINGS, 20));
    assert_true(count_visited(&growing, 400) > count_visited(&SETTINGS, 400));
}

#define LINES 40

typedef struct Visitor {
    Mcts *mcts;
    atomic_bool is_done;
} Visitor;

// Visits the children of the root at random, as other threads of a search do.
static void *visit_children(void *argument) {
    Visitor *visitor = argument;
    const Tree *tree = &visitor->mcts->tree;
    const Node *root = tree_node(tree, visitor->mcts->root);
    Rng rng;
    rng_init(&rng, 1);
    while (!atomic_load(&visitor->is_done)) {
        uint32_t which = (uint32_t)rng_below(&rng, tree_materialized_count(root));
        atomic_fetch_add(&tree_node(tree, tree_child(root, which))->visits, 1);
    }
    return NULL;
}

static void check_lines(const EngineReport *lines) {
    for (size_t i = 0; i < LINES; i++) {
        assert_true(lines[i].pv_count > 0 && lines[i].pv[0] != MOVE_NONE);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(lines[i].pv[0], lines[j].pv[0]);
            assert_true(lines[i].nodes <= lines[j].nodes);
        }
    }
}

static void lines_are_one_snapshot(void **state) {
    (void)state;
    Search search = search_start("quoridor", &SETTINGS, MEMORY);
    search_nodes(search.mcts, &search.game, 25);
    Visitor visitor = {.mcts = search.mcts};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, visit_children, &visitor), 0);
    for (int i = 0; i < 2000; i++) {
        EngineReport lines[LINES];
        assert_int_equal(mcts_lines(search.mcts, LINES, lines), LINES);
        check_lines(lines);
    }
    atomic_store(&visitor.is_done, true);
    pthread_join(thread, NULL);
    search_end(&search);
}

// Up to two moves below the old root its node is the new root, with its visits; no further.
static void the_tree_is_kept_for_two_moves(void **state) {
    (void)state;
    for (size_t moves = 0; moves <= 3; moves++) {
        Search search = search_start("quoridor", &SETTINGS, MEMORY);
        EngineReport report = search_nodes(search.mcts, &search.game, 2000);
        const Node *node = root_of(search.mcts);
        assert_true(report.pv_count > 3);
        for (size_t i = 0; i < moves; i++) {
            game_play(&search.game, report.pv[i]);
            node = tree_node(&search.mcts->tree, mcts_best_child(search.mcts, node));
            assert_int_equal(node->move, report.pv[i]);
        }
        const uint32_t visits = atomic_load(&node->visits);
        assert_true(visits > 1);
        search_nodes(search.mcts, &search.game, 1);
        assert_int_equal(atomic_load(&root_of(search.mcts)->visits), moves <= 2 ? visits + 1 : 1);
        search_end(&search);
    }
}

// Half full, the tree keeps only what is below the new root; without the time for that, nothing.
static void a_tree_that_is_half_full_is_compacted(void **state) {
    (void)state;
    for (int has_time = 0; has_time <= 1; has_time++) {
        Search search = search_start("quoridor", &SETTINGS, 2 << 20);
        const Tree *tree = &search.mcts->tree;
        EngineReport report = search_nodes(search.mcts, &search.game, 2000);
        const uint32_t used = atomic_load(&tree->used);
        assert_true(used > tree->capacity / 2);
        const Node *child = tree_node(tree, mcts_best_child(search.mcts, root_of(search.mcts)));
        const uint32_t visits = atomic_load(&child->visits);
        game_play(&search.game, report.pv[0]);
        const atomic_bool stop = false;
        const Thinking thinking = {.stop_ns = has_time ? DEADLINE_NEVER : 1, .stop = &stop};
        search.mcts->thinking = &thinking;
        mcts_move_root(search.mcts, &search.game);
        assert_int_equal(atomic_load(&root_of(search.mcts)->visits), has_time ? visits : 0);
        assert_true(atomic_load(&tree->used) < used);
        assert_true(has_time || atomic_load(&tree->used) == 2);
        search_end(&search);
    }
}

// A tree with room for the next move is kept, also where there is no time to compact it.
static void a_tree_with_room_is_kept_in_a_hurry(void **state) {
    (void)state;
    Search search = search_start("quoridor", &SETTINGS, MEMORY);
    const Tree *tree = &search.mcts->tree;
    EngineReport report = search_nodes(search.mcts, &search.game, 200);
    const uint32_t used = atomic_load(&tree->used);
    assert_true(used < tree->capacity / 2);
    const Node *child = tree_node(tree, mcts_best_child(search.mcts, root_of(search.mcts)));
    const uint32_t visits = atomic_load(&child->visits);
    assert_true(visits > 0);
    game_play(&search.game, report.pv[0]);
    const atomic_bool stop = false;
    const Thinking thinking = {.game = &search.game, .stop_ns = 1, .stop = &stop};
    search.mcts->thinking = &thinking;
    mcts_move_root(search.mcts, &search.game);
    assert_int_equal(atomic_load(&root_of(search.mcts)->visits), visits);
    search_end(&search);
}

// A tree that was emptied begins like a new one: with all moves, whose priors sum up to one.
static void an_emptied_tree_is_searched_like_a_new_one(void **state) {
    (void)state;
    MctsSettings settings = SETTINGS;
    settings.widen = 100;
    Search search = search_start("quoridor", &settings, 2 << 20);
    EngineReport report = search_nodes(search.mcts, &search.game, 2000);
    assert_true(atomic_load(&search.mcts->tree.used) > search.mcts->tree.capacity / 2);
    game_play(&search.game, report.pv[0]);
    const atomic_bool stop = false;
    const Thinking thinking = {.game = &search.game, .stop_ns = 1, .stop = &stop};
    search.mcts->thinking = &thinking;
    atomic_store(&search.mcts->is_full, true);
    mcts_move_root(search.mcts, &search.game);
    assert_int_equal(tree_materialized_count(root_of(search.mcts)), 0);
    assert_false(atomic_load(&search.mcts->is_full));

    Search fresh = search_start("quoridor", &settings, 2 << 20);
    game_play(&fresh.game, report.pv[0]);
    report = search_nodes(search.mcts, &search.game, 50);
    const EngineReport wanted = search_nodes(fresh.mcts, &fresh.game, 50);
    const Node *root = root_of(search.mcts);
    int64_t priors = 0;
    for (uint32_t i = 0; i < root->child_count; i++) {
        priors += tree_node(&search.mcts->tree, tree_child(root, i))->prior;
    }
    assert_true(llabs(priors - PRIOR_ONE) <= root->child_count);
    assert_int_equal(report.pv[0], wanted.pv[0]);
    assert_int_equal(report.score, wanted.score);
    search_end(&fresh);
    search_end(&search);
}

// The same board by other rules has other moves and another end.
static void a_tree_of_another_variant_is_not_used(void **state) {
    (void)state;
    Search search = search_start("quoridor", &SETTINGS, MEMORY);
    const Rules *rules = search.game.rules;
    search_nodes(search.mcts, &search.game, 200);
    Game other;
    game_init(&other, rules, &rules->variants[1]);
    assert_true(tt_key(game_position(&other)) == tt_key(game_position(&search.game)));
    const Move move = tree_node(&search.mcts->tree, tree_child(root_of(search.mcts), 0))->move;
    assert_int_not_equal(mcts_find_child(search.mcts, game_position(&search.game), move), 0);
    assert_int_equal(mcts_find_child(search.mcts, game_position(&other), move), 0);
    search_nodes(search.mcts, &other, 1);
    assert_int_equal(atomic_load(&root_of(search.mcts)->visits), 1);
    game_release(&other);
    search_end(&search);
}

// A simulation that finds every child claimed by other threads leaves no virtual loss behind.
static void a_simulation_that_is_given_up_leaves_no_trace(void **state) {
    (void)state;
    Search search = search_start("quoridor", &SETTINGS, MEMORY);
    search_nodes(search.mcts, &search.game, 25);
    Node *root = root_of(search.mcts);
    const uint32_t visits = atomic_load(&root->visits);
    for (uint32_t i = 0; i < root->child_count; i++) {
        atomic_store(
            &tree_node(&search.mcts->tree, tree_child(root, i))->children, CHILDREN_PENDING);
    }
    const Thinking thinking = {.game = &search.game};
    search.mcts->thinking = &thinking;
    assert_false(mcts_simulate(&search.mcts->threads[0]));
    assert_int_equal(atomic_load(&root->visits), visits);
    search_end(&search);
}

// A widened node keeps its children with their visits, and the others follow by evaluation.
static void a_widened_node_keeps_its_children(void **state) {
    (void)state;
    for (uint64_t nodes = 20; nodes <= 2000; nodes *= 10) {
        Search search = search_start("quoridor", &SETTINGS, MEMORY);
        const Tree *tree = &search.mcts->tree;
        EngineReport report = search_nodes(search.mcts, &search.game, nodes);
        Node *node = tree_node(tree, mcts_best_child(search.mcts, root_of(search.mcts)));
        const Node before = *node;
        const uint32_t node_count = tree_materialized_count(&before);
        assert_int_equal(before.child_count, SETTINGS.width);
        assert_true(node_count == EAGER_CHILDREN || nodes > 20);
        game_play(&search.game, report.pv[0]);
        const Thinking thinking = {.game = &search.game};
        search.mcts->thinking = &thinking;
        mcts_widen(&search.mcts->threads[0], node, game_position(&search.game));
        Move moves[MOVES_MAX];
        assert_int_equal(node->child_count, game_moves(&search.game, moves));
        assert_int_equal(tree_materialized_count(node), node->child_count);
        assert_true(node->has_all_children);
        for (uint32_t i = 0; i < node->child_count; i++) {
            const Node *child = tree_node(tree, tree_child(node, i));
            if (i < node_count) {
                assert_memory_equal(child, tree_node(tree, tree_child(&before, i)), sizeof *child);
            } else {
                const Node *last = tree_node(tree, tree_child(node, i - 1));
                assert_int_equal(atomic_load(&child->visits), 0);
                assert_true(last->prior >= child->prior);
            }
            for (uint32_t j = 0; j < i; j++) {
                assert_int_not_equal(tree_node(tree, tree_child(node, j))->move, child->move);
            }
        }
        search_end(&search);
    }
}

static void a_proof_counts_more_than_visits(void **state) {
    (void)state;
    Search search = search_start("quoridor", &SETTINGS, MEMORY);
    search_nodes(search.mcts, &search.game, 1);
    const Node *root = root_of(search.mcts);
    Node *children = tree_node(&search.mcts->tree, tree_child(root, 0));
    const Proof proofs[] = {PROOF_LOSS, PROOF_NONE, PROOF_DRAW, PROOF_WIN};
    for (int i = 0; i < 4; i++) {
        atomic_store(&children[i].visits, (uint32_t)(400 - 100 * i));
        atomic_store(&children[i].proof, proofs[i]);
    }
    assert_ptr_equal(
        tree_node(&search.mcts->tree, mcts_best_child(search.mcts, root)), &children[3]);
    atomic_store(&children[3].proof, PROOF_NONE);
    assert_ptr_equal(
        tree_node(&search.mcts->tree, mcts_best_child(search.mcts, root)), &children[1]);
    search_end(&search);
}

// A game of one move in each position, and without an end.
static size_t one_move(const Position *pos, Move *out) {
    (void)pos;
    out[0] = 1;
    return 1;
}

static void next_ply(const Position *pos, Move move, Position *out) {
    (void)move;
    *out = *pos;
    out->ply++;
    out->turn ^= 1;
}

static void even_values(
    const Evaluator *self, const Position *pos, const Move *moves, size_t count, int *values) {
    (void)self, (void)pos, (void)moves;
    for (size_t i = 0; i < count; i++) {
        values[i] = 0;
    }
}

// Each simulation goes a ply deeper than the one before. Games of both rules end before the path is
// full; a variant without a cap on plies need not.
static void a_path_that_is_full_ends_a_simulation(void **state) {
    (void)state;
    const Variant endless = {.name = "endless", .size = 8};
    const Rules rules = {.name = "endless",
        .variants = &endless,
        .variant_count = 1,
        .moves = one_move,
        .apply = next_ply};
    const Evaluator evaluator = {.name = "even", .game = "endless", .move_values = even_values};
    const Position start = {.variant = &endless};
    const atomic_bool stop = false;
    Game game;
    game_init_at(&game, &rules, &start);
    const Thinking thinking = {.game = &game, .stop_ns = DEADLINE_NEVER, .stop = &stop};
    Mcts *mcts = mcts_new(&evaluator, &SETTINGS, 1, MEMORY);
    search_nodes(mcts, &game, 1);
    mcts->thinking = &thinking;
    for (uint32_t done = 2; done <= PATH_MAX_NODES + 8; done++) {
        assert_true(mcts_simulate(&mcts->threads[0]));
        assert_int_equal(atomic_load(&root_of(mcts)->visits), done);
    }
    mcts_free(mcts);
    game_release(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minimax_is_that_of_all_children),
        cmocka_unit_test(what_a_node_is_worth),
        cmocka_unit_test(first_evaluations_are_discounted),
        cmocka_unit_test(unvisited_children_wait_by_their_reduction),
        cmocka_unit_test(exploration_grows_with_visits),
        cmocka_unit_test(lines_are_one_snapshot),
        cmocka_unit_test(the_tree_is_kept_for_two_moves),
        cmocka_unit_test(a_tree_that_is_half_full_is_compacted),
        cmocka_unit_test(a_tree_with_room_is_kept_in_a_hurry),
        cmocka_unit_test(an_emptied_tree_is_searched_like_a_new_one),
        cmocka_unit_test(a_tree_of_another_variant_is_not_used),
        cmocka_unit_test(a_simulation_that_is_given_up_leaves_no_trace),
        cmocka_unit_test(a_widened_node_keeps_its_children),
        cmocka_unit_test(a_proof_counts_more_than_visits),
        cmocka_unit_test(a_path_that_is_full_ends_a_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
