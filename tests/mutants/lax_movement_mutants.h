// Mutants of broadcasts, slices, pads, diagonals and triangles of lax.
#pragma once

#include <algorithm>
#include <limits>

#include "spec/op_table.h"
#include "tests/mutants/call_mutants.h"

namespace assay::mutants::arrays {

using List = Attributes::Integers;

inline const List& list_of(const Call& call, AttributeKey key) {
  return call.attributes.integers(key);
}

// An axis of extent 1 keeps a stride, and reads what is stored next to its
// element; beyond the end of the storage it goes round.
class KeepsTheStrideOfOnes : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands[0];
    const View& view = made[0].view;
    Strides strides = view.strides();
    const List& dims = list_of(call, AttributeKey::kBroadcastDims);
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (x.view.shape()[d] == 1)
        strides[static_cast<std::size_t>(dims[d])] = 1;
    const View kept(view.shape(), strides, view.offset());
    const Tensor read = *buffer(x.dtype, view.shape());
    replace_each(read, [&](const Index& at, ElementBits) {
      return load_element(storage_of(x), x.dtype,
                          kept.linear_index(at) % capacity_of(x));
    });
    made[0] = read;
  }
};
class RefusesToRepeat : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const Shape& x = call.operands[0].view.shape();
    const List& dims = list_of(call, AttributeKey::kBroadcastDims);
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (x[d] != call.attributes.shape()[static_cast<std::size_t>(dims[d])])
        return Status::invalid("extents differ");
    return Reference::execute(call);
  }
};
// Gives the axes of x their places in ascending order.
class SortsTheDims : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    List dims = list_of(call, AttributeKey::kBroadcastDims);
    const View& x = call.operands[0].view;
    const View& view = made[0].view;
    std::sort(dims.begin(), dims.end());
    Strides strides(view.rank(), 0);
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (x.shape()[d] != 1)
        strides[static_cast<std::size_t>(dims[d])] = x.strides()[d];
    const View sorted(view.shape(), strides, view.offset());
    const auto [low, high] = sorted.bounds();
    if (low >= 0 && high < capacity_of(made[0])) made[0].view = sorted;
  }
};
// Takes the dims for the axis of x of each axis of the result.
class InvertsTheDims : public ChangedCall {
  void change(Call& call) override {
    const List dims = list_of(call, AttributeKey::kBroadcastDims);
    View& x = call.operands[0].view;
    List ranks(dims.size());
    for (std::size_t d = 0; d < dims.size(); ++d)
      ranks[d] = std::count_if(dims.begin(), dims.end(),
                               [&](std::int64_t dim) { return dim < dims[d]; });
    x = *x.permute(ranks);
  }
};
class BroadcastsNoScalar : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.operands[0].view.rank() == 0)
      return Status::invalid("there is no axis to broadcast");
    return Reference::execute(call);
  }
};
// Gives every axis at least one element.
class GivesOneForZero : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    Shape shape = made[0].view.shape();
    for (std::int64_t& extent : shape)
      extent = std::max<std::int64_t>(extent, 1);
    if (shape != made[0].view.shape()) made[0] = *buffer(made[0].dtype, shape);
  }
};

class SlicesFromTheStart : public ChangedCall {
  void change(Call& call) override {
    List starts = list_of(call, AttributeKey::kStarts);
    List limits = list_of(call, AttributeKey::kLimits);
    for (std::size_t axis = 0; axis < starts.size(); ++axis) {
      limits[axis] -= starts[axis];
      starts[axis] = 0;
    }
    call.attributes.set(AttributeKey::kStarts, starts);
    call.attributes.set(AttributeKey::kLimits, limits);
  }
};
// Takes neighbours, as many as there are steps.
class IgnoresTheStep : public ChangedCall {
  void change(Call& call) override {
    const List& starts = list_of(call, AttributeKey::kStarts);
    List limits = list_of(call, AttributeKey::kLimits);
    List strides = list_of(call, AttributeKey::kStrides);
    for (std::size_t axis = 0; axis < strides.size(); ++axis) {
      const std::int64_t length = limits[axis] - starts[axis];
      if (length > 0)
        limits[axis] = starts[axis] + (length - 1) / strides[axis] + 1;
      strides[axis] = 1;
    }
    call.attributes.set(AttributeKey::kLimits, limits);
    call.attributes.set(AttributeKey::kStrides, strides);
  }
};
// Leaves out what is before the last, partial step.
class CountsWholeSteps : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const List& starts = list_of(call, AttributeKey::kStarts);
    const List& limits = list_of(call, AttributeKey::kLimits);
    const List& strides = list_of(call, AttributeKey::kStrides);
    const View& view = made[0].view;
    Shape shape;
    for (std::size_t axis = 0; axis < view.rank(); ++axis)
      shape.push_back((limits[axis] - starts[axis]) / strides[axis]);
    made[0].view = View(shape, view.strides(), view.offset());
  }
};
// Adds the stride to the length first, which overflows for long strides.
class AddsBeforeItDivides : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const List& starts = list_of(call, AttributeKey::kStarts);
    const List& limits = list_of(call, AttributeKey::kLimits);
    const List& strides = list_of(call, AttributeKey::kStrides);
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
      if (limits[axis] - starts[axis] - 1 >
          std::numeric_limits<std::int64_t>::max() - strides[axis])
        return Status::internal("a negative extent");
    return Reference::execute(call);
  }
};
class RefusesEmptyRanges : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (list_of(call, AttributeKey::kStarts) ==
            list_of(call, AttributeKey::kLimits) ||
        Reference::execute(call)->front().view.numel() == 0)
      return Status::invalid("an empty range");
    return Reference::execute(call);
  }
};

