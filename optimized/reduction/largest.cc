// Implements the search for the largest magnitude on the bits of the elements.
// Without the sign, floats are ordered as integers are, with infinity and NaN
// last.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/reduction/largest.h"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/largest.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
T largest_of(const T* x, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const hn::RebindToSigned<decltype(d)> bits;
  using Bits = hn::TFromD<decltype(bits)>;
  constexpr auto kMagnitude = std::numeric_limits<Bits>::max();
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto magnitude = hn::Set(bits, kMagnitude);
  const auto magnitudes = [=](const T* from) HWY_ATTR {
    return hn::And(hn::BitCast(bits, hn::LoadU(d, from)), magnitude);
  };
  // Several chains hide the latency of a comparison.
  auto a = hn::Zero(bits), b = a, c = a, e = a;
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    a = hn::Max(a, magnitudes(x + i));
    b = hn::Max(b, magnitudes(x + i + lanes));
    c = hn::Max(c, magnitudes(x + i + 2 * lanes));
    e = hn::Max(e, magnitudes(x + i + 3 * lanes));
  }
  for (; i + lanes <= count; i += lanes) a = hn::Max(a, magnitudes(x + i));
  HWY_ALIGN Bits last[HWY_MAX_BYTES / sizeof(Bits)] = {};
  hn::Store(hn::Max(hn::Max(a, b), hn::Max(c, e)), bits, last);
  Bits largest = *std::max_element(last, last + lanes);
  for (; i < count; ++i)
    largest = std::max(largest, std::bit_cast<Bits>(x[i]) & kMagnitude);
  return std::bit_cast<T>(largest);
}

float largest_float(const float* x, std::int64_t count) {
  return largest_of(x, count);
}
double largest_double(const double* x, std::int64_t count) {
  return largest_of(x, count);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(largest_float);
HWY_EXPORT(largest_double);

float largest_magnitude(const float* x, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_float)(x, count);
}
double largest_magnitude(const double* x, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_double)(x, count);
}

}  // namespace assay::optimized
#endif
