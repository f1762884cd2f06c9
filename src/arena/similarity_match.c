#include "arena/similarity_match.h"

#include <stdlib.h>

#include "arena/fingerprints.h"

// A match of fewer tokens than a fingerprint counts if it is joined to another: at most so far
// away, of at least so many tokens (JPlag's least match in C++), and so many of them at least
// (JPlag, issues 1202 and 2077).
#define GAP_MAX 16
#define NEIGHBOUR_TOKENS 12
#define NEIGHBOURS_MIN 2

typedef struct Block {
    int64_t a;
    int64_t b;
    int64_t size;
} Block;

typedef struct Blocks {
    Block *items;
    size_t count;
    size_t capacity;
} Blocks;

typedef struct Matching {
    const SimilarityText *a;
    const SimilarityText *b;
    bool *is_taken_a; // tokens that are part of a match
    bool *is_taken_b;
} Matching;

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static void blocks_add(Blocks *blocks, Block block) {
    if (blocks->count == blocks->capacity) {
        blocks->capacity *= 2;
        blocks->items = realloc(blocks->items, blocks->capacity * sizeof *blocks->items);
        if (!blocks->items) {
            abort();
        }
    }
    blocks->items[blocks->count++] = block;
}

static bool is_free(const SimilarityText *text, const bool *is_taken, int64_t i) {
    return i >= 0 && i < (int64_t)text->tokens.count && !text->is_common[i] && !is_taken[i];
}

// How many tokens are the same and free from there on, forwards or backwards.
static int64_t run(const Matching *matching, int64_t i, int64_t j, int step) {
    int64_t size = 0;
    while (is_free(matching->a, matching->is_taken_a, i) &&
           is_free(matching->b, matching->is_taken_b, j) &&
           matching->a->tokens.items[i].kind == matching->b->tokens.items[j].kind) {
        size++;
        i += step;
        j += step;
    }
    return size;
}

static void take(Matching *matching, Block block) {
    for (int64_t i = 0; i < block.size; i++) {
        matching->is_taken_a[block.a + i] = true;
        matching->is_taken_b[block.b + i] = true;
    }
}

static int by_diagonal(const void *x, const void *y) {
    const SimilaritySeed *s = x;
    const SimilaritySeed *t = y;
    int64_t order = ((int64_t)s->a - s->b) - ((int64_t)t->a - t->b);
    order = order ? order : (int64_t)s->a - t->a;
    return (order > 0) - (order < 0);
}

// The longest runs through all seeds, each once.
static void find_blocks(
    const Matching *matching, SimilaritySeed *seeds, size_t seed_count, Blocks *out) {
    qsort(seeds, seed_count, sizeof *seeds, by_diagonal);
    for (size_t i = 0; i < seed_count; i++) {
        int64_t a = seeds[i].a;
        int64_t b = seeds[i].b;
        const Block *last = out->count ? &out->items[out->count - 1] : NULL;
        if (last && last->a - last->b == a - b && a < last->a + last->size) {
            continue;
        }
        int64_t before = run(matching, a - 1, b - 1, -1);
        int64_t size = before + run(matching, a, b, 1);
        if (size >= FINGERPRINT_TOKENS) {
            blocks_add(out, (Block){a - before, b - before, size});
        }
    }
}

static int by_size(const void *x, const void *y) {
    const Block *s = x;
    const Block *t = y;
    int64_t order = t->size - s->size;
    order = order ? order : s->a - t->a;
    order = order ? order : s->b - t->b;
    return (order > 0) - (order < 0);
}

static int by_place(const void *x, const void *y) {
    const Block *s = x;
    const Block *t = y;
    return (s->a > t->a) - (s->a < t->a);
}

// The longest first, each without what longer ones have taken, as long as enough is left of it.
static void place_blocks(Matching *matching, Blocks *blocks, Blocks *out) {
    qsort(blocks->items, blocks->count, sizeof *blocks->items, by_size);
    for (size_t i = 0; i < blocks->count; i++) {
        Block block = blocks->items[i];
        for (int64_t start = 0; start < block.size;) {
            int64_t size = run(matching, block.a + start, block.b + start, 1);
            size = size < block.size - start ? size : block.size - start;
            if (size >= FINGERPRINT_TOKENS) {
                Block part = {block.a + start, block.b + start, size};
                take(matching, part);
                blocks_add(out, part);
            }
            start += size + 1;
        }
    }
}

