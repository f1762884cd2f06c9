#include "search/children.h"

#include <assert.h>

#include "base/cpu.h"

// Each half of a node is aligned, and CPUs with AVX load that at once: no other thread's change is
// seen in part. ThreadSanitizer does not know. WebAssembly has one thread.
#if defined __x86_64__ && !defined __SANITIZE_THREAD__
#define WIDE_X86
#include <immintrin.h>
#elif defined __wasm_simd128__
#define WIDE_WASM
#include <wasm_simd128.h>
#endif

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
        const float reduction = visits == 0 ? choice->reduction : 0;
        const float score =
            child_score(child, choice->share, choice->scale * (float)child->prior) - reduction;
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

static bool minimax_plain(const Node *children, uint32_t count, uint32_t *best) {
    bool are_visited = true;
    for (uint32_t i = 0; i < count && are_visited; i++) {
        const Node *child = &children[i];
        const uint8_t proof = atomic_load_explicit(&child->proof, memory_order_relaxed);
        const uint32_t minimax = proof == PROOF_NONE
                                     ? atomic_load_explicit(&child->minimax, memory_order_relaxed)
                                     : proven_minimax((Proof)proof);
        *best = minimax > *best ? minimax : *best;
        are_visited = atomic_load_explicit(&child->visits, memory_order_relaxed) > 0;
    }
    return are_visited;
}

const ChildrenLoops CHILDREN_PLAIN = {.select = select_plain, .minimax = minimax_plain};

#if defined WIDE_X86 || defined WIDE_WASM

static_assert(sizeof(Node) == 32, "two halves of 16 bytes");
static_assert(offsetof(Node, wp_sum) == 0 && offsetof(Node, visits) == 8, "lower half");
static_assert(offsetof(Node, children) == 12, "lower half");
static_assert(offsetof(Node, minimax) == 24 && offsetof(Node, prior) == 26, "upper half");
static_assert(offsetof(Node, proof) == 30, "upper half");

// Registers are loaded as rows and transposed into lanes. A row holds the same half, four words of
// 32 bits, of one node, or with AVX2 of two that lie ROWS apart:
//
//      AVX2          | node 0    | node 4    |      WebAssembly   | node 0    |
//                    | node 1    | node 5    |                    | node 1    |
//                    | node 2    | node 6    |                    | node 2    |
//                    | node 3    | node 7    |                    | node 3    |
//
// LOW_32, HIGH_32, LOW_64 and HIGH_64 interleave the lower or higher words of two rows. Two such
// steps give vectors of lanes, each with one field of all nodes in their order.
#define ROWS 4
#ifdef WIDE_X86
#define LANES 8
#define WIDE __attribute__((target("avx2")))
#else
#define LANES 4
#define WIDE
#endif
#define WIDE_INLINE WIDE static inline __attribute__((always_inline))
static_assert(TREE_SLACK + 1 >= LANES, "a register of nodes can be read from any on");

typedef int32_t Ints __attribute__((vector_size(4 * LANES)));
typedef uint64_t Longs __attribute__((vector_size(4 * LANES)));
typedef float Floats __attribute__((vector_size(4 * LANES)));

// No instruction of AVX2 or WebAssembly converts unsigned 64-bit integers to floats. Integers below
// 2^52 are put into the mantissa of the double 2^52, by an or, and that is subtracted: exact.
#define TWO_TO_52 4503599627370496.0
static_assert((uint64_t)(VISITS_MAX + 1) * WP_ONE < UINT64_C(1) << 52, "a sum fits a mantissa");
static_assert(VISITS_MAX < INT32_MAX, "visits + 1 are an int32_t");

#ifdef WIDE_X86

#define LOW_32(a, b) ((Ints)_mm256_unpacklo_epi32((__m256i)(a), (__m256i)(b)))
#define HIGH_32(a, b) ((Ints)_mm256_unpackhi_epi32((__m256i)(a), (__m256i)(b)))
#define LOW_64(a, b) ((Ints)_mm256_unpacklo_epi64((__m256i)(a), (__m256i)(b)))
#define HIGH_64(a, b) ((Ints)_mm256_unpackhi_epi64((__m256i)(a), (__m256i)(b)))

