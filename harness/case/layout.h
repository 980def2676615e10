// Layouts: the ways in which the elements of a shape may lie in storage. Each
// op must give the same result in all of them.
// Tested by tests/harness/case/layout_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spec/cells.h"
#include "spec/view.h"

namespace assay {

enum class Layout : std::uint8_t {
  kContiguous,  // row-major from the start of the buffer
  kOffset,      // row-major, three elements into the buffer
  kTranspose,   // column-major
  kSlice,       // every other element of a larger row-major array
  kFlip,        // every axis reversed
  kBroadcast,   // the first axis longer than 1 repeats (stride 0)
  kMixed,       // sliced, axes rotated, last axis reversed
  // Combinations, whose permutation, steps and offset follow from a seed. A
  // claim names none of them: it reaches one if it reaches all of its parts.
  kSliceTranspose,      // axes in any order, steps of 1 to 3, with an offset
  kBroadcastTranspose,  // one axis repeats, the others in any order, an offset
  kOverlap,  // rows share elements, in a buffer as long as the element count
  kLeading,  // rows apart by more than they are long, often by over 128
  kFar,      // an offset and a stride above 2^16 elements
  kWoven,    // axes in any order, steps, some axes reversed, an offset
  kSeveral,  // any of the above but the far one, drawn for each operand anew
};

// The names of the combinations, after those that claims use.
inline constexpr std::string_view kCombinedLayoutNames[] = {
    "slice_transpose",
    "broadcast_transpose",
    "overlap",
    "leading",
    "far",
    "woven",
    "several"};

constexpr std::string_view name_of(Layout layout) {
  const int number = static_cast<int>(layout);
  return number < kLayoutCount ? kLayoutNames[number]
                               : kCombinedLayoutNames[number - kLayoutCount];
}

constexpr bool is_combined(Layout layout) {
  return static_cast<int>(layout) >= kLayoutCount;
}

// Returns whether several elements of a shape may lie in one place of storage.
constexpr bool repeats_elements(Layout layout) {
  return layout == Layout::kBroadcast ||
         layout == Layout::kBroadcastTranspose || layout == Layout::kOverlap ||
         layout == Layout::kSeveral;
}

// Returns the layouts that a claim must have for a case of the layout of this
// name: itself, or the parts of a combination; none for an unknown name.
std::span<const std::string_view> parts_of_layout(std::string_view name);

// A view in some layout, and how many elements its buffer must have.
struct LaidOut {
  View view;
  std::int64_t storage_count = 0;
};

// Lays out a shape; the seed decides where the layout leaves something open,
// which combinations do.
LaidOut lay_out(Layout layout, const Shape& shape, std::uint64_t seed = 0);

// The same for combinations alone.
LaidOut lay_out_combined(Layout layout, const Shape& shape, std::uint64_t seed);

}  // namespace assay
