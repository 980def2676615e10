// Reduces a matrix to an upper triangle by Householder reflections, and
// multiplies with the product of the reflections. Panels of a few columns are
// reduced first; a few panels make a block, which is applied to the columns
// after it as products of matrices (Golub and Van Loan, "Matrix Computations",
// 5.2). A complex matrix is stored as two planes.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/reflectors.h"

namespace assay::optimized {

// Computes A = Q·R for a row-major matrix of m by n elements that the caller
// owns.
template <typename T, std::size_t planes>
class Householder {
 public:
  using Parts = Planes<T*, planes>;

  Householder(Parts a, std::int64_t m, std::int64_t n);

  // Replaces the matrix by R. What is below its diagonal is arbitrary.
  void reduce();
  // Stores the first `inner` columns of Q, which has m rows.
  void form(std::int64_t inner, Parts q);
  // Replaces C, which has m rows of `columns` elements, by Q·C.
  void apply(Parts c, std::int64_t columns);

 private:
  std::int64_t first_of(const ReflectorBlock<T, planes>& block) const {
    return m_ - block.rows;
  }
  void begin_blocks();
  void make_block(ReflectorBlock<T, planes>& block);
  void apply_before(const ReflectorBlock<T, planes>& block,
                    ReflectorBlock<T, planes>* next);
  void set_block_triangle(ReflectorBlock<T, planes>& block, std::int64_t first);
  void reduce_block(std::int64_t first, std::int64_t columns, Parts v);
  void store_panel(T* panel, std::size_t plane, std::int64_t start,
                   std::int64_t some, std::int64_t at, std::int64_t columns,
                   T* v);

  Parts a_;
  std::int64_t m_, n_, count_, width_;
  PlaneRoom<T, planes> vectors_;  // of all blocks
  PlaneRoom<T, planes> panel_, products_;
  std::vector<PlaneValue<T, planes>> tau_;
  std::vector<T> room_;
  std::vector<ReflectorBlock<T, planes>> blocks_;
};

extern template class Householder<float, 1>;
extern template class Householder<double, 1>;
extern template class Householder<float, 2>;
extern template class Householder<double, 2>;

}  // namespace assay::optimized
