// The one loop of vector kernels: whole vectors, then one step for the tail.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LANES_INL_H_
#undef ASSAY_OPTIMIZED_LANES_INL_H_
#else
#define ASSAY_OPTIMIZED_LANES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/settings.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// out[i] = f(d, in[0][i], …) for i < count, where f takes and returns vectors
// of T. Nothing needs alignment; out may be one of the operands. Lanes behind
// the tail are computed on ones and thrown away.
template <typename T, std::size_t operands, typename F>
void transform(std::byte* out, const std::byte* const* in, std::int64_t count,
               F f) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  T* to = reinterpret_cast<T*>(out);
  const T* from[operands];
  for (std::size_t k = 0; k < operands; ++k)
    from[k] = reinterpret_cast<const T*>(in[k]);
  const auto step = [&](const T* const* x, std::size_t i) HWY_ATTR {
    if constexpr (operands == 1)
      return f(d, hn::LoadU(d, x[0] + i));
    else
      return f(d, hn::LoadU(d, x[0] + i), hn::LoadU(d, x[1] + i));
  };
  std::size_t i = 0;
  if (size * sizeof(T) >= static_cast<std::size_t>(settings().stream_bytes) &&
      size >= 2 * lanes) {
    // A result that no cache keeps goes past them, from its first whole vector
    // of aligned memory on; what is before that is written twice.
    const auto place = reinterpret_cast<std::uintptr_t>(to) / sizeof(T);
    const std::size_t before = (lanes - place % lanes) % lanes;
    if (from[0] != to && from[operands - 1] != to) {
      hn::StoreU(step(from, 0), d, to);
      for (i = before; i + lanes <= size; i += lanes)
        hn::Stream(step(from, i), d, to + i);
      hwy::FlushStream();
    }
  }
  for (; i + lanes <= size; i += lanes) hn::StoreU(step(from, i), d, to + i);
  if (lanes == 1 || i >= size) return;
  const std::size_t tail = std::min(size - i, lanes) * sizeof(T);
  HWY_ALIGN T last[operands + 1][HWY_MAX_BYTES / sizeof(T)];
  const T* ends[operands];
  for (std::size_t k = 0; k < operands; ++k) {
    for (std::size_t lane = 0; lane < lanes; ++lane) last[k][lane] = T(1);
    std::memcpy(last[k], from[k] + i, tail);
    ends[k] = last[k];
  }
  hn::StoreU(step(ends, 0), d, last[operands]);
  std::memcpy(to + i, last[operands], tail);
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
