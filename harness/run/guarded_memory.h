// Provides memory between inaccessible pages for tensors that a backend wraps,
// so that an access outside a tensor faults at once.
// Tested by tests/harness/run/guarded_memory_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace assay {

// Says where an address is relative to guarded memory.
struct GuardedPlace {
  enum class Side : std::uint32_t { kBefore, kBehind, kReadOnly };
  Side side = Side::kBefore;
  // Distance in bytes from the first or last byte to the address, at least 1.
  // For kReadOnly it is the position of the byte.
  std::int64_t bytes = 0;
  const char* tensor = "";    // zero-terminated; lives as long as the memory
  bool is_read_only = false;  // the tensor was an operand
};

// Keeps a pool of regions, each between two guards. Regions are reused, so that
// a case needs no new mapping.
class GuardedMemory {
  struct Region;

 public:
  // The guard that the bytes are next to: they begin or end there.
  enum class Edge { kBegin, kEnd };

  // Holds the bytes of one tensor and returns them to the pool when destroyed.
  class Piece {
   public:
    Piece(Piece&& other) noexcept
        : region_(std::exchange(other.region_, nullptr)) {}
    Piece& operator=(Piece&&) = delete;
    ~Piece();

    std::span<std::byte> bytes() const;

    // Makes every write to the bytes fault until the piece is returned. Returns
    // false if the kernel refuses.
    bool make_read_only();

    // Returns whether the bytes next to the piece, on the side away from the
    // guard, are unchanged.
    bool fringe_is_kept() const;

   private:
    friend class GuardedMemory;
    explicit Piece(Region* region) : region_(region) {}
    Region* region_;
  };

  GuardedMemory() = default;
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  // Returns `bytes` bytes for the tensor with this name. Returns nothing if
  // that is more than kMostBytes, or if every region is taken.
  std::optional<Piece> take(std::string_view tensor, std::size_t bytes,
                            Edge edge);

  // Returns where the address is, if it is in a guard, next to the bytes of a
  // piece or in read-only bytes. A signal handler may call it.
  std::optional<GuardedPlace> locate(const void* address) const;

  // Return and set the memory that programs of this process use. It is null, as
  // at the start, if no other process would survive a fault. FaultWatch sets
  // it.
  static GuardedMemory* in_use();
  static void use(GuardedMemory* memory);

  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

 private:
  static constexpr std::size_t kNameBytes = 32;
  struct Region {
    std::byte* mapping = nullptr;
    std::size_t room = 0;  // bytes between the guards
    std::byte* begin = nullptr;
    std::size_t count = 0;
    std::span<std::byte> fringe;
    bool taken = false;
    bool read_only = false;
    std::array<char, kNameBytes> tensor{};
  };
  static bool map(Region& region, std::size_t room);
  static void unmap(Region& region);
  // Returns the pages that hold the bytes and the fringe of a region.
  static std::span<std::byte> pages_of(const Region& region);

  std::array<Region, 32> regions_;
};

}  // namespace assay
