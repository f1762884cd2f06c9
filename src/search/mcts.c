#include "search/mcts.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/ordering.h"
#include "search/table.h"
#include "search/tree.h"

#define THREADS_MAX 64
#define PATH_MAX_NODES 512
// How far back to look for a repetition: a shuffle that takes longer is not one to fear.
#define REPETITION_PLIES 64
// Looking at the clock costs less than a hundredth of a simulation, but need not be done each time.
#define CLOCK_INTERVAL 16
#define REPORT_INTERVAL_NS (250 * NS_PER_MS)

struct Mcts {
    const Evaluator *evaluator;
    MctsSettings settings;
    int thread_count;
    Tree tree;
    Tree spare;    // what the tree is copied to when its root moves
    char *solvers; // the evaluation's memory, for each thread
    uint32_t root;
    Position root_pos; // meaningful while root is not 0
    // The search under way.
    const Thinking *thinking;
    int64_t start_ns;
    int64_t deadline_ns; // INT64_MAX: none
    atomic_bool is_over;
    _Atomic uint64_t simulations;
};

// What one thread needs: its memory is taken once.
typedef struct Searcher {
    Mcts *mcts;
    pthread_t thread;
    bool is_first;                     // the calling thread's
    Position path_pos[PATH_MAX_NODES]; // positions from the root down
    uint32_t path[PATH_MAX_NODES];
    Move moves[MOVES_MAX];
    int values[MOVES_MAX];
    uint32_t order[MOVES_MAX];
    void *solver; // the evaluation's own memory
} Searcher;

Mcts *mcts_new(const Evaluator *evaluator, const MctsSettings *settings, int thread_count,
    size_t memory_bytes) {
    Mcts *mcts = calloc(1, sizeof *mcts);
    if (!mcts) {
        return NULL;
    }
    mcts->evaluator = evaluator;
    mcts->settings = *settings;
    mcts->thread_count = thread_count < THREADS_MAX ? thread_count : THREADS_MAX;
    size_t solver_bytes = (size_t)mcts->thread_count * evaluator->memory_bytes;
    size_t tree_bytes = memory_bytes > solver_bytes ? (memory_bytes - solver_bytes) / 2 : 0;
    mcts->solvers = calloc(1, solver_bytes + 1);
    if (!mcts->solvers || !tree_init(&mcts->tree, tree_bytes) ||
        !tree_init(&mcts->spare, tree_bytes)) {
        mcts_free(mcts);
        return NULL;
    }
    return mcts;
}

void mcts_free(Mcts *mcts) {
    if (mcts) {
        tree_release(&mcts->tree);
        tree_release(&mcts->spare);
        free(mcts->solvers);
        free(mcts);
    }
}

void mcts_clear(Mcts *mcts) {
    mcts->root = 0;
}

// Making children

static uint16_t chance_from_value(int value) {
    return (uint16_t)lrintf(value_to_chance(value) * CHANCE_ONE);
}

static Proof proof_of_outcome(Outcome outcome, Side mover) {
    if (outcome.result == RESULT_DRAW) {
        return PROOF_DRAW;
    }
    return outcome.result == result_win_for(mover) ? PROOF_WIN : PROOF_LOSS;
}

// Fills in the children in `order` and returns the node's value for its side to move: the mean over
// them, weighted by a softmax.
static float fill_children(Searcher *searcher, uint32_t first, size_t count) {
    const MctsSettings *settings = &searcher->mcts->settings;
    const int best = searcher->values[searcher->order[0]];
    float weights = 0;
    float soft_weights = 0;
    float value = 0;
    float prior[MOVES_MAX];
    for (size_t i = 0; i < count; i++) {
        float below = (float)(searcher->values[searcher->order[i]] - best) / 1000.0f;
        prior[i] = expf(below / settings->temperature);
        weights += prior[i];
        float soft = expf(below / settings->softness);
        soft_weights += soft;
        value += soft * value_to_chance(searcher->values[searcher->order[i]]);
    }
    for (size_t i = 0; i < count; i++) {
        Node *child = tree_node(&searcher->mcts->tree, first + (uint32_t)i);
        int child_value = searcher->values[searcher->order[i]];
        child->move = searcher->moves[searcher->order[i]];
        child->chance = chance_from_value(child_value);
        child->prior = (uint16_t)lrintf(prior[i] / weights * PRIOR_ONE);
        if (child_value >= VALUE_MAX || child_value <= -VALUE_MAX) {
            atomic_init(&child->proof, child_value > 0 ? PROOF_WIN : PROOF_LOSS);
        }
    }
    return value / soft_weights;
}