// The nearest match of some length before or behind (i, j); size 0 if there is none.
static Block find_neighbour(const Matching *matching, int64_t i, int64_t j, int step) {
    for (int gap = 1; gap <= GAP_MAX; gap++) {
        for (int in_a = 0; in_a <= gap; in_a++) {
            int64_t a = i + step * in_a;
            int64_t b = j + step * (gap - in_a);
            int64_t size = run(matching, a, b, step);
            if (size >= NEIGHBOUR_TOKENS) {
                return step > 0 ? (Block){a, b, size} : (Block){a - size + 1, b - size + 1, size};
            }
        }
    }
    return (Block){0};
}

// Joins short matches to the blocks that are there, and those to each other.
static void add_neighbours(Matching *matching, Blocks *blocks) {
    size_t count = blocks->count;
    for (size_t i = 0; i < blocks->count; i++) { // it grows
        Block block = blocks->items[i];
        Block found[2] = {
            find_neighbour(matching, block.a + block.size, block.b + block.size, 1),
        };
        take(matching, found[0]);
        found[1] = find_neighbour(matching, block.a - 1, block.b - 1, -1);
        take(matching, found[1]);
        for (int side = 0; side < 2; side++) {
            if (found[side].size > 0) {
                blocks_add(blocks, found[side]);
            }
        }
    }
    if (blocks->count < count + NEIGHBOURS_MIN) {
        blocks->count = count;
    }
}

static SimilarRange range_of(const Matching *matching, const Block *block) {
    const SourceToken *a = matching->a->tokens.items + block->a;
    const SourceToken *b = matching->b->tokens.items + block->b;
    int64_t last = block->size - 1;
    return (SimilarRange){a[0].line, a[last].line, b[0].line, b[last].line, (size_t)block->size};
}

// One range for blocks that follow each other closely in both.
static void make_ranges(const Matching *matching, Blocks *blocks, SimilarPair *out) {
    qsort(blocks->items, blocks->count, sizeof *blocks->items, by_place);
    out->ranges = allocate(blocks->count, sizeof *out->ranges);
    for (size_t i = 0; i < blocks->count; i++) {
        const Block *block = &blocks->items[i];
        const Block *before = i ? block - 1 : block;
        int64_t gap_a = block->a - (before->a + before->size);
        int64_t gap_b = block->b - (before->b + before->size);
        SimilarRange range = range_of(matching, block);
        if (i > 0 && gap_a <= GAP_MAX && gap_b >= 0 && gap_b <= GAP_MAX) {
            SimilarRange *last = &out->ranges[out->range_count - 1];
            last->last_a = range.last_a;
            last->last_b = range.last_b;
            last->token_count += range.token_count;
        } else {
            out->ranges[out->range_count++] = range;
        }
        out->token_count += range.token_count;
    }
}

void similarity_match(const SimilarityText *a, const SimilarityText *b, SimilaritySeed *seeds,
    size_t seed_count, SimilarPair *out) {
    Matching matching = {
        .a = a,
        .b = b,
        .is_taken_a = allocate(a->tokens.count, sizeof(bool)),
        .is_taken_b = allocate(b->tokens.count, sizeof(bool)),
    };
    Blocks found = {.items = allocate(1, sizeof(Block)), .capacity = 1};
    Blocks placed = {.items = allocate(1, sizeof(Block)), .capacity = 1};
    find_blocks(&matching, seeds, seed_count, &found);
    place_blocks(&matching, &found, &placed);
    add_neighbours(&matching, &placed);
    make_ranges(&matching, &placed, out);
    out->share_a = a->own_count ? (double)out->token_count / (double)a->own_count : 0;
    out->share_b = b->own_count ? (double)out->token_count / (double)b->own_count : 0;
    free(found.items);
    free(placed.items);
    free(matching.is_taken_a);
    free(matching.is_taken_b);
}
