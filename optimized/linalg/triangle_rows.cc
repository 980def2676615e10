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
HWY_INLINE void solve_strip(D d, const TriangleRows<T>& system, T* strip,
                            std::int64_t stride) {
  hn::Vec<D> x[kTriangleRows];
#pragma GCC unroll 8
  for (std::int64_t r = 0; r < kTriangleRows; ++r) {
    if (r == system.count) return;
    auto left = hn::LoadU(d, strip + r * stride);
#pragma GCC unroll 8
    for (std::int64_t s = 0; s < r; ++s)
      left = hn::NegMulAdd(hn::Set(d, system.factors[r][s]), x[s], left);
    x[r] = hn::Div(left, hn::Set(d, system.factors[r][r]));
    hn::StoreU(x[r], d, strip + r * stride);
  }
}

template <typename T>
void solve_here(const TriangleRows<T>& system) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  for (; j + lanes <= system.columns; j += lanes)
    solve_strip(d, system, system.rows + j, system.row_stride);
  if (j == system.columns) return;
  HWY_ALIGN T beside[kTriangleRows * (HWY_MAX_BYTES / sizeof(T))] = {};
  for (std::int64_t r = 0; r < system.count; ++r)
    std::copy_n(system.rows + r * system.row_stride + j, system.columns - j,
                beside + r * lanes);
  solve_strip(d, system, beside, lanes);
  for (std::int64_t r = 0; r < system.count; ++r)
    std::copy_n(beside + r * lanes, system.columns - j,
                system.rows + r * system.row_stride + j);
}

void solve_float(const TriangleRows<float>& system) { solve_here(system); }
void solve_double(const TriangleRows<double>& system) { solve_here(system); }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(solve_float);
HWY_EXPORT(solve_double);

void solve_triangle_rows(const TriangleRows<float>& system) {
  HWY_DYNAMIC_DISPATCH(solve_float)(system);
}
void solve_triangle_rows(const TriangleRows<double>& system) {
  HWY_DYNAMIC_DISPATCH(solve_double)(system);
}

}  // namespace assay::optimized
#endif
