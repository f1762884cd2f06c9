// A tree as text: the one that is restored has the statistics of the one that was kept, and no text
// does harm.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/rng.h"
#include "eval/evaluators.h"
#include "search/mcts_record.h"
#include "unit/search/mcts_support.h"

#define TEXT_MAX 95000
#define MEMORY_BYTES (64u << 20)
#define NODES 1500
#define WP_TOLERANCE (WP_ONE >> RECORD_WP_BITS) // of what is stored

static const MctsSettings SETTINGS = {.exploration = 0.8f,
    .temperature = 1.0f,
    .width = 64,
    .widen = 512,
    .softness = 0.3f,
    .minimax = 0.5f};

// A search that has answered, the text of its tree, and the reply that it expects.
typedef struct Saved {
    Evaluation *evaluation;
    Mcts *kept;
    Game game; // the answer and the reply are played
    char text[TEXT_MAX];
    size_t size;
} Saved;

static Mcts *make_search_with(const Saved *saved, const MctsSettings *settings) {
    Mcts *mcts = mcts_new(evaluation_table(saved->evaluation), settings, 1, MEMORY_BYTES);
    assert_non_null(mcts);
    return mcts;
}

static Mcts *make_search(const Saved *saved) {
    return make_search_with(saved, &SETTINGS);
}

static Saved *save(const Rules *rules, size_t capacity) {
    Saved *saved = calloc(1, sizeof *saved);
    assert_non_null(saved);
    saved->evaluation = evaluation_new(rules, NULL, NULL, NULL);
    saved->kept = make_search(saved);
    game_init(&saved->game, rules, &rules->variants[0]);
    for (int ply = 0; ply < 10; ply++) {
        Move moves[MOVES_MAX];
        game_play(&saved->game, moves[game_moves(&saved->game, moves) / 3]);
    }
    const EngineReport report = search_nodes(saved->kept, &saved->game, NODES);
    saved->size = mcts_save(saved->kept, &saved->game, report.pv[0], saved->text, capacity);
    assert_true(saved->size <= capacity && report.pv_count > 2);
    game_play(&saved->game, report.pv[0]);
    game_play(&saved->game, report.pv[1]);
    return saved;
}

static void saved_free(Saved *saved) {
    mcts_free(saved->kept);
    evaluation_free(saved->evaluation);
    game_release(&saved->game);
    free(saved);
}

static const Node *child_by_move(const Tree *tree, const Node *node, Move move) {
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        if (child->move == move) {
            return child;
        }
    }
    return NULL;
}

static void assert_near(uint64_t a, uint64_t b) {
    assert_in_range(a + WP_TOLERANCE, b, b + 2 * WP_TOLERANCE);
}

static Edge child_as_edge(const Tree *tree, const Node *node, uint32_t which) {
    const uint32_t node_count = tree_materialized_count(node);
    if (which >= node_count) {
        return tree_edges(tree, atomic_load(&node->children))[which - node_count];
    }
    const Node *child = tree_node(tree, tree_child(node, which));
    return (Edge){child->move, atomic_load(&child->minimax), child->prior};
}

static size_t compare(const Tree *tree, const Node *node, const Tree *kept, const Node *old);

// Compares the children of a node that had a record: they are all there, in the same order, and
// those that were not visited are the same to the bit.
static size_t compare_children(
    const Tree *tree, const Node *node, const Tree *kept, const Node *old) {
    size_t count = 0;
    assert_int_equal(node->child_count, old->child_count);
    assert_int_equal(node->has_all_children, old->has_all_children);
    const uint32_t node_count = tree_materialized_count(node);
    for (uint32_t i = 0; i < node->child_count; i++) {
        const Edge edge = child_as_edge(tree, node, i);
        const Edge old_edge = child_as_edge(kept, old, i);
        assert_int_equal(edge.move, old_edge.move);
        assert_int_equal(edge.prior, old_edge.prior);
        const Node *child = i < node_count ? tree_node(tree, tree_child(node, i)) : NULL;
        if (child && atomic_load(&child->visits) > 0) {
            count += compare(tree, child, kept, tree_node(kept, tree_child(old, i)));
        } else {
            assert_int_equal(edge.wp, old_edge.wp);
        }
    }
    return count;
}

// Compares a restored node and those below it with the kept ones. Returns how many were visited.
static size_t compare(const Tree *tree, const Node *node, const Tree *kept, const Node *old) {
    const uint32_t visits = atomic_load(&node->visits);
    assert_int_equal(visits, atomic_load(&old->visits));
    assert_int_equal(atomic_load(&node->proof), atomic_load(&old->proof));
    if (atomic_load(&node->proof) != PROOF_NONE) {
        return 1;
    }
    assert_near(atomic_load(&node->minimax), atomic_load(&old->minimax));
    const bool has_children = atomic_load(&node->children) != CHILDREN_NONE;
    const bool is_leaf = visits == 1 && !has_children;
    assert_near(atomic_load(&node->wp_sum) / visits,
        is_leaf ? atomic_load(&node->minimax) : atomic_load(&old->wp_sum) / visits);
    return 1 + (has_children ? compare_children(tree, node, kept, old) : 0);
}

