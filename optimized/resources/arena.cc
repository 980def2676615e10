// Implements the arena with one free list per size class. Large blocks are
// mapped directly, aligned to large pages.
// Tested by tests/optimized/memory_test.cc.
#include "optimized/resources/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

namespace assay::optimized {
namespace {

constexpr std::size_t kLine = 64;
// Blocks from this size on are mapped separately, in large pages.
constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kMapped = kLargePage;
// Blocks above this size have no size class.
constexpr std::size_t kMost = std::size_t{1} << 38;
// At most this much freed memory is kept.
constexpr std::size_t kMostKept = std::size_t{1} << 30;

// Each power of two has four classes, so a block is at most a quarter larger
// than requested.
std::size_t class_of(std::size_t bytes) {
  const std::size_t lines =
      std::max<std::size_t>((bytes + kLine - 1) / kLine, 1);
  const auto power = static_cast<std::size_t>(std::bit_width(lines) - 1);
  if (power < 2) return lines - 1;
  const std::size_t step = std::size_t{1} << (power - 2);
  const std::size_t quarter =
      (lines - (std::size_t{1} << power) + step - 1) / step;
  return power * 4 + quarter - 5;
}

std::size_t bytes_of_class(std::size_t index) {
  if (index < 3) return (index + 1) * kLine;
  const std::size_t power = (index + 5) / 4;
  const std::size_t quarter = (index + 5) % 4;
  return ((std::size_t{1} << power) + (quarter << (power - 2))) * kLine;
}

std::byte* fresh(std::size_t bytes) {
  if (bytes < kMapped)
    return static_cast<std::byte*>(
        ::operator new (bytes, std::align_val_t{kLine}, std::nothrow));
  void* mapped = ::mmap(nullptr, bytes + kLargePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  // Only whole large pages stay mapped; the rest is returned.
  const auto start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t aligned =
      (start + kLargePage - 1) / kLargePage * kLargePage;
  if (aligned > start) ::munmap(mapped, aligned - start);
  const std::uintptr_t end = start + bytes + kLargePage;
  if (end > aligned + bytes)
    ::munmap(reinterpret_cast<void*>(aligned + bytes), end - aligned - bytes);
  auto* memory = reinterpret_cast<std::byte*>(aligned);
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void release(std::byte* memory, std::size_t bytes) {
  if (bytes < kMapped)
    ::operator delete (memory, std::align_val_t{kLine});
  else
    ::munmap(memory, bytes);
}

}  // namespace

Arena& Arena::process() {
  static Arena* const arena = new Arena;  // buffers may outlive statics
  return *arena;
}

std::byte* Arena::take(std::size_t bytes) {
  if (bytes > kMost) return nullptr;
  const std::size_t index = class_of(bytes);
  const std::size_t size = bytes_of_class(index);
  {
    const std::lock_guard lock(mutex_);
    if (!free_[index].empty()) {
      std::byte* memory = free_[index].back();
      free_[index].pop_back();
      kept_ -= size;
      return memory;
    }
  }
  return fresh(size);
}

void Arena::give_back(std::byte* memory, std::size_t bytes) {
  const std::size_t index = class_of(bytes);
  const std::size_t size = bytes_of_class(index);
  {
    const std::lock_guard lock(mutex_);
    if (kept_ + size <= kMostKept) {
      free_[index].push_back(memory);
      kept_ += size;
      return;
    }
  }
  release(memory, size);
}

void Arena::trim() {
  const std::lock_guard lock(mutex_);
  for (std::size_t index = 0; index < kClassCount; ++index) {
    for (std::byte* memory : free_[index])
      release(memory, bytes_of_class(index));
    free_[index].clear();
  }
  kept_ = 0;
}

std::size_t Arena::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace assay::optimized
