// Sorts one row of keys: a few with std::sort, more with a bitonic network, and
// many with vector quicksort or by their digits.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_bitonic.h"
#include "optimized/sorting/sorting_radix.h"
#include "optimized/sorting/sorting_vector.h"

namespace assay::optimized {

// Returns whether a row is sorted by a bitonic network. Its keys must then be
// unsigned, of 4 or 8 bytes, in bitonic_bytes() of memory.
inline bool is_bitonic(std::int64_t count, std::int64_t key_bytes) {
  return count >= settings().sort_vector &&
         count * key_bytes <= settings().sort_bitonic;
}

class KeySorter {
 public:
  // Returns the sorter of the thread. Making one queries the processor with
  // CPUID, which virtual machines trap, so each thread makes one only once.
  static const KeySorter& of_thread();

  // Sorts keys in place, ascending.
  void operator()(std::uint16_t* keys, std::int64_t count) const {
    if (count < settings().sort_vector)
      std::sort(keys, keys + count);
    else
      sort_radix(keys, count, 16);
  }
  void operator()(std::uint32_t* keys, std::int64_t count) const {
    if (count < settings().sort_vector)
      std::sort(keys, keys + count);
    else if (is_narrow_)
      sort_radix(keys, count, 32);
    else
      sort_vector(keys, count);
  }
  void operator()(std::uint64_t* keys, std::int64_t count) const {
    if (count < settings().sort_vector || is_scalar_)
      std::sort(keys, keys + count);
    else
      sorter_(keys, static_cast<std::size_t>(count), hwy::SortAscending());
  }

 private:
  explicit KeySorter(const std::string& target)
      : target_(target),
        is_scalar_(dispatched_target() == "scalar"),
        is_narrow_(is_scalar_ || dispatched_target() == "sse4") {}

  std::string target_;
  bool is_scalar_;
  bool is_narrow_;  // vectors of 16 bytes or none
  hwy::Sorter sorter_;
};

}  // namespace assay::optimized