static float proven_value(Proof proof) {
    // For the side to move, so the other way round.
    return proof == PROOF_WIN ? 0.0f : proof == PROOF_LOSS ? 1.0f : 0.5f;
}

// What the evaluation knows for certain, for the side that moved into the position.
static Proof solve(Searcher *searcher, const Position *pos) {
    const Evaluator *evaluator = searcher->mcts->evaluator;
    int result;
    if (!evaluator->solve || !evaluator->solve(pos, searcher->solver, &result)) {
        return PROOF_NONE;
    }
    return result > 0 ? PROOF_LOSS : result < 0 ? PROOF_WIN : PROOF_DRAW;
}

// Expands a node and returns its value for its side to move. Another thread may be at it, or memory
// may be out: then the node's own first value has to do.
static float expand(Searcher *searcher, Node *node, const Position *pos) {
    Mcts *mcts = searcher->mcts;
    const Rules *rules = mcts->thinking->game->rules;
    float known = 1.0f - (float)node->chance / CHANCE_ONE;
    uint32_t none = CHILDREN_NONE;
    if (!atomic_compare_exchange_strong(&node->children, &none, CHILDREN_BEING_MADE)) {
        return known;
    }
    // The root needs moves to choose from, even where its result is known.
    bool is_root = node == tree_node(&mcts->tree, mcts->root);
    Proof proof = is_root ? PROOF_NONE : solve(searcher, pos);
    size_t count = proof == PROOF_NONE ? rules->moves(pos, searcher->moves) : 0;
    if (count == 0) {
        proof = proof != PROOF_NONE
                    ? proof
                    : proof_of_outcome(rules->outcome(pos), side_other(position_turn(pos)));
        atomic_store(&node->proof, proof);
        atomic_store(&node->children, CHILDREN_NONE);
        return proven_value(proof);
    }
    mcts->evaluator->move_values(mcts->evaluator, pos, searcher->moves, count, searcher->values);
    size_t width = is_root ? count : (size_t)mcts->settings.width;
    size_t keep = count < width ? count : width;
    uint32_t first = tree_allocate(&mcts->tree, (uint32_t)keep);
    if (first == CHILDREN_NONE) {
        atomic_store(&node->children, CHILDREN_NONE);
        return known;
    }
    order_best(searcher->values, count, keep, searcher->order);
    float value = fill_children(searcher, first, keep);
    node->child_count = (uint16_t)keep;
    node->has_all_children = keep == count;
    atomic_store(&node->children, first);
    return value;
}

// Going down and up

static float mean_chance(const Node *node) {
    uint64_t sum = atomic_load_explicit(&node->chance_sum, memory_order_relaxed);
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    return (float)(sum + node->chance) / ((float)(visits + 1) * CHANCE_ONE);
}

// The child to visit: the best by PUCT among those that are not proven lost.
static uint32_t select_child(const Mcts *mcts, const Node *node, uint32_t first) {
    uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    float scale = mcts->settings.exploration * sqrtf((float)visits + 1.0f) / PRIOR_ONE;
    float best_score = -1.0f;
    uint32_t best = first;
    for (uint32_t i = 0; i < node->child_count; i++) {
        const Node *child = tree_node(&mcts->tree, first + i);
        uint8_t proof = atomic_load_explicit(&child->proof, memory_order_relaxed);
        if (proof == PROOF_WIN) {
            return first + i;
        }
        if (proof == PROOF_LOSS) {
            continue;
        }
        uint32_t child_visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        float score = mean_chance(child) + scale * (float)child->prior / (float)(child_visits + 1);
        if (score > best_score) {
            best_score = score;
            best = first + i;
        }
    }
    return best;
}

