// Implements samples. Positions are computed once for a block of samples, and
// used for all channels.
// Tested by tests/optimized/resampling_test.cc.
#include "optimized/resampling/grid_sample.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/dense.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/resampling/grid_sample.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/vectors/row_ends-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Samples whose positions are kept for all channels.
constexpr std::int64_t kBlock = 256;

// Returns positions along an axis of extent n, after the padding mode, and
// clamped to where they have taps.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V placed(D d, V g, std::int64_t extent, PaddingMode padding,
                    bool aligns_corners) {
  using T = hn::TFromD<D>;
  const T n = static_cast<T>(extent);
  const auto one = hn::Set(d, T(1)), half = hn::Set(d, T(0.5));
  const auto from_edge = hn::Add(g, one);
  V position =
      aligns_corners
          ? hn::Mul(hn::Mul(from_edge, hn::Set(d, n - 1)), half)
          : hn::Mul(hn::Sub(hn::Mul(from_edge, hn::Set(d, n)), one), half);
  T low = 0, high = n - 1;
  if (padding == PaddingMode::kZeros) {
    low = -2;
    high = n + 1;
  } else if (padding == PaddingMode::kReflection) {
    const T edge = aligns_corners ? T(0) : T(-0.5);
    const T span = aligns_corners ? n - 1 : n;
    if (span == 0) {
      position = hn::Zero(d);
    } else {
      const auto distance = hn::Abs(hn::Sub(position, hn::Set(d, edge)));
      const auto turns = hn::Floor(hn::Div(distance, hn::Set(d, span)));
      const auto rest = hn::Sub(distance, hn::Mul(turns, hn::Set(d, span)));
      const auto pairs = hn::Floor(hn::Mul(turns, half));
      const auto is_even = hn::Eq(hn::Add(pairs, pairs), turns);
      position = hn::IfThenElse(is_even, hn::Add(hn::Set(d, edge), rest),
                                hn::Sub(hn::Set(d, edge + span), rest));
    }
  }
  // NaN becomes `low`.
  position =
      hn::IfThenElse(hn::Eq(position, position), position, hn::Set(d, low));
  return hn::Min(hn::Max(position, hn::Set(d, low)), hn::Set(d, high));
}

// The positions of a block of samples.
template <typename T>
struct Places {
  using I = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  HWY_ALIGN I row[kBlock];
  HWY_ALIGN I column[kBlock];
  HWY_ALIGN T down[kBlock];
  HWY_ALIGN T right[kBlock];
  bool are_inside[kBlock];  // by vector: all taps are elements
};

template <typename T>
class Sampler {
 public:
  using I = typename Places<T>::I;
  using D = hn::ScalableTag<T>;
  using DI = hn::ScalableTag<I>;
  using V = hn::Vec<D>;
  using VI = hn::Vec<DI>;

  explicit Sampler(const SampledImage& image) : image_(image) {}

