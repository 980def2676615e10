// Implements products of complex blocks in tiles whose real and imaginary sums
// stay in registers. A panel of b is copied first if more than a few tiles read
// it. Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/linalg/plane_product.h"

#include <algorithm>

#include "optimized/resources/settings.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/plane_product.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// AVX-512 has 32 registers for the sums of both planes, the other targets 16.
constexpr int kVectorsOfBoth = HWY_TARGET <= HWY_AVX3 ? 2 : 1;
constexpr int kRowsOfBoth = 4;
constexpr std::int64_t kDepthOfBoth = 64;  // of the copied panel

// A panel of b, the rows of a that meet it, and the columns of c that it
// contributes to.
template <typename T>
struct PanelOfBoth {
  Planes<const T*, 2> a, b;
  std::int64_t b_row, depth;
  Planes<T*, 2> c;
  std::int64_t columns;
  Into into;
};

template <class V, class D, typename T = hn::TFromD<D>>
HWY_INLINE void put_sum(D d, V sum, Into into, T* to) {
  if (into == Into::kAdd) sum = hn::Add(hn::LoadU(d, to), sum);
  if (into == Into::kSubtract) sum = hn::Sub(hn::LoadU(d, to), sum);
  hn::StoreU(sum, d, to);
}

// Computes `rows` rows of c from `row` on, in `vectors` vectors per plane.
template <int rows, int vectors, bool conjugates, class D,
          typename T = hn::TFromD<D>>
HWY_INLINE void tile_of_both(D d, const PlaneProduct<T, 2>& p,
                             const PanelOfBoth<T>& panel, std::int64_t row) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  hn::Vec<D> re[rows][vectors], im[rows][vectors];
#pragma GCC unroll 4
  for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v) re[r][v] = im[r][v] = hn::Zero(d);
  for (std::int64_t k = 0; k < panel.depth; ++k) {
    hn::Vec<D> b_re[vectors], b_im[vectors];
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v) {
      b_re[v] = hn::LoadU(d, panel.b[0] + k * panel.b_row + v * lanes);
      b_im[v] = hn::LoadU(d, panel.b[1] + k * panel.b_row + v * lanes);
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r) {
      const std::int64_t at = (row + r) * p.a_row + k * p.a_column;
      const auto x = hn::Set(d, panel.a[0][at]);
      const auto y = hn::Set(d, panel.a[1][at]);
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        re[r][v] = hn::MulAdd(x, b_re[v], re[r][v]);
        im[r][v] = hn::MulAdd(x, b_im[v], im[r][v]);
        if constexpr (conjugates) {
          re[r][v] = hn::MulAdd(y, b_im[v], re[r][v]);
          im[r][v] = hn::NegMulAdd(y, b_re[v], im[r][v]);
        } else {
          re[r][v] = hn::NegMulAdd(y, b_im[v], re[r][v]);
          im[r][v] = hn::MulAdd(y, b_re[v], im[r][v]);
        }
      }
    }
  }
  if (panel.columns == vectors * lanes) {
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        const std::int64_t at = (row + r) * p.c_row + v * lanes;
        put_sum(d, re[r][v], panel.into, panel.c[0] + at);
        put_sum(d, im[r][v], panel.into, panel.c[1] + at);
      }
    return;
  }
  // c has no room for the columns past the end.
  HWY_ALIGN T beside[2][vectors * (HWY_MAX_BYTES / sizeof(T))];
  for (int r = 0; r < rows; ++r) {
    for (std::size_t plane = 0; plane < 2; ++plane) {
      T* to = panel.c[plane] + (row + r) * p.c_row;
      std::copy_n(to, panel.columns, beside[plane]);
      for (int v = 0; v < vectors; ++v)
        put_sum(d, plane == 0 ? re[r][v] : im[r][v], panel.into,
                beside[plane] + v * lanes);
      std::copy_n(beside[plane], panel.columns, to);
    }
  }
}

