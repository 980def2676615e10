// The kernels of matmul: batches of products of matrices of one type.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <cstdint>

#include "optimized/layout/axes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// A matrix with any strides.
struct MatrixPlace {
  const void* elements = nullptr;
  std::int64_t row = 0, column = 0;  // strides
};

// c = a·b for each index of the batch, whose axes have the strides of c, a and
// b. Rows of c are contiguous and `c_row` apart.
struct Product {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t matrix_rows = 0;  // m, or that of several matrices in one
  MatrixPlace a, b;
  void* c = nullptr;
  std::int64_t c_row = 0;
  Axes<3> batch;
};

// The depth of products of one or two rows.
inline constexpr std::int64_t kFewRows = 8;

// In what parts a product of floats is carried out.
struct ProductBlocks {
  std::int64_t depth, rows, columns;  // of k, m and n
  bool copies_a, copies_b;

  // Returns how many elements the copied panels of a block of b take.
  std::int64_t panel_elements(std::int64_t k, std::int64_t n,
                              std::int64_t tile) const {
    return (copies_b ? (n + tile - 1) / tile : 1) * tile * k;
  }
};

// Returns how many times as deep as with AVX-512 a block is, and how much less
// high: panels are as wide as the registers of the target can add up.
std::int64_t block_depth_factor();

// Sums over k are one chain per element and part of k, so that they do not
// depend on strides. `room` holds the copied parts of a and b.
void multiply_floats(const Product& product, const ProductBlocks& by,
                     bool is_double, void* room);

// Integers wrap; those of a type and its unsigned one are the same. Rows of b
// are contiguous.
void multiply_integers(const Product& product, DType compute);

}  // namespace assay::optimized
