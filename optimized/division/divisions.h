// Halves a matrix until its parts are small, and solves the parts of one size
// after another. Threads take parts of the same size side by side; parts that
// are fewer than the threads follow each other and are split themselves.
// Tested by tests/optimized/linalg_divide_test.cc.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

// Rows that are solved together.
struct DividedPart {
  std::int64_t first, count;
  bool is_whole;  // not divided further

  std::int64_t middle() const { return first + count / 2; }
};

class Divisions {
 public:
  // A part with fewer than `least` rows is not divided. The `between` rows
  // after the first half, from middle() on, belong to neither half.
  Divisions(std::int64_t n, std::int64_t least, std::int64_t between) {
    std::vector<DividedPart> level = {part_of(0, n, least)};
    while (!level.empty()) {
      std::vector<DividedPart> next;
      for (const DividedPart& part : level) {
        if (part.is_whole) continue;
        const std::int64_t after = part.middle() + between;
        next.push_back(part_of(part.first, part.count / 2, least));
        next.push_back(part_of(after, part.first + part.count - after, least));
      }
      levels_.push_back(std::move(level));
      level = std::move(next);
    }
  }

  // Calls f(part) for every part that is divided, before its halves.
  template <typename F>
  void for_divided(const F& f) const {
    for (const auto& level : levels_)
      for (const DividedPart& part : level)
        if (!part.is_whole) f(part);
  }

  // Calls solve(part) for every part, after its halves. Returns false, possibly
  // before all are solved, if a part could not be solved.
  template <typename F>
  bool solve(const F& solve) const {
    std::atomic<bool> is_solved = true;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      const auto count = std::ssize(*level);
      in_ranges(count, 1, is_side_by_side(*level),
                [&](std::int64_t first, std::int64_t last) {
                  for (std::int64_t i = first; i < last; ++i)
                    if (!solve(level->data()[i])) is_solved = false;
                });
      if (!is_solved) return false;
    }
    return true;
  }

 private:
  static DividedPart part_of(std::int64_t first, std::int64_t count,
                             std::int64_t least) {
    return {first, count, count <= settings().divide_rows || count < least};
  }

  static bool is_side_by_side(const std::vector<DividedPart>& level) {
    // A few rows take long for their size, because they are iterated on.
    constexpr std::int64_t kFlops = 3000;
    std::int64_t flops = 0;
    for (const DividedPart& part : level)
      flops += kFlops * part.count * part.count;
    return std::ssize(level) >= settings().threads &&
           is_worth_threads(0, flops);
  }

  std::vector<std::vector<DividedPart>> levels_;
};

}  // namespace assay::optimized
