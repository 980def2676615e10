// Implements spreading. Gaps are filled or rewritten in vectors for a distance
// of two, and left by masked stores of AVX-512 for short distances. All other
// elements are stored one by one.
// Tested by tests/optimized/strided_copy_test.cc.
#include "optimized/layout/spread_run.h"

#include <algorithm>
#include <type_traits>

#include "optimized/layout/element_bits.h"
#include "optimized/resources/plain_run.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/layout/spread_run.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void spread_apart(T* to, const T* from, std::int64_t step, std::int64_t count,
                  bool rewrites_gaps) {
  std::int64_t i = 0;
  if constexpr (sizeof(T) <= 8) {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (rewrites_gaps && step == 2)
      for (; i + lanes < count; i += lanes) {
        hn::Vec<decltype(d)> replaced, gaps;
        hn::LoadInterleaved2(d, to + 2 * i, replaced, gaps);
        hn::StoreInterleaved2(hn::LoadU(d, from + i), gaps, d, to + 2 * i);
      }
  }
  if constexpr ((sizeof(T) == 4 || sizeof(T) == 8) && HWY_TARGET <= HWY_AVX3) {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (2 * step <= lanes) {
      const std::int64_t some = lanes / step;
      HWY_ALIGN T is_place[HWY_MAX_BYTES / sizeof(T)] = {};
      HWY_ALIGN std::make_signed_t<T> number[HWY_MAX_BYTES / sizeof(T)] = {};
      for (std::int64_t k = 0; k < some; ++k) {
        is_place[k * step] = 1;
        number[k * step] = static_cast<std::make_signed_t<T>>(k);
      }
      const auto places = hn::Ne(hn::Load(d, is_place), hn::Zero(d));
      const auto numbers = hn::SetTableIndices(d, number);
      for (; i + lanes <= count; i += some)
        hn::BlendedStore(hn::TableLookupLanes(hn::LoadU(d, from + i), numbers),
                         places, d, to + i * step);
    }
  }
  for (; i < count; ++i) to[i * step] = from[i];
}

template <typename T>
void spread_filled(T* to, const T* from, T fill, std::int64_t step,
                   std::int64_t count) {
  std::int64_t i = 0;
  if constexpr (sizeof(T) <= 8) {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto gaps = hn::Set(d, fill);
    if (step == 2)
      for (; i + lanes <= count; i += lanes)
        hn::StoreInterleaved2(hn::LoadU(d, from + i), gaps, d, to + 2 * i);
  }
  for (; i < count; ++i) {
    to[i * step] = from[i];
    std::fill_n(to + i * step + 1, step - 1, fill);
  }
}

void spread_here(std::byte* to, const std::byte* from, const std::byte* fill,
                 std::int64_t step, std::int64_t count,
                 std::size_t element_bytes) {
  with_bits_of(element_bytes, [&]<typename T>(T) {
    spread_filled(reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from),
                  *reinterpret_cast<const T*>(fill), step, count);
  });
}

void spread_apart_here(std::byte* to, const std::byte* from, std::int64_t step,
                       std::int64_t count, std::size_t element_bytes,
                       bool rewrites_gaps) {
  with_bits_of(element_bytes, [&]<typename T>(T) {
    spread_apart(reinterpret_cast<T*>(to), reinterpret_cast<const T*>(from),
                 step, count, rewrites_gaps);
  });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(spread_here);
HWY_EXPORT(spread_apart_here);

void spread_elements(std::byte* to, const std::byte* from, std::int64_t step,
                     std::int64_t count, std::size_t element_bytes,
                     bool rewrites_gaps) {
  HWY_DYNAMIC_DISPATCH(spread_apart_here)
  (to, from, step, count, element_bytes, rewrites_gaps);
}

void spread_run(std::byte* to, const std::byte* from, const std::byte* fill,
                std::int64_t step, std::int64_t count,
                std::size_t element_bytes) {
  const auto element = static_cast<std::int64_t>(element_bytes);
  const auto spread = [&](std::byte* place, const std::byte* source,
                          std::int64_t some) {
    HWY_DYNAMIC_DISPATCH(spread_here)
    (place, source, fill, step, some, element_bytes);
  };
  // Pieces of the result are made in L1 and copied from there.
  constexpr std::int64_t kPiece = 8192;
  const std::int64_t most = kPiece / (step * element);
  if (most == 0 || !goes_past_caches(count * step * element))
    return spread(to, from, count);
  alignas(64) std::byte piece[kPiece];
  for (std::int64_t i = 0; i < count; i += most) {
    const std::int64_t some = std::min(most, count - i);
    spread(piece, from + i * element, some);
    copy_past_caches(to + i * step * element, piece, some * step * element);
  }
  end_past_caches();
}

}  // namespace assay::optimized
#endif
