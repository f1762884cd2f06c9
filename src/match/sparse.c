#include "match/sparse.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// A pivot of the incomplete factor is positive but for rounding; this share of the entry of the
// diagonal keeps it so.
#define PIVOT_MIN 1e-14

// In exact arithmetic there are never more iterations than rows.
#define ITERATIONS_PER_ROW 4
#define ITERATIONS_MORE 100

// Rows are kept in the order of their elimination, and only entries left of the diagonal.
struct Sparse {
    size_t row_count;
    size_t entry_count;
    uint32_t *place;  // of the caller's rows in that order
    size_t *start;    // of each row's entries, and the end of the last
    uint32_t *column; // of each entry, ascending in a row
    size_t *edge;     // of the caller, that each entry is
    double *diagonal;
    double *value;
    double *pivot_inverse; // of the factor's diagonal
    double *factor;        // the factor's other entries
    double *row;           // a row of the factor while it is made
    // Vectors of the iteration.
    SparseLanes *side;
    SparseLanes *solution;
    SparseLanes *residual;
    SparseLanes *direction;
    SparseLanes *image;
};

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

// Where the neighbours of each row are, in `neighbours`.
static size_t *list_neighbours(
    size_t row_count, const SparseEdge *edges, size_t edge_count, uint32_t *neighbours) {
    size_t *start = allocate(row_count + 2, sizeof *start);
    for (size_t i = 0; i < edge_count; i++) {
        start[edges[i].ends[0] + 2]++;
        start[edges[i].ends[1] + 2]++;
    }
    for (size_t i = 2; i < row_count + 2; i++) {
        start[i] += start[i - 1];
    }
    for (size_t i = 0; i < edge_count; i++) {
        for (int end = 0; end < 2; end++) {
            neighbours[start[edges[i].ends[end] + 1]++] = edges[i].ends[1 - end];
        }
    }
    return start;
}

// Takes the row with the fewest neighbours left, again and again.
static void order_rows(Sparse *sparse, const SparseEdge *edges, size_t edge_count) {
    uint32_t *neighbours = allocate(2 * edge_count, sizeof *neighbours);
    size_t *start = list_neighbours(sparse->row_count, edges, edge_count, neighbours);
    size_t *degree = allocate(sparse->row_count, sizeof *degree);
    for (size_t i = 0; i < sparse->row_count; i++) {
        degree[i] = start[i + 1] - start[i];
    }
    for (size_t place = 0; place < sparse->row_count; place++) {
        size_t least = 0;
        for (size_t i = 1; i < sparse->row_count; i++) {
            if (degree[i] < degree[least]) {
                least = i;
            }
        }
        degree[least] = SIZE_MAX;
        sparse->place[least] = (uint32_t)place;
        for (size_t i = start[least]; i < start[least + 1]; i++) {
            size_t *other = &degree[neighbours[i]];
            *other -= *other != SIZE_MAX;
        }
    }
    free(neighbours);
    free(start);
    free(degree);
}

typedef struct SparseEntry {
    uint32_t row;
    uint32_t column;
    size_t edge;
} SparseEntry;

static int compare_entries(const void *left, const void *right) {
    const SparseEntry *a = left;
    const SparseEntry *b = right;
    if (a->row != b->row) {
        return a->row < b->row ? -1 : 1;
    }
    return (a->column > b->column) - (a->column < b->column);
}

static void place_entries(Sparse *sparse, const SparseEdge *edges) {
    SparseEntry *entries = allocate(sparse->entry_count, sizeof *entries);
    for (size_t i = 0; i < sparse->entry_count; i++) {
        uint32_t a = sparse->place[edges[i].ends[0]];
        uint32_t b = sparse->place[edges[i].ends[1]];
        assert(a != b);
        entries[i] = (SparseEntry){a > b ? a : b, a > b ? b : a, i};
    }
    qsort(entries, sparse->entry_count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < sparse->entry_count; i++) {
        sparse->column[i] = entries[i].column;
        sparse->edge[i] = entries[i].edge;
        sparse->start[entries[i].row + 1] = i + 1;
    }
    for (size_t i = 0; i < sparse->row_count; i++) {
        if (sparse->start[i + 1] < sparse->start[i]) { // a row without entries
            sparse->start[i + 1] = sparse->start[i];
        }
    }
    free(entries);
}

