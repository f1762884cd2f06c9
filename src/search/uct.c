#include "search/uct.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "rules/amazons/board.h"
#include "search/deadline.h"
#include "search/tree.h"

// An arrow a ply and at most 92 squares for them, two plies of the tree each, and the root.
#define PATH_MAX_NODES 192
// Reading the clock takes a tenth of a playout.
#define CLOCK_INTERVAL 16
#define PLAYOUTS_PER_DEPTH 1000
#define REPORT_INTERVAL_NS (250 * NS_PER_MS)
// A mean of playouts is shown as no more certain than this.
#define UNSURE 0.0001f

// The tree is made for several threads. Here is only one, so relaxed loads and stores will do.
#define GET(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define SET(field, value) atomic_store_explicit(&(field), (value), memory_order_relaxed)

struct Uct {
    const UctMethod *method;
    uint64_t seed;
    UctTools tools;
    UctPlies plies;
    Tree tree;
    bool is_full; // no more children in this search
    // The current simulation: nodes from the root down, and who moved into each.
    uint32_t path[PATH_MAX_NODES];
    Side movers[PATH_MAX_NODES];
    size_t depth;
    // The current search.
    const Thinking *thinking;
    uint32_t root;
    uint64_t playouts;
    bool has_expanded; // since the clock was last read
    int64_t report_ns;
    Watch watch;
};

Uct *uct_new(const UctMethod *method, const Evaluator *evaluator, const EngineOptions *options) {
    size_t memory_bytes = (size_t)options->memory_mb << 20;
    if (options->memory_mb <= 0 || memory_bytes <= sizeof(Uct)) {
        return NULL;
    }
    Uct *uct = calloc(1, sizeof *uct);
    if (!uct || !tree_init(&uct->tree, memory_bytes - sizeof(Uct))) {
        free(uct);
        return NULL;
    }
    uct->method = method;
    uct->tools.rules = options->rules;
    uct->tools.evaluator = evaluator;
    uct->seed = options->seed;
    return uct;
}

void uct_free(void *state) {
    Uct *uct = state;
    if (uct) {
        tree_release(&uct->tree);
        free(uct);
    }
}

// Expansion

// Expands a node, unless the tree is full. Sets its proof if the game ends there or by the next
// ply.
static void expand(Uct *uct, Node *node, const Position *pos, Move step) {
    UctPlies *plies = &uct->plies;
    uct->has_expanded = true;
    uct->method->list(&uct->tools, pos, step, plies);
    if (plies->count == 0) {
        SET(node->proof, PROOF_WIN);
        return;
    }
    uint32_t first = tree_allocate(&uct->tree, (uint32_t)plies->count);
    if (first == CHILDREN_NONE) {
        // Listing plies costs much more than a playout: not again in this search.
        uct->is_full = true;
        return;
    }
    for (size_t i = 0; i < plies->count; i++) {
        Node *child = tree_node(&uct->tree, first + (uint32_t)i);
        child->move = plies->list[i].move;
        if (plies->list[i].wins) {
            // An arrow is the same side's ply as the step before it.
            SET(child->proof, PROOF_WIN);
            SET(node->proof, step != MOVE_NONE ? PROOF_WIN : PROOF_LOSS);
        }
    }
    node->child_count = (uint16_t)plies->count;
    node->has_all_children = plies->is_complete;
    SET(node->children, first);
}

// Selection

static float mean_wp(const Node *node) {
    uint32_t visits = GET(node->visits);
    return visits ? (float)GET(node->wp_sum) / ((float)visits * WP_ONE) : 0.5f;
}

// The child to visit by UCB1, mean + c sqrt(ln N / n), or the first unvisited one, among as many as
// the method's progressive widening admits. Proven losses are left out.
static uint32_t select_child(const Uct *uct, const Node *node) {
    const uint32_t first = GET(node->children);
    // Written as (sum + c sqrt(n ln N)) / n with sums in WP_ONE: a root and a division a child
    // are most of the cost of selection.
    const float scale = uct->method->exploration * WP_ONE;
    const float squared = scale * scale * portable_log((float)GET(node->visits) + 1.0f);
    uint32_t admitted = uct->method->width(GET(node->visits));
    uint32_t best = first;
    float best_score = -1.0f;
    for (uint32_t i = 0; i < node->child_count && admitted > 0; i++) {
        const Node *child = tree_node(&uct->tree, first + i);
        uint32_t visits = GET(child->visits);
        // A loss: a won child would have proven its parent, which is not selected then.
        if (GET(child->proof) != PROOF_NONE) {
            continue;
        }
        if (visits == 0) {
            return first + i;
        }
        float count = (float)visits;
        float score = ((float)(int64_t)GET(child->wp_sum) + sqrtf(squared * count)) / count;
        if (score > best_score) {
            best_score = score;
            best = first + i;
        }
        admitted--;
    }
    return best;
}

