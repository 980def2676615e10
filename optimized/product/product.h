// Declares the kernels of matmul: batches of products of matrices of one type.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <cstdint>

#include "optimized/layout/axes.h"
#include "spec/dtype.h"

namespace assay::optimized {

// Says where a matrix is stored and with which strides.
struct MatrixPlace {
  const void* elements = nullptr;
  std::int64_t row = 0, column = 0;  // strides
};

// c = a·b for each index of the batch, whose axes have the strides of c, a and
// b. The rows of c are contiguous and `c_row` elements apart.
struct Product {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t matrix_rows =
      0;  // m, or the rows of several matrices joined to one
  MatrixPlace a, b;
  void* c = nullptr;
  std::int64_t c_row = 0;
  Axes<3> batch;
  // Adds the product of floats to c, which is stored, instead of replacing c.
  bool adds = false;
};

// The depth of a block for products of one or two rows.
inline constexpr std::int64_t kFewRows = 8;

// The most columns of a tile of floats.
inline constexpr std::int64_t kWidestTile = 64;

// The sizes of the blocks into which a product of floats is split, and which
// operands are copied.
struct ProductBlocks {
  std::int64_t depth, rows, columns;  // of k, m and n
  std::int64_t copied_rows;           // of a, at a time, if it is copied
  bool copies_a, copies_b;
  bool fetches_c;  // while products are summed, because it is in no near cache

  // Returns how many elements the copied panels of a block of b take.
  std::int64_t panel_elements(std::int64_t k, std::int64_t n,
                              std::int64_t tile) const {
    return (copies_b ? (n + tile - 1) / tile : 1) * tile * k;
  }
};

// Multiplies floats. The sum of an element is one chain per part of k, so it
// does not depend on strides. `room` holds the copied parts of a and b.
void multiply_floats(const Product& product, const ProductBlocks& by,
                     bool is_double, void* room);

// Returns how many bytes of a row of b a tile of the target multiplies.
std::int64_t float_tile_bytes();

// Multiplies one m-by-k matrix by a k-by-n matrix without a copy of any part.
// The rows of a and b are contiguous, and `a_row` and `b_row` elements apart; c
// is row-major. The sum of an element is one chain. Returns false, and does
// nothing, if the target cannot read the last columns of b in place. These take
// no Product, because small ones would wait for it to be stored.
bool multiply_in_place(std::int64_t m, std::int64_t n, std::int64_t k,
                       const float* a, std::int64_t a_row, const float* b,
                       std::int64_t b_row, float* c);
bool multiply_in_place(std::int64_t m, std::int64_t n, std::int64_t k,
                       const double* a, std::int64_t a_row, const double* b,
                       std::int64_t b_row, double* c);

// Multiplies complex numbers of floats or doubles on the calling thread, if
// multiplies_complex(). The rows of a and b are contiguous. The sum of an
// element is one chain per part of k, whose length follows from the settings
// alone.
void multiply_complex_floats(const Product& product, bool is_double);

// Returns whether the target has vectors for multiply_complex_floats().
bool multiplies_complex();

// Multiplies integers, which wrap, so that signed and unsigned types share a
// kernel. The rows of b are contiguous.
void multiply_integers(const Product& product, DType compute);

}  // namespace assay::optimized
