// Computes singular values of complex matrices with Eigen: by divide and
// conquer on the bidiagonal, or by one-sided Jacobi if there are few of them or
// divide and conquer was inaccurate.
// Tested by the linalg family of the suite.
#include <Eigen/SVD>
#include <algorithm>
#include <limits>

#include "optimized/linalg/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Returns whether the product of the factors is the matrix, up to rounding.
// Divide and conquer in Eigen 3.4.0 loses half of the digits if singular values
// are clustered: for one matrix of order 22 the product was off by 3e-4.
template <typename Columns, typename Svd>
bool is_product_of(const Columns& a, const Svd& factors) {
  const Eigen::Index k = factors.singularValues().size();
  const Columns product = factors.matrixU().leftCols(k) *
                          factors.singularValues().asDiagonal() *
                          factors.matrixV().leftCols(k).adjoint();
  const double unit = std::numeric_limits<double>::epsilon();
  const auto extent = static_cast<double>(std::max(a.rows(), a.cols()));
  return (a - product).norm() <= 4 * extent * unit * a.norm();
}

template <typename Columns, typename Svd, typename T>
bool store_factors(const Columns& a, const Svd& factors, bool full, T* u,
                   double* s, T* vh) {
  const std::int64_t m = a.rows(), n = a.cols(), k = std::min(m, n);
  if (factors.info() != Eigen::Success) return false;
  Eigen::Map<Rows<T>>(u, m, full ? m : k) = factors.matrixU();
  Eigen::Map<Eigen::VectorXd>(s, k) = factors.singularValues();
  Eigen::Map<Rows<T>>(vh, full ? n : k, n) = factors.matrixV().adjoint();
  return true;
}

template <typename T>
bool svd_of(const T* a, std::int64_t m, std::int64_t n, bool full, T* u,
            double* s, T* vh) {
  using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  const Columns columns = Eigen::Map<const Rows<T>>(a, m, n);
  const unsigned wanted = full ? Eigen::ComputeFullU | Eigen::ComputeFullV
                               : Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Eigen::BDCSVD<Columns> factors(columns, wanted);
  if (factors.info() == Eigen::Success && is_product_of(columns, factors))
    return store_factors(columns, factors, full, u, s, vh);
  const Eigen::JacobiSVD<Columns> again(columns, wanted);
  return store_factors(columns, again, full, u, s, vh);
}

}  // namespace

bool factor_svd(const Complex* a, std::int64_t m, std::int64_t n, bool full,
                Complex* u, double* s, Complex* vh) {
  return svd_of(a, m, n, full, u, s, vh);
}

}  // namespace assay::optimized
