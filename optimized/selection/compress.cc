// Implements the compression with vectors where elements have 4 or 8 bytes, and
// without branches elsewhere: each element is stored, and the next one in its
// place if it is not kept.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/compress.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/selection/compress.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "optimized/vectors/chosen_first-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::int64_t count_here(const std::uint8_t* mask, std::int64_t count) {
  constexpr std::int64_t kBlock = 128;  // whose sum fits into a byte
  std::int64_t total = 0;
  std::int64_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    std::uint8_t sum = 0;
    for (std::int64_t k = 0; k < kBlock; ++k)
      sum = static_cast<std::uint8_t>(sum + (mask[i + k] != 0 ? 1 : 0));
    total += sum;
  }
  for (; i < count; ++i) total += mask[i] != 0 ? 1 : 0;
  return total;
}

template <typename T>
void compress_rest(T* to, const T* from, const std::uint8_t* mask,
                   std::int64_t kept) {
  std::int64_t done = 0;
  for (std::int64_t i = 0; done < kept; ++i) {
    to[done] = from[i];
    done += mask[i] != 0 ? 1 : 0;
  }
}

#if HWY_TARGET != HWY_SCALAR
// Returns the mask of a vector of D.
template <class D>
HWY_INLINE hn::Mask<D> loaded_mask(D d, const std::uint8_t* mask) {
  using T = hn::TFromD<D>;
  const hn::Rebind<std::uint8_t, D> bytes;
  const auto read = hn::LoadU(bytes, mask);
  if constexpr (sizeof(T) == 8) {
    const hn::Rebind<std::uint32_t, D> half;
    return hn::Ne(hn::PromoteTo(d, hn::PromoteTo(half, read)), hn::Zero(d));
  } else {
    return hn::Ne(hn::PromoteTo(d, read), hn::Zero(d));
  }
}

// Stops before a vector that could write after the last element.
template <typename T>
void compress_vectors(T* to, const T* from, const std::uint8_t* mask,
                      std::int64_t count, std::int64_t kept) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  std::int64_t i = 0;
  for (; i + lanes <= count && done + lanes <= kept; i += lanes) {
    const auto is_kept = loaded_mask(d, mask + i);
    hn::StoreU(chosen_first(d, hn::LoadU(d, from + i), is_kept), d, to + done);
    done += static_cast<std::int64_t>(hn::CountTrue(d, is_kept));
  }
  compress_rest(to + done, from + i, mask + i, kept - done);
}
#endif

template <typename T>
void compress_elements(std::byte* to, const std::byte* from,
                       const std::uint8_t* mask, std::int64_t count,
                       std::int64_t kept) {
  T* out = reinterpret_cast<T*>(to);
  const T* in = reinterpret_cast<const T*>(from);
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8)
    return compress_vectors(out, in, mask, count, kept);
#endif
  static_cast<void>(count);
  compress_rest(out, in, mask, kept);
}

struct Pair {
  std::uint64_t low, high;
};

void compress_here(std::byte* to, const std::byte* from,
                   const std::uint8_t* mask, std::int64_t count,
                   std::size_t element_bytes, std::int64_t kept) {
  switch (element_bytes) {
    case 1:
      return compress_elements<std::uint8_t>(to, from, mask, count, kept);
    case 2:
      return compress_elements<std::uint16_t>(to, from, mask, count, kept);
    case 4:
      return compress_elements<std::uint32_t>(to, from, mask, count, kept);
    case 8:
      return compress_elements<std::uint64_t>(to, from, mask, count, kept);
    default:
      return compress_elements<Pair>(to, from, mask, count, kept);
  }
}

std::int64_t positions_here(std::int32_t* to, const std::uint8_t* mask,
                            std::int64_t count, std::int32_t first) {
  std::int64_t done = 0;
  std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint32_t> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto* words = reinterpret_cast<std::uint32_t*>(to);
  auto here = hn::Iota(d, static_cast<std::uint32_t>(first));
  const auto step = hn::Set(d, static_cast<std::uint32_t>(lanes));
  for (; i + lanes <= count; i += lanes) {
    const auto is_kept = loaded_mask(d, mask + i);
    hn::StoreU(chosen_first(d, here, is_kept), d, words + done);
    done += static_cast<std::int64_t>(hn::CountTrue(d, is_kept));
    here = hn::Add(here, step);
  }
#endif
  for (; i < count; ++i) {
    to[done] = first + static_cast<std::int32_t>(i);
    done += mask[i] != 0 ? 1 : 0;
  }
  return done;
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(count_here);
HWY_EXPORT(compress_here);
HWY_EXPORT(positions_here);

std::int64_t count_true(const std::uint8_t* mask, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(count_here)(mask, count);
}

void compress(std::byte* to, const std::byte* from, const std::uint8_t* mask,
              std::int64_t count, std::size_t element_bytes,
              std::int64_t kept) {
  HWY_DYNAMIC_DISPATCH(compress_here)
  (to, from, mask, count, element_bytes, kept);
}

std::int64_t true_positions(std::int32_t* to, const std::uint8_t* mask,
                            std::int64_t count, std::int32_t first) {
  return HWY_DYNAMIC_DISPATCH(positions_here)(to, mask, count, first);
}

}  // namespace assay::optimized
#endif
