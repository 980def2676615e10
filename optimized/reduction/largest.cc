// Implements the search for the largest magnitude on the bits of the elements.
// Without the sign, floats are ordered as integers are, with infinity and NaN
// last.
// Tested by tests/optimized/linalg_kernels_test.cc.
#include "optimized/reduction/largest.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/largest.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename Bits, typename T>
T largest_of(const T* x, std::int64_t count) {
  constexpr Bits kMagnitude = Bits(-1) >> 1;
  constexpr int kChains = 32;
  Bits largest[kChains] = {};
  Bits bits[kChains];
  std::int64_t i = 0;
  for (; i + kChains <= count; i += kChains) {
    std::memcpy(bits, x + i, sizeof bits);
    for (int c = 0; c < kChains; ++c)
      largest[c] = std::max(largest[c], bits[c] & kMagnitude);
  }
  for (; i < count; ++i)
    largest[0] = std::max(largest[0], std::bit_cast<Bits>(x[i]) & kMagnitude);
  return std::bit_cast<T>(*std::max_element(largest, largest + kChains));
}

float largest_float(const float* x, std::int64_t count) {
  return largest_of<std::uint32_t>(x, count);
}
double largest_double(const double* x, std::int64_t count) {
  return largest_of<std::uint64_t>(x, count);
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
