// Implements products of matrices whose batch is the innermost axis: a tile of
// the result stays in registers, and a sum is one chain per part of k.
// Tested by tests/optimized/general_contraction_test.cc.
#include "optimized/product/lane_products.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/axes.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/product/matrix_operand.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/lane_products.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/tails-inl.h"

#ifndef ASSAY_OPTIMIZED_LANE_PRODUCT
#define ASSAY_OPTIMIZED_LANE_PRODUCT
namespace assay::optimized {
namespace {

// c = a·b, where the elements of the matrices are rows of `lanes` elements.
template <typename T>
struct LaneProduct {
  std::int64_t m, n, k, lanes;
  const T* a;
  std::int64_t a_row, a_column;
  const T* b;
  std::int64_t b_row, b_column;
  T* c;
  std::int64_t c_row, c_column;
};

}  // namespace
}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The sums of a tile take 16 registers of 32, or 8 of 16.
constexpr int kLaneRows = HWY_TARGET <= HWY_AVX3 ? 4 : 2;
constexpr int kLaneColumns = 4;

// Loads and stores whole vectors of lanes, or the last ones of a row.
template <class D>
struct WholeLanes {
  using T = hn::TFromD<D>;
  HWY_INLINE auto load(const T* from) const { return hn::LoadU(D(), from); }
  HWY_INLINE void store(hn::Vec<D> v, T* to) const { hn::StoreU(v, D(), to); }
};
template <class D>
struct LastLanes {
  using T = hn::TFromD<D>;
  HWY_INLINE auto load(const T* from) const {
    return load_first(D(), from, count);
  }
  HWY_INLINE void store(hn::Vec<D> v, T* to) const {
    store_first(D(), v, to, count);
  }
  std::int64_t count;
};

// Computes a tile of c from row i and column j on. Adds to it if `adds`.
template <int rows, int columns, class D, class Lanes, typename T>
HWY_INLINE void lane_tile(D d, Lanes lanes, const LaneProduct<T>& p,
                          std::int64_t i, std::int64_t j, bool adds) {
  hn::Vec<D> sums[rows][columns];
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int s = 0; s < columns; ++s) sums[r][s] = hn::Zero(d);
  const T* a = p.a + i * p.a_row;
  const T* b = p.b + j * p.b_column;
  for (std::int64_t kk = 0; kk < p.k; ++kk) {
    hn::Vec<D> right[columns];
#pragma GCC unroll 4
    for (int s = 0; s < columns; ++s) right[s] = lanes.load(b + s * p.b_column);
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      const auto left = lanes.load(a + r * p.a_row);
#pragma GCC unroll 4
      for (int s = 0; s < columns; ++s)
        sums[r][s] = hn::MulAdd(left, right[s], sums[r][s]);
    }
    a += p.a_column;
    b += p.b_row;
  }
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 4
    for (int s = 0; s < columns; ++s) {
      T* to = p.c + (i + r) * p.c_row + (j + s) * p.c_column;
      lanes.store(adds ? hn::Add(lanes.load(to), sums[r][s]) : sums[r][s], to);
    }
}

template <int rows, class D, class Lanes, typename T>
HWY_INLINE void lane_rows(D d, Lanes lanes, const LaneProduct<T>& p,
                          std::int64_t i, bool adds) {
  std::int64_t j = 0;
  for (; j + kLaneColumns <= p.n; j += kLaneColumns)
    lane_tile<rows, kLaneColumns>(d, lanes, p, i, j, adds);
  for (; j < p.n; ++j) lane_tile<rows, 1>(d, lanes, p, i, j, adds);
}

// Multiplies in the lanes of one vector.
template <class D, class Lanes, typename T>
HWY_INLINE void lane_matrices(D d, Lanes lanes, LaneProduct<T> p,
                              std::int64_t depth) {
  const std::int64_t all = p.k;
  for (std::int64_t done = 0; done == 0 || done < all; done += depth) {
    p.k = std::min(depth, all - done);
    std::int64_t i = 0;
    for (; i + kLaneRows <= p.m; i += kLaneRows)
      lane_rows<kLaneRows>(d, lanes, p, i, done != 0);
    for (; i < p.m; ++i) lane_rows<1>(d, lanes, p, i, done != 0);
    p.a += p.k * p.a_column;
    p.b += p.k * p.b_row;
  }
}

