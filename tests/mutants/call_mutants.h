// Mutants that mistreat any call alike, and the confinement of a mutant to one
// op: how operands are read, what of the results is written, what is refused.
#pragma once

#include <memory>

#include "spec/op_name.h"
#include "tests/mutants/mutant.h"
#include "tests/mutants/mutant_row.h"

namespace assay::mutants::arrays {

// Leaves every op but one to the reference.
template <OpName op, typename T>
class Only : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (name_of(call.op) != std::string_view(op.text))
      return Reference::execute(call);
    return static_cast<Backend&>(mutant_).execute(call);
  }

 private:
  T mutant_;
};
template <OpName op, typename T>
std::unique_ptr<Backend> only() {
  return make<Only<op, T>>();
}

// Reads another place for each index; beyond the ends of the storage it goes
// round.
class Misreads : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    for (Tensor& operand : changed.operands) operand = misread(operand);
    return Reference::execute(changed);
  }

 private:
  virtual std::int64_t place(const View& view, const Index& at) const = 0;

  Tensor misread(const Tensor& from) {
    const Tensor read = *buffer(from.dtype, from.view.shape());
    const std::int64_t capacity = capacity_of(from);
    replace_each(read, [&](const Index& at, ElementBits) {
      std::int64_t from_place = place(from.view, at) % capacity;
      if (from_place < 0) from_place += capacity;
      return load_element(storage_of(from), from.dtype, from_place);
    });
    return read;
  }
};

class TakesStridesForContiguous : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    return View(view.shape()).linear_index(at);
  }
};
class ForgetsTheOffset : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    return view.linear_index(at) - view.offset();
  }
};
// An axis that steps back is read from its other end.
class DropsTheSignOfStrides : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    Index mirrored = at;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      if (view.strides()[axis] < 0)
        mirrored[axis] = view.shape()[axis] - 1 - at[axis];
    return view.linear_index(mirrored);
  }
};
class TakesZeroStridesForOne : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    std::int64_t read = view.linear_index(at);
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      if (view.strides()[axis] == 0) read += at[axis];
    return read;
  }
};
// The strides of the last two axes change places.
class SwapsTheLastAxes : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    Index swapped = at;
    if (at.size() > 1)
      std::swap(swapped[at.size() - 1], swapped[at.size() - 2]);
    return view.linear_index(swapped);
  }
};
// Reads one past the end at last.
class ReadsTheNextElement : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    return view.linear_index(at) + 1;
  }
};

// Returns whether element k of a shape, in row-major order, is not written.
using IsUnwritten = bool (*)(const Shape& shape, std::int64_t k);

inline bool is_last(const Shape& shape, std::int64_t k) {
  return k + 1 == element_count(shape);
}
inline bool is_in_the_tail(const Shape& shape, std::int64_t k) {
  const std::int64_t count = element_count(shape);
  return count > 8 && k >= count - count % 8;
}
inline bool is_in_the_last_row(const Shape& shape, std::int64_t k) {
  return shape.size() > 1 && k >= element_count(shape) - shape.back();
}
inline bool is_in_the_middle(const Shape& shape, std::int64_t k) {
  return k == element_count(shape) / 2;
}

// Leaves elements of the results unwritten: outs keep what they held, and new
// tensors hold what memory held before.
template <IsUnwritten is_unwritten>
class LeavesUnwritten : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    std::vector<ElementBits> held;
    for (const Tensor& out : call.outs)
      for (const Index& at : indices(out.view.shape()))
        held.push_back(element_at(out, at));
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    // A copy would not share memory with an operand, so the result gets memory
    // of its own.
    for (Tensor& result : *made)
      for (const Tensor& operand : call.operands)
        if (result.buffer == operand.buffer)
          result.buffer =
              std::make_shared<HostBuffer>(host_buffer_of(result)->bytes());
    std::size_t place = 0;
    for (const Tensor& result : call.outs.empty() ? *made : call.outs) {
      std::int64_t k = 0;
      replace_each(result, [&](const Index&, ElementBits bits) {
        const ElementBits old =
            call.outs.empty() ? ElementBits{1, 0} : held[place];
        ++place;
        return is_unwritten(result.view.shape(), k++) ? old : bits;
      });
    }
    return made;
  }
};
using DropsTheLast = LeavesUnwritten<is_last>;
using DropsTheTailOfAVector = LeavesUnwritten<is_in_the_tail>;
using DropsTheLastRow = LeavesUnwritten<is_in_the_last_row>;
using ForgetsAnElement = LeavesUnwritten<is_in_the_middle>;

