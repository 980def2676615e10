// Multiplies complex matrices in tiles of the result that stay in registers.
// Panels of b are copied with their real and imaginary parts in vectors of
// their own, so that a product of complex numbers is four products of floats:
//     re += ax·bx - ay·by,  im += ax·by + ay·bx.
// Tested by tests/optimized/contraction_test.cc and the contraction family.
#include <algorithm>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "optimized/product/product.h"
#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/product/complex_product.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef ASSAY_OPTIMIZED_COMPLEX_BLOCKS
#define ASSAY_OPTIMIZED_COMPLEX_BLOCKS
namespace assay::optimized {
// The sizes of the blocks into which a product is split, and where panels of b
// are kept.
struct ComplexBlocks {
  std::int64_t depth, rows, columns;
  void* panels;
};
}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

// A tile has two sums per row and vector. AVX-512 has 32 registers, the other
// targets 16, of which six rows leave too few to g++ 12 for the factors.
constexpr std::int64_t kComplexRows = HWY_TARGET <= HWY_AVX3 ? 6 : 5;
constexpr int kComplexVectors = HWY_TARGET <= HWY_AVX3 ? 2 : 1;

// Copies `depth` rows of `columns` complex numbers of b to panels, filled up to
// whole panels with zeros. A row of a panel has a vector of real parts and one
// of imaginary parts for each vector of columns.
template <class D, typename T = hn::TFromD<D>>
void copy_panels(D d, const T* b, std::int64_t row, std::int64_t depth,
                 std::int64_t columns, T* to) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t width = kComplexVectors * lanes;
  HWY_ALIGN T rest[2 * hn::MaxLanes(d)];
  for (std::int64_t kk = 0; kk < depth; ++kk, b += row)
    for (std::int64_t j = 0; j < columns; j += width) {
      T* at = to + 2 * (j * depth + kk * width);
      for (std::int64_t v = j; v < j + width; v += lanes, at += 2 * lanes) {
        const T* from = b + 2 * v;
        if (columns - v < lanes) {
          const std::int64_t some = std::max<std::int64_t>(columns - v, 0);
          std::fill_n(std::copy_n(from, 2 * some, rest), 2 * (lanes - some),
                      T{0});
          from = rest;
        }
        hn::Vec<D> real, imaginary;
        hn::LoadInterleaved2(d, from, real, imaginary);
        hn::Store(real, d, at);
        hn::Store(imaginary, d, at + lanes);
      }
    }
}

// Rows of a and of c, which are `a_row` and `c_row` floats apart, and a panel
// of b with the columns of c that it has.
template <typename T>
struct ComplexPanel {
  const T* a;
  std::int64_t a_row;
  const T* b;
  std::int64_t depth;
  T* c;
  std::int64_t c_row, columns;
  bool adds;
};

template <int rows, class D, typename T = hn::TFromD<D>>
HWY_INLINE void complex_tile(D d, const ComplexPanel<T>& panel,
                             std::int64_t first) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  constexpr int kVectorsOfRow = kComplexVectors;
  const T* HWY_RESTRICT a = panel.a + first * panel.a_row;
  const T* HWY_RESTRICT b = panel.b;
  T* c = panel.c + first * panel.c_row;
  hn::Vec<D> real[rows][kVectorsOfRow], imaginary[rows][kVectorsOfRow];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < kVectorsOfRow; ++v) {
      real[r][v] = imaginary[r][v] = hn::Zero(d);
      hwy::Prefetch(c + r * panel.c_row + 2 * v * lanes);
      hwy::Prefetch(c + r * panel.c_row + (2 * v + 1) * lanes);
    }
  for (std::int64_t kk = 0; kk < panel.depth; ++kk) {
    hn::Vec<D> x[kVectorsOfRow], y[kVectorsOfRow];
#pragma GCC unroll 2
    for (int v = 0; v < kVectorsOfRow; ++v) {
      x[v] = hn::Load(d, b + 2 * v * lanes);
      y[v] = hn::Load(d, b + (2 * v + 1) * lanes);
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const auto left = hn::Set(d, a[r * panel.a_row]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectorsOfRow; ++v) {
        real[r][v] = hn::MulAdd(left, x[v], real[r][v]);
        imaginary[r][v] = hn::MulAdd(left, y[v], imaginary[r][v]);
      }
      const auto turned = hn::Set(d, a[r * panel.a_row + 1]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectorsOfRow; ++v) {
        real[r][v] = hn::NegMulAdd(turned, y[v], real[r][v]);
        imaginary[r][v] = hn::MulAdd(turned, x[v], imaginary[r][v]);
      }
    }
    a += 2;
    b += 2 * kVectorsOfRow * lanes;
  }
  HWY_ALIGN T beside[2 * hn::MaxLanes(d)];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < kVectorsOfRow; ++v) {
      T* to = c + r * panel.c_row + 2 * v * lanes;
      const std::int64_t some = panel.columns - v * lanes;
      if (some <= 0) break;
      T* at = to;
      if (some < lanes) {
        at = beside;
        if (panel.adds) std::copy_n(to, 2 * some, beside);
      }
      if (panel.adds) {
        hn::Vec<D> x, y;
        hn::LoadInterleaved2(d, at, x, y);
        hn::StoreInterleaved2(hn::Add(x, real[r][v]),
                              hn::Add(y, imaginary[r][v]), d, at);
      } else {
        hn::StoreInterleaved2(real[r][v], imaginary[r][v], d, at);
      }
      if (some < lanes) std::copy_n(beside, 2 * some, to);
    }
}

