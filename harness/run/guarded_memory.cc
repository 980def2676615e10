// Maps the regions of guarded memory, protects their guards and operands with
// mprotect(), and tells the place of an address. Regions are reused, because
// mapping is slow.
// Tested by tests/harness/run/guarded_memory_test.cc.
#include "harness/run/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace assay {
namespace {

// The size of the inaccessible guard on each side of a region. Guards take
// address space but no memory. A larger guard catches accesses further away.
constexpr std::size_t kGuardBytes = 64 << 10;
// The room of a region, unless its first tensor needs more.
constexpr std::size_t kRoom = 64 << 10;
constexpr std::size_t kFringeBytes = 64;
constexpr std::byte kFringe{0x5c};

GuardedMemory* memory_in_use = nullptr;

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

bool GuardedMemory::map(Region& region, std::size_t room) {
  void* mapping = ::mmap(nullptr, room + 2 * kGuardBytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) return false;
  region.mapping = static_cast<std::byte*>(mapping);
  region.room = room;
  if (::mprotect(region.mapping + kGuardBytes, room, PROT_READ | PROT_WRITE) ==
      0)
    return true;
  unmap(region);
  return false;
}

void GuardedMemory::unmap(Region& region) {
  if (region.mapping != nullptr)
    ::munmap(region.mapping, region.room + 2 * kGuardBytes);
  region = {};
}

std::span<std::byte> GuardedMemory::pages_of(const Region& region) {
  std::byte* const low = region.mapping + kGuardBytes;
  const auto before = static_cast<std::size_t>(
                          std::min(region.begin, region.fringe.data()) - low) /
                      page_size() * page_size();
  const auto end = static_cast<std::size_t>(
      std::max(region.begin + region.count,
               region.fringe.data() + region.fringe.size()) -
      low);
  return {low + before, rounded_up(end, page_size()) - before};
}

GuardedMemory::~GuardedMemory() {
  for (Region& region : regions_) unmap(region);
  if (memory_in_use == this) memory_in_use = nullptr;
}

std::optional<GuardedMemory::Piece> GuardedMemory::take(std::string_view tensor,
                                                        std::size_t bytes,
                                                        Edge edge) {
  if (bytes > kMostBytes) return std::nullopt;
  // Takes the smallest free region with enough room. If there is none, maps a
  // new one, which may replace a free region that is too small.
  Region* best = nullptr;
  for (Region& region : regions_) {
    if (region.taken) continue;
    const bool fits = region.room >= bytes + kFringeBytes;
    const bool best_fits =
        best != nullptr && best->room >= bytes + kFringeBytes;
    if (best == nullptr || (fits && (!best_fits || region.room < best->room)) ||
        (!fits && !best_fits && region.room < best->room))
      best = &region;
  }
  if (best == nullptr) return std::nullopt;
  if (best->room < bytes + kFringeBytes) {
    unmap(*best);
    const std::size_t room =
        std::max(kRoom, rounded_up(bytes + kFringeBytes, page_size()));
    if (!map(*best, room)) return std::nullopt;
  }
  std::byte* const low = best->mapping + kGuardBytes;
  best->begin = edge == Edge::kBegin ? low : low + best->room - bytes;
  best->count = bytes;
  best->fringe = {
      edge == Edge::kBegin ? low + bytes : best->begin - kFringeBytes,
      kFringeBytes};
  std::fill(best->fringe.begin(), best->fringe.end(), kFringe);
  best->tensor.fill('\0');
  std::copy_n(tensor.begin(), std::min(tensor.size(), kNameBytes - 1),
              best->tensor.begin());
  best->taken = true;
  return Piece(best);
}

std::optional<GuardedPlace> GuardedMemory::locate(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Region& region : regions_) {
    const auto mapping = reinterpret_cast<std::uintptr_t>(region.mapping);
    if (!region.taken || at < mapping ||
        at >= mapping + region.room + 2 * kGuardBytes)
      continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(region.begin);
    const std::uintptr_t end = begin + region.count;
    using Side = GuardedPlace::Side;
    const char* tensor = region.tensor.data();
    if (at < begin)
      return GuardedPlace{Side::kBefore, static_cast<std::int64_t>(begin - at),
                          tensor, region.read_only};
    if (at >= end)
      return GuardedPlace{Side::kBehind,
                          static_cast<std::int64_t>(at - end) + 1, tensor,
                          region.read_only};
    if (!region.read_only) return std::nullopt;
    return GuardedPlace{Side::kReadOnly, static_cast<std::int64_t>(at - begin),
                        tensor, true};
  }
  return std::nullopt;
}

GuardedMemory* GuardedMemory::in_use() { return memory_in_use; }
void GuardedMemory::use(GuardedMemory* memory) { memory_in_use = memory; }

GuardedMemory::Piece::~Piece() {
  if (region_ == nullptr) return;
  if (region_->read_only) {
    const std::span<std::byte> pages = pages_of(*region_);
    // A region that stays read-only cannot be used again.
    if (::mprotect(pages.data(), pages.size(), PROT_READ | PROT_WRITE) != 0)
      unmap(*region_);
  }
  region_->read_only = false;
  region_->taken = false;
}

std::span<std::byte> GuardedMemory::Piece::bytes() const {
  return {region_->begin, region_->count};
}

bool GuardedMemory::Piece::make_read_only() {
  const std::span<std::byte> pages = pages_of(*region_);
  region_->read_only = ::mprotect(pages.data(), pages.size(), PROT_READ) == 0;
  return region_->read_only;
}

bool GuardedMemory::Piece::fringe_is_kept() const {
  return std::all_of(region_->fringe.begin(), region_->fringe.end(),
                     [](std::byte byte) { return byte == kFringe; });
}

}  // namespace assay
