// Computes eigenvalues and eigenvectors of real symmetric matrices: by
// reduction to a tridiagonal matrix, QR iterations on that, and multiplication
// of its eigenvectors with the reflections of the reduction.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
bool eigh_of(const T* a, std::int64_t n, double* w, T* v) {
  std::vector<double> beside(static_cast<std::size_t>(n));
  const ReflectorRows<T> q = reduce_symmetric(a, n, w, beside.data());
  PaddedMatrix<T> rows(v == nullptr ? 1 : n, n);
  if (v != nullptr)
    for (std::int64_t i = 0; i < n; ++i) rows.row(i)[i] = 1;
  Rotations<T> rotations(v == nullptr ? nullptr : rows.row(0), rows.stride());
  if (!iterate_tridiagonal(n, w, beside.data(),
                           2 * std::numeric_limits<T>::epsilon(), rotations))
    return false;
  if (v == nullptr) {
    std::sort(w, w + n);
    return true;
  }
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    return w[i] != w[j] ? w[i] < w[j] : i < j;
  });
  std::vector<T> sorted(static_cast<std::size_t>(n * n));
  std::copy_n(w, n, beside.data());
  for (std::int64_t i = 0; i < n; ++i) {
    w[i] = beside[order[i]];
    std::copy_n(rows.row(order[i]), n, sorted.data() + i * n);
  }
  transpose_matrix(v, sorted.data(), n, n);
  q.apply(v, n);
  return true;
}

}  // namespace

bool factor_eigh(const float* a, std::int64_t n, double* w, float* v) {
  return eigh_of(a, n, w, v);
}
bool factor_eigh(const double* a, std::int64_t n, double* w, double* v) {
  return eigh_of(a, n, w, v);
}

}  // namespace assay::optimized
