// Mutants of movement and memory: views that show something else, copies that
// share, results of the wrong type.
#pragma once

#include <algorithm>

#include "spec/op_table.h"
#include "tests/mutants/array_mutants.h"
#include "tests/mutants/call_mutants.h"
#include "tests/mutants/memory_mutants.h"

namespace assay::mutants::arrays {

// Loses shape and strides.
class ReturnsAFlatShape : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    made[0].view = View({made[0].view.numel()}, {1}, made[0].view.offset());
  }
};
class PointsBehindTheBuffer : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const View& view = made[0].view;
    made[0].view = View(view.shape(), view.strides(),
                        view.offset() + capacity_of(made[0]));
  }
};
class ReturnsAnotherDType : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    made[0].dtype =
        made[0].dtype == DType::kInt32 ? DType::kUint32 : DType::kInt32;
  }
};

// A repeated axis keeps the stride that it had.
class ExpandKeepsStrides : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const View& x = call.operands[0].view;
    if (x.rank() == made[0].view.rank())
      made[0].view = View(made[0].view.shape(), x.strides(), x.offset());
  }
};
// Lists the elements with the first axis fastest.
class ReshapesColumnsFirst : public ChangedCall {
  void change(Call& call) override {
    std::vector<std::int64_t> axes;
    Tensor& x = call.operands[0];
    for (std::size_t axis = x.view.rank(); axis-- > 0;)
      axes.push_back(static_cast<std::int64_t>(axis));
    const Shape shape = x.view.shape();
    x.view = *x.view.permute(axes);
    x = copy_of(x);
    x.view = View(shape);
  }
};
// Copies what is not contiguous, though strides can express the shape.
class CopiesStridedOperands : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (!call.operands[0].view.is_c_contiguous())
      made[0].buffer =
          std::make_shared<HostBuffer>(host_buffer_of(made[0])->bytes());
  }
};
// Axis axes[i] of the result is axis i of the operand.
class PermutesTheOtherWay : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    const auto& axes = call.attributes.permutation();
    std::vector<std::int64_t> inverse(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
      inverse[static_cast<std::size_t>(axes[i])] = static_cast<std::int64_t>(i);
    made[0].view = *call.operands[0].view.permute(inverse);
  }
};
// Keeps the first elements instead of those from start on.
class ShrinksFromZero : public ChangedCall {
  void change(Call& call) override {
    auto ranges = call.attributes.ranges();
    for (auto& [start, stop] : ranges) {
      stop -= start;
      start = 0;
    }
    call.attributes.ranges(ranges);
  }
};
// Keeps the element at stop too, where there is one.
class ShrinkKeepsTheStop : public ChangedCall {
  void change(Call& call) override {
    auto ranges = call.attributes.ranges();
    for (std::size_t axis = 0; axis < ranges.size(); ++axis)
      ranges[axis].second = std::min(ranges[axis].second + 1,
                                     call.operands[0].view.shape()[axis]);
    call.attributes.ranges(ranges);
  }
};
class FlipsEveryAxis : public ChangedCall {
  void change(Call& call) override {
    call.attributes.flips(
        std::vector<bool>(call.attributes.flips().size(), true));
  }
};
// Starts one element early.
class FlipsFromOneBefore : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    const View& view = made[0].view;
    if (view.offset() > 0)
      made[0].view = View(view.shape(), view.strides(), view.offset() - 1);
  }
};
class PadsTheOtherSide : public ChangedCall {
  void change(Call& call) override {
    auto pairs = call.attributes.padding();
    for (auto& [before, after] : pairs) std::swap(before, after);
    call.attributes.padding(pairs);
  }
};
// Returns the operand itself where the result has its type and elements.
class ReturnsAnEqualOperand : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (made[0].view.shape() == call.operands[0].view.shape())
      made[0] = call.operands[0];
  }
};
class CatsBackwards : public ChangedCall {
  void change(Call& call) override {
    std::reverse(call.operands.begin(), call.operands.end());
  }
};
// Does not write the members after an empty one.
class CatStopsAtAnEmptyMember : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    const Tensor& out = call.outs[0];
    std::vector<ElementBits> held;
    for (const Index& at : indices(out.view.shape()))
      held.push_back(element_at(out, at));
    std::int64_t end = 0;
    for (const Tensor& member : call.operands) {
      if (member.view.shape()[axis] == 0) break;
      end += member.view.shape()[axis];
    }
    auto made = Reference::execute(call);
    std::size_t k = 0;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits old = held[k++];
      return at[axis] < end ? bits : old;
    });
    return made;
  }
};

