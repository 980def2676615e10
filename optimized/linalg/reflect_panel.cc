// Reduces panels of a few columns by Householder reflections. A row of the
// panel is one or a few vectors, so that all sums over rows are sums of
// vectors. Each column costs one pass over the rows below it, which applies its
// reflection and sums what the next column needs.
// Tested by tests/optimized/linalg_reflections_test.cc.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/reflectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/reflect_panel.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Computes sums[c] = Σ panel[i][column] · panel[i][c] over the rows i > column.
template <class D, typename T = hn::TFromD<D>>
void sum_below(D d, const T* panel, std::int64_t rows, std::int64_t column,
               T* sums) {
  constexpr std::int64_t kLanes = hn::MaxLanes(d);
  constexpr std::int64_t kVectors = kPanelColumns / kLanes;
  hn::Vec<D> total[kVectors];
  for (std::int64_t v = 0; v < kVectors; ++v) total[v] = hn::Zero(d);
  for (std::int64_t i = column + 1; i < rows; ++i) {
    const T* row = panel + i * kPanelColumns;
    const auto x = hn::Set(d, row[column]);
    for (std::int64_t v = 0; v < kVectors; ++v)
      total[v] = hn::MulAdd(x, hn::LoadU(d, row + v * kLanes), total[v]);
  }
  for (std::int64_t v = 0; v < kVectors; ++v)
    hn::StoreU(total[v], d, sums + v * kLanes);
}

// Stores the vector of a column, x · scale, and subtracts x · weights from the
// columns after it, for all rows below the diagonal. Computes the sums of the
// next column over the rows below its own diagonal.
template <class D, typename T = hn::TFromD<D>>
void update_below(D d, T* panel, std::int64_t rows, std::int64_t column,
                  T scale, const T* weights, T* sums) {
  constexpr std::int64_t kLanes = hn::MaxLanes(d);
  constexpr std::int64_t kVectors = kPanelColumns / kLanes;
  constexpr std::int64_t kChains = kVectors >= 4 ? 1 : 4;
  hn::Vec<D> total[kChains][kVectors], weight[kVectors];
  for (std::int64_t v = 0; v < kVectors; ++v) {
    for (std::int64_t c = 0; c < kChains; ++c) total[c][v] = hn::Zero(d);
    weight[v] = hn::LoadU(d, weights + v * kLanes);
  }
  const std::int64_t next = std::min(column + 1, kPanelColumns - 1);
  const auto update = [&](std::int64_t i, auto& chain, bool is_summed) {
    T* row = panel + i * kPanelColumns;
    const T x = row[column];
    const auto factor = hn::Set(d, x);
    hn::Vec<D> left[kVectors];
    for (std::int64_t v = 0; v < kVectors; ++v) {
      left[v] =
          hn::NegMulAdd(factor, weight[v], hn::LoadU(d, row + v * kLanes));
      hn::StoreU(left[v], d, row + v * kLanes);
    }
    row[column] = x * scale;
    if (!is_summed) return;
    const auto of_next = hn::Set(d, row[next]);
    for (std::int64_t v = 0; v < kVectors; ++v)
      chain[v] = hn::MulAdd(of_next, left[v], chain[v]);
  };
  std::int64_t i = column + 1;
  if (i < rows) update(i++, total[0], false);
  for (; i + kChains <= rows; i += kChains)
#pragma GCC unroll 4
    for (std::int64_t c = 0; c < kChains; ++c) update(i + c, total[c], true);
  for (; i < rows; ++i) update(i, total[0], true);
  for (std::int64_t v = 0; v < kVectors; ++v) {
    for (std::int64_t c = 1; c < kChains; ++c)
      total[0][v] = hn::Add(total[0][v], total[c][v]);
    hn::StoreU(total[0][v], d, sums + v * kLanes);
  }
}

template <typename T>
void reflect_here(T* panel, std::int64_t rows, std::int64_t columns, T* tau) {
  const hn::CappedTag<T, kPanelColumns> d;
  HWY_ALIGN T sums[kPanelColumns];
  sum_below(d, panel, rows, 0, sums);
  for (std::int64_t j = 0; j < columns; ++j) {
    T* row = panel + j * kPanelColumns;
    tau[j] = 0;
    if (j >= rows) continue;
    const T norm = sums[j];
    HWY_ALIGN T weights[kPanelColumns] = {};
    T scale = 0;
    if (norm > smallest_sum(T())) {
      const T alpha = row[j];
      const T beta = -std::copysign(std::sqrt(alpha * alpha + norm), alpha);
      tau[j] = (beta - alpha) / beta;
      scale = 1 / (alpha - beta);
      for (std::int64_t c = j + 1; c < columns; ++c) {
        const T weight = tau[j] * (row[c] + scale * sums[c]);
        row[c] -= weight;
        weights[c] = scale * weight;
      }
      row[j] = beta;
    }
    update_below(d, panel, rows, j, scale, weights, sums);
  }
}

void reflect_float(float* panel, std::int64_t rows, std::int64_t columns,
                   float* tau) {
  reflect_here(panel, rows, columns, tau);
}
void reflect_double(double* panel, std::int64_t rows, std::int64_t columns,
                    double* tau) {
  reflect_here(panel, rows, columns, tau);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(reflect_float);
HWY_EXPORT(reflect_double);

void reflect_panel(Planes<float*, 1> panel, std::int64_t rows,
                   std::int64_t columns, float* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_float)(panel[0], rows, columns, tau);
}
void reflect_panel(Planes<double*, 1> panel, std::int64_t rows,
                   std::int64_t columns, double* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_double)(panel[0], rows, columns, tau);
}

}  // namespace assay::optimized
#endif
