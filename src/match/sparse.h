#pragma once
// Linear systems of the shape that ratings lead to: the Laplacian of a weighted graph, plus
// something positive on the diagonal. They have thousands of rows and few entries in each.
//
// They are solved by conjugate gradients, preconditioned by an incomplete Cholesky factor without
// fill-in, which every such matrix has (Meijerink and van der Vorst, 1977). Rows are eliminated by
// their least remaining degree: then the factor is exact, and one iteration enough, where the graph
// is a forest (a chain of players, the worst for plain conjugate gradients) or complete (a round
// robin). In between, a ladder of 1,000 players takes about fifteen iterations.
//
// SPARSE_LANES right hand sides are solved at once, in the lanes of a vector that any CPU has: GCC
// makes slow code of a wider one. Results depend on nothing but the input.

#include <stddef.h>
#include <stdint.h>

#define SPARSE_LANES 2

typedef double SparseLanes __attribute__((vector_size(SPARSE_LANES * sizeof(double))));

typedef struct SparseEdge {
    uint32_t ends[2]; // different
} SparseEdge;

typedef struct Sparse Sparse;

// Rows are numbered from 0; no edge comes twice. Free with sparse_free.
Sparse *sparse_new(size_t row_count, const SparseEdge *edges, size_t edge_count);
void sparse_free(Sparse *sparse);

// Sets all entries: those of the diagonal by row, and the weights by edge, which are not negative;
// the entry of an edge is minus its weight. No diagonal entry is less than the sum of its weights.
void sparse_set(Sparse *sparse, const double *diagonal, const double *weight);

// Makes the preconditioner from the entries. An older one, of other entries, serves as well as they
// are alike.
void sparse_factor(Sparse *sparse);

// Replaces the right hand sides, a vector of lanes for each row, by the solutions. `energy` gets
// the product of the two in each lane; it is what the iteration brings up to its true value, and
// ends when two steps have added less than the share `tolerance`. With a unit vector on the right
// it is that entry of the inverse's diagonal.
void sparse_solve(Sparse *sparse, SparseLanes *sides, double tolerance, SparseLanes *energy);