// Visits every restored node, so that it gets its children.
static void unfold_all(Mcts *mcts, Node *node, const Position *pos) {
    mcts_unfold(&mcts->threads[0], node, pos);
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        Node *child = tree_node(&mcts->tree, tree_child(node, i));
        if (tree_record(child) != 0) {
            Position next;
            mcts->thinking->game->rules->apply(pos, child->move, &next);
            unfold_all(mcts, child, &next);
        }
    }
}

static void the_restored_tree_is_the_kept_one(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        Saved *saved = save(rules_at(i), TEXT_MAX);
        Mcts *mcts = make_search(saved);
        assert_true(mcts_restore(mcts, &saved->game, (Slice){saved->text, saved->size}));
        Node *root = tree_node(&mcts->tree, mcts->root);
        mcts->thinking = &(Thinking){.game = &saved->game};
        mcts->has_policy = saved->kept->has_policy;
        unfold_all(mcts, root, game_position(&saved->game));
        const Node *old = tree_node(&saved->kept->tree, saved->kept->root);
        for (size_t ply = saved->game.count - 2; ply < saved->game.count; ply++) {
            old = child_by_move(&saved->kept->tree, old, saved->game.moves[ply]);
            assert_non_null(old);
        }
        assert_true(compare(&mcts->tree, root, &saved->kept->tree, old) > 10);
        // It goes on from there, with a root that has all its moves.
        const uint32_t visits = atomic_load(&root->visits);
        const EngineReport report = search_nodes(mcts, &saved->game, 200);
        Move moves[MOVES_MAX];
        root = tree_node(&mcts->tree, mcts->root);
        assert_int_equal(tree_materialized_count(root), game_moves(&saved->game, moves));
        assert_in_range(atomic_load(&root->visits), visits + 199, visits + 201);
        assert_true(report.pv[0] != MOVE_NONE);
        mcts_free(mcts);
        saved_free(saved);
    }
}

static void a_text_is_as_long_as_allowed(void **state) {
    (void)state;
    static const size_t CAPACITIES[] = {0, 5, 6, 12, 20, 100, 1000, 4000};
    for (size_t i = 0; i < sizeof CAPACITIES / sizeof *CAPACITIES; i++) {
        Saved *saved = save(rules_at(0), CAPACITIES[i]);
        Mcts *mcts = make_search(saved);
        const bool is_restored =
            mcts_restore(mcts, &saved->game, (Slice){saved->text, saved->size});
        assert_true(is_restored || CAPACITIES[i] < 4000);
        assert_true(search_nodes(mcts, &saved->game, 50).pv[0] != MOVE_NONE);
        mcts_free(mcts);
        saved_free(saved);
    }
}

// Where there is room for a part of a tree, that is stored, and not nothing because more was tried.
static void a_tree_that_does_not_fit_is_stored_in_part(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        Saved *saved = save(rules_at(i), TEXT_MAX);
        Game *game = &saved->game;
        Mcts *mcts = make_search(saved);
        const Move answer = game->moves[game->count - 2];
        const Move reply = game->moves[game->count - 1];
        const size_t whole = saved->size;
        for (size_t capacity = 1000; capacity < whole; capacity += 25) {
            game_undo(game);
            game_undo(game);
            const size_t size = mcts_save(saved->kept, game, answer, saved->text, capacity);
            game_play(game, answer);
            game_play(game, reply);
            assert_in_range(size, capacity / 2, capacity);
            assert_true(mcts_restore(mcts, game, (Slice){saved->text, size}));
        }
        mcts_free(mcts);
        saved_free(saved);
    }
}

// Trees that come from restored ones, turn after turn, with nodes that are widened early: each text
// can be read by the next search, until the game is decided and nothing is left to store.
static void a_game_is_played_from_text_to_text(void **state) {
    (void)state;
    MctsSettings settings = SETTINGS;
    settings.width = 6;
    settings.widen = 12;
    Saved *saved = save(rules_at(0), TEXT_MAX);
    Game *game = &saved->game;
    saved->size = 0;
    int turns = 0;
    for (bool is_open = true; is_open; turns++) {
        Mcts *mcts = make_search_with(saved, &settings);
        const bool is_restored = mcts_restore(mcts, game, (Slice){saved->text, saved->size});
        assert_int_equal(is_restored, turns > 0);
        const EngineReport report = search_nodes(mcts, game, NODES);
        saved->size = mcts_save(mcts, game, report.pv[0], saved->text, TEXT_MAX);
        const Node *root = tree_node(&mcts->tree, mcts->root);
        const Node *answer = child_by_move(&mcts->tree, root, report.pv[0]);
        is_open = atomic_load(&answer->proof) == PROOF_NONE;
        for (size_t i = 0; i < 2 && i < report.pv_count; i++) {
            game_play(game, report.pv[i]);
        }
        mcts_free(mcts);
    }
    assert_true(turns > 4);
    saved_free(saved);
}

