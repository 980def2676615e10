// Computes eigenvalues and eigenvectors of general matrices from Schur forms,
// with Eigen.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

void put_column(const Eigen::VectorXcd& x, std::int64_t column, Complex* v) {
  const std::int64_t n = x.size();
  const double length = x.stableNorm();
  for (std::int64_t i = 0; i < n; ++i) v[i * n + column] = x[i] / length;
}

template <typename T>
bool eig_of(const T* a, std::int64_t n, Complex* w, Complex* v) {
  const Columns<T> columns = Eigen::Map<const Rows<T>>(a, n, n);
  const Eigen::EigenSolver<Columns<T>> factors(columns, v != nullptr);
  if (factors.info() != Eigen::Success) return false;
  Eigen::Map<Eigen::VectorXcd>(w, n) =
      factors.eigenvalues().template cast<Complex>();
  if (v == nullptr) return true;
  // The columns of a conjugate pair are the real and the imaginary part of its
  // first vector.
  const Columns<T>& parts = factors.pseudoEigenvectors();
  for (std::int64_t j = 0; j < n; ++j) {
    Eigen::VectorXcd x = parts.col(j).template cast<Complex>();
    if (w[j].imag() != 0 && j + 1 < n) {
      x.imag() = parts.col(j + 1).template cast<double>();
      put_column(x, j, v);
      put_column(x.conjugate(), ++j, v);
    } else {
      put_column(x, j, v);
    }
  }
  return true;
}

// Returns the eigenvector of an upper triangle for its k-th diagonal entry, by
// substitution. Another entry that is equal up to rounding counts as this far
// apart. If x grows, it is scaled down.
Eigen::VectorXcd triangle_vector(const Columns<Complex>& t, std::int64_t k,
                                 double smallest) {
  constexpr double kLarge = 0x1p300;
  Eigen::VectorXcd x = Eigen::VectorXcd::Zero(t.rows());
  x[k] = 1;
  for (std::int64_t i = k - 1; i >= 0; --i) {
    Complex sum = 0;
    for (std::int64_t j = i + 1; j <= k; ++j) sum += t(i, j) * x[j];
    Complex gap = t(k, k) - t(i, i);
    if (!(std::abs(gap) > smallest)) gap = smallest;
    x[i] = sum / gap;
    const double modulus = std::abs(x[i]);
    if (modulus > kLarge) x /= modulus;
  }
  return x;
}

}  // namespace

bool factor_eig(const float* a, std::int64_t n, Complex* w, Complex* v) {
  return eig_of(a, n, w, v);
}
bool factor_eig(const double* a, std::int64_t n, Complex* w, Complex* v) {
  return eig_of(a, n, w, v);
}

bool factor_eig(const Complex* a, std::int64_t n, Complex* w, Complex* v) {
  const Columns<Complex> columns = Eigen::Map<const Rows<Complex>>(a, n, n);
  const Eigen::ComplexSchur<Columns<Complex>> schur(columns, v != nullptr);
  if (schur.info() != Eigen::Success) return false;
  const Columns<Complex>& t = schur.matrixT();
  for (std::int64_t k = 0; k < n; ++k) w[k] = t(k, k);
  if (v == nullptr) return true;
  double norm = 0;
  for (std::int64_t k = 0; k < n; ++k)
    norm = std::max(norm, t.col(k).head(k + 1).stableNorm());
  const double smallest =
      std::max(norm * std::numeric_limits<double>::epsilon(),
               std::numeric_limits<double>::min());
  for (std::int64_t k = 0; k < n; ++k)
    put_column(schur.matrixU() * triangle_vector(t, k, smallest), k, v);
  return true;
}

}  // namespace assay::optimized
