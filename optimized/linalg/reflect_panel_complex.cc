// Reduces panels of a few complex columns by Householder reflections, in the
// way of reflect_panel.cc, on two planes.
// Tested by tests/optimized/linalg_reflections_test.cc.
#include <algorithm>
#include <cmath>

#include "optimized/linalg/reflectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/reflect_panel_complex.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The sums of a column with the columns of the panel, or the factors by which
// its elements are subtracted from those.
template <typename T>
struct Row {
  HWY_ALIGN T re[kPanelColumns] = {};
  HWY_ALIGN T im[kPanelColumns] = {};
};

// Stores the vector of a column, x · scale, and subtracts x · weights from the
// columns after it, for all rows below `column`. Computes the sums of
// conj(panel[i][next]) · panel[i] over the rows i > next. Without `updates` it
// only computes the sums.
template <bool updates, class D, typename T = hn::TFromD<D>>
void update_below(D d, Planes<T*, 2> panel, std::int64_t rows,
                  std::int64_t column, std::complex<T> scale,
                  const Row<T>& weights, std::int64_t next, Row<T>& sums) {
  constexpr std::int64_t kLanes = hn::MaxLanes(d);
  constexpr std::int64_t kVectors = kPanelColumns / kLanes;
  constexpr std::int64_t kChains = kVectors >= 2 ? 1 : 2;
  hn::Vec<D> total[kChains][2][kVectors];
  for (auto& chain : total)
    for (auto& part : chain)
      for (auto& sum : part) sum = hn::Zero(d);
  const auto update = [&](std::int64_t i, auto& chain, bool is_summed) {
    T* re = panel[0] + i * kPanelColumns;
    T* im = panel[1] + i * kPanelColumns;
    hn::Vec<D> left[2][kVectors];
    const T x = re[column], y = im[column];
    for (std::int64_t v = 0; v < kVectors; ++v) {
      left[0][v] = hn::LoadU(d, re + v * kLanes);
      left[1][v] = hn::LoadU(d, im + v * kLanes);
      if constexpr (!updates) continue;
      const auto by_re = hn::LoadU(d, weights.re + v * kLanes);
      const auto by_im = hn::LoadU(d, weights.im + v * kLanes);
      const auto x_all = hn::Set(d, x), y_all = hn::Set(d, y);
      left[0][v] =
          hn::MulAdd(y_all, by_im, hn::NegMulAdd(x_all, by_re, left[0][v]));
      left[1][v] =
          hn::NegMulAdd(y_all, by_re, hn::NegMulAdd(x_all, by_im, left[1][v]));
      hn::StoreU(left[0][v], d, re + v * kLanes);
      hn::StoreU(left[1][v], d, im + v * kLanes);
    }
    if constexpr (updates) {
      re[column] = x * scale.real() - y * scale.imag();
      im[column] = x * scale.imag() + y * scale.real();
    }
    if (!is_summed) return;
    const auto of_re = hn::Set(d, re[next]), of_im = hn::Set(d, im[next]);
    for (std::int64_t v = 0; v < kVectors; ++v) {
      chain[0][v] = hn::MulAdd(of_im, left[1][v],
                               hn::MulAdd(of_re, left[0][v], chain[0][v]));
      chain[1][v] = hn::NegMulAdd(of_im, left[0][v],
                                  hn::MulAdd(of_re, left[1][v], chain[1][v]));
    }
  };
  std::int64_t i = column + 1;
  if (updates && i < rows) update(i++, total[0], false);
  for (; i + kChains <= rows; i += kChains)
    for (std::int64_t c = 0; c < kChains; ++c) update(i + c, total[c], true);
  for (; i < rows; ++i) update(i, total[0], true);
  for (std::int64_t v = 0; v < kVectors; ++v) {
    for (std::int64_t c = 1; c < kChains; ++c)
      for (int part = 0; part < 2; ++part)
        total[0][part][v] = hn::Add(total[0][part][v], total[c][part][v]);
    hn::StoreU(total[0][0][v], d, sums.re + v * kLanes);
    hn::StoreU(total[0][1][v], d, sums.im + v * kLanes);
  }
}

template <typename T>
void reflect_planes(Planes<T*, 2> panel, std::int64_t rows,
                    std::int64_t columns, std::complex<T>* tau) {
  const hn::CappedTag<T, kPanelColumns> d;
  Row<T> sums;
  update_below<false>(d, panel, rows, 0, std::complex<T>(), Row<T>(), 0, sums);
  for (std::int64_t j = 0; j < columns; ++j) {
    tau[j] = 0;
    if (j >= rows) continue;
    T* re = panel[0] + j * kPanelColumns;
    T* im = panel[1] + j * kPanelColumns;
    const T norm = sums.re[j];
    Row<T> weights;
    std::complex<T> scale = 0;
    if (norm > smallest_sum(T())) {
      const std::complex<T> alpha(re[j], im[j]);
      const T beta = -std::copysign(
          std::sqrt(re[j] * re[j] + im[j] * im[j] + norm), re[j]);
      tau[j] = {(beta - re[j]) / beta, -im[j] / beta};
      scale = std::complex<T>(1) / (alpha - beta);
      for (std::int64_t c = j + 1; c < columns; ++c) {
        const std::complex<T> sum(sums.re[c], sums.im[c]);
        const std::complex<T> weight =
            std::conj(tau[j]) *
            (std::complex<T>(re[c], im[c]) + std::conj(scale) * sum);
        re[c] -= weight.real();
        im[c] -= weight.imag();
        const std::complex<T> factor = scale * weight;
        weights.re[c] = factor.real();
        weights.im[c] = factor.imag();
      }
      re[j] = beta;
      im[j] = 0;
    }
    update_below<true>(d, panel, rows, j, scale, weights,
                       std::min(j + 1, kPanelColumns - 1), sums);
  }
}

void reflect_planes_float(Planes<float*, 2> panel, std::int64_t rows,
                          std::int64_t columns, std::complex<float>* tau) {
  reflect_planes(panel, rows, columns, tau);
}
void reflect_planes_double(Planes<double*, 2> panel, std::int64_t rows,
                           std::int64_t columns, std::complex<double>* tau) {
  reflect_planes(panel, rows, columns, tau);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(reflect_planes_float);
HWY_EXPORT(reflect_planes_double);

void reflect_panel(Planes<float*, 2> panel, std::int64_t rows,
                   std::int64_t columns, std::complex<float>* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_planes_float)(panel, rows, columns, tau);
}
void reflect_panel(Planes<double*, 2> panel, std::int64_t rows,
                   std::int64_t columns, std::complex<double>* tau) {
  HWY_DYNAMIC_DISPATCH(reflect_planes_double)(panel, rows, columns, tau);
}

}  // namespace assay::optimized
#endif
