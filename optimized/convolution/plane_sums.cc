// Implements correlations of few channels. A tile of a few rows of the result,
// one vector wide, stays in registers. Every tap multiplies its weight by whole
// vectors of x. Masks leave out the elements before and after a row, and rows
// before and after a plane are rows of zeros. Zeros are multiplied by weights,
// so channels whose weights are not finite are summed along rows instead.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/plane_sums.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "optimized/convolution/row_sums.h"
#include "optimized/layout/dense.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/plane_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/convolution/row_masks-inl.h"

#ifndef ASSAY_OPTIMIZED_PLANE_SUMS_ONCE
#define ASSAY_OPTIMIZED_PLANE_SUMS_ONCE
namespace assay::optimized {

// A plane of results of one channel: the axes are those along y and x.
template <typename T>
struct PlaneSums {
  TapAxis y, x;
  // The rows of x that tap 0 of the first row of results and all following
  // rows are over, for each of `depth` planes of x.
  const T* const* lines = nullptr;
  std::int64_t line_count = 0;  // of a plane
  std::int64_t depth = 1;
  const T* weights = nullptr;  // depth · y.taps · x.taps
  T start = 0;                 // the bias
  T* out = nullptr;            // the first result
};

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The taps along a row for which there are masks.
constexpr std::int64_t kMostTaps = 16;

#if HWY_TARGET <= HWY_AVX2
// Says for each tap which lanes of a vector of results have it over x. A result
// of stride 2 reads two vectors.
template <class D>
struct TapMasks {
  hn::Mask<D> low[kMostTaps];
  hn::Mask<D> high[kMostTaps];
};

// Adds the terms of a filter with 3 rows of taps to neighbouring rows of
// results, which share the rows of x.
template <int rows, int stride, class D, typename T>
HWY_INLINE void add_three_rows(D d, const PlaneSums<T>& p,
                               const TapMasks<D>& masks, const T* const* lines,
                               std::int64_t place, const T* weights,
                               hn::Vec<D>* sums) {
  for (std::int64_t tx = 0; tx < p.x.taps; ++tx) {
    const auto low = masks.low[tx];
    const auto high = masks.high[tx];
    const std::int64_t at = place + tx * p.x.dilation;
    const hn::Vec<D> w[] = {hn::Set(d, weights[tx]),
                            hn::Set(d, weights[tx + p.x.taps]),
                            hn::Set(d, weights[tx + 2 * p.x.taps])};
#pragma GCC unroll 9
    for (int j = 0; j < rows + 2; ++j) {
      const auto x = elements_under<stride>(d, lines[j] + at, low, high);
#pragma GCC unroll 3
      for (int ty = 0; ty < 3; ++ty)
        if (j - ty >= 0 && j - ty < rows)
          sums[j - ty] = hn::MulAdd(x, w[ty], sums[j - ty]);
    }
  }
}

// Adds the terms of any filter.
template <int rows, int stride, class D, typename T>
HWY_INLINE void add_rows(D d, const PlaneSums<T>& p, const TapMasks<D>& masks,
                         const T* const* lines, std::int64_t place,
                         const T* weights, hn::Vec<D>* sums) {
  for (std::int64_t ty = 0; ty < p.y.taps; ++ty) {
    const T* from[rows];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) from[r] = lines[r * p.y.stride] + place;
    for (std::int64_t tx = 0; tx < p.x.taps; ++tx) {
      const auto w = hn::Set(d, *weights++);
      const auto low = masks.low[tx];
      const auto high = masks.high[tx];
      const std::int64_t at = tx * p.x.dilation;
#pragma GCC unroll 8
      for (int r = 0; r < rows; ++r)
        sums[r] = hn::MulAdd(elements_under<stride>(d, from[r] + at, low, high),
                             w, sums[r]);
    }
    lines += p.y.dilation;
  }
}

