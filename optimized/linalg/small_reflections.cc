// Implements reflections of small matrices, one matrix per lane.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/small_reflections.h"

#include <algorithm>

#include "optimized/linalg/matrix_vector.h"
#include "optimized/linalg/reflectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/small_reflections.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

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

template <typename T>
void reflect_here(T* elements, std::int64_t rows, std::int64_t columns,
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

void reflect_float(float* a, std::int64_t rows, std::int64_t columns,
                   float* tau) {
  reflect_here(a, rows, columns, tau);
}
void reflect_double(double* a, std::int64_t rows, std::int64_t columns,
                    double* tau) {
  reflect_here(a, rows, columns, tau);
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

HWY_EXPORT(reflect_float);
HWY_EXPORT(reflect_double);
HWY_EXPORT(form_float);
HWY_EXPORT(form_double);

void reflect_lanes(float* a, std::int64_t rows, std::int64_t columns,
                   float* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_float)(a, rows, columns, tau);
}
void reflect_lanes(double* a, std::int64_t rows, std::int64_t columns,
                   double* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_double)(a, rows, columns, tau);
}
void form_lanes(const float* a, std::int64_t rows, std::int64_t columns,
                const float* tau, std::int64_t inner, float* q) {
  HWY_DYNAMIC_DISPATCH(form_float)(a, rows, columns, tau, inner, q);
}
void form_lanes(const double* a, std::int64_t rows, std::int64_t columns,
                const double* tau, std::int64_t inner, double* q) {
  HWY_DYNAMIC_DISPATCH(form_double)(a, rows, columns, tau, inner, q);
}

}  // namespace assay::optimized
#endif
