// Lists the layouts: the ways in which the elements of a shape may be stored.
// Every op must give the same result in all of them.
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

// Lists the layouts. The first seven are those that claims name.
enum class Layout : std::uint8_t {
  kContiguous,  // row-major from the start of the buffer
  kOffset,      // row-major, three elements into the buffer
  kTranspose,   // column-major
  kSlice,       // every other element of a larger row-major array
  kFlip,        // every axis reversed
  kBroadcast,   // the first axis longer than 1 repeats (stride 0)
  kMixed,       // sliced, axes rotated, last axis reversed
  // Combinations, whose permutation, steps and offset follow from a seed.
  // Claims do not name them: a claim covers one if it covers all its parts.
  kSliceTranspose,      // axes in any order, steps of 1 to 3, with an offset
  kBroadcastTranspose,  // one axis repeats, others in any order, an offset
  kOverlap,  // rows share elements; storage as long as the element count
  kLeading,  // rows further apart than they are long, often by over 128
  kFar,      // an offset and a stride above 2^16 elements
  kWoven,    // axes in any order, steps, some axes reversed, an offset
  kSeveral,  // any of the above except kFar, drawn for each operand anew
};

// The names of the combinations, which follow those that claims use.
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

// Returns whether several elements of a shape may be stored in one place.
constexpr bool repeats_elements(Layout layout) {
  return layout == Layout::kBroadcast ||
         layout == Layout::kBroadcastTranspose || layout == Layout::kOverlap ||
         layout == Layout::kSeveral;
}

// Returns the layouts that a claim must have for cases of the layout with this
// name: the layout itself, or the parts of a combination. Returns none for an
// unknown name.
std::span<const std::string_view> parts_of_layout(std::string_view name);

// Holds a view and the number of elements that its buffer must have.
struct LaidOut {
  View view;
  std::int64_t storage_count = 0;
};

// Lays out a shape. The seed decides what the layout leaves open, which only
// combinations do.
LaidOut lay_out(Layout layout, const Shape& shape, std::uint64_t seed = 0);

// Does the same for combinations; lay_out() calls it.
LaidOut lay_out_combined(Layout layout, const Shape& shape, std::uint64_t seed);

}  // namespace assay
