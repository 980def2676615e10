// Has the factorizations of LAPACK, one call for each matrix of a batch. qr
// takes two: one that factors, and one that forms Q.
#include "adapters/mkl/batches.h"

namespace assay_mkl {

Result<Tensors> cholesky(HostMemory& memory, const Tensor& a, bool upper) {
  return made(memory, {{a.dtype, a.view.shape()}}, [&](const Tensors& out) {
    return with_type(a.dtype, [&]<typename N>() {
      const Batch batch(a);
      copy_to(first_of<N>(out[0]), a);
      if (batch.rows == 0) return Status{};
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const MKL_INT result = pick<N>(LAPACKE_spotrf, LAPACKE_dpotrf,
                                       LAPACKE_cpotrf, LAPACKE_zpotrf)(
            LAPACK_ROW_MAJOR, upper ? 'U' : 'L', batch.rows,
            first_of<N>(out[0]) + i * batch.size(), batch.rows);
        if (result > 0) return numeric("not_positive_definite", result);
        if (result < 0) return refused(result);
      }
      return Status{};
    });
  });
}

Result<Tensors> qr(HostMemory& memory, const Tensor& a, bool reduced) {
  const Batch batch(a);
  const MKL_INT m = batch.rows, n = batch.columns, k = std::min(m, n);
  const MKL_INT q_columns = reduced ? k : m;
  return made(
      memory,
      {{a.dtype, with_last(a, {m, q_columns})},
       {a.dtype, with_last(a, {q_columns, n})}},
      [&](const Tensors& out) {
        return with_type(a.dtype, [&]<typename N>() {
          const MKL_INT width = std::max(leading(n), leading(m));
          std::vector<N> work(static_cast<std::size_t>(leading(m) * width));
          std::vector<N> scales(static_cast<std::size_t>(leading(k)));
          for (std::int64_t i = 0; i < batch.count; ++i) {
            const N* from = first_of<N>(a) + i * batch.size();
            for (MKL_INT row = 0; row < m; ++row)
              std::copy_n(from + row * n, n, work.data() + row * width);
            N* q = first_of<N>(out[0]) + i * m * q_columns;
            N* r = first_of<N>(out[1]) + i * q_columns * n;
            MKL_INT result = pick<N>(LAPACKE_sgeqrf, LAPACKE_dgeqrf,
                                     LAPACKE_cgeqrf, LAPACKE_zgeqrf)(
                LAPACK_ROW_MAJOR, m, n, work.data(), width, scales.data());
            if (result != 0) return refused(result);
            for (MKL_INT row = 0; row < q_columns; ++row)
              for (MKL_INT column = 0; column < n; ++column)
                r[row * n + column] =
                    column >= row
                        ? work[static_cast<std::size_t>(row * width + column)]
                        : N(0);
            result = pick<N>(LAPACKE_sorgqr, LAPACKE_dorgqr, LAPACKE_cungqr,
                             LAPACKE_zungqr)(LAPACK_ROW_MAJOR, m, q_columns, k,
                                             work.data(), width, scales.data());
            if (result != 0) return refused(result);
            for (MKL_INT row = 0; row < m; ++row)
              std::copy_n(work.data() + row * width, q_columns,
                          q + row * q_columns);
          }
          return Status{};
        });
      });
}

Result<Tensors> svd(HostMemory& memory, const Tensor& a, bool full_matrices) {
  const Batch batch(a);
  const MKL_INT m = batch.rows, n = batch.columns, k = std::min(m, n);
  const MKL_INT u_columns = full_matrices ? m : k;
  const MKL_INT v_rows = full_matrices ? n : k;
  return made(
      memory,
      {{a.dtype, with_last(a, {m, u_columns})},
       {real_of(a.dtype), with_last(a, {k})},
       {a.dtype, with_last(a, {v_rows, n})}},
      [&](const Tensors& out) {
        return with_type(a.dtype, [&]<typename N>() {
          using S = typename RealOf<N>::Type;
          std::vector<N> work(static_cast<std::size_t>(batch.size()));
          for (std::int64_t i = 0; i < batch.count; ++i) {
            std::copy_n(first_of<N>(a) + i * batch.size(), batch.size(),
                        work.data());
            const MKL_INT result = pick<N>(LAPACKE_sgesdd, LAPACKE_dgesdd,
                                           LAPACKE_cgesdd, LAPACKE_zgesdd)(
                LAPACK_ROW_MAJOR, full_matrices ? 'A' : 'S', m, n, work.data(),
                leading(n), first_of<S>(out[1]) + i * k,
                first_of<N>(out[0]) + i * m * u_columns, leading(u_columns),
                first_of<N>(out[2]) + i * v_rows * n, leading(n));
            if (result > 0) return numeric("no_convergence", result);
            if (result < 0) return refused(result);
          }
          return Status{};
        });
      });
}