class CopyReturnsTheOperand : public Mutant {
  void spoil(const Call& call, Tensors& made) override { made = call.operands; }
};
// Fills from the second element on: the first is the last call's.
class FullLeavesTheFirst : public Mutant {
  void spoil(const Call&, Tensors& made) override {
    if (made[0].view.numel() == 0) return;
    const Index first(made[0].view.rank(), 0);
    put_at(made[0], first, held_);
    held_ = {held_.re ^ 1, 0};
  }
  ElementBits held_{1, 0};
};

// The next mutants break functions of the interface that are not calls: storage
// of a tensor, and buffers.
class BufferIsColumnMajor : public Reference {
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    Shape reversed(shape.rbegin(), shape.rend());
    auto made = Reference::buffer(dtype, reversed);
    if (!made) return made;
    std::vector<std::int64_t> axes;
    for (std::size_t axis = shape.size(); axis-- > 0;)
      axes.push_back(static_cast<std::int64_t>(axis));
    made->view = *made->view.permute(axes);
    return made;
  }
};
// Changes a property of a new tensor, such as its dtype or its view.
template <void (*spoil)(Tensor&)>
class BufferIsSpoilt : public Reference {
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    auto made = Reference::buffer(dtype, shape);
    if (made.ok()) spoil(*made);
    return made;
  }
};
inline void describe_flat(Tensor& made) {
  made.view = View({made.view.numel()}, {1}, 0);
}
inline void point_behind(Tensor& made) {
  made.view = View(made.view.shape(), made.view.strides(), made.view.numel());
}
inline void give_another_dtype(Tensor& made) {
  made.dtype = made.dtype == DType::kInt32 ? DType::kUint32 : DType::kInt32;
}
inline void give_away(Tensor& made) {
  class Foreign : public Buffer {};
  made.buffer = std::make_shared<Foreign>();
}
template <bool (*is_refused)(const Shape&)>
class BufferRefuses : public Reference {
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    if (is_refused(shape)) return Status::invalid("no memory of this shape");
    return Reference::buffer(dtype, shape);
  }
};
template <bool (*is_refused)(const Shape&)>
class ToHostRefuses : public Reference {
  Result<Bytes> to_host(const Tensor& tensor) override {
    if (is_refused(tensor.view.shape()))
      return Status::invalid("no transfer of this shape");
    return Reference::to_host(tensor);
  }
};
template <std::int64_t count>
class FromHostRefuses : public Reference {
  Result<Tensor> from_host(DType dtype, std::int64_t elements,
                           std::span<const std::byte> storage) override {
    if (elements == count) return Status::invalid("no transfer of this count");
    return Reference::from_host(dtype, elements, storage);
  }
};
// The elements that the view shows, in row-major order, for the storage.
class ToHostPacks : public Reference {
  Result<Bytes> to_host(const Tensor& tensor) override {
    Call copy{"copy"_op, {tensor}, {}, {}};
    const auto packed = Reference::execute(copy);
    if (!packed.ok()) return packed.status();
    return Reference::to_host((*packed)[0]);
  }
};
// Loses the last byte of what goes one way.
class FromHostDropsAByte : public Reference {
  Result<Tensor> from_host(DType dtype, std::int64_t elements,
                           std::span<const std::byte> storage) override {
    Bytes bytes(storage.begin(), storage.end());
    if (!bytes.empty()) bytes.back() ^= std::byte{1};
    return Reference::from_host(dtype, elements, bytes);
  }
};
class ToHostDropsAByte : public Reference {
  Result<Bytes> to_host(const Tensor& tensor) override {
    auto bytes = Reference::to_host(tensor);
    if (bytes && !bytes->empty()) bytes->back() ^= std::byte{1};
    return bytes;
  }
};
// Quiets signaling NaNs of what goes one way.
inline void quiet_all(DType dtype, Bytes& bytes) {
  const auto count =
      static_cast<std::int64_t>(bytes.size()) * 8 / spec_of(dtype).bits;
  const FloatFormat& format = format_of(dtype);
  for (std::int64_t i = 0; i < count; ++i) {
    ElementBits bits = load_element(bytes.data(), dtype, i);
    if (is_nan_bits(format, bits.re))
      bits.re |= quiet_nan_bits(format) & ~overflow_bits(format);
    store_element(bytes.data(), dtype, i, bits);
  }
}
class FromHostQuietsNan : public Reference {
  Result<Tensor> from_host(DType dtype, std::int64_t elements,
                           std::span<const std::byte> storage) override {
    Bytes bytes(storage.begin(), storage.end());
    if (dtype == DType::kFloat32) quiet_all(dtype, bytes);
    return Reference::from_host(dtype, elements, bytes);
  }
};
class ToHostQuietsNan : public Reference {
  Result<Bytes> to_host(const Tensor& tensor) override {
    auto bytes = Reference::to_host(tensor);
    if (bytes && tensor.dtype == DType::kFloat32)
      quiet_all(tensor.dtype, *bytes);
    return bytes;
  }
};

}  // namespace assay::mutants::arrays
