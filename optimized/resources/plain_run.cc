// Implements copies and fills in vectors, with non-temporal stores for large
// results.
// Tested by tests/optimized/plain_run_test.cc.
#include "optimized/resources/plain_run.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/resources/plain_run.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "optimized/resources/cache_sizes.h"
#include "optimized/resources/settings.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Only whole cache lines are stored past the caches. A line that is stored
// partly through them and partly past them is written to memory twice.
constexpr std::size_t kLine = 64;
// Targets of copies are fetched this many bytes before they are stored. Stores
// to L2 then wait less, which was seen to save 6 % of a copy.
constexpr std::size_t kAhead = 512;

// Returns how many bytes precede the first address aligned to `unit` bytes.
HWY_INLINE std::size_t misaligned_bytes(const std::uint8_t* to,
                                        std::size_t unit) {
  return (unit - reinterpret_cast<std::uintptr_t>(to) % unit) % unit;
}

// Calls store(place, i) for each vector of the whole aligned units, where place
// is to + i, and rest(first, last) for the bytes before and after them.
template <typename Store, typename Rest>
HWY_INLINE void in_aligned_units(std::uint8_t* to, std::size_t bytes,
                                 std::size_t unit, std::size_t lanes,
                                 Store store, Rest rest) {
  const std::size_t first = std::min(bytes, misaligned_bytes(to, unit));
  const std::size_t last = first + (bytes - first) / unit * unit;
  rest(std::size_t{0}, first);
  std::size_t i = first;
  for (; i + 4 * lanes <= last; i += 4 * lanes)
    for (std::size_t k = 0; k < 4; ++k)
      store(to + i + k * lanes, i + k * lanes);
  for (; i < last; i += lanes) store(to + i, i);
  rest(last, bytes);
}

void copy_here(std::byte* out, const std::byte* in, std::int64_t count,
               bool past) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto bytes = static_cast<std::size_t>(count);
  const std::size_t lanes = hn::Lanes(d);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto* from = reinterpret_cast<const std::uint8_t*>(in);
  const auto rest = [&](std::size_t first, std::size_t last) {
    if (first < last) std::memmove(to + first, from + first, last - first);
  };
  if (past)
    in_aligned_units(
        to, bytes, kLine, lanes,
        [&](std::uint8_t* place, std::size_t i)
            HWY_ATTR { hn::Stream(hn::LoadU(d, from + i), d, place); },
        rest);
  else
    in_aligned_units(
        to, bytes, lanes, lanes,
        [&](std::uint8_t* place, std::size_t i) HWY_ATTR {
          hwy::Prefetch(place + kAhead);
          hn::Store(hn::LoadU(d, from + i), d, place);
        },
        rest);
}

// Copies rows of at least one vector of D. The last vector of a row overlaps
// the one before.
template <class D>
HWY_INLINE void copy_rows_by(D d, const ByteRows& rows, std::uint8_t* to,
                             const std::uint8_t* from) {
  const std::size_t lanes = hn::Lanes(d);
  const auto bytes = static_cast<std::size_t>(rows.bytes);
  for (std::int64_t row = 0; row < rows.count; ++row) {
    // The processor does not see by itself where the next row begins.
    const bool fetches = bytes >= kAhead && row + 1 < rows.count;
    const auto copy = [&](std::size_t i) HWY_ATTR {
      hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    };
    std::size_t i = 0;
    if (fetches)  // once a line
      for (; i + kLine <= bytes; i += kLine) {
        hwy::Prefetch(from + rows.from_step + i);
        hwy::Prefetch(to + rows.to_step + i);
        for (std::size_t k = 0; k < kLine; k += lanes) copy(i + k);
      }
    for (; i + lanes <= bytes; i += lanes) copy(i);
    if (bytes % lanes != 0) {
      const std::size_t last = bytes - lanes;
      hn::StoreU(hn::LoadU(d, from + last), d, to + last);
    }
    to += rows.to_step;
    from += rows.from_step;
  }
}