Result<Tensors> eigh(HostMemory& memory, const Tensor& a, bool vectors) {
  const Batch batch(a);
  const MKL_INT n = batch.rows;
  std::vector<std::pair<DType, Shape>> types{
      {real_of(a.dtype), with_last(a, {n})}};
  if (vectors) types.emplace_back(a.dtype, a.view.shape());
  return made(memory, types, [&](const Tensors& out) {
    return with_type(a.dtype, [&]<typename N>() {
      using S = typename RealOf<N>::Type;
      if (n == 0) return Status{};
      std::vector<N> work(static_cast<std::size_t>(batch.size()));
      for (std::int64_t i = 0; i < batch.count; ++i) {
        std::copy_n(first_of<N>(a) + i * batch.size(), batch.size(),
                    work.data());
        const MKL_INT result = pick<N>(LAPACKE_ssyevd, LAPACKE_dsyevd,
                                       LAPACKE_cheevd, LAPACKE_zheevd)(
            LAPACK_ROW_MAJOR, vectors ? 'V' : 'N', 'L', n, work.data(), n,
            first_of<S>(out[0]) + i * n);
        if (result > 0) return numeric("no_convergence", result);
        if (result < 0) return refused(result);
        if (vectors)
          std::copy_n(work.data(), batch.size(),
                      first_of<N>(out[1]) + i * batch.size());
      }
      return Status{};
    });
  });
}

namespace {

// Calls geev for one matrix, which is overwritten. Pairs of complex vectors of
// a real matrix come as their real and imaginary parts.
template <typename N>
MKL_INT eig_of(MKL_INT n, N* matrix,
               std::complex<typename RealOf<N>::Type>* values,
               std::complex<typename RealOf<N>::Type>* vectors) {
  const char right = vectors == nullptr ? 'N' : 'V';
  if constexpr (Complex<N>) {
    return pick<N>(0, 0, LAPACKE_cgeev, LAPACKE_zgeev)(
        LAPACK_ROW_MAJOR, 'N', right, n, matrix, n, values, nullptr, n, vectors,
        n);
  } else {
    std::vector<N> re(static_cast<std::size_t>(n)), im(re);
    std::vector<N> columns(static_cast<std::size_t>(n * n));
    const MKL_INT result = pick<N>(LAPACKE_sgeev, LAPACKE_dgeev, 0, 0)(
        LAPACK_ROW_MAJOR, 'N', right, n, matrix, n, re.data(), im.data(),
        nullptr, n, columns.data(), n);
    for (MKL_INT j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(j);
      values[j] = {re[at], im[at]};
      for (MKL_INT i = 0; vectors != nullptr && i < n; ++i) {
        const auto element = [&](MKL_INT column) {
          return columns[static_cast<std::size_t>(i * n + column)];
        };
        vectors[i * n + j] = im[at] == 0 ? std::complex<N>(element(j))
                             : im[at] > 0
                                 ? std::complex<N>(element(j), element(j + 1))
                                 : std::complex<N>(element(j - 1), -element(j));
      }
    }
    return result;
  }
}

}  // namespace

Result<Tensors> eig(HostMemory& memory, const Tensor& a, bool vectors) {
  const Batch batch(a);
  const MKL_INT n = batch.rows;
  std::vector<std::pair<DType, Shape>> types{
      {complex_of(a.dtype), with_last(a, {n})}};
  if (vectors) types.emplace_back(complex_of(a.dtype), a.view.shape());
  return made(memory, types, [&](const Tensors& out) {
    return with_type(a.dtype, [&]<typename N>() {
      using Value = std::complex<typename RealOf<N>::Type>;
      if (n == 0) return Status{};
      std::vector<N> work(static_cast<std::size_t>(batch.size()));
      for (std::int64_t i = 0; i < batch.count; ++i) {
        std::copy_n(first_of<N>(a) + i * batch.size(), batch.size(),
                    work.data());
        const MKL_INT result = eig_of<N>(
            n, work.data(), first_of<Value>(out[0]) + i * n,
            vectors ? first_of<Value>(out[1]) + i * batch.size() : nullptr);
        if (result > 0) return numeric("no_convergence", result);
        if (result < 0) return refused(result);
      }
      return Status{};
    });
  });
}

}  // namespace assay_mkl
