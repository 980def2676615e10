// Keeps freed memory and hands it out again, because the first touch of a fresh
// page costs more than most ops. Blocks are kept by size class; large ones use
// large pages where the system has them.
// Tested by tests/optimized/memory_test.cc.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace assay::optimized {

class Arena {
 public:
  // Returns the arena that all backends of the process share.
  static Arena& process();

  // Returns at least `bytes` bytes, aligned to a cache line, with arbitrary
  // contents. Returns null if the system has no memory left.
  std::byte* take(std::size_t bytes);
  // Takes back memory that take() returned for the same number of bytes.
  void give_back(std::byte* memory, std::size_t bytes);
  // Returns all kept memory to the system.
  void trim();
  // Returns how many bytes are kept and not in use.
  std::size_t kept() const;

 private:
  static constexpr std::size_t kClassCount = 128;

  mutable std::mutex mutex_;
  std::vector<std::byte*> free_[kClassCount];
  std::size_t kept_ = 0;
};

}  // namespace assay::optimized
