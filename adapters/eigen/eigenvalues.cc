// Has the eigenvalue decompositions of Eigen's dense matrices, one call for
// each matrix of a batch.
#include <Eigen/Eigenvalues>

#include "adapters/eigen/matrices.h"

namespace assay_eigen {

Status eig(const Tensors& factors, const Tensor& a) {
  return with_type<TakesWide>(a.dtype, [&]<typename N>() {
    using Value = std::complex<typename Eigen::NumTraits<N>::Real>;
    using Solver =
        std::conditional_t<Complex<N>, Eigen::ComplexEigenSolver<Matrix<N>>,
                           Eigen::EigenSolver<Matrix<N>>>;
    const Matrices<const N> matrices(a);
    const bool vectors = factors.size() > 1;
    for (const assay::Index& batch : matrices.batches()) {
      const Solver solver(matrices.at(batch), vectors);
      if (solver.info() != Eigen::Success)
        return numeric("no_convergence", "Eigen::NoConvergence");
      Matrices<Value>(factors[0]).vector_at(batch) = solver.eigenvalues();
      if (vectors)
        Matrices<Value>(factors[1]).at(batch) = solver.eigenvectors();
    }
    return Status{};
  });
}

Status eigh(const Tensors& factors, const Tensor& a) {
  return with_type<TakesWide>(a.dtype, [&]<typename N>() {
    using Value = typename Eigen::NumTraits<N>::Real;
    const Matrices<const N> matrices(a);
    const bool vectors = factors.size() > 1;
    for (const assay::Index& batch : matrices.batches()) {
      const Eigen::SelfAdjointEigenSolver<Matrix<N>> solver(
          matrices.at(batch),
          vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
      if (solver.info() != Eigen::Success)
        return numeric("no_convergence", "Eigen::NoConvergence");
      Matrices<Value>(factors[0]).vector_at(batch) = solver.eigenvalues();
      if (vectors) Matrices<N>(factors[1]).at(batch) = solver.eigenvectors();
    }
    return Status{};
  });
}

}  // namespace assay_eigen
