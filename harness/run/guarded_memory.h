// Memory of the harness's own between pages that nobody may touch, for tensors
// that a backend wraps: an access outside faults at once.
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

// Where an address lies with respect to guarded memory.
struct GuardedPlace {
  enum class Side : std::uint32_t { kBefore, kBehind, kReadOnly };
  Side side = Side::kBefore;
  // From the first or last byte to the address, at least 1; for kReadOnly the
  // position of the byte.
  std::int64_t bytes = 0;
  const char* tensor = "";    // ends in a zero; lives as long as the memory
  bool is_read_only = false;  // the tensor is, as an operand is
};

// A pool of regions, each between two guards. Regions are kept and used again,
// so that a case costs no mapping.
class GuardedMemory {
  struct Region;

 public:
  // The guard that the bytes touch: they end or begin there.
  enum class Edge { kBegin, kEnd };

  // A tensor's bytes; goes back to the pool at the end of its life.
  class Piece {
   public:
    Piece(Piece&& other) noexcept
        : region_(std::exchange(other.region_, nullptr)) {}
    Piece& operator=(Piece&&) = delete;
    ~Piece();

    std::span<std::byte> bytes() const;

    // Makes every write to the bytes fault until the piece goes back.
    bool make_read_only();

    // Returns whether the bytes next to those of the piece, on the side away
    // from the guard, are as they were.
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

  // Returns so many bytes for the tensor of that name; nothing where they are
  // more than kMostBytes, or every region is taken.
  std::optional<Piece> take(std::string_view tensor, std::size_t bytes,
                            Edge edge);

  // Returns where the address lies, if in a guard, beside the bytes of a
  // piece, or in read-only bytes. May be called by a signal handler.
  std::optional<GuardedPlace> locate(const void* address) const;

  // The memory that programs of this process use; null, and so it starts,
  // where nobody survives a fault. FaultWatch sets it.
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
  // The pages that hold the bytes and the fringe of a region.
  static std::span<std::byte> pages_of(const Region& region);

  std::array<Region, 32> regions_;
};

}  // namespace assay
