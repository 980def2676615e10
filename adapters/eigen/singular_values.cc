// Has the singular value decomposition of Eigen's dense matrices, one call for
// each matrix of a batch.
#include <Eigen/SVD>

#include "adapters/eigen/matrices.h"

namespace assay_eigen {

Status svd(const Tensors& factors, const Tensor& a, bool full_matrices) {
  return with_type<TakesWide>(a.dtype, [&]<typename N>() {
    using Real = typename Eigen::NumTraits<N>::Real;
    const Matrices<const N> matrices(a);
    const Matrices<N> us(factors[0]), vs(factors[2]);
    const Matrices<Real> values(factors[1]);
    const unsigned options = full_matrices
                                 ? Eigen::ComputeFullU | Eigen::ComputeFullV
                                 : Eigen::ComputeThinU | Eigen::ComputeThinV;
    for (const assay::Index& batch : matrices.batches()) {
      const Eigen::JacobiSVD<Matrix<N>> svd(matrices.at(batch), options);
      if (svd.info() != Eigen::Success)
        return numeric("no_convergence", "Eigen::NoConvergence");
      us.at(batch) = svd.matrixU();
      values.vector_at(batch) = svd.singularValues();
      vs.at(batch) = svd.matrixV().adjoint();
    }
    return Status{};
  });
}

}  // namespace assay_eigen
