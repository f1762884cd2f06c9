// What a search loses when its tree is stored and restored between two moves, as lines of
// `name value`.
//
//     restored_tree_bench NODES GAMES [SEED [CHARACTERS]]
//
// In games of Amazons 8x8 a search of NODES answers, its tree is stored in what Botzone keeps (or
// in CHARACTERS), and a reply is played: the one it expects in every other game, one drawn by
// visits in the others. Then three searches of NODES go on: from the kept tree, from the restored
// one and from an empty one. The game goes on with the kept tree's move, so its positions do not
// depend on what is stored; the restored search stores its own tree for the next turn, as a program
// that is started anew does.
//
// A referee searches what follows the moves of the three with REFEREE_FACTOR as many nodes. The
// loss of a move is by how much it is worse than the best of them in win probability, and nothing
// where they agree. Everything but the times depends on the arguments alone.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bit_text.h"
#include "base/rng.h"
#include "bot/botzone.h"
#include "cpu_time.h"
#include "eval/evaluators.h"
#include "rules/amazons/amazons.h"
#include "search/kinds.h"
#include "unit/search/mcts_support.h"

#define REFEREE_FACTOR 4
#define RANDOM_PLIES 2
#define MEMORY_BYTES ((size_t)1 << 29)
// Beyond this any move will do.
#define DECIDED 0.98

enum { KEPT, RESTORED, EMPTY, KINDS };
static const char *const KIND_NAMES[KINDS] = {"kept", "restored", "empty"};

typedef struct Totals {
    int positions;
    int refused; // the reply was not in the text
    int same[KINDS];
    double differences[KINDS]; // of the win probability, from the kept tree's
    double losses[KINDS];
    double inherited[KINDS];   // visits
    double nodes[KINDS];       // visited ones below the reply
    double nodes_after[KINDS]; // visited ones below the reply when its search is over
    double records;            // of the restored tree
    double evaluated_again;    // those that the search came back to
    double save_s, restore_s;  // the times
    double save_max_s, restore_max_s;
    double characters, children; // of all replies
} Totals;

typedef struct Bench {
    const Rules *rules;
    uint64_t nodes;
    Mcts *searches[KINDS];
    Mcts *referee;
    Rng rng;
    Totals totals[2]; // the expected reply, one that is drawn
    size_t text_max;
    char text[BOTZONE_DATA_MAX];
} Bench;

// The visited nodes below a node, itself too.
static size_t count_nodes(const Tree *tree, const Node *node) {
    size_t count = 1;
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        const Node *child = tree_node(tree, tree_child(node, i));
        count += child->visits > 0 ? count_nodes(tree, child) : 0;
    }
    return count;
}

// The records of a restored tree that were not needed, from one on.
static size_t count_records(const StoredTree *stored, uint32_t number) {
    size_t count = 1;
    const StoredRecord *record = &stored->records[number];
    for (uint32_t i = record->first; i < record->first + record->count; i++) {
        const uint32_t below = stored->children[i].record;
        count += below != 0 ? count_records(stored, below) : 0;
    }
    return count;
}

// The same below a node.
static size_t count_folded(const Mcts *mcts, const Node *node) {
    const uint32_t number = tree_record(node);
    size_t count = number != 0 ? count_records(&mcts->stored, number) : 0;
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        count += count_folded(mcts, tree_node(&mcts->tree, tree_child(node, i)));
    }
    return count;
}

static double root_wp(const Mcts *mcts) {
    const Tree *tree = &mcts->tree;
    const Node *best = tree_node(tree, mcts_best_child(mcts, tree_node(tree, mcts->root)));
    return best->proof == PROOF_NONE ? (double)mcts_wp(mcts, best)
                                     : (double)proven_minimax((Proof)best->proof) / WP_ONE;
}

// What follows from a move in the long run, as a win probability of who played it.
static double ask_referee(Bench *bench, Game *game, Move move) {
    double wp = 1;
    game_play(game, move);
    if (game_outcome(game).result == RESULT_NONE) {
        mcts_clear(bench->referee);
        search_nodes(bench->referee, game, REFEREE_FACTOR * bench->nodes);
        wp = 1 - root_wp(bench->referee);
    }
    game_undo(game);
    return wp;
}

static void judge(Bench *bench, Totals *totals, Game *game, const Move moves[KINDS]) {
    if (moves[RESTORED] == moves[KEPT] && moves[EMPTY] == moves[KEPT]) {
        return;
    }
    double worth[KINDS];
    double best = 0;
    for (int i = 0; i < KINDS; i++) {
        int known = i;
        for (int j = i; j-- > 0;) {
            known = moves[j] == moves[i] ? j : known;
        }
        worth[i] = known < i ? worth[known] : ask_referee(bench, game, moves[i]);
        best = fmax(best, worth[i]);
    }
    for (int i = 0; i < KINDS; i++) {
        totals->losses[i] += best - worth[i];
    }
}

