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

#include "optimized/vectors/tails-inl.h"

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
  // Both terms are exact where the position is halfway between two elements.
  V position = hn::MulAdd(g, hn::Set(d, (aligns_corners ? n - 1 : n) / 2),
                          hn::Set(d, (n - 1) / 2));
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
      const auto pairs = hn::Floor(hn::Mul(turns, hn::Set(d, T(0.5))));
      const auto is_even = hn::Eq(hn::Add(pairs, pairs), turns);
      position = hn::IfThenElse(is_even, hn::Add(hn::Set(d, edge), rest),
                                hn::Sub(hn::Set(d, edge + span), rest));
    }
  }
  return hn::Min(hn::Max(position, hn::Set(d, low)), hn::Set(d, high));
}

// The positions of a block of samples.
template <typename T>
struct Places {
  using I = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  HWY_ALIGN I place[kBlock];  // in a plane; -1 if it is outside, for nearest
  HWY_ALIGN I row[kBlock];
  HWY_ALIGN I column[kBlock];
  HWY_ALIGN T down[kBlock];
  HWY_ALIGN T right[kBlock];
  bool are_inside[kBlock];  // by vector: all taps are elements
};

template <typename T, bool takes_nearest>
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
      const V left = takes_nearest ? hn::Round(column) : hn::Floor(column);
      const V top = takes_nearest ? hn::Round(row) : hn::Floor(row);
      const VI at_row = hn::ConvertTo(di, top);
      const VI at_column = hn::ConvertTo(di, left);
      constexpr std::int64_t more = takes_nearest ? 0 : 1;
      const auto inside = hn::And(is_within(at_row, image_.height - more),
                                  is_within(at_column, image_.width - more));
      places_.are_inside[i / lanes] = hn::AllTrue(di, inside);
      VI place =
          hn::Add(hn::Mul(at_row, hn::Set(di, static_cast<I>(image_.width))),
                  at_column);
      if constexpr (takes_nearest) {
        place = hn::IfThenElse(inside, place, hn::Set(di, I{-1}));
      } else {
        hn::Store(at_row, di, places_.row + i);
        hn::Store(at_column, di, places_.column + i);
        hn::Store(hn::Sub(row, top), d, places_.down + i);
        hn::Store(hn::Sub(column, left), d, places_.right + i);
      }
      hn::Store(place, di, places_.place + i);
    }
  }

  // Stores the samples of a plane.
  void sample(const T* x, T* y, std::int64_t count) const {
    const D d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t i = 0; i < count; i += lanes) {
      V v;
      if constexpr (takes_nearest)
        v = places_.are_inside[i / lanes] ? taken(x, i) : taken_inside(x, i);
      else
        v = places_.are_inside[i / lanes] ? blended(x, i)
                                          : blended_inside(x, i);
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

  // Returns the elements at places that are all inside.
  V taken(const T* x, std::int64_t i) const {
    return hn::GatherIndex(D(), x, hn::Load(DI(), places_.place + i));
  }
  // Returns the elements at places, and 0 where there is none.
  V taken_inside(const T* x, std::int64_t i) const {
    const D d;
    const DI di;
    const VI place = hn::Load(di, places_.place + i);
    const auto inside = hn::Gt(place, hn::Set(di, I{-1}));
    return hn::IfThenElseZero(
        hn::RebindMask(d, inside),
        hn::GatherIndex(d, x, hn::IfThenElseZero(inside, place)));
  }
  V taken_inside(const T* x, VI row, VI column) const {
    const D d;
    const DI di;
    const auto inside =
        hn::And(is_within(row, image_.height), is_within(column, image_.width));
    const VI place = hn::Add(
        hn::Mul(row, hn::Set(di, static_cast<I>(image_.width))), column);
    return hn::IfThenElseZero(
        hn::RebindMask(d, inside),
        hn::GatherIndex(d, x, hn::IfThenElseZero(inside, place)));
  }

  // Returns the sums of four elements by their distances to sample i.
  V weighted(std::int64_t i, V top_left, V top_right, V low_left,
             V low_right) const {
    const D d;
    const V one = hn::Set(d, T(1));
    const V down = hn::Load(d, places_.down + i), up = hn::Sub(one, down);
    const V right = hn::Load(d, places_.right + i), left = hn::Sub(one, right);
    V sum = hn::Mul(hn::Mul(up, left), top_left);
    sum = hn::MulAdd(hn::Mul(up, right), top_right, sum);
    sum = hn::MulAdd(hn::Mul(down, left), low_left, sum);
    return hn::MulAdd(hn::Mul(down, right), low_right, sum);
  }
  V blended(const T* x, std::int64_t i) const {
    const T* low = x + image_.width;
    return weighted(i, taken(x, i), taken(x + 1, i), taken(low, i),
                    taken(low + 1, i));
  }
  V blended_inside(const T* x, std::int64_t i) const {
    const DI di;
    const VI one = hn::Set(di, I{1});
    const VI row = hn::Load(di, places_.row + i);
    const VI column = hn::Load(di, places_.column + i);
    const VI next_row = hn::Add(row, one), next = hn::Add(column, one);
    return weighted(i, taken_inside(x, row, column), taken_inside(x, row, next),
                    taken_inside(x, next_row, column),
                    taken_inside(x, next_row, next));
  }

  const SampledImage& image_;
  Places<T> places_;
};

template <bool takes_nearest, typename T>
void sample_blocks(const SampledImage& image, const T* x, const T* grid, T* y,
                   std::int64_t first, std::int64_t last) {
  Sampler<T, takes_nearest> sampler(image);
  for (std::int64_t i = first; i < last; i += kBlock) {
    const std::int64_t count = std::min(kBlock, last - i);
    sampler.find(grid + 2 * i, count);
    for (std::int64_t c = 0; c < image.channels; ++c)
      sampler.sample(x + c * image.height * image.width,
                     y + c * image.positions + i, count);
  }
}

template <typename T>
void sample(const SampledImage& image, const T* x, const T* grid, T* y,
            std::int64_t first, std::int64_t last) {
  if (image.takes_nearest)
    sample_blocks<true>(image, x, grid, y, first, last);
  else
    sample_blocks<false>(image, x, grid, y, first, last);
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
