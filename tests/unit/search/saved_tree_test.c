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

// Compares a restored node and those below it with the kept ones. Returns how many were visited.
static size_t compare(
    const Tree *tree, const Node *node, const Tree *kept, const Node *old, int depth) {
    const uint32_t visits = atomic_load(&node->visits);
    assert_int_equal(visits, atomic_load(&old->visits));
    assert_int_equal(atomic_load(&node->proof), atomic_load(&old->proof));
    if (atomic_load(&node->proof) != PROOF_NONE) {
        return 1;
    }
    assert_near(atomic_load(&node->minimax), atomic_load(&old->minimax));
    const bool is_leaf = visits == 1 && atomic_load(&node->children) == CHILDREN_NONE;
    assert_near(atomic_load(&node->wp_sum) / visits,
        is_leaf ? atomic_load(&node->minimax) : atomic_load(&old->wp_sum) / visits);
    size_t count = 1;
    uint16_t best = 0;
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        const Node *old_child = child_by_move(kept, old, child->move);
        best = child->minimax > best && child->proof == PROOF_NONE ? child->minimax : best;
        if (atomic_load(&child->visits) > 0) {
            assert_non_null(old_child);
            count += compare(tree, child, kept, old_child, depth + 1);
        }
    }
    // The placeholder completes the minimax: nothing is evaluated for it. Deeper nodes may have
    // shared their children with a transposition, which kept them up to date for itself alone.
    if (depth < 2) {
        assert_near(WP_ONE - best, atomic_load(&node->minimax));
    }
    return count;
}

static void the_restored_tree_is_the_kept_one(void **state) {
    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        Saved *saved = save(rules_at(i), TEXT_MAX);
        Mcts *mcts = make_search(saved);
        assert_true(mcts_restore(mcts, &saved->game, (Slice){saved->text, saved->size}));
        const Node *root = tree_node(&mcts->tree, mcts->root);
        const Node *old = tree_node(&saved->kept->tree, saved->kept->root);
        for (size_t ply = saved->game.count - 2; ply < saved->game.count; ply++) {
            old = child_by_move(&saved->kept->tree, old, saved->game.moves[ply]);
            assert_non_null(old);
        }
        assert_true(compare(&mcts->tree, root, &saved->kept->tree, old, 0) > 10);
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
        for (size_t capacity = 1500; capacity < 10000; capacity += 50) {
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

// Where many nodes are about to be widened, one above a placeholder must not keep the placeholder
// from being replaced: the search would try the same simulation for ever.
static void no_search_stalls_at_a_placeholder(void **state) {
    (void)state;
    MctsSettings settings = SETTINGS;
    settings.width = 6;
    settings.widen = 12;
    Saved *saved = save(rules_at(0), TEXT_MAX);
    Game *game = &saved->game;
    for (int turn = 0; turn < 8 && game_outcome(game).result == RESULT_NONE; turn++) {
        Mcts *mcts = make_search_with(saved, &settings);
        mcts_restore(mcts, game, (Slice){saved->text, saved->size});
        const EngineReport report = search_nodes(mcts, game, NODES);
        saved->size = mcts_save(mcts, game, report.pv[0], saved->text, TEXT_MAX);
        for (size_t i = 0; i < 2 && i < report.pv_count; i++) {
            game_play(game, report.pv[i]);
        }
        mcts_free(mcts);
    }
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
        cmocka_unit_test(no_search_stalls_at_a_placeholder),
        cmocka_unit_test(damaged_texts_do_no_harm),
        cmocka_unit_test(another_position_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
