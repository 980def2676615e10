// Mutants of slices, masked elements, repetitions, windows as views and
// sequences.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

// Takes the magnitude of each step.
class WalksForwards : public ChangedCall {
  void change(Call& call) override {
    auto steps = call.attributes.integers(AttributeKey::kSteps);
    for (std::int64_t& step : steps) step = std::abs(step);
    call.attributes.set(AttributeKey::kSteps, steps);
  }
};
// Walks backwards over the elements of the forward slice, so that the walk does
// not begin at stop - 1.
class ReversesTheForwardSlice : public ChangedCall {
  void change(Call& call) override {
    auto ranges = call.attributes.ranges();
    const auto& steps = call.attributes.integers(AttributeKey::kSteps);
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
      auto& [start, stop] = ranges[axis];
      if (steps[axis] < 0) stop -= (stop - 1 - start) % -steps[axis];
    }
    call.attributes.ranges(ranges);
  }
};
// Leaves out the last element of an axis whose range is no whole number of
// steps.
class RoundsTheCountDown : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto ranges = call.attributes.ranges();
    const auto& steps = call.attributes.integers(AttributeKey::kSteps);
    const View& view = made[0].view;
    Shape shape = view.shape();
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if ((ranges[axis].second - ranges[axis].first) % steps[axis] != 0)
        --shape[axis];
    made[0].view = View(shape, view.strides(), view.offset());
  }
};
// Clears the elements between two steps of a range.
class ClearsBetweenSteps : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const auto ranges = call.attributes.ranges();
    const auto& steps = call.attributes.integers(AttributeKey::kSteps);
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      bool is_inside = true;
      bool is_between = false;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const auto [start, stop] = ranges[axis];
        is_inside = is_inside && at[axis] >= start && at[axis] < stop;
        const std::int64_t first = steps[axis] > 0 ? start : stop - 1;
        is_between = is_between || (at[axis] - first) % steps[axis] != 0;
      }
      return is_inside && is_between ? ElementBits{} : bits;
    });
  }
};
// Writes the region into x, too.
class AssignsInPlace : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.operands[0], [&](const Index& at, ElementBits) {
      return element_at(call.outs[0], at);
    });
  }
};

class SelectsTheFalse : public ChangedCall {
  void change(Call& call) override {
    Tensor& mask = call.operands.back();
    mask = copy_of(mask);
    replace_each(mask, [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, 0};
    });
  }
};
// Lists elements with the first axis fastest.
class SelectsColumnsFirst : public ChangedCall {
  void change(Call& call) override {
    for (Tensor& operand : call.operands) {
      std::vector<std::int64_t> axes;
      for (std::size_t axis = operand.view.rank(); axis-- > 0;)
        axes.push_back(static_cast<std::int64_t>(axis));
      operand.view = *operand.view.permute(axes);
    }
  }
};
// Gives one row where nothing was selected.
class GivesOneForNone : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    Shape shape = made[0].view.shape();
    if (shape[0] != 0) return;
    shape[0] = 1;
    made[0] = *buffer(made[0].dtype, shape);
  }
};
class ReversesCoordinates : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const Tensor old = made[0];
    made[0] = *buffer(old.dtype, old.view.shape());
    const std::int64_t last = old.view.shape()[1] - 1;
    replace_each(made[0], [&](const Index& at, ElementBits) {
      return element_at(old, {at[0], last - at[1]});
    });
  }
};
template <DType index>
class GivesIndicesOf : public ChangedCall {
  void change(Call& call) override {
    call.attributes.set(AttributeKey::kIndexDType,
                        {static_cast<std::int64_t>(index)});
  }
};

// Repeats each element instead of the whole.
class RepeatsElements : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    const std::int64_t times =
        call.attributes.integers(AttributeKey::kTimes)[0];
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      Index from = at;
      from[axis] /= times;
      return element_at(call.operands[0], from);
    });
  }
};

// Exchanges the steps between windows and within one.
class ExchangesStrides : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const View& view = made[0].view;
    Strides strides = view.strides();
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    std::swap(strides[axis], strides.back());
    const View swapped(view.shape(), strides, view.offset());
    const auto [low, high] = swapped.bounds();
    if (low >= 0 && high < capacity_of(made[0])) made[0].view = swapped;
  }
};
// Follows the formula of the traits, which is one less.
class CountsOneWindowLess : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const View& view = made[0].view;
    Shape shape = view.shape();
    --shape[static_cast<std::size_t>(call.attributes.axis())];
    made[0].view = View(shape, view.strides(), view.offset());
  }
};

// Computes the sequence by another arithmetic.
template <std::int64_t (*element)(std::int64_t start, std::int64_t step,
                                  std::int64_t i)>
class CountsBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const auto read = [&](AttributeKey key) {
      return call.attributes.integers(key)[0];
    };
    const int unused = 64 - spec_of(out.dtype).bits;
    replace_each(out, [&](const Index& at, ElementBits) {
      const std::int64_t value =
          element(read(AttributeKey::kStart), read(AttributeKey::kStep), at[0]);
      return ElementBits{static_cast<std::uint64_t>(value) << unused >> unused,
                         0};
    });
  }
};
inline std::int64_t counted_from_zero(std::int64_t, std::int64_t step,
                                      std::int64_t i) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(step) *
                                   static_cast<std::uint64_t>(i));
}
inline std::int64_t counted_in_float32(std::int64_t start, std::int64_t step,
                                       std::int64_t i) {
  const float value = static_cast<float>(start) +
                      static_cast<float>(step) * static_cast<float>(i);
  return value >= 0x1p63f ? INT64_MAX : static_cast<std::int64_t>(value);
}
inline std::int64_t counted_in_int32(std::int64_t start, std::int64_t step,
                                     std::int64_t i) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start) +
                                   static_cast<std::uint32_t>(step) *
                                       static_cast<std::uint32_t>(i));
}

}  // namespace assay::mutants::arrays