// Computes a pad from where each element of x goes. `place` may return a place
// outside of the result, where nothing is written.
template <std::int64_t (*place)(std::int64_t at, std::int64_t extent,
                                std::int64_t low, std::int64_t interior)>
class PadsBy : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands[0];
    const Shape& shape = made[0].view.shape();
    const List& low = list_of(call, AttributeKey::kEdgeLow);
    const List& interior = list_of(call, AttributeKey::kInterior);
    replace_each(made[0], [&](const Index&, ElementBits) {
      return call.attributes.value();
    });
    for (const Index& at : indices(x.view.shape())) {
      Index to(at.size());
      bool is_inside = true;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        to[axis] =
            place(at[axis], x.view.shape()[axis], low[axis], interior[axis]);
        is_inside = is_inside && to[axis] >= 0 && to[axis] < shape[axis];
      }
      if (is_inside) put_at(made[0], to, element_at(x, at));
    }
  }
};
inline std::int64_t ignoring_interior(std::int64_t at, std::int64_t,
                                      std::int64_t low, std::int64_t) {
  return low + at;
}
inline std::int64_t one_gap_early(std::int64_t at, std::int64_t,
                                  std::int64_t low, std::int64_t interior) {
  return low + at * (interior + 1) + (interior > 0 ? 1 : 0);
}
// Removes whole elements, each with the gap after it.
inline std::int64_t cropped_before_interior(std::int64_t at, std::int64_t,
                                            std::int64_t low,
                                            std::int64_t interior) {
  return low >= 0    ? low + at * (interior + 1)
         : at < -low ? -1
                     : (at + low) * (interior + 1);
}
inline std::int64_t ignoring_negative_edges(std::int64_t at, std::int64_t,
                                            std::int64_t low,
                                            std::int64_t interior) {
  return std::max<std::int64_t>(low, 0) + at * (interior + 1);
}
// Keeps the last element where all of them are removed.
inline std::int64_t keeping_one(std::int64_t at, std::int64_t extent,
                                std::int64_t low, std::int64_t interior) {
  const std::int64_t to = low + at * (interior + 1);
  return low < 0 && at == extent - 1 ? std::max<std::int64_t>(to, 0) : to;
}
class PadsTheOtherEnd : public ChangedCall {
  void change(Call& call) override {
    const List low = list_of(call, AttributeKey::kEdgeLow);
    const List high = list_of(call, AttributeKey::kEdgeHigh);
    call.attributes.set(AttributeKey::kEdgeLow, high);
    call.attributes.set(AttributeKey::kEdgeHigh, low);
  }
};
// Counts n - 1 gaps, which are -1 where there is no element.
class CountsGapsOfNothing : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Shape& x = call.operands[0].view.shape();
    const List& interior = list_of(call, AttributeKey::kInterior);
    Shape shape = made[0].view.shape();
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (x[axis] == 0)
        shape[axis] = std::max<std::int64_t>(shape[axis] - interior[axis], 0);
    made[0] = *buffer(made[0].dtype, shape);
  }
};
class PutsGapsAfterTheLast : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const List& interior = list_of(call, AttributeKey::kInterior);
    Shape shape = made[0].view.shape();
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      shape[axis] += interior[axis];
    if (shape != made[0].view.shape()) made[0] = *buffer(made[0].dtype, shape);
  }
};
class FillsWithZero : public ChangedCall {
  void change(Call& call) override { call.attributes.value({}); }
};
class FillsWithOneWord : public ChangedCall {
  void change(Call& call) override {
    const ElementBits value = call.attributes.value();
    const int bits = spec_of(call.operands[0].dtype).bits;
    if (bits == 64 || bits == 128)
      call.attributes.value({value.re & 0xffff'ffff, value.im & 0xffff'ffff});
  }
};
// Takes memory of zeros where the value equals 0.
class FillsWithPlusZero : public ChangedCall {
  void change(Call& call) override {
    const DType dtype = call.operands[0].dtype;
    if (!is_real(dtype) && !is_complex(dtype)) return;
    const ElementBits value = call.attributes.value();
    const FloatFormat& format = format_of(dtype);
    if (decode_real(format, value.re) == 0 &&
        decode_real(format, value.im) == 0)
      call.attributes.value({});
  }
};
// Returns the operand where the result equals it.
class ReturnsTheOperandIfEqual : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands[0];
    if (!call.outs.empty() || made[0].view.shape() != x.view.shape()) return;
    for (const Index& at : indices(x.view.shape()))
      if (element_at(made[0], at) != element_at(x, at)) return;
    made[0] = x;
  }
};

