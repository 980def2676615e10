// Implements factorizations of small matrices, one per lane.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/small_matrices.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/transpose.h"
#include "optimized/linalg/reflectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/small_matrices.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void survey_here(const T* x, std::int64_t count, T* largest) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t v = 0; v < vector_unit<T>; v += lanes) {
    auto most = hn::Zero(d);
    auto not_finite = hn::Zero(d);  // NaN if an element is not finite
    for (std::int64_t e = 0; e < count; ++e) {
      const auto element = hn::LoadU(d, x + e * vector_unit<T> + v);
      most = hn::Max(most, hn::Abs(element));
      not_finite = hn::MulAdd(element, hn::Zero(d), not_finite);
    }
    hn::StoreU(hn::Add(most, not_finite), d, largest + v);
  }
}

// Computes a part of column j: x_ij - Σ x_ik·x_jk for some rows i.
template <int rows, class D, typename T = hn::TFromD<D>>
HWY_INLINE void reduce_rows(D d, T* x, std::int64_t n, std::int64_t i,
                            std::int64_t j, hn::Vec<D>* sums) {
  const std::int64_t row = n * vector_unit<T>;
  const T* first = x + i * row;
  const T* shared = x + j * row;
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r)
    sums[r] = hn::LoadU(d, first + r * row + j * vector_unit<T>);
  for (std::int64_t k = 0; k < j; ++k) {
    const auto factor = hn::LoadU(d, shared + k * vector_unit<T>);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
      sums[r] = hn::NegMulAdd(
          hn::LoadU(d, first + r * row + k * vector_unit<T>), factor, sums[r]);
  }
}

template <typename T>
bool cholesky_here(T* elements, std::int64_t n, T least) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t row = n * vector_unit<T>;
  bool is_positive = true;
  for (std::int64_t v = 0; v < vector_unit<T>; v += lanes) {
    T* x = elements + v;
    for (std::int64_t j = 0; j < n; ++j) {
      hn::Vec<decltype(d)> sums[4];
      reduce_rows<1>(d, x, n, j, j, sums);
      const auto root = hn::Sqrt(sums[0]);
      if (!hn::AllTrue(d, hn::Gt(root, hn::Set(d, least)))) is_positive = false;
      T* column = x + j * vector_unit<T>;
      hn::StoreU(root, d, column + j * row);
      const auto inverse = hn::Div(hn::Set(d, T(1)), root);
      std::int64_t i = j + 1;
      for (; i + 4 <= n; i += 4) {
        reduce_rows<4>(d, x, n, i, j, sums);
#pragma GCC unroll 4
        for (int r = 0; r < 4; ++r)
          hn::StoreU(hn::Mul(sums[r], inverse), d, column + (i + r) * row);
      }
      for (; i < n; ++i) {
        reduce_rows<1>(d, x, n, i, j, sums);
        hn::StoreU(hn::Mul(sums[0], inverse), d, column + i * row);
      }
    }
  }
  return is_positive;
}

void survey_float(const float* x, std::int64_t count, float* largest) {
  survey_here(x, count, largest);
}
void survey_double(const double* x, std::int64_t count, double* largest) {
  survey_here(x, count, largest);
}
bool cholesky_float(float* x, std::int64_t n, float least) {
  return cholesky_here(x, n, least);
}
bool cholesky_double(double* x, std::int64_t n, double least) {
  return cholesky_here(x, n, least);
}

// Applies a reflection to some columns of `count` rows. `vector` is the column
// of its vector, whose first element is not read.
template <int columns, class D, typename T = hn::TFromD<D>>
HWY_INLINE void reflect_some(D d, T* x, std::int64_t row, const T* vector,
                             std::int64_t vector_row, std::int64_t count,
                             hn::Vec<D> tau) {
  hn::Vec<D> weights[columns];
#pragma GCC unroll 4
  for (int c = 0; c < columns; ++c)
    weights[c] = hn::LoadU(d, x + c * vector_unit<T>);
  for (std::int64_t i = 1; i < count; ++i) {
    const auto v = hn::LoadU(d, vector + i * vector_row);
#pragma GCC unroll 4
    for (int c = 0; c < columns; ++c)
      weights[c] = hn::MulAdd(v, hn::LoadU(d, x + i * row + c * vector_unit<T>),
                              weights[c]);
  }
#pragma GCC unroll 4
  for (int c = 0; c < columns; ++c) {
    T* first = x + c * vector_unit<T>;
    weights[c] = hn::Mul(tau, weights[c]);
    hn::StoreU(hn::Sub(hn::LoadU(d, first), weights[c]), d, first);
  }
  for (std::int64_t i = 1; i < count; ++i) {
    const auto v = hn::LoadU(d, vector + i * vector_row);
#pragma GCC unroll 4
    for (int c = 0; c < columns; ++c) {
      T* place = x + i * row + c * vector_unit<T>;
      hn::StoreU(hn::NegMulAdd(v, weights[c], hn::LoadU(d, place)), d, place);
    }
  }
}

