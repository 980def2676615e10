// Declares how lengths are factored: into the radices of passes, and into the
// rows and columns of a matrix. The choice depends on the length and the number
// of lanes alone.
// Tested by tests/optimized/fourier_plans_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::optimized {

// Returns whether n is a product of 2, 3, 5, 7, 11 and 13, the primes that
// passes have kernels for.
bool has_radices(std::int64_t n);

// Returns the radices of the passes for n rows in the order of the passes. n
// has radices and is at least 2.
std::vector<int> radices_of(std::int64_t n);

struct MatrixShape {
  std::int64_t rows, columns;
};

// Returns the matrix as which a line of n elements is transformed fastest by
// vectors of some lanes, or nothing if no matrix has as many rows and as many
// columns as there are lanes.
std::optional<MatrixShape> matrix_shape_of(std::int64_t n, std::int64_t lanes,
                                           std::int64_t element_bytes);

// Returns an estimate of the time that a matrix takes, for comparison with
// those of other matrices.
double matrix_cost(MatrixShape shape, std::int64_t lanes,
                   std::int64_t element_bytes);

// Returns a length of at least `least` that has radices and is transformed
// fast.
std::int64_t fast_length(std::int64_t least);

}  // namespace assay::optimized
