// Solves the secular equation 1 + rho · Σ weight_j / (pole_j - x) = 0, whose
// solutions are the eigenvalues of a diagonal matrix that is changed by a
// matrix of rank one. Divide and conquer needs the distances of solutions and
// poles to high relative accuracy, so they are stored instead of the solutions.
// Tested by tests/optimized/linalg_divide_test.cc.
#pragma once

#include <cstdint>

#include "optimized/division/room_vector.h"
namespace assay::optimized {

// An equation with `count` poles in ascending order, positive weights and a
// positive rho. There is one solution between two poles, and one after the
// last.
struct SecularEquation {
  // The poles are the squares of these numbers, which are at least 0, if
  // `is_squared`.
  RoomVector<double> poles;
  bool is_squared = false;
  RoomVector<double> weights;
  double rho = 1;
};

// Stores the solution between pole i and the next one in solutions[i], or its
// square root if the poles are squared. Row i of `distances` becomes pole_j -
// solution_i for all j; rows are `stride` elements apart.
void solve_secular(const SecularEquation& equation, double* solutions,
                   double* distances, std::int64_t stride);

// Returns the square roots of the weights whose equation has exactly the stored
// solutions. Vectors that are computed from them are orthogonal, however
// accurate the solutions are (Gu and Eisenstat, "A stable and efficient
// algorithm for the rank-one modification of the symmetric eigenproblem",
// 1994).
RoomVector<double> secular_roots_of_weights(const SecularEquation& equation,
                                            const double* distances,
                                            std::int64_t stride);

}  // namespace assay::optimized