void copy_rows_here(std::byte* out, const std::byte* in, const ByteRows& rows) {
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto* from = reinterpret_cast<const std::uint8_t*>(in);
#if HWY_TARGET == HWY_SCALAR
  const auto bytes = static_cast<std::size_t>(rows.bytes);
  for (std::int64_t row = 0; row < rows.count; ++row)
    std::memmove(to + row * rows.to_step, from + row * rows.from_step, bytes);
#else
  const hn::ScalableTag<std::uint8_t> d;
  const hn::CappedTag<std::uint8_t, 16> part;
  if (static_cast<std::size_t>(rows.bytes) >= hn::Lanes(d))
    copy_rows_by(d, rows, to, from);
  else
    copy_rows_by(part, rows, to, from);
#endif
}

// Repeats the pattern from its first byte on, beginning at `out`.
void fill_here(std::byte* out, const std::byte* pattern,
               std::size_t pattern_bytes, std::int64_t count, bool past) {
  const hn::ScalableTag<std::uint8_t> d;
  constexpr std::size_t kMost =
      std::max<std::size_t>(HWY_MAX_BYTES, kLine) + 16;
  const auto bytes = static_cast<std::size_t>(count);
  const std::size_t lanes = hn::Lanes(d);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  std::byte repeated[kMost];
  std::memcpy(repeated, pattern, pattern_bytes);
  for (std::size_t made = pattern_bytes; made < kMost; made *= 2)
    std::memcpy(repeated + made, repeated, std::min(made, kMost - made));
  if (lanes < pattern_bytes) {  // without vectors
    for (std::size_t i = 0; i < bytes; i += pattern_bytes)
      std::memcpy(to + i, pattern, pattern_bytes);
    return;
  }
  // Stores less than a line.
  const auto rest = [&](std::size_t first, std::size_t last) {
    if (first < last)
      std::memcpy(to + first, repeated + first % pattern_bytes, last - first);
  };
  // A vector holds whole patterns, so all aligned vectors are equal.
  const std::size_t unit = past ? kLine : lanes;
  const std::size_t phase = misaligned_bytes(to, unit) % pattern_bytes;
  const auto v =
      hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(repeated) + phase);
  if (past)
    in_aligned_units(
        to, bytes, unit, lanes,
        [&](std::uint8_t* place, std::size_t)
            HWY_ATTR { hn::Stream(v, d, place); },
        rest);
  else
    in_aligned_units(
        to, bytes, unit, lanes,
        [&](std::uint8_t* place, std::size_t)
            HWY_ATTR { hn::Store(v, d, place); },
        rest);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(copy_here);
HWY_EXPORT(copy_rows_here);
HWY_EXPORT(fill_here);

namespace {
thread_local std::int64_t whole_bytes = 0;
}  // namespace

PartOfResult::PartOfResult(std::int64_t bytes)
    : before_(std::exchange(whole_bytes, bytes)) {}
PartOfResult::~PartOfResult() { whole_bytes = before_; }

std::int64_t long_copy_bytes() { return l2_bytes() / 2; }

bool goes_past_caches(std::int64_t bytes) {
  return std::max(bytes, whole_bytes) >= settings().stream_bytes;
}

bool is_held_by_l2(std::int64_t bytes) {
  return std::max(bytes, whole_bytes) <= l2_bytes();
}

void copy_bytes(std::byte* to, const std::byte* from, std::int64_t bytes) {
  // The C library copies so much by "rep movsb" where that is fast, which does
  // not read the lines of the target and was seen to take a tenth less.
  if (bytes >= long_copy_bytes())
    std::memmove(to, from, static_cast<std::size_t>(bytes));
  else
    HWY_DYNAMIC_DISPATCH(copy_here)(to, from, bytes, false);
}

void copy_rows(std::byte* to, const std::byte* from, const ByteRows& rows) {
  HWY_DYNAMIC_DISPATCH(copy_rows_here)(to, from, rows);
}

void copy_past_caches(std::byte* to, const std::byte* from,
                      std::int64_t bytes) {
  HWY_DYNAMIC_DISPATCH(copy_here)(to, from, bytes, true);
}

void end_past_caches() { hwy::FlushStream(); }

void fill_run(std::byte* to, const std::byte* element,
              std::size_t element_bytes, std::int64_t count) {
  const std::int64_t bytes = count * static_cast<std::int64_t>(element_bytes);
  const bool past = goes_past_caches(bytes);
  HWY_DYNAMIC_DISPATCH(fill_here)(to, element, element_bytes, bytes, past);
  if (past) end_past_caches();
}

}  // namespace assay::optimized
#endif
