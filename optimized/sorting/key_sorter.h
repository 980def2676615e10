// Sorts one row of keys: a few with std::sort, more with a bitonic network, and
// many with vector quicksort.
// Tested by tests/optimized/sorting_test.cc.
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "optimized/resources/settings.h"
#include "optimized/sorting/sorting_bitonic.h"

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

  // Sorts keys, which may be signed, in place.
  template <typename Key>
  void operator()(Key* keys, std::int64_t count,
                  bool descending = false) const {
    const auto size = static_cast<std::size_t>(count);
    if (count < settings().sort_vector || is_scalar_) {
      descending ? std::sort(keys, keys + count, std::greater<Key>())
                 : std::sort(keys, keys + count);
    } else if (descending) {
      sorter_(keys, size, hwy::SortDescending());
    } else {
      sorter_(keys, size, hwy::SortAscending());
    }
  }

  // Sorts unsigned keys of 4 or 8 bytes, in bitonic_bytes() of memory.
  template <typename Key>
  void sort_with_room(Key* keys, std::int64_t count) const {
    if (is_bitonic(count, sizeof(Key)))
      sort_bitonic(reinterpret_cast<std::byte*>(keys), count, sizeof(Key));
    else
      (*this)(keys, count);
  }

 private:
  explicit KeySorter(const std::string& target)
      : target_(target), is_scalar_(dispatched_target() == "scalar") {}

  std::string target_;
  bool is_scalar_;
  hwy::Sorter sorter_;
};

}  // namespace assay::optimized
