// Implements products of matrices and vectors. Four rows are read at a time, so
// that vectors are read and written a quarter as often.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/matrix_vector.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/matrix_vector.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <int rows, typename T>
HWY_INLINE void add_some(const T* a, std::int64_t stride, std::int64_t columns,
                         const T* factors, T* y) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> factor[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) factor[r] = hn::Set(d, factors[r]);
  for (std::int64_t j = 0; j < columns; j += lanes) {
    auto sum = hn::LoadU(d, y + j);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
      sum = hn::MulAdd(factor[r], hn::LoadU(d, a + r * stride + j), sum);
    hn::StoreU(sum, d, y + j);
  }
}

template <typename T>
void add_here(const RowBlock<T>& a, const T* factors, std::int64_t step, T sign,
              T* y) {
  std::int64_t i = 0;
  T some[8];
  const auto take = [&](std::int64_t count) {
    for (std::int64_t r = 0; r < count; ++r)
      some[r] = sign * factors[(i + r) * step];
  };
  for (; i + 8 <= a.count; i += 8) {
    take(8);
    add_some<8>(a.rows + i * a.stride, a.stride, a.columns, some, y);
  }
  for (; i + 4 <= a.count; i += 4) {
    take(4);
    add_some<4>(a.rows + i * a.stride, a.stride, a.columns, some, y);
  }
  for (; i < a.count; ++i) {
    take(1);
    add_some<1>(a.rows + i * a.stride, a.stride, a.columns, some, y);
  }
}

template <int rows, typename T>
HWY_INLINE void dot_some(const T* a, std::int64_t stride, std::int64_t columns,
                         const T* x, T* y) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sums[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) sums[r] = hn::Zero(d);
  for (std::int64_t j = 0; j < columns; j += lanes) {
    const auto right = hn::LoadU(d, x + j);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
      sums[r] = hn::MulAdd(hn::LoadU(d, a + r * stride + j), right, sums[r]);
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) y[r] = hn::GetLane(hn::SumOfLanes(d, sums[r]));
}

template <typename T>
void dot_here(const RowBlock<T>& a, const T* x, T* y) {
  std::int64_t i = 0;
  for (; i + 8 <= a.count; i += 8)
    dot_some<8>(a.rows + i * a.stride, a.stride, a.columns, x, y + i);
  for (; i + 4 <= a.count; i += 4)
    dot_some<4>(a.rows + i * a.stride, a.stride, a.columns, x, y + i);
  for (; i < a.count; ++i)
    dot_some<1>(a.rows + i * a.stride, a.stride, a.columns, x, y + i);
}

// Multiplies four rows, and the columns that mirror them, with x. The square
// block on the diagonal is from `diagonal` on and counts for the rows only.
template <typename T>
HWY_INLINE void multiply_mirrored(const T* a, std::int64_t stride,
                                  std::int64_t diagonal, std::int64_t row,
                                  T sign, const T* x, T* y) {
  constexpr int kRows = 4;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sums[kRows], factor[kRows];
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
    sums[r] = hn::Zero(d);
    factor[r] = hn::Set(d, sign * x[row + r]);
  }
  std::int64_t j = 0;
  for (; j < diagonal; j += lanes) {
    const auto right = hn::LoadU(d, x + j);
    auto mirrored = hn::LoadU(d, y + j);
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
      const auto left = hn::LoadU(d, a + r * stride + j);
      sums[r] = hn::MulAdd(left, right, sums[r]);
      mirrored = hn::MulAdd(left, factor[r], mirrored);
    }
    hn::StoreU(mirrored, d, y + j);
  }
  for (; j < diagonal + vector_unit<T>; j += lanes) {
    const auto right = hn::LoadU(d, x + j);
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r)
      sums[r] = hn::MulAdd(hn::LoadU(d, a + r * stride + j), right, sums[r]);
  }
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
    y[row + r] += hn::GetLane(hn::SumOfLanes(d, sums[r]));
}

template <typename T>
void symmetric_here(const RowBlock<T>& a, std::int64_t first, std::int64_t last,
                    T mirrored, const T* x, T* y) {
  std::fill_n(y, last, T(0));
  for (std::int64_t i = first; i < last; i += 4)
    multiply_mirrored(a.rows + i * a.stride, a.stride, unit_floor<T>(i), i,
                      mirrored, x, y);
}

void add_float(const RowBlock<float>& a, const float* factors,
               std::int64_t step, float sign, float* y) {
  add_here(a, factors, step, sign, y);
}
void add_double(const RowBlock<double>& a, const double* factors,
                std::int64_t step, double sign, double* y) {
  add_here(a, factors, step, sign, y);
}
void dot_float(const RowBlock<float>& a, const float* x, float* y) {
  dot_here(a, x, y);
}
void dot_double(const RowBlock<double>& a, const double* x, double* y) {
  dot_here(a, x, y);
}
void symmetric_float(const RowBlock<float>& a, std::int64_t first,
                     std::int64_t last, float mirrored, const float* x,
                     float* y) {
  symmetric_here(a, first, last, mirrored, x, y);
}
void symmetric_double(const RowBlock<double>& a, std::int64_t first,
                      std::int64_t last, double mirrored, const double* x,
                      double* y) {
  symmetric_here(a, first, last, mirrored, x, y);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(add_float);
HWY_EXPORT(add_double);
HWY_EXPORT(dot_float);
HWY_EXPORT(dot_double);
HWY_EXPORT(symmetric_float);
HWY_EXPORT(symmetric_double);

void add_rows(const RowBlock<float>& a, const float* factors, std::int64_t step,
              float sign, float* y) {
  HWY_DYNAMIC_DISPATCH(add_float)(a, factors, step, sign, y);
}
void add_rows(const RowBlock<double>& a, const double* factors,
              std::int64_t step, double sign, double* y) {
  HWY_DYNAMIC_DISPATCH(add_double)(a, factors, step, sign, y);
}
void dot_rows(const RowBlock<float>& a, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(dot_float)(a, x, y);
}
void dot_rows(const RowBlock<double>& a, const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(dot_double)(a, x, y);
}
void multiply_symmetric(const RowBlock<float>& a, std::int64_t first,
                        std::int64_t last, float mirrored, const float* x,
                        float* y) {
  HWY_DYNAMIC_DISPATCH(symmetric_float)(a, first, last, mirrored, x, y);
}
void multiply_symmetric(const RowBlock<double>& a, std::int64_t first,
                        std::int64_t last, double mirrored, const double* x,
                        double* y) {
  HWY_DYNAMIC_DISPATCH(symmetric_double)(a, first, last, mirrored, x, y);
}

}  // namespace assay::optimized
#endif
