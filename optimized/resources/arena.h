// Memory that is kept when it is freed, by size class, and given out again:
// large pages where the system has them. Tested by
// tests/optimized/memory_test.cc.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace assay::optimized {

class Arena {
 public:
  // The arena of all backends of the process.
  static Arena& process();

  // Returns at least `bytes` bytes, aligned to a cache line, with any content;
  // null where the system has none.
  std::byte* take(std::size_t bytes);
  // Takes back what take() returned for as many bytes.
  void give_back(std::byte* memory, std::size_t bytes);
  // Returns all that is kept to the system.
  void trim();
  // Bytes that are kept and not in use.
  std::size_t kept() const;

 private:
  static constexpr std::size_t kClassCount = 128;

  mutable std::mutex mutex_;
  std::vector<std::byte*> free_[kClassCount];
  std::size_t kept_ = 0;
};

}  // namespace assay::optimized
