// Implements the substitution of a few rows, strip by strip. The rows of a
// strip stay in registers.
// Tested by tests/optimized/linalg_triangles_test.cc.
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

// Solves for the columns of one vector. Systems do not wait for each other, so
// that the processor overlaps their divisions.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_columns(D d, const SmallTriangles<T>& systems, const T* a,
                              const T* b, T* x) {
  hn::Vec<D> found[kTriangleRows];
#pragma GCC unroll 8
  for (std::int64_t r = 0; r < kTriangleRows; ++r) {
    if (r == systems.n) return;
    const T* row = a + r * systems.row;
    auto left = hn::LoadU(d, b + r * systems.side_row);
#pragma GCC unroll 8
    for (std::int64_t s = 0; s < r; ++s)
      left = hn::NegMulAdd(hn::Set(d, row[s * systems.column]), found[s], left);
    if (!systems.unit_diag)
      left = hn::Div(left, hn::Set(d, row[r * systems.column]));
    found[r] = left;
    hn::StoreU(left, d, x + r * systems.side_row);
  }
}

// Solves for the columns from `first` on, in vectors of D's length and then in
// shorter ones, because nothing may be stored after the last column.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void solve_all_columns(D d, const SmallTriangles<T>& systems,
                                  const T* a, const T* b, T* x,
                                  std::int64_t first) {
  constexpr auto kLanes = static_cast<std::int64_t>(hn::MaxLanes(D()));
  for (; first + kLanes <= systems.sides; first += kLanes)
    solve_columns(d, systems, a, b + first, x + first);
  if constexpr (kLanes > 1)
    if (first < systems.sides)
      solve_all_columns(hn::CappedTag<T, kLanes / 2>(), systems, a, b, x,
                        first);
}

template <typename T>
void solve_systems(const SmallTriangles<T>& systems) {
  const std::int64_t n = systems.n;
  for (std::int64_t i = 0; i < systems.count; ++i)
    solve_all_columns(hn::ScalableTag<T>(), systems, systems.a + i * n * n,
                      systems.b + i * n * systems.sides,
                      systems.x + i * n * systems.sides, 0);
}

void solve_floats(const SmallTriangles<float>& systems) {
  solve_systems(systems);
}
void solve_doubles(const SmallTriangles<double>& systems) {
  solve_systems(systems);
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
HWY_EXPORT(solve_floats);
HWY_EXPORT(solve_doubles);

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

void solve_small_triangles(const SmallTriangles<float>& systems) {
  HWY_DYNAMIC_DISPATCH(solve_floats)(systems);
}
void solve_small_triangles(const SmallTriangles<double>& systems) {
  HWY_DYNAMIC_DISPATCH(solve_doubles)(systems);
}

}  // namespace assay::optimized
#endif
