#include "search/children.h"

#include <assert.h>

#include "base/cpu.h"

// Each half of a node is aligned, and CPUs with AVX load that at once: no other thread's change is
// seen in part. ThreadSanitizer does not know.
#if defined __x86_64__ && !defined __SANITIZE_THREAD__
#define HAS_WIDE_LOOPS
#include <immintrin.h>
#endif

// What a proof is worth, as minimax is: for the side that moved into the node.
#define PROVEN_LOSS 0
#define PROVEN_DRAW (WP_ONE / 2)
#define PROVEN_WIN WP_ONE

static bool select_plain(const Node *children, uint32_t count, ChildrenChoice *choice) {
    for (const Node *child = children; child < children + count; child++) {
        const uint8_t proof = atomic_load_explicit(&child->proof, memory_order_relaxed);
        if (proof == PROOF_WIN) {
            choice->best = child;
            return true;
        }
        if (proof == PROOF_LOSS) {
            continue;
        }
        if (atomic_load_explicit(&child->children, memory_order_relaxed) == CHILDREN_PENDING) {
            choice->is_blocked = true;
            continue;
        }
        const uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        const float score = child_score(child, choice->share, choice->scale * (float)child->prior);
        if (score > choice->score) {
            choice->score = score;
            choice->best = child;
        }
        if (visits == 0) {
            return true;
        }
    }
    return false;
}

static bool minimax_plain(const Node *children, uint32_t count, bool all, uint32_t *best) {
    static const uint32_t PROVEN[] = {0, PROVEN_LOSS, PROVEN_DRAW, PROVEN_WIN}; // by Proof
    bool are_visited = true;
    for (uint32_t i = 0; i < count && (are_visited || all); i++) {
        const Node *child = &children[i];
        const uint8_t proof = atomic_load_explicit(&child->proof, memory_order_relaxed);
        const uint32_t minimax = proof == PROOF_NONE
                                     ? atomic_load_explicit(&child->minimax, memory_order_relaxed)
                                     : PROVEN[proof];
        *best = minimax > *best ? minimax : *best;
        are_visited &= atomic_load_explicit(&child->visits, memory_order_relaxed) > 0;
    }
    return are_visited;
}

const ChildrenLoops CHILDREN_PLAIN = {.select = select_plain, .minimax = minimax_plain};

#ifdef HAS_WIDE_LOOPS

#define WIDE __attribute__((target("avx2")))
#define WIDE_INLINE static inline __attribute__((target("avx2"), always_inline))
#define LANES 8
#define LANES_ALL 0xffu

static_assert(sizeof(Node) == 32, "two halves of 16 bytes, which x86 loads at once");
static_assert(offsetof(Node, wp_sum) == 0 && offsetof(Node, visits) == 8, "lower half");
static_assert(offsetof(Node, children) == 12, "lower half");
static_assert(offsetof(Node, minimax) == 24 && offsetof(Node, prior) == 26, "upper half");
static_assert(offsetof(Node, proof) == 30, "upper half");
static_assert(TREE_SLACK + 1 >= LANES, "eight nodes can be read from any on");

// Fields of eight nodes, a lane each. Sums have 64 bits: those of nodes 0, 1, 4, 5 and 2, 3, 6, 7.
typedef struct Lanes {
    __m256i sums[2];
    __m256i visits;
    __m256i children;
    __m256i minimax;
    __m256i prior;
    __m256i proof;
} Lanes;

// Half of a node, and the same half of the node four behind it.
WIDE_INLINE __m256i halves(const Node *node, size_t offset) {
    const __m128i *low = (const __m128i *)((const char *)node + offset);
    const __m128i *high = (const __m128i *)((const char *)(node + LANES / 2) + offset);
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
}

WIDE_INLINE Lanes load_lanes(const Node *nodes) {
    Lanes lanes;
    __m256i low[LANES / 2];
    __m256i high[LANES / 2];
    for (int i = 0; i < LANES / 2; i++) {
        low[i] = halves(nodes + i, 0);
        high[i] = halves(nodes + i, sizeof(Node) / 2);
    }
    lanes.sums[0] = _mm256_unpacklo_epi64(low[0], low[1]);
    lanes.sums[1] = _mm256_unpacklo_epi64(low[2], low[3]);
    const __m256i low_01 = _mm256_unpackhi_epi32(low[0], low[1]);
    const __m256i low_23 = _mm256_unpackhi_epi32(low[2], low[3]);
    lanes.visits = _mm256_unpacklo_epi64(low_01, low_23);
    lanes.children = _mm256_unpackhi_epi64(low_01, low_23);
    const __m256i high_01 = _mm256_unpackhi_epi32(high[0], high[1]);
    const __m256i high_23 = _mm256_unpackhi_epi32(high[2], high[3]);
    const __m256i worth = _mm256_unpacklo_epi64(high_01, high_23);
    const __m256i rest = _mm256_unpackhi_epi64(high_01, high_23);
    lanes.minimax = _mm256_and_si256(worth, _mm256_set1_epi32(0xffff));
    lanes.prior = _mm256_srli_epi32(worth, 16);
    lanes.proof = _mm256_and_si256(_mm256_srli_epi32(rest, 16), _mm256_set1_epi32(0xff));
    return lanes;
}

// One bit a lane: where it has this number.
WIDE_INLINE uint32_t lanes_with(__m256i lanes, int number) {
    const __m256i equal = _mm256_cmpeq_epi32(lanes, _mm256_set1_epi32(number));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
}

