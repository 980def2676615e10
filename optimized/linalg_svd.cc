// Singular values by Eigen: divide and conquer on the bidiagonal, one-sided
// Jacobi where there are few of them. Tested by the linalg family of the suite.
#include <Eigen/SVD>

#include "optimized/linalg_factors.h"

namespace assay::optimized {
namespace {

template <typename T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <typename T>
bool svd_of(const T* a, std::int64_t m, std::int64_t n, bool full, T* u,
            double* s, T* vh) {
  using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  const std::int64_t k = std::min(m, n);
  const Columns columns = Eigen::Map<const Rows<T>>(a, m, n);
  const Eigen::BDCSVD<Columns> factors(
      columns, full ? Eigen::ComputeFullU | Eigen::ComputeFullV
                    : Eigen::ComputeThinU | Eigen::ComputeThinV);
  if (factors.info() != Eigen::Success) return false;
  Eigen::Map<Rows<T>>(u, m, full ? m : k) = factors.matrixU();
  Eigen::Map<Eigen::VectorXd>(s, k) = factors.singularValues();
  Eigen::Map<Rows<T>>(vh, full ? n : k, n) = factors.matrixV().adjoint();
  return true;
}

}  // namespace

bool factor_svd(const double* a, std::int64_t m, std::int64_t n, bool full,
                double* u, double* s, double* vh) {
  return svd_of(a, m, n, full, u, s, vh);
}
bool factor_svd(const Complex* a, std::int64_t m, std::int64_t n, bool full,
                Complex* u, double* s, Complex* vh) {
  return svd_of(a, m, n, full, u, s, vh);
}

}  // namespace assay::optimized
