// Implements copies in whole vectors, and sums in plain loops that the compiler
// turns into vectors. Rows of less than a vector are copied in two words that
// may overlap.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/indexed_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/selection/indexed_rows.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kLineBytes = 64;
// A row is fetched this many bytes before it is copied, but at least one row
// before.
constexpr std::int64_t kFetchedAhead = 2048;

// Returns how many rows ahead of the one that is copied are fetched.
[[maybe_unused]] HWY_INLINE std::int64_t rows_ahead(std::int64_t bytes) {
  return std::max<std::int64_t>(kFetchedAhead / bytes, 1);
}

// Copies 1 to 16 bytes.
HWY_INLINE void copy_few(std::byte* to, const std::byte* from,
                         std::int64_t bytes) {
  const auto in_words = [&]<typename Word>(Word) {
    constexpr std::int64_t kWord{sizeof(Word)};
    Word first, last;
    std::memcpy(&first, from, sizeof(Word));
    std::memcpy(&last, from + bytes - kWord, sizeof(Word));
    std::memcpy(to, &first, sizeof(Word));
    std::memcpy(to + bytes - kWord, &last, sizeof(Word));
  };
  if (bytes >= 8)
    in_words(std::uint64_t());
  else if (bytes >= 4)
    in_words(std::uint32_t());
  else if (bytes >= 2)
    in_words(std::uint16_t());
  else
    *to = *from;
}

// Copies a row of at least a vector and fetches another one meanwhile. The last
// vector overlaps the one before.
template <bool past, class D>
HWY_INLINE void copy_row(D d, std::uint8_t* to, const std::uint8_t* from,
                         const std::uint8_t* later, std::int64_t bytes) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= bytes; i += lanes) {
    if (i % kLineBytes == 0) hwy::Prefetch(later + i);
    const auto v = hn::LoadU(d, from + i);
    if constexpr (past)
      hn::Stream(v, d, to + i);
    else
      hn::StoreU(v, d, to + i);
  }
  if (i == bytes) return;
  hwy::Prefetch(later + bytes - 1);
  hn::StoreU(hn::LoadU(d, from + bytes - lanes), d, to + bytes - lanes);
}

// Copies rows of at least one vector of D; target(i) and source(i) are where
// row i begins.
template <bool past, class D, typename Target, typename Source>
HWY_INLINE void copy_all(D d, std::int64_t count, std::int64_t bytes,
                         Target target, Source source) {
  const std::int64_t ahead = rows_ahead(bytes);
  for (std::int64_t i = 0; i < count; ++i)
    copy_row<past>(d, target(i), source(i),
                   source(std::min(i + ahead, count - 1)), bytes);
}

// Copies the elements of type T at places.
template <typename T>
void copy_elements_from(std::byte* out, const std::byte* from,
                        const std::int64_t* places, std::int64_t count) {
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = *reinterpret_cast<const T*>(from + places[i]);
}

void copy_from_here(std::byte* out, const std::byte* in,
                    const std::int64_t* places, std::int64_t count,
                    std::int64_t bytes, bool past) {
  switch (bytes) {
    case 1:
      return copy_elements_from<std::uint8_t>(out, in, places, count);
    case 2:
      return copy_elements_from<std::uint16_t>(out, in, places, count);
    case 4:
      return copy_elements_from<std::uint32_t>(out, in, places, count);
    case 8:
      return copy_elements_from<std::uint64_t>(out, in, places, count);
    default:
      break;
  }
  if (bytes < 16) {
    for (std::int64_t i = 0; i < count; ++i)
      copy_few(out + i * bytes, in + places[i], bytes);
    return;
  }
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto* from = reinterpret_cast<const std::uint8_t*>(in);
  const auto target = [&](std::int64_t i) { return to + i * bytes; };
  const auto source = [&](std::int64_t i) { return from + places[i]; };
#if HWY_TARGET == HWY_SCALAR
  static_cast<void>(past);
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(target(i), source(i), static_cast<std::size_t>(bytes));
#else
  const hn::ScalableTag<std::uint8_t> d;
  const hn::CappedTag<std::uint8_t, 16> part;
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(to) % kLineBytes == 0 &&
      bytes % kLineBytes == 0;
  if (bytes < static_cast<std::int64_t>(hn::Lanes(d)))
    copy_all<false>(part, count, bytes, target, source);
  else if (past && is_aligned)
    copy_all<true>(d, count, bytes, target, source);
  else
    copy_all<false>(d, count, bytes, target, source);
  if (past) hwy::FlushStream();
#endif
}

