// Numbers the slices of a shape over some axes, in row-major order over the
// other axes, and tells which slice an index belongs to.
// Tested by tests/harness/judge/judge_fft_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/shape.h"

namespace assay {

// Maps an index to the number of its slice.
class SliceNumbers {
 public:
  SliceNumbers(Shape shape, const std::vector<std::int64_t>& axes) {
    for (std::int64_t axis : axes) shape[static_cast<std::size_t>(axis)] = 1;
    count_ = static_cast<std::size_t>(element_count(shape));
    strides_ = row_major_strides(shape);
    for (std::int64_t axis : axes) strides_[static_cast<std::size_t>(axis)] = 0;
  }

  std::size_t count() const { return count_; }
  std::size_t of(const Index& at) const {
    std::int64_t number = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      number += at[axis] * strides_[axis];
    return static_cast<std::size_t>(number);
  }

 private:
  std::size_t count_ = 0;
  Strides strides_;
};

}  // namespace assay