// Returns the strides of the view without those of one axis.
inline View without_axis(const View& view, std::int64_t gone,
                         const Strides& strides, std::int64_t offset) {
  Shape shape = view.shape();
  Strides kept = strides;
  shape.erase(shape.begin() + gone);
  kept.erase(kept.begin() + gone);
  return View(shape, kept, offset);
}
inline std::int64_t axis_a(const Call& call) {
  return list_of(call, AttributeKey::kAxisA)[0];
}
inline std::int64_t axis_b(const Call& call) {
  return list_of(call, AttributeKey::kAxisB)[0];
}

// Reads from the upper right to the lower left.
class ReadsTheOtherDiagonal : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const View& x = call.operands[0].view;
    const auto a = static_cast<std::size_t>(axis_a(call));
    const auto b = static_cast<std::size_t>(axis_b(call));
    if (x.numel() == 0) return;
    Strides strides = x.strides();
    strides[a] -= strides[b];
    made[0].view =
        without_axis(x, axis_b(call), strides,
                     x.offset() + x.strides()[b] * (x.shape()[b] - 1));
  }
};
// Leaves out the later one of the two axes, whichever it is.
class DropsTheLaterAxis : public ChangedCall {
  void change(Call& call) override {
    const std::int64_t a = axis_a(call);
    const std::int64_t b = axis_b(call);
    call.attributes.set(AttributeKey::kAxisA, {std::min(a, b)});
    call.attributes.set(AttributeKey::kAxisB, {std::max(a, b)});
  }
};
// Reads the first matrix of each batch between the two axes.
class RefusesBatches : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.operands[0].view.rank() > 2)
      return Status::unsupported("rank", "there is no batch");
    return Reference::execute(call);
  }
};

// Embeds from the upper right to the lower left.
class EmbedsTheOtherDiagonal : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    std::vector<bool> flips(made[0].view.rank(), false);
    flips[static_cast<std::size_t>(axis_b(call))] = true;
    made[0].view = *made[0].view.flip(flips);
  }
};
// Multiplies by a matrix of zeros and ones, over which NaN comes through.
class MultipliesByTheIdentity : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands[0];
    if (!is_real(x.dtype) && !is_complex(x.dtype)) return;
    replace_each(made[0], [&](const Index& at, ElementBits bits) {
      Index from = at;
      from.erase(from.begin() + axis_b(call));
      const ElementBits element = element_at(x, from);
      const bool is_nan = is_nan_bits(format_of(x.dtype), element.re);
      return is_nan && bits == ElementBits{} ? element : bits;
    });
  }
};
class AppendsTheAxis : public ChangedCall {
  void change(Call& call) override {
    call.attributes.set(
        AttributeKey::kAxisB,
        {static_cast<std::int64_t>(call.operands[0].view.rank())});
  }
};

// Keeps a triangle by comparing row and column in another way.
template <bool (*stays)(bool is_lower, std::int64_t row, std::int64_t column,
                        std::int64_t k, const Shape& shape)>
class CutsBy : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.op != "tril"_op && call.op != "triu"_op) return;
    const Tensor& x = call.operands[0];
    const std::int64_t k = list_of(call, AttributeKey::kK)[0];
    const bool is_lower = call.op == "tril"_op;
    replace_each(made[0], [&](const Index& at, ElementBits) {
      return stays(is_lower, at[at.size() - 2], at.back(), k, x.view.shape())
                 ? element_at(x, at)
                 : ElementBits{};
    });
  }
};
inline bool other_side(bool is_lower, std::int64_t row, std::int64_t column,
                       std::int64_t k, const Shape&) {
  return is_lower ? column - row >= k : column - row <= k;
}
inline bool without_the_diagonal(bool is_lower, std::int64_t row,
                                 std::int64_t column, std::int64_t k,
                                 const Shape&) {
  return is_lower ? column - row < k : column - row > k;
}
inline bool by_wrapping_sums(bool is_lower, std::int64_t row,
                             std::int64_t column, std::int64_t k,
                             const Shape&) {
  const auto sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(row) +
                                             static_cast<std::uint64_t>(k));
  return is_lower ? column <= sum : column >= sum;
}
inline bool by_32_bits(bool is_lower, std::int64_t row, std::int64_t column,
                       std::int64_t k, const Shape&) {
  const auto narrow = static_cast<std::int32_t>(k);
  return is_lower ? column - row <= narrow : column - row >= narrow;
}
class MultipliesByAMask : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const Tensor& x = call.operands[0];
    if (!is_real(x.dtype) && !is_complex(x.dtype)) return;
    replace_each(made[0], [&](const Index& at, ElementBits bits) {
      const ElementBits element = element_at(x, at);
      const bool is_nan = is_nan_bits(format_of(x.dtype), element.re);
      return is_nan ? element : bits;
    });
  }
};

}  // namespace assay::mutants::arrays
