// Implements sums of taps for pairs of a plane of windows and a plane of x. The
// sums of up to nine taps stay in registers, and a vector of windows is
// multiplied by the elements under each of these taps. Windows are multiplied
// by zeros for padding, so pairs whose windows are not finite are summed along
// rows instead.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/plane_taps.h"

#include <algorithm>
#include <vector>

#include "optimized/convolution/panels.h"
#include "optimized/convolution/row_sums.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/plane_taps.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/convolution/row_masks-inl.h"

#ifndef ASSAY_OPTIMIZED_PLANE_TAPS_ONCE
#define ASSAY_OPTIMIZED_PLANE_TAPS_ONCE
namespace assay::optimized {

// The planes of one pair of channels.
template <typename T>
struct TapPlanes {
  const TapAxes* axes;
  std::int64_t batch;
  const T* x;        // of the first image
  const T* windows;  // of the first image
  std::int64_t x_image, windows_image;
  const T* zeros;  // as many as a row of x has
  T* out;          // a sum for each tap
};

}  // namespace assay::optimized
#endif

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX2
constexpr int kTapsAtOnce = 9;

// Adds the products of an image to the sums of `taps` taps from `first` on.
template <int taps, int stride, class D, typename T>
void add_image(D d, const TapPlanes<T>& p, const T* image, const T* windows,
               std::int64_t first, hn::Vec<D>* totals) {
  const auto& [az, ay, ax] = *p.axes;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t z_of[taps], y_of[taps], x_of[taps];
  for (int t = 0; t < taps; ++t) {
    const std::int64_t tap = first + t;
    z_of[t] = az.place(0, tap / (ay.taps * ax.taps));
    y_of[t] = ay.place(0, tap / ax.taps % ay.taps);
    x_of[t] = ax.place(0, tap % ax.taps);
  }
  hn::Vec<D> sums[taps];
  for (int t = 0; t < taps; ++t) sums[t] = totals[t];
  for (std::int64_t q = 0; q < ax.count; q += lanes) {
    const std::int64_t columns = std::min(lanes, ax.count - q);
    const auto some = hn::FirstN(d, static_cast<std::size_t>(columns));
    hn::Mask<D> low[taps], high[taps];
    for (int t = 0; t < taps; ++t)
      mask_row<stride>(d, x_of[t] + stride * q, ax.in, columns, low[t],
                       high[t]);
    const T* by = windows + q;
    for (std::int64_t z = 0; z < az.count; ++z)
      for (std::int64_t y = 0; y < ay.count; ++y, by += ax.count) {
        const auto w = hn::MaskedLoad(some, d, by);
#pragma GCC unroll 9
        for (int t = 0; t < taps; ++t) {
          const std::int64_t pz = z_of[t] + az.stride * z;
          const std::int64_t py = y_of[t] + ay.stride * y;
          const T* line = az.contains(pz) && ay.contains(py)
                              ? image + (pz * ay.in + py) * ax.in
                              : p.zeros;
          sums[t] =
              hn::MulAdd(elements_under<stride>(
                             d, line + (x_of[t] + stride * q), low[t], high[t]),
                         w, sums[t]);
        }
      }
  }
  for (int t = 0; t < taps; ++t) totals[t] = sums[t];
}

// Stores the sums of `count` taps, of which there are at most `taps`.
template <int taps, int stride, typename T>
void store_taps(const TapPlanes<T>& p, std::int64_t first, std::int64_t count) {
  if constexpr (taps > 1)
    if (count < taps) return store_taps<taps - 1, stride>(p, first, count);
  const hn::ScalableTag<T> d;
  hn::Vec<decltype(d)> sums[taps];
  for (int t = 0; t < taps; ++t) sums[t] = hn::Zero(d);
  for (std::int64_t n = 0; n < p.batch; ++n)
    add_image<taps, stride>(d, p, p.x + n * p.x_image,
                            p.windows + n * p.windows_image, first, sums);
  for (int t = 0; t < taps; ++t)
    p.out[first + t] = hn::GetLane(hn::SumOfLanes(d, sums[t]));
}

template <typename T>
void sum_planes(const TapPlanes<T>& p) {
  const std::int64_t taps = taps_of(*p.axes);
  for (std::int64_t t = 0; t < taps; t += kTapsAtOnce) {
    const std::int64_t count = std::min<std::int64_t>(kTapsAtOnce, taps - t);
    if ((*p.axes)[2].stride == 1)
      store_taps<kTapsAtOnce, 1>(p, t, count);
    else
      store_taps<kTapsAtOnce, 2>(p, t, count);
  }
}
#else
template <typename T>
void sum_planes(const TapPlanes<T>&) {}
#endif

void sum_planes_of_float(const TapPlanes<float>& p) { sum_planes(p); }
void sum_planes_of_double(const TapPlanes<double>& p) { sum_planes(p); }
bool has_row_masks() { return kHasRowMasks; }

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {
namespace {

HWY_EXPORT(sum_planes_of_float);
HWY_EXPORT(sum_planes_of_double);
HWY_EXPORT(has_row_masks);

void sum_pair(const TapPlanes<float>& p) {
  HWY_DYNAMIC_DISPATCH(sum_planes_of_float)(p);
}
void sum_pair(const TapPlanes<double>& p) {
  HWY_DYNAMIC_DISPATCH(sum_planes_of_double)(p);
}

template <typename T>
void sum_in(const TapSums& s) {
  const std::int64_t taps = taps_of(s.axes);
  const std::int64_t plane = count_of(s.axes), places = places_of(s.axes);
  const std::int64_t pairs = s.groups * s.outputs * s.inputs;
  const std::vector<T> zeros(static_cast<std::size_t>(s.axes[2].in), T(0));
  // Sums of one channel are several times slower than a product of matrices.
  constexpr std::int64_t kFlops = 16;  // a term counts as this many
  const std::int64_t terms = pairs * taps * s.batch * plane;
  in_ranges(pairs, 1, is_worth_threads(0, kFlops * terms),
            [&](std::int64_t first, std::int64_t last) {
              TapPlanes<T> p{};
              p.axes = &s.axes;
              p.batch = s.batch;
              p.x_image = s.groups * s.inputs * places;
              p.windows_image = s.groups * s.outputs * plane;
              p.zeros = zeros.data();
              std::int64_t checked = -1;
              bool is_finite = true;
              for (std::int64_t pair = first; pair < last; ++pair) {
                const std::int64_t channel = pair / s.inputs;
                const std::int64_t group = channel / s.outputs;
                p.x = static_cast<const T*>(s.x) +
                      (group * s.inputs + pair % s.inputs) * places;
                p.windows = static_cast<const T*>(s.windows) + channel * plane;
                p.out = static_cast<T*>(s.out) + pair * taps;
                if (channel != checked) {
                  is_finite = true;
                  for (std::int64_t n = 0; n < s.batch && is_finite; ++n)
                    is_finite =
                        are_finite(p.windows + n * p.windows_image, plane);
                  checked = channel;
                }
                if (is_finite)
                  sum_pair(p);
                else
                  sum_taps(s, kComputeDType<T>, pair * taps, (pair + 1) * taps);
              }
            });
}

}  // namespace

bool suits_planes(const TapSums& sums) {
  return HWY_DYNAMIC_DISPATCH(has_row_masks)() && sums.axes[2].stride <= 2;
}
void sum_taps_of_planes(const TapSums& sums, bool is_double) {
  if (is_double)
    sum_in<double>(sums);
  else
    sum_in<float>(sums);
}

}  // namespace assay::optimized
#endif
