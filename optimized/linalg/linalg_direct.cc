// Computes QR and Cholesky factors of complex matrices with Eigen.
// Tested by the linalg family of the suite.
#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <typename T>
void qr_of(const T* a, std::int64_t m, std::int64_t n, std::int64_t inner, T* q,
           T* r) {
  const Columns<T> columns = Eigen::Map<const Rows<T>>(a, m, n);
  const Eigen::HouseholderQR<Columns<T>> factors(columns);
  Columns<T> basis = Columns<T>::Identity(m, inner);
  factors.householderQ().applyThisOnTheLeft(basis);
  Eigen::Map<Rows<T>>(q, m, inner) = basis;
  Eigen::Map<Rows<T>> triangle(r, inner, n);
  triangle.setZero();
  const std::int64_t rows = std::min(m, n);
  triangle.topRows(rows).template triangularView<Eigen::Upper>() =
      factors.matrixQR().topRows(rows);
}

}  // namespace

bool factor_cholesky(Complex* a, std::int64_t n) {
  Eigen::Map<Rows<Complex>> whole(a, n, n);
  const Eigen::LLT<Eigen::Ref<Rows<Complex>>, Eigen::Lower> factors(whole);
  if (factors.info() != Eigen::Success) return false;
  for (std::int64_t i = 0; i < n; ++i)
    if (!(a[i * n + i].real() > 0)) return false;
  return true;
}

void factor_qr(const Complex* a, std::int64_t m, std::int64_t n,
               std::int64_t inner, Complex* q, Complex* r) {
  qr_of(a, m, n, inner, q, r);
}

}  // namespace assay::optimized
