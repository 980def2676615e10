// Implements sums along rows. A tap is over x in a range of a row of the
// result, so a row is computed by adding one multiple of a row of x per tap.
// Integers are multiplied in unsigned arithmetic, and wrap.
// Tested by tests/optimized/convolution_test.cc.
#include "optimized/convolution/row_sums.h"

#include <type_traits>

#include "optimized/layout/dense.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/row_sums.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// The language would compute products of 16-bit integers in int, which they can
// overflow.
template <typename T>
using Wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, T>;

template <typename T>
void add_run(T* HWY_RESTRICT sums, const T* HWY_RESTRICT x, std::int64_t stride,
             std::int64_t count, T weight) {
  const auto w = static_cast<Wide<T>>(weight);
  if (stride == 1) {
    for (std::int64_t i = 0; i < count; ++i)
      sums[i] = static_cast<T>(sums[i] + w * static_cast<Wide<T>>(x[i]));
  } else {
    for (std::int64_t i = 0; i < count; ++i)
      sums[i] =
          static_cast<T>(sums[i] + w * static_cast<Wide<T>>(x[i * stride]));
  }
}

// A part of a row of results.
struct Run {
  std::int64_t first, end;
};

// Adds every term to the sums of a run of results. The image and the weights
// are those of one group and of one channel of the result.
template <typename T>
void add_terms(const Correlation& c, const T* image, const T* weight,
               std::int64_t z, std::int64_t y, const Run& run, T* sums) {
  const auto& [az, ay, ax] = c.axes;
  const std::int64_t plane = places_of(c.axes);
  if (taps_of(c.axes) == 0) return;
  for (std::int64_t i = 0; i < c.inputs; ++i)
    for (std::int64_t tz = 0; tz < az.taps; ++tz) {
      const std::int64_t pz = az.place(z, tz);
      if (!az.contains(pz)) continue;
      for (std::int64_t ty = 0; ty < ay.taps; ++ty) {
        const std::int64_t py = ay.place(y, ty);
        if (!ay.contains(py)) continue;
        const T* line = image + i * plane + (pz * ay.in + py) * ax.in;
        const T* w = weight + i * c.weight_input + az.weight_first +
                     az.weight_step * tz + ay.weight_first +
                     ay.weight_step * ty + ax.weight_first;
        for (std::int64_t tx = 0; tx < ax.taps; ++tx) {
          const TapRange r = ax.range(tx);
          const std::int64_t from = std::max(r.first, run.first);
          const std::int64_t end = std::min(r.end, run.end);
          if (end > from)
            add_run(sums + (from - run.first),
                    line + r.place + (from - r.first) * ax.stride, ax.stride,
                    end - from, w[ax.weight_step * tx]);
        }
      }
    }
}

// Stores the results of one channel in a run of a row.
template <typename T>
void correlate_run(const Correlation& c, std::int64_t n, std::int64_t channel,
                   std::int64_t z, std::int64_t y, const Run& run, T* sums) {
  const auto& [az, ay, ax] = c.axes;
  const std::int64_t channels = c.groups * c.outputs;
  const std::int64_t g = channel / c.outputs;
  const std::int64_t count = run.end - run.first;
  std::fill_n(
      sums, count,
      c.bias == nullptr ? T(0) : static_cast<const T*>(c.bias)[channel]);
  add_terms(c,
            static_cast<const T*>(c.x) +
                (n * c.groups + g) * c.inputs * places_of(c.axes),
            static_cast<const T*>(c.weight) + g * c.weight_group +
                channel % c.outputs * c.weight_output,
            z, y, run, sums);
  T* to =
      static_cast<T*>(c.out) + (n * channels + channel) * stored_of(c.axes) +
      ((az.to_first + az.to_step * z) * ay.to + ay.to_first + ay.to_step * y) *
          ax.to +
      ax.to_first + ax.to_step * run.first;
  for (std::int64_t q = 0; q < count; ++q) to[q * ax.to_step] = sums[q];
}

template <typename T>
void correlate(const Correlation& c, std::int64_t first, std::int64_t last) {
  const auto& [az, ay, ax] = c.axes;
  const std::int64_t channels = c.groups * c.outputs;
  const Scratch room(ax.count * static_cast<std::int64_t>(sizeof(T)));
  for (std::int64_t row = first; row < last; ++row)
    correlate_run(c, row / (ay.count * az.count * channels),
                  row / (ay.count * az.count) % channels,
                  row / ay.count % az.count, row % ay.count, {0, ax.count},
                  reinterpret_cast<T*>(room.bytes()));
}

template <typename T>
void correlate_block(const Correlation& c, const Block& block,
                     std::int64_t first, std::int64_t last) {
  const Scratch room(block.count[2] * static_cast<std::int64_t>(sizeof(T)));
  const Run run{block.first[2], block.first[2] + block.count[2]};
  for (std::int64_t n = 0; n < block.images; ++n)
    for (std::int64_t channel = first; channel < last; ++channel)
      for (std::int64_t z = 0; z < block.count[0]; ++z)
        for (std::int64_t y = 0; y < block.count[1]; ++y)
          correlate_run(c, block.image + n, channel, block.first[0] + z,
                        block.first[1] + y, run,
                        reinterpret_cast<T*>(room.bytes()));
}

