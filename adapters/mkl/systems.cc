// Has products of matrices by BLAS and solutions of systems by LAPACK, one call
// for each matrix of a batch.
#include "adapters/mkl/batches.h"

namespace assay_mkl {

Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
  return with_type(out.dtype, [&]<typename N>() {
    const Batch left(a), right(b);
    const MKL_INT m = left.rows, k = left.columns, n = right.columns;
    if (m == 0 || n == 0) return Status{};
    for (std::int64_t i = 0; i < left.count; ++i) {
      const N* x = first_of<N>(a) + i * left.size();
      const N* y = first_of<N>(b) + i * right.size();
      N* z = first_of<N>(out) + i * m * n;
      if constexpr (Real<N>) {
        pick<N>(cblas_sgemm, cblas_dgemm, 0, 0)(CblasRowMajor, CblasNoTrans,
                                                CblasNoTrans, m, n, k, N(1), x,
                                                leading(k), y, n, N(0), z, n);
      } else {
        const N one(1), zero(0);
        pick<N>(0, 0, cblas_cgemm, cblas_zgemm)(CblasRowMajor, CblasNoTrans,
                                                CblasNoTrans, m, n, k, &one, x,
                                                leading(k), y, n, &zero, z, n);
      }
    }
    return Status{};
  });
}

Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                        bool upper, bool transpose, bool unit_diag) {
  return with_type(y.dtype, [&]<typename N>() {
    const Batch batch(a);
    const MKL_INT n = batch.rows;
    copy_to(first_of<N>(y), b);
    const std::int64_t columns =
        b.view.rank() == a.view.rank() ? b.view.shape().back() : 1;
    if (n == 0 || columns == 0) return Status{};
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const MKL_INT result = pick<N>(LAPACKE_strtrs, LAPACKE_dtrtrs,
                                     LAPACKE_ctrtrs, LAPACKE_ztrtrs)(
          LAPACK_ROW_MAJOR, upper ? 'U' : 'L', transpose ? 'C' : 'N',
          unit_diag ? 'U' : 'N', n, narrow(columns),
          first_of<N>(a) + i * batch.size(), leading(n),
          first_of<N>(y) + i * n * columns, narrow(columns));
      if (result > 0) return numeric("singular", result);
      if (result < 0) return refused(result);
    }
    return Status{};
  });
}

Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
  return with_type(x.dtype, [&]<typename N>() {
    const Batch batch(a);
    const MKL_INT n = batch.rows;
    copy_to(first_of<N>(x), b);
    const std::int64_t columns =
        b.view.rank() == a.view.rank() ? b.view.shape().back() : 1;
    if (n == 0 || columns == 0) return Status{};
    std::vector<N> matrix(static_cast<std::size_t>(batch.size()));
    std::vector<MKL_INT> pivots(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < batch.count; ++i) {
      std::copy_n(first_of<N>(a) + i * batch.size(), batch.size(),
                  matrix.data());
      const MKL_INT result =
          pick<N>(LAPACKE_sgesv, LAPACKE_dgesv, LAPACKE_cgesv, LAPACKE_zgesv)(
              LAPACK_ROW_MAJOR, n, narrow(columns), matrix.data(), n,
              pivots.data(), first_of<N>(x) + i * n * columns, narrow(columns));
      if (result > 0) return numeric("singular", result);
      if (result < 0) return refused(result);
    }
    return Status{};
  });
}

Status lu_factor(const Tensor& packed, const Tensor& pivots, const Tensor& a) {
  return with_type(a.dtype, [&]<typename N>() {
    const Batch batch(a);
    const MKL_INT places = std::min(batch.rows, batch.columns);
    copy_to(first_of<N>(packed), a);
    if (places == 0) return Status{};
    for (std::int64_t i = 0; i < batch.count; ++i) {
      auto* pivot = first_of<std::int32_t>(pivots) + i * places;
      const MKL_INT result = pick<N>(LAPACKE_sgetrf, LAPACKE_dgetrf,
                                     LAPACKE_cgetrf, LAPACKE_zgetrf)(
          LAPACK_ROW_MAJOR, batch.rows, batch.columns,
          first_of<N>(packed) + i * batch.size(), batch.columns, pivot);
      if (result < 0) return refused(result);
      // LAPACK counts rows from 1.
      for (MKL_INT k = 0; k < places; ++k) --pivot[k];
    }
    return Status{};
  });
}

}  // namespace assay_mkl