Sparse *sparse_new(size_t row_count, const SparseEdge *edges, size_t edge_count) {
    assert(row_count <= UINT32_MAX);
    Sparse *sparse = allocate(1, sizeof *sparse);
    *sparse = (Sparse){
        .row_count = row_count,
        .entry_count = edge_count,
        .place = allocate(row_count, sizeof *sparse->place),
        .start = allocate(row_count + 1, sizeof *sparse->start),
        .column = allocate(edge_count, sizeof *sparse->column),
        .edge = allocate(edge_count, sizeof *sparse->edge),
        .diagonal = allocate(row_count, sizeof *sparse->diagonal),
        .value = allocate(edge_count, sizeof *sparse->value),
        .pivot_inverse = allocate(row_count, sizeof *sparse->pivot_inverse),
        .factor = allocate(edge_count, sizeof *sparse->factor),
        .row = allocate(row_count, sizeof *sparse->row),
        .side = allocate(row_count, sizeof *sparse->side),
        .solution = allocate(row_count, sizeof *sparse->solution),
        .residual = allocate(row_count, sizeof *sparse->residual),
        .direction = allocate(row_count, sizeof *sparse->direction),
        .image = allocate(row_count, sizeof *sparse->image),
    };
    order_rows(sparse, edges, edge_count);
    place_entries(sparse, edges);
    return sparse;
}

void sparse_free(Sparse *sparse) {
    if (!sparse) {
        return;
    }
    free(sparse->place);
    free(sparse->start);
    free(sparse->column);
    free(sparse->edge);
    free(sparse->diagonal);
    free(sparse->value);
    free(sparse->pivot_inverse);
    free(sparse->factor);
    free(sparse->row);
    free(sparse->side);
    free(sparse->solution);
    free(sparse->residual);
    free(sparse->direction);
    free(sparse->image);
    free(sparse);
}

void sparse_set(Sparse *sparse, const double *diagonal, const double *weight) {
    for (size_t i = 0; i < sparse->row_count; i++) {
        sparse->diagonal[sparse->place[i]] = diagonal[i];
    }
    for (size_t i = 0; i < sparse->entry_count; i++) {
        sparse->value[i] = -weight[sparse->edge[i]];
    }
}

// What is left of row i's entry in a column when the columns before it are eliminated, among the
// entries that both rows have.
static double eliminate(const Sparse *sparse, size_t column) {
    double left = sparse->row[column];
    for (size_t k = sparse->start[column]; k < sparse->start[column + 1]; k++) {
        left -= sparse->factor[k] * sparse->row[sparse->column[k]];
    }
    return left;
}

void sparse_factor(Sparse *sparse) {
    for (size_t i = 0; i < sparse->row_count; i++) {
        size_t first = sparse->start[i];
        size_t end = sparse->start[i + 1];
        for (size_t k = first; k < end; k++) {
            sparse->row[sparse->column[k]] = sparse->value[k];
        }
        double pivot = sparse->diagonal[i];
        for (size_t k = first; k < end; k++) {
            size_t column = sparse->column[k];
            double entry = eliminate(sparse, column) * sparse->pivot_inverse[column];
            sparse->factor[k] = sparse->row[column] = entry;
            pivot -= entry * entry;
        }
        for (size_t k = first; k < end; k++) {
            sparse->row[sparse->column[k]] = 0;
        }
        sparse->pivot_inverse[i] = 1 / sqrt(fmax(pivot, PIVOT_MIN * sparse->diagonal[i]));
    }
}

// The matrix times the direction.
static void multiply(Sparse *sparse) {
    const SparseLanes *direction = sparse->direction;
    SparseLanes *image = sparse->image;
    for (size_t i = 0; i < sparse->row_count; i++) {
        SparseLanes own = direction[i];
        SparseLanes sum = sparse->diagonal[i] * own;
        for (size_t k = sparse->start[i]; k < sparse->start[i + 1]; k++) {
            size_t column = sparse->column[k];
            sum += sparse->value[k] * direction[column];
            image[column] += sparse->value[k] * own;
        }
        image[i] = sum;
    }
}

