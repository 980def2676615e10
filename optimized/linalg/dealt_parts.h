// Deals parts of a call to the threads.
// Tested by tests/optimized/linalg_reflections_test.cc.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

// Parts that are left: those from the first one to the last one.
class PartsLeft {
 public:
  explicit PartsLeft(std::int64_t count)
      : left_(static_cast<std::uint64_t>(count)) {}

  // Take the first or the last part that is left. Return -1 if there is none.
  std::int64_t take_first() { return take(std::uint64_t{1} << 32); }
  std::int64_t take_last() { return take(0); }

 private:
  static constexpr std::uint64_t kLower = 0xffff'ffff;

  std::int64_t take(std::uint64_t more_of_first) {
    for (std::uint64_t left = left_;;) {
      const std::uint64_t first = left >> 32, end = left & kLower;
      if (first >= end) return -1;
      const bool is_first = more_of_first != 0;
      if (left_.compare_exchange_weak(
              left, is_first ? left + more_of_first : left - 1))
        return static_cast<std::int64_t>(is_first ? first : end - 1);
    }
  }

  std::atomic<std::uint64_t> left_;  // the first part, and the end of the last
};

// Calls part(i) for every i below `count`. If `is_worth`, threads take parts:
// the caller from the first on and the others from the last on, so that most
// parts that follow each other, and the same ones in another call, are taken by
// the same thread.
template <typename F>
void deal_parts(std::int64_t count, bool is_worth, const F& part) {
  if (!is_worth || count < 2) {
    for (std::int64_t i = 0; i < count; ++i) part(i);
    return;
  }
  PartsLeft left(count);
  split_ranges(settings().threads, 1, [&](std::int64_t thread, std::int64_t) {
    for (;;) {
      const std::int64_t i = thread == 0 ? left.take_first() : left.take_last();
      if (i < 0) return;
      part(i);
    }
  });
}

// Does the same with parts of which each takes longer than the one before. Two
// threads are dealt parts from the last one down, one in turn, and in the next
// round the other way around.
template <typename F>
void deal_ascending(std::int64_t count, bool is_worth, const F& part) {
  deal_parts(count, is_worth, [&](std::int64_t place) {
    // The caller takes the last and the first one of four parts.
    const std::int64_t half = (count + 1) / 2;
    const bool is_front = place < half;
    const std::int64_t round = is_front ? place : count - 1 - place;
    const std::int64_t later = is_front == (round % 2 == 1) ? 1 : 0;
    // The last round may have one part.
    part(std::max<std::int64_t>(count - 1 - 2 * round - later, 0));
  });
}

}  // namespace assay::optimized
