// Draws the calls of broadcasts, slices and pads, and has what all movement ops
// of lax need for a call: a shape and elements that tell from where they were
// read. Tested by tests/harness/lax/drawn_movement_test.cc.
#pragma once

#include <cstddef>

#include "harness/families/drawn_call.h"
#include "harness/lax/movement_rows.h"

namespace assay {

DrawnCall draw_broadcast(const CallWish& wish);
DrawnCall draw_strided_slice(const CallWish& wish);
DrawnCall draw_general_pad(const CallWish& wish);

// Returns whether the case is about this.
inline bool is_about(const CallWish& wish, StructureCase special) {
  return special_of<StructureCase>(wish.row) == special;
}

// Returns choice k reduced to 0 … count - 1, another one for each number of a
// case. Cases of one clause share few structures.
inline std::int64_t pick(const CallWish& wish, std::size_t k,
                         std::int64_t count) {
  const auto turn =
      static_cast<std::int64_t>(wish.number) * static_cast<std::int64_t>(k + 1);
  return (wish.choose(k, count) + turn) % count;
}

// Returns the shape of the structure with at least `least_rank` axes, made
// empty or of high rank as the row wants.
Shape moved_shape(const CallWish& wish, std::size_t least_rank);

// Returns an operand whose elements tell from where they were read, or are
// drawn by the kind of the row where that is not kPlain. The only address of
// bool is true, so bools are random.
DrawnOperand telling_operand(const CallWish& wish, Shape shape);

// Returns an element other than 0 that stands at no place of an operand with
// `count` elements, where the dtype has that many.
ElementBits telling_element(const CallWish& wish, std::int64_t count);

// Returns a long extent, or a shorter one where elements grow by its square.
inline std::int64_t order_of(const CallWish& wish) {
  constexpr std::int64_t kLargest = 400;
  return wish.extent < kLargest ? wish.extent
                                : kLargest + wish.extent % kLargest;
}

}  // namespace assay