// Solves the factor times its transpose against the residual, into `side`.
static void precondition(Sparse *sparse) {
    SparseLanes *side = sparse->side;
    for (size_t i = 0; i < sparse->row_count; i++) {
        SparseLanes sum = sparse->residual[i];
        for (size_t k = sparse->start[i]; k < sparse->start[i + 1]; k++) {
            sum -= sparse->factor[k] * side[sparse->column[k]];
        }
        side[i] = sum * sparse->pivot_inverse[i];
    }
    for (size_t i = sparse->row_count; i-- > 0;) {
        SparseLanes own = side[i] * sparse->pivot_inverse[i];
        side[i] = own;
        for (size_t k = sparse->start[i]; k < sparse->start[i + 1]; k++) {
            side[sparse->column[k]] -= sparse->factor[k] * own;
        }
    }
}

static void add_products(
    const SparseLanes *left, const SparseLanes *right, size_t count, SparseLanes *out) {
    SparseLanes sum = {0};
    for (size_t i = 0; i < count; i++) {
        sum += left[i] * right[i];
    }
    *out = sum;
}

// Divides lane by lane; what has nothing to divide by is done.
static void divide(const SparseLanes *left, const SparseLanes *right, SparseLanes *out) {
    for (int lane = 0; lane < SPARSE_LANES; lane++) {
        (*out)[lane] = (*right)[lane] > 0 ? (*left)[lane] / (*right)[lane] : 0;
    }
}

static bool has_gained(const SparseLanes *gain, double tolerance, const SparseLanes *energy) {
    for (int lane = 0; lane < SPARSE_LANES; lane++) {
        if ((*gain)[lane] > tolerance * (*energy)[lane]) {
            return true;
        }
    }
    return false;
}

// One iteration: goes along the direction as far as that gains, and adds the gain to the energy.
// `gamma` is the product of the residual and what the preconditioner makes of it.
static void iterate(Sparse *sparse, SparseLanes *gamma, SparseLanes *gain) {
    size_t count = sparse->row_count;
    SparseLanes curvature;
    SparseLanes length;
    SparseLanes turn;
    multiply(sparse);
    add_products(sparse->direction, sparse->image, count, &curvature);
    divide(gamma, &curvature, &length);
    for (size_t i = 0; i < count; i++) {
        sparse->solution[i] += length * sparse->direction[i];
        sparse->residual[i] -= length * sparse->image[i];
    }
    *gain = length * *gamma;
    precondition(sparse);
    SparseLanes before = *gamma;
    add_products(sparse->residual, sparse->side, count, gamma);
    divide(gamma, &before, &turn);
    for (size_t i = 0; i < count; i++) {
        sparse->direction[i] = sparse->side[i] + turn * sparse->direction[i];
    }
}

void sparse_solve(Sparse *sparse, SparseLanes *sides, double tolerance, SparseLanes *energy) {
    size_t count = sparse->row_count;
    for (size_t i = 0; i < count; i++) {
        sparse->residual[sparse->place[i]] = sides[i];
    }
    memset(sparse->solution, 0, count * sizeof *sparse->solution);
    precondition(sparse);
    memcpy(sparse->direction, sparse->side, count * sizeof *sparse->side);
    SparseLanes gamma;
    SparseLanes gain;
    *energy = (SparseLanes){0};
    add_products(sparse->residual, sparse->side, count, &gamma);
    int idle = 0;
    for (size_t i = 0; idle < 2 && i < ITERATIONS_PER_ROW * count + ITERATIONS_MORE; i++) {
        iterate(sparse, &gamma, &gain);
        *energy += gain;
        idle = has_gained(&gain, tolerance, energy) ? 0 : idle + 1;
    }
    for (size_t i = 0; i < count; i++) {
        sides[i] = sparse->solution[sparse->place[i]];
    }
}
