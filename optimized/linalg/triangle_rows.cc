// Implements the substitution of a few rows, strip by strip. The rows of a
// strip stay in registers.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/triangle_rows.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/triangle_rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Solves for the columns of one vector.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_strip(D d, const TriangleRows<T, 1>& system,
                            Planes<T*, 1> strip, std::int64_t stride) {
  hn::Vec<D> x[kTriangleRows];
#pragma GCC unroll 8
  for (std::int64_t r = 0; r < kTriangleRows; ++r) {
    if (r == system.count) return;
    auto left = hn::LoadU(d, strip[0] + r * stride);
#pragma GCC unroll 8
    for (std::int64_t s = 0; s < r; ++s)
      left = hn::NegMulAdd(hn::Set(d, system.factors[0][r][s]), x[s], left);
    x[r] = hn::Div(left, hn::Set(d, system.factors[0][r][r]));
    hn::StoreU(x[r], d, strip[0] + r * stride);
  }
}

template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_strip(D d, const TriangleRows<T, 2>& system,
                            Planes<T*, 2> strip, std::int64_t stride) {
  for (std::int64_t r = 0; r < system.count; ++r) {
    T* to_re = strip[0] + r * stride;
    T* to_im = strip[1] + r * stride;
    auto re = hn::LoadU(d, to_re), im = hn::LoadU(d, to_im);
    for (std::int64_t s = 0; s < r; ++s) {
      const auto x = hn::LoadU(d, strip[0] + s * stride);
      const auto y = hn::LoadU(d, strip[1] + s * stride);
      const auto by_re = hn::Set(d, system.factors[0][r][s]);
      const auto by_im = hn::Set(d, system.factors[1][r][s]);
      re = hn::MulAdd(by_im, y, hn::NegMulAdd(by_re, x, re));
      im = hn::NegMulAdd(by_im, x, hn::NegMulAdd(by_re, y, im));
    }
    const auto by_re = hn::Set(d, system.factors[0][r][r]);
    const auto by_im = hn::Set(d, system.factors[1][r][r]);
    hn::StoreU(hn::NegMulAdd(by_im, im, hn::Mul(by_re, re)), d, to_re);
    hn::StoreU(hn::MulAdd(by_im, re, hn::Mul(by_re, im)), d, to_im);
  }
}

template <std::size_t planes, typename T>
void solve_here(const TriangleRows<T, planes>& system) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  for (; j + lanes <= system.columns; j += lanes)
    solve_strip(d, system, advanced(system.rows, j), system.row_stride);
  if (j == system.columns) return;
  constexpr std::int64_t kStrip = kTriangleRows * (HWY_MAX_BYTES / sizeof(T));
  HWY_ALIGN T beside[planes][kStrip] = {};
  Planes<T*, planes> strip;
  for (std::size_t p = 0; p < planes; ++p) {
    strip[p] = beside[p];
    for (std::int64_t r = 0; r < system.count; ++r)
      std::copy_n(system.rows[p] + r * system.row_stride + j,
                  system.columns - j, strip[p] + r * lanes);
  }
  solve_strip(d, system, strip, lanes);
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t r = 0; r < system.count; ++r)
      std::copy_n(strip[p] + r * lanes, system.columns - j,
                  system.rows[p] + r * system.row_stride + j);
}

void solve_float(const TriangleRows<float>& system) { solve_here(system); }
void solve_double(const TriangleRows<double>& system) { solve_here(system); }
void solve_complex_float(const TriangleRows<float, 2>& system) {
  solve_here(system);
}
void solve_complex_double(const TriangleRows<double, 2>& system) {
  solve_here(system);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(solve_float);
HWY_EXPORT(solve_double);
HWY_EXPORT(solve_complex_float);
HWY_EXPORT(solve_complex_double);

void solve_triangle_rows(const TriangleRows<float>& system) {
  HWY_DYNAMIC_DISPATCH(solve_float)(system);
}
void solve_triangle_rows(const TriangleRows<double>& system) {
  HWY_DYNAMIC_DISPATCH(solve_double)(system);
}
void solve_triangle_rows(const TriangleRows<float, 2>& system) {
  HWY_DYNAMIC_DISPATCH(solve_complex_float)(system);
}
void solve_triangle_rows(const TriangleRows<double, 2>& system) {
  HWY_DYNAMIC_DISPATCH(solve_complex_double)(system);
}

}  // namespace assay::optimized
#endif