static const Node *answer_node(const Bench *bench, const Game *game, Move answer) {
    const Mcts *mcts = bench->searches[KEPT];
    return tree_node(&mcts->tree, mcts_find_child(mcts, game_position(game), answer));
}

// The most visited reply, or one drawn by visits; none if no reply was visited.
static Move choose_reply(Bench *bench, const Node *answer, bool is_drawn) {
    const Tree *tree = &bench->searches[KEPT]->tree;
    const uint32_t best = mcts_best_child(bench->searches[KEPT], answer);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tree_materialized_count(answer); i++) {
        sum += tree_node(tree, tree_child(answer, i))->visits;
    }
    if (sum == 0 || !is_drawn) {
        return sum == 0 ? MOVE_NONE : tree_node(tree, best)->move;
    }
    uint64_t drawn = rng_below(&bench->rng, sum);
    for (uint32_t i = 0;; i++) {
        const Node *reply = tree_node(tree, tree_child(answer, i));
        if (drawn < reply->visits) {
            return reply->move;
        }
        drawn -= reply->visits;
    }
}

// Counts what the text holds: each reply is played and restored.
static void count_stored(Bench *bench, Totals *totals, Game *game, Move answer, Slice text) {
    const Node *node = answer_node(bench, game, answer);
    const Tree *tree = &bench->searches[KEPT]->tree;
    Mcts *restored = bench->searches[RESTORED];
    totals->characters += (double)text.size;
    game_play(game, answer);
    for (uint32_t i = 0; i < tree_materialized_count(node); i++) {
        const Node *reply = tree_node(tree, tree_child(node, i));
        if (reply->visits > 0) {
            game_play(game, reply->move);
            if (mcts_restore(restored, game, text)) {
                totals->children += restored->stored.child_count;
            }
            game_undo(game);
        }
    }
    game_undo(game);
}

static void note_time(double start_s, double *sum_s, double *max_s) {
    const double time_s = cpu_seconds() - start_s;
    *sum_s += time_s;
    *max_s = fmax(*max_s, time_s);
}

static void go_on(Bench *bench, Totals *totals, Game *game) {
    Move moves[KINDS];
    double wps[KINDS];
    for (int i = 0; i < KINDS; i++) {
        Mcts *mcts = bench->searches[i];
        const Tree *tree = &mcts->tree;
        const bool is_restored = mcts->root != 0;
        moves[i] = search_nodes(mcts, game, bench->nodes).pv[0];
        const Node *root = tree_node(tree, mcts->root);
        if (i == RESTORED && is_restored) {
            const double record_count = mcts->stored.record_count;
            totals->records += record_count;
            totals->evaluated_again += record_count - (double)count_folded(mcts, root);
        }
        totals->nodes_after[i] += (double)count_nodes(tree, root);
        totals->inherited[i] += (double)root->visits - (double)bench->nodes;
        wps[i] = root_wp(mcts);
        totals->same[i] += moves[i] == moves[KEPT];
        totals->differences[i] += fabs(wps[i] - wps[KEPT]);
    }
    totals->positions++;
    judge(bench, totals, game, moves);
}

// Answers, stores, replies and goes on in three ways. False if the game is decided.
static bool play_turn(Bench *bench, Game *game, bool is_drawn) {
    Totals *totals = &bench->totals[is_drawn];
    Mcts *kept = bench->searches[KEPT];
    Mcts *restored = bench->searches[RESTORED];
    const uint32_t best = mcts_best_child(kept, tree_node(&kept->tree, kept->root));
    const Node *answer = tree_node(&kept->tree, best);
    const Move move = answer->move;
    const Move reply = choose_reply(bench, answer, is_drawn);
    if (reply == MOVE_NONE || answer->proof != PROOF_NONE ||
        fabs(root_wp(kept) - 0.5) > DECIDED - 0.5) {
        return false;
    }
    const double save_start_s = cpu_seconds();
    // At the first turn of a game there is no restored tree.
    Mcts *saved = restored->root != 0 ? restored : kept;
    const size_t size = mcts_save(saved, game, move, bench->text, bench->text_max);
    note_time(save_start_s, &totals->save_s, &totals->save_max_s);
    const Slice text = {bench->text, size};
    count_stored(bench, totals, game, move, text);
    game_play(game, move);
    for (uint32_t i = 0; i < tree_materialized_count(answer); i++) {
        const Node *node = tree_node(&kept->tree, tree_child(answer, i));
        if (node->move == reply) {
            totals->nodes[KEPT] += (double)count_nodes(&kept->tree, node);
        }
    }
    game_play(game, reply);
    if (game_outcome(game).result != RESULT_NONE) {
        return false;
    }
    const double restore_start_s = cpu_seconds();
    const bool is_restored = mcts_restore(restored, game, text);
    note_time(restore_start_s, &totals->restore_s, &totals->restore_max_s);
    totals->refused += !is_restored;
    if (is_restored) {
        totals->nodes[RESTORED] += restored->stored.child_count;
    }
    mcts_clear(bench->searches[EMPTY]);
    go_on(bench, totals, game);
    return true;
}