// Whether the position has stood before in the game or on the way down: as good as a draw.
static bool is_repeated(const Searcher *searcher, size_t depth) {
    const Game *game = searcher->mcts->thinking->game;
    const Position *now = &searcher->path_pos[depth];
    if (now->variant->repetition_limit == 0 || !game->rules->same) {
        return false;
    }
    for (size_t back = 4; back <= depth + game->count && back <= REPETITION_PLIES; back += 2) {
        const Position *before = back <= depth ? &searcher->path_pos[depth - back]
                                               : &game->positions[game->count + depth - back];
        if (game->rules->same(before, now)) {
            return true;
        }
    }
    return false;
}

// What a node's children prove about it, for the side that moved into it.
static Proof proof_from_children(const Tree *tree, const Node *node) {
    uint32_t first = atomic_load(&node->children);
    if (first == CHILDREN_NONE || first == CHILDREN_BEING_MADE) {
        return PROOF_NONE;
    }
    bool all_known = node->has_all_children;
    Proof best = PROOF_LOSS;
    for (uint32_t i = 0; i < node->child_count; i++) {
        Proof proof =
            (Proof)atomic_load_explicit(&tree_node(tree, first + i)->proof, memory_order_relaxed);
        if (proof == PROOF_WIN) {
            return PROOF_LOSS;
        }
        all_known = all_known && proof != PROOF_NONE;
        best = proof > best ? proof : best;
    }
    if (!all_known) {
        return PROOF_NONE;
    }
    return best == PROOF_DRAW ? PROOF_DRAW : PROOF_WIN;
}

// Adds a result to every node of the path; `value` is that of the last node's side to move.
static void back_up(Searcher *searcher, size_t depth, float value, bool is_proven) {
    Tree *tree = &searcher->mcts->tree;
    for (size_t i = depth + 1; i-- > 0;) {
        Node *node = tree_node(tree, searcher->path[i]);
        value = 1.0f - value;
        atomic_fetch_add_explicit(
            &node->chance_sum, (uint64_t)lrintf(value * CHANCE_ONE), memory_order_relaxed);
        if (is_proven && atomic_load(&node->proof) == PROOF_NONE) {
            Proof proof = proof_from_children(tree, node);
            if (proof == PROOF_NONE) {
                is_proven = false;
            } else {
                atomic_store(&node->proof, proof);
            }
        }
    }
}

static void simulate(Searcher *searcher) {
    Mcts *mcts = searcher->mcts;
    const Rules *rules = mcts->thinking->game->rules;
    size_t depth = 0;
    searcher->path[0] = mcts->root;
    searcher->path_pos[0] = mcts->root_pos;
    atomic_fetch_add_explicit(&tree_node(&mcts->tree, mcts->root)->visits, 1, memory_order_relaxed);
    for (;;) {
        Node *node = tree_node(&mcts->tree, searcher->path[depth]);
        const Position *pos = &searcher->path_pos[depth];
        Proof proof = (Proof)atomic_load(&node->proof);
        if (proof != PROOF_NONE && depth > 0) {
            back_up(searcher, depth, proven_value(proof), true);
            return;
        }
        if (depth > 0 && is_repeated(searcher, depth)) {
            back_up(searcher, depth, 0.5f, false);
            return;
        }
        uint32_t first = atomic_load(&node->children);
        if (first == CHILDREN_NONE || first == CHILDREN_BEING_MADE || depth + 1 == PATH_MAX_NODES) {
            float value = expand(searcher, node, pos);
            Proof found = proof_from_children(&mcts->tree, node);
            back_up(searcher, depth, value,
                found != PROOF_NONE || atomic_load(&node->proof) != PROOF_NONE);
            return;
        }
        uint32_t child = select_child(mcts, node, first);
        Node *next = tree_node(&mcts->tree, child);
        atomic_fetch_add_explicit(&next->visits, 1, memory_order_relaxed);
        rules->apply(pos, next->move, &searcher->path_pos[depth + 1]);
        searcher->path[++depth] = child;
    }
}