// The leaves below a node that have a record, and the sum of its number for each: compaction must
// leave both as they are.
static uint64_t sum_records(const Tree *tree, const Node *node) {
    uint64_t sum = tree_record(node);
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        sum += sum_records(tree, tree_node(tree, tree_child(node, i)));
    }
    return sum;
}

// What was not visited since it was restored survives compaction, and is stored again.
static void what_nobody_visits_is_not_lost(void **state) {
    (void)state;
    Saved *saved = save(rules_at(0), TEXT_MAX);
    Game *game = &saved->game;
    Mcts *mcts = make_search(saved);
    assert_true(mcts_restore(mcts, game, (Slice){saved->text, saved->size}));
    const Move answer = search_nodes(mcts, game, 20).pv[0];
    const uint64_t sum = sum_records(&mcts->tree, tree_node(&mcts->tree, mcts->root));
    const atomic_bool stop = false;
    mcts->root = tree_compact(&mcts->tree, mcts->root, &stop);
    assert_int_equal(sum_records(&mcts->tree, tree_node(&mcts->tree, mcts->root)), sum);
    // The same tree once more, all of it visited.
    static char folded[TEXT_MAX];
    const size_t size = mcts_save(mcts, game, answer, folded, TEXT_MAX);
    mcts->thinking = &(Thinking){.game = game};
    unfold_all(mcts, tree_node(&mcts->tree, mcts->root), game_position(game));
    assert_true(sum > 0);
    assert_int_equal(mcts_save(mcts, game, answer, saved->text, TEXT_MAX), size);
    assert_memory_equal(saved->text, folded, size);
    mcts_free(mcts);
    saved_free(saved);
}

// Gives a text the checksum that it should have.
static void sign(char *text, size_t size) {
    BitWriter head;
    bit_writer_init(&head, text, RECORD_HEAD_CHARACTERS);
    bit_write(
        &head, checksum_crc32(text + RECORD_HEAD_CHARACTERS, size - RECORD_HEAD_CHARACTERS), 32);
    bit_write(&head, RECORD_VERSION, RECORD_VERSION_BITS);
}

// Any text leaves a search that answers with a legal move; a damaged one is refused.
static void damaged_texts_do_no_harm(void **state) {
    (void)state;
    Saved *saved = save(rules_at(0), TEXT_MAX);
    Mcts *mcts = make_search(saved);
    Rng rng;
    rng_init(&rng, 1);
    static char text[TEXT_MAX];
    for (int i = 0; i < 300; i++) {
        memcpy(text, saved->text, saved->size);
        const size_t size = i % 3 == 0 ? rng_below(&rng, saved->size) : saved->size;
        for (uint64_t damage = rng_below(&rng, 20) + (i % 3 != 0); damage > 0; damage--) {
            const size_t at = rng_below(&rng, saved->size);
            const char other = (char)('#' + rng_below(&rng, 57));
            text[at] = text[at] == other ? (char)(other + 1) : other;
        }
        assert_false(mcts_restore(mcts, &saved->game, (Slice){text, size}));
        if (size > RECORD_HEAD_CHARACTERS) {
            sign(text, size);
            mcts_restore(mcts, &saved->game, (Slice){text, size});
        }
        if (i % 10 == 0) {
            Move moves[MOVES_MAX];
            const Move move = search_nodes(mcts, &saved->game, 30).pv[0];
            bool is_legal = false;
            for (size_t j = game_moves(&saved->game, moves); j-- > 0;) {
                is_legal = is_legal || moves[j] == move;
            }
            assert_true(is_legal);
        }
    }
    mcts_free(mcts);
    saved_free(saved);
}

// The text of another game, or of this one before another reply, is of no use.
static void another_position_is_refused(void **state) {
    (void)state;
    Saved *saved = save(rules_at(0), TEXT_MAX);
    const Slice text = {saved->text, saved->size};
    Mcts *mcts = make_search(saved);
    game_undo(&saved->game);
    assert_false(mcts_restore(mcts, &saved->game, text));
    Move moves[MOVES_MAX];
    size_t refused = 0;
    const size_t count = game_moves(&saved->game, moves);
    for (size_t i = 0; i < count; i++) {
        game_play(&saved->game, moves[i]);
        refused += !mcts_restore(mcts, &saved->game, text);
        game_undo(&saved->game);
    }
    assert_in_range(refused, 1, count - 1);
    Game start;
    game_init(&start, saved->game.rules, &saved->game.rules->variants[0]);
    assert_false(mcts_restore(mcts, &start, text));
    game_release(&start);
    mcts_free(mcts);
    saved_free(saved);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_restored_tree_is_the_kept_one),
        cmocka_unit_test(a_text_is_as_long_as_allowed),
        cmocka_unit_test(a_tree_that_does_not_fit_is_stored_in_part),
        cmocka_unit_test(a_game_is_played_from_text_to_text),
        cmocka_unit_test(what_nobody_visits_is_not_lost),
        cmocka_unit_test(damaged_texts_do_no_harm),
        cmocka_unit_test(another_position_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