// Returns Σ a[i]·b[i·stride]. Sums of floats are 16 chains, which the compiler
// turns into vectors.
template <typename T>
Wide<T> dot(const T* a, const T* b, std::int64_t stride, std::int64_t count) {
  constexpr std::int64_t kChains = 16;
  Wide<T> chains[kChains] = {};
  std::int64_t i = 0;
  if (stride == 1)
    for (; i + kChains <= count; i += kChains)
      for (std::int64_t j = 0; j < kChains; ++j)
        chains[j] +=
            static_cast<Wide<T>>(a[i + j]) * static_cast<Wide<T>>(b[i + j]);
  for (; i < count; ++i)
    chains[i % kChains] +=
        static_cast<Wide<T>>(a[i]) * static_cast<Wide<T>>(b[i * stride]);
  for (std::int64_t half = kChains / 2; half > 0; half /= 2)
    for (std::int64_t j = 0; j < half; ++j) chains[j] += chains[j + half];
  return chains[0];
}

template <typename T>
T tap_sum(const TapSums& s, const T* windows, const T* x, std::int64_t tz,
          std::int64_t ty, std::int64_t tx) {
  const auto& [az, ay, ax] = s.axes;
  const TapRange rz = az.range(tz), ry = ay.range(ty), rx = ax.range(tx);
  Wide<T> sum = 0;
  if (rx.first == rx.end) return 0;
  for (std::int64_t n = 0; n < s.batch; ++n) {
    const T* from = x + n * s.groups * s.inputs * places_of(s.axes);
    const T* by = windows + n * s.groups * s.outputs * count_of(s.axes);
    for (std::int64_t z = rz.first; z < rz.end; ++z)
      for (std::int64_t y = ry.first; y < ry.end; ++y)
        sum += dot(by + (z * ay.count + y) * ax.count + rx.first,
                   from + (az.place(z, tz) * ay.in + ay.place(y, ty)) * ax.in +
                       rx.place,
                   ax.stride, rx.end - rx.first);
  }
  return static_cast<T>(sum);
}

template <typename T>
void sum_elements(const TapSums& s, std::int64_t first, std::int64_t last) {
  const auto& [az, ay, ax] = s.axes;
  for (std::int64_t i = first; i < last; ++i) {
    const std::int64_t tx = i % ax.taps;
    const std::int64_t ty = i / ax.taps % ay.taps;
    const std::int64_t tz = i / (ax.taps * ay.taps) % az.taps;
    const std::int64_t pair = i / taps_of(s.axes);
    const std::int64_t b = pair % s.inputs;
    const std::int64_t channel = pair / s.inputs;
    const std::int64_t g = channel / s.outputs;
    static_cast<T*>(s.out)[i] = tap_sum(
        s, static_cast<const T*>(s.windows) + channel * count_of(s.axes),
        static_cast<const T*>(s.x) + (g * s.inputs + b) * places_of(s.axes), tz,
        ty, tx);
  }
}

template <typename F>
void for_type(DType compute, F f) {
  switch (compute) {
    case DType::kFloat32:
      return f(float());
    case DType::kFloat64:
      return f(double());
    case DType::kInt16:
    case DType::kUint16:
      return f(std::uint16_t());
    case DType::kInt32:
    case DType::kUint32:
      return f(std::uint32_t());
    case DType::kInt64:
    case DType::kUint64:
      return f(std::uint64_t());
    default:
      return f(std::uint8_t());
  }
}

void correlate_of(const Correlation& c, DType compute, std::int64_t first,
                  std::int64_t last) {
  for_type(compute, [&]<typename T>(T) { correlate<T>(c, first, last); });
}
void correlate_block_of(const Correlation& c, DType compute, const Block& block,
                        std::int64_t first, std::int64_t last) {
  for_type(compute,
           [&]<typename T>(T) { correlate_block<T>(c, block, first, last); });
}
void sum_taps_of(const TapSums& s, DType compute, std::int64_t first,
                 std::int64_t last) {
  for_type(compute, [&]<typename T>(T) { sum_elements<T>(s, first, last); });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(correlate_of);
HWY_EXPORT(correlate_block_of);
HWY_EXPORT(sum_taps_of);

void correlate_rows(const Correlation& sums, DType compute, std::int64_t first,
                    std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(correlate_of)(sums, compute, first, last);
}
void correlate_rows(const Correlation& sums, DType compute, const Block& block,
                    std::int64_t first, std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(correlate_block_of)(sums, compute, block, first, last);
}
void sum_taps(const TapSums& sums, DType compute, std::int64_t first,
              std::int64_t last) {
  HWY_DYNAMIC_DISPATCH(sum_taps_of)(sums, compute, first, last);
}

}  // namespace assay::optimized
#endif