// The root's answer

// The move to play: proven wins first, then the most visited one that is not proven lost.
static uint32_t best_child(const Tree *tree, const Node *node) {
    uint32_t first = atomic_load(&node->children);
    uint32_t best = 0;
    double best_rank = -1;
    for (uint32_t i = 0; first != CHILDREN_NONE && i < node->child_count; i++) {
        const Node *child = tree_node(tree, first + i);
        Proof proof = (Proof)atomic_load(&child->proof);
        double rank = (double)atomic_load(&child->visits) + (double)mean_chance(child);
        rank += proof == PROOF_WIN ? 1e12 : proof == PROOF_LOSS ? 0 : 1e6;
        if (rank > best_rank) {
            best_rank = rank;
            best = first + i;
        }
    }
    return best;
}

// Whether the second best could still catch up in `left` more simulations.
static bool is_settled(const Mcts *mcts, double left) {
    const Node *root = tree_node(&mcts->tree, mcts->root);
    uint32_t first = atomic_load(&root->children);
    uint32_t most = 0;
    uint32_t second = 0;
    for (uint32_t i = 0; first != CHILDREN_NONE && i < root->child_count; i++) {
        uint32_t visits =
            atomic_load_explicit(&tree_node(&mcts->tree, first + i)->visits, memory_order_relaxed);
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return (double)(most - second) > left;
}

static void fill_report(const Mcts *mcts, EngineReport *report) {
    const Tree *tree = &mcts->tree;
    *report = (EngineReport){
        .nodes = atomic_load(&mcts->simulations),
        .time_ms = (clock_now_ns() - mcts->start_ns) / NS_PER_MS,
    };
    const Node *node = tree_node(tree, mcts->root);
    uint32_t child;
    while (report->pv_count < PV_MAX && (child = best_child(tree, node)) != 0) {
        node = tree_node(tree, child);
        if (report->pv_count > 0 && atomic_load(&node->visits) == 0) {
            break;
        }
        if (report->pv_count == 0) {
            report->score = value_from_chance(mean_chance(node)) / 10;
        }
        report->pv[report->pv_count++] = node->move;
    }
    report->depth = (int)report->pv_count;
}

// Whether the line expected so far is as long as a depth limit asks for.
static bool is_deep_enough(const Mcts *mcts, int depth) {
    const Node *node = tree_node(&mcts->tree, mcts->root);
    uint32_t child;
    while (depth > 0 && (child = best_child(&mcts->tree, node)) != 0 &&
           atomic_load(&tree_node(&mcts->tree, child)->visits) > 0) {
        node = tree_node(&mcts->tree, child);
        depth--;
    }
    return depth == 0;
}

static bool is_time_up(const Mcts *mcts, uint64_t simulations) {
    const EngineLimits *limits = &mcts->thinking->limits;
    if (atomic_load_explicit(mcts->thinking->stop, memory_order_relaxed) ||
        (limits->nodes > 0 && simulations >= limits->nodes)) {
        return true;
    }
    const Node *root = tree_node(&mcts->tree, mcts->root);
    if (atomic_load(&root->proof) != PROOF_NONE) {
        return true;
    }
    if (simulations % CLOCK_INTERVAL != 0) {
        return false;
    }
    if (limits->depth > 0 && is_deep_enough(mcts, limits->depth)) {
        return true;
    }
    if (mcts->deadline_ns == INT64_MAX) {
        return false;
    }
    int64_t now_ns = clock_now_ns();
    if (now_ns >= mcts->deadline_ns) {
        return true;
    }
    double rate = (double)simulations / (double)(now_ns - mcts->start_ns + 1);
    return simulations % (64 * CLOCK_INTERVAL) == 0 &&
           is_settled(mcts, rate * (double)(mcts->deadline_ns - now_ns));
}

// Tells the listener now and then; only the calling thread does.
static void report_progress(Mcts *mcts, int64_t *next_ns) {
    const Thinking *thinking = mcts->thinking;
    if (thinking->listener && clock_now_ns() >= *next_ns) {
        EngineReport report;
        fill_report(mcts, &report);
        if (report.pv_count > 0) {
            thinking->listener(thinking->context, &report);
        }
        *next_ns = clock_now_ns() + REPORT_INTERVAL_NS;
    }
}

static void *search_thread(void *argument) {
    Searcher *searcher = argument;
    Mcts *mcts = searcher->mcts;
    int64_t next_report_ns = mcts->start_ns + REPORT_INTERVAL_NS;
    while (!atomic_load_explicit(&mcts->is_over, memory_order_relaxed)) {
        uint64_t done = atomic_fetch_add_explicit(&mcts->simulations, 1, memory_order_relaxed);
        if (done > 0 && is_time_up(mcts, done)) {
            atomic_store(&mcts->is_over, true);
            break;
        }
        simulate(searcher);
        if (searcher->is_first && done % CLOCK_INTERVAL == 0) {
            report_progress(mcts, &next_report_ns);
        }
    }
    return NULL;
}

// Keeping the tree

// Makes the root that of the game's position: the old tree's, if the position is at most two moves
// below the old root, else a new one.
static void move_root(Mcts *mcts, const Game *game) {
    const Position *now = game_position(game);
    uint32_t found = 0;
    for (size_t back = 0; mcts->root != 0 && back <= 2 && back <= game->count && !found; back++) {
        const Position *before = &game->positions[game->count - back];
        if (before->ply != mcts->root_pos.ply || table_key(before) != table_key(&mcts->root_pos)) {
            continue;
        }
        found = mcts->root;
        for (size_t i = game->count - back; i < game->count && found; i++) {
            const Node *node = tree_node(&mcts->tree, found);
            uint32_t first = atomic_load(&node->children);
            uint32_t next = 0;
            for (uint32_t c = 0; first != CHILDREN_NONE && c < node->child_count; c++) {
                next = tree_node(&mcts->tree, first + c)->move == game->moves[i] ? first + c : next;
            }
            found = next;
        }
    }
    if (found && atomic_load(&tree_node(&mcts->tree, found)->children) != CHILDREN_NONE) {
        mcts->root = tree_copy_below(&mcts->spare, &mcts->tree, found);
        Tree swapped = mcts->tree;
        mcts->tree = mcts->spare;
        mcts->spare = swapped;
    } else {
        mcts->root = tree_reset(&mcts->tree);
    }
    mcts->root_pos = *now;
}

void mcts_search(Mcts *mcts, const Thinking *thinking, EngineReport *report) {
    mcts->thinking = thinking;
    mcts->start_ns = clock_now_ns();
    mcts->deadline_ns = thinking->limits.time_ms > 0
                            ? mcts->start_ns + thinking->limits.time_ms * NS_PER_MS
                            : INT64_MAX;
    atomic_store(&mcts->is_over, false);
    atomic_store(&mcts->simulations, 0);
    move_root(mcts, thinking->game);
    Searcher *searchers = calloc((size_t)mcts->thread_count, sizeof *searchers);
    if (!searchers) {
        abort();
    }
    int started = 1;
    searchers[0].is_first = true;
    for (int i = 0; i < mcts->thread_count; i++) {
        searchers[i].mcts = mcts;
        searchers[i].solver = mcts->solvers + (size_t)i * mcts->evaluator->memory_bytes;
    }
    for (int i = 1; i < mcts->thread_count; i++) {
        started += pthread_create(&searchers[i].thread, NULL, search_thread, &searchers[i]) == 0;
    }
    search_thread(&searchers[0]);
    for (int i = 1; i < started; i++) {
        pthread_join(searchers[i].thread, NULL);
    }
    free(searchers);
    fill_report(mcts, report);
}