WIDE_INLINE Ints load_row(const Node *node, size_t offset) {
    const __m128i *low = (const __m128i *)((const char *)node + offset);
    const __m128i *high = (const __m128i *)((const char *)(node + ROWS) + offset);
    return (Ints)_mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(low)), _mm_loadu_si128(high), 1);
}

WIDE_INLINE __m128 sums_to_floats(Longs sums) {
    const __m256d one = _mm256_set1_pd(TWO_TO_52);
    return _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_or_pd((__m256d)sums, one), one));
}

WIDE_INLINE Floats join_sums(Longs sums_0145, Longs sums_2367) {
    const __m128 a = sums_to_floats(sums_0145);
    const __m128 b = sums_to_floats(sums_2367);
    return (Floats)_mm256_insertf128_ps(
        _mm256_castps128_ps256(_mm_movelh_ps(a, b)), _mm_movehl_ps(b, a), 1);
}

// One bit a lane: where a comparison is true.
WIDE_INLINE uint32_t lanes_bits(Ints are) {
    return (uint32_t)_mm256_movemask_ps((__m256)are);
}

WIDE_INLINE Ints lanes_higher(Ints a, Ints b) {
    return (Ints)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

#else

#define LOW_32(a, b) ((Ints)wasm_i32x4_shuffle((v128_t)(a), (v128_t)(b), 0, 4, 1, 5))
#define HIGH_32(a, b) ((Ints)wasm_i32x4_shuffle((v128_t)(a), (v128_t)(b), 2, 6, 3, 7))
#define LOW_64(a, b) ((Ints)wasm_i64x2_shuffle((v128_t)(a), (v128_t)(b), 0, 2))
#define HIGH_64(a, b) ((Ints)wasm_i64x2_shuffle((v128_t)(a), (v128_t)(b), 1, 3))

WIDE_INLINE Ints load_row(const Node *node, size_t offset) {
    return (Ints)wasm_v128_load((const char *)node + offset);
}

WIDE_INLINE v128_t sums_to_floats(Longs sums) {
    const v128_t one = wasm_f64x2_const_splat(TWO_TO_52);
    return wasm_f32x4_demote_f64x2_zero(wasm_f64x2_sub(wasm_v128_or((v128_t)sums, one), one));
}

WIDE_INLINE Floats join_sums(Longs sums_01, Longs sums_23) {
    return (Floats)wasm_i32x4_shuffle(sums_to_floats(sums_01), sums_to_floats(sums_23), 0, 1, 4, 5);
}

WIDE_INLINE uint32_t lanes_bits(Ints are) {
    return wasm_i32x4_bitmask((v128_t)are);
}

WIDE_INLINE Ints lanes_higher(Ints a, Ints b) {
    return (Ints)wasm_i32x4_max((v128_t)a, (v128_t)b);
}

#endif

// Fields of as many nodes. Two vectors hold the sums.
typedef struct NodeLanes {
    Longs sums[2];
    Ints visits;
    Ints children;
    Ints minimax;
    Ints prior;
    Ints proof;
} NodeLanes;

WIDE_INLINE NodeLanes load_lanes(const Node *nodes) {
    NodeLanes lanes;
    Ints low[ROWS];
    Ints high[ROWS];
    for (int i = 0; i < ROWS; i++) {
        low[i] = load_row(nodes + i, 0);
        high[i] = load_row(nodes + i, sizeof(Node) / 2);
    }
    lanes.sums[0] = (Longs)LOW_64(low[0], low[1]);
    lanes.sums[1] = (Longs)LOW_64(low[2], low[3]);
    const Ints low_01 = HIGH_32(low[0], low[1]);
    const Ints low_23 = HIGH_32(low[2], low[3]);
    lanes.visits = LOW_64(low_01, low_23);
    lanes.children = HIGH_64(low_01, low_23);
    const Ints high_01 = HIGH_32(high[0], high[1]);
    const Ints high_23 = HIGH_32(high[2], high[3]);
    const Ints worth = LOW_64(high_01, high_23);
    const Ints rest = HIGH_64(high_01, high_23);
    lanes.minimax = worth & 0xffff;
    lanes.prior = worth >> 16 & 0xffff;
    lanes.proof = rest >> 16 & 0xff;
    return lanes;
}

// What there is in the lanes that have this number, 0 in the others.
WIDE_INLINE Ints lanes_where(Ints lanes, int number, Ints what) {
    return (lanes == number) & what;
}

// child_score less the reduction, operation by operation.
WIDE_INLINE Floats score_lanes(const NodeLanes *lanes, const ChildrenChoice *choice) {
    const float share = choice->share;
    const Ints zero = {0};
    const Floats sums = join_sums(lanes->sums[0] + (Longs)LOW_32(lanes->minimax, zero),
        lanes->sums[1] + (Longs)HIGH_32(lanes->minimax, zero));
    const Floats bonus = choice->scale * __builtin_convertvector(lanes->prior, Floats);
    const Floats scores =
        ((1.0f - share) * sums + bonus) / __builtin_convertvector(lanes->visits + 1, Floats) +
        share * __builtin_convertvector(lanes->minimax, Floats);
    const Floats reductions = (Floats){0} + choice->reduction;
    return scores - (Floats)lanes_where(lanes->visits, 0, (Ints)reductions);
}

// The bits of the lanes that have this number.
WIDE_INLINE uint32_t lanes_with(Ints lanes, int number) {
    return lanes_bits(lanes == number);
}

// The bits of the lanes that hold children, of which `left` are left.
static inline uint32_t lanes_inside(uint32_t left) {
    return left < LANES ? (1u << left) - 1 : (1u << LANES) - 1;
}

// The bits up to the lowest one of `ends`; all if there is none.
static inline uint32_t lanes_up_to(uint32_t ends) {
    return ends ^ (ends - 1);
}

WIDE static bool select_wide(const Node *children, uint32_t count, ChildrenChoice *choice) {
    for (uint32_t i = 0; i < count; i += LANES) {
        const Node *nodes = children + i;
        const NodeLanes lanes = load_lanes(nodes);
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
        const Floats scores = score_lanes(&lanes, choice);
        uint32_t above = lanes_bits(scores > choice->score) & seen & ~lost & ~pending;
        for (; above; above &= above - 1) {
            const int lane = __builtin_ctz(above);
            if (scores[lane] > choice->score) {
                choice->score = scores[lane];
                choice->best = nodes + lane;
            }
        }
        if (ends) {
            return true;
        }
    }
    return false;
}

WIDE static bool minimax_wide(const Node *children, uint32_t count, uint32_t *best) {
    Ints bits;
    for (int i = 0; i < LANES; i++) {
        bits[i] = 1 << i;
    }
    const Ints none = {0}; // and what a loss is worth
    const int draw = proven_minimax(PROOF_DRAW);
    const int win = proven_minimax(PROOF_WIN);
    Ints highest = none;
    bool are_visited = true;
    for (uint32_t i = 0; i < count && are_visited; i += LANES) {
        const NodeLanes lanes = load_lanes(children + i);
        const uint32_t unvisited = lanes_with(lanes.visits, 0) & lanes_inside(count - i);
        const uint32_t seen = lanes_up_to(unvisited) & lanes_inside(count - i);
        are_visited = !unvisited;
        const Ints known = lanes_where(lanes.proof, PROOF_NONE, lanes.minimax) |
                           lanes_where(lanes.proof, PROOF_DRAW, none + draw) |
                           lanes_where(lanes.proof, PROOF_WIN, none + win);
        highest = lanes_higher(highest, known & ((bits & (int32_t)seen) == bits));
    }
    for (int i = 0; i < LANES; i++) {
        *best = (uint32_t)highest[i] > *best ? (uint32_t)highest[i] : *best;
    }
    return are_visited;
}

static const ChildrenLoops WIDE_LOOPS = {.select = select_wide, .minimax = minimax_wide};

#endif

const ChildrenLoops *children_loops(void) {
#ifdef WIDE_X86
    return cpu_may_use(CPU_V3) ? &WIDE_LOOPS : &CHILDREN_PLAIN;
#elif defined WIDE_WASM
    return &WIDE_LOOPS;
#else
    return &CHILDREN_PLAIN;
#endif
}