// Playout and backup

static float wp_for_first(Side side, float wp) {
    return side == SIDE_FIRST ? wp : 1.0f - wp;
}

// A random game from a leaf: the first player's win probability.
static float play_out(Uct *uct, Position *pos, Move step) {
    UctTools *tools = &uct->tools;
    if (step != MOVE_NONE) {
        int from = amazons_move_from(step);
        int to = amazons_move_to(step);
        Bits128 arrows = rays_arrows(&tools->rays, amazons_empty(pos), from, to);
        Move move = amazons_move(from, to, playout_random_square(arrows, &tools->rng));
        tools->rules->apply(pos, move, pos);
    }
    float wp = 0.0f;
    if (playout_run(&tools->rays, pos, uct->method->playout_plies, &tools->rng)) {
        wp = uct->method->result(tools->evaluator->value(tools->evaluator, pos));
    }
    return wp_for_first(position_turn(pos), wp);
}

// The proof that follows from a node's children, for the side that moves into them.
static Proof proof_of_children(const Uct *uct, const Node *node) {
    const uint32_t first = GET(node->children);
    bool all_lost = node->has_all_children;
    for (uint32_t i = 0; i < node->child_count; i++) {
        uint8_t proof = GET(tree_node(&uct->tree, first + i)->proof);
        if (proof == PROOF_WIN) {
            return PROOF_WIN;
        }
        all_lost = all_lost && proof == PROOF_LOSS;
    }
    return all_lost ? PROOF_LOSS : PROOF_NONE;
}

static Proof proof_turned(Proof proof) {
    return proof == PROOF_WIN ? PROOF_LOSS : proof == PROOF_LOSS ? PROOF_WIN : proof;
}

// Backs up the result along the path, and proofs as far up as they carry.
static void backup(Uct *uct, float first_wp) {
    bool is_proven = true;
    for (size_t i = uct->depth + 1; i-- > 0;) {
        Node *node = tree_node(&uct->tree, uct->path[i]);
        float wp = wp_for_first(uct->movers[i], first_wp);
        SET(node->visits, GET(node->visits) + 1);
        SET(node->wp_sum, GET(node->wp_sum) + (uint64_t)portable_round(wp * WP_ONE));
        if (is_proven && i < uct->depth) {
            Proof proof = proof_of_children(uct, node);
            bool is_same_side = uct->movers[i] == uct->movers[i + 1];
            SET(node->proof, (uint8_t)(is_same_side ? proof : proof_turned(proof)));
        }
        is_proven = is_proven && GET(node->proof) != PROOF_NONE;
    }
}

// One simulation: selection, expansion, playout, backup.
static void simulate(Uct *uct, const Position *root_pos) {
    const UctMethod *method = uct->method;
    Position pos = *root_pos;
    Move step = MOVE_NONE;
    float first_wp;
    uct->depth = 0;
    uct->path[0] = uct->root;
    uct->movers[0] = side_other(position_turn(&pos));
    for (;;) {
        Node *node = tree_node(&uct->tree, uct->path[uct->depth]);
        bool is_due = uct->depth == 0 || GET(node->visits) >= method->expand_visits;
        if (GET(node->proof) == PROOF_NONE && GET(node->children) == CHILDREN_NONE && is_due &&
            !uct->is_full) {
            expand(uct, node, &pos, step);
        }
        if (GET(node->proof) != PROOF_NONE) {
            float wp = GET(node->proof) == PROOF_WIN ? 1.0f : 0.0f;
            first_wp = wp_for_first(uct->movers[uct->depth], wp);
            break;
        }
        if (GET(node->children) == CHILDREN_NONE) {
            first_wp = play_out(uct, &pos, step);
            break;
        }
        uint32_t child = select_child(uct, node);
        uct->depth++;
        assert(uct->depth < PATH_MAX_NODES);
        uct->path[uct->depth] = child;
        uct->movers[uct->depth] = position_turn(&pos);
        Move move = tree_node(&uct->tree, child)->move;
        if (method->splits_moves && step == MOVE_NONE) {
            step = move;
        } else {
            uct->tools.rules->apply(&pos, move, &pos);
            step = MOVE_NONE;
        }
    }
    backup(uct, first_wp);
}

// The answer

// The child to play: a proven win first, then the most visited one that is not proven lost, and of
// equals the first. 0 without children.
static uint32_t best_child(const Uct *uct, const Node *node) {
    const uint32_t first = GET(node->children);
    uint32_t best = 0;
    uint64_t best_rank = 0;
    for (uint32_t i = 0; first != CHILDREN_NONE && i < node->child_count; i++) {
        const Node *child = tree_node(&uct->tree, first + i);
        uint8_t proof = GET(child->proof);
        uint64_t group = proof == PROOF_WIN ? 2 : proof == PROOF_LOSS ? 0 : 1;
        uint64_t rank = group << 32 | GET(child->visits);
        if (best == 0 || rank > best_rank) {
            best_rank = rank;
            best = first + i;
        }
    }
    return best;
}

