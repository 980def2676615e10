// Factors many small matrices side by side: a vector holds the same element of
// several matrices, so that there are no sums over lanes and no short rows.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/linalg/matrix_vector.h"

namespace assay::optimized {

// Up to vector_unit<T> square matrices of order n, side by side: element e of
// matrix c is at e * vector_unit<T> + c.
template <typename T>
class SmallMatrices {
 public:
  explicit SmallMatrices(std::int64_t n);

  // Reads `count` matrices that follow each other. Further lanes hold identity
  // matrices. Returns the largest magnitude in each lane, which is infinity or
  // NaN if an element is not finite.
  const T* read(const T* from, std::int64_t count);
  // Replaces the matrix of a lane by an identity.
  void clear(std::int64_t lane);
  // Replaces all matrices by their factors L. Reads the lower triangles.
  // Returns whether all elements on diagonals are above `least`, which is at
  // least 0.
  bool factor_cholesky(T least);
  // Stores the lower triangle of the matrix of a lane with zeros above it, or
  // its transpose.
  void store_triangles(T* to, std::int64_t count, bool transposed);

 private:
  std::int64_t n_;
  std::vector<T> elements_, turned_;
  T largest_[vector_unit<T>];
};

extern template class SmallMatrices<float>;
extern template class SmallMatrices<double>;

}  // namespace assay::optimized
