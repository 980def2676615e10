// Vectors for the parts of a matrix that threads solve side by side. malloc
// keeps small pieces of memory for the thread that freed them, and threads take
// other parts in every call, so each would collect pieces of many sizes. These
// vectors have no small pieces. Tested by
// tests/optimized/linalg_divide_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace assay::optimized {

template <typename T>
struct RoomAllocator {
  using value_type = T;

  RoomAllocator() = default;
  template <typename U>
  RoomAllocator(const RoomAllocator<U>&) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t kLeast = 2048;  // bytes
    return static_cast<T*>(::operator new(std::max(count * sizeof(T), kLeast)));
  }
  void deallocate(T* place, std::size_t) { ::operator delete(place); }

  friend bool operator==(const RoomAllocator&, const RoomAllocator&) {
    return true;
  }
};

template <typename T>
using RoomVector = std::vector<T, RoomAllocator<T>>;

}  // namespace assay::optimized
