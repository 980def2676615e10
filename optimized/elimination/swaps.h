// Turns the swaps of an elimination into the order that they lead to.
// Tested by tests/optimized/elimination_test.cc.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace assay::optimized {

// Returns which of `count` rows is at each place after row i was swapped with
// row swaps[i], for i from 0 on. Changes the sign for each swap.
inline std::vector<std::int64_t> order_after_swaps(std::int64_t count,
                                                   const std::int32_t* swaps,
                                                   std::int64_t swap_count,
                                                   int& sign) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = 0; i < swap_count; ++i)
    if (swaps[i] != i) {
      std::swap(order[static_cast<std::size_t>(i)],
                order[static_cast<std::size_t>(swaps[i])]);
      sign = -sign;
    }
  return order;
}

}  // namespace assay::optimized