template <int rows, int stride, bool shares, class D, typename T>
HWY_INLINE void tile(D d, const PlaneSums<T>& p, const TapMasks<D>& masks,
                     std::int64_t y, std::int64_t q, std::int64_t columns) {
  hn::Vec<D> sums[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) sums[r] = hn::Set(d, p.start);
  const std::int64_t place = p.x.place(q, 0);
  for (std::int64_t i = 0; i < p.depth; ++i) {
    const T* const* lines = p.lines + i * p.line_count + y * p.y.stride;
    const T* weights = p.weights + i * p.y.taps * p.x.taps;
    if constexpr (shares)
      add_three_rows<rows, stride>(d, p, masks, lines, place, weights, sums);
    else
      add_rows<rows, stride>(d, p, masks, lines, place, weights, sums);
  }
  T* to = p.out + y * p.y.to_step * p.x.to + q * p.x.to_step;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (p.x.to_step != 1) {
    HWY_ALIGN T row[HWY_MAX_BYTES / sizeof(T)];
    // If it were not unrolled, the sums would be stored with each tap.
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      hn::Store(sums[r], d, row);
      for (std::int64_t j = 0; j < columns; ++j) to[j * p.x.to_step] = row[j];
      to += p.y.to_step * p.x.to;
    }
    return;
  }
  if (columns == lanes) {
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
      hn::StoreU(sums[r], d, to + r * p.y.to_step * p.x.to);
    return;
  }
  const auto mask = hn::FirstN(d, static_cast<std::size_t>(columns));
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r)
    hn::BlendedStore(sums[r], mask, d, to + r * p.y.to_step * p.x.to);
}

template <int stride, bool shares, typename T>
HWY_INLINE void plane_of_stride(const PlaneSums<T>& p) {
  using D = hn::ScalableTag<T>;
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  TapMasks<D> masks;
  for (std::int64_t q = 0; q < p.x.count; q += lanes) {
    const std::int64_t columns = std::min(lanes, p.x.count - q);
    for (std::int64_t tx = 0; tx < p.x.taps; ++tx)
      mask_row<stride>(d, p.x.place(q, tx), p.x.in, columns, masks.low[tx],
                       masks.high[tx]);
    std::int64_t y = 0;
    for (; y + 7 <= p.y.count; y += 7)
      tile<7, stride, shares>(d, p, masks, y, q, columns);
    for (; y + 4 <= p.y.count; y += 4)
      tile<4, stride, shares>(d, p, masks, y, q, columns);
    if (y + 2 <= p.y.count) {
      tile<2, stride, shares>(d, p, masks, y, q, columns);
      y += 2;
    }
    if (y < p.y.count) tile<1, stride, shares>(d, p, masks, y, q, columns);
  }
}

template <typename T>
void plane(const PlaneSums<T>& p) {
  if (p.x.stride != 1) return plane_of_stride<2, false>(p);
  if (p.y.taps == 3 && p.y.stride == 1 && p.y.dilation == 1)
    return plane_of_stride<1, true>(p);
  plane_of_stride<1, false>(p);
}
#else
template <typename T>
void plane(const PlaneSums<T>&) {}
#endif

void plane_of_float(const PlaneSums<float>& p) { plane(p); }
void plane_of_double(const PlaneSums<double>& p) { plane(p); }