// Takes the lowest bit of what the out held into the result.
class ReadsTheStaleOut : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    std::vector<ElementBits> held;
    for (const Tensor& out : call.outs)
      for (const Index& at : indices(out.view.shape()))
        held.push_back(element_at(out, at));
    auto made = Reference::execute(call);
    std::size_t place = 0;
    for (const Tensor& out : call.outs)
      replace_each(out, [&](const Index&, ElementBits bits) {
        return ElementBits{bits.re ^ (held[place++].re & 1), bits.im};
      });
    return made;
  }
};

// Adds the result to what the out held, as if that were zero.
class AddsToTheOut : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    std::vector<ElementBits> held;
    for (const Tensor& out : call.outs)
      for (const Index& at : indices(out.view.shape()))
        held.push_back(element_at(out, at));
    auto made = Reference::execute(call);
    std::size_t place = 0;
    for (const Tensor& out : call.outs) {
      const FloatFormat& format = format_of(out.dtype);
      const auto sum = [&](std::uint64_t a, std::uint64_t b) {
        return encode_real(format,
                           decode_real(format, a) + decode_real(format, b));
      };
      replace_each(out, [&](const Index&, ElementBits bits) {
        const ElementBits old = held[place++];
        return ElementBits{sum(bits.re, old.re), is_complex(out.dtype)
                                                     ? sum(bits.im, old.im)
                                                     : bits.im};
      });
    }
    return made;
  }
};

// Works in place: the operand's first element is another one afterwards.
template <std::size_t operand>
class ScribblesOn : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& tensor = call.operands[operand];
    if (tensor.view.numel() == 0) return;
    const Index first(tensor.view.rank(), 0);
    const ElementBits bits = element_at(tensor, first);
    put_at(tensor, first, {bits.re ^ 1, bits.im});
  }
};

// The results of a call, whether it was given outs or not.
inline const Tensors& results_of(const Call& call, const Tensors& made) {
  return call.outs.empty() ? made : call.outs;
}

// Writes one element more than there are, also where there are none.
class WritesOneMore : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    for (const Tensor& out : call.outs)
      if (out.view.numel() < capacity_of(out))
        store_element(storage_of(out), out.dtype, out.view.numel(), {1, 0});
  }
};

// Every second call gives another lowest bit.
class DiffersEverySecondTime : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (++calls_ % 2 == 1) return;
    for (const Tensor& result : results_of(call, made)) {
      if (result.view.numel() == 0) continue;
      const Index first(result.view.rank(), 0);
      const ElementBits bits = element_at(result, first);
      put_at(result, first, {bits.re ^ 1, bits.im});
    }
  }
  int calls_ = 0;
};

// Copies of signaling NaNs are quiet.
class QuietsNan : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (call.outs.empty())
      made[0].buffer =
          std::make_shared<HostBuffer>(host_buffer_of(made[0])->bytes());
    const Tensor& result = results_of(call, made)[0];
    const FloatFormat& format = format_of(result.dtype);
    replace_each(result, [&](const Index&, ElementBits bits) {
      if (is_nan_bits(format, bits.re))
        bits.re |= quiet_nan_bits(format) & ~overflow_bits(format);
      return bits;
    });
  }
};

inline bool is_empty(const Shape& shape) { return element_count(shape) == 0; }
inline bool is_rank_zero(const Shape& shape) { return shape.empty(); }
inline bool has_nine_axes(const Shape& shape) { return shape.size() > 8; }

// Has no kernel for some shapes.
template <bool (*is_refused)(const Shape&)>
class Refuses : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    bool refused = false;
    for (const Tensor& operand : call.operands)
      refused = refused || is_refused(operand.view.shape());
    for (const Tensor& out : call.outs)
      refused = refused || is_refused(out.view.shape());
    if (call.operands.empty() && call.outs.empty())
      refused = is_refused(call.attributes.shape());
    if (refused) return Status::invalid("there is no kernel for this shape");
    return Reference::execute(call);
  }
};
using RefusesEmpty = Refuses<is_empty>;
using RefusesRankZero = Refuses<is_rank_zero>;
using RefusesHighRanks = Refuses<has_nine_axes>;

}  // namespace assay::mutants::arrays
