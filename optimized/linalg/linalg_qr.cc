// Computes QR factors. Complex matrices are factored on planes.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <complex>

#include "optimized/linalg/householder.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {
namespace {

// Calls store(i) for the rows of a result, which threads take.
template <typename T, typename F>
void in_rows(std::int64_t rows, std::int64_t columns, const F& store) {
  in_ranges(rows, 16,
            is_worth_threads(std::int64_t{4 * sizeof(T)} * rows * columns),
            [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t i = first; i < last; ++i) store(i);
            });
}

template <typename T>
void qr_of(T* a, std::int64_t m, std::int64_t n, std::int64_t inner, T* q,
           T* r) {
  Householder<T, 1> reduction({a}, m, n);
  reduction.reduce();
  in_rows<T>(inner, n, [&](std::int64_t i) {
    const std::int64_t zeros = std::min(i, n);
    std::fill_n(r + i * n, zeros, T(0));
    std::copy_n(a + i * n + zeros, n - zeros, r + i * n + zeros);
  });
  reduction.form(inner, {q});
}

template <typename T>
void qr_of(std::complex<T>* a, std::int64_t m, std::int64_t n,
           std::int64_t inner, std::complex<T>* q, std::complex<T>* r) {
  const PlaneRoom<T, 2> planes(m * n);
  const auto [re, im] = planes.begin();
  split_planes(a, m * n, planes.begin());
  Householder<T, 2> reduction({re, im}, m, n);
  reduction.reduce();
  in_rows<std::complex<T>>(inner, n, [&, re = re, im = im](std::int64_t i) {
    for (std::int64_t j = 0; j < n; ++j)
      r[i * n + j] = j < i ? std::complex<T>()
                           : std::complex<T>(re[i * n + j], im[i * n + j]);
  });
  const PlaneRoom<T, 2> basis(m * inner);
  reduction.form(inner, basis.begin());
  join_planes(basis.begin(), m * inner, q);
}

}  // namespace

void factor_qr(float* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               float* q, float* r) {
  qr_of(a, m, n, inner, q, r);
}
void factor_qr(double* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               double* q, double* r) {
  qr_of(a, m, n, inner, q, r);
}
void factor_qr(std::complex<float>* a, std::int64_t m, std::int64_t n,
               std::int64_t inner, std::complex<float>* q,
               std::complex<float>* r) {
  qr_of(a, m, n, inner, q, r);
}
void factor_qr(Complex* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               Complex* q, Complex* r) {
  qr_of(a, m, n, inner, q, r);
}

}  // namespace assay::optimized
