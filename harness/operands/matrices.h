// Makes the matrices on which factorizations are tested: with a given
// condition, graded, deficient, clustered, classical and normal ones. They are
// made before rounding to a dtype. Properties that must hold exactly (symmetry,
// zeros, equal diagonals) survive rounding.
// Tested by tests/harness/operands/matrices_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "harness/case/seed.h"
#include "harness/operands/matrix.h"

namespace assay {

// Lists the kinds of matrices. κ is the condition, u the unit roundoff.
enum class MatrixKind : std::uint8_t {
  kRandom,       // entries in [-1, 1)
  kConditioned,  // singular values from 1 down to 1/κ, moderate κ
  kIll,          // as kConditioned, κ near 1/u
  kGraded,       // rows and columns scaled by powers of two
  kDeficient,    // about half the full rank; small integers
  kClustered,    // singular values in two clusters
  kHilbert,      // 1 / (i + j + 1)
  kKahan,        // upper triangular, nearly deficient without small pivots
  kZero,         //
  kDiagonal,     //
  kOrthogonal,   //
  kPermutation,  //
  kHermitian,    // symmetric for real dtypes
  kSkew,         // skew-Hermitian
  kCirculant,    //
  kJordan,       // a single eigenvalue with a single eigenvector
};

// Draws matrices for a dtype from a value stream, which must outlive the maker.
class MatrixMaker {
 public:
  MatrixMaker(DType dtype, ValueStream& stream)
      : dtype_(dtype), stream_(stream) {}

  // Returns a matrix of these extents, which must be equal for kinds that are
  // square.
  Matrix general(MatrixKind kind, std::int64_t rows, std::int64_t columns);

  // Returns an exactly Hermitian matrix with a spectrum of this kind. It is
  // positive definite if `positive`, unless the kind is deficient,
  // ill-conditioned or zero.
  Matrix hermitian(MatrixKind kind, std::int64_t n, bool positive);

  // Returns a matrix whose lower triangle is of this kind, without zeros on the
  // diagonal. The upper triangle is zero.
  Matrix lower_triangular(MatrixKind kind, std::int64_t n);

  // Returns Q·diag(values)·Qᴴ, exactly Hermitian, with a random Q.
  Matrix with_eigenvalues(const std::vector<long double>& values);

  Entry entry();       // in [-1, 1), both parts for complex dtypes
  long double real();  // in [-1, 1)

 private:
  Matrix orthogonal(std::int64_t n);
  std::vector<long double> spectrum(MatrixKind kind, std::int64_t n);

  DType dtype_;
  ValueStream& stream_;
};

// Returns the matrix with all entries multiplied by one power of two, so that
// the largest part of an entry is in [1, 2)·2^exponent.
Matrix scaled_to(const Matrix& a, int exponent);

}  // namespace assay
