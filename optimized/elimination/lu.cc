// Implements lu, lu_factor and full_piv_lu: factors each matrix of a batch and
// takes the packed factors apart.
// Tested by tests/optimized/elimination_test.cc and the linalg family of lax.
#include "optimized/elimination/lu.h"

#include <algorithm>
#include <complex>
#include <numeric>
#include <optional>
#include <vector>

#include "optimized/elimination/elimination.h"
#include "optimized/elimination/swaps.h"
#include "optimized/linalg/linalg_batch.h"

namespace assay::optimized {
namespace {

template <typename T>
using RealOf = decltype(std::real(T()));

// Calls f(std::type_identity<T>(), part_of) for the parts of a batch that
// threads take, where T is the compute type.
template <typename F>
Status in_lu_parts(const Tensor& a, const BatchCost& cost, F f) {
  return with_compute_type(
      a.dtype, [&]<typename T>(std::type_identity<T> type) -> Status {
        if constexpr (std::is_integral_v<T>)
          return Status::internal("no matrices of integers");
        else
          return for_batch_parts(
              a,
              [&](const auto& part_of) -> Status {
                f(type, part_of);
                return {};
              },
              cost);
      });
}

// Packed factors of m rows and n columns. U is scaled by a power of two.
template <typename T>
struct PackedFactors {
  const T* elements;
  std::int64_t m, n;
  int exponent;

  std::int64_t pivots() const { return std::min(m, n); }
  // Store the rows [from, end) of L, which has a diagonal of ones, and of U.
  void store_lower(std::int64_t from, std::int64_t end, T* l) const {
    const std::int64_t k = pivots();
    for (std::int64_t i = from; i < end; ++i) {
      T* row = l + i * k;
      const std::int64_t below = std::min(i, k);
      std::copy_n(elements + i * n, below, row);
      std::fill(row + below, row + k, T(0));
      if (i < k) row[i] = T(1);
    }
  }
  void store_upper(std::int64_t from, std::int64_t end, T* u) const {
    for (std::int64_t i = from; i < std::min(end, pivots()); ++i) {
      T* row = u + i * n;
      const T* given = elements + i * n;
      std::fill_n(row, i, T(0));
      if (exponent == 0)
        std::copy(given + i, given + n, row + i);
      else
        for (std::int64_t j = i; j < n; ++j)
          row[j] = scaled(given[j], exponent);
    }
  }
};

// Stores the rows [from, end) of the permutation matrix whose row i has its one
// at places[i].
template <typename T>
void store_permutation(const std::vector<std::int64_t>& places,
                       std::int64_t from, std::int64_t end, T* p) {
  const auto n = static_cast<std::int64_t>(places.size());
  std::fill(p + from * n, p + end * n, T(0));
  for (std::int64_t i = from; i < end; ++i)
    p[i * n + places[static_cast<std::size_t>(i)]] = T(1);
}

template <typename T>
void fill_nan(T* to, std::int64_t count) {
  std::fill_n(to, count, T(std::numeric_limits<RealOf<T>>::quiet_NaN()));
}

// The results of lu, or with Q those of full_piv_lu, for a part of the batch.
template <typename T>
class LuResults {
 public:
  LuResults(const Batch& batch, const Tensor& p, const Tensor& l,
            const Tensor& u, const Tensor* q, const Tensor& parity)
      : m_(batch.rows),
        n_(batch.columns),
        p_(p),
        l_(l),
        u_(u),
        parity_(parity) {
    if (q != nullptr) q_.emplace(*q);
  }

  void put(std::int64_t i, const T* packed, int exponent,
           const std::int32_t* row_swaps, const std::int32_t* column_swaps) {
    const std::int64_t k = std::min(m_, n_);
    int sign = 1;
    const auto order = order_after_swaps(m_, row_swaps, k, sign);
    std::vector<std::int64_t> turns;
    if (q_) turns = order_after_swaps(n_, column_swaps, k, sign);
    const PackedFactors<T> factors{packed, m_, n_, exponent};
    const std::int64_t bytes =
        (m_ * (m_ + k) + k * n_) * std::int64_t{sizeof(T)};
    in_ranges(m_, 1, is_worth_threads(bytes),
              [&](std::int64_t from, std::int64_t end) {
                store_permutation(order, from, end, p_.data() + i * m_ * m_);
                if (q_)  // the matrix is square
                  store_permutation(turns, from, end, q_->data() + i * n_ * n_);
                factors.store_lower(from, end, l_.data() + i * m_ * k);
                factors.store_upper(from, end, u_.data() + i * k * n_);
              });
    parity_.data()[i] = static_cast<RealOf<T>>(sign);
  }
  void put_nan(std::int64_t i) {
    const std::int64_t k = std::min(m_, n_);
    fill_nan(p_.data() + i * m_ * m_, m_ * m_);
    if (q_) fill_nan(q_->data() + i * n_ * n_, n_ * n_);
    fill_nan(l_.data() + i * m_ * k, m_ * k);
    fill_nan(u_.data() + i * k * n_, k * n_);
    fill_nan(parity_.data() + i, 1);
  }
  void store() {
    p_.store();
    l_.store();
    u_.store();
    if (q_) q_->store();
    parity_.store();
  }

