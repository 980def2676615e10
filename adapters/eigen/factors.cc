// Has the Cholesky and QR factorizations of Eigen's dense matrices, one call
// for each matrix of a batch.
#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "adapters/eigen/matrices.h"

namespace assay_eigen {

Status cholesky(const Tensor& factor, const Tensor& a, bool upper) {
  return with_type<TakesWide>(a.dtype, [&]<typename N>() {
    const Matrices<const N> matrices(a);
    const Matrices<N> factors(factor);
    for (const assay::Index& batch : matrices.batches()) {
      const Eigen::LLT<Matrix<N>> llt(matrices.at(batch));
      if (llt.info() != Eigen::Success)
        return numeric("not_positive_definite", "Eigen::NumericalIssue");
      if (upper)
        factors.at(batch) = llt.matrixU();
      else
        factors.at(batch) = llt.matrixL();
    }
    return Status{};
  });
}

Status qr(const Tensors& factors, const Tensor& a) {
  return with_type<TakesWide>(a.dtype, [&]<typename N>() {
    const Matrices<const N> matrices(a);
    const Matrices<N> qs(factors[0]), rs(factors[1]);
    for (const assay::Index& batch : matrices.batches()) {
      const Eigen::HouseholderQR<Matrix<N>> qr(matrices.at(batch));
      auto q = qs.at(batch);
      auto r = rs.at(batch);
      q = qr.householderQ() * Matrix<N>::Identity(q.rows(), q.cols());
      r = qr.matrixQR()
              .topRows(r.rows())
              .template triangularView<Eigen::Upper>();
    }
    return Status{};
  });
}

}  // namespace assay_eigen