template <typename T>
void multiply_lanes_of(LaneProduct<T> p, std::int64_t depth) {
  const hn::ScalableTag<T> d;
  using D = decltype(d);
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  const auto move = [&] {
    p.a += step;
    p.b += step;
    p.c += step;
  };
  for_vectors(
      d, p.lanes,
      [&](std::int64_t) HWY_ATTR {
        lane_matrices(d, WholeLanes<D>(), p, depth);
        move();
      },
      [&](std::int64_t, std::int64_t rest)
          HWY_ATTR { lane_matrices(d, LastLanes<D>{rest}, p, depth); });
}

void multiply_float_lanes(const LaneProduct<float>& p, std::int64_t depth) {
  multiply_lanes_of(p, depth);
}
void multiply_double_lanes(const LaneProduct<double>& p, std::int64_t depth) {
  multiply_lanes_of(p, depth);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_float_lanes);
HWY_EXPORT(multiply_double_lanes);

namespace {

template <typename T>
void multiply_lanes_in(const Tensor& out, const Tensor& a, const Tensor& b) {
  const MatrixOperand<T> left(a, true);
  const MatrixOperand<T> right(b, true);
  DenseOut<T> to(out);
  const Shape& shape = out.view.shape();
  const Strides strides = row_major_strides(shape);
  const std::size_t row = shape.size() - 3;
  const LaneProduct<T> whole{.m = shape[row],
                             .n = shape[row + 1],
                             .k = a.view.shape()[row + 1],
                             .lanes = shape[row + 2],
                             .a = left.elements(),
                             .a_row = left.strides()[row],
                             .a_column = left.strides()[row + 1],
                             .b = right.elements(),
                             .b_row = right.strides()[row],
                             .b_column = right.strides()[row + 1],
                             .c = to.data(),
                             .c_row = strides[row],
                             .c_column = strides[row + 1]};
  Axes<3> batch;
  for (std::size_t i = 0; i < row; ++i)
    if (shape[i] != 1)
      batch.add(
          {shape[i], {strides[i], left.strides()[i], right.strides()[i]}});
  const bool is_worth =
      is_worth_threads(0, 2 * whole.m * whole.n * whole.k * whole.lanes);
  for_outer(batch, batch.count(), [&](const auto& offsets) {
    in_ranges(whole.m, 4, is_worth, [&](std::int64_t first, std::int64_t last) {
      LaneProduct<T> part = whole;
      part.m = last - first;
      part.a += offsets[1] + first * whole.a_row;
      part.b += offsets[2];
      part.c += offsets[0] + first * whole.c_row;
      const std::int64_t depth = settings().matmul_depth;
      if constexpr (sizeof(T) == 4)
        HWY_DYNAMIC_DISPATCH(multiply_float_lanes)(part, depth);
      else
        HWY_DYNAMIC_DISPATCH(multiply_double_lanes)(part, depth);
    });
  });
  to.store();
}

}  // namespace

bool suits_lanes(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k,
                 std::int64_t lanes) {
  constexpr std::int64_t kMostLines = 16384;  // 1 MiB
  const DType compute = compute_dtype_of(dtype);
  return (compute == DType::kFloat32 || compute == DType::kFloat64) &&
         lanes >= settings().direct_row && m * k + k * n <= kMostLines;
}

void multiply_lanes(const Tensor& out, const Tensor& a, const Tensor& b) {
  if (compute_dtype_of(out.dtype) == DType::kFloat64)
    multiply_lanes_in<double>(out, a, b);
  else
    multiply_lanes_in<float>(out, a, b);
}

}  // namespace assay::optimized
#endif