bool suits(const Correlation& c, bool is_double) {
  const TapAxis& x = c.axes[2];
  const auto lanes = static_cast<std::int64_t>(
      is_double ? hn::Lanes(hn::ScalableTag<double>())
                : hn::Lanes(hn::ScalableTag<float>()));
  return kHasRowMasks && c.outputs * 2 <= lanes && x.taps <= kMostTaps &&
         (x.stride <= 2 || x.count == 1);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(plane_of_float);
HWY_EXPORT(plane_of_double);
HWY_EXPORT(suits);

void compute_plane(const PlaneSums<float>& p) {
  HWY_DYNAMIC_DISPATCH(plane_of_float)(p);
}
void compute_plane(const PlaneSums<double>& p) {
  HWY_DYNAMIC_DISPATCH(plane_of_double)(p);
}

// Computes the results of some channels and images.
template <typename T>
class PlaneCorrelation {
 public:
  explicit PlaneCorrelation(const Correlation& c)
      : c_(c),
        zeros_(static_cast<std::size_t>(c.axes[2].in), T(0)),
        weights_(static_cast<std::size_t>(c.inputs * taps_of(c.axes))),
        lines_per_plane_(c.axes[1].reach(c.axes[1].count)) {
    lines_.resize(
        static_cast<std::size_t>(c.inputs * c.axes[0].taps * lines_per_plane_));
    sums_.y = c.axes[1];
    sums_.x = c.axes[2];
    sums_.line_count = lines_per_plane_;
    sums_.depth = c.inputs * c.axes[0].taps;
    sums_.lines = lines_.data();
    sums_.weights = weights_.data();
  }

  // Computes the channel of the result in one image.
  void compute(std::int64_t n, std::int64_t channel) {
    const std::int64_t g = channel / c_.outputs;
    if (channel != loaded_) load(channel);
    if (!is_finite_) {
      Block block;
      block.image = n;
      for (std::size_t i = 0; i < 3; ++i) block.count[i] = c_.axes[i].count;
      return correlate_rows(c_,
                            sizeof(T) == 4 ? DType::kFloat32 : DType::kFloat64,
                            block, channel, channel + 1);
    }
    const auto& [az, ay, ax] = c_.axes;
    const std::int64_t channels = c_.groups * c_.outputs;
    const T* image = static_cast<const T*>(c_.x) +
                     (n * c_.groups + g) * c_.inputs * places_of(c_.axes);
    T* out = static_cast<T*>(c_.out) +
             (n * channels + channel) * stored_of(c_.axes) +
             ay.to_first * ax.to + ax.to_first;
    for (std::int64_t z = 0; z < az.count; ++z) {
      const T** line = lines_.data();
      for (std::int64_t i = 0; i < c_.inputs; ++i)
        for (std::int64_t tz = 0; tz < az.taps; ++tz) {
          const std::int64_t pz = az.place(z, tz);
          const T* from = image + (i * az.in + pz) * ay.in * ax.in;
          for (std::int64_t j = 0; j < lines_per_plane_; ++j) {
            const std::int64_t py = ay.start + j;
            *line++ = az.contains(pz) && ay.contains(py) ? from + py * ax.in
                                                         : zeros_.data();
          }
        }
      sums_.out = out + (az.to_first + az.to_step * z) * ay.to * ax.to;
      compute_plane(sums_);
    }
  }

 private:
  // Brings the weights of a channel in order.
  void load(std::int64_t channel) {
    loaded_ = channel;
    const auto& [az, ay, ax] = c_.axes;
    const T* from = static_cast<const T*>(c_.weight) +
                    channel / c_.outputs * c_.weight_group +
                    channel % c_.outputs * c_.weight_output + az.weight_first +
                    ay.weight_first + ax.weight_first;
    T* to = weights_.data();
    for (std::int64_t i = 0; i < c_.inputs; ++i, from += c_.weight_input)
      for (std::int64_t tz = 0; tz < az.taps; ++tz)
        for (std::int64_t ty = 0; ty < ay.taps; ++ty)
          for (std::int64_t tx = 0; tx < ax.taps; ++tx)
            *to++ = from[tz * az.weight_step + ty * ay.weight_step +
                         tx * ax.weight_step];
    sums_.start =
        c_.bias == nullptr ? T(0) : static_cast<const T*>(c_.bias)[channel];
    is_finite_ = are_finite(weights_.data(), std::ssize(weights_));
  }

  const Correlation& c_;
  std::vector<T> zeros_, weights_;
  std::int64_t lines_per_plane_;
  std::vector<const T*> lines_;
  std::int64_t loaded_ = -1;
  bool is_finite_ = true;
  PlaneSums<T> sums_;
};

template <typename T>
void correlate_in(const Correlation& c) {
  const std::int64_t channels = c.groups * c.outputs;
  const std::int64_t terms = c.inputs * taps_of(c.axes);
  const std::int64_t results = c.batch * channels * count_of(c.axes);
  // Sums of one channel are several times slower than a product of matrices.
  constexpr std::int64_t kFlops = 16;  // a term counts as this many
  in_ranges(c.batch * channels, 1,
            is_worth_threads(results * static_cast<std::int64_t>(sizeof(T)),
                             kFlops * results * terms),
            [&](std::int64_t first, std::int64_t last) {
              PlaneCorrelation<T> planes(c);
              for (std::int64_t i = first; i < last; ++i)
                planes.compute(i % c.batch, i / c.batch);
            });
}

}  // namespace

bool suits_planes(const Correlation& sums, bool is_double) {
  return HWY_DYNAMIC_DISPATCH(suits)(sums, is_double);
}
void correlate_planes(const Correlation& sums, bool is_double) {
  if (is_double)
    correlate_in<double>(sums);
  else
    correlate_in<float>(sums);
}

}  // namespace assay::optimized
#endif