void copy_to_here(std::byte* out, const std::int64_t* places,
                  const std::byte* in, std::int64_t count, std::int64_t bytes) {
  if (bytes < 16) {
    for (std::int64_t i = 0; i < count; ++i)
      copy_few(out + places[i], in + i * bytes, bytes);
    return;
  }
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto* from = reinterpret_cast<const std::uint8_t*>(in);
  const auto target = [&](std::int64_t i) { return to + places[i]; };
  const auto source = [&](std::int64_t i) { return from + i * bytes; };
#if HWY_TARGET == HWY_SCALAR
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(target(i), source(i), static_cast<std::size_t>(bytes));
#else
  const hn::ScalableTag<std::uint8_t> d;
  const hn::CappedTag<std::uint8_t, 16> part;
  if (bytes < static_cast<std::int64_t>(hn::Lanes(d)))
    copy_all<false>(part, count, bytes, target, source);
  else
    copy_all<false>(d, count, bytes, target, source);
#endif
}

template <typename T>
void add_rows(std::byte* out, const std::int64_t* places, const std::byte* in,
              const PlacedRows& rows) {
  for (std::int64_t i = 0; i < rows.count; ++i) {
    T* HWY_RESTRICT to = reinterpret_cast<T*>(out + places[i]);
    const T* HWY_RESTRICT from =
        reinterpret_cast<const T*>(in + i * rows.from_step);
    if (rows.elements == 1)
      *to = static_cast<T>(*to + *from);
    else
      for (std::int64_t k = 0; k < rows.elements; ++k)
        to[k] = static_cast<T>(to[k] + from[k]);
  }
}

// Sums of integers do not depend on the sign of the type.
void add_here(DType compute, std::byte* to, const std::int64_t* places,
              const std::byte* from, const PlacedRows& rows) {
  switch (compute) {
    case DType::kFloat32:
      return add_rows<float>(to, places, from, rows);
    case DType::kFloat64:
      return add_rows<double>(to, places, from, rows);
    case DType::kInt16:
    case DType::kUint16:
      return add_rows<std::uint16_t>(to, places, from, rows);
    case DType::kInt32:
    case DType::kUint32:
      return add_rows<std::uint32_t>(to, places, from, rows);
    case DType::kInt64:
    case DType::kUint64:
      return add_rows<std::uint64_t>(to, places, from, rows);
    default:
      return add_rows<std::uint8_t>(to, places, from, rows);
  }
}

void or_here(std::byte* out, const std::int64_t* places, const std::byte* in,
             const PlacedRows& rows) {
  for (std::int64_t i = 0; i < rows.count; ++i) {
    std::byte* HWY_RESTRICT to = out + places[i];
    const std::byte* HWY_RESTRICT from = in + i * rows.from_step;
    for (std::int64_t k = 0; k < rows.elements; ++k) to[k] |= from[k];
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(copy_from_here);
HWY_EXPORT(copy_to_here);
HWY_EXPORT(add_here);
HWY_EXPORT(or_here);

void copy_rows_from_places(std::byte* to, const std::byte* from,
                           const std::int64_t* places, std::int64_t count,
                           std::int64_t bytes, bool past) {
  if (count == 0 || bytes == 0) return;
  HWY_DYNAMIC_DISPATCH(copy_from_here)(to, from, places, count, bytes, past);
}

void copy_rows_to_places(std::byte* to, const std::int64_t* places,
                         const std::byte* from, std::int64_t count,
                         std::int64_t bytes) {
  if (count == 0 || bytes == 0) return;
  HWY_DYNAMIC_DISPATCH(copy_to_here)(to, places, from, count, bytes);
}

void add_rows_to_places(DType compute, std::byte* to,
                        const std::int64_t* places, const std::byte* from,
                        const PlacedRows& rows) {
  HWY_DYNAMIC_DISPATCH(add_here)(compute, to, places, from, rows);
}

void or_rows_to_places(std::byte* to, const std::int64_t* places,
                       const std::byte* from, const PlacedRows& rows) {
  HWY_DYNAMIC_DISPATCH(or_here)(to, places, from, rows);
}

}  // namespace assay::optimized
#endif