// Computes all `m` rows of a panel, in tiles of nearly equal heights.
template <class D, typename T = hn::TFromD<D>>
void fill_complex_panel(D d, const ComplexPanel<T>& panel, std::int64_t m) {
  for (std::int64_t i = 0, rows = 0; i < m; i += rows) {
    const std::int64_t rest = m - i;
    rows = rest > kComplexRows && rest < 2 * kComplexRows
               ? (rest + 1) / 2
               : std::min(rest, kComplexRows);
    switch (rows) {
      case 6:
        if constexpr (kComplexRows >= 6) complex_tile<6>(d, panel, i);
        break;
      case 5:
        complex_tile<5>(d, panel, i);
        break;
      case 4:
        complex_tile<4>(d, panel, i);
        break;
      case 3:
        complex_tile<3>(d, panel, i);
        break;
      case 2:
        complex_tile<2>(d, panel, i);
        break;
      default:
        complex_tile<1>(d, panel, i);
    }
  }
}

template <typename T>
void multiply_complex_of(const Product& p, const ComplexBlocks& by) {
  const hn::ScalableTag<T> d;
  const std::int64_t width =
      kComplexVectors * static_cast<std::int64_t>(hn::Lanes(d));
  T* panels = static_cast<T*>(by.panels);
  const std::int64_t rows =  // whole tiles
      by.rows < kComplexRows ? by.rows : by.rows - by.rows % kComplexRows;
  for_outer(p.batch, p.batch.count(), [&](const auto& offsets) {
    T* c = static_cast<T*>(p.c) + 2 * offsets[0];
    const T* a = static_cast<const T*>(p.a.elements) + 2 * offsets[1];
    const T* b = static_cast<const T*>(p.b.elements) + 2 * offsets[2];
    for (std::int64_t j0 = 0; j0 < p.n; j0 += by.columns)
      for (std::int64_t k0 = 0; k0 < p.k; k0 += by.depth) {
        const std::int64_t columns = std::min(by.columns, p.n - j0);
        const std::int64_t depth = std::min(by.depth, p.k - k0);
        copy_panels(d, b + 2 * (k0 * p.b.row + j0), 2 * p.b.row, depth, columns,
                    panels);
        for (std::int64_t i = 0; i < p.m; i += rows)
          for (std::int64_t j = 0; j < columns; j += width)
            fill_complex_panel(
                d,
                ComplexPanel<T>{a + 2 * (i * p.a.row + k0), 2 * p.a.row,
                                panels + 2 * j * depth, depth,
                                c + 2 * (i * p.c_row + j0 + j), 2 * p.c_row,
                                columns - j, k0 != 0},
                std::min(rows, p.m - i));
      }
  });
}

void multiply_complex_here(const Product& p, const ComplexBlocks& by,
                           bool is_double) {
  if (is_double)
    multiply_complex_of<double>(p, by);
  else
    multiply_complex_of<float>(p, by);
}

#else

void multiply_complex_here(const Product&, const ComplexBlocks&, bool) {}

#endif

bool has_complex_tiles() { return HWY_TARGET != HWY_SCALAR; }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_complex_here);
HWY_EXPORT(has_complex_tiles);

bool multiplies_complex() { return HWY_DYNAMIC_DISPATCH(has_complex_tiles)(); }

void multiply_complex_floats(const Product& p, bool is_double) {
  const Settings& use = settings();
  const std::int64_t element = is_double ? 16 : 8;
  constexpr std::int64_t kWidestPanel = 32;  // elements
  ComplexBlocks by{};
  by.depth = std::min(p.k, std::max<std::int64_t>(use.matmul_depth * 2 / 3, 2));
  by.rows = std::max<std::int64_t>(use.matmul_rows / 20, 2);
  // A block of b takes less than half of an L2 of 2 MiB.
  constexpr std::int64_t kBlock = 640 << 10;  // bytes
  const std::int64_t most =
      std::min(kBlock / element / by.depth, use.matmul_columns);
  const auto panels_of = [](std::int64_t columns) {
    return (columns + kWidestPanel - 1) / kWidestPanel * kWidestPanel;
  };
  by.columns = std::min(panels_of(p.n), panels_of(most));
  const Scratch room(by.columns * by.depth * element);
  by.panels = room.bytes();
  HWY_DYNAMIC_DISPATCH(multiply_complex_here)(p, by, is_double);
}

}  // namespace assay::optimized
#endif
