#pragma once
// Monte-Carlo tree search without playouts: PUCT over an evaluation.
//
// Expanding a node evaluates all its moves at once. The values of the moves are their first
// evaluations and give their priors (by softmax), together with the policy where the network has
// one (eval/net/policy.h). The value target that is backed up from the new node is the mean of its
// moves' win probabilities, weighted by a softmax, mixed with the node's own first evaluation.
// Proven results are backed up (MCTS-Solver), repetitions count as draws, and the tree is kept from
// move to move.
//
// Progressive widening in two steps: a node is expanded with its best `width` moves, which is all
// that most nodes ever need, and gets the others once it has `widen` visits. For that the threads
// pause: widening is rare, and nothing is paid for it by nodes that are visited less.
//
// A leaf is first tried by a few replies that its siblings suggest. If one of them refutes it, that
// is all that is evaluated, and only another visit expands it (mcts_refute.c).
//
// A node's Q is half the mean over its visits, which is slow to see a refutation, and half minimax
// over the first evaluations in the tree below it (implicit minimax backups, Lanctot and others,
// 2014).

#include "eval/evaluator.h"
#include "search/engine.h"

typedef struct MctsSettings {
    float exploration; // c of PUCT at a node that was hardly visited
    float growth;      // of c with the logarithm of the visits, as a share of it
    float fpu;         // first-play urgency: how much less than its first evaluation an unvisited
                       // child counts when it is selected, as a win probability
    float temperature; // of the softmax that makes priors, in logits
    float policy;      // where there is one: its share in the priors, 0 to 1
    int width;         // children kept at expansion, the best by their priors; a root has all
    int widen;         // visits after which a node gets the children that were left out; 0: never
    float softness;    // value target: temperature of the mean of the node's moves, in logits
    float first;       // value target: share of the node's own first evaluation, 0 to 1
    float optimism;    // by which first evaluations are too high, in logits
    float minimax;     // share of minimax in a node's Q, 0 to 1
    int siblings;      // refutation of a leaf: how many of its siblings are asked for replies,
    int replies;       // how many replies each of them gives, 0 for no refutations,
    float margin;      // and how far below another child of its parent the leaf must fall
} MctsSettings;

typedef struct Mcts Mcts;

// The least memory for a search with so many threads: theirs, and a tree that holds all moves of
// any root.
size_t mcts_memory_min(const Evaluator *evaluator, int thread_count);

// `evaluator` must be for the game that will be searched, and outlive the search. `memory_bytes` is
// at least mcts_memory_min. Null if the memory cannot be had.
Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes);
void mcts_free(Mcts *mcts);

// Forgets the tree.
void mcts_clear(Mcts *mcts);

// Searches until the limits or the stop flag end it, or until the answer cannot change any more.
// `nodes` of limits and report are simulations.
void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report);

// As EngineKind.lines.
size_t mcts_lines(const Mcts *mcts, size_t wanted, EngineReport *lines);

// Writes what the last search found out below its answer as text without blanks, quotation marks
// and backslashes, for a program that is started anew for its next move. As much as fits, the most
// visited nodes first; returns the number of characters, 0 if there is nothing. No terminator.
size_t mcts_save(Mcts *mcts, const Game *game, Move move, char *out, size_t capacity);

// Makes the tree that mcts_save wrote before the opponent's last move. False, and the tree is
// empty, if the text is damaged, of another game, or says nothing about that move.
bool mcts_restore(Mcts *mcts, const Game *game, Slice text);
