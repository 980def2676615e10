// Computes eigenvalues and eigenvectors of Hermitian matrices: by reduction to
// a real tridiagonal matrix, QR iterations on that, and multiplication of its
// eigenvectors with the reflections of the reduction.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "optimized/linalg/condensed.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/turned_columns.h"

namespace assay::optimized {
namespace {

// Stores the eigenvectors in the planes of v, unless its planes are null.
template <typename T, std::size_t planes>
bool eigh_of(Planes<const T*, planes> a, std::int64_t n, double* w,
             Planes<T*, planes> v) {
  const bool has_vectors = v[0] != nullptr;
  std::vector<double> beside(static_cast<std::size_t>(n));
  const auto q = reduce_hermitian<T, planes>(a, n, w, beside.data());
  PaddedMatrix<T> rows(has_vectors ? n : 1, n);
  if (has_vectors) {
    if (!divide_tridiagonal(n, w, beside.data(), rows)) return false;
  } else {
    Rotations<T> none(nullptr, 0);
    if (!iterate_tridiagonal(n, w, beside.data(),
                             2 * std::numeric_limits<T>::epsilon(), none))
      return false;
    std::sort(w, w + n);
    return true;
  }
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    return w[i] != w[j] ? w[i] < w[j] : i < j;
  });
  std::copy_n(w, n, beside.data());
  for (std::int64_t i = 0; i < n; ++i) w[i] = beside.data()[order.data()[i]];
  turn_rows(v[0], n, rows, n, order);
  if constexpr (planes == 2) std::fill_n(v[1], n * n, T(0));
  q.apply(v, n);
  return true;
}

template <typename T>
bool eigh_of_complex(const std::complex<T>* a, std::int64_t n, double* w,
                     std::complex<T>* v) {
  const PlaneRoom<T, 2> given(n * n), found(v == nullptr ? 0 : n * n);
  split_planes(a, n * n, given.begin());
  Planes<T*, 2> vectors = {};
  if (v != nullptr) vectors = found.begin();
  if (!eigh_of<T, 2>(constant<T, 2>(given.begin()), n, w, vectors))
    return false;
  if (v != nullptr) join_planes(vectors, n * n, v);
  return true;
}

}  // namespace

bool factor_eigh(const float* a, std::int64_t n, double* w, float* v) {
  return eigh_of<float, 1>({a}, n, w, {v});
}
bool factor_eigh(const double* a, std::int64_t n, double* w, double* v) {
  return eigh_of<double, 1>({a}, n, w, {v});
}
bool factor_eigh(const std::complex<float>* a, std::int64_t n, double* w,
                 std::complex<float>* v) {
  return eigh_of_complex(a, n, w, v);
}
bool factor_eigh(const Complex* a, std::int64_t n, double* w, Complex* v) {
  return eigh_of_complex(a, n, w, v);
}

}  // namespace assay::optimized
