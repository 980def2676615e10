// The one loop of vector kernels: whole vectors, then one step for the tail.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_LANES_INL_H_
#undef ASSAY_OPTIMIZED_LANES_INL_H_
#else
#define ASSAY_OPTIMIZED_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/plain_run.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Stores step(x, i), a vector of D, for the elements from i on of operands x,
// for i < count. Nothing needs alignment; out may be one of the operands. Lanes
// behind the tail are computed on ones and thrown away.
template <std::size_t operands, class D, typename Step>
HWY_INLINE void in_vectors(D d, std::byte* out, const std::byte* const* in,
                           std::int64_t count, Step step) {
  using T = hn::TFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  T* to = reinterpret_cast<T*>(out);
  const T* from[operands];
  for (std::size_t k = 0; k < operands; ++k)
    from[k] = reinterpret_cast<const T*>(in[k]);
  std::size_t i = 0;
  const auto place = reinterpret_cast<std::uintptr_t>(to);
  if (goes_past_caches(count * static_cast<std::int64_t>(sizeof(T))) &&
      size >= 2 * lanes && place % sizeof(T) == 0 && lanes * sizeof(T) >= 16) {
    // From the first whole vector of aligned memory on; what is before that is
    // written twice. Parts of a vector cannot be streamed.
    const std::size_t before = (lanes - place / sizeof(T) % lanes) % lanes;
    if (from[0] != to && from[operands - 1] != to) {
      hn::StoreU(step(from, 0), d, to);
      for (i = before; i + lanes <= size; i += lanes)
        hn::Stream(step(from, i), d, to + i);
      end_past_caches();
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

// out[i] = f(d, in[0][i], …) for i < count, where f takes and returns vectors
// of T.
template <typename T, std::size_t operands, typename F>
void transform(std::byte* out, const std::byte* const* in, std::int64_t count,
               F f) {
  const hn::ScalableTag<T> d;
  in_vectors<operands>(
      d, out, in, count, [&](const T* const* x, std::size_t i) HWY_ATTR {
        if constexpr (operands == 1)
          return f(d, hn::LoadU(d, x[0] + i));
        else
          return f(d, hn::LoadU(d, x[0] + i), hn::LoadU(d, x[1] + i));
      });
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