// Applies it to `columns` columns.
template <class D, typename T = hn::TFromD<D>>
void reflect_columns(D d, T* x, std::int64_t row, std::int64_t columns,
                     const T* vector, std::int64_t vector_row,
                     std::int64_t count, hn::Vec<D> tau) {
  std::int64_t c = 0;
  for (; c + 4 <= columns; c += 4)
    reflect_some<4>(d, x + c * vector_unit<T>, row, vector, vector_row, count,
                    tau);
  for (; c < columns; ++c)
    reflect_some<1>(d, x + c * vector_unit<T>, row, vector, vector_row, count,
                    tau);
}

// Reduces all matrices to triangles. Leaves the vectors below the diagonals,
// without their first elements, which are 1. Reflection j of each matrix has a
// factor in row j of `factors`.
template <typename T>
void reflect_small(T* elements, std::int64_t rows, std::int64_t columns,
                   T* factors) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t row = columns * vector_unit<T>;
  const auto one = hn::Set(d, T(1));
  for (std::int64_t v = 0; v < vector_unit<T>; v += lanes)
    for (std::int64_t j = 0; j < std::min(rows, columns); ++j) {
      T* column = elements + v + j * (row + vector_unit<T>);
      auto norm = hn::Zero(d);
      for (std::int64_t i = 1; i < rows - j; ++i) {
        const auto x = hn::LoadU(d, column + i * row);
        norm = hn::MulAdd(x, x, norm);
      }
      const auto alpha = hn::LoadU(d, column);
      // A column that is a triangle already has no reflection.
      const auto is_reflected = hn::Gt(norm, hn::Set(d, smallest_sum(T())));
      const auto length = hn::Sqrt(hn::MulAdd(alpha, alpha, norm));
      const auto beta = hn::IfThenElse(
          is_reflected, hn::CopySign(length, hn::Neg(alpha)), alpha);
      const auto difference = hn::Sub(beta, alpha);
      const auto tau = hn::IfThenElseZero(
          is_reflected,
          hn::Div(difference, hn::IfThenElse(is_reflected, beta, one)));
      const auto scale = hn::IfThenElseZero(
          is_reflected,
          hn::Div(one, hn::Neg(hn::IfThenElse(is_reflected, difference, one))));
      hn::StoreU(tau, d, factors + j * vector_unit<T> + v);
      for (std::int64_t i = 1; i < rows - j; ++i)
        hn::StoreU(hn::Mul(scale, hn::LoadU(d, column + i * row)), d,
                   column + i * row);
      reflect_columns(d, column + vector_unit<T>, row, columns - j - 1, column,
                      row, rows - j, tau);
      hn::StoreU(beta, d, column);
    }
}

// Stores the first `inner` columns of the products of those reflections.
template <typename T>
void form_here(const T* elements, std::int64_t rows, std::int64_t columns,
               const T* factors, std::int64_t inner, T* q) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t row = inner * vector_unit<T>;
  for (std::int64_t e = 0; e < rows * inner; ++e)
    std::fill_n(q + e * vector_unit<T>, vector_unit<T>,
                e / inner == e % inner ? T(1) : T(0));
  for (std::int64_t v = 0; v < vector_unit<T>; v += lanes)
    for (std::int64_t j = std::min(rows, columns) - 1; j >= 0; --j)
      // Rows from j on are zero in the columns before it.
      reflect_columns(d, q + v + j * (row + vector_unit<T>), row, inner - j,
                      elements + v + j * (columns + 1) * vector_unit<T>,
                      columns * vector_unit<T>, rows - j,
                      hn::LoadU(d, factors + j * vector_unit<T> + v));
}