static void play_game(Bench *bench, bool is_drawn) {
    Game game;
    game_init(&game, bench->rules, amazons_variant(8));
    for (int ply = 0; ply < RANDOM_PLIES; ply++) {
        Move moves[MOVES_MAX];
        const size_t count = game_moves(&game, moves);
        game_play(&game, moves[rng_below(&bench->rng, count)]);
    }
    mcts_clear(bench->searches[KEPT]);
    mcts_clear(bench->searches[RESTORED]);
    search_nodes(bench->searches[KEPT], &game, bench->nodes);
    while (play_turn(bench, &game, is_drawn)) {
    }
    game_release(&game);
}

static void print(const Bench *bench, const char *reply, const Totals *totals) {
    const double count = totals->positions > 0 ? totals->positions : 1;
    char name[64];
    snprintf(name, sizeof name, "%s_%llu", reply, (unsigned long long)bench->nodes);
    printf("%s_positions %d\n", name, totals->positions);
    printf("%s_refused %d\n", name, totals->refused);
    for (int i = 0; i < KINDS; i++) {
        const char *kind = KIND_NAMES[i];
        if (i != KEPT) {
            printf("%s_%s_same_move %.3f\n", name, kind, totals->same[i] / count);
            printf("%s_%s_wp_difference %.4f\n", name, kind, totals->differences[i] / count);
        }
        printf("%s_%s_loss %.4f\n", name, kind, totals->losses[i] / count);
    }
    printf(
        "%s_inherited_share %.3f\n", name, totals->inherited[RESTORED] / totals->inherited[KEPT]);
    printf("%s_nodes_share %.3f\n", name, totals->nodes[RESTORED] / totals->nodes[KEPT]);
    for (int i = 0; i < KINDS; i++) {
        printf("%s_%s_nodes_after %.0f\n", name, KIND_NAMES[i], totals->nodes_after[i] / count);
    }
    printf("%s_records %.0f\n", name, totals->records / count);
    printf("%s_evaluated_again %.0f\n", name, totals->evaluated_again / count);
    printf("%s_stored_children %.0f\n", name, totals->children / count);
    printf("%s_bits_per_child %.2f\n", name,
        totals->characters * BIT_TEXT_PAIR_BITS / 2 / totals->children);
    printf("%s_save_ms %.2f\n", name, 1000 * totals->save_s / count);
    printf("%s_save_ms_max %.2f\n", name, 1000 * totals->save_max_s);
    printf("%s_restore_ms %.2f\n", name, 1000 * totals->restore_s / count);
    printf("%s_restore_ms_max %.2f\n", name, 1000 * totals->restore_max_s);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("restored_tree_bench NODES GAMES [SEED [CHARACTERS]]\n", stderr);
        return 2;
    }
    static Bench bench;
    bench.rules = rules_find(slice_from("amazons"));
    bench.nodes = strtoull(argv[1], NULL, 10);
    const int games = atoi(argv[2]);
    rng_init(&bench.rng, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    const size_t text_max = argc > 4 ? strtoull(argv[4], NULL, 10) : BOTZONE_DATA_MAX;
    bench.text_max = text_max < BOTZONE_DATA_MAX ? text_max : BOTZONE_DATA_MAX;
    Evaluation *evaluation = evaluation_new(bench.rules, amazons_variant(8), NULL, NULL);
    const Evaluator *evaluator = evaluation_table(evaluation);
    const MctsSettings *settings = immure_settings(bench.rules);
    bench.referee = mcts_new(evaluator, settings, 1, MEMORY_BYTES);
    for (int i = 0; i < KINDS; i++) {
        bench.searches[i] = mcts_new(evaluator, settings, 1, MEMORY_BYTES);
        if (!bench.searches[i] || !bench.referee) {
            return 1;
        }
    }
    for (int i = 0; i < games; i++) {
        play_game(&bench, i % 2 == 1);
    }
    print(&bench, "expected", &bench.totals[0]);
    print(&bench, "drawn", &bench.totals[1]);
    for (int i = 0; i < KINDS; i++) {
        mcts_free(bench.searches[i]);
    }
    mcts_free(bench.referee);
    evaluation_free(evaluation);
    return 0;
}
