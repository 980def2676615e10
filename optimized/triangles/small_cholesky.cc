// Implements the Cholesky factor of one small matrix. Blocks of eight rows stay
// in registers while the rows above are subtracted and the block is eliminated.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/triangles/small_cholesky.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/triangles/small_cholesky.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kStride = kSmallCholesky;
constexpr std::int64_t kRows = 8;

// The elimination of a block: row r loses factors[r][i] times row i, and then
// row i is multiplied by scales[i].
template <typename T>
struct Elimination {
  T factors[kRows][kRows];
  T scales[kRows];
};

// Eliminates the rows of a block in a strip of columns from `column` on, where
// rows above the block are final. Finds the factors first if the strip has the
// diagonal of the block. Returns whether all pivots are positive.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE bool eliminate_strip(D d, T* u, std::int64_t first,
                                std::int64_t column, bool has_diagonal,
                                Elimination<T>& elimination) {
  constexpr std::int64_t kLanes = hn::MaxLanes(d);
  constexpr std::int64_t kVectors = std::max<std::int64_t>(1, kRows / kLanes);
  hn::Vec<D> rows[kRows][kVectors];
  T* block = u + first * kStride;
#pragma GCC unroll 8
  for (std::int64_t r = 0; r < kRows; ++r)
#pragma GCC unroll 8
    for (std::int64_t v = 0; v < kVectors; ++v)
      rows[r][v] = hn::LoadU(d, block + r * kStride + column + v * kLanes);
  for (std::int64_t s = 0; s < first; ++s) {
    const T* above = u + s * kStride;
    hn::Vec<D> x[kVectors];
#pragma GCC unroll 8
    for (std::int64_t v = 0; v < kVectors; ++v)
      x[v] = hn::LoadU(d, above + column + v * kLanes);
#pragma GCC unroll 8
    for (std::int64_t r = 0; r < kRows; ++r) {
      const auto factor = hn::Set(d, above[first + r]);
#pragma GCC unroll 8
      for (std::int64_t v = 0; v < kVectors; ++v)
        rows[r][v] = hn::NegMulAdd(factor, x[v], rows[r][v]);
    }
  }
  const auto store = [&](std::int64_t i) HWY_ATTR {
#pragma GCC unroll 8
    for (std::int64_t v = 0; v < kVectors; ++v)
      hn::StoreU(rows[i][v], d, block + i * kStride + column + v * kLanes);
  };
  bool is_positive = true;
#pragma GCC unroll 8
  for (std::int64_t i = 0; i < kRows; ++i) {
    if (has_diagonal) {
      // The square root of a pivot is not waited for.
      store(i);
      const T* row = block + i * kStride + first;
      const T inverse = 1 / row[i];
      if (!(row[i] > 0)) is_positive = false;
#pragma GCC unroll 8
      for (std::int64_t r = i + 1; r < kRows; ++r)
        elimination.factors[r][i] = row[r] * inverse;
      elimination.scales[i] = std::sqrt(row[i]) * inverse;
    }
#pragma GCC unroll 8
    for (std::int64_t r = i + 1; r < kRows; ++r) {
      const auto factor = hn::Set(d, elimination.factors[r][i]);
#pragma GCC unroll 8
      for (std::int64_t v = 0; v < kVectors; ++v)
        rows[r][v] = hn::NegMulAdd(factor, rows[i][v], rows[r][v]);
    }
  }
#pragma GCC unroll 8
  for (std::int64_t i = 0; i < kRows; ++i) {
    const auto scale = hn::Set(d, elimination.scales[i]);
#pragma GCC unroll 8
    for (std::int64_t v = 0; v < kVectors; ++v)
      rows[i][v] = hn::Mul(scale, rows[i][v]);
    store(i);
  }
  return is_positive;
}

template <typename T>
bool factor_here(T* u, std::int64_t rows) {
  const hn::ScalableTag<T> d;
  constexpr std::int64_t kLanes = hn::MaxLanes(d);
  constexpr std::int64_t kStrip =
      kLanes * std::max<std::int64_t>(1, kRows / kLanes);
  Elimination<T> elimination = {};
  for (std::int64_t first = 0; first < rows; first += kRows) {
    const std::int64_t start = first / kStrip * kStrip;
    for (std::int64_t j = start; j < rows; j += kStrip)
      if (!eliminate_strip(d, u, first, j, j == start, elimination))
        return false;
  }
  return true;
}

bool factor_float(float* u, std::int64_t rows) { return factor_here(u, rows); }
bool factor_double(double* u, std::int64_t rows) {
  return factor_here(u, rows);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(factor_float);
HWY_EXPORT(factor_double);

bool factor_small_cholesky(float* u, std::int64_t rows) {
  return HWY_DYNAMIC_DISPATCH(factor_float)(u, rows);
}
bool factor_small_cholesky(double* u, std::int64_t rows) {
  return HWY_DYNAMIC_DISPATCH(factor_double)(u, rows);
}

}  // namespace assay::optimized
#endif
