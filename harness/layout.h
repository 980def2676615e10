// Layouts: the ways in which the elements of a shape may lie in storage. Each
// op must give the same result in all of them.
// Tested by tests/harness/layout_test.cc.
#pragma once

#include <cstdint>
#include <optional>
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
};

constexpr std::string_view name_of(Layout layout) {
  return kLayoutNames[static_cast<int>(layout)];
}

// A view in some layout, and how many elements its buffer must have.
struct LaidOut {
  View view;
  std::int64_t storage_count = 0;
};

// Lays out a shape.
LaidOut lay_out(Layout layout, const Shape& shape);

}  // namespace assay
