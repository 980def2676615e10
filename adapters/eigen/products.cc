// Has products of matrices and solutions of systems by Eigen's dense matrices,
// one call for each matrix of a batch.
#include <Eigen/LU>

#include "adapters/eigen/matrices.h"

namespace assay_eigen {
namespace {

// Solves op(a) x = b for the triangle `part` of a.
template <int part, typename A, typename B, typename X>
void solve_part(const A& a, const B& b, bool transpose, X&& x) {
  if (transpose)
    x = a.template triangularView<part>().adjoint().solve(b);
  else
    x = a.template triangularView<part>().solve(b);
}

}  // namespace

Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
  return with_type<TakesNumber>(out.dtype, [&]<typename N>() {
    const Matrices<N> products(out);
    const Matrices<const N> left(a), right(b);
    for (const assay::Index& batch : products.batches())
      products.at(batch).noalias() = left.at(batch) * right.at(batch);
    return Status{};
  });
}

Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag) {
  return with_type<TakesWide>(y.dtype, [&]<typename N>() {
    const Matrices<const N> triangles(a);
    for (const assay::Index& batch : triangles.batches()) {
      const auto run = [&](const auto& right, auto&& x) {
        const auto t = triangles.at(batch);
        if (upper && unit_diag)
          solve_part<Eigen::UnitUpper>(t, right, transpose, x);
        else if (upper)
          solve_part<Eigen::Upper>(t, right, transpose, x);
        else if (unit_diag)
          solve_part<Eigen::UnitLower>(t, right, transpose, x);
        else
          solve_part<Eigen::Lower>(t, right, transpose, x);
      };
      if (b.view.rank() == a.view.rank())
        run(Matrices<const N>(b).at(batch), Matrices<N>(y).at(batch));
      else
        run(Matrices<const N>(b).vector_at(batch),
            Matrices<N>(y).vector_at(batch));
    }
    return Status{};
  });
}

Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
  return with_type<TakesWide>(x.dtype, [&]<typename N>() {
    const Matrices<const N> matrices(a);
    for (const assay::Index& batch : matrices.batches()) {
      const Eigen::PartialPivLU<Matrix<N>> lu(matrices.at(batch));
      if (b.view.rank() == a.view.rank())
        Matrices<N>(x).at(batch) = lu.solve(Matrices<const N>(b).at(batch));
      else
        Matrices<N>(x).vector_at(batch) =
            lu.solve(Matrices<const N>(b).vector_at(batch));
    }
    return Status{};
  });
}

}  // namespace assay_eigen