 private:
  std::int64_t m_, n_;
  DenseOut<T> p_, l_, u_;
  std::optional<DenseOut<T>> q_;
  DenseOut<RealOf<T>> parity_;
};

// Factors all matrices of a part by factor(elements), and puts each by
// put(number, matrix), or by put_nan(number) if it is not finite.
template <typename T, typename F, typename Put, typename PutNan>
void for_each_factored(const Tensor& a, F factor, Put put, PutNan put_nan) {
  const Batch batch(a);
  const std::int64_t size = batch.rows * batch.columns;
  const Dense<T> matrices(a);
  Matrix<T> matrix(batch.rows, batch.columns);
  for (std::int64_t i = 0; i < batch.count; ++i) {
    matrix.read(matrices.data() + i * size);
    if (!matrix.scale()) {
      put_nan(i);
      continue;
    }
    factor(matrix.elements());
    put(i, matrix);
  }
}

}  // namespace

Status lu(const Tensor& p, const Tensor& l, const Tensor& u,
          const Tensor& parity, const Tensor& a) {
  return in_lu_parts(
      a, kRowPivotCost,
      [&]<typename T>(std::type_identity<T>, const auto& part_of) {
        const Tensor part = part_of(a), of_p = part_of(p), of_l = part_of(l),
                     of_u = part_of(u), of_parity = part_of(parity);
        const Batch batch(part);
        LuResults<T> results(batch, of_p, of_l, of_u, nullptr, of_parity);
        auto swaps =
            array_of<std::int32_t>(std::min(batch.rows, batch.columns));
        for_each_factored<T>(
            part,
            [&](T* elements) {
              eliminate_rows(elements, batch.rows, batch.columns, swaps.data());
            },
            [&](std::int64_t i, const Matrix<T>& matrix) {
              results.put(i, matrix.elements(), matrix.exponent(), swaps.data(),
                          nullptr);
            },
            [&](std::int64_t i) { results.put_nan(i); });
        results.store();
      });
}

Status lu_factor(const Tensor& packed, const Tensor& pivots, const Tensor& a) {
  return in_lu_parts(
      a, kRowPivotCost,
      [&]<typename T>(std::type_identity<T>, const auto& part_of) {
        const Tensor part = part_of(a), of_packed = part_of(packed),
                     of_pivots = part_of(pivots);
        const Batch batch(part);
        const std::int64_t m = batch.rows, n = batch.columns;
        const std::int64_t k = std::min(m, n);
        DenseOut<T> factors(of_packed);
        DenseOut<std::int32_t> swaps(of_pivots);
        const Dense<T> matrices(part);
        for (std::int64_t i = 0; i < batch.count; ++i) {
          T* to = factors.data() + i * m * n;
          std::int32_t* swaps_to = swaps.data() + i * k;
          Matrix<T> matrix(m, n, to);
          matrix.read(matrices.data() + i * m * n);
          if (!matrix.scale()) {
            fill_nan(to, m * n);
            std::iota(swaps_to, swaps_to + k, 0);
            continue;
          }
          eliminate_rows(to, m, n, swaps_to);
          if (matrix.exponent() != 0)
            for (std::int64_t r = 0; r < k; ++r)
              for (std::int64_t j = r; j < n; ++j)
                to[r * n + j] = scaled(to[r * n + j], matrix.exponent());
        }
        factors.store();
        swaps.store();
      });
}

Status full_piv_lu(const Tensor& p, const Tensor& l, const Tensor& u,
                   const Tensor& q, const Tensor& parity, const Tensor& a) {
  return in_lu_parts(
      a, kFullPivotCost,
      [&]<typename T>(std::type_identity<T>, const auto& part_of) {
        const Tensor part = part_of(a), of_p = part_of(p), of_l = part_of(l),
                     of_u = part_of(u), of_q = part_of(q),
                     of_parity = part_of(parity);
        const Batch batch(part);
        LuResults<T> results(batch, of_p, of_l, of_u, &of_q, of_parity);
        auto rows = array_of<std::int32_t>(batch.rows);
        auto columns = array_of<std::int32_t>(batch.rows);
        for_each_factored<T>(
            part,
            [&](T* elements) {
              eliminate_fully(elements, batch.rows, rows.data(),
                              columns.data());
            },
            [&](std::int64_t i, const Matrix<T>& matrix) {
              results.put(i, matrix.elements(), matrix.exponent(), rows.data(),
                          columns.data());
            },
            [&](std::int64_t i) { results.put_nan(i); });
        results.store();
      });
}

}  // namespace assay::optimized