  // Finds the places of `count` samples, and of those that fill a vector.
  void find(const T* grid, std::int64_t count) {
    const D d;
    const DI di;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; i < count; i += lanes) {
      V x, y;
      load_pairs(grid + 2 * i, count - i, x, y);
      const V column =
          placed(d, x, image_.width, image_.padding, image_.aligns_corners);
      const V row =
          placed(d, y, image_.height, image_.padding, image_.aligns_corners);
      const V left =
          image_.takes_nearest ? hn::Round(column) : hn::Floor(column);
      const V top = image_.takes_nearest ? hn::Round(row) : hn::Floor(row);
      const VI at_row = hn::ConvertTo(di, top);
      const VI at_column = hn::ConvertTo(di, left);
      hn::Store(at_row, di, places_.row + i);
      hn::Store(at_column, di, places_.column + i);
      hn::Store(hn::Sub(row, top), d, places_.down + i);
      hn::Store(hn::Sub(column, left), d, places_.right + i);
      const std::int64_t more = image_.takes_nearest ? 0 : 1;
      const auto inside = hn::And(is_within(at_row, image_.height - more),
                                  is_within(at_column, image_.width - more));
      places_.are_inside[i / lanes] = hn::AllTrue(di, inside);
    }
  }

  // Stores the samples of a plane.
  void sample(const T* x, T* y, std::int64_t count) const {
    const D d;
    const DI di;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; i < count; i += lanes) {
      const VI row = hn::Load(di, places_.row + i);
      const VI column = hn::Load(di, places_.column + i);
      const bool are_inside = places_.are_inside[i / lanes];
      V v;
      if (image_.takes_nearest) {
        v = are_inside ? taken<true>(x, row, column)
                       : taken<false>(x, row, column);
      } else {
        const V down = hn::Load(d, places_.down + i);
        const V right = hn::Load(d, places_.right + i);
        v = are_inside ? blended<true>(x, row, column, down, right)
                       : blended<false>(x, row, column, down, right);
      }
      store_first(d, v, y + i, count - i);
    }
  }

 private:
  static hn::Mask<DI> is_within(VI place, std::int64_t count) {
    const DI di;
    return hn::And(hn::Gt(place, hn::Set(di, I{-1})),
                   hn::Lt(place, hn::Set(di, static_cast<I>(count))));
  }

  // Loads pairs of the grid. Those after the last one are 0.
  static void load_pairs(const T* grid, std::int64_t count, V& x, V& y) {
    const D d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (count >= lanes) return hn::LoadInterleaved2(d, grid, x, y);
    HWY_ALIGN T pairs[2 * HWY_MAX_BYTES / sizeof(T)] = {};
    std::copy_n(grid, 2 * count, pairs);
    hn::LoadInterleaved2(d, pairs, x, y);
  }

  // Returns elements, which are 0 where they are not inside.
  template <bool are_inside>
  V taken(const T* x, VI row, VI column) const {
    const D d;
    const DI di;
    const VI width = hn::Set(di, static_cast<I>(image_.width));
    if constexpr (are_inside) {
      return hn::GatherIndex(d, x, hn::Add(hn::Mul(row, width), column));
    } else {
      const auto inside = hn::And(is_within(row, image_.height),
                                  is_within(column, image_.width));
      const VI place =
          hn::IfThenElseZero(inside, hn::Add(hn::Mul(row, width), column));
      return hn::IfThenElseZero(hn::RebindMask(d, inside),
                                hn::GatherIndex(d, x, place));
    }
  }

  template <bool are_inside>
  V blended(const T* x, VI row, VI column, V down, V right) const {
    const D d;
    const DI di;
    const VI one = hn::Set(di, I{1});
    const V up = hn::Sub(hn::Set(d, T(1)), down);
    const V left = hn::Sub(hn::Set(d, T(1)), right);
    const VI next_row = hn::Add(row, one), next = hn::Add(column, one);
    V sum = hn::Mul(hn::Mul(up, left), taken<are_inside>(x, row, column));
    sum = hn::MulAdd(hn::Mul(up, right), taken<are_inside>(x, row, next), sum);
    sum = hn::MulAdd(hn::Mul(down, left),
                     taken<are_inside>(x, next_row, column), sum);
    return hn::MulAdd(hn::Mul(down, right),
                      taken<are_inside>(x, next_row, next), sum);
  }

  const SampledImage& image_;
  Places<T> places_;
};

template <typename T>
void sample(const SampledImage& image, const T* x, const T* grid, T* y,
            std::int64_t first, std::int64_t last) {
  Sampler<T> sampler(image);
  for (std::int64_t i = first; i < last; i += kBlock) {
    const std::int64_t count = std::min(kBlock, last - i);
    sampler.find(grid + 2 * i, count);
    for (std::int64_t c = 0; c < image.channels; ++c)
      sampler.sample(x + c * image.height * image.width,
                     y + c * image.positions + i, count);
  }
}

void sample_in_float(const SampledImage& image, const float* x,
                     const float* grid, float* y, std::int64_t first,
                     std::int64_t last) {
  sample(image, x, grid, y, first, last);
}
void sample_in_double(const SampledImage& image, const double* x,
                      const double* grid, double* y, std::int64_t first,
                      std::int64_t last) {
  sample(image, x, grid, y, first, last);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sample_in_float);
HWY_EXPORT(sample_in_double);

template <>
void sample_image(const SampledImage& image, const float* x, const float* grid,
                  float* y, std::int64_t first, std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(sample_in_float)(image, x, grid, y, first, last);
}
template <>
void sample_image(const SampledImage& image, const double* x,
                  const double* grid, double* y, std::int64_t first,
                  std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(sample_in_double)(image, x, grid, y, first, last);
}

}  // namespace assay::optimized
#endif