template <int vectors, bool conjugates, class D, typename T = hn::TFromD<D>>
void fill_panel_of_both(D d, const PlaneProduct<T, 2>& p,
                        const PanelOfBoth<T>& panel) {
  std::int64_t i = 0;
  for (; p.m - i >= kRowsOfBoth; i += kRowsOfBoth)
    tile_of_both<kRowsOfBoth, vectors, conjugates>(d, p, panel, i);
  if (p.m - i >= 2) {
    tile_of_both<2, vectors, conjugates>(d, p, panel, i);
    i += 2;
  }
  if (i < p.m) tile_of_both<1, vectors, conjugates>(d, p, panel, i);
}

template <bool conjugates, typename T>
void multiply_both(const PlaneProduct<T, 2>& p) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  constexpr std::int64_t kMost =
      kVectorsOfBoth * (HWY_MAX_BYTES / std::int64_t{sizeof(T)});
  HWY_ALIGN T copied[2 * kDepthOfBoth * kMost];
  const std::int64_t most = std::min(settings().factor_depth, kDepthOfBoth);
  const bool copies = p.m > 2 * kRowsOfBoth;
  for (std::int64_t j = 0; j < p.n;) {
    const std::int64_t vectors = p.n - j > lanes ? kVectorsOfBoth : 1;
    const std::int64_t width = vectors * lanes;
    PanelOfBoth<T> panel{};
    panel.columns = std::min(width, p.n - j);
    panel.c = advanced(p.c, j);
    for (std::int64_t part = 0; part < p.k || part == 0; part += most) {
      panel.depth = std::min(most, p.k - part);
      panel.into = part != 0 && p.into == Into::kStore ? Into::kAdd : p.into;
      if (panel.depth > 0) {  // else a and b may be null
        panel.a = advanced(p.a, part * p.a_column);
        panel.b = advanced(p.b, part * p.b_row + j);
      }
      panel.b_row = p.b_row;
      if (copies || panel.columns < width) {
        T* to = copied;
        for (std::int64_t k = 0; k < panel.depth; ++k)
          for (const T* plane : panel.b) {
            std::copy_n(plane + k * p.b_row, panel.columns, to);
            std::fill(to + panel.columns, to + width, T(0));
            to += width;
          }
        panel.b = {copied, copied + width};
        panel.b_row = 2 * width;
      }
      if constexpr (kVectorsOfBoth == 2)
        if (vectors == 2) fill_panel_of_both<2, conjugates>(d, p, panel);
      if (vectors == 1) fill_panel_of_both<1, conjugates>(d, p, panel);
    }
    j += panel.columns;
  }
}

void multiply_floats(const PlaneProduct<float, 2>& p) {
  p.conjugates ? multiply_both<true>(p) : multiply_both<false>(p);
}
void multiply_doubles(const PlaneProduct<double, 2>& p) {
  p.conjugates ? multiply_both<true>(p) : multiply_both<false>(p);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(multiply_floats);
HWY_EXPORT(multiply_doubles);

namespace {

template <typename T>
PlaneProduct<T, 2> columns_of_both(PlaneProduct<T, 2> product,
                                   std::int64_t first, std::int64_t last) {
  product.n = last - first;
  product.b = advanced(product.b, first);
  product.c = advanced(product.c, first);
  return product;
}

}  // namespace

void multiply_planes(const PlaneProduct<float, 2>& product) {
  in_column_ranges(product, 8, [&](std::int64_t first, std::int64_t last) {
    HWY_DYNAMIC_DISPATCH(multiply_floats)
    (columns_of_both(product, first, last));
  });
}
void multiply_planes(const PlaneProduct<double, 2>& product) {
  in_column_ranges(product, 8, [&](std::int64_t first, std::int64_t last) {
    HWY_DYNAMIC_DISPATCH(multiply_doubles)
    (columns_of_both(product, first, last));
  });
}

}  // namespace assay::optimized
#endif