// As floats, each rounded once. The CPU turns no 64-bit integers into floating-point numbers; but
// put behind the leading bit of 2^52 they are doubles, and exact.
WIDE_INLINE __m128 sums_to_floats(__m256i sums) {
    const __m256d one = _mm256_set1_pd(4503599627370496.0);
    const __m256d behind = _mm256_or_pd(_mm256_castsi256_pd(sums), one);
    return _mm256_cvtpd_ps(_mm256_sub_pd(behind, one));
}

// child_score of eight nodes, operation by operation.
WIDE_INLINE __m256 score_lanes(const Lanes *lanes, float share, float scale) {
    const __m256i zero = _mm256_setzero_si256();
    const __m128 sums_0145 = sums_to_floats(
        _mm256_add_epi64(lanes->sums[0], _mm256_unpacklo_epi32(lanes->minimax, zero)));
    const __m128 sums_2367 = sums_to_floats(
        _mm256_add_epi64(lanes->sums[1], _mm256_unpackhi_epi32(lanes->minimax, zero)));
    const __m256 sums =
        _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_movelh_ps(sums_0145, sums_2367)),
            _mm_movehl_ps(sums_2367, sums_0145), 1);
    const __m256i visits = _mm256_add_epi32(lanes->visits, _mm256_set1_epi32(1));
    const __m256 bonus = _mm256_mul_ps(_mm256_set1_ps(scale), _mm256_cvtepi32_ps(lanes->prior));
    const __m256 sum = _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(1.0f - share), sums), bonus);
    return _mm256_add_ps(_mm256_div_ps(sum, _mm256_cvtepi32_ps(visits)),
        _mm256_mul_ps(_mm256_set1_ps(share), _mm256_cvtepi32_ps(lanes->minimax)));
}

// The bits of the lanes that hold children, of which `left` are left.
static inline uint32_t lanes_inside(uint32_t left) {
    return left < LANES ? (1u << left) - 1 : LANES_ALL;
}

// The bits up to the lowest one of `ends`; all if there is none.
static inline uint32_t lanes_up_to(uint32_t ends) {
    return ends ^ (ends - 1);
}

WIDE static bool select_wide(const Node *children, uint32_t count, ChildrenChoice *choice) {
    for (uint32_t i = 0; i < count; i += LANES) {
        const Node *nodes = children + i;
        const Lanes lanes = load_lanes(nodes);
        const uint32_t lost = lanes_with(lanes.proof, PROOF_LOSS);
        const uint32_t won = lanes_with(lanes.proof, PROOF_WIN);
        const uint32_t pending = lanes_with(lanes.children, (int)CHILDREN_PENDING) & ~lost;
        const uint32_t unvisited = lanes_with(lanes.visits, 0) & ~lost & ~pending;
        const uint32_t ends = (won | unvisited) & lanes_inside(count - i);
        const uint32_t seen = lanes_up_to(ends) & lanes_inside(count - i);
        if (won & ends & seen) {
            choice->best = nodes + __builtin_ctz(ends);
            return true;
        }
        choice->is_blocked |= (pending & seen) != 0;
        const __m256 scores = score_lanes(&lanes, choice->share, choice->scale);
        const __m256 is_above = _mm256_cmp_ps(scores, _mm256_set1_ps(choice->score), _CMP_GT_OQ);
        uint32_t above = (uint32_t)_mm256_movemask_ps(is_above) & seen & ~lost & ~pending;
        if (above) {
            float score[LANES];
            _mm256_storeu_ps(score, scores);
            for (; above; above &= above - 1) {
                const int lane = __builtin_ctz(above);
                if (score[lane] > choice->score) {
                    choice->score = score[lane];
                    choice->best = nodes + lane;
                }
            }
        }
        if (ends) {
            return true;
        }
    }
    return false;
}

WIDE static bool minimax_wide(const Node *children, uint32_t count, bool all, uint32_t *best) {
    const __m256i proven =
        _mm256_setr_epi32(0, PROVEN_LOSS, PROVEN_DRAW, PROVEN_WIN, 0, 0, 0, 0); // by Proof
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i highest = _mm256_set1_epi32((int)*best);
    bool are_visited = true;
    for (uint32_t i = 0; i < count && (are_visited || all); i += LANES) {
        const Lanes lanes = load_lanes(children + i);
        const uint32_t unvisited = lanes_with(lanes.visits, 0) & lanes_inside(count - i);
        const uint32_t seen = (all ? LANES_ALL : lanes_up_to(unvisited)) & lanes_inside(count - i);
        are_visited &= !unvisited;
        const __m256i is_open = _mm256_cmpeq_epi32(lanes.proof, _mm256_setzero_si256());
        const __m256i known = _mm256_blendv_epi8(
            _mm256_permutevar8x32_epi32(proven, lanes.proof), lanes.minimax, is_open);
        const __m256i is_seen =
            _mm256_cmpeq_epi32(_mm256_and_si256(bits, _mm256_set1_epi32((int)seen)), bits);
        highest = _mm256_max_epi32(highest, _mm256_and_si256(known, is_seen));
    }
    uint32_t values[LANES];
    _mm256_storeu_si256((__m256i *)values, highest);
    for (int i = 0; i < LANES; i++) {
        *best = values[i] > *best ? values[i] : *best;
    }
    return are_visited;
}

static const ChildrenLoops WIDE_LOOPS = {.select = select_wide, .minimax = minimax_wide};

const ChildrenLoops *children_loops(void) {
    return cpu_runs_v3() && !cpu_wants_base() ? &WIDE_LOOPS : &CHILDREN_PLAIN;
}

#else

const ChildrenLoops *children_loops(void) {
    return &CHILDREN_PLAIN;
}

#endif
