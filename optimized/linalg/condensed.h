// Declares reductions of matrices to a few real diagonals by Householder
// reflections, and the QR iterations that find the eigenvalues or singular
// values of those. Complex matrices are stored as two planes.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/reflectors.h"
#include "optimized/linalg/rotations.h"

namespace assay::optimized {

// A row-major matrix of zeros, whose rows consist of whole vectors.
template <typename T, std::size_t planes = 1>
class PaddedMatrix {
 public:
  PaddedMatrix(std::int64_t rows, std::int64_t columns);

  Planes<T*, planes> row(std::int64_t i) const {
    return advanced(elements_, i * stride_);
  }
  std::int64_t stride() const { return stride_; }

 private:
  std::int64_t stride_;
  Scratch scratch_;
  Planes<T*, planes> elements_;
};

// Reflections whose vectors are rows of a matrix. Vector k begins at element
// k + shift.
template <typename T, std::size_t planes>
class ReflectorRows {
 public:
  ReflectorRows(std::int64_t count, std::int64_t length, std::int64_t shift)
      : vectors_(count, length), length_(length), shift_(shift) {}

  Planes<T*, planes> vector(std::int64_t k) const { return vectors_.row(k); }
  std::int64_t stride() const { return vectors_.stride(); }
  // Ends a block of reflections, which continues the one before.
  void end_block(std::int64_t count, const PlaneValue<T, planes>* tau,
                 Planes<const T*, planes> products);
  // Multiplies a matrix with `length` rows by all reflections from the left.
  void apply(Planes<T*, planes> c, std::int64_t columns) const;

 private:
  PaddedMatrix<T, planes> vectors_;
  std::int64_t length_, shift_;
  std::int64_t ended_ = 0;  // vectors in blocks
  std::vector<ReflectorBlock<T, planes>> blocks_;
};

// Reduces a Hermitian matrix, of which the lower triangle is read, to a
// tridiagonal one: A = Q·T·Qᴴ. Stores the diagonal of T and what is beside it.
template <typename T, std::size_t planes>
ReflectorRows<T, planes> reduce_hermitian(Planes<const T*, planes> a,
                                          std::int64_t n, double* diagonal,
                                          double* beside);

// Reduces a matrix with m ≥ n to an upper bidiagonal one: A = Q·B·Pᴴ.
template <typename T, std::size_t planes>
struct Bidiagonal {
  ReflectorRows<T, planes> q, p;
};
template <typename T, std::size_t planes>
Bidiagonal<T, planes> reduce_general(Planes<const T*, planes> a, std::int64_t m,
                                     std::int64_t n, double* diagonal,
                                     double* beside);

// Replaces the diagonal of a tridiagonal matrix by its eigenvalues, in no
// order. `rotations` rotate the rows of Qᵀ, where columns of Q are the
// eigenvectors. Values are found to within `unit` of the largest. Returns
// whether the iteration converged.
template <typename T>
bool iterate_tridiagonal(std::int64_t n, double* diagonal, double* beside,
                         double unit, Rotations<T>& rotations);

// Does the same by divide and conquer, which is faster for large matrices. Row
// i of `rows`, which holds zeros, becomes the eigenvector of diagonal[i].
template <typename T>
bool divide_tridiagonal(std::int64_t n, double* diagonal, double* beside,
                        const PaddedMatrix<T>& rows);

// Replaces the diagonal of a bidiagonal matrix by its singular values, which
// may be negative and are in no order. The rotations are those of the rows of
// Uᵀ and of Vᵀ.
template <typename T>
bool iterate_bidiagonal(std::int64_t n, double* diagonal, double* beside,
                        double unit, Rotations<T>& left, Rotations<T>& right);

// Does the same by divide and conquer, which is faster for large matrices. Row
// i of `left` and of `right`, which hold zeros, become the singular vectors of
// diagonal[i], which is at least 0.
template <typename T>
bool divide_bidiagonal(std::int64_t n, double* diagonal, double* beside,
                       const PaddedMatrix<T>& left,
                       const PaddedMatrix<T>& right);

}  // namespace assay::optimized