static int node_score(const Node *node) {
    uint8_t proof = GET(node->proof);
    if (proof != PROOF_NONE) {
        return proof == PROOF_WIN ? UCT_SCORE_WIN : -UCT_SCORE_WIN;
    }
    // Playouts that were all won are no proof.
    float wp = mean_wp(node);
    wp = wp < UNSURE ? UNSURE : wp > 1.0f - UNSURE ? 1.0f - UNSURE : wp;
    return value_from_win_probability(wp) / 10;
}

static void fill_report(const Uct *uct, EngineReport *report) {
    *report = (EngineReport){
        .nodes = uct->playouts,
        .time_ms = (clock_now_ns() - uct->thinking->start_ns) / NS_PER_MS,
    };
    const Node *node = tree_node(&uct->tree, uct->root);
    while (report->pv_count < PV_MAX) {
        uint32_t child = best_child(uct, node);
        if (child != 0 && uct->method->splits_moves) {
            uint32_t arrow = best_child(uct, tree_node(&uct->tree, child));
            child = arrow != 0 || report->pv_count > 0 ? arrow : child;
        }
        // Unvisited moves are not part of the line, but its first move must exist.
        if (child == 0 ||
            (report->pv_count > 0 && GET(tree_node(&uct->tree, child)->visits) == 0)) {
            break;
        }
        node = tree_node(&uct->tree, child);
        report->score = report->pv_count == 0 ? node_score(node) : report->score;
        report->pv[report->pv_count++] = node->move;
    }
    report->depth = (int)report->pv_count;
}

// Answers without a search: the only legal move, or one that ends the game.
static bool answer_at_once(Uct *uct, const Position *pos, EngineReport *report) {
    const Rules *rules = uct->tools.rules;
    Move moves[MOVES_MAX];
    size_t count = rules->moves(pos, moves);
    assert(count > 0);
    *report = (EngineReport){.depth = 1, .pv_count = 1, .pv[0] = moves[0]};
    for (size_t i = 0; i < count; i++) {
        Position next;
        rules->apply(pos, moves[i], &next);
        // Whoever cannot move loses, so the game ends only by a win of the side that moved.
        if (rules->outcome(&next).result != RESULT_NONE) {
            report->pv[0] = moves[i];
            report->score = UCT_SCORE_WIN;
            return true;
        }
    }
    return count == 1;
}

static bool is_over(Uct *uct) {
    const EngineLimits *limits = &uct->thinking->limits;
    // These engines have no depth; a depth limit stands for a number of playouts.
    uint64_t depth_nodes = (uint64_t)limits->depth * PLAYOUTS_PER_DEPTH;
    if ((limits->nodes > 0 && uct->playouts >= limits->nodes) ||
        (limits->depth > 0 && uct->playouts >= depth_nodes) ||
        GET(tree_node(&uct->tree, uct->root)->proof) != PROOF_NONE) {
        return true;
    }
    if (uct->playouts % CLOCK_INTERVAL != 0 && !uct->has_expanded) {
        return false;
    }
    uct->has_expanded = false;
    int64_t now_ns = clock_now_ns();
    if (uct->thinking->listener && now_ns - uct->report_ns >= REPORT_INTERVAL_NS) {
        EngineReport report;
        fill_report(uct, &report);
        uct->report_ns = now_ns;
        uct->thinking->listener(uct->thinking->context, &report);
    }
    return watch_look(&uct->watch, now_ns) || GET(*uct->thinking->stop);
}

void uct_new_game(void *state) {
    (void)state; // each move starts with an empty tree
}

void uct_think(void *state, const Thinking *thinking, EngineReport *report) {
    Uct *uct = state;
    const Position *pos = game_position(thinking->game);
    uct->thinking = thinking;
    uct->report_ns = thinking->start_ns;
    watch_start(&uct->watch, thinking->start_ns, thinking->stop_ns);
    // The same question gets the same answer, whatever was searched before.
    rng_init(&uct->tools.rng, uct->seed);
    if (uct->tools.rays.size != pos->variant->size) {
        rays_init(&uct->tools.rays, pos->variant->size);
    }
    if (answer_at_once(uct, pos, report)) {
        return;
    }
    uct->root = tree_reset(&uct->tree);
    uct->is_full = false;
    uct->has_expanded = false;
    uct->playouts = 0;
    // At least one simulation, which expands the root.
    do {
        simulate(uct, pos);
        uct->playouts++;
    } while (!is_over(uct));
    fill_report(uct, report);
}
