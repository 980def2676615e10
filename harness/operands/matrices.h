// The matrices that factorizations are tried on: of prescribed condition,
// graded, deficient, clustered, classical, normal. Before rounding to a dtype;
// what must hold exactly (symmetry, zeros, equal diagonals) survives that.
// Tested by tests/harness/operands/matrices_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "harness/case/seed.h"
#include "harness/operands/matrix.h"

namespace assay {

enum class MatrixKind : std::uint8_t {
  kRandom,       // entries in [-1, 1)
  kConditioned,  // singular values from 1 down to 1/κ, moderate κ
  kIll,          // the same, κ near 1/u
  kGraded,       // rows and columns scaled by powers of two
  kDeficient,    // of about half the full rank; small integers
  kClustered,    // singular values in two clusters
  kHilbert,      // 1 / (i + j + 1)
  kKahan,        // upper triangular, nearly deficient in a hidden way
  kZero,         //
  kDiagonal,     //
  kOrthogonal,   //
  kPermutation,  //
  kHermitian,    // symmetric for real dtypes
  kSkew,         // skew-Hermitian
  kCirculant,    //
  kJordan,       // one eigenvalue, one eigenvector
};

// Draws matrices for a dtype from a value stream.
class MatrixMaker {
 public:
  MatrixMaker(DType dtype, ValueStream& stream)
      : dtype_(dtype), stream_(stream) {}

  // Returns a matrix of any shape; square for kinds that are.
  Matrix general(MatrixKind kind, std::int64_t rows, std::int64_t columns);

  // Returns Q·diag(λ)·Qᴴ, exactly Hermitian, of the kind's spectrum; positive
  // definite if asked (where the kind is not deficient, ill or zero).
  Matrix hermitian(MatrixKind kind, std::int64_t n, bool positive);

  // Returns a matrix whose lower triangle is of the kind and has no zero on
  // its diagonal; zero above.
  Matrix lower_triangular(MatrixKind kind, std::int64_t n);

  // Returns Q·diag(values)·Qᴴ, exactly Hermitian, Q random.
  Matrix with_eigenvalues(const std::vector<long double>& values);

  Entry entry();       // in [-1, 1), both parts for complex dtypes
  long double real();  // in [-1, 1)

 private:
  Matrix orthogonal(std::int64_t n);
  std::vector<long double> spectrum(MatrixKind kind, std::int64_t n);

  DType dtype_;
  ValueStream& stream_;
};

// Returns the matrix with each entry multiplied by a power of two such that
// the largest is in [1, 2)·2^exponent.
Matrix scaled_to(const Matrix& a, int exponent);

}  // namespace assay