void reflect_small_float(float* a, std::int64_t rows, std::int64_t columns,
                         float* tau) {
  reflect_small(a, rows, columns, tau);
}
void reflect_small_double(double* a, std::int64_t rows, std::int64_t columns,
                          double* tau) {
  reflect_small(a, rows, columns, tau);
}
void form_float(const float* a, std::int64_t rows, std::int64_t columns,
                const float* tau, std::int64_t inner, float* q) {
  form_here(a, rows, columns, tau, inner, q);
}
void form_double(const double* a, std::int64_t rows, std::int64_t columns,
                 const double* tau, std::int64_t inner, double* q) {
  form_here(a, rows, columns, tau, inner, q);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(survey_float);
HWY_EXPORT(survey_double);
HWY_EXPORT(cholesky_float);
HWY_EXPORT(cholesky_double);
HWY_EXPORT(reflect_small_float);
HWY_EXPORT(reflect_small_double);
HWY_EXPORT(form_float);
HWY_EXPORT(form_double);

namespace {

void survey(const float* x, std::int64_t count, float* largest) {
  HWY_DYNAMIC_DISPATCH(survey_float)(x, count, largest);
}
void survey(const double* x, std::int64_t count, double* largest) {
  HWY_DYNAMIC_DISPATCH(survey_double)(x, count, largest);
}
bool cholesky_lanes(float* x, std::int64_t n, float least) {
  return HWY_DYNAMIC_DISPATCH(cholesky_float)(x, n, least);
}
bool cholesky_lanes(double* x, std::int64_t n, double least) {
  return HWY_DYNAMIC_DISPATCH(cholesky_double)(x, n, least);
}

void reflect_lanes(float* a, std::int64_t rows, std::int64_t columns,
                   float* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_small_float)(a, rows, columns, tau);
}
void reflect_lanes(double* a, std::int64_t rows, std::int64_t columns,
                   double* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_small_double)(a, rows, columns, tau);
}
void form_lanes(const float* a, std::int64_t rows, std::int64_t columns,
                const float* tau, std::int64_t inner, float* q) {
  HWY_DYNAMIC_DISPATCH(form_float)(a, rows, columns, tau, inner, q);
}
void form_lanes(const double* a, std::int64_t rows, std::int64_t columns,
                const double* tau, std::int64_t inner, double* q) {
  HWY_DYNAMIC_DISPATCH(form_double)(a, rows, columns, tau, inner, q);
}

template <typename T>
void turn(T* to, std::int64_t to_row, const T* from, std::int64_t from_column,
          std::int64_t rows, std::int64_t columns) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  transpose(reinterpret_cast<Bits*>(to), to_row,
            reinterpret_cast<const Bits*>(from), from_column, rows, columns);
}

}  // namespace

template <typename T>
SmallMatrices<T>::SmallMatrices(std::int64_t rows, std::int64_t columns)
    : rows_(rows),
      columns_(columns),
      elements_(static_cast<std::size_t>(rows * columns * vector_unit<T>)) {}

template <typename T>
const T* SmallMatrices<T>::read(const T* from, std::int64_t count) {
  const std::int64_t size = rows_ * columns_;
  turn(elements_.data(), vector_unit<T>, from, size, size, count);
  for (std::int64_t lane = count; lane < vector_unit<T>; ++lane) clear(lane);
  survey(elements_.data(), size, largest_);
  return largest_;
}

template <typename T>
void SmallMatrices<T>::clear(std::int64_t lane) {
  for (std::int64_t e = 0; e < rows_ * columns_; ++e)
    elements_.data()[e * vector_unit<T> + lane] =
        e / columns_ == e % columns_ ? T(1) : T(0);
}

template <typename T>
bool SmallMatrices<T>::factor_cholesky(T least) {
  return cholesky_lanes(elements_.data(), rows_, least);
}

template <typename T>
void SmallMatrices<T>::store_triangles(T* to, std::int64_t count,
                                       bool transposed) {
  const std::int64_t n = rows_;
  turned_.resize(elements_.size());
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T* place = turned_.data() +
                 (transposed ? j * n + i : i * n + j) * vector_unit<T>;
      if (j > i)
        std::fill_n(place, vector_unit<T>, T(0));
      else
        std::copy_n(elements_.data() + (i * n + j) * vector_unit<T>,
                    vector_unit<T>, place);
    }
  turn(to, n * n, turned_.data(), vector_unit<T>, count, n * n);
}

template <typename T>
void SmallMatrices<T>::factor_qr(std::int64_t inner, std::int64_t count, T* q,
                                 T* r) {
  const std::int64_t size = rows_ * inner;
  turned_.resize(static_cast<std::size_t>(size * vector_unit<T>));
  tau_.resize(static_cast<std::size_t>(rows_ * vector_unit<T>));
  reflect_lanes(elements_.data(), rows_, columns_, tau_.data());
  form_lanes(elements_.data(), rows_, columns_, tau_.data(), inner,
             turned_.data());
  turn(q, size, turned_.data(), vector_unit<T>, count, size);
  for (std::int64_t i = 1; i < inner; ++i)
    std::fill_n(elements_.data() + i * columns_ * vector_unit<T>,
                std::min(i, columns_) * vector_unit<T>, T(0));
  turn(r, inner * columns_, elements_.data(), vector_unit<T>, count,
       inner * columns_);
}

template class SmallMatrices<float>;
template class SmallMatrices<double>;

}  // namespace assay::optimized
#endif
