// Factors many small matrices side by side: a vector holds the same element of
// several matrices, so that there are no sums over lanes and no short rows.
// Tested by tests/optimized/linalg_kernels_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/linalg/matrix_vector.h"

namespace assay::optimized {

// Up to vector_unit<T> matrices of the same shape, side by side: element e of
// matrix c is at e * vector_unit<T> + c.
template <typename T>
class SmallMatrices {
 public:
  SmallMatrices(std::int64_t rows, std::int64_t columns);

  // Reads `count` matrices that follow each other. Further lanes hold identity
  // matrices. Returns the largest magnitude in each lane, which is infinity or
  // NaN if an element is not finite.
  const T* read(const T* from, std::int64_t count);
  // Replaces the matrix of a lane by an identity.
  void clear(std::int64_t lane);
  // Replaces all matrices, which are square, by their factors L. Reads the
  // lower triangles. Returns whether all elements on diagonals are above
  // `least`, which is at least 0.
  bool factor_cholesky(T least);
  // Stores the lower triangle of the matrix of a lane with zeros above it, or
  // its transpose.
  void store_triangles(T* to, std::int64_t count, bool transposed);
  // Replaces all matrices by their QR factors, and stores those of the first
  // `count` ones: Q with `inner` columns and R with `inner` rows, which are
  // min(rows, columns) or `rows`.
  void factor_qr(std::int64_t inner, std::int64_t count, T* q, T* r);

 private:
  std::int64_t rows_, columns_;
  std::vector<T> elements_, turned_, tau_;
  T largest_[vector_unit<T>];
};

extern template class SmallMatrices<float>;
extern template class SmallMatrices<double>;

}  // namespace assay::optimized
